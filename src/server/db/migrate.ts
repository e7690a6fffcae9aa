import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import * as shop from './migrations/0001-shop.ts'
import { CannotStart } from './open.ts'
import type { Database } from './schema.ts'

/** Every migration in its order. Never edited after release; there is no way down. */
const migrations: Record<string, Migration> = { '0001-shop': { up: shop.up } }

/**
 * Brings the database to the schema this code knows.
 * @returns names of the migrations that ran now.
 * @throws CannotStart when the database is of a newer schema, or a migration fails.
 */
export async function migrate(db: Kysely<Database>): Promise<string[]> {
  await refuseNewer(db)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results } = await migrator.migrateToLatest()
  if (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new CannotStart(`The database could not be brought up to date: ${why}.`, { cause: error })
  }
  return (results ?? []).map((result) => result.migrationName)
}

async function refuseNewer(db: Kysely<Database>): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === 'kysely_migration')) return
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const unknown = rows.map((row) => row.name).find((name) => !(name in migrations))
  if (unknown)
    throw new CannotStart(
      `The database is of a newer schema (it has "${unknown}"): run the version of the shop that made it, or give this one another database.`,
    )
}
