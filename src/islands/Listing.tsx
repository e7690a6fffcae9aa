import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import type { ListingItem } from '#src/contract/catalog.ts'
import { type Filters, listActiveFilters, NO_FILTERS } from '#src/rules/listing.ts'
import { isFiltered, needsFetch, toListingView } from '#src/rules/listing-view.ts'
import {
  $filters,
  $listingOpen,
  $products,
  $productsError,
  $shown,
  clearAll,
  loadProducts,
  openListing,
  retryProducts,
  setFilters,
  showMore,
} from '#src/stores/listing.ts'
import { savePreview } from '#src/stores/product.ts'
import { AddToCartButton } from './AddToCartButton.tsx'
import { ActiveFilters } from './listing/ActiveFilters.tsx'
import { FilterBar } from './listing/FilterBar.tsx'
import { Results } from './listing/Results.tsx'
import { ResultsStatus } from './listing/ResultsStatus.tsx'
import { WishlistButton } from './WishlistButton.tsx'

interface Props {
  /** The products of this static page, in the order of the API's listing. */
  pageItems: ListingItem[]
  /** Number of products in the catalogue. */
  total: number
  chips: string[]
}

const unloaded = { data: undefined, error: null, loading: false }
const ssr = { ssr: 'initial' } as const

export function Listing({ pageItems, total, chips }: Props) {
  const filters = useStore($filters, ssr)
  const open = useStore($listingOpen, ssr)
  const { data: fetched } = useStore($products, { ssr: () => unloaded })
  const error = useStore($productsError, ssr)
  const shown = useStore($shown, ssr)
  const top = useRef<HTMLDivElement>(null)
  const status = useRef<HTMLParagraphElement>(null)

  useEffect(() => openListing(chips), [chips])

  const shouldFetch = open && needsFetch({ pageItems, total, filters })
  useEffect(() => {
    if (shouldFetch) void loadProducts()
  }, [shouldFetch])

  const change = (filter: Partial<Filters>) => {
    setFilters(filter)
    const scrolledPast = (top.current?.getBoundingClientRect().top ?? 0) < 0
    if (scrolledPast) top.current?.scrollIntoView()
  }
  // A removed tag loses the focus: it moves to the number of results.
  const removeFilter = (update: () => void) => {
    update()
    status.current?.focus()
  }

  // Show more: the focus moves from the button to the first added card.
  const previousCount = useRef<number>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when more cards are shown
  useEffect(() => {
    if (previousCount.current === undefined) return
    const cards = top.current?.querySelectorAll('.listing-grid > li')
    cards?.[previousCount.current]?.querySelector('a')?.focus()
    previousCount.current = undefined
  }, [shown])

  const view = toListingView({
    pageItems,
    total,
    fetched: open ? fetched : undefined,
    error,
    filters,
    limit: shown,
  })
  return (
    <div ref={top} className="listing" data-filtered={isFiltered(filters) || undefined}>
      <div className="listing-bar">
        <div className="container py-1.5">
          <FilterBar chips={chips} filters={filters} onChange={change} />
        </div>
      </div>
      <div className="container flex flex-col gap-6 pt-5 lg:pt-7">
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-8 gap-y-2">
          <ResultsStatus ref={status} view={view} />
          <ActiveFilters
            active={listActiveFilters(filters)}
            onRemove={(name) => removeFilter(() => change({ [name]: NO_FILTERS[name] }))}
            onClear={() => removeFilter(clearAll)}
          />
        </div>
        <h2 className="sr-only">Pieces</h2>
        <Results
          view={view}
          onRetry={() => void retryProducts()}
          onShowMore={() => {
            previousCount.current = top.current?.querySelectorAll('.listing-grid > li').length
            showMore()
          }}
          onClear={clearAll}
          onOpen={savePreview}
          renderActions={(item) => (
            <>
              <div className="relative z-(--z-card-action) *:w-full">
                <AddToCartButton product={item} buttonVariant="secondary" titleInLabel />
              </div>
              <div className="absolute end-1.5 top-1.5 z-(--z-card-action)">
                <WishlistButton product={item} className="rounded-full! bg-page" />
              </div>
            </>
          )}
        />
      </div>
    </div>
  )
}
