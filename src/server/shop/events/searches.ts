import type { CountedSearch } from '#src/contract/figures.ts'
import { DAY_MS, SEARCHES_DAYS } from '#src/rules/constants.ts'
import { toIndianDay } from '#src/rules/dates.ts'
import type { Deps } from '../../core/deps.ts'
import * as queries from './queries.ts'

const LISTED = 50

/** Number of the most frequent queries to replay, in addition to those without results. */
const REPLAYED = 200

/** Sums the searches of 30 days. */
async function readDays({ db, now }: Deps) {
  const today = now()
  const byQuery = new Map<string, CountedSearch>()
  let [total, fullDays] = [0, 0]
  for (let ago = 0; ago < SEARCHES_DAYS; ago++) {
    const rows = await queries.listSearchesOfDay(db, toIndianDay(today - ago * DAY_MS))
    for (const { query, searches, without_results } of rows) {
      const previous = byQuery.get(query)
      byQuery.set(query, {
        query,
        searches: (previous?.searches ?? 0) + searches,
        withoutResults: (previous?.withoutResults ?? 0) + without_results,
      })
      total += searches
    }
    if (rows.length >= queries.MAX_QUERIES_PER_DAY) fullDays++
  }
  const list = (key: 'searches' | 'withoutResults', limit: number): CountedSearch[] =>
    takeFirst(
      byQuery.values().filter((counted) => counted[key] > 0),
      limit,
      (a, b) => b[key] - a[key] || (a.query < b.query ? -1 : 1),
    )
  return { list, total, fullDays }
}

/** Returns the first values of a sort. Most values are compared only once. */
function takeFirst<Value>(
  values: Iterable<Value>,
  limit: number,
  compare: (a: Value, b: Value) => number,
): Value[] {
  let first: Value[] = []
  /** The last of `limit` known values; undefined until there are enough. */
  let last: Value | undefined
  for (const value of values) {
    if (last !== undefined && compare(value, last) > 0) continue
    first.push(value)
    if (first.length < 2 * limit) continue
    first = first.sort(compare).slice(0, limit)
    last = first.at(-1)
  }
  return first.sort(compare).slice(0, limit)
}

/** Lists the most frequent queries of 30 days, and those without results that editors see. */
export async function listReplayedSearches(deps: Deps): Promise<CountedSearch[]> {
  const { list } = await readDays(deps)
  const all = [...list('searches', REPLAYED), ...list('withoutResults', LISTED)]
  return [...new Map(all.map((search) => [search.query, search])).values()]
}

/** Returns the searches of 30 days. */
export async function readSearches(deps: Deps) {
  const { list, total, fullDays } = await readDays(deps)
  const [withoutResults, frequent] = [list('withoutResults', LISTED), list('searches', LISTED)]
  return { withoutResults, frequent, total, fullDays }
}
