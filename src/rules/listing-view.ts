import type { ListingItem } from '#src/contract/catalog.ts'
import { applyFilters, type Filters, toQueryString } from './listing.ts'

interface Known {
  /** The products of the static page. */
  page: ListingItem[]
  /** Products of the whole catalogue when the page was built. */
  total: number
  /** The listing as the API has it now, once it came. */
  fetched: ListingItem[] | undefined
  /** Why it did not come. */
  error: string | null
  filters: Filters
  /** How many of the found products are shown at most. */
  shown: number
}

/** One of the four states of the listing (spec §2, /shop). */
export type ListingView =
  | { kind: 'loading' }
  | { kind: 'error'; message: string }
  | { kind: 'empty' }
  | {
      kind: 'grid'
      items: ListingItem[]
      /** How many were found in all. */
      count: number
      /** The static page stands: other pages of the catalogue are documents of their own. */
      paged: boolean
      /** Why the list may be older than the shop. */
      warning: string | null
    }

export const isFiltered = (filters: Filters): boolean => toQueryString(filters) !== ''

/** True where the static page is not all that is asked for, or may be out of date. */
export const needsFetch = ({ page, total, filters }: Pick<Known, 'page' | 'total' | 'filters'>) =>
  page.length === total || isFiltered(filters)

/**
 * What the listing shows. The static page is the first answer wherever it holds all that is asked
 * for; the API's list replaces it when it comes, and a failure is told above what is known.
 */
export function toListingView({ page, total, fetched, error, filters, shown }: Known): ListingView {
  const complete = page.length === total
  if (!complete && !isFiltered(filters))
    return { kind: 'grid', items: page, count: total, paged: true, warning: null }
  const all = fetched ?? (complete ? page : undefined)
  if (!all) return error === null ? { kind: 'loading' } : { kind: 'error', message: error }
  const found = applyFilters(all, filters)
  if (found.length === 0)
    return error === null ? { kind: 'empty' } : { kind: 'error', message: error }
  const items = found.slice(0, shown)
  return { kind: 'grid', items, count: found.length, paged: false, warning: error }
}
