import type { CountedSearch } from '#src/contract/figures.ts'
import { DAY_MS, SEARCHES_DAYS } from '#src/rules/constants.ts'
import { toIndianDay } from '#src/rules/dates.ts'
import type { Deps } from '../deps.ts'
import * as queries from './queries.ts'

const LISTED = 50

/** Most frequent queries that are replayed, beside those without results. */
const REPLAYED = 200

const toFirstDay = (now: number): string => toIndianDay(now - (SEARCHES_DAYS - 1) * DAY_MS)

async function list(
  { db, now }: Deps,
  by: 'searches' | 'without_results',
  limit: number,
): Promise<CountedSearch[]> {
  const rows = await queries.listSearches(db, { since: toFirstDay(now()), limit, by })
  return rows.map((row) => ({
    query: row.query,
    searches: Number(row.searches),
    withoutResults: Number(row.without_results),
  }))
}

/** The most frequent queries of 30 days, and those without results that editors see. */
export async function listReplayedSearches(deps: Deps): Promise<CountedSearch[]> {
  const frequent = await list(deps, 'searches', REPLAYED)
  const without = await list(deps, 'without_results', LISTED)
  return [...new Map([...frequent, ...without].map((one) => [one.query, one])).values()]
}

/** What was searched for in 30 days. */
export async function readSearches(deps: Deps) {
  const days = await queries.listSearchDays(deps.db, toFirstDay(deps.now()))
  return {
    withoutResults: await list(deps, 'without_results', LISTED),
    frequent: await list(deps, 'searches', LISTED),
    total: days.reduce((sum, { searches }) => sum + Number(searches), 0),
    fullDays: days.filter(({ queries: count }) => Number(count) >= queries.MAX_QUERIES_PER_DAY)
      .length,
  }
}
