import type { SearchReplay } from '#src/contract/content-api.ts'
import { sortChanges } from '#src/editing/search-replay.ts'
import { readSavedSearchRules } from '../../core/content/read-content.ts'
import { inChunks } from '../../core/db/chunks.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { runCatalogTask } from '../../shop/catalog/run-catalog-task.ts'
import { listReplayedSearches } from '../../shop/events/searches.ts'
import { checkContent } from '../save/save-content.ts'

const RECORDS = ['search-synonyms', 'search-pins']

/** Maximum wait for the index of the latest save. */
const MAX_INDEX_WAIT_MS = 10_000

/** Time limit; the remaining queries are not compared. */
const MAX_REPLAY_MS = 5_000

/** Queries between two checks for a newer replay. */
const QUERIES_PER_PART = 10

/** Latest replay of each editor and record. A form asks again while the editor types. */
const latestReplays = new Map<string, object>()

/** Compares search results before and after an unsaved change, for the queries of 30 days. */
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
  // The desk process has no searches of shoppers that would keep its index current.
  await runCatalogTask(deps, 'prepare', { maxWaitMs: MAX_INDEX_WAIT_MS })
  const end = performance.now() + MAX_REPLAY_MS
  const changes: SearchReplay['changes'] = []
  let compared = 0
  for (const part of inChunks(queries, QUERIES_PER_PART)) {
    if (performance.now() > end || latestReplays.get(key) !== own) break
    changes.push(...(await runCatalogTask(deps, 'compare', { rules, queries: part })))
    compared += part.length
  }
  if (latestReplays.get(key) === own) latestReplays.delete(key)
  return { compared, total: queries.length, changes: sortChanges(changes) }
}
