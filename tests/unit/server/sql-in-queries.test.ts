import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')

/** Kysely's query builders, and its `sql` template tag. */
const SQL =
  /\.(?:selectFrom|insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\(|\bsql(?:<[^`]*>)?`/

/** `queries.ts` and `<feature>-queries.ts`; migrations, and the code that runs them. */
const MAY_HAVE_SQL = /\/(?:[\w-]+-)?queries\.ts$|^src\/server\/db\/(?:migrations\/|migrate\.ts$)/

const files = globSync('src/{server,run,publish,catalog}/**/*.ts', { cwd: root }).toSorted()
const hasSql = (file: string) => SQL.test(readFileSync(join(root, file), 'utf8'))

describe('SQL', () => {
  test('is in queries.ts files and migrations only', () => {
    expect(files.filter((file) => hasSql(file) && !MAY_HAVE_SQL.test(file))).toEqual([])
  })

  test('is found in every form', () => {
    const forms = [
      "db.selectFrom('user')",
      "db\n  .insertInto('user')",
      'sql`select 1`.execute(db)',
      'sql<{ count: number }>`select 1`.execute(db)',
    ]
    expect(forms.filter((form) => !SQL.test(form))).toEqual([])
    expect(
      files.filter((file) => file.endsWith('queries.ts') && hasSql(file)).length,
    ).toBeGreaterThan(5)
  })
})
