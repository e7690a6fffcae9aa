import type { ReactNode } from 'react'
import type { ListingItem } from '#src/contract/catalog.ts'
import type { ListingView } from '#src/rules/listing-view.ts'
import { pageMessages } from '#src/rules/messages/pages.ts'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { ProductGrid } from './ProductGrid.tsx'
import { ProductGridSkeleton } from './ProductGridSkeleton.tsx'

interface Props {
  view: ListingView
  onRetry: () => void
  onShowMore: () => void
  onClear: () => void
  onOpen: (item: ListingItem) => void
  renderActions: (item: ListingItem) => ReactNode
}

export function Results({ view, onRetry, onShowMore, onClear, onOpen, renderActions }: Props) {
  switch (view.kind) {
    case 'loading':
      return <ProductGridSkeleton />
    case 'error':
      return (
        <EmptyState
          title={view.message}
          text="Please try again in a moment."
          action={<Button onClick={onRetry}>Try again</Button>}
        />
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
          {view.warning && <Outdated warning={view.warning} onRetry={onRetry} />}
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

function Outdated({ warning, onRetry }: { warning: string; onRetry: () => void }) {
  return (
    <Notice kind="error">
      {warning} You are looking at the pieces as they were last published.{' '}
      <button type="button" className="inline-flex min-h-11 items-center link" onClick={onRetry}>
        Try again
      </button>
    </Notice>
  )
}
