import { persistentAtom } from '@nanostores/persistent'
import type { WritableAtom } from 'nanostores'
import { MAX_SEARCH_LENGTH } from '#src/rules/constants.ts'
import { defineKey, RECENT_SEARCHES_KEY } from './storage.ts'

// Searches and opened products of a visitor, on this device and in all its tabs. They are sent nowhere. Logout removes
// only the products.

const MAX_SEARCHES = 5
const MAX_PRODUCTS = 6

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MAX_SEARCH_LENGTH

const options = {
  // The first value takes no room: a store that is mounted after a write that failed goes back to it.
  encode: (terms: string[]) => (terms.length > 0 ? JSON.stringify(terms) : undefined),
  decode(text: string): string[] {
    try {
      const value: unknown = JSON.parse(text)
      return Array.isArray(value) ? value.filter(isText) : []
    } catch {
      return []
    }
  },
}

/** The last search terms, newest first. */
export const $recentSearches = persistentAtom<string[]>(RECENT_SEARCHES_KEY, [], options)

const PRODUCTS_KEY = defineKey('kairavi-viewed', 'until logout')

/** Slugs of the products that were opened last, newest first. */
export const $recentProducts = persistentAtom<string[]>(PRODUCTS_KEY, [], {
  encode: (slugs) => slugs.join() || undefined,
  decode: (text) => text.split(',').filter(isText),
})

function putFirst($list: WritableAtom<string[]>, value: string, most: number): void {
  try {
    $list.set([value, ...$list.get().filter((known) => known !== value)].slice(0, most))
  } catch {
    // Storage is full: nothing is kept.
  }
}

export const addRecentProduct = (slug: string): void =>
  putFirst($recentProducts, slug, MAX_PRODUCTS)

export function addRecentSearch(term: string): void {
  if (isText(term)) putFirst($recentSearches, term, MAX_SEARCHES)
}

export function clearRecent(): void {
  $recentSearches.set([])
  $recentProducts.set([])
}
