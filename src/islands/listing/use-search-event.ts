import { PUBLIC_API_URL } from 'astro:env/client'
import { useEffect } from 'react'
import type { SearchEventRequest } from '#src/contract/figures.ts'
import { type Filters, NO_FILTERS, toQueryString } from '#src/rules/listing/listing.ts'

/** Time for which results stand before they count as seen, in ms. */
const SETTLED_MS = 1_000

const sent = new Set<string>()

/** Once for each page that is opened. */
async function sendSearch(event: SearchEventRequest): Promise<void> {
  if (sent.has(event.query)) return
  sent.add(event.query)
  const { sendEvent } = await import('#src/page-scripts/every-page.ts')
  sendEvent(`${PUBLIC_API_URL}/events/search`, event)
}

/**
 * Reports a search without filters to the shop.
 * @param results number of products that it found; undefined while that is not known.
 */
export function useSearchEvent(filters: Filters, results: number | undefined): void {
  const { search: query } = filters
  const isSearchOnly =
    query !== '' && toQueryString(filters) === toQueryString({ ...NO_FILTERS, search: query })
  const settled = isSearchOnly ? results : undefined
  useEffect(() => {
    if (settled === undefined) return
    const timer = setTimeout(() => void sendSearch({ query, results: settled }), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [query, settled])
}
