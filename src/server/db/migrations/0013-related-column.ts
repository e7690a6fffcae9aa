import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * Adds the slugs of related products as a column on PostgreSQL, which would parse the whole `detail`
 * of every product to find links that are broken. SQLite does so fast enough.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
  await sql`alter table product add column related json not null
    generated always as (coalesce(detail::json -> 'related', '[]'::json)) stored`.execute(db)
}
