import { PUBLIC_API_URL } from 'astro:env/client'
import type { SearchEventRequest } from '#src/contract/figures.ts'
import { sendEvent } from './beacon.ts'

const sent = new Set<string>()

/** Reports a search and the number of products that it found, once for each page that is opened. */
export function sendSearch(query: string, results: number): void {
  if (sent.has(query)) return
  sent.add(query)
  const event: SearchEventRequest = { query, results }
  sendEvent(`${PUBLIC_API_URL}/events/search`, event)
}
