import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { tryUpgrade } from '#src/run/try-upgrade.ts'
import { upgradeDatabase } from '#src/server/core/backup/upgrade.ts'
import { migrate, readSchemaState } from '#src/server/core/db/migrate.ts'
import { createFormerDatabase } from '#tests/helpers/former-database.ts'
import { readSchema } from '#tests/helpers/read-schema.ts'
import { createTempDir } from '#tools/temp-dir.ts'
import { openTestDatabase } from '#tools/test-app.ts'
import { createDatabase } from '#tools/worker-database.ts'

const onPostgres = Boolean(process.env['TEST_DATABASE_URL'])

/** @returns the URL of a database of its own, which several connections open. */
const createUrl = async (folder: string): Promise<string> =>
  onPostgres ? await createDatabase() : `sqlite:${folder}/shop.db`

test.skipIf(onPostgres)('an SQLite file is copied before its upgrade', async () => {
  using folder = createTempDir()
  const url = await createUrl(folder.path)
  await using database = await openTestDatabase(url)
  await createFormerDatabase(database)
  const schema = await readSchema(database)
  const copy = `${folder.path}/shop.db.at-0039-unpaid-orders`
  const lines: string[] = []
  await upgradeDatabase(database.db, url, (line) => lines.push(line))
  expect((await readSchemaState(database.db)).pending).toEqual([])
  expect(lines).toEqual([`The database is upgraded. It is copied as it was to ${copy}.`])
  expect(statSync(copy).mode & 0o777).toBe(0o600)
  await using former = await openTestDatabase(`sqlite:${copy}`)
  expect(await readSchema(former)).toEqual(schema)
  const { rows } = await sql<{ count: number }>`select count(*) as count from product`.execute(
    former.db,
  )
  expect(rows).toEqual([{ count: 6 }])
})

test.skipIf(onPostgres)('an SQLite file that cannot be copied is not upgraded', async () => {
  using folder = createTempDir()
  const url = await createUrl(folder.path)
  await using database = await openTestDatabase(url)
  await createFormerDatabase(database)
  const schema = await readSchema(database)
  mkdirSync(`${folder.path}/shop.db.at-0039-unpaid-orders`)
  await expect(upgradeDatabase(database.db, url, () => {})).rejects.toThrow(
    /^The database must be upgraded, but .*shop\.db could not be copied before \(.*\): .* Nothing was changed\.$/,
  )
  expect(await readSchema(database)).toEqual(schema)
  expect(existsSync(`${folder.path}/shop.db.at-0039-unpaid-orders.part`)).toBe(false)
})

test('two starts upgrade a database once', async () => {
  using folder = createTempDir()
  const url = await createUrl(folder.path)
  await using first = await openTestDatabase(url)
  await using second = await openTestDatabase(url)
  await createFormerDatabase(first)
  const lines: string[] = []
  const upgrade = (db: typeof first.db) => upgradeDatabase(db, url, (line) => lines.push(line))
  await Promise.all([upgrade(first.db), upgrade(second.db)])
  expect((await readSchemaState(second.db)).pending).toEqual([])
  expect(lines.filter((line) => line.startsWith('The database'))).toHaveLength(onPostgres ? 0 : 1)
})

test('doctor --upgrade names what an upgrade does not resolve, and changes nothing', async () => {
  using folder = createTempDir()
  const url = await createUrl(folder.path)
  await using database = await openTestDatabase(url)
  await createFormerDatabase(database)
  const schema = await readSchema(database)
  const files = readdirSync(folder.path)
  const findings = await tryUpgrade({ DATABASE_URL: url })
  expect(findings.map(({ level, message }) => `${level} ${message}`)).toEqual([
    expect.stringMatching(
      /^ok \d+ migrations ran in [\d.]+ s on a copy: 0040-promised-days, .*\.$/,
    ),
    'ok There are 18 variants on sale, and 1 of choices that were removed.',
    'warning 1 lines of carts have a removed choice: Sitara Solitaire Ring, Size IN 99 (1). The cart asks its owner to choose again.',
    'warning 1 holds of orders have a removed choice: Sitara Solitaire Ring, Size IN 99 (1). These orders can be dispatched.',
    'warning 1 alerts have a removed choice: Sitara Solitaire Ring, Size IN 99 (1). They wait until the choice is added again.',
    'warning “Lamps” of “Announcement” leads to /product/never-sold, which is no page.',
    'warning A draft of the launch “Spring” has the address sitara-pump-shoes, which another product has.',
    'ok The database itself has not changed.',
  ])
  expect(await readSchema(database)).toEqual(schema)
  expect((await readSchemaState(database.db)).newest).toBe('0039-unpaid-orders')
  expect(readdirSync(folder.path)).toEqual(files)
})

test('doctor --upgrade says that a database is up to date', async () => {
  using folder = createTempDir()
  const url = await createUrl(folder.path)
  await using database = await openTestDatabase(url)
  await migrate(database.db)
  expect(await tryUpgrade({ DATABASE_URL: url })).toEqual([
    { level: 'ok', message: 'The database is up to date: there is nothing to upgrade.' },
  ])
})
