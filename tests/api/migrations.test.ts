import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listPendingMigrations, migrate } from '#src/server/db/migrate.ts'
import { type OpenDatabase, openDatabase } from '#src/server/db/open-database.ts'
import { createFormerDatabase } from '#tests/helpers/former-database.ts'
import { readSchema } from '#tests/helpers/read-schema.ts'
import { createTempDir } from '#tests/helpers/temp-dir.ts'
import { openTestDatabase } from '#tests/helpers/test-app.ts'
import { createDatabase } from '#tests/helpers/worker-database.ts'

/** Migrations after the schema of version 0.1.0. */
const LATER = [
  '0002-product-versions',
  '0003-reviews',
  '0004-visit-figures',
  '0005-message-replies',
  '0007-content',
  '0008-variants',
  '0009-launches',
  '0011-former-category',
]

test('runs each migration once', async () => {
  await using database = await openTestDatabase()
  expect(await migrate(database.db)).toEqual(['0001-schema', ...LATER])
  expect(await migrate(database.db)).toEqual([])
})

/** Tables that are dropped, or new. */
const OTHER_TABLES =
  /^(?:product_terms|product_search.*|review|web_vital_count|search_count|contact_reply|presence|content_.*|open_record|former_category|launch.*)$/

/** Columns that are dropped, or new. */
const OTHER_COLUMNS =
  /^(?:product\.(?:rating|review_count)|release\.compiled|stock_alert\.variant|contact_message\.(?:subject|order_number|note))$/

/** The rows of all tables that stay, without those about migrations. */
async function readRows({ db }: OpenDatabase): Promise<Record<string, unknown[]>> {
  const tables = await db.introspection.getTables()
  const all: Record<string, unknown[]> = {}
  for (const { name } of tables) {
    if (OTHER_TABLES.test(name)) continue
    const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(db)
    all[name] = rows
      .map((row) => Object.entries(row))
      .map((row) => row.filter(([column]) => !OTHER_COLUMNS.test(`${name}.${column}`)))
      .map((columns) => JSON.stringify(columns.sort()))
      .sort()
  }
  return all
}

test('a database of version 0.1.0 gets the schema of a new one, and keeps its rows', async () => {
  await using fresh = await openTestDatabase()
  await migrate(fresh.db)
  await using former = await openTestDatabase()
  await createFormerDatabase(former)
  const rows = await readRows(former)
  expect(await listPendingMigrations(former.db)).toEqual(LATER)
  expect(await migrate(former.db)).toEqual(LATER)
  expect(await readSchema(former)).toEqual(await readSchema(fresh))
  expect(await readRows(former)).toEqual(rows)
  expect(await migrate(former.db)).toEqual([])
})

test('two processes that start at once on a database of version 0.1.0 both open it', async () => {
  using folder = createTempDir()
  const url = process.env['TEST_DATABASE_URL']
    ? await createDatabase()
    : `sqlite:${folder.path}/shop.db`
  const [first, second] = [await openDatabase(url), await openDatabase(url)]
  await createFormerDatabase(first)
  await Promise.all([migrate(first.db), migrate(second.db)])
  expect(await listPendingMigrations(second.db)).toEqual([])
  await Promise.all([first.db.destroy(), second.db.destroy()])
})

test.each([
  ['0001-shop', '0002-split-counter'],
  ['0014-accepted-products', '0015-idempotency-order'],
])('a database that ends at %s needs version 0.1.0 first', async (last, missing) => {
  await using database = await openTestDatabase()
  await createFormerDatabase(database, last)
  const message = `The database is of an older schema (it lacks "${missing}"): start version 0.1.0 of the shop with it once, then this one.`
  await expect(migrate(database.db)).rejects.toThrow(message)
  await expect(listPendingMigrations(database.db)).rejects.toThrow(message)
})
