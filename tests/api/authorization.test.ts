import { describe, expect, test } from 'vitest'
import { type Access, type EndpointName, endpoints } from '#src/contract/endpoints.ts'
import { ROLES } from '#src/contract/values.ts'
import { toProductId } from '#src/server/catalog/to-product-row.ts'
import type { ApiClient, JsonResponse } from '#tests/helpers/api-client.ts'
import { addProducts } from '#tests/helpers/products.ts'
import { createTestApp, type TestApp } from '#tests/helpers/test-app.ts'

// T3 as a table: every route of the contract with every kind of caller, against what somebody else
// owns. A new route is in it as soon as the contract names it; one that needs a body or an id does
// not compile, or fails here, until it is told below.

const SLUG = 'moon-phase'
/** Where the owner lives. */
const HOME = '7 Lake View'
const MISSING = '8a2f3a3c-0000-4000-8000-000000000000'

/** What somebody owns that has an id. */
interface Belongings {
  line: string
  session: string
}

/** A body that is good in itself, so that nothing but the caller decides. */
const bodies: {
  [Name in EndpointName as (typeof endpoints)[Name] extends { body: unknown } ? Name : never]: (
    owner: ApiClient,
  ) => object
} = {
  'POST /cart': () => ({ productId: toProductId(SLUG), quantity: 1 }),
  'PATCH /cart/:id': () => ({ change: 1 }),
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
  'POST /auth/verify-email': () => ({ token: 'a-token-of-nobody' }),
  'POST /auth/resend-verification': (owner) => ({ uid: owner.uid }),
  'POST /auth/forgot-password': () => ({ email: 'nobody@example.com' }),
  'POST /auth/reset-password': () => ({
    token: 'a-token-of-nobody',
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
}

const profile = {
  phone: '9876543210',
  gender: 'female',
  dob: '1990-01-02',
  addresses: [{ address: '1 Hill Road', city: 'Pune', pincode: '411001' }],
}

/** The id of something the owner has, for each route that names one. */
const ids: Partial<Record<EndpointName, (has: Belongings) => string>> = {
  'GET /products/slug/:slug': () => SLUG,
  'PATCH /cart/:id': ({ line }) => line,
  'DELETE /cart/:id': ({ line }) => line,
  'DELETE /wishlist/:id': () => toProductId(SLUG),
  'DELETE /users/sessions/:id': ({ session }) => session,
}

const names = Object.keys(endpoints) as EndpointName[]
const bodyOf = (name: EndpointName, owner: ApiClient) =>
  name in bodies ? bodies[name as keyof typeof bodies](owner) : undefined

type Caller = (method: string, path: string, body?: unknown) => Promise<JsonResponse>

/** Callers that are not the owner: each a new one. */
const strangers = {
  'a visitor':
    async (shop: TestApp): Promise<Caller> =>
    (method, path, body) =>
      shop.createClient().request(method, path, body),
  'another customer': async (shop: TestApp) => (await shop.createSignedInUser()).request,
  'an editor': async (shop: TestApp) => (await shop.createSignedInUser('editor')).request,
  'an admin': async (shop: TestApp) => (await shop.createSignedInUser('admin')).request,
  'somebody whose session is over': async (shop: TestApp) => {
    const late = await shop.createSignedInUser()
    await shop.deps.db
      .updateTable('session')
      .set({ expires_at: shop.deps.now() })
      .where('user_id', '=', late.uid)
      .execute()
    return late.request
  },
}
type Stranger = keyof typeof strangers

const allowed: Record<Access, Stranger[]> = {
  public: Object.keys(strangers) as Stranger[],
  user: ['another customer', 'an editor', 'an admin'],
  editor: ['an editor', 'an admin'],
}

async function withOwner(shop: TestApp): Promise<{ owner: ApiClient; has: Belongings }> {
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
  return { owner, has: { line: cart[0]?.id ?? '', session: sessions[0]?.id ?? '' } }
}

/** Every row of every table that is this user's. */
async function rowsOf({ deps: { db } }: TestApp, { uid }: ApiClient): Promise<unknown> {
  const tables = await db.introspection.getTables()
  const theirs = tables.filter(({ columns }) => columns.some(({ name }) => name === 'user_id'))
  const names = new Set(theirs.map(({ name }) => name as 'address'))
  expect(names.size).toBeGreaterThan(5)
  const rows = [...names].map((table) =>
    db.selectFrom(table).selectAll().where('user_id', '=', uid).execute(),
  )
  const user = db.selectFrom('user').selectAll().where('id', '=', uid).execute()
  return Promise.all([user, ...rows])
}

function place(name: EndpointName, id?: string): [method: string, path: string] {
  const [method = '', path = ''] = name.split(' ')
  return [method, id === undefined ? path : path.replace(/:\w+/, id)]
}

describe.each(Object.keys(strangers) as Stranger[])('T3 what %s can do', (who) => {
  test.each(names)('%s', async (name) => {
    await using shop = await createTestApp()
    const { owner, has } = await withOwner(shop)
    const call = await strangers[who](shop)
    const before = await rowsOf(shop, owner)
    const { access } = endpoints[name]
    const [method, path] = place(name, ids[name]?.(has))
    const answer = await call(method, path, bodyOf(name, owner))

    expect(await rowsOf(shop, owner), "the owner's rows").toEqual(before)
    const told = JSON.stringify(answer.body)
    for (const secret of [owner.uid, has.line, has.session, HOME])
      expect(told ?? '', 'what the answer tells').not.toContain(secret)

    if (!allowed[access].includes(who)) {
      const loggedIn = allowed.user.includes(who)
      expect(answer).toMatchObject({
        status: loggedIn ? 403 : 401,
        body: { success: false, message: expect.any(String) },
      })
      return
    }
    expect(answer.status, 'signed in well enough').not.toBe(403)
    expect(answer.status).toBeLessThan(500)
    if (access === 'public' || !path.includes(ids[name]?.(has) ?? ' ')) return
    const [, nowhere] = place(name, MISSING)
    const missing = await (await strangers[who](shop))(method, nowhere, bodyOf(name, owner))
    expect(answer.status).toBe(404)
    expect(JSON.stringify(answer.body)).toBe(JSON.stringify(missing.body))
  })
})

test.each(names.filter((name) => ids[name]))('T3 the owner can: %s', async (name) => {
  await using shop = await createTestApp()
  const { owner, has } = await withOwner(shop)
  const [method, path] = place(name, ids[name]?.(has))
  const { status } = await owner.request(method, path, bodyOf(name, owner))
  expect(status).toBe(200)
})

test('more than ten calls are closed to visitors T3', () => {
  const closed = names.filter((name) => !allowed[endpoints[name].access].includes('a visitor'))
  expect(closed.length).toBe(names.filter((name) => endpoints[name].access !== 'public').length)
  expect(closed.length).toBeGreaterThan(10)
})

test('the roles are customer, editor and admin; a new account is a customer §6.5', async () => {
  await using shop = await createTestApp()
  expect(ROLES).toEqual(['customer', 'editor', 'admin'])
  const meera = await shop.signUpVerified('meera')
  const { user } = (await meera.get('/users/getUserProfile')).body
  expect(user.role).toBe('customer')
})

test('every route that names an id is in the table T3', () => {
  const named = names.filter((name) => /\/:\w+/.test(name))
  expect(Object.keys(ids).toSorted()).toEqual(named.toSorted())
})
