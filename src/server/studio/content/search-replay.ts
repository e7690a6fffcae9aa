import type { SearchReplay } from '#src/contract/content-api.ts'
import type { SearchIndex } from '#src/rules/search/search-index.ts'
import { compareSearch, findFirst, sortChanges } from '#src/rules/search/search-replay.ts'
import { readSavedSearchRules } from '../../core/content/read-content.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { getSearch } from '../../shop/catalog/search.ts'
import { listReplayedSearches } from '../../shop/events/searches.ts'
import { checkContent } from '../save/save-content.ts'

const RECORDS = ['search-synonyms', 'search-pins']

/** After this time, the rest is not compared. */
const MAX_REPLAY_MS = 5_000

/** The latest replay of each editor and record: a form asks again while its words are typed. */
const latestReplays = new Map<string, object>()

/** What queries find in the index of the shop, which every replay compares with. */
const firstFinds = new WeakMap<SearchIndex, Map<string, ReturnType<typeof findFirst>>>()

function findNow(index: SearchIndex, query: string): ReturnType<typeof findFirst> {
  const known = firstFinds.get(index) ?? new Map()
  firstFinds.set(index, known)
  const first = known.get(query) ?? findFirst(index, query)
  known.set(query, first)
  return first
}

/** What a record of the search that is not saved changes for the queries of 30 days. */
export async function replaySearches(
  deps: Deps,
  id: string,
  input: Record<string, unknown>,
  editorId: string,
): Promise<SearchReplay> {
  if (!RECORDS.includes(id)) throw new HttpError(404, 'The search has no such record.')
  const [key, own] = [`${editorId} ${id}`, {}]
  latestReplays.set(key, own)
  const body = await checkContent(deps.db, id, input)
  const rules = await readSavedSearchRules(deps.db, { id, body })
  const queries = await listReplayedSearches(deps)
  const search = getSearch(deps)
  const end = performance.now() + MAX_REPLAY_MS
  let edited: { of: SearchIndex; index: SearchIndex } | undefined
  const changes: SearchReplay['changes'] = []
  let compared = 0
  for (const query of queries) {
    if (performance.now() > end || latestReplays.get(key) !== own) break
    // One at a time: searches of shoppers have turns between them.
    const change = await search((index) => {
      if (edited?.of !== index) edited = { of: index, index: { ...index, rules } }
      return compareSearch(findNow(index, query.query), edited.index, query)
    })
    if (change) changes.push(change)
    compared += 1
  }
  if (latestReplays.get(key) === own) latestReplays.delete(key)
  return { compared, total: queries.length, changes: sortChanges(changes) }
}
