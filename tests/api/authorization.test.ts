import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Access } from '#src/contract/endpoint.ts'
import { type Endpoint, type EndpointName, endpoints } from '#src/contract/endpoints.ts'
import { ROLES } from '#src/contract/values.ts'
import { replaceInvitation } from '#src/server/admin/staff-queries.ts'
import { createUser } from '#src/server/auth/user-queries.ts'
import { toProductId } from '#src/server/catalog/to-product.ts'
import { insertContactMessage } from '#src/server/contact/queries.ts'
import { insertBatch } from '#src/server/editor/batch-queries.ts'
import { upsertRelease } from '#src/server/editor/publish-queries.ts'
import { insertLaunch, insertLink, saveItem } from '#src/server/launches/queries.ts'
import { pictureHash, storePicture } from '#src/server/media/store-picture.ts'
import { insertReview } from '#src/server/reviews/queries.ts'
import { type ApiClient, formatCookies, type JsonResponse } from '#tests/helpers/api-client.ts'
import { createPicture } from '#tests/helpers/pictures.ts'
import { addProducts, createCatalogEntry } from '#tests/helpers/products.ts'
import { createTempDir } from '#tests/helpers/temp-dir.ts'
import { createTestApp, type TestApp } from '#tests/helpers/test-app.ts'

// The authorization table (T3, G6): every endpoint of the contract with every kind of caller, against
// another user's data. A new endpoint that needs a body or an id does not compile, or fails, until it
// is listed below.

const SLUG = 'moon-phase'
/** The owner's address. */
const HOME = '7 Lake View'
const MISSING = '8a2f3a3c-0000-4000-8000-000000000000'
/** The id of each row that an editor or admin may name. */
const STUDIO_ID = '5b0f0b6e-0000-4000-8000-000000000000'
const LIVE_LAUNCH = '5b0f0b6e-0000-4000-8000-000000000001'
const CUSTOMER = { id: '6c1f1c7f-0000-4000-8000-000000000000', email: 'customer@example.com' }
const RELEASE = '20261121-093000123-1a2b3c4d'
const [PICTURE, OTHER_PICTURE] = [await createPicture(120, 130), await createPicture(140, 150)]

/** Ids of the owner's data. */
interface OwnedIds {
  line: string
  session: string
  share: string
  review: string
}

/** Valid bodies, so that the response depends on the caller only. */
const bodies: {
  [Name in EndpointName as (typeof endpoints)[Name] extends { body: unknown } ? Name : never]: (
    owner: ApiClient,
  ) => object
} = {
  'POST /cart': () => ({ productId: toProductId(SLUG), quantity: 1 }),
  'PATCH /cart/:id': () => ({ change: 1 }),
  'PUT /cart/:id/variant': () => ({ variant: {} }),
  'POST /reviews': () => ({ productId: toProductId(SLUG), ...REVIEW }),
  'PUT /reviews/:id': () => REVIEW,
  'PUT /editor/reviews/:id': () => ({ decision: 'approve', date: new Date(1).toISOString() }),
  'POST /stock-alerts': () => ({ productId: toProductId(SLUG) }),
  'POST /stock-alerts/unsubscribe': () => ({ token: 'an-unknown-token' }),
  'PUT /cart/gift': () => ({ wrap: true, note: 'For you.' }),
  'POST /auth/signup': () => ({
    name: 'Ira',
    email: 'ira@example.com',
    password: 'a lamp on the stepwell',
  }),
  'POST /auth/login': (owner) => ({ email: `${owner.uid}@example.test`, password: 'a wrong one' }),
  'POST /auth/google': () => ({ idToken: 'not.a.token' }),
  'POST /users/complete-profile': (owner) => ({ uid: owner.uid, ...profile }),
  'PUT /users/update': (owner) => ({
    displayName: 'Eve',
    email: `${owner.uid}@example.test`,
    ...profile,
  }),
  'POST /wishlist/': () => ({ productId: toProductId(SLUG) }),
  'POST /auth/verify-email': () => ({ token: 'an-unknown-token' }),
  'POST /auth/resend-verification': (owner) => ({ uid: owner.uid }),
  'POST /auth/forgot-password': () => ({ email: 'nobody@example.com' }),
  'POST /auth/reset-password': () => ({
    token: 'an-unknown-token',
    password: 'a lamp on the stepwell',
  }),
  'PUT /auth/password': () => ({ currentPassword: '', newPassword: 'a lamp on the stepwell' }),
  'DELETE /users/account': (owner) => ({ confirmation: `${owner.uid}@example.test` }),
  'POST /contact': () => ({
    firstName: 'Ira',
    lastName: 'Sen',
    email: 'ira@example.com',
    message: 'Good day.',
  }),
  'POST /events': () => ({ name: 'pageview', url: 'http://shop.test/', domain: 'shop.test' }),
  'POST /events/vitals': () => ({ page: 'product', lcp: 1_200 }),
  'POST /events/search': () => ({ query: 'silk', results: 3 }),
  'POST /editor/preview': () => ({ entry: createCatalogEntry({ slug: SLUG }) }),
  'POST /editor/products': () => createCatalogEntry({ slug: 'another-one' }),
  'PUT /editor/products/:id': () => ({ revision: 1, ...createCatalogEntry({ slug: SLUG }) }),
  'PATCH /editor/products/:id': () => ({ revision: 1, price: 99 }),
  'POST /editor/pictures/:id/replace': () => ({
    by: pictureHash(OTHER_PICTURE),
    uses: [{ id: toProductId(SLUG), revision: 1 }],
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
  'DELETE /admin/customers/:id': () => ({
    confirmation: CUSTOMER.email,
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

/** A record of content. */
const CATEGORY = { name: 'Lamps', introduction: 'Brass and glass.', seoTitle: '', description: '' }

/** What a review says; not the owner's. */
const REVIEW = { stars: 5, title: 'Fine', text: 'A fine watch.' }

const profile = {
  phone: '9876543210',
  gender: 'female',
  dob: '1990-01-02',
  addresses: [{ address: '1 Hill Road', city: 'Pune', pincode: '411001' }],
}

/** What the id of a path names, for all endpoints below it or for one alone. */
const ids: Record<string, (owned: OwnedIds) => string> = {
  '/products/slug/:slug': () => SLUG,
  '/cart/:id': ({ line }) => line,
  '/wishlist/:id': () => toProductId(SLUG),
  '/wishlist-share/:id': ({ share }) => share,
  '/reviews/product/:slug': () => SLUG,
  '/reviews/:id': ({ review }) => review,
  '/users/sessions/:id': ({ session }) => session,
  '/editor/reviews/:id': () => STUDIO_ID,
  '/editor/products/:id': () => toProductId(SLUG),
  '/editor/content/:id': () => 'category:watches',
  '/editor/content/:id/replay': () => 'search-pins',
  '/editor/batches/:id': () => STUDIO_ID,
  '/editor/launches/:id': () => STUDIO_ID,
  '/editor/launches/:id/undo': () => LIVE_LAUNCH,
  '/editor/customers/:id': () => CUSTOMER.id,
  '/editor/messages/:id': () => STUDIO_ID,
  '/editor/releases/:id': () => RELEASE,
  '/editor/pictures/:id': () => pictureHash(PICTURE),
  '/admin/customers/:id': () => CUSTOMER.id,
  '/admin/staff/:id': () => STUDIO_ID,
  '/admin/invitations/:id': () => STUDIO_ID,
}

function findId(name: EndpointName): ((owned: OwnedIds) => string) | undefined {
  const [, path = ''] = name.split(' ')
  return ids[path] ?? ids[path.replace(/(:\w+).*/, '$1')]
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
const bodyOf = (name: EndpointName, owner: ApiClient) =>
  name in bodies ? bodies[name as keyof typeof bodies](owner) : undefined

/** Creates callers other than the owner. */
const callers = {
  'a visitor': async (shop: TestApp) => shop.createClient(),
  'another customer': async (shop: TestApp) => shop.createSignedInUser(),
  'an editor': async (shop: TestApp) => shop.createSignedInUser('editor'),
  'an admin': async (shop: TestApp) => shop.createSignedInUser('admin'),
  'a user with an expired session': async (shop: TestApp) => {
    const user = await shop.createSignedInUser()
    await shop.deps.db
      .updateTable('session')
      .set({ expires_at: shop.deps.now() })
      .where('user_id', '=', user.uid)
      .execute()
    return user
  },
}
type CallerKind = keyof typeof callers

const allowed: Record<Access, CallerKind[]> = {
  public: Object.keys(callers) as CallerKind[],
  user: ['another customer', 'an editor', 'an admin'],
  staff: ['an editor', 'an admin'],
  editor: ['an editor', 'an admin'],
  admin: ['an admin'],
}

async function createOwner(shop: TestApp): Promise<{ owner: ApiClient; owned: OwnedIds }> {
  await addProducts(shop, { slug: SLUG })
  const owner = await shop.createSignedInUser()
  const addresses = [{ ...profile.addresses[0], address: HOME }]
  await owner.put('/users/update', { displayName: 'Asha Rao', ...profile, addresses })
  await owner.post('/wishlist/', { productId: toProductId(SLUG) })
  await owner.post('/cart', { productId: toProductId(SLUG), quantity: 2 })
  const { cart } = (await owner.get('/cart')).body as { cart: { id: string }[] }
  const { sessions } = (await owner.get('/users/sessions')).body as {
    sessions: { id: string }[]
  }
  const { token: share } = (await owner.put('/wishlist-share')).body
  const written = await owner.post('/reviews', { productId: toProductId(SLUG), ...REVIEW })
  const { review } = written.body as { review: { id: string } }
  await addStudioRows(shop)
  return {
    owner,
    owned: {
      line: cart[0]?.id ?? '',
      session: sessions[0]?.id ?? '',
      share,
      review: review.id,
    },
  }
}

/** What the endpoints of editors and admins name. */
async function addStudioRows({ deps }: TestApp): Promise<void> {
  const { db } = deps
  const id = STUDIO_ID
  for (const bytes of [PICTURE, OTHER_PICTURE]) await storePicture(deps, bytes)
  const place = { position: 0, alt: '', focus_x: 50, focus_y: 50 }
  await db
    .insertInto('product_picture')
    .values({ ...place, product_id: toProductId(SLUG), picture_hash: pictureHash(PICTURE) })
    .execute()
  await insertBatch(db, { id, summary: '', editor_id: null, created_at: 1, undone_at: null })
  const launch = { name: 'Diwali', starts_at: null, ends_at: null, undone_at: null, batch_id: id }
  const created = { message: '', revision: 1, created_at: 1, editor_id: null }
  await insertLaunch(db, { id, ...launch, published_at: null, ...created })
  await insertLaunch(db, { id: LIVE_LAUNCH, ...launch, published_at: 1, ...created })
  await saveItem(db, {
    ...{ launch_id: id, record_id: 'category:watches', body: JSON.stringify(CATEGORY) },
    ...{ based_on: 0, revision: 1, saved_at: 1, editor_id: null, action: 'update' },
  })
  await insertLink(db, { token_hash: 'hash', launch_id: id, expires_at: Date.now() + 60_000 })
  const sender = { first_name: 'Ira', last_name: 'Sen', email: 'ira@example.com', company: '' }
  const texts = { subject: '', order_number: '', message: 'Good day.', note: '' }
  const message = { topic: 'contact', ...texts, created_at: 1, state: 'new' } as const
  await insertContactMessage(db, { id, ...sender, ...message })
  await insertReview(db, {
    id,
    product_id: toProductId(SLUG),
    user_id: null,
    author: 'Ira',
    ...REVIEW,
    is_verified_purchase: 0,
    state: 'pending',
    reason: '',
    written_at: 1,
  })
  const member = { id, email: 'member@example.com', display_name: 'A member', role: 'editor' }
  await createUser(db, { ...member, email_verified_at: 1, created_at: 1 })
  const customer = { ...CUSTOMER, display_name: 'A customer' }
  await createUser(db, { ...customer, email_verified_at: 1, created_at: 1 })
  await replaceInvitation(db, {
    id,
    token_hash: 'hash',
    email: 'ira@example.com',
    role: 'editor',
    invited_by: null,
    created_at: 1,
    expires_at: Date.now() + 60_000,
    used_at: null,
  })
  const counts = { products: 1, pages: 1, rendered: 1, bytes: 1 }
  const changes = JSON.stringify({ changes: [], count: 0 })
  await upsertRelease(db, {
    id: RELEASE,
    published_at: 1,
    ...counts,
    changes,
    kept: 1,
    compiled: '',
  })
}

async function listUserTables({ deps: { db } }: TestApp): Promise<'address'[]> {
  const tables = await db.introspection.getTables()
  const userTables = tables.filter(({ columns }) => columns.some(({ name }) => name === 'user_id'))
  return [...new Set(userTables.map(({ name }) => name as 'address'))]
}

let userTables: 'address'[] | undefined

/** Every row of the user, of every table. */
async function listUserRows(shop: TestApp, { uid }: ApiClient): Promise<unknown> {
  const { db } = shop.deps
  userTables ??= await listUserTables(shop)
  expect(userTables.length).toBeGreaterThan(5)
  // One after the other: in parallel, each would open a connection.
  const rows: unknown[] = [await db.selectFrom('user').selectAll().where('id', '=', uid).execute()]
  for (const table of userTables)
    rows.push(await db.selectFrom(table).selectAll().where('user_id', '=', uid).execute())
  return rows
}

function toRequestLine(name: EndpointName, id?: string): [method: string, path: string] {
  const [method = '', path = ''] = name.split(' ')
  return [method, id === undefined ? path : path.replace(/:\w+/, id)]
}

interface TestShop {
  shop: TestApp
  owner: ApiClient
  owned: OwnedIds
  client: ApiClient
}

async function openShop(kind: CallerKind, DATA_DIR: string): Promise<TestShop> {
  const shop = await createTestApp({ DATA_DIR })
  shop.deps.renderPage = async () => '<main></main>'
  shop.deps.renderPath = async () => '<main></main>'
  const { owner, owned } = await createOwner(shop)
  return { shop, owner, owned, client: await callers[kind](shop) }
}

const isAllowed = (kind: CallerKind, name: EndpointName): boolean =>
  allowed[endpoints[name].access].includes(kind)

/** Sends a request about the owner's data. @throws when that changes or shows the owner's data. */
async function sendAsCaller(
  name: EndpointName,
  { shop, owner, owned, client }: TestShop,
): Promise<Pick<JsonResponse, 'status' | 'body'>> {
  const before = await listUserRows(shop, owner)
  const [, path] = toRequestLine(name, findId(name)?.(owned))
  const query = queries[name] ?? ''
  const response = await send(shop, name, client, path + query, bodyOf(name, owner))
  expect(await listUserRows(shop, owner), "the owner's rows").toEqual(before)
  const text = JSON.stringify(response.body)
  // The list of customers names every account.
  const uid = name === 'POST /editor/customers/search' && response.status === 200 ? [] : [owner.uid]
  for (const secret of [...uid, owned.line, owned.session, HOME])
    expect(text ?? '', 'the response').not.toContain(secret)
  return response
}

/** A refused call and a read change nothing of the shop. */
const changesNothing = (kind: CallerKind, name: EndpointName): boolean =>
  name.startsWith('GET ') || !isAllowed(kind, name)

describe.each(Object.keys(callers) as CallerKind[])('access of %s (T3)', (kind) => {
  const folder = createTempDir()
  let shared: TestShop
  beforeAll(async () => {
    shared = await openShop(kind, folder.path)
  })
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
    if (access !== 'user' || !findId(name)) return
    const [, missingPath] = toRequestLine(name, MISSING)
    const other = await callers[kind](opened.shop)
    const missing = await send(opened.shop, name, other, missingPath, bodyOf(name, opened.owner))
    expect(response.status).toBe(404)
    expect(JSON.stringify(response.body)).toBe(JSON.stringify(missing.body))
  }

  test.each(names)('%s', async (name) => {
    if (changesNothing(kind, name)) return expectAccess(name, shared)
    using own = createTempDir()
    const opened = await openShop(kind, own.path)
    await using _shop = opened.shop
    await expectAccess(name, opened)
  })
})

const OWNED: Access[] = ['public', 'user']
const ownedNames = names.filter((name) => findId(name) && OWNED.includes(endpoints[name].access))
test.each(ownedNames)('allows the owner %s (T3)', async (name) => {
  await using shop = await createTestApp()
  const { owner, owned } = await createOwner(shop)
  const [method, path] = toRequestLine(name, findId(name)?.(owned))
  const { status } = await owner.request(method, path, bodyOf(name, owner))
  expect(status).toBe(200)
})

test('more than ten endpoints are closed to visitors (T3)', () => {
  const closed = names.filter((name) => !allowed[endpoints[name].access].includes('a visitor'))
  expect(closed.length).toBeGreaterThan(10)
})

test('the roles are customer, editor and admin; a new account is a customer §6.5', async () => {
  await using shop = await createTestApp()
  expect(ROLES).toEqual(['customer', 'editor', 'admin'])
  const meera = await shop.signUpVerified('meera')
  const { user } = (await meera.get('/users/getUserProfile')).body
  expect(user.role).toBe('customer')
})

test('every endpoint with an id is in the table (T3)', () => {
  const named = names.filter((name) => /\/:\w+/.test(name))
  expect(named.filter((name) => !findId(name))).toEqual([])
})
