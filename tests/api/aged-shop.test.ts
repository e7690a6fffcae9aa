import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ageShop } from '#lab/age/age-shop.ts'
import { type EndpointName, endpoints } from '#src/contract/endpoints.ts'
import type { Database } from '#src/server/core/db/schema.ts'
import { deleteExpired } from '#src/server/jobs/delete-expired.ts'
import { sendStockAlerts } from '#src/server/shop/stock-alerts/send-alerts.ts'
import { applyDueLaunches } from '#src/server/studio/launches/boundaries.ts'
import { countRowsRead, explainStatements, recordStatements } from '#tests/helpers/query-plans.ts'
import { listTables } from '#tests/helpers/tables.ts'
import { type ApiClient, getMailedToken, type JsonResponse, PASSWORD } from '#tools/api-client.ts'
import {
  bodyOf,
  createOwner,
  createStudioIds,
  endpointNames,
  type Ids,
  send,
  toPath,
} from '#tools/every-endpoint.ts'
import { updateProduct } from '#tools/products.ts'
import { PAN_KEY } from '#tools/site-settings.ts'
import { createTempDir } from '#tools/temp-dir.ts'
import { createTestApp, type TestApp } from '#tools/test-app.ts'

// The hundredth day by counted work: no statement reads all of a table that grows with use, or more rows than an
// answer needs. npm run torture -- year measures a large shop by the clock.

/** A hundredth of what npm run catalog -- --age 365 makes. */
const SIZE = { products: 100, days: 365, seed: 7 }
/** A hundred products with their pictures; the tables that grow fastest have more. */
const MAX_ROWS = 700

/** Tables that have few rows for ever: records, what the staff holds, or the last of each kind. */
const BOUNDED = new Set([
  'setting',
  'publish_request',
  'publish_result',
  'publish_failure',
  'release',
  'content_record',
  'open_record',
  'invitation',
  'second_factor',
  'recovery_code',
])

/** Statements that read much, with the reason why that is right. */
const ALLOWED: [reason: string, ...statements: RegExp[]][] = [
  [
    'The index has live launches only.',
    /^select id, revision from launch where published_at is not null and undone_at is null/,
  ],
  [
    'Lists of the whole catalogue have the ids of all products, whose rows they read in parts.',
    /^select id from product order by position, id$/,
  ],
  [
    'The list of the studio is kept by revision, and its search compares the titles of the whole catalogue.',
    /^select id, revision, updated_at from product order by position, id$/,
    /^select count\(\*\) as count, sum\(revision\) as revisions, max\(updated_at\) as changed from product$/,
    /^select variant\.product_id, sum\(.* from variant inner join stock/,
    /^select id, slug, title, category, price_paise, archived_at, updated_at, revision from product order by position, id$/,
  ],
  [
    'Of a hundred products, that is of all here, PostgreSQL reads the pictures in the order of their index.',
    /^select product_id, hash, width, .* where product_id in \(/,
  ],
  [
    'Figures of the dashboard are of the whole catalogue.',
    /^select product\.id, slug, title, count\(\*\) over\(\) as count from product/,
  ],
  [
    'The publisher looks for any change of the catalogue in one pass over small columns.',
    /^select count\(\*\) as count, max\(updated_at\).* from product$/,
  ],
  ['The site redirects from every former address.', /^select former\.kind, former\.slug as former/],
  ['The library has an order of all pictures.', /^select hash, created_at from picture/],
  [
    'A launch is made by hand: there are hundreds in a year, and a row is small.',
    /^select (?:launch\.\*|id, name|count\(\*\) as count).* from launch /,
  ],
  ['Messages of two years are counted in an index.', /^select count.* from contact_message *$/],
  [
    'A search of messages reads the newest 2,000 in the order of an index, in parts.',
    /^select id from contact_message order by created_at desc, id desc limit/,
  ],
  [
    'A search of orders reads the newest 2,000 in the order of an index, in parts.',
    /^select order\.id from order order by placed_at desc, order\.id desc limit/,
  ],
  [
    'A page of the audit log, which has 13 months, is counted and found in an index.',
    /^select count\(\*\) as count from audit_entry$/,
    /^select id from audit_entry order by at desc, id desc limit/,
  ],
  [
    'Accounts are counted in an index, in whose order a page is read.',
    /^select (?:id|count\(\*\) as count) from user where user\.deleted_at is null/,
  ],
  [
    'Orders are counted up to a bound and looked through in steps, in an index in whose order a page is read.',
    /^select (?:placed_at|order\.\*|order\.id, number, name, email, placed_at) from order order by placed_at/,
    /^select count\(\*\) as count from \(select order\.id from order order by placed_at desc limit/,
  ],
  [
    'Codes of several products, from before a code was of one, are few, and a partial index has them alone.',
    /^select product\.id, title, kind, code from product_code .* where doubled = 1 /,
  ],
  ['Whether there was an order ever is one row.', /^select order_id from order_event limit/],
]

/** Endpoints that no request of this file may use, and those of a shop that takes orders or payments. */
const UNUSED: EndpointName[] = [
  'GET /auth/google/nonce',
  'POST /auth/google',
  'POST /publish',
  'POST /orders',
  'POST /orders/:number/payment',
  'POST /orders/:number/payment/confirm',
  'POST /webhooks/:provider',
]

let shop: TestApp
let tables: TableName[]
let owner: ApiClient
let admin: ApiClient
let ids: Ids
/** Products with a whole history, in the order of the catalogue, and a picture of one. */
let old: { id: string; slug: string; picture_hash: string }[]
const folder = createTempDir()
/** The endpoints that were answered without an error. */
const answered = new Set<string>()

type TableName = keyof Database

beforeAll(async () => {
  shop = await createTestApp({ DATA_DIR: folder.path, PAN_KEY })
  shop.deps.renderPage = async () => '<main></main>'
  shop.deps.renderPath = async () => '<main></main>'
  await ageShop(shop.deps, SIZE)
  tables = (await listTables(shop)).map(({ name }) => name)
  old = await shop.deps.db
    .selectFrom('product')
    .innerJoin('product_picture', 'product_picture.product_id', 'product.id')
    .where('product_picture.position', '=', 0)
    .where('archived_at', 'is', null)
    .select(['id', 'slug', 'picture_hash'])
    .orderBy('product.position')
    .execute()
  const created = await createOwner(shop)
  owner = created.owner
  ids = { ...created.ids, ...(await createStudioIds(shop)) }
  admin = await shop.createSignedInUser('admin')
  // However slow the machine is, an undo comes within its minute.
  shop.freezeTime()
  shop.deps.events.on('requestHandled', ({ method, route, status }) => {
    if (status < 400) answered.add(`${method} ${route.replace(/^\/api/, '')}`)
  })
}, 120_000)
afterAll(async () => {
  await shop[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

test('has rows in every table', async () => {
  const { db } = shop.deps
  const empty: string[] = []
  for (const table of tables)
    if ((await db.selectFrom(table).selectAll().limit(1).execute()).length === 0) empty.push(table)
  expect(empty).toEqual([])
})

test('is the same for the same seed', async () => {
  const now = shop.deps.now()
  const age = async (): Promise<unknown[]> => {
    await using other = await createTestApp({ DATA_DIR: folder.path })
    await ageShop({ ...other.deps, now: () => now }, { ...SIZE, products: 10 })
    const rows: unknown[] = []
    for (const table of tables) {
      const all = await other.deps.db.selectFrom(table).selectAll().execute()
      rows.push([table, all.map((row) => JSON.stringify({ ...row, password_hash: '' })).sort()])
    }
    return rows
  }
  expect(await age()).toEqual(await age())
})

const toPlain = (sql: string): string => sql.replaceAll('"', '').replaceAll(/\s+/g, ' ')

const isAllowed = (statement: string): boolean =>
  ALLOWED.some(([, ...allowed]) => allowed.some((pattern) => pattern.test(statement)))

/** Statements that were looked at. */
const known = new Set<string>()

/** Runs a job. @returns its statements that read too much, but for those that another job had. */
async function listLargeReads(job: () => Promise<unknown>): Promise<string[]> {
  const statements = (await recordStatements(shop, job)).filter(
    ({ sql }) => !known.has(sql) && !isAllowed(toPlain(sql)),
  )
  for (const { sql } of statements) known.add(sql)
  const large: string[] = []
  for (const { sql, scannedTables } of await explainStatements(shop, statements)) {
    const isGrowing = (name: string) => tables.some((table) => table === name) && !BOUNDED.has(name)
    const scanned = scannedTables.filter(isGrowing)
    if (scanned.length > 0) large.push(`all rows of ${scanned}: ${toPlain(sql)}`)
  }
  for (const statement of statements.filter(({ sql }) => /^\s*select\b/i.test(sql))) {
    const rows = await countRowsRead(shop, statement)
    if (rows > MAX_ROWS) large.push(`${rows} rows: ${toPlain(statement.sql)}`)
  }
  return large
}

/** In which order endpoints are called: reads first, and last what the others need. */
const LAST: EndpointName[] = [
  'PUT /editor/content/:id',
  'POST /editor/launches/:id/publish',
  'POST /editor/launches/:id/end',
  'POST /editor/launches/:id/keep',
  'DELETE /editor/launches/:id',
  'POST /editor/releases/:id/put-back',
  'DELETE /admin/staff/:id/sessions',
  'DELETE /admin/staff/:id/second-factor',
  'PUT /admin/staff/:id',
  'DELETE /users/sessions/:id',
  'POST /auth/logout',
]
const METHODS = ['GET', 'PUT', 'PATCH', 'POST', 'DELETE']
const toRank = (name: EndpointName): number =>
  LAST.includes(name)
    ? METHODS.length + LAST.indexOf(name)
    : METHODS.indexOf(name.split(' ')[0] ?? '')
const called = endpointNames
  .filter((name) => name !== 'DELETE /users/account')
  .toSorted((a, b) => toRank(a) - toRank(b))

describe('reads a bounded part of what grows:', () => {
  test.each(called)('%s', async (name) => {
    const { access } = endpoints[name]
    const client = access === 'public' || access === 'user' ? owner : admin
    const { product } = (await admin.get(`/editor/products/${ids['product']}`)).body
    ids['revision'] = product.revision
    const call = async () => {
      const path = toPath(name, ids)
      const { status } = await send(shop, name, client, path, bodyOf(name, owner, ids))
      if (status < 400) answered.add(name)
    }
    expect(await listLargeReads(call)).toEqual([])
  })

  test.each(Object.entries(flows()))('%s', async (_, run) => {
    expect(await listLargeReads(run)).toEqual([])
  })

  test('every endpoint was called without an error', () => {
    expect(endpointNames.filter((name) => !answered.has(name)).toSorted()).toEqual(
      UNUSED.toSorted(),
    )
  })
})

async function expectOk(pending: Promise<JsonResponse>): Promise<JsonResponse['body']> {
  const { status, text, body } = await pending
  if (status >= 400) throw new Error(`${status}: ${text}`)
  return body
}

/** What a request of the table cannot do, because it follows from another one; and jobs. */
function flows(): Record<string, () => Promise<unknown>> {
  return {
    async 'an account with a password'() {
      const asha = await shop.signUpVerified('Asha')
      await expectOk(asha.post('/auth/forgot-password', { email: asha.email }))
      const token = await getMailedToken(shop, asha.email)
      const password = `${PASSWORD} again`
      await expectOk(asha.post('/auth/reset-password', { token, password }))
      await expectOk(asha.post('/auth/login', { email: asha.email, password }))
      const change = { currentPassword: password, newPassword: PASSWORD }
      await expectOk(asha.put('/auth/password', change))
      await expectOk(asha.delete('/users/account', { confirmation: PASSWORD }))
    },
    async 'a member of the staff with a second factor'() {
      const email = 'vikram@example.com'
      await expectOk(admin.post('/admin/invitations', { email, role: 'editor' }))
      const token = await getMailedToken(shop, email)
      const vikram = shop.createClient()
      await expectOk(vikram.post('/auth/invitation', { token }))
      const account = { token, name: 'Vikram', password: PASSWORD }
      await expectOk(vikram.post('/auth/accept-invitation', account))
      await expectOk(vikram.post('/auth/login', { email, password: PASSWORD }))
      const path = '/users/second-factor'
      const { secret } = await expectOk(vikram.post(path, { password: PASSWORD }))
      const totp = new TOTP({ secret: Secret.fromBase32(secret) })
      const toCode = (steps: number) =>
        totp.generate({ timestamp: shop.deps.now() + steps * 30_000 })
      const { recoveryCodes } = await expectOk(vikram.put(path, { code: toCode(0) }))
      const renewed = { password: PASSWORD, code: toCode(1) }
      await expectOk(vikram.post(`${path}/recovery-codes`, renewed))
      expect(recoveryCodes).toHaveLength(10)
      shop.advanceTime(60_000)
      await expectOk(vikram.delete(path, { password: PASSWORD, code: toCode(0) }))
    },
    async 'a stock alert'() {
      const productId = old[0]?.id ?? ''
      const shopper = await shop.createSignedInUser()
      await updateProduct(shop, productId, { stock: 0 })
      await expectOk(shopper.post('/stock-alerts', { productId }))
      await updateProduct(shop, productId, { stock: 5 })
      await sendStockAlerts(shop.deps)
      const token = await getMailedToken(shop, shopper.email)
      await expectOk(shopper.post('/stock-alerts/unsubscribe', { token }))
    },
    async 'a review'() {
      const shopper = await shop.createSignedInUser()
      const review = { stars: 4, title: 'Fine', text: 'Well made.' }
      await expectOk(shopper.post('/reviews', { productId: old[0]?.id, ...review }))
    },
    async 'another picture in place of one'() {
      const picture = old[0]?.picture_hash ?? ''
      const { uses } = (await expectOk(admin.get(`/editor/pictures/${picture}`))).picture
      const seen = uses.map(({ id, revision }: Ids) => ({ id, revision }))
      const by = ids['otherPicture']
      await expectOk(admin.post(`/editor/pictures/${picture}/replace`, { by, uses: seen }))
    },
    async 'another name of a product and of a category'() {
      const { product } = await expectOk(admin.get(`/editor/products/${old[1]?.id}`))
      const { revision, entry } = product
      const renamed = { ...entry, slug: 'renamed', revision }
      await expectOk(admin.put(`/editor/products/${product.id}`, renamed))
      const { record } = await expectOk(admin.get('/editor/content/category:bags'))
      const body = { ...record.body, name: 'Purses' }
      await expectOk(admin.put(`/editor/content/${record.id}`, { revision: record.revision, body }))
    },
    async 'an import, and its end'() {
      const file = ['slug,price', ...old.slice(4).map(({ slug }) => `${slug},700`)].join('\n')
      const type = { 'Content-Type': 'text/csv' }
      const { batch } = await expectOk(admin.post('/editor/import?dryRun=false', file, type))
      await expectOk(admin.post(`/editor/batches/${batch}/undo`))
    },
    async 'a launch of old products, and its end'() {
      const { launch } = await expectOk(admin.post('/editor/launches', { name: 'Old' }))
      const change = { kind: 'price', percent: 5 }
      const bulk = { ids: [old[2]?.id, old[3]?.id], change }
      await expectOk(admin.post('/editor/products/bulk', { ...bulk, launch: launch.id }))
      await expectOk(admin.get(`/editor/launches/${launch.id}`))
      await expectOk(admin.post(`/editor/launches/${launch.id}/publish`))
      await expectOk(admin.post(`/editor/launches/${launch.id}/end`))
    },
    cleanup: () => deleteExpired(shop.deps),
    'due launches': () => applyDueLaunches(shop.deps),
    'the catalogue of the publisher': () => shop.backend.catalog.read(),
    'the version of the catalogue': () => shop.backend.catalog.getVersion(),
  }
}
