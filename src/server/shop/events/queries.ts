import { countRows } from '../../core/db/row-counts.ts'
import type { Db } from '../../core/db/schema.ts'
import type { PageViewCountRow, SearchCountRow, WebVitalCountRow } from './tables.ts'

export const addPageViews = async (db: Db, rows: PageViewCountRow[]): Promise<void> =>
  void (await db
    .insertInto('page_view_count')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['day', 'path']).doUpdateSet((row) => ({
        views: row('page_view_count.views', '+', row.ref('excluded.views')),
      })),
    )
    .execute())

/** Finds the key of the compiled site of the live release. */
export async function findLiveCompiled(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('publish_result')
    .innerJoin('release', 'release.id', 'publish_result.release')
    .select('release.compiled')
    .executeTakeFirst()
  return row?.compiled
}

export const addWebVitals = async (db: Db, rows: WebVitalCountRow[]): Promise<void> =>
  void (await db
    .insertInto('web_vital_count')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['day', 'page_kind', 'build', 'metric', 'bucket']).doUpdateSet((row) => ({
        visits: row('web_vital_count.visits', '+', row.ref('excluded.visits')),
      })),
    )
    .execute())

export const listWebVitalsOfDay = (db: Db, day: string) =>
  db
    .selectFrom('web_vital_count')
    .select(['build', 'page_kind', 'metric', 'bucket', 'visits'])
    .where('day', '=', day)
    .execute()

/** Returns when each compiled site was first published. */
export const listFirstPublished = (db: Db) =>
  db
    .selectFrom('release')
    .select((eb) => ['compiled', eb.fn.min('published_at').as('published_at')])
    .groupBy('compiled')
    .execute()

/** Limit of distinct searches per day, so that a script cannot fill the table. */
export const MAX_QUERIES_PER_DAY = 5_000

/** Counts searches, but no new ones on a day with `MAX_QUERIES_PER_DAY` distinct ones. */
export const addSearches = (db: Db, rows: SearchCountRow[]): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    for (const [day, ofDay] of Map.groupBy(rows, (row) => row.day))
      await addSearchesOfDay(transaction, day, ofDay)
  })

async function addSearchesOfDay(db: Db, day: string, rows: SearchCountRow[]): Promise<void> {
  const ofDay = db.selectFrom('search_count').where('day', '=', day)
  const queries = rows.map(({ query }) => query)
  const found = await ofDay.select('query').where('query', 'in', queries).execute()
  const knownQueries = new Set(found.map(({ query }) => query))
  let remaining = MAX_QUERIES_PER_DAY - (await countRows(ofDay))
  const counted = rows.filter(({ query }) => knownQueries.has(query) || remaining-- > 0)
  if (counted.length === 0) return
  await db
    .insertInto('search_count')
    .values(counted)
    .onConflict((conflict) =>
      conflict.columns(['day', 'query']).doUpdateSet((row) => ({
        searches: row('search_count.searches', '+', row.ref('excluded.searches')),
        without_results: row(
          'search_count.without_results',
          '+',
          row.ref('excluded.without_results'),
        ),
      })),
    )
    .execute()
}

export const listSearchesOfDay = (db: Db, day: string) =>
  db
    .selectFrom('search_count')
    .select(['query', 'searches', 'without_results'])
    .where('day', '=', day)
    .execute()
