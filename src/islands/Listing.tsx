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
  /** The products of this static page, in the order of the API. */
  pageItems: ListingItem[]
  /** Products of the whole catalogue. */
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
  const head = useRef<HTMLParagraphElement>(null)

  useEffect(() => openListing(chips), [chips])

  const asks = open && needsFetch({ pageItems, total, filters })
  useEffect(() => {
    if (asks) void loadProducts()
  }, [asks])

  const change = (choice: Partial<Filters>) => {
    setFilters(choice)
    const above = (top.current?.getBoundingClientRect().top ?? 0) < 0
    if (above) top.current?.scrollIntoView()
  }
  // A removed tag takes the focus with it.
  const remove = (undo: () => void) => {
    undo()
    head.current?.focus()
  }

  // The first of the further pieces takes the focus of the button that made room for them.
  const before = useRef<number>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time more are shown
  useEffect(() => {
    if (before.current === undefined) return
    const cards = top.current?.querySelectorAll('.listing-grid > li')
    cards?.[before.current]?.querySelector('a')?.focus()
    before.current = undefined
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
          <ResultsStatus ref={head} view={view} />
          <ActiveFilters
            active={listActiveFilters(filters)}
            onRemove={(name) => remove(() => change({ [name]: NO_FILTERS[name] }))}
            onClear={() => remove(clearAll)}
          />
        </div>
        <h2 className="sr-only">Pieces</h2>
        <Results
          view={view}
          onRetry={() => void retryProducts()}
          onShowMore={() => {
            before.current = top.current?.querySelectorAll('.listing-grid > li').length
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
