import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Database, Db } from './schema.ts'

export const isPostgres = (db: Db): boolean => db.getExecutor().adapter instanceof PostgresAdapter

/** @returns the PostgreSQL schema of the shop's tables; undefined on SQLite. */
export async function findCurrentSchema(db: Kysely<Database>): Promise<string | undefined> {
  if (!isPostgres(db)) return undefined
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db)
  return rows[0]?.name
}

/** @returns the names of the migrations that this database has, ordered; none if it has no tables yet. */
export async function listExecutedMigrations(db: Db): Promise<string[]> {
  const { rows: tables } = await (isPostgres(db)
    ? sql`select 1 from pg_tables where schemaname = current_schema() and tablename = 'kysely_migration'`
    : sql`select 1 from sqlite_master where type = 'table' and name = 'kysely_migration'`
  ).execute(db)
  if (tables.length === 0) return []
  const { rows } = await sql<{
    name: string
  }>`select name from kysely_migration order by name`.execute(db)
  return rows.map((row) => row.name)
}
