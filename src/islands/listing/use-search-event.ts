import { useEffect } from 'react'
import { type Filters, NO_FILTERS, toQueryString } from '#src/rules/listing.ts'

/** Time for which results stand before they count as seen, in ms. */
const SETTLED_MS = 1_000

/**
 * Reports a search without filters to the shop.
 * @param results number of products that it found; undefined while that is not known.
 */
export function useSearchEvent(filters: Filters, results: number | undefined): void {
  const { search } = filters
  const isSearchOnly =
    search !== '' && toQueryString(filters) === toQueryString({ ...NO_FILTERS, search })
  const settled = isSearchOnly ? results : undefined
  useEffect(() => {
    if (settled === undefined) return
    const timer = setTimeout(async () => {
      const { sendSearch } = await import('#src/page-scripts/search-event.ts')
      sendSearch(search, settled)
    }, SETTLED_MS)
    return () => clearTimeout(timer)
  }, [search, settled])
}
