import { atom } from 'nanostores'
import { searchIndexPath } from '#src/rules/paths.ts'
import type { SearchIndex } from '#src/rules/search.ts'
import { isRecord } from './storage.ts'

/** The search index, once fetched; null where it could not be. */
export const $searchIndex = atom<SearchIndex | null | undefined>()

const isSearchIndex = (value: unknown): value is SearchIndex =>
  isRecord(value) && Array.isArray(value['words']) && Array.isArray(value['slug'])

async function fetchIndex(): Promise<SearchIndex | null> {
  try {
    const index: unknown = await (await fetch(searchIndexPath)).json()
    return isSearchIndex(index) ? index : null
  } catch {
    return null
  }
}

let request: Promise<void> | undefined

/** Fetches the search index once; again after a failure. */
export function loadSearchIndex(): Promise<void> {
  request ??= fetchIndex().then((index) => {
    if (!index) request = undefined
    $searchIndex.set(index)
  })
  return request
}
