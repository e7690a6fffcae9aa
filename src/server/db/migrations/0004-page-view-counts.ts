import { type Kysely, sql } from 'kysely'

const DAY_MS = 86_400_000
const MAX_PATH_LENGTH = 200

/** Replaces one row per page view by one count per day and path; the views so far are counted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('page_view_count')
    .addColumn('day', 'text', (col) => col.notNull())
    .addColumn('path', 'text', (col) => col.notNull())
    .addColumn('views', 'integer', (col) => col.notNull())
    .addPrimaryKeyConstraint('page_view_count_once', ['day', 'path'])
    .execute()
  const { rows } = await sql<{ day: number; url: string; views: number }>`
    select created_at / ${sql.lit(DAY_MS)} as day, url, count(*) as views from page_view
    where length(url) <= 2000 group by 1, 2`.execute(db)
  for (const { day, url, views } of rows) {
    const date = new Date(Number(day) * DAY_MS).toISOString().slice(0, 10)
    const path = URL.parse(url)?.pathname ?? '/404'
    if (path.length <= MAX_PATH_LENGTH)
      await sql`insert into page_view_count (day, path, views) values (${date}, ${path}, ${views})
        on conflict (day, path) do update
        set views = page_view_count.views + excluded.views`.execute(db)
  }
  await db.schema.dropTable('page_view').execute()
}
