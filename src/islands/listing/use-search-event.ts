import { useEffect } from 'react'
import type { Filters } from '#src/rules/listing/listing.ts'

/** Time after which results count as seen, in ms. */
const SETTLED_MS = 1_000

/**
 * Reports a search without filters to the shop.
 * @param results number of found products; undefined until it is known.
 */
export function useSearchEvent(filters: Filters, results: number | undefined): void {
  useEffect(() => {
    if (filters.search === '' || results === undefined) return
    const send = () =>
      import('./send-search.ts').then(({ sendSearch }) => sendSearch(filters, results))
    const timer = setTimeout(() => void send().catch(() => undefined), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [filters, results])
}
