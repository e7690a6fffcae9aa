import { DAY_MS, SEARCHES_DAYS } from '#src/rules/constants.ts'
import { toIndianDay } from '#src/rules/dates.ts'
import type { Deps } from '../deps.ts'
import * as queries from './queries.ts'

/** Different searches of one day; so a script cannot fill the table. */
export const MAX_QUERIES_PER_DAY = 5_000

const LISTED = 50

/** What was searched for in 30 days. */
export async function readSearches({ db, now }: Deps) {
  const since = toIndianDay(now() - (SEARCHES_DAYS - 1) * DAY_MS)
  const list = async (by: 'searches' | 'without_results') =>
    (await queries.listSearches(db, { since, limit: LISTED, by })).map((row) => ({
      query: row.query,
      searches: Number(row.searches),
      withoutResults: Number(row.without_results),
    }))
  const days = await queries.listSearchDays(db, since)
  return {
    withoutResults: await list('without_results'),
    frequent: await list('searches'),
    total: days.reduce((sum, { searches }) => sum + Number(searches), 0),
    fullDays: days.filter(({ queries: count }) => Number(count) >= MAX_QUERIES_PER_DAY).length,
  }
}
