import type { ReactNode, Ref } from 'react'
import { type CategoryNames, categoryLabel } from '#src/rules/categories.ts'
import { hasFacets, NO_FACETS } from '#src/rules/listing/facets.ts'
import { type Filters, formatCount, NO_FILTERS } from '#src/rules/listing/listing.ts'
import type { ListingView } from '#src/rules/listing/listing-view.ts'
import { productMessages } from '#src/rules/messages/products.ts'
import type { HelpPage } from '#src/rules/search/help-search.ts'
import { Button, buttonClass, LinkButton } from '#src/ui/Button.tsx'
import { EmptyState, LoadFailed } from '#src/ui/EmptyState.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { ProductGridSkeleton } from '#src/ui/ProductCard.tsx'
import { ProductGrid } from '../ProductGrid.tsx'
import { useCardsInTurns } from './use-cards-in-turns.ts'

interface Props {
  view: ListingView
  /** Whether a press has requested the products. Their cards are then rendered in turns. */
  pressed: boolean
  still: ReactNode
  filters: Filters
  /** The category that the search term names. */
  named: string | null | undefined
  /** The pages that answer the search term. */
  help: HelpPage[] | undefined
  /** Words of the search term for things that the shop does not make. */
  notMade: string[] | undefined
  categories: string[]
  names: CategoryNames | undefined
  onRetry: () => void
  onShowMore: () => void
  onChange: (change: Partial<Filters>) => void
  onClear: () => void
}

/** The products of the listing, or their replacement while loading, on error and without a match. */
export function Results({ help, ...props }: Props) {
  if (!help?.length || props.view.kind === 'loading') return <Products {...props} />
  return (
    <div className="flex flex-col gap-block">
      <nav aria-label="Pages of help" className="flex flex-wrap gap-2">
        {help.map(({ label, href }) => (
          <a key={href} href={href} className={buttonClass('secondary')}>
            {label}
          </a>
        ))}
      </nav>
      {props.view.kind === 'empty' ? (
        <div className="flex flex-col gap-4">
          <NoneInCategory />
          <CategoryButtons
            categories={props.categories}
            label={(name) => categoryLabel(name, props.names)}
            onChange={props.onChange}
          />
        </div>
      ) : (
        <Products {...props} />
      )}
    </div>
  )
}

function Products({ view, onRetry, ...props }: Omit<Props, 'help'>) {
  switch (view.kind) {
    case 'loading':
      return <ProductGridSkeleton />
    case 'error':
      return (
        <LoadFailed message={view.message} hint="Please try again in a moment." onRetry={onRetry} />
      )
    case 'empty':
      return <NothingFound nearest={view.nearest} {...props} />
    case 'grid':
      return <Found view={view} onRetry={onRetry} {...props} />
  }
}

type GridView = Extract<ListingView, { kind: 'grid' }>

function Found({
  view,
  pressed,
  still,
  filters,
  named,
  names,
  onRetry,
  onShowMore,
  notMade,
  onChange,
}: Omit<Props, 'view' | 'help'> & { view: GridView }) {
  const { list, also, count, alsoCount, paged, warning } = view
  const cards = useCardsInTurns(list, pressed)
  const alsoCards = useCardsInTurns(also, pressed)
  const hasMore = !paged && list.length + also.length < count + alsoCount
  return (
    <div className="flex flex-col gap-block">
      {warning && <FetchWarning warning={warning} onRetry={onRetry} />}
      {notMade && notMade.length > 0 && <p>{productMessages.notMade(notMade)}</p>}
      {named && named !== filters.category && (
        <CategoryButtons
          categories={[named]}
          label={(name) => `See all ${categoryLabel(name, names)}`}
          onChange={onChange}
        />
      )}
      {list.length > 0 && <ProductGrid className="listing-grid" entries={cards} still={still} />}
      {also.length > 0 && (
        <section aria-labelledby="also-title" className="flex flex-col gap-8">
          {/* A list of its own, if no title has the text, is not also one. */}
          <h2 id="also-title" className={list.length > 0 ? 'text-title' : 'sr-only'}>
            {list.length > 0 ? 'Also in the collection' : 'In the collection'}
            <span className="ms-3 font-sans text-body-sm text-muted figures">
              {formatCount(alsoCount)}
            </span>
          </h2>
          <ProductGrid entries={alsoCards} isFirst={list.length === 0} />
        </section>
      )}
      {hasMore && (
        <Button variant="secondary" className="scripting-only self-center" onClick={onShowMore}>
          Show more
        </Button>
      )}
      {list.length === 0 && !named && <NoneInCategory />}
    </div>
  )
}

/** Text of an empty list, if something else is found. */
const NoneInCategory = () => (
  <p className="text-body-sm text-muted">{productMessages.noneInCategory}</p>
)

interface CategoryButtonsProps {
  categories: readonly string[]
  label: (category: string) => string
  onChange: Props['onChange']
}

function CategoryButtons({ categories, label, onChange }: CategoryButtonsProps) {
  return (
    <div className="flex scripting-only flex-wrap gap-2">
      {categories.map((category) => (
        <Button
          key={category}
          variant="secondary"
          onClick={() => onChange({ ...NO_FILTERS, category })}
        >
          {label(category)}
        </Button>
      ))}
    </div>
  )
}

function NothingFound({
  nearest,
  filters,
  categories,
  names,
  onChange,
  onClear,
}: Omit<Props, 'view' | 'pressed' | 'still' | 'help' | 'notMade' | 'onRetry'> & {
  nearest: string | null
}) {
  return (
    <div className="flex flex-col items-center gap-8">
      <EmptyState
        title={productMessages.noneInCategory}
        text="Try another category, or look at everything we make."
        action={
          <div className="flex scripting-only flex-wrap justify-center gap-3">
            <Button onClick={onClear}>See all pieces</Button>
            {hasFacets(filters) && (
              <Button variant="secondary" onClick={() => onChange(NO_FACETS)}>
                Remove the filters
              </Button>
            )}
            {nearest && (
              <Button variant="secondary" onClick={() => onChange({ search: nearest })}>
                Search “{nearest}”
              </Button>
            )}
          </div>
        }
      />
      <CategoryButtons
        categories={categories}
        label={(name) => categoryLabel(name, names)}
        onChange={onChange}
      />
    </div>
  )
}

function FetchWarning({ warning, onRetry }: { warning: string; onRetry: () => void }) {
  return (
    <Notice kind="error">
      {warning} You are looking at the pieces as they were last published.{' '}
      <LinkButton onClick={onRetry}>Try again</LinkButton>
    </Notice>
  )
}

interface StatusProps {
  view: ListingView
  ref: Ref<HTMLParagraphElement>
}

function getStatus(view: ListingView): string {
  switch (view.kind) {
    case 'loading':
      return productMessages.loading
    case 'error':
      return ''
    case 'empty':
      return formatCount(0)
    case 'grid':
      return view.count === 0
        ? `${formatCount(view.alsoCount)} in the collection`
        : formatCount(view.count)
  }
}

/** The number of results, announced to screen readers when it changes. Its width does not depend on its text. */
export function ResultsStatus({ view, ref }: StatusProps) {
  return (
    <p
      ref={ref}
      role="status"
      tabIndex={-1}
      className="flex-[1_1_6.5rem] text-end text-body-sm leading-snug text-muted figures outline-none"
    >
      {getStatus(view)}
    </p>
  )
}
