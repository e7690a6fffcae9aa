import type { KyselyPlugin } from 'kysely'
import { describe, expect } from 'vitest'
import { insertOrder } from '#src/server/account/queries.ts'
import { createApp } from '#src/server/app.ts'
import { createUser } from '#src/server/auth/user-queries.ts'
import { toProductId } from '#src/server/catalog/to-product.ts'
import { type ApiClient, formatCookies, listMailsTo, PASSWORD } from '#tests/helpers/api-client.ts'
import { test } from '#tests/helpers/api-test.ts'
import { addProducts } from '#tests/helpers/products.ts'
import type { TestApp } from '#tests/helpers/test-app.ts'

const HOUR = 60 * 60_000
const MISSING = '8a2f3a3c-0000-4000-8000-000000000000'
const REASON = 'Request of the customer'

/** @param age is how long the account exists before the others, in ms. */
const addUser = async ({ deps: { db } }: TestApp, name: string, email: string, age = 0) => {
  const verified = { email_verified_at: 1, created_at: 1_000_000 - age }
  const user = await createUser(db, { email, display_name: name, ...verified })
  return user?.id ?? ''
}

const addOrder = ({ deps: { db } }: TestApp, userId: string, id: string) =>
  insertOrder(db, {
    id,
    user_id: userId,
    placed_at: 1_000,
    total_paise: 250_000,
    state: 'Delivered',
    items: JSON.stringify([{ slug: 'ring', title: 'The ring', quantity: 1 }]),
  })

const find = async (client: ApiClient, search = '', page = 1) =>
  (await client.post('/editor/customers/search', { search, page })).body

const findEmails = async (client: ApiClient, search: string) =>
  (await find(client, search)).customers.map(({ email }: { email: string }) => email)

const readLog = async (admin: ApiClient): Promise<string[]> =>
  (await admin.get('/admin/audit')).body.entries.map(({ subject }: { subject: string }) => subject)

/** A customer with something in every part of the account. */
async function fillAccount(shop: TestApp, customer: ApiClient): Promise<void> {
  await addProducts(shop, { slug: 'ring', stock: 5 })
  const productId = toProductId('ring')
  const address = { address: '7, Jalebi Chowk', city: 'Jaipur', pincode: '302002' }
  await customer.put('/users/update', { displayName: 'Asha Rao', addresses: [address] })
  await customer.post('/cart', { productId, quantity: 2 })
  await customer.post('/wishlist/', { productId })
  await customer.post('/reviews', { productId, stars: 4, title: 'Fine', text: 'A fine ring.' })
  const sender = { firstName: 'Asha', lastName: 'Rao', email: customer.email }
  const about = { subject: 'An order', orderNumber: 'KV-1044' }
  await shop.createClient().post('/contact', { ...sender, ...about, message: 'Where is it?' })
  await addOrder(shop, customer.uid, 'KV-1044')
}

describe('the list of customers', () => {
  test('finds by words of name and email, by order number and by id', async ({ shop, editor }) => {
    const meera = await addUser(shop, 'Meera 100% Iyer', 'meera@example.com')
    await addUser(shop, 'Ira Sen', 'ira_sen@example.com', 1)
    await addUser(shop, 'Kavi Rao', 'kavi@example.com', 2)
    await addOrder(shop, meera, 'KV-1044')
    const everyone = ['meera@example.com', 'ira_sen@example.com', 'kavi@example.com']
    for (const [search, emails] of [
      ['iyer MEERA', everyone.slice(0, 1)],
      [' ira@', []],
      ['SEN@example', everyone.slice(1, 2)],
      ['example.com', everyone],
      ['rao kavi@', everyone.slice(2)],
      ['meera sen', []],
      ['100%', everyone.slice(0, 1)],
      ['a_s', everyone.slice(1, 2)],
      ['%', everyone.slice(0, 1)],
      ['KV-1044', everyone.slice(0, 1)],
      ['#kv-1044', everyone.slice(0, 1)],
      ['KV-104', []],
      [meera, everyone.slice(0, 1)],
    ] as const)
      expect([search, await findEmails(editor, search)]).toEqual([search, emails])
    const [first] = (await find(editor, 'meera')).customers
    expect(first).toMatchObject({ id: meera, name: 'Meera 100% Iyer', role: 'customer' })
    expect(first).toMatchObject({ isVerified: true, orderCount: 1, expiresAt: null })
    expect(await find(editor, 'nobody')).toEqual({ customers: [], total: 0, pageCount: 1 })
  })

  test('has pages, the newest account first', async ({ shop, editor }) => {
    for (let index = 0; index < 52; index++)
      await addUser(shop, 'Ira Sen', `ira-${index}@example.com`, index)
    const first = await find(editor, 'ira-')
    expect(first).toMatchObject({ total: 52, pageCount: 2 })
    expect(first.customers).toHaveLength(50)
    const { customers } = await find(editor, 'ira-', 2)
    expect(customers.map(({ email }: { email: string }) => email)).toEqual([
      'ira-50@example.com',
      'ira-51@example.com',
    ])
  })

  test('shows an unverified account with its end', async ({ shop, editor, asha }) => {
    shop.advanceTime(1)
    const signUp = { name: 'Eve', email: asha.email, password: PASSWORD }
    await shop.createClient().post('/auth/signup', signUp)
    await shop.createClient().post('/auth/signup', { ...signUp, email: 'new@example.com' })
    const { customers } = await find(editor, 'example.com')
    const stateOf = (name: string, email: string) =>
      customers.find((one: typeof signUp) => one.name === name && one.email === email)
    const end = expect.any(String)
    expect(stateOf('Asha', asha.email)).toMatchObject({
      ...{ isVerified: true, hasVerifiedOther: false, expiresAt: null },
    })
    expect(stateOf('Eve', asha.email)).toMatchObject({
      ...{ isVerified: false, hasVerifiedOther: true, expiresAt: end },
    })
    expect(stateOf('Eve', 'new@example.com')).toMatchObject({
      ...{ isVerified: false, hasVerifiedOther: false, expiresAt: end },
    })
  })
})

describe('a customer', () => {
  test('is shown with everything that support is asked about', async ({ shop, editor, asha }) => {
    await fillAccount(shop, asha)
    const { status, body, text } = await editor.get(`/editor/customers/${asha.uid}`)
    expect(status).toBe(200)
    const product = { id: toProductId('ring'), title: 'The ring', isOnSale: true }
    expect(body).toMatchObject({
      name: 'Asha Rao',
      email: asha.email,
      orderCount: 1,
      addresses: [{ city: 'Jaipur', isDefault: true }],
      orders: [{ id: 'KV-1044', total: 2_500, items: [{ title: 'The ring' }] }],
      cart: [{ product, quantity: 2, variant: {} }],
      wishlist: [{ product }],
      reviews: [{ product, stars: 4, title: 'Fine', state: 'pending' }],
      messages: [{ subject: 'An order', orderNumber: 'KV-1044', message: 'Where is it?' }],
    })
    expect(text).not.toMatch(/argon2|token|google_sub|password/)
    await shop.deps.db.updateTable('product').set({ archived_at: 1 }).execute()
    const archived = (await editor.get(`/editor/customers/${asha.uid}`)).body
    expect(archived.wishlist).toMatchObject([{ product: { ...product, isOnSale: false } }])
  })

  test('without a verified address is shown without its messages', async ({
    shop,
    editor,
    asha,
  }) => {
    await fillAccount(shop, asha)
    const signUp = { name: 'Eve', email: asha.email, password: PASSWORD }
    await shop.createClient().post('/auth/signup', signUp)
    const [eve] = (await find(editor, 'Eve')).customers
    const { text, body } = await editor.get(`/editor/customers/${eve.id}`)
    expect(body).toMatchObject({ isVerified: false, messages: [], orders: [] })
    expect(text).not.toContain('Where is it?')
  })

  test('is exported as the document that the customer downloads', async ({ shop, admin, asha }) => {
    await fillAccount(shop, asha)
    shop.freezeTime()
    const own = (await asha.get('/users/export')).body
    const { headers, body } = await admin.get(`/admin/customers/${asha.uid}/export`)
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="/)
    expect(body).toEqual({ ...own, sessions: [{ ...own.sessions[0], current: false }] })
  })
})

describe('the audit log (T38)', () => {
  test('has each customer and export, and the list once an hour', async ({
    shop,
    admin,
    editor,
    asha,
  }) => {
    await find(editor)
    await find(editor, 'asha')
    await editor.get(`/editor/customers/${asha.uid}`)
    await editor.get(`/editor/customers/${asha.uid}`)
    await find(admin)
    await admin.get(`/admin/customers/${asha.uid}/export`)
    shop.advanceTime(HOUR / 4)
    await find(admin)
    for (const path of [`/editor/customers/${MISSING}`, `/admin/customers/${MISSING}/export`])
      expect((await admin.get(path)).status).toBe(404)
    const list = 'Looked at the list of customers'
    const opened = `Opened the customer ${asha.uid} (Asha)`
    const exported = `Exported the data of the customer ${asha.uid} (Asha)`
    expect((await readLog(admin)).toSorted()).toEqual([exported, list, list, opened, opened])
    // An editor's session would have ended.
    shop.advanceTime(HOUR)
    const other = await shop.createSignedInUser('admin')
    await find(other)
    await find(other, 'x')
    expect((await readLog(other)).filter((subject) => subject === list)).toHaveLength(3)
  })

  test('without an entry nothing is shown', async ({ shop, admin, asha }) => {
    const failing: KyselyPlugin = {
      transformQuery({ node }) {
        if (node.kind === 'InsertQueryNode') throw Object.assign(new Error('full'), { errcode: 13 })
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const app = createApp({ ...shop.deps, db: shop.deps.db.withPlugin(failing) })
    const headers = { Cookie: formatCookies(admin.cookies), 'Content-Type': 'application/json' }
    for (const [method, path, body] of [
      ['POST', '/editor/customers/search', '{}'],
      ['GET', `/editor/customers/${asha.uid}`, null],
      ['GET', `/admin/customers/${asha.uid}/export`, null],
    ] as const) {
      const answer = await app.request(`http://shop.test/api${path}`, { method, headers, body })
      expect(answer.status).toBe(503)
      expect(await answer.text()).not.toContain(asha.email)
    }
  })
})

describe('the deletion of a customer', () => {
  const remove = (admin: ApiClient, id: string, confirmation: string, reason = REASON) =>
    admin.delete(`/admin/customers/${id}`, { confirmation, reason })

  test('needs the email address and a known reason', async ({ admin, asha }) => {
    const other = await remove(admin, asha.uid, 'meera@example.com')
    expect(other).toMatchObject({
      status: 400,
      body: {
        field: 'confirmation',
        message: 'Please type the email address of this account.',
      },
    })
    const unexplained = await remove(admin, asha.uid, asha.email, '')
    expect(unexplained).toMatchObject({
      status: 400,
      body: { field: 'reason', message: 'Please choose a reason.' },
    })
    expect((await remove(admin, MISSING, asha.email)).status).toBe(404)
    expect((await asha.get('/cart')).status).toBe(200)
  })

  test('takes everything, and a mail says so', async ({ shop, admin, asha }) => {
    await fillAccount(shop, asha)
    await admin.get(`/editor/customers/${asha.uid}`)
    await shop.deps.db.updateTable('review').set({ state: 'approved' }).execute()
    expect((await remove(admin, asha.uid, ' ASHA@example.com ')).status).toBe(200)
    expect((await asha.get('/cart')).status).toBe(401)
    for (const table of ['address', 'order', 'wishlist_item', 'review', 'contact_message'] as const)
      expect(await shop.deps.db.selectFrom(table).selectAll().execute()).toEqual([])
    const mails = await listMailsTo(shop, asha.email)
    expect(mails.map(({ subject }) => subject)).toEqual(['Your account at Kairavi was deleted'])
    const requests = await shop.deps.db.selectFrom('publish_request').select('summary').execute()
    expect(requests.at(-1)?.summary).toBe('Reviews of The ring')
    expect(await readLog(admin)).toEqual([
      `Deleted (${REASON}) the customer ${asha.uid}`,
      `Opened the customer ${asha.uid}`,
    ])
    const log = await shop.deps.db.selectFrom('audit_entry').selectAll().execute()
    expect(JSON.stringify(log)).not.toMatch(/asha|rao/i)
    expect((await remove(admin, asha.uid, asha.email)).status).toBe(404)
  })

  test('of an unverified account leaves the verified one', async ({ shop, admin, asha }) => {
    await fillAccount(shop, asha)
    const signUp = { name: 'Eve', email: asha.email, password: PASSWORD }
    await shop.createClient().post('/auth/signup', signUp)
    const before = await asha.get('/users/getUserProfile')
    const [eve] = (await find(admin, 'Eve')).customers
    expect((await remove(admin, eve.id, asha.email)).status).toBe(200)
    expect((await asha.get('/users/getUserProfile')).body).toEqual(before.body)
    const mails = await listMailsTo(shop, asha.email)
    expect(mails.map(({ user_id }) => user_id)).toEqual([asha.uid])
    expect(await shop.deps.db.selectFrom('contact_message').selectAll().execute()).toHaveLength(1)
  })

  test('is refused for the team, also for oneself', async ({ admin, editor }) => {
    for (const member of [editor, admin])
      expect(await remove(admin, member.uid, member.email)).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('Take its role away under Team first') },
      })
    expect((await editor.get('/editor/catalog')).status).toBe(200)
  })
})
