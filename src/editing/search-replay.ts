import type { SearchReplay } from '#src/contract/content-api.ts'
import type { SearchIndex } from '#src/rules/search/search-index.ts'
import { findProducts } from '#src/rules/search/suggestions.ts'

type Change = SearchReplay['changes'][number]

/** Products that are compared and shown. */
const FIRST = 4

/** The first results of a query. */
export function findFirst(index: SearchIndex, query: string): Change['before'] {
  const products = findProducts(index, query)
  return { count: products.length, first: products.slice(0, FIRST).map(({ slug }) => slug) }
}

/** The results of a query in another index; null if they are the same. */
export function compareSearch(
  before: Change['before'],
  after: SearchIndex,
  { query, searches }: Pick<Change, 'query' | 'searches'>,
): Change | null {
  const change = { query, searches, before, after: findFirst(after, query) }
  return JSON.stringify(change.before) === JSON.stringify(change.after) ? null : change
}

export const findsNothingNow = ({ before, after }: Change): boolean =>
  before.count > 0 && after.count === 0

/** Queries that no longer find anything first, then the most frequent. */
export const sortChanges = (changes: Change[]): Change[] =>
  changes.toSorted(
    (a, b) =>
      Number(findsNothingNow(b)) - Number(findsNothingNow(a)) ||
      b.searches - a.searches ||
      a.query.localeCompare(b.query),
  )
