import type { MouseEvent, ReactNode } from 'react'
import type { ListingItem } from '#src/contract/catalog.ts'
import type { ListingView } from '#src/rules/listing-view.ts'
import { pageMessages } from '#src/rules/messages/pages.ts'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { LoadFailed } from '#src/ui/LoadFailed.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { ProductCard } from '#src/ui/ProductCard.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'

interface GridProps {
  /** Called when a link of a card is clicked. */
  onOpen: (item: ListingItem) => void
  renderActions: (item: ListingItem) => ReactNode
}

interface Props extends GridProps {
  view: ListingView
  onRetry: () => void
  onShowMore: () => void
  onClear: () => void
}

/** The products of the listing, or what replaces them while loading, on error and without a match. */
export function Results({ view, onRetry, onShowMore, onClear, onOpen, renderActions }: Props) {
  switch (view.kind) {
    case 'loading':
      return <ProductGridSkeleton />
    case 'error':
      return (
        <LoadFailed message={view.message} hint="Please try again in a moment." onRetry={onRetry} />
      )
    case 'empty':
      return (
        <EmptyState
          title={pageMessages.products.noneInCategory}
          text="Try another category, or look at everything we make."
          action={<Button onClick={onClear}>See all pieces</Button>}
        />
      )
    case 'grid':
      return (
        <div className="flex flex-col gap-block">
          {view.warning && <FetchWarning warning={view.warning} onRetry={onRetry} />}
          <ProductGrid items={view.items} renderActions={renderActions} onOpen={onOpen} />
          {!view.paged && view.items.length < view.count && (
            <Button variant="secondary" className="self-center" onClick={onShowMore}>
              Show more
            </Button>
          )}
        </div>
      )
  }
}

function FetchWarning({ warning, onRetry }: { warning: string; onRetry: () => void }) {
  return (
    <Notice kind="error">
      {warning} You are looking at the pieces as they were last published.{' '}
      <button type="button" className="inline-flex min-h-11 items-center link" onClick={onRetry}>
        Try again
      </button>
    </Notice>
  )
}

/** Cards of the first screen: their pictures load eagerly. */
const EAGER_CARDS = 2

const isLink = ({ target }: MouseEvent): boolean =>
  target instanceof Element && target.closest('a') !== null

/** Two columns on phones, up to four on wide screens (spec §2, /shop). */
function ProductGrid({ items, renderActions, onOpen }: GridProps & { items: ListingItem[] }) {
  return (
    <ul className="listing-grid">
      {items.map((item, index) => (
        <li
          key={item.id}
          className="min-w-0"
          onClickCapture={(event) => isLink(event) && onOpen(item)}
        >
          <ProductCard
            product={item}
            priority={index < EAGER_CARDS}
            actions={renderActions(item)}
          />
        </li>
      ))}
    </ul>
  )
}

const SKELETON_CARDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

function ProductGridSkeleton() {
  return (
    <div className="listing-grid" aria-hidden="true">
      {SKELETON_CARDS.map((card) => (
        <div key={card} className="flex flex-col gap-4">
          <Skeleton className="aspect-product" />
          <Skeleton className="h-4 w-1/3" />
          <Skeleton className="h-6 w-4/5" />
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="h-12" />
        </div>
      ))}
    </div>
  )
}
