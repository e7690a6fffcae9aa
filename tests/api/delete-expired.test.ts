import { randomUUID } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import { expect } from 'vitest'
import { DAY_MS } from '#src/rules/constants.ts'
import { STEP_ROWS } from '#src/server/core/cleanup/steps.ts'
import { runExclusively } from '#src/server/core/db/lock-queries.ts'
import type { Database } from '#src/server/core/db/schema.ts'
import { deleteExpired } from '#src/server/jobs/delete-expired.ts'
import { RETENTION, type RetentionRule, toEnd } from '#src/server/jobs/retention-table.ts'
import { toOrderRow } from '#src/server/shop/orders/new-order.ts'
import { insertOrder } from '#src/server/shop/orders/queries.ts'
import { upsertVariants } from '#src/server/shop/stock/queries.ts'
import { test as base } from '#tests/helpers/api-test.ts'
import { findFullScans } from '#tests/helpers/query-plans.ts'
import { addProducts } from '#tools/products.ts'
import type { TestApp } from '#tools/test-app.ts'

type Table = keyof Database

const RULES = Object.entries(RETENTION).flatMap(([table, { rules = [] }]) =>
  rules.map((rule) => ({ table: table as Table, rule })),
)

/** A text with the id in each row of a table with rules, by which a test finds it. */
const MARKED = {
  session: 'token_hash',
  mail_token: 'token_hash',
  known_device: 'token_hash',
  oidc_nonce: 'nonce_hash',
  rate_limit: 'key',
  idempotency: 'key',
  stock_alert: 'variant_id',
  order: 'id',
  payment_event: 'id',
  order_link: 'token_hash',
  outbox: 'id',
  contact_message: 'id',
  invitation: 'id',
  audit_entry: 'id',
  open_record: 'record_id',
  page_view_count: 'path',
  web_vital_count: 'build',
  search_count: 'query',
  launch_link: 'token_hash',
  launch_effect: 'record_id',
  batch: 'id',
  publish_failure: 'id',
} as Record<Table, string>

/** The columns of a row that have no default, but for those with a time. */
function createRow(table: Table, user_id: string, product_id: string): object {
  const text = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 'x']))
  const rows: Partial<Record<Table, object>> = {
    session: { ...text('device'), id: randomUUID(), user_id },
    mail_token: { user_id, purpose: 'verify-email' },
    known_device: text('email_hash'),
    rate_limit: { count: 1 },
    idempotency: { ...text('request_hash', 'reply'), user_id, status: 200 },
    stock_alert: { user_id, product_id },
    order: { total_paise: 1, number: randomUUID() },
    payment_event: { order_id: OLDER_ORDER, kind: 'payment.captured' },
    order_link: { order_id: OLDER_ORDER },
    outbox: text('recipient', 'subject', 'text', 'html'),
    contact_message: text('topic', 'first_name', 'last_name', 'email', 'company', 'message'),
    invitation: { ...text('email'), token_hash: randomUUID(), role: 'editor' },
    audit_entry: text('action', 'subject'),
    open_record: { user_id },
    page_view_count: { views: 1 },
    web_vital_count: { page_kind: 'home', metric: 'lcp', bucket: 1, visits: 1 },
    search_count: { searches: 1, without_results: 0 },
    launch_link: text('launch_id'),
    launch_effect: { ...text('launch_id', 'name', 'patch'), from_at: 0 },
    batch: text('summary'),
    publish_failure: { ...text('message', 'detail', 'changes'), attempts: 1 },
  }
  return rows[table] ?? {}
}

/** Columns with a time of the tables with rules. */
const TIMES: Partial<Record<Table, string[]>> = {
  session: ['created_at', 'last_seen_at', 'expires_at'],
  mail_token: ['created_at', 'expires_at'],
  stock_alert: ['created_at', 'sent_at'],
  contact_message: ['created_at', 'last_message_at'],
  invitation: ['created_at', 'expires_at'],
  open_record: ['since', 'expires_at'],
  publish_failure: ['began_at', 'failed_at'],
}

/** An order that is kept, for the events of its payment. */
const OLDER_ORDER = 'an-order'

const test = base.extend('rows', async ({ shop, shopper }) => {
  shop.freezeTime()
  const states = { state: 'placed', payment_state: 'none', method: 'cod' } as const
  const kept = { id: OLDER_ORDER, placed_at: shop.deps.now(), total_paise: 1 }
  await insertOrder(shop.deps.db, toOrderRow({ ...kept, ...states }), [])
  const [productId = ''] = await addProducts(shop, { slug: 'ring' })
  const { db, now } = shop.deps
  return {
    /** Inserts a row whose column has a value; all other times are in the future. */
    async insert(table: Table, rule: RetentionRule, mark: string, value: number | string) {
      const later = (TIMES[table] ?? []).map((column) => [column, now() + DAY_MS])
      const row = {
        ...createRow(table, shopper.uid, productId),
        ...Object.fromEntries(later),
        [MARKED[table]]: mark,
        [rule.column]: value,
      }
      const variant = {
        id: mark,
        product_id: productId,
        choice: mark,
        archived_at: null,
        stock_variant_id: null,
        public_id: mark,
      }
      if (table === 'stock_alert') await upsertVariants(db, [variant])
      await db
        .insertInto(table)
        .values(row as Insertable<Database[Table]>)
        .execute()
    },
    async has(table: Table, mark: string): Promise<boolean> {
      const { rows } = await sql`select 1 from ${sql.table(table)}
        where ${sql.ref(MARKED[table])} = ${mark}`.execute(db)
      return rows.length > 0
    },
  }
})

/** The last value of a rule's column that is over. */
function toLast(rule: RetentionRule, now: number): number | string {
  const end = toEnd(rule, now)
  return typeof end === 'number' ? end - 1 : toEnd(rule, now - DAY_MS)
}

test('deletes expired rows by each rule of the table, and nothing else', async ({ shop, rows }) => {
  const now = shop.deps.now()
  const named = RULES.map(({ table, rule }) => ({ table, rule, name: `${table}.${rule.column}` }))
  expect(named.length).toBeGreaterThan(15)
  for (const { table, rule, name } of named) {
    await rows.insert(table, rule, `${name} over`, toLast(rule, now))
    await rows.insert(table, rule, `${name} kept`, toEnd(rule, now))
  }
  await deleteExpired(shop.deps)
  // A table that cannot be cleaned up is logged only.
  expect(shop.logs).toEqual([])
  const left: Record<string, boolean[]> = {}
  for (const { table, name } of named)
    left[name] = [await rows.has(table, `${name} over`), await rows.has(table, `${name} kept`)]
  expect(left).toEqual(Object.fromEntries(named.map(({ name }) => [name, [false, true]])))
})

/** Rows of tables that the jobs look at, of which each job deletes one. */
async function ageShop(shop: TestApp): Promise<void> {
  const { db, now } = shop.deps
  const [product_id = ''] = await addProducts(shop, { slug: 'bowl' })
  const long = now() - 500 * DAY_MS
  const picture = { width: 1, height: 1, format: 'webp', placeholder: '', created_at: long }
  await db
    .insertInto('picture')
    .values({ ...picture, hash: 'a'.repeat(32) })
    .execute()
  await db
    .insertInto('content_record')
    .values({
      id: 'about',
      body: '{}',
      revision: 3,
      updated_at: long,
      archived: 0,
    })
    .execute()
  for (const revision of [1, 2, 3]) {
    const version = { revision, action: 'update', saved_at: long + revision, archived: 0 } as const
    const common = { ...version, editor_id: null, batch_id: null }
    await db
      .insertInto('product_version')
      .values({ ...common, product_id, entry: '{}' })
      .execute()
    await db
      .insertInto('content_version')
      .values({ ...common, record_id: 'about', body: '{}' })
      .execute()
  }
  const client = shop.createClient()
  await client.post('/auth/signup', {
    name: 'Eve',
    email: 'eve@example.com',
    password: 'a peacock of enamel',
  })
  await db
    .updateTable('user')
    .set({ expires_at: long })
    .where('email', '=', 'eve@example.com')
    .execute()
}

/** Tables of a few rows, whatever the shop's age. */
const SMALL_TABLES: Table[] = ['setting', 'publish_result']

test('no statement of the cleanup reads a whole table that grows', async ({ shop }) => {
  await ageShop(shop)
  const tables = (Object.keys(RETENTION) as Table[]).filter((name) => !SMALL_TABLES.includes(name))
  expect(await findFullScans(shop, tables, () => deleteExpired(shop.deps))).toEqual([])
  expect(shop.logs).toEqual([])
  // Every job had something to delete.
  const { db } = shop.deps
  expect(await db.selectFrom('picture').select('hash').execute()).toEqual([])
  for (const table of ['product_version', 'content_version'] as const)
    expect(await db.selectFrom(table).select('revision').execute()).toHaveLength(2)
  expect(
    await db.selectFrom('user').select('id').where('email', '=', 'eve@example.com').execute(),
  ).toEqual([])
})

test('deletes many rows in steps, with turns of the event loop between them', async ({ shop }) => {
  const { db, now } = shop.deps
  const at = now() - 500 * DAY_MS
  const entry = { at, actor_id: null, action: 'staff', subject: 'x' }
  const count = 2 * STEP_ROWS + 1
  for (let start = 0; start < count; start += STEP_ROWS) {
    const length = Math.min(STEP_ROWS, count - start)
    const values = Array.from({ length }, () => ({ ...entry, id: randomUUID() }))
    await db.insertInto('audit_entry').values(values).execute()
  }
  const steps: number[] = []
  let turns = 0
  let next = setImmediate(function tick() {
    turns++
    next = setImmediate(tick)
  })
  shop.statementListeners.add(({ sql: text }) => {
    if (text.startsWith('delete from "audit_entry"')) steps.push(turns)
  })
  await deleteExpired(shop.deps)
  clearImmediate(next)
  expect(await db.selectFrom('audit_entry').select('id').execute()).toEqual([])
  expect(steps).toHaveLength(3)
  expect(new Set(steps).size).toBe(3)
})

test('stops between two steps when the process ends', async ({ shop, rows }) => {
  const rule = RETENTION.audit_entry.rules?.[0] as RetentionRule
  await rows.insert('audit_entry', rule, 'old', 0)
  await deleteExpired({ ...shop.deps, signal: AbortSignal.abort() })
  expect(await rows.has('audit_entry', 'old')).toBe(true)
})

test('of several processes on PostgreSQL, one cleans up at a time', async ({ shop, rows }) => {
  const rule = RETENTION.audit_entry.rules?.[0] as RetentionRule
  await rows.insert('audit_entry', rule, 'old', 0)
  const isPostgres = shop.deps.engine === 'postgres'
  if (isPostgres) await runExclusively(shop.deps, 'cleanup', () => deleteExpired(shop.deps))
  else await deleteExpired(shop.deps)
  expect(await rows.has('audit_entry', 'old')).toBe(isPostgres)
  expect(shop.logs).toEqual([])
})
