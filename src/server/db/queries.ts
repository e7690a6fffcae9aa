import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Database } from './schema.ts'

/** @returns the PostgreSQL schema of the shop's tables; undefined on SQLite. */
export async function findCurrentSchema(db: Kysely<Database>): Promise<string | undefined> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return undefined
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db)
  return rows[0]?.name
}

/** @returns the names of the migrations that this database has; none before the first. */
export async function listExecutedMigrations(
  db: Kysely<Database>,
  schema: string | undefined,
): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  const own = tables.filter((table) => schema === undefined || table.schema === schema)
  if (!own.some((table) => table.name === 'kysely_migration')) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.map((row) => row.name)
}
