import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getDefaultContent } from '#src/content/defaults.ts'
import type { Access } from '#src/contract/endpoint.ts'
import { type Endpoint, type EndpointName, endpoints } from '#src/contract/endpoints.ts'
import { toProductId } from '#src/server/catalog/to-product.ts'
import { upsertRelease } from '#src/server/editor/publish-queries.ts'
import {
  type ApiClient,
  formatCookies,
  type JsonResponse,
  PASSWORD,
} from '#tests/helpers/api-client.ts'
import { createPicture } from '#tests/helpers/pictures.ts'
import { addProducts, createCatalogEntry } from '#tests/helpers/products.ts'
import { createTempDir } from '#tests/helpers/temp-dir.ts'
import { createTestApp, type TestApp } from '#tests/helpers/test-app.ts'

// The authorization table (T3, G6): every endpoint of the contract with every kind of caller, against
// another user's data. A new endpoint that needs a body or an id does not compile, or fails, until it
// is listed below.

const SLUG = 'moon-phase'
/** Of the product, after what `createStudioIds` saves. */
const REVISION = 3
/** The owner's address. */
const HOME = '7 Lake View'
const MISSING = '8a2f3a3c-0000-4000-8000-000000000000'
const RELEASE = '20261121-093000123-1a2b3c4d'

/** Valid bodies, so that the response depends on the caller only. */
const bodies: {
  [Name in EndpointName as (typeof endpoints)[Name] extends { body: unknown } ? Name : never]: (
    owner: ApiClient,
    ids: Ids,
  ) => object
} = {
  'POST /cart': () => ({ productId: toProductId(SLUG), quantity: 1 }),
  'PATCH /cart/:id': () => ({ change: 1 }),
  'PUT /cart/:id/variant': () => ({ variant: {} }),
  'POST /reviews': () => ({ productId: toProductId(SLUG), ...REVIEW }),
  'PUT /reviews/:id': () => REVIEW,
  'PUT /editor/reviews/:id': (_, { reviewDate }) => ({ decision: 'approve', date: reviewDate }),
  'POST /stock-alerts': () => ({ productId: toProductId(SLUG) }),
  'POST /stock-alerts/unsubscribe': () => ({ token: 'an-unknown-token' }),
  'PUT /cart/gift': () => ({ wrap: true, note: 'For you.' }),
  'POST /auth/signup': () => ({ name: 'Ira', email: 'ira@example.com', password: PASSWORD }),
  'POST /auth/login': (owner) => ({ email: owner.email, password: 'a wrong one' }),
  'POST /auth/google': () => ({ idToken: 'not.a.token' }),
  'POST /users/complete-profile': (owner) => ({ uid: owner.uid, ...profile }),
  'PUT /users/update': (owner) => ({ displayName: 'Eve', email: owner.email, ...profile }),
  'POST /wishlist/': () => ({ productId: toProductId(SLUG) }),
  'POST /auth/verify-email': () => ({ token: 'an-unknown-token' }),
  'POST /auth/resend-verification': (owner) => ({ uid: owner.uid }),
  'POST /auth/forgot-password': () => ({ email: 'nobody@example.com' }),
  'POST /auth/reset-password': () => ({ token: 'an-unknown-token', password: PASSWORD }),
  'PUT /auth/password': () => ({ currentPassword: '', newPassword: PASSWORD }),
  'DELETE /users/account': (owner) => ({ confirmation: owner.email }),
  'POST /contact': () => MESSAGE,
  'POST /events': () => ({ name: 'pageview', url: 'http://shop.test/', domain: 'shop.test' }),
  'POST /events/vitals': () => ({ page: 'product', lcp: 1_200 }),
  'POST /events/search': () => ({ query: 'silk', results: 3 }),
  'POST /editor/preview': () => ({ entry: createCatalogEntry({ slug: SLUG }) }),
  'POST /editor/products': () => createCatalogEntry({ slug: 'another-one' }),
  'PUT /editor/products/:id': () => ({ revision: REVISION, ...createCatalogEntry({ slug: SLUG }) }),
  'PATCH /editor/products/:id': () => ({ revision: REVISION, price: 99 }),
  'POST /editor/pictures/:id/replace': (_, { otherPicture }) => ({
    by: otherPicture,
    uses: [{ id: toProductId(SLUG), revision: REVISION }],
  }),
  'POST /editor/pictures/:id/crop': () => ({ left: 0, top: 0, width: 100, height: 100 }),
  'POST /editor/content': () => ({ id: 'category:lamps', body: CATEGORY }),
  'PUT /editor/content/:id': () => ({ revision: 0, body: CATEGORY }),
  'PUT /editor/content/:id/archived': () => ({ archived: true }),
  'POST /editor/content/:id/preview': () => ({ body: CATEGORY }),
  'POST /editor/launches': () => ({ name: 'Diwali' }),
  'PATCH /editor/launches/:id': () => ({ name: 'Holi' }),
  'POST /editor/launches/:id/link': () => ({ hours: 1 }),
  'PUT /editor/launches/:id/draft': () => ({
    ...{ record: 'category:lamps', revision: 0, basedOn: 0, body: CATEGORY },
  }),
  'POST /editor/content/:id/replay': () => ({ body: { pins: [] } }),
  'POST /editor/customers/search': () => ({}),
  'DELETE /admin/customers/:id': (_, { customer }) => ({
    confirmation: `${customer}@example.test`,
    reason: 'Request of the customer',
  }),
  'PUT /editor/messages/:id': () => ({ state: 'done' }),
  'POST /editor/messages/:id/replies': () => ({ text: 'Good day.' }),
  'PUT /admin/staff/:id': () => ({ role: 'customer' }),
  'POST /admin/invitations': () => ({ email: 'invited@example.com', role: 'editor' }),
  'POST /auth/invitation': () => ({ token: 'an-unknown-token' }),
  'POST /auth/accept-invitation': () => ({ token: 'an-unknown-token' }),
  'POST /users/second-factor': () => ({ password: 'a wrong one' }),
  'PUT /users/second-factor': () => ({ code: '123456' }),
  'POST /users/second-factor/recovery-codes': () => ({ password: 'a wrong one' }),
  'DELETE /users/second-factor': () => ({ password: 'a wrong one' }),
  'POST /editor/products/bulk': () => ({
    ids: [toProductId(SLUG)],
    change: { kind: 'price', percent: 10 },
  }),
}

/** Ids by what they name: of the owner's data, and of what editors and admins may name. */
type Ids = Record<string, string>

/** A record of content. */
const CATEGORY = { name: 'Lamps', introduction: 'Brass and glass.', seoTitle: '', description: '' }

const MESSAGE = {
  ...{ firstName: 'Ira', lastName: 'Sen', email: 'ira@example.com' },
  ...{ subject: 'An order', message: 'Good day.' },
}

/** What a review says; not the owner's. */
const REVIEW = { stars: 5, title: 'Fine', text: 'A fine watch.' }

const profile = {
  phone: '9876543210',
  gender: 'Female',
  dob: '1990-01-02',
  addresses: [{ address: '1 Hill Road', city: 'Pune', state: 'Maharashtra', pincode: '411001' }],
}

/** What the id of a path names, for all endpoints below it or for one alone; or its name in `Ids`. */
const pathIds: Record<string, string | { id: string }> = {
  '/products/slug/:slug': { id: SLUG },
  '/cart/:id': 'line',
  '/wishlist/:id': { id: toProductId(SLUG) },
  '/wishlist-share/:id': 'share',
  '/reviews/product/:slug': { id: SLUG },
  '/reviews/:id': 'review',
  '/users/sessions/:id': 'session',
  '/editor/reviews/:id': 'pendingReview',
  '/editor/products/:id': { id: toProductId(SLUG) },
  '/editor/content/:id': { id: 'category:watches' },
  '/editor/content/:id/replay': { id: 'search-pins' },
  '/editor/batches/:id': 'batch',
  '/editor/launches/:id': 'launch',
  '/editor/launches/:id/undo': 'liveLaunch',
  '/editor/customers/:id': 'customer',
  '/editor/messages/:id': 'message',
  '/editor/releases/:id': { id: RELEASE },
  '/editor/pictures/:id': 'picture',
  '/admin/customers/:id': 'customer',
  '/admin/staff/:id': 'member',
  '/admin/invitations/:id': 'invitation',
}

function findPathId(name: EndpointName): string | { id: string } | undefined {
  const [, path = ''] = name.split(' ')
  return pathIds[path] ?? pathIds[path.replace(/(:\w+).*/, '$1')]
}

function toPath(name: EndpointName, ids: Ids): string {
  const [, path = ''] = name.split(' ')
  const named = findPathId(name)
  const id = typeof named === 'string' ? ids[named] : named?.id
  return id === undefined ? path : path.replace(/:\w+/, id)
}

/** Queries of the endpoints that need one. */
const queries: Partial<Record<EndpointName, string>> = {
  'GET /editor/launches/:id/draft': '?record=category:watches',
  'DELETE /editor/launches/:id/draft': '?record=category:watches',
  'GET /editor/drafts': '?record=category:watches',
}

/** Files of the endpoints that take one. */
const uploads: Partial<Record<EndpointName, string | Uint8Array>> = {
  'POST /editor/pictures': await createPicture(),
  'POST /editor/import': `slug,price\n${SLUG},99\n`,
}

/** The answer of a stream, which has no end, is read no further than its headers. */
async function send(
  { request }: TestApp,
  name: EndpointName,
  client: ApiClient,
  path: string,
  body: unknown,
): Promise<Pick<JsonResponse, 'status' | 'body'>> {
  const [method = ''] = name.split(' ')
  const { upload, responseType }: Endpoint = endpoints[name]
  if (!responseType) {
    const type = upload && { 'Content-Type': upload.type.replace('*', 'webp') }
    return client.request(method, path, uploads[name] ?? body, type)
  }
  const response = await request(path, {
    method,
    headers: { Cookie: formatCookies(client.cookies) },
  })
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  if (!isJson) await response.body?.cancel()
  return { status: response.status, body: isJson ? await response.json() : {} }
}

const names = Object.keys(endpoints) as EndpointName[]
const bodyOf = (name: EndpointName, owner: ApiClient, ids: Ids) =>
  name in bodies ? bodies[name as keyof typeof bodies](owner, ids) : undefined

/** Creates callers other than the owner. */
const callers = {
  'a visitor': async (shop: TestApp) => shop.createClient(),
  'another customer': async (shop: TestApp) => shop.createSignedInUser(),
  'an editor': async (shop: TestApp) => shop.createSignedInUser('editor'),
  'an admin': async (shop: TestApp) => shop.createSignedInUser('admin'),
}
type CallerKind = keyof typeof callers

const allowed: Record<Access, CallerKind[]> = {
  public: Object.keys(callers) as CallerKind[],
  user: ['another customer', 'an editor', 'an admin'],
  staff: ['an editor', 'an admin'],
  editor: ['an editor', 'an admin'],
  admin: ['an admin'],
}

async function createOwner(shop: TestApp): Promise<{ owner: ApiClient; ids: Ids }> {
  const productId = toProductId(SLUG)
  await addProducts(shop, { slug: SLUG })
  const owner = await shop.createSignedInUser()
  const addresses = [{ ...profile.addresses[0], address: HOME }]
  const details = { displayName: 'Asha Rao', ...profile, addresses }
  expect((await owner.put('/users/update', details)).status).toBe(200)
  await owner.post('/wishlist/', { productId })
  await owner.post('/cart', { productId, quantity: 2 })
  const line = (await owner.get('/cart')).body.cart[0].id
  const session = (await owner.get('/users/sessions')).body.sessions[0].id
  const share = (await owner.put('/wishlist-share')).body.token
  const review = (await owner.post('/reviews', { productId, ...REVIEW })).body.review.id
  return { owner, ids: { line, session, share, review } }
}

/** Creates what the endpoints of editors and admins name. */
async function createStudioIds(shop: TestApp): Promise<Ids> {
  const id = toProductId(SLUG)
  const admin = await shop.createSignedInUser('admin')
  const upload = async (width: number): Promise<string> => {
    const type = { 'Content-Type': 'image/webp' }
    return (await admin.post('/editor/pictures', await createPicture(width, 130), type)).body.file
  }
  const [picture, otherPicture] = [await upload(120), await upload(140)]
  const pictures = [{ file: picture, alt: '' }]
  const entry = createCatalogEntry({ slug: SLUG, pictures })
  await admin.put(`/editor/products/${id}`, { revision: 1, ...entry })
  const change = { kind: 'price', percent: 10 }
  const { batch } = (await admin.post('/editor/products/bulk', { ids: [id], change })).body
  const createLaunch = async (record: string, body: object): Promise<string> => {
    const launch = { name: 'Diwali', draft: { record, basedOn: 0, body } }
    return (await admin.post('/editor/launches', launch)).body.launch.id
  }
  const launch = await createLaunch('category:watches', getDefaultContent('category:watches'))
  await admin.post(`/editor/launches/${launch}/link`, { hours: 1 })
  const liveLaunch = await createLaunch('about', getDefaultContent('about'))
  await admin.post(`/editor/launches/${liveLaunch}/publish`)
  await admin.post('/contact', MESSAGE)
  const [message] = (await admin.get('/editor/messages')).body.messages
  const customer = await shop.createSignedInUser()
  const { review } = (await customer.post('/reviews', { productId: id, ...REVIEW })).body
  const member = await shop.createSignedInUser('editor')
  await admin.post('/admin/invitations', { email: MESSAGE.email, role: 'editor' })
  const [invitation] = (await admin.get('/admin/staff')).body.invitations
  const counts = { products: 1, pages: 1, rendered: 1, bytes: 1, kept: 1, compiled: '' }
  const changes = JSON.stringify({ changes: [], count: 0 })
  await upsertRelease(shop.deps.db, { id: RELEASE, published_at: 1, changes, ...counts })
  return {
    ...{ batch, launch, liveLaunch, message: message.id },
    ...{ picture, otherPicture, pendingReview: review.id, reviewDate: review.date },
    ...{ customer: customer.uid, member: member.uid, invitation: invitation.id },
  }
}

let userTables: Set<'address'> | undefined

/** Every row of the user, of every table. */
async function listUserRows(shop: TestApp, { uid }: ApiClient): Promise<unknown> {
  const { db } = shop.deps
  userTables ??= new Set(
    (await db.introspection.getTables())
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

async function openShop(kind: CallerKind, DATA_DIR: string, forStudio = true): Promise<TestShop> {
  const shop = await createTestApp({ DATA_DIR })
  shop.deps.renderPage = async () => '<main></main>'
  shop.deps.renderPath = async () => '<main></main>'
  const { owner, ids } = await createOwner(shop)
  if (forStudio) Object.assign(ids, await createStudioIds(shop))
  return { shop, owner, ids, client: await callers[kind](shop) }
}

const isAllowed = (kind: CallerKind, name: EndpointName): boolean =>
  allowed[endpoints[name].access].includes(kind)

/** Sends a request about the owner's data. @throws when that changes or shows the owner's data. */
async function sendAsCaller(
  name: EndpointName,
  { shop, owner, ids, client }: TestShop,
): Promise<Pick<JsonResponse, 'status' | 'body'>> {
  const before = await listUserRows(shop, owner)
  const path = toPath(name, ids) + (queries[name] ?? '')
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
  beforeAll(async () => {
    shared = await openShop(kind, folder.path)
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
    if (access === 'editor' || access === 'admin')
      expect([200, 201, 202]).toContain(response.status)
    if (access !== 'user' || !findPathId(name)) return
    // Another user's id is answered like one that does not exist.
    const { shop, owner, ids } = opened
    const missingPath = name.replace(/^\w+ /, '').replace(/:\w+/, MISSING)
    const other = await callers[kind](shop)
    const missing = await send(shop, name, other, missingPath, bodyOf(name, owner, ids))
    expect(response.status).toBe(404)
    expect(JSON.stringify(response.body)).toBe(JSON.stringify(missing.body))
  }

  test.each(names)('%s', async (name) => {
    // A refused call and a read change nothing of the shop.
    if (name.startsWith('GET ') || !isAllowed(kind, name)) return expectAccess(name, shared)
    using own = createTempDir()
    const opened = await openShop(kind, own.path, / \/(?:editor|admin)\//.test(name))
    await using _shop = opened.shop
    await expectAccess(name, opened)
  })
})

const ownedNames = names.filter(
  (name) => findPathId(name) && /public|user/.test(endpoints[name].access),
)
test.each(ownedNames)('allows the owner %s (T3)', async (name) => {
  await using shop = await createTestApp()
  const { owner, ids } = await createOwner(shop)
  const [method = ''] = name.split(' ')
  const { status } = await owner.request(method, toPath(name, ids), bodyOf(name, owner, ids))
  expect(status).toBe(200)
})

test('every endpoint with an id is in the table, and more than ten are closed to visitors (T3)', () => {
  const named = names.filter((name) => /\/:\w+/.test(name))
  expect(named.filter((name) => !findPathId(name))).toEqual([])
  expect(names.filter((name) => !isAllowed('a visitor', name)).length).toBeGreaterThan(10)
})
