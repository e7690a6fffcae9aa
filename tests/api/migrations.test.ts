import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { listPendingMigrations, migrate } from '#src/server/core/db/migrate.ts'
import { up } from '#src/server/core/db/migrations/0012-schedule-as-launches.ts'
import { up as moveStock } from '#src/server/core/db/migrations/0019-stock.ts'
import type { OpenDatabase } from '#src/server/core/db/open-database.ts'
import { checkDrafts } from '#src/server/studio/launches/apply-drafts.ts'
import { applyDueLaunches } from '#src/server/studio/launches/publish-launch.ts'
import { loadAllForEdit } from '#src/server/studio/save/change.ts'
import { insertProductVersions } from '#src/server/studio/save/queries.ts'
import { createFormerDatabase } from '#tests/helpers/former-database.ts'
import { addProducts, createCatalogEntry, ringWithVariants } from '#tests/helpers/products.ts'
import { readSchema } from '#tests/helpers/read-schema.ts'
import { createTempDir } from '#tests/helpers/temp-dir.ts'
import { createTestApp, openTestDatabase } from '#tests/helpers/test-app.ts'
import { createDatabase } from '#tests/helpers/worker-database.ts'

const MINUTE = 60_000

/** Tables that are dropped, or new. */
const OTHER_TABLES =
  /^(?:product_terms|product_search.*|review|web_vital_count|search_count|contact_reply|presence|content_.*|open_record|former_category|product_code|launch.*|scheduled_change|publish_failure|.*_version_picture|stock|stock_hold|order_.*|payment.*|refund|shipment|return_request)$/

/** Columns that are dropped, or new. */
const OTHER_COLUMNS =
  /^(?:product\.(?:rating|review_count|stock)|product_version\.(?:counted|reason)|release\.compiled|stock_alert\.variant|user\.deleted_at|batch\.launch_id|contact_message\.(?:subject|order_number|note|last_message_at|number|acknowledged_at|settled_at)|order\.(?!id|user_id|placed_at|total_paise).*)$/

/** The rows of all tables that stay, without those about migrations. */
async function readRows({ db }: OpenDatabase): Promise<Record<string, unknown[]>> {
  const tables = await db.introspection.getTables()
  const all: Record<string, unknown[]> = {}
  for (const { name } of tables.filter((table) => !OTHER_TABLES.test(table.name))) {
    const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(db)
    const toText = (row: object) =>
      JSON.stringify(
        Object.entries(row)
          .filter(([column]) => !OTHER_COLUMNS.test(`${name}.${column}`))
          .sort(),
      )
    all[name] = rows.map(toText).sort()
  }
  return all
}

/** @returns the URL of a database that no other test gets, since its schema changes. */
const createOwnDatabase = async (): Promise<string> =>
  process.env['TEST_DATABASE_URL'] ? await createDatabase() : 'sqlite::memory:'

test('runs each migration once: a database of version 0.1.0 gets the schema of a new one, and keeps its rows', async () => {
  await using fresh = await openTestDatabase()
  const [first, ...later] = await migrate(fresh.db)
  expect(first).toBe('0001-schema')
  await using former = await openTestDatabase()
  await createFormerDatabase(former)
  const rows = await readRows(former)
  expect(await listPendingMigrations(former.db)).toEqual(later)
  expect(await migrate(former.db)).toEqual(later)
  expect(await readSchema(former)).toEqual(await readSchema(fresh))
  expect(await readRows(former)).toEqual(rows)
  expect(await migrate(former.db)).toEqual([])
})

test('an upgrade notes the pictures of all versions', async () => {
  await using database = await openTestDatabase()
  await createFormerDatabase(database)
  const { db } = database
  const toHash = (index: number) => index.toString(16).padStart(32, 'a')
  const entries = Array.from({ length: 120 }, (_, index) =>
    createCatalogEntry({
      slug: 'moon',
      pictures: [toHash(index), toHash(0)].map((file) => ({ file, alt: '' })),
    }),
  )
  for (const [index, entry] of entries.entries())
    await sql`insert into product_version (product_id, revision, action, saved_at, entry)
      values ('moon', ${index + 10}, 'update', 5, ${JSON.stringify(entry)})`.execute(db)
  await migrate(db)
  const uses = await db.selectFrom('product_version_picture').selectAll().execute()
  expect(uses).toHaveLength(2 * 120 - 1)
  expect(uses).toContainEqual({
    product_id: 'moon',
    revision: 129,
    picture_hash: toHash(119),
  })
})

test('an upgrade moves every count into the stock table, and drafts keep what they change', async () => {
  await using shop = await createTestApp({}, await createOwnDatabase())
  const { db } = shop.deps
  const entries = [
    createCatalogEntry({ slug: 'moon', stock: 7 }),
    createCatalogEntry({ ...ringWithVariants, stock: 5 }),
    createCatalogEntry({ slug: 'gone', stock: 0 }),
  ]
  const ids = await addProducts(shop, ...entries)
  const before = await loadAllForEdit(db, ids)
  await insertProductVersions(
    db,
    before.map(({ row, entry }) => ({
      product_id: row.id,
      revision: 1,
      action: 'create' as const,
      editor_id: null,
      saved_at: 1,
      entry: JSON.stringify(entry),
      archived: 0,
      batch_id: null,
      counted: null,
      reason: null,
    })),
  )
  await sql`insert into launch (id, name, message, revision, created_at)
    values ('sale', 'Sale', '', 1, 1)`.execute(db)
  const moon = { ...before[0]?.entry, stock: 50 }
  await sql`insert into launch_item (launch_id, record_id, body, based_on, revision, saved_at, action)
    values ('sale', ${ids[0]}, ${JSON.stringify(moon)}, 1, 1, 1, 'update')`.execute(db)
  // The schema of before.
  await sql`alter table product add column stock integer not null default 0`.execute(db)
  for (const { row, entry } of before) {
    const detail = JSON.stringify({ ...JSON.parse(row.detail), variants: entry.variants })
    await sql`update product set stock = ${entry.stock}, detail = ${detail} where id = ${row.id}`.execute(
      db,
    )
  }
  await db.schema.dropTable('stock_hold').execute()
  await db.schema.dropTable('stock').execute()
  await db.schema.alterTable('product_version').dropColumn('counted').execute()
  await db.schema.alterTable('launch_item').dropColumn('seen_counts').execute()
  await moveStock(db as Kysely<unknown>)
  const after = await loadAllForEdit(db, ids)
  expect(after.map(({ entry }) => entry)).toEqual(entries)
  for (const { row } of after) expect(row.detail).not.toContain('"stock"')
  const counts = await db.selectFrom('stock').select(['choice', 'on_hand']).execute()
  expect(counts.map(({ choice, on_hand }) => `${choice} ${on_hand}`).toSorted()).toEqual(
    [' 0', ' 7', '{"Size":"L"} 2', '{"Size":"M"} 0', '{"Size":"S"} 3'].toSorted(),
  )
  const [drafted] = await checkDrafts(
    db,
    await db.selectFrom('launch_item').selectAll().execute(),
    { launchId: 'sale', liveAt: 1 },
  )
  expect(drafted).toMatchObject({ fields: ['stock'], clashes: [], body: { stock: 50 } })
})

test('an upgrade makes earlier orders delivered, with lines and the tax of their total', async () => {
  await using database = await openTestDatabase()
  await createFormerDatabase(database)
  const { db } = database
  const items = [
    { slug: 'moon-watch', title: 'Moon Watch', quantity: 2 },
    { slug: 'gone', title: 'A lamp', quantity: 1 },
  ]
  const placed = [6, 259_245, 'On its way', JSON.stringify(items)] as const
  await sql`insert into "order" (id, user_id, placed_at, total_paise, state, items)
    values ('KV-1', 'asha', ${sql.join(placed)}), ('KV-2', 'asha', 7, 1, null, null)`.execute(db)
  await migrate(db)
  const orders = await db
    .selectFrom('order')
    .selectAll()
    .where('id', '!=', 'o')
    .orderBy('id')
    .execute()
  expect(orders).toMatchObject([
    {
      number: 'KV-1',
      user_id: 'asha',
      state: 'delivered',
      email: 'asha@example.com',
      name: 'Asha',
      subtotal_paise: 246_900,
      tax_paise: 12_345,
      total_paise: 259_245,
      delivered_at: 6,
    },
    { number: 'KV-2', state: 'delivered', subtotal_paise: 1, tax_paise: 0, total_paise: 1 },
  ])
  const lines = await db.selectFrom('order_line').selectAll().orderBy('position').execute()
  expect(lines).toMatchObject([
    { order_id: 'KV-1', product_id: 'moon', title: 'Moon Watch', quantity: 2, unit_paise: 0 },
    { order_id: 'KV-1', product_id: null, slug: 'gone', quantity: 1 },
  ])
})

test('an upgrade takes names and addresses out of the audit log', async () => {
  await using database = await openTestDatabase()
  await createFormerDatabase(database)
  const { db } = database
  const id = randomUUID()
  const subjects: [action: string, before: string, after: string][] = [
    ['messages', 'Replied to Meera Nair', 'Replied to a message'],
    ['customers', `Opened the customer ${id}`, `Opened the customer {customer:${id}}`],
    ['customers', 'Looked at the list of customers', 'Looked at the list of customers'],
    [
      'reviews',
      'Rejected the review "By Meera" of A “ring”: x',
      'Rejected a review of A “ring”: x',
    ],
    ['reviews', `Approved the review "${'Meera '.repeat(40)}`, 'Approved a review'],
    ['staff', 'Invited asha@example.com as editor', 'Invited {user:asha} as editor'],
    [
      'staff',
      'Withdrew the invitation of meera@example.com',
      'Withdrew the invitation of a person without an account',
    ],
    ['staff', 'Made Asha (Rao) (asha@example.com) admin', 'Made {user:asha} admin'],
    [
      'staff',
      'Removed the second factor of Meera (meera@example.com)',
      'Removed the second factor of a person without an account',
    ],
    ['products', 'Saved Meera’s ring', 'Saved Meera’s ring'],
  ]
  for (const [index, [action, subject]] of subjects.entries())
    await sql`insert into audit_entry (id, at, action, subject)
      values (${String(index)}, 1, ${action}, ${subject})`.execute(db)
  await migrate(db)
  const rows = await db.selectFrom('audit_entry').select('subject').orderBy('id').execute()
  expect(rows.map(({ subject }) => subject)).toEqual(subjects.map(([, , after]) => after))
})

test('scheduled changes become launches that do the same at the same time', async () => {
  await using shop = await createTestApp({}, await createOwnDatabase())
  const { db } = shop.deps
  const [sale = '', other = '', gone = ''] = await addProducts(
    shop,
    { slug: 'sale', price: 200, listPrice: 220 },
    { slug: 'other', price: 50 },
    { slug: 'gone', price: 70 },
  )
  shop.freezeTime()
  const editor = await shop.createSignedInUser('editor')
  const draft = { record: gone, basedOn: 1, body: createCatalogEntry({ slug: 'gone', price: 60 }) }
  const { launch } = (await editor.post('/editor/launches', { name: 'Before', draft })).body
  await editor.post(`/editor/products/${gone}/archive`)
  // The schema of before.
  await db.schema.alterTable('launch_item').dropColumn('action').execute()
  await sql`alter table product add column stock integer not null default 50`.execute(db)
  await sql`create table scheduled_change (id text primary key, product_id text not null, change text not null,
    due_at bigint not null, created_at bigint not null, editor_id text, applied_at bigint, error text not null)`.execute(
    db,
  )
  const now = shop.deps.now()
  const price = (amount: number, listPrice?: number) => ({
    kind: 'price',
    price: amount,
    listPrice,
  })
  for (const [product, minute, change, applied, error] of [
    [sale, 1, price(150)],
    [sale, 2, price(120, 180)],
    [sale, 3, price(200, 220)],
    [sale, 4, { kind: 'archive' }],
    [other, 1, price(40)],
    [other, 1, { kind: 'archive' }],
    [other, 2, { kind: 'launch' }],
    [other, -1, price(45), now, 'It was refused.'],
    [other, -2, price(46), now],
  ] as const)
    await sql`insert into scheduled_change values (${randomUUID()}, ${product}, ${JSON.stringify(change)},
      ${now + minute * MINUTE}, ${now}, null, ${applied ?? null}, ${error ?? ''})`.execute(db)
  await up(db as Kysely<unknown>)

  const { launches } = (await editor.get('/editor/launches')).body
  expect(launches).toHaveLength(7)
  const failed = { name: 'Price of The other', state: 'draft', startsAt: null }
  const message = 'It did not start by itself: It was refused.'
  expect(launches).toContainEqual(expect.objectContaining({ ...failed, message }))
  const { items } = (await editor.get(`/editor/launches/${launch.id}`)).body.launch
  expect(items).toMatchObject([{ action: 'restore' }])
  const read = async (id: string) => {
    const { entry, archived } = (await editor.get(`/editor/products/${id}`)).body.product
    return `${entry.price} of ${entry.listPrice}${archived ? ', archived' : ''}`
  }
  for (const states of [
    ['150 of 220', '40 of undefined, archived'],
    ['120 of 180', '40 of undefined'],
    ['200 of 220', '40 of undefined'],
    ['200 of 220, archived', '40 of undefined'],
  ]) {
    shop.advanceTime(MINUTE)
    await applyDueLaunches(shop.deps)
    expect([await read(sale), await read(other)]).toEqual(states)
  }
  expect(shop.logs).toEqual([])
})

test('two processes that start at once on a database of version 0.1.0 both open it', async () => {
  using folder = createTempDir()
  const url = process.env['TEST_DATABASE_URL']
    ? await createDatabase()
    : `sqlite:${folder.path}/shop.db`
  await using first = await openTestDatabase(url)
  await using second = await openTestDatabase(url)
  await createFormerDatabase(first)
  await Promise.all([migrate(first.db), migrate(second.db)])
  expect(await listPendingMigrations(second.db)).toEqual([])
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
