import { PUBLIC_API_URL } from 'astro:env/client'
import type { SearchEventRequest } from '#src/contract/figures.ts'
import { sendEvent } from '#src/page-scripts/every-page.ts'
import { type Filters, NO_FILTERS, toQueryString } from '#src/rules/listing/listing.ts'

const sent = new Set<string>()

/** Reports a search without filters, once for each opened page. */
export function sendSearch(filters: Filters, results: number): void {
  const query = filters.search
  const isSearchOnly = toQueryString(filters) === toQueryString({ ...NO_FILTERS, search: query })
  if (!isSearchOnly || sent.has(query)) return
  sent.add(query)
  const event: SearchEventRequest = { query, results }
  sendEvent(`${PUBLIC_API_URL}/events/search`, event)
}
