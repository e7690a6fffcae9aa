import { atom } from 'nanostores'
import { searchIndexPath } from '#src/rules/paths.ts'
import type { CatalogSearch, SearchIndex } from '#src/rules/search/search.ts'
import { isRecord } from './storage.ts'

/** The search of the listing, once loaded; null where it could not be. */
export const $search = atom<CatalogSearch | null | undefined>()

const isSearchIndex = (value: unknown): value is SearchIndex =>
  isRecord(value) && Array.isArray(value['slug'])

const fetchJson = (url: string): Promise<unknown> =>
  fetch(url)
    .then((response) => response.json())
    .catch(() => null)

let published: Promise<unknown> | undefined

/**
 * Fetches the published index once; again after a failure. That of a large catalogue is the address
 * of the API, which answers with the index of what `query` may find.
 * @param query of the API's `/products/search`; empty where nothing is searched yet.
 */
export async function fetchSearchIndex(query: string): Promise<SearchIndex | null> {
  published ??= fetchJson(searchIndexPath)
  let index = await published
  const searchUrl = isRecord(index) && index['searchUrl']
  if (searchUrl) index = query && (await fetchJson(`${searchUrl}?${query}`))
  if (isSearchIndex(index)) return index
  if (!searchUrl) published = undefined
  return null
}

/** The filters of the search, loaded or loading. */
const $filters = atom<string | undefined>()

/** Loads the search for these filters, which are a query of the listing. */
export async function loadSearch(filters: string): Promise<void> {
  // The index of other filters has a part of the catalogue.
  if ($filters.get() !== filters && $search.get()?.index.total !== undefined) $search.set(undefined)
  $filters.set(filters)
  const rules = import('#src/rules/search/search.ts').catch(() => null)
  const index = await fetchSearchIndex(`filters=${encodeURIComponent(filters)}`)
  const search = index && (await rules)?.openSearch(index)
  if ($filters.get() === filters) $search.set(search ?? null)
}
