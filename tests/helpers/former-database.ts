import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { OpenDatabase } from '#src/server/core/db/open-database.ts'

const readStatements = (name: string): string[] =>
  readFileSync(new URL(`../fixtures/schema-0039.${name}.sql`, import.meta.url), 'utf8')
    .trim()
    .split(/;\n|;$/)
    .filter(Boolean)

/**
 * Fills an empty database with a small shop of a year, as the version with `0039-unpaid-orders` left it. The last
 * statements of the rows are cases that a generated shop does not have.
 */
export async function createFormerDatabase({ db, engine }: OpenDatabase): Promise<void> {
  for (const statement of [...readStatements(engine), ...readStatements('rows')])
    await sql.raw(statement).execute(db)
}
