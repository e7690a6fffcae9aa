import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { useCallback, useDeferredValue, useEffect, useMemo } from 'react'
import { fromColumns, type ItemColumns } from '#src/rules/listing/list-row.ts'
import {
  type FilteredListing,
  inCategory,
  type ListingPage,
  NO_FILTERS,
  toQueryString,
} from '#src/rules/listing/listing.ts'
import {
  findProducts,
  isLarge,
  type ListingInput,
  type MatchingProducts,
  needsFetch,
  needsSearchIndex,
  toListingView,
} from '#src/rules/listing/listing-view.ts'
import {
  $filters,
  $listingOpen,
  $listPressed,
  $products,
  $productsError,
  $visibleCount,
  retryProducts,
} from '#src/stores/listing.ts'
import { $cards, $cardsError, loadCards } from '#src/stores/product-cards.ts'
import { unloaded } from '#src/stores/query.ts'
import { $search, loadSearch } from '#src/stores/search-index.ts'
import { usePainted } from '../hooks/use-painted.ts'

/** The static page of a list, as its island gets it. */
export interface StaticListing
  extends Omit<ListingPage, 'items' | 'pageCount' | 'counts' | 'filtered'> {
  items: Partial<ItemColumns>
  filtered?:
    | (Omit<FilteredListing, 'also' | 'options'> & { also: Partial<ItemColumns> })
    | undefined
}

/** Empty list, for a page that needs no list of the API. */
const $noProducts = atom(unloaded)
const ssr = { ssr: 'initial' } as const

/**
 * Returns the content of the list: the static page, until the address or the API has other content. It loads the data
 * for that.
 */
export function useListingView({ items, filtered, ...staticPage }: StaticListing) {
  const { page, pageTotal, total, category } = staticPage
  const pageItems = useMemo(() => fromColumns(items), [items])
  const pageAlso = useMemo(() => fromColumns(filtered?.also ?? {}), [filtered])
  const open = useStore($listingOpen, ssr)
  const chosen = useStore($filters, ssr)
  const productsError = useStore($productsError, ssr)
  // A press interrupts this rendering, unlike the task of the answer.
  const cards = useDeferredValue(useStore($cards, ssr))
  const cardItems = useMemo(() => [...cards.values()].filter((item) => item !== null), [cards])
  const cardsError = useStore($cardsError, ssr)
  const search = useStore($search, ssr)
  const pressed = useStore($listPressed, ssr)
  const shown = useStore($visibleCount, ssr)

  const pageFilters = useMemo(
    () => filtered?.filters ?? { ...NO_FILTERS, category },
    [filtered, category],
  )
  const filters = open ? chosen : pageFilters
  // The frame of a press shows the pressed control. Its results are rendered after it.
  const wanted = useMemo(() => ({ applied: filters, limit: shown }), [filters, shown])
  const painted = usePainted(wanted)
  const { applied, limit } = pressed ? painted : wanted
  const large = isLarge({ total })
  const shouldFetch = open && needsFetch({ page, filters: applied, pageFilters, total })
  const { data: products } = useStore(shouldFetch ? $products : $noProducts, {
    ssr: () => unloaded,
  })
  const laterProducts = useDeferredValue(products)
  const fetched = open ? (large ? cardItems : laterProducts) : undefined
  const error = large ? cardsError : productsError
  const alsoCount = filtered?.alsoCount
  const input: ListingInput = useMemo(
    () => ({
      pageItems,
      pageFilters,
      page,
      pageTotal,
      total,
      search,
      fetched,
      error,
      pageAlso,
      pageAlsoCount: alsoCount,
      filters: applied,
      limit,
    }),
    [
      pageItems,
      pageAlso,
      alsoCount,
      pageFilters,
      page,
      pageTotal,
      total,
      search,
      fetched,
      error,
      applied,
      limit,
    ],
  )
  const query = toQueryString(applied)
  const found = useFoundProducts(input, query)
  const view = useMemo(() => toListingView(input, found), [input, found])
  // A later page shows the published list without filtering.
  const candidates = useMemo(
    () =>
      found?.candidates ?? search?.entries.filter((entry) => inCategory(entry, filters.category)),
    [found, search, filters.category],
  )

  const shouldIndex = open && needsSearchIndex(input)
  useEffect(() => {
    if (shouldIndex) void loadSearch(query)
  }, [shouldIndex, query])

  const missing =
    large && view.kind === 'grid'
      ? [...view.list, ...view.also].flatMap(({ slug, item }) => (item ? [] : [slug])).join()
      : ''
  useEffect(() => {
    if (missing !== '') void loadCards(missing.split(','))
  }, [missing])

  const retry = useCallback(() => {
    if (search === null) void loadSearch(query)
    if (missing !== '') void loadCards(missing.split(','))
    else if (!large && error !== null) void retryProducts()
  }, [search, query, missing, large, error])

  return {
    /** Whether the page is hydrated, and its address read. */
    open,
    /** Chosen filters. */
    filters,
    /** Filters that the list shows: `filters`, once the frame of their press is painted. */
    applied,
    /** `applied` as the query of an address. */
    query,
    /** Whether the applied filters are those of the static page. */
    isStatic: query === toQueryString(pageFilters),
    limit,
    pressed,
    search,
    view,
    candidates,
    retry,
  }
}

/** Filters the catalogue again only if its inputs have changed. */
function useFoundProducts(input: ListingInput, query: string): MatchingProducts | null {
  const { fetched, search } = input
  const cards = isLarge(input) ? undefined : fetched
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rest of the input follows from these
  return useMemo(() => findProducts(input), [cards, search, query])
}
