import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')

/** Kysely's query builders, and its `sql` template tag. */
const SQL =
  /\.(?:selectFrom|insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\(|\bsql(?:<[^`]*>)?`/

/** `queries.ts` and `<feature>-queries.ts`; migrations, and the code that runs them. */
const MAY_HAVE_SQL =
  /\/(?:[\w-]+-)?queries\.ts$|^src\/server\/db\/(?:migrations\/|(?:former-)?migrat(?:e|ions)\.ts$)/

const files = globSync('src/{server,run,publish,catalog}/**/*.ts', { cwd: root }).toSorted()
const hasSql = (file: string) => SQL.test(readFileSync(join(root, file), 'utf8'))

test('SQL is in queries.ts files and migrations only', () => {
  const withSql = files.filter(hasSql)
  expect(withSql.length).toBeGreaterThan(5)
  expect(withSql.filter((file) => !MAY_HAVE_SQL.test(file))).toEqual([])
})
