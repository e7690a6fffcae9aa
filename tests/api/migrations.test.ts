import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate, readSchemaState } from '#src/server/core/db/migrate.ts'
import { up as turnPromisesIntoDays } from '#src/server/core/db/migrations/0040-promised-days.ts'
import { up as createDocuments } from '#src/server/core/db/migrations/0042-documents.ts'
import { up as createSlugs } from '#src/server/core/db/migrations/0055-slugs.ts'
import { up as nameProductsById } from '#src/server/core/db/migrations/0056-products-by-id.ts'
import type { OpenDatabase } from '#src/server/core/db/open-database.ts'
import { findParcelState } from '#src/server/shop/orders/parcels.ts'
import { createFormerDatabase } from '#tests/helpers/former-database.ts'
import { readSchema } from '#tests/helpers/read-schema.ts'
import { listTables } from '#tests/helpers/tables.ts'
import { createTempDir } from '#tools/temp-dir.ts'
import { createTestApp, openTestDatabase } from '#tools/test-app.ts'
import { createDatabase } from '#tools/worker-database.ts'

/** Tables that migrations replace or drop. */
const CHANGED_TABLES = /^(?:former_.*|stock|stock_hold|cart_item|launch_item.*)$/

/** Columns that migrations replace or drop. */
const CHANGED_COLUMNS =
  /^(?:order\.(?:invoice_number|invoiced_at|promised_from|promised_to)|order_line\.choice|stock_alert\.variant|wishlist_item\.saved_line|setting\.name|content_record\.body|launch\.batch_id|batch\.(?:launch_id|undoes))$/

/** Returns the names of the columns by table. */
const listColumns = async ({ db }: OpenDatabase): Promise<[string, string[]][]> =>
  (await listTables({ deps: { db } }))
    .filter(({ name }) => !CHANGED_TABLES.test(name))
    .map(({ name, columns }) => [name, columns.map((column) => column.name).sort()])

/** Returns the rows of these tables, as text, without what migrations change. */
async function readUnchangedRows(
  { db }: OpenDatabase,
  tables: [string, string[]][],
): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {}
  for (const [table, columns] of tables) {
    const unchanged = columns.filter((column) => !CHANGED_COLUMNS.test(`${table}.${column}`))
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(
      db,
    )
    all[table] = rows.map((row) => JSON.stringify(unchanged.map((column) => row[column]))).sort()
  }
  return all
}

/** @returns the URL of a database that several connections open. */
const createOwnDatabase = async (folder: string): Promise<string> =>
  process.env['TEST_DATABASE_URL'] ? await createDatabase() : `sqlite:${folder}/shop.db`

test('an upgraded database has the schema of a new one', async () => {
  await using fresh = await openTestDatabase()
  const [first, ...later] = await migrate(fresh.db)
  expect(first).toBe('0039-unpaid-orders')
  await using former = await openTestDatabase()
  await createFormerDatabase(former)
  expect(await migrate(former.db)).toEqual(later)
  expect(await readSchema(former)).toEqual(await readSchema(fresh))
  expect(await migrate(former.db)).toEqual([])
})

test('an upgrade keeps the rows that it does not change', async () => {
  await using database = await openTestDatabase()
  await createFormerDatabase(database)
  const columns = await listColumns(database)
  const rows = await readUnchangedRows(database, columns)
  expect(Object.entries(rows).filter(([, { length }]) => length === 0)).toEqual([
    ['content_version_picture', []],
  ])
  await migrate(database.db)
  expect(await readUnchangedRows(database, columns)).toEqual(rows)
})

test('a database with some of the migrations gets the others', async () => {
  await using fresh = await openTestDatabase()
  await migrate(fresh.db)
  await using database = await openTestDatabase()
  await createFormerDatabase(database)
  await turnPromisesIntoDays(database.db as Kysely<unknown>)
  await sql`insert into kysely_migration values ('0040-promised-days', '')`.execute(database.db)
  expect((await migrate(database.db))[0]).toBe('0041-what-comes-back')
  expect(await readSchema(database)).toEqual(await readSchema(fresh))
})

test('a database that is too old is refused with the version to start, and not changed', async () => {
  await using database = await openTestDatabase()
  await createFormerDatabase(database)
  await sql`delete from kysely_migration where name = '0039-unpaid-orders'`.execute(database.db)
  const schema = await readSchema(database)
  const message =
    'The database is of an older schema (it lacks "0039-unpaid-orders"): start version 0.3.0 of the shop with it once, then this one.'
  await expect(migrate(database.db)).rejects.toThrow(message)
  await expect(readSchemaState(database.db)).rejects.toThrow(message)
  expect(await readSchema(database)).toEqual(schema)
})

test('a migration that fails is named, and leaves the database as it was', async () => {
  await using database = await openTestDatabase()
  await createFormerDatabase(database)
  await sql`drop table former_category`.execute(database.db)
  const schema = await readSchema(database)
  await expect(migrate(database.db)).rejects.toThrow(
    /^The database could not be brought up to date, and is as it was: migration 0055-slugs failed \(.*former_category.*\)\.$/,
  )
  expect(await readSchema(database)).toEqual(schema)
})

test('a first start completes one that was killed before it had a table', async () => {
  await using database = await openTestDatabase()
  for (const table of ['kysely_migration', 'kysely_migration_lock'])
    await sql`create table ${sql.table(table)} (name varchar(255))`.execute(database.db)
  await migrate(database.db)
  await using fresh = await openTestDatabase()
  await migrate(fresh.db)
  expect(await readSchema(database)).toEqual(await readSchema(fresh))
})

test('two processes that upgrade a database at once both open it', async () => {
  using folder = createTempDir()
  const url = await createOwnDatabase(folder.path)
  await using first = await openTestDatabase(url)
  await using second = await openTestDatabase(url)
  await createFormerDatabase(first)
  await Promise.all([migrate(first.db), migrate(second.db)])
  expect((await readSchemaState(second.db)).pending).toEqual([])
})

test('an upgrade reads the appointments of messages from their texts', async () => {
  await using database = await openTestDatabase()
  await createFormerDatabase(database)
  const { db } = database
  const texts = [
    ['a', 'By video: Thu, 3 Sept 2026, 3 pm IST\nPiece: Ekta Ring\nTelephone: 98290 12345\n\nHm'],
    ['b', 'At the boutique: Tue, 1 Dec 2026, 12 pm IST\n\nTelephone: of my aunt'],
    ['c', 'By telephone: Fri, 30 Jan 2026, 9 am IST\nTelephone: 98290 12345\n\nHm'],
    ['d', 'Not written by the form.'],
  ] as const
  for (const [id, message] of texts)
    await sql`insert into contact_message
      (id, topic, first_name, last_name, email, company, message, created_at, subject, number)
      values (${id}, 'contact', 'Ira', 'Sen', 'ira@example.com', '', ${message}, 1,
        'An appointment', ${`KT-${id}`})`.execute(db)
  await migrate(db)
  const read = db
    .selectFrom('contact_message')
    .select(['appointment_day', 'appointment_hour', 'appointment_way'])
    .select(['appointment_piece', 'appointment_phone'])
  const rows = await read.where('subject', '=', 'An appointment').orderBy('id').execute()
  expect(rows.map((row) => Object.values(row))).toEqual([
    ['2026-09-03', 15, 'video', 'Ekta Ring', '98290 12345'],
    ['2026-12-01', 12, 'boutique', null, null],
    ['2026-01-30', 9, 'call', null, '98290 12345'],
    [null, null, null, null, null],
  ])
  const others = await read.where('subject', '!=', 'An appointment').execute()
  expect(others.every(({ appointment_day }) => appointment_day === null)).toBe(true)
})

test('an upgrade gives each stored choice its variant', async () => {
  using folder = createTempDir()
  const url = await createOwnDatabase(folder.path)
  await using former = await openTestDatabase(url)
  await createFormerDatabase(former)
  await using shop = await createTestApp({ ORDERS: 'cod' }, url)
  const { db } = shop.deps
  const ring = '2fd7eb37108837019439fc1e'
  const readVariants = async (productId: string) =>
    (
      await db
        .selectFrom('variant')
        .leftJoin('stock', 'variant_id', 'variant.id')
        .select(['choice', 'on_hand', 'stock_variant_id', 'public_id', 'archived_at'])
        .where('product_id', '=', productId)
        .orderBy('choice')
        .execute()
    ).map((row) => [
      row.choice,
      row.on_hand ?? row.stock_variant_id,
      row.public_id,
      ...(row.archived_at === null ? [] : ['removed']),
    ])
  expect(await readVariants(ring)).toEqual([
    ['', null, ring, 'removed'],
    ['{"Size":"IN 10"}', 1, `${ring}-in-10`],
    ['{"Size":"IN 12"}', 1, `${ring}-in-12`],
    ['{"Size":"IN 14"}', 1, `${ring}-in-14`],
    ['{"Size":"IN 16"}', 0, `${ring}-in-16`],
    ['{"Size":"IN 18"}', 0, `${ring}-in-18`],
    ['{"Size":"IN 8"}', 1, `${ring}-in-8`],
    ['{"Size":"IN 99"}', null, `${ring}-in-99`, 'removed'],
  ])
  const watch = '07598147ce0d206d2407f62d'
  expect(await readVariants(watch)).toEqual([
    ['', 84, watch],
    ['{"Strap size":"Long"}', watch, `${watch}-long`],
    ['{"Strap size":"Standard"}', watch, `${watch}-standard`],
  ])
  const holds = await db
    .selectFrom('stock_hold')
    .innerJoin('variant', 'variant.id', 'variant_id')
    .select(['choice', 'quantity'])
    .where('order_id', '=', 'order-placed')
    .orderBy('choice')
    .execute()
  expect(holds).toEqual([
    { choice: '{"Size":"IN 10"}', quantity: 1 },
    { choice: '{"Size":"IN 99"}', quantity: 2 },
  ])
  const lines = await db
    .selectFrom('order_line')
    .leftJoin('variant', 'variant.id', 'variant_id')
    .select('choice')
    .where('order_id', 'in', ['order-placed', 'order-delivered'])
    .orderBy('order_id')
    .orderBy('position')
    .execute()
  expect(lines.map(({ choice }) => choice)).toEqual([
    '{"Size":"IN 12"}',
    null,
    '{"Size":"IN 10"}',
    '{"Size":"IN 99"}',
    '{"Strap size":"Long"}',
  ])
  const alerts = await db
    .selectFrom('stock_alert')
    .innerJoin('variant', 'variant.id', 'variant_id')
    .select('choice')
    .where('user_id', '=', 'asha')
    .orderBy('choice')
    .execute()
  expect(alerts.map(({ choice }) => choice)).toEqual(['', '{"Size":"IN 16"}', '{"Size":"IN 99"}'])
  const user = await shop.createSignedInUser()
  const { id } = await db
    .selectFrom('user')
    .select('id')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  for (const table of ['cart_item', 'wishlist_item'] as const)
    await db.updateTable(table).set({ user_id: id }).where('user_id', '=', 'asha').execute()
  expect((await user.get('/cart')).body.cart).toMatchObject([
    { id: 'cart-offered', state: 'available', variant: { Size: 'IN 14' } },
    { id: 'cart-removed', state: 'notOffered', variant: { Size: 'IN 99' } },
    { id: 'cart-initials', state: 'available', variant: { Initials: 'AR' } },
  ])
  const { wishlist } = (await user.get('/wishlist/')).body
  expect(wishlist.map(({ saved }: { saved?: object }) => saved)).toMatchObject([
    undefined,
    { variant: { Size: 'EU 38' }, quantity: 2 },
  ])
})

test('an upgrade keeps the promised days of orders', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  await sql`create table "order" (id text, state text, promised_from bigint, promised_to bigint)`.execute(
    db,
  )
  await sql`create index order_by_promise on "order" (promised_to)`.execute(db)
  await sql`insert into "order" values
    ('a', 'placed', ${Date.UTC(2026, 10, 30)}, ${Date.UTC(2026, 11, 1)}),
    ('b', 'placed', null, null)`.execute(db)
  await turnPromisesIntoDays(db as Kysely<unknown>)
  const { rows } =
    await sql`select id, promised_from, promised_to from "order" order by id`.execute(db)
  expect(rows).toEqual([
    { id: 'a', promised_from: '2026-11-30', promised_to: '2026-12-01' },
    { id: 'b', promised_from: null, promised_to: null },
  ])
})

test('an upgrade keeps number and date of the invoices, and goes on with their series', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  const tables = [
    `"order" (id text primary key, invoice_number text, invoiced_at bigint, placed_at bigint,
      delivered_at bigint, collected_paise bigint)`,
    'setting (name text, value bigint)',
    'order_event (order_id text, kind text, at bigint)',
    'payment (order_id text, state text, created_at bigint)',
    'refund (state text, created_at bigint)',
  ]
  for (const table of tables) await sql.raw(`create table ${table}`).execute(db)
  await sql`create index order_by_invoice on "order" (invoice_number)`.execute(db)
  await sql`insert into "order" values ('a', 'KV/26-27/000007', 20, 10, 30, 500), ('b', null, null, 11, null, 0)`.execute(
    db,
  )
  await sql`insert into order_event values ('a', 'collected', 40)`.execute(db)
  await sql`insert into setting values ('invoices.26-27', 7)`.execute(db)
  await createDocuments(db as Kysely<unknown>)
  const documents =
    await sql`select order_id, kind, series, number, issued_at, body from document`.execute(db)
  expect(documents.rows).toEqual([
    {
      order_id: 'a',
      kind: 'invoice',
      series: 'KV/26-27',
      number: 'KV/26-27/000007',
      issued_at: 20,
      body: '',
    },
  ])
  const settings = await sql`select * from setting`.execute(db)
  expect(settings.rows).toEqual([{ name: 'documents.KV/26-27', value: 7 }])
  const orders = await sql`select id, collected_at from "order" order by id`.execute(db)
  expect(orders.rows).toEqual([
    { id: 'a', collected_at: 40 },
    { id: 'b', collected_at: null },
  ])
})

test('an upgrade makes one parcel of each order that has left, with its cash', async () => {
  await using database = await openTestDatabase()
  await createFormerDatabase(database)
  await migrate(database.db)
  const { db } = database
  const parcels = await db
    .selectFrom('shipment')
    .innerJoin('order', 'order.id', 'shipment.order_id')
    .selectAll('shipment')
    .select(['state', 'total_paise', 'back_paise', 'order.collected_paise as collected'])
    .execute()
  expect(parcels.length).toBeGreaterThan(2)
  for (const { order_id, state, total_paise, back_paise, collected, ...parcel } of parcels) {
    const lines = await db
      .selectFrom('order_line')
      .selectAll()
      .where('order_id', '=', order_id)
      .orderBy('position')
      .execute()
    expect(JSON.parse(parcel.lines)).toEqual(
      lines.map(({ position, quantity }) => ({ position, quantity })),
    )
    expect(findParcelState({ lines, shipments: [{ ...parcel, order_id }] })).toBe(state)
    expect(Number(parcel.amount_paise)).toBe(Number(total_paise))
    expect(Number(parcel.collected_paise)).toBe(Number(collected))
  }
})

test('an upgrade keeps former addresses, and reserves those of drafts', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  for (const table of [
    'product (id text, slug text, category text, archived_at bigint)',
    'former_slug (slug text, product_id text)',
    'former_category (name text, category text)',
    'content_record (id text)',
    'launch (id text primary key, published_at bigint, undone_at bigint)',
    'launch_item (launch_id text, record_id text, body text)',
  ])
    await sql.raw(`create table ${table}`).execute(db)
  await sql`insert into product values ('1', 'moon', 'watches', null), ('2', 'sun', 'Rings', 5)`.execute(
    db,
  )
  await sql`insert into former_slug values ('old-moon', '1')`.execute(db)
  await sql`insert into former_category values
    ('timers', 'watches'), ('rings', 'jewels'), ('hats', 'all'), ('watches', 'clocks')`.execute(db)
  await sql`insert into content_record values ('about'), ('category:jewels'), ('category:hats'), ('page:care')`.execute(
    db,
  )
  await sql`insert into launch values ('waits', null, null), ('live', 3, null)`.execute(db)
  await sql`insert into launch_item values ('waits', 'new-1', '{"slug":"star"}'), ('waits', 'home', '{}'),
    ('waits', '1', '{"slug":"moon"}'), ('live', 'new-2', '{"slug":"comet"}')`.execute(db)
  await createSlugs(db as Kysely<unknown>)
  const rows = await db.selectFrom('slug').selectAll().orderBy('kind').orderBy('slug').execute()
  expect(
    rows.map((row) => [row.kind, row.slug, row.record_id, row.launch_id, row.is_current]),
  ).toEqual([
    ['category', 'hats', 'category:hats', null, 0],
    ['category', 'jewels', 'category:jewels', null, 1],
    ['category', 'rings', 'category:jewels', null, 0],
    ['category', 'timers', 'category:watches', null, 0],
    ['category', 'watches', 'category:watches', null, 1],
    ['page', 'care', 'page:care', null, 1],
    ['product', 'moon', '1', null, 1],
    ['product', 'old-moon', '1', null, 0],
    ['product', 'star', 'new-1', 'waits', 0],
    ['product', 'sun', '2', null, 1],
  ])
})

test('an upgrade names the products of texts and drafts by their ids', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  for (const table of [
    'slug (kind text, slug text, record_id text, launch_id text)',
    'content_record (id text, body text)',
    'launch_item (launch_id text, record_id text, body text)',
  ])
    await sql.raw(`create table ${table}`).execute(db)
  await sql`insert into slug values ('product', 'moon', '1', null), ('product', 'old-moon', '1', null),
    ('product', 'star', 'new-1', 'launch'), ('category', 'sun', 'category:sun', null)`.execute(db)
  const before = {
    featured: { products: ['moon', 'sun', 'old-moon', 'star'] },
    text: [{ spans: [{ text: 'moon', link: '/product/old-moon#story' }] }],
    more: [{ href: '/product/moon' }, { href: '/product/moon.md' }, { list: '/shop/moon' }],
  }
  const after = {
    featured: { products: ['1', 'sun', 'star'] },
    text: [{ spans: [{ text: 'moon', link: '/product/1#story' }] }],
    more: [{ href: '/product/1' }, { href: '/product/moon.md' }, { list: '/shop/moon' }],
  }
  await sql`insert into content_record values ('home', ${JSON.stringify(before)})`.execute(db)
  await sql`insert into launch_item values ('launch', 'home', ${JSON.stringify(before)})`.execute(
    db,
  )
  await nameProductsById(db as Kysely<unknown>)
  for (const table of ['content_record', 'launch_item']) {
    const { rows } = await sql<{ body: string }>`select body from ${sql.table(table)}`.execute(db)
    expect(rows.map(({ body }) => JSON.parse(body))).toEqual([after])
  }
})
