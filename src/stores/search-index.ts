import { atom } from 'nanostores'
import { RETRY_DELAY_MS } from '#src/api-client/call.ts'
import { CALL_TIMEOUT_MS, MAX_RETRIES } from '#src/rules/constants.ts'
import { isRecord } from '#src/rules/is-record.ts'
import { searchIndexPath } from '#src/rules/paths.ts'
import type { CatalogSearch } from '#src/rules/search/search.ts'
import type { PackedIndex, SearchIndex } from '#src/rules/search/search-index.ts'
import { untilIdle, yieldToMain } from '#src/rules/yield-to-main.ts'

/** The search of the listing, once loaded; null where it could not be. */
export const $search = atom<CatalogSearch | null | undefined>()

const isPackedIndex = (value: unknown): value is PackedIndex =>
  isRecord(value) && typeof value['slug'] === 'string' && typeof value['titleWords'] === 'string'

const loadRules = () => import('#src/rules/search/search.ts').catch(() => null)

/** Fetches JSON, twice in all like every failing query; null without an answer. */
async function fetchJson(url: string, retries = MAX_RETRIES): Promise<unknown> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) })
    if (response.ok) return await response.json()
  } catch {
    // There is no answer that can be read.
  }
  if (retries === 0) return null
  await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS))
  return fetchJson(url, retries - 1)
}

/** Both attempts end within the time of a call. */
const FETCH_TIMEOUT_MS = (CALL_TIMEOUT_MS - RETRY_DELAY_MS) / 2

/** An index, or the address where a large catalogue is searched; null where there is neither. */
async function fetchIndex(url: string): Promise<SearchIndex | string | null> {
  const loading = loadRules()
  const answer = await fetchJson(url)
  if (isRecord(answer) && typeof answer['searchUrl'] === 'string') return answer['searchUrl']
  const rules = await loading
  if (!rules || !isPackedIndex(answer)) return null
  // Read, opened and searched in tasks of their own.
  await yieldToMain()
  const index = rules.unpackIndex(answer)
  void prepare(rules.prepareSearch(index))
  return index
}

/** What the next searches need is made while nothing else runs; one that comes before makes it itself. */
async function prepare(parts: Iterable<void>): Promise<void> {
  await untilIdle()
  for (const _ of parts) await untilIdle()
}

let published: ReturnType<typeof fetchIndex> | undefined

/**
 * Fetches the published index once; again after a failure. That of a large catalogue is the address
 * of the API, which answers with the index of what `query` may find.
 * @param query of the API's `/products/search`; empty where nothing is searched yet.
 */
export async function fetchSearchIndex(query: string): Promise<SearchIndex | null> {
  published ??= fetchIndex(searchIndexPath)
  const index = await published
  if (index === null) published = undefined
  if (typeof index !== 'string') return index
  const found = query && (await fetchIndex(`${index}?${query}`))
  return typeof found === 'string' ? null : found
}

/** The filters of the search, loaded or loading. */
const $filters = atom<string | undefined>()

/** Loads the search for these filters, which are a query of the listing. */
export async function loadSearch(filters: string): Promise<void> {
  // The index of other filters has a part of the catalogue.
  const isOther = $filters.get() !== filters && $search.get()?.index.total !== undefined
  if (isOther || $search.get() === null) $search.set(undefined)
  $filters.set(filters)
  const index = await fetchSearchIndex(`filters=${encodeURIComponent(filters)}`)
  const { openSearch } = (await loadRules()) ?? {}
  const search = index && openSearch?.(index)
  await yieldToMain()
  if ($filters.get() === filters) $search.set(search ?? null)
}
