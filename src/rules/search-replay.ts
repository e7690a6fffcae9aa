import type { SearchReplay } from '#src/contract/content-api.ts'
import type { SearchIndex } from './search.ts'
import { findPieces } from './suggestions.ts'

type Change = SearchReplay['changes'][number]

/** Products that are compared and shown. */
const FIRST = 4

function find(index: SearchIndex, query: string): Change['before'] {
  const pieces = findPieces(index, query)
  return { count: pieces.length, first: pieces.slice(0, FIRST).map(({ slug }) => slug) }
}

/** What a query finds in two indexes; null where that is the same. */
export function compareSearch(
  before: SearchIndex,
  after: SearchIndex,
  search: Pick<Change, 'query' | 'searches'>,
): Change | null {
  const change = { ...search, before: find(before, search.query), after: find(after, search.query) }
  return JSON.stringify(change.before) === JSON.stringify(change.after) ? null : change
}

export const findsNothingNow = ({ before, after }: Change): boolean =>
  before.count > 0 && after.count === 0

/** Those that find nothing any more first, then the most frequent. */
export const sortChanges = (changes: Change[]): Change[] =>
  changes.toSorted(
    (a, b) =>
      Number(findsNothingNow(b)) - Number(findsNothingNow(a)) ||
      b.searches - a.searches ||
      a.query.localeCompare(b.query),
  )
