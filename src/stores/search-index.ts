import { atom } from 'nanostores'
import { RETRY_DELAY_MS } from '#src/api-client/call.ts'
import { CALL_TIMEOUT_MS, MAX_RETRIES } from '#src/rules/constants.ts'
import { isRecord } from '#src/rules/is-record.ts'
import { searchIndexPath } from '#src/rules/paths.ts'
import type { CatalogSearch } from '#src/rules/search/search.ts'
import type { PackedIndex, SearchIndex } from '#src/rules/search/search-index.ts'
import { untilIdle, yieldToMain } from '#src/rules/yield-to-main.ts'

/** The search of the listing, once loaded; null if it could not be. */
export const $search = atom<CatalogSearch | null | undefined>()

const isPackedIndex = (value: unknown): value is PackedIndex =>
  isRecord(value) && typeof value['slug'] === 'string' && typeof value['titleWords'] === 'string'

const loadRules = () => import('#src/rules/search/search.ts').catch(() => null)

/** Fetches JSON, twice in all like every failing query; null without an answer. */
async function fetchJson(url: string, retries = MAX_RETRIES): Promise<unknown> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) })
    if (url === searchIndexPath) etag = response.headers.get('etag')
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

/** An index, or the address of the search of a large catalogue; null if there is neither. */
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

/** Prepares the next searches while nothing else runs. An earlier search prepares itself. */
async function prepare(parts: Iterable<void>): Promise<void> {
  await untilIdle()
  for (const _ of parts) await untilIdle()
}

let published: ReturnType<typeof fetchIndex> | undefined
/** The entity tag of the published index, and when the tab last asked for it. */
let etag: string | null = null
let checkedAt = 0

/** A tab may be open for hours. After this time it asks again whether the published index has changed. */
const RECHECK_MS = 5_000
/** Without an answer in this time, the search goes on with the index that the tab has. */
const RECHECK_TIMEOUT_MS = 1_000

/** Returns the index that is published now: the former one if its entity tag is the same. */
async function recheck(former: ReturnType<typeof fetchIndex>): ReturnType<typeof fetchIndex> {
  const signal = AbortSignal.timeout(RECHECK_TIMEOUT_MS)
  const head = await fetch(searchIndexPath, { method: 'HEAD', signal }).catch(() => undefined)
  const isCurrent = !head?.ok || head.headers.get('etag') === etag
  return (isCurrent ? null : await fetchIndex(searchIndexPath).catch(() => null)) ?? former
}

/**
 * Fetches the published index; again after a failure, or if it has changed. For a large catalogue it is the address
 * of the API, which answers with the index of what `query` may find.
 * @param query of the API's `/products/search`; empty if nothing is searched yet.
 */
export async function fetchSearchIndex(query: string): Promise<SearchIndex | null> {
  const now = performance.now()
  if (now - checkedAt > RECHECK_MS) {
    checkedAt = now
    published &&= recheck(published)
  }
  // An index that cannot be unpacked counts as missing.
  published ??= fetchIndex(searchIndexPath).catch(() => null)
  const index = await published
  if (index === null) published = undefined
  if (typeof index !== 'string') return index
  const found = query && (await fetchIndex(`${index}?${query}`).catch(() => null))
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
