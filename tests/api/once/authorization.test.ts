import { cpSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Access } from '#src/contract/endpoint.ts'
import { type EndpointName, endpoints } from '#src/contract/endpoints.ts'
import { SEARCH_GROUPS, SEARCH_RIGHTS } from '#src/contract/studio-search.ts'
import { hasRight, STAFF_ROLES } from '#src/contract/values.ts'
import { listTables } from '#tests/helpers/tables.ts'
import { type ApiClient, createClient, type JsonResponse } from '#tools/api-client.ts'
import {
  bodyOf,
  createOwner,
  createStudioIds,
  endpointNames,
  findPathId,
  HOME,
  type Ids,
  OWNER_LINK,
  send,
  toPath,
} from '#tools/every-endpoint.ts'
import { startRazorpayStandIn } from '#tools/razorpay-stand-in.ts'
import { createTempDir } from '#tools/temp-dir.ts'
import { copyRows, createTestApp, type TestApp } from '#tools/test-app.ts'

// The authorization table (T3, G6): every endpoint of the contract with every kind of caller, against
// another user's data. A new endpoint that needs a body or an id does not compile, or fails, until it
// is listed in tools/every-endpoint.ts.

const MISSING = '8a2f3a3c-0000-4000-8000-000000000000'

/** The payment provider of the calls that ask it. */
const provider = await startRazorpayStandIn()
afterAll(() => provider[Symbol.asyncDispose]())

/** Creates callers other than the owner. */
const callers = {
  'a visitor': async (shop: TestApp) => shop.createClient(),
  'another customer': async (shop: TestApp) => shop.createSignedInUser(),
  'a packer': async (shop: TestApp) => shop.createSignedInUser('packer'),
  'an editor': async (shop: TestApp) => shop.createSignedInUser('editor'),
  'an admin': async (shop: TestApp) => shop.createSignedInUser('admin'),
}
type CallerKind = keyof typeof callers

const STAFF: CallerKind[] = ['a packer', 'an editor', 'an admin']

/** Written out, and not derived from the roles: a right that moves to another role fails here. */
const allowed: Record<Access, CallerKind[]> = {
  public: Object.keys(callers) as CallerKind[],
  user: ['another customer', ...STAFF],
  staff: STAFF,
  studio: STAFF,
  orders: STAFF,
  stock: STAFF,
  payments: ['an editor', 'an admin'],
  books: ['an editor', 'an admin'],
  catalogue: ['an editor', 'an admin'],
  messages: ['an editor', 'an admin'],
  customers: ['an admin'],
  team: ['an admin'],
}

/** Calls that a packer may make, and no other of the staff: a new one is decided on here. */
const OF_PACKERS = [
  'GET /editor/catalog',
  'GET /editor/products/:id',
  'POST /editor/products/:id/stock',
  'GET /editor/publish',
  'GET /editor/publish/events',
  'GET /editor/waiting',
  'POST /editor/search',
]

/** Writing calls of the staff that leave no entry in the audit log, with the reason. */
const WITHOUT_ENTRY: Partial<Record<EndpointName, string>> = {
  'POST /editor/preview': 'It changes nothing.',
  'POST /editor/content/:id/preview': 'It changes nothing.',
  'POST /editor/messages/:id/preview': 'It changes nothing.',
  'POST /editor/content/:id/replay': 'It changes nothing.',
  'PUT /editor/products/:id/presence': 'Who has a record open is forgotten in 45 seconds.',
  'DELETE /editor/products/:id/presence': 'Who has a record open is forgotten in 45 seconds.',
  'PUT /editor/content/:id/presence': 'Who has a record open is forgotten in 45 seconds.',
  'DELETE /editor/content/:id/presence': 'Who has a record open is forgotten in 45 seconds.',
  'PUT /editor/orders/:number/presence': 'Who has an order open is forgotten in 45 seconds.',
  'DELETE /editor/orders/:number/presence': 'Who has an order open is forgotten in 45 seconds.',
  'POST /users/second-factor': 'A secret has no effect until a code confirms it, which is written.',
  // These need a password: their entries are in tests/api/second-factor.test.ts.
  'PUT /users/second-factor': 'It is refused here.',
  'POST /users/second-factor/recovery-codes': 'It is refused here.',
  'DELETE /users/second-factor': 'It is refused here.',
}

const isOfStaff = (name: EndpointName): boolean => !/^(?:public|user)$/.test(endpoints[name].access)

const isStaffWrite = (name: EndpointName): boolean => !name.startsWith('GET ') && isOfStaff(name)

/** What customers of every-endpoint.ts are called, and wrote. */
const OF_CUSTOMERS = /\bIra\b|\bSen\b|ira@|\bFine\b|A fine watch/

/** @throws where a call of the staff that writes is not in the audit log, or where the entry names a customer. */
async function expectEntry(name: EndpointName, { shop, client }: TestShop): Promise<void> {
  const { db } = shop.deps
  const own = db.selectFrom('audit_entry').select('subject').where('actor_id', '=', client.uid)
  const entries = await own.execute()
  if (name in WITHOUT_ENTRY) expect(entries).toEqual([])
  else expect(entries.length, 'entries in the audit log').toBeGreaterThan(0)
  for (const { subject } of entries) expect(subject).not.toMatch(OF_CUSTOMERS)
}

let userTables: Set<'address'> | undefined

/** Every row of the user, of every table. */
async function listUserRows(shop: TestApp, { uid }: ApiClient): Promise<unknown> {
  const { db } = shop.deps
  userTables ??= new Set(
    (await listTables(shop))
      .filter(({ columns }) => columns.some(({ name }) => name === 'user_id'))
      .map(({ name }) => name as 'address'),
  )
  expect(userTables.size).toBeGreaterThan(5)
  // One after the other: in parallel, each would open a connection.
  const rows: unknown[] = [await db.selectFrom('user').selectAll().where('id', '=', uid).execute()]
  for (const table of userTables)
    rows.push(await db.selectFrom(table).selectAll().where('user_id', '=', uid).execute())
  return rows
}

interface TestShop {
  shop: TestApp
  owner: ApiClient
  ids: Ids
  client: ApiClient
}

/** The time of all shops: an undo has a minute, and all callers together may take longer. */
const NOW = Date.now()

async function createShop(DATA_DIR: string): Promise<TestApp> {
  const shop = await createTestApp({ DATA_DIR, ...provider.env })
  shop.freezeTime(NOW)
  shop.deps.renderPage = async () => '<main></main>'
  shop.deps.renderPath = async () => '<main></main>'
  return shop
}

async function openShop(kind: CallerKind, dataDir: string): Promise<TestShop> {
  const shop = await createShop(dataDir)
  const { owner, ids } = await createOwner(shop)
  Object.assign(ids, await createStudioIds(shop))
  return { shop, owner, ids, client: await callers[kind](shop) }
}

/** The same browser in another shop. */
const moveTo = (shop: TestApp, client: ApiClient): ApiClient =>
  createClient(shop, {}, { ...client, cookies: new Map(client.cookies) })

const isAllowed = (kind: CallerKind, name: EndpointName): boolean =>
  allowed[endpoints[name].access].includes(kind)

/** Sends a request about the owner's data. @throws when that changes or shows the owner's data. */
async function sendAsCaller(
  name: EndpointName,
  { shop, owner, ids, client }: TestShop,
): Promise<Pick<JsonResponse, 'status' | 'body'>> {
  const before = await listUserRows(shop, owner)
  const path = toPath(name, ids)
  const response = await send(shop, name, client, path, bodyOf(name, owner, ids))
  expect(await listUserRows(shop, owner), "the owner's rows").toEqual(before)
  const text = JSON.stringify(response.body)
  // The list of customers names every account.
  const uid = name === 'POST /editor/customers/search' && response.status === 200 ? [] : [owner.uid]
  for (const secret of [...uid, ids['line'], ids['session'], HOME])
    expect(text ?? '', 'the response').not.toContain(secret)
  return response
}

describe.each(Object.keys(callers) as CallerKind[])('access of %s (T3)', (kind) => {
  const folder = createTempDir()
  let shared: TestShop
  let copyTo: (shop: TestApp) => Promise<void>
  beforeAll(async () => {
    shared = await openShop(kind, folder.path)
    copyTo = await copyRows(shared.shop)
  }, 60_000)
  afterAll(async () => {
    await shared.shop[Symbol.asyncDispose]()
    folder[Symbol.dispose]()
  })

  async function expectAccess(name: EndpointName, opened: TestShop): Promise<void> {
    const response = await sendAsCaller(name, opened)
    if (!isAllowed(kind, name)) {
      expect(response).toMatchObject({
        status: isAllowed(kind, 'GET /cart') ? 403 : 401,
        body: { success: false, message: expect.any(String) },
      })
      return
    }
    expect(response.status, 'the status').not.toBe(403)
    expect(response.status).toBeLessThan(500)
    const { access } = endpoints[name]
    if (isOfStaff(name) && access !== 'staff') expect([200, 201, 202]).toContain(response.status)
    if (isStaffWrite(name)) await expectEntry(name, opened)
    if (access !== 'user' || !findPathId(name)) return
    // Another user's id is answered like one that does not exist.
    const { shop, owner, ids } = opened
    const missingPath = name.replace(/^\w+ /, '').replace(/:\w+/, MISSING)
    const other = await callers[kind](shop)
    const missing = await send(shop, name, other, missingPath, bodyOf(name, owner, ids))
    expect(response.status).toBe(404)
    expect(JSON.stringify(response.body)).toBe(JSON.stringify(missing.body))
  }

  test.each(endpointNames)('%s', async (name) => {
    // A refused call and a read change nothing of the shop.
    if (name.startsWith('GET ') || !isAllowed(kind, name)) return expectAccess(name, shared)
    using own = createTempDir()
    cpSync(folder.path, own.path, { recursive: true })
    await using shop = await createShop(own.path)
    await copyTo(shop)
    const { owner, ids, client } = shared
    await expectAccess(name, {
      shop,
      owner: moveTo(shop, owner),
      ids,
      client: moveTo(shop, client),
    })
  })
})

// The provider signs its events, so that no user owns them.
const ownedNames = endpointNames.filter(
  (name) =>
    findPathId(name) &&
    name !== 'POST /webhooks/:provider' &&
    /public|user/.test(endpoints[name].access),
)
test.each(ownedNames)('allows the owner %s (T3)', async (name) => {
  await using shop = await createTestApp(provider.env)
  const { owner, ids } = await createOwner(shop)
  provider.addLink(OWNER_LINK, ids['unpaidOrder'] ?? '', 105_000)
  const [method = ''] = name.split(' ')
  const { status } = await owner.request(method, toPath(name, ids), bodyOf(name, owner, ids))
  expect(status).toBe(200)
})

test('every endpoint with an id is in the table, and more than ten are closed to visitors (T3)', () => {
  const named = endpointNames.filter((name) => /\/:\w+/.test(name))
  expect(named.filter((name) => !findPathId(name))).toEqual([])
  expect(endpointNames.filter((name) => !isAllowed('a visitor', name)).length).toBeGreaterThan(10)
})

test('a packer has the orders, the stock and nothing else of the studio', () => {
  const others = endpointNames.filter(
    (name) =>
      /^\w+ \/(?:editor|admin)\//.test(name) &&
      isAllowed('a packer', name) &&
      !/^\w+ \/editor\/(?:orders|shipments|returns)\//.test(name),
  )
  expect(others.toSorted()).toEqual(OF_PACKERS.toSorted())
  const refused = endpointNames.filter((name) => !isAllowed('a packer', name))
  expect(refused.filter((name) => name.includes('/editor/orders/')).toSorted()).toEqual([
    'GET /editor/orders/export',
    'POST /editor/orders/:number/receive',
    'POST /editor/orders/:number/refund',
  ])
})

test('the screen of each role is that of its rights, and no button asks for more', async () => {
  await using shop = await createTestApp(provider.env)
  const { ids } = await createOwner(shop)
  Object.assign(ids, await createStudioIds(shop))
  for (const role of STAFF_ROLES) {
    const client = await shop.createSignedInUser(role)
    const { order } = (await client.get(`/editor/orders/${ids['collectedOrder']}`)).body
    const seen = {
      refund: order.steps.refund.can,
      customer: order.customerId !== null,
      product: order.lines[0].productId !== null,
    }
    expect(seen, role).toEqual({
      refund: hasRight(role, 'payments'),
      customer: hasRight(role, 'customers') && seen.customer,
      product: hasRight(role, 'catalogue'),
    })
    const found = (await client.post('/editor/search', { text: 'moon' })).body
    for (const group of SEARCH_GROUPS)
      if (!hasRight(role, SEARCH_RIGHTS[group])) expect(found[group], group).toEqual([])
  }
})
