import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { OpenDatabase } from '#src/server/core/db/open-database.ts'

const readStatements = (name: string): string[] =>
  readFileSync(new URL(`../fixtures/version-0.1.0.${name}.sql`, import.meta.url), 'utf8')
    .trim()
    .split(/;\n|;$/)
    .filter(Boolean)

/**
 * Makes the schema of version 0.1.0 in an empty database, by the statements that its migrations ran, with some
 * rows.
 * @param last the migration after which it was interrupted.
 */
export async function createFormerDatabase(
  { db, engine }: OpenDatabase,
  last?: string,
): Promise<void> {
  const statements = readStatements(engine)
  const end = last
    ? statements.findIndex((statement) => statement.includes(`'${last}'`)) + 1
    : undefined
  const rows = last ? [] : readStatements('rows')
  for (const statement of [...statements.slice(0, end), ...rows])
    await sql.raw(statement).execute(db)
}
