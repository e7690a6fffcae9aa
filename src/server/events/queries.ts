import { countRows } from '../db/row-counts.ts'
import type { PageViewCountRow, SearchCountRow, WebVitalCountRow } from '../db/schema.ts'
import type { Db } from '../deps.ts'

export async function addPageView(
  db: Db,
  { day, path }: Pick<PageViewCountRow, 'day' | 'path'>,
): Promise<void> {
  await db
    .insertInto('page_view_count')
    .values({ day, path, views: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'path'])
        .doUpdateSet((row) => ({ views: row('page_view_count.views', '+', 1) })),
    )
    .execute()
}

/** The key of the compiled site whose release is live; undefined when it is not known. */
export async function findLiveCompiled(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('publish_result')
    .innerJoin('release', 'release.id', 'publish_result.release')
    .select('release.compiled')
    .executeTakeFirst()
  return row?.compiled
}

/** Counts one visit for each row. */
export const addWebVitals = (db: Db, rows: Omit<WebVitalCountRow, 'visits'>[]) =>
  db
    .insertInto('web_vital_count')
    .values(rows.map((row) => ({ ...row, visits: 1 })))
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'page_kind', 'build', 'metric', 'bucket'])
        .doUpdateSet((row) => ({ visits: row('web_vital_count.visits', '+', 1) })),
    )
    .execute()

/** @returns the counts of each kind of page and metric in all days from `since`. */
export const listWebVitals = (db: Db, since: string) =>
  db
    .selectFrom('web_vital_count')
    .select((eb) => ['page_kind', 'metric', 'bucket', eb.fn.sum<number>('visits').as('visits')])
    .where('day', '>=', since)
    .groupBy(['page_kind', 'metric', 'bucket'])
    .execute()

export const listWebVitalsByBuild = (db: Db, since: string) =>
  db
    .selectFrom('web_vital_count')
    .select((eb) => [
      'build',
      'page_kind',
      'metric',
      'bucket',
      eb.fn.sum<number>('visits').as('visits'),
      eb.fn.min('day').as('since'),
    ])
    .where('day', '>=', since)
    .groupBy(['build', 'page_kind', 'metric', 'bucket'])
    .execute()

/** @returns when a release of each compiled site was first published. */
export const listFirstPublished = (db: Db) =>
  db
    .selectFrom('release')
    .select((eb) => ['compiled', eb.fn.min('published_at').as('published_at')])
    .groupBy('compiled')
    .execute()

/** Counts a search. @returns false when it is new and the day has `maxQueries` different ones. */
export async function addSearch(
  db: Db,
  row: Omit<SearchCountRow, 'searches'>,
  maxQueries: number,
): Promise<boolean> {
  const { day, query, without_results } = row
  const { numUpdatedRows } = await db
    .updateTable('search_count')
    .set((eb) => ({
      searches: eb('searches', '+', 1),
      without_results: eb('without_results', '+', without_results),
    }))
    .where('day', '=', day)
    .where('query', '=', query)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return true
  if ((await countRows(db.selectFrom('search_count').where('day', '=', day))) >= maxQueries)
    return false
  await db
    .insertInto('search_count')
    .values({ ...row, searches: 1 })
    // Another request may have inserted it since.
    .onConflict((conflict) =>
      conflict.columns(['day', 'query']).doUpdateSet((eb) => ({
        searches: eb('search_count.searches', '+', 1),
        without_results: eb('search_count.without_results', '+', without_results),
      })),
    )
    .execute()
  return true
}

/** @returns the searches from `since`, the most frequent first. */
export const listSearches = (
  db: Db,
  { since, limit, by }: { since: string; limit: number; by: 'searches' | 'without_results' },
) =>
  db
    .selectFrom('search_count')
    .select((eb) => [
      'query',
      eb.fn.sum<number>('searches').as('searches'),
      eb.fn.sum<number>('without_results').as('without_results'),
    ])
    .where('day', '>=', since)
    .groupBy('query')
    .having((eb) => eb.fn.sum(by), '>', 0)
    .orderBy((eb) => eb.fn.sum(by), 'desc')
    .orderBy('query')
    .limit(limit)
    .execute()

export const listSearchDays = (db: Db, since: string) =>
  db
    .selectFrom('search_count')
    .select((eb) => [
      'day',
      eb.fn.sum<number>('searches').as('searches'),
      eb.fn.countAll<number>().as('queries'),
    ])
    .where('day', '>=', since)
    .groupBy('day')
    .execute()
