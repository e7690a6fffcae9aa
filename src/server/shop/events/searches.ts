import type { CountedSearch } from '#src/contract/figures.ts'
import { DAY_MS, SEARCHES_DAYS } from '#src/rules/constants.ts'
import { toIndianDay } from '#src/rules/dates.ts'
import type { Deps } from '../../core/deps.ts'
import { giveTurns } from '../../core/turns.ts'
import * as queries from './queries.ts'

const LISTED = 50

/** Most frequent queries that are replayed, beside those without results. */
const REPLAYED = 200

/** What was searched for in 30 days. A day is one statement: other requests have a turn after each. */
async function readDays({ db, now }: Deps) {
  const today = now()
  const byQuery = new Map<string, CountedSearch>()
  let [total, fullDays] = [0, 0]
  for (let ago = 0; ago < SEARCHES_DAYS; ago++) {
    const rows = await queries.listSearchesOfDay(db, toIndianDay(today - ago * DAY_MS))
    for (const { query, searches, without_results } of rows) {
      const known = byQuery.get(query)
      byQuery.set(query, {
        query,
        searches: (known?.searches ?? 0) + searches,
        withoutResults: (known?.withoutResults ?? 0) + without_results,
      })
      total += searches
    }
    if (rows.length >= queries.MAX_QUERIES_PER_DAY) fullDays++
    await giveTurns()
  }
  const list = (by: 'searches' | 'withoutResults', limit: number): CountedSearch[] =>
    takeFirst(
      byQuery.values().filter((counted) => counted[by] > 0),
      limit,
      (a, b) => b[by] - a[by] || (a.query < b.query ? -1 : 1),
    )
  return { list, total, fullDays }
}

/** What a sort has first. Most of many values are compared once. */
function takeFirst<Value>(
  values: Iterable<Value>,
  limit: number,
  compare: (a: Value, b: Value) => number,
): Value[] {
  let first: Value[] = []
  /** Set once there are as many that come before it. */
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

/** The most frequent queries of 30 days, and those without results that editors see. */
export async function listReplayedSearches(deps: Deps): Promise<CountedSearch[]> {
  const { list } = await readDays(deps)
  const all = [...list('searches', REPLAYED), ...list('withoutResults', LISTED)]
  return [...new Map(all.map((search) => [search.query, search])).values()]
}

/** What was searched for in 30 days. */
export async function readSearches(deps: Deps) {
  const { list, total, fullDays } = await readDays(deps)
  const [withoutResults, frequent] = [list('withoutResults', LISTED), list('searches', LISTED)]
  return { withoutResults, frequent, total, fullDays }
}
