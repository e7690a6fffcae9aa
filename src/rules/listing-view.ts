import type { ListingItem } from '#src/contract/catalog.ts'
import { applyFilters, type Filters, toQueryString } from './listing.ts'

interface ListingInput {
  /** Products of the static page. */
  pageItems: ListingItem[]
  /** Number of products in the catalogue when the page was built. */
  total: number
  /** The API's current list, once fetched. */
  fetched: ListingItem[] | undefined
  /** Why the fetch failed. */
  error: string | null
  filters: Filters
  /** Maximum number of products to show. */
  limit: number
}

/** One of the four states of the listing (spec §2, /shop). */
export type ListingView =
  | { kind: 'loading' }
  | { kind: 'error'; message: string }
  | { kind: 'empty' }
  | {
      kind: 'grid'
      items: ListingItem[]
      /** Number of products found, shown or not. */
      count: number
      /** True for the static page, whose neighbours are documents with their own URL. */
      paged: boolean
      /** Why the list may be out of date. */
      warning: string | null
    }

export const isFiltered = (filters: Filters): boolean => toQueryString(filters) !== ''

/** False only for an unfiltered page of several, which is shown as it was built. */
export const needsFetch = ({
  pageItems,
  total,
  filters,
}: Pick<ListingInput, 'pageItems' | 'total' | 'filters'>) =>
  pageItems.length === total || isFiltered(filters)

/**
 * The state of the listing. A static page with the whole catalogue is shown until the API's list
 * replaces it; when the fetch fails, the page stays with a warning.
 */
export function toListingView(input: ListingInput): ListingView {
  const { pageItems, total, fetched, error, filters, limit } = input
  const complete = pageItems.length === total
  if (!complete && !isFiltered(filters))
    return { kind: 'grid', items: pageItems, count: total, paged: true, warning: null }
  const all = fetched ?? (complete ? pageItems : undefined)
  if (!all) return error === null ? { kind: 'loading' } : { kind: 'error', message: error }
  const found = applyFilters(all, filters)
  if (found.length === 0)
    return error === null ? { kind: 'empty' } : { kind: 'error', message: error }
  const items = found.slice(0, limit)
  return { kind: 'grid', items, count: found.length, paged: false, warning: error }
}
