import { type Kysely, PostgresAdapter, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { StartupError } from '../startup-error.ts'
import * as shop from './migrations/0001-shop.ts'
import * as splitCounter from './migrations/0002-split-counter.ts'
import type { Database } from './schema.ts'

/** Every migration in its order. Never edited after release; there is no way down. */
const migrations: Record<string, Migration> = {
  '0001-shop': { up: shop.up },
  '0002-split-counter': { up: splitCounter.up },
}

/**
 * Brings the database to the schema this code knows.
 * @returns names of the migrations that ran now.
 * @throws StartupError when the database is of a newer schema, or a migration fails.
 */
export async function migrate(db: Kysely<Database>): Promise<string[]> {
  const schema = await ownSchema(db)
  await refuseNewer(db, schema)
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    ...(schema === undefined ? {} : { migrationTableSchema: schema }),
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new StartupError(`The database could not be brought up to date: ${why}.`, {
      cause: error,
    })
  }
  return (results ?? []).map((result) => result.migrationName)
}

/** The schema that PostgreSQL keeps our tables in, of which a server may have many. */
async function ownSchema(db: Kysely<Database>): Promise<string | undefined> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return undefined
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db)
  return rows[0]?.name
}

async function refuseNewer(db: Kysely<Database>, schema: string | undefined): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  const ours = tables.filter((table) => schema === undefined || table.schema === schema)
  if (!ours.some((table) => table.name === 'kysely_migration')) return
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const unknown = rows.map((row) => row.name).find((name) => !(name in migrations))
  if (unknown)
    throw new StartupError(
      `The database is of a newer schema (it has "${unknown}"): run the version of the shop that made it, or give this one another database.`,
    )
}
