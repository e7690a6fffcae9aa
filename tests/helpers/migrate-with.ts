import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { OpenDatabase } from '#src/server/db/open-database.ts'

/** Runs the given migrations as the release that had no later ones. */
export async function migrateWith(
  { db, engine }: OpenDatabase,
  migrations: Record<string, Migration>,
): Promise<void> {
  const { rows } =
    engine === 'postgres'
      ? await sql<{ name: string }>`select current_schema() as name`.execute(db)
      : { rows: [] }
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    ...(rows[0] && { migrationTableSchema: rows[0].name }),
  }).migrateToLatest()
  if (error) throw error
}
