import { describe, expect } from 'vitest'
import { createApp } from '#src/server/app.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { createUser } from '#src/server/shop/users/queries.ts'
import { test as base } from '#tests/helpers/api-test.ts'
import { killBeforeCommit } from '#tests/helpers/kill-before-commit.ts'
import { type ApiClient, formatCookies, listMailsTo, PASSWORD } from '#tools/api-client.ts'
import { addProducts, insertRingOrder } from '#tools/products.ts'
import type { TestApp } from '#tools/test-app.ts'

const HOUR = 60 * 60_000
const MISSING = '8a2f3a3c-0000-4000-8000-000000000000'
const REASON = 'Request of the customer'
const ring = { id: toProductId('ring'), title: 'The ring', isOnSale: true }

/** @param age is how long the account exists before the others, in ms. */
const addUser = async ({ deps: { db } }: TestApp, name: string, email: string, age = 0) => {
  const verified = { email_verified_at: 1, created_at: 1_000_000 - age }
  return (await createUser(db, { email, display_name: name, ...verified }))?.id ?? ''
}

const find = async (client: ApiClient, search = '', page = 1) =>
  (await client.post('/editor/customers/search', { search, page })).body

const readLog = async (admin: ApiClient): Promise<string[]> =>
  (await admin.get('/admin/audit')).body.entries.map(({ subject }: { subject: string }) => subject)

/** Without following the mailed link. */
const signUp = (client: ApiClient, name: string, email: string) =>
  client.post('/auth/signup', { name, email, password: PASSWORD })

/** A customer with something in every part of the account. */
const test = base.extend('customer', async ({ shop, asha }) => {
  await addProducts(shop, { slug: 'ring', stock: 5 })
  const productId = ring.id
  const address = { address: '7, Jalebi Chowk', city: 'Jaipur', pincode: '302002' }
  await asha.put('/users/update', { displayName: 'Asha Rao', addresses: [address] })
  await asha.post('/cart', { productId, quantity: 2 })
  await asha.post('/wishlist/', { productId })
  await asha.post('/reviews', { productId, stars: 4, title: 'Fine', text: 'A fine ring.' })
  const sender = { firstName: 'Asha', lastName: 'Rao', email: asha.email }
  const about = { subject: 'An order', orderNumber: 'KV-1044' }
  await shop.createClient().post('/contact', { ...sender, ...about, message: 'Where is it?' })
  await insertRingOrder(shop, asha.uid, 'KV-1044')
  return asha
})

describe('the list of customers', () => {
  test('finds by words of name and email, by order number and by id', async ({ shop, admin }) => {
    const meera = await addUser(shop, 'Meera 100% Iyer', 'meera@example.com')
    await addUser(shop, 'Ira Sen', 'ira_sen@example.com', 1)
    await addUser(shop, 'Kavi Rao', 'kavi@example.com', 2)
    await insertRingOrder(shop, meera, 'KV-1044')
    for (const [search, names] of [
      ['iyer MEERA', 'meera'],
      [' ira@', ''],
      ['SEN@example', 'ira_sen'],
      ['example.com', 'meera ira_sen kavi'],
      ['rao kavi@', 'kavi'],
      ['meera sen', ''],
      ['100%', 'meera'],
      ['a_s', 'ira_sen'],
      ['%', 'meera'],
      ['KV-1044', 'meera'],
      ['#kv-1044', 'meera'],
      ['KV-104', ''],
      [meera, 'meera'],
    ] as const) {
      const { customers } = await find(admin, search)
      const found = customers.map(({ email }: { email: string }) => email.split('@')[0])
      expect([search, found.join(' ')]).toEqual([search, names])
    }
    expect((await find(admin, 'meera')).customers).toMatchObject([
      {
        id: meera,
        name: 'Meera 100% Iyer',
        role: 'customer',
        isVerified: true,
        orderCount: 1,
        expiresAt: null,
      },
    ])
    expect(await find(admin, 'nobody')).toEqual({ customers: [], total: 0, pageCount: 1 })
  })

  test('has pages, the newest account first', async ({ shop, admin }) => {
    for (let index = 0; index < 52; index++)
      await addUser(shop, 'Ira Sen', `ira-${index}@example.com`, index)
    const first = await find(admin, 'ira-')
    expect(first).toMatchObject({ total: 52, pageCount: 2 })
    expect(first.customers).toHaveLength(50)
    const last = [{ email: 'ira-50@example.com' }, { email: 'ira-51@example.com' }]
    expect((await find(admin, 'ira-', 2)).customers).toMatchObject(last)
  })
})

describe('a customer', () => {
  test('is shown with all that support is asked about', async ({ shop, admin, customer }) => {
    const path = `/editor/customers/${customer.uid}`
    const { status, body, text } = await admin.get(path)
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        name: 'Asha Rao',
        email: customer.email,
        orderCount: 1,
        addresses: [{ city: 'Jaipur', isDefault: true }],
        orders: [{ id: 'KV-1044', total: 2_500, items: [{ title: 'The ring' }] }],
        cart: [{ product: ring, quantity: 2, variant: {} }],
        wishlist: [{ product: ring }],
        reviews: [{ product: ring, stars: 4, title: 'Fine', state: 'pending' }],
        messages: [{ subject: 'An order', orderNumber: 'KV-1044', message: 'Where is it?' }],
      },
    })
    expect(text).not.toMatch(/argon2|token|google_sub|password/)
    await shop.deps.db.updateTable('product').set({ archived_at: 1 }).execute()
    const wishlist = [{ product: { ...ring, isOnSale: false } }]
    expect((await admin.get(path)).body).toMatchObject({ wishlist })
  })

  test('is shown as unverified, without messages', async ({ shop, visitor, admin, customer }) => {
    shop.advanceTime(1)
    await signUp(visitor, 'Eve', customer.email)
    await signUp(visitor, 'New', 'new@example.com')
    const { customers } = await find(admin, 'example.com')
    const byName = Object.fromEntries(
      customers.map((customer: { name: string }) => [customer.name, customer]),
    )
    const expiresAt = expect.any(String)
    expect(byName).toMatchObject({
      'Asha Rao': { isVerified: true, hasVerifiedOther: false, expiresAt: null },
      Eve: { isVerified: false, hasVerifiedOther: true, expiresAt },
      New: { isVerified: false, hasVerifiedOther: false, expiresAt },
    })
    const { text, body } = await admin.get(`/editor/customers/${byName['Eve'].id}`)
    expect(body).toMatchObject({ isVerified: false, messages: [], orders: [] })
    expect(text).not.toContain('Where is it?')
  })

  test('is exported as for the customer alone', async ({ shop, admin, customer }) => {
    shop.freezeTime()
    const own = (await customer.get('/users/export')).body
    const { headers, body } = await admin.get(`/admin/customers/${customer.uid}/export`)
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="/)
    expect(body).toEqual({ ...own, sessions: [{ ...own.sessions[0], current: false }] })
  })
})

describe('the audit log (T38)', () => {
  test('has each view and export, the list once an hour', async ({ shop, admin, asha }) => {
    const colleague = await shop.createSignedInUser('admin')
    await find(colleague)
    await find(colleague, 'asha')
    await colleague.get(`/editor/customers/${asha.uid}`)
    await colleague.get(`/editor/customers/${asha.uid}`)
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
    // Their sessions would have ended.
    shop.advanceTime(HOUR)
    const other = await shop.createSignedInUser('admin')
    await find(other)
    await find(other, 'x')
    expect((await readLog(other)).filter((subject) => subject === list)).toHaveLength(3)
  })

  test('without an entry nothing is shown', async ({ shop, admin, asha }) => {
    const app = createApp(killBeforeCommit(shop.deps), 'all')
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
    const confirmation = 'Please type the email address of this account.'
    for (const [field, message, email, reason] of [
      ['confirmation', confirmation, 'meera@example.com', REASON],
      ['reason', 'Please choose a reason.', asha.email, ''],
    ] as const) {
      const refused = { status: 400, body: { field, message } }
      expect(await remove(admin, asha.uid, email, reason)).toMatchObject(refused)
    }
    expect((await remove(admin, MISSING, asha.email)).status).toBe(404)
    expect((await asha.get('/cart')).status).toBe(200)
  })

  test('takes everything, and a mail says so', async ({ shop, admin, customer }) => {
    const { db } = shop.deps
    await admin.get(`/editor/customers/${customer.uid}`)
    await db.updateTable('review').set({ state: 'approved' }).execute()
    expect((await remove(admin, customer.uid, ' ASHA@example.com ')).status).toBe(200)
    expect((await customer.get('/cart')).status).toBe(401)
    for (const table of ['address', 'wishlist_item', 'review', 'contact_message'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
    // The books keep it.
    expect(await db.selectFrom('order').selectAll().execute()).toMatchObject([{ user_id: null }])
    const mails = await listMailsTo(shop, customer.email)
    expect(mails).toMatchObject([{ subject: 'Your account at Kairavi was deleted' }])
    const requests = await db.selectFrom('publish_request').select('summary').execute()
    expect(requests.at(-1)?.summary).toBe('Reviews of The ring')
    expect(await readLog(admin)).toEqual([
      `Deleted (${REASON}) the customer ${customer.uid}`,
      `Opened the customer ${customer.uid}`,
    ])
    const log = await db.selectFrom('audit_entry').selectAll().execute()
    expect(JSON.stringify(log)).not.toMatch(/asha|rao/i)
    expect((await remove(admin, customer.uid, customer.email)).status).toBe(404)
  })

  test('leaves a verified account beside it', async ({ shop, visitor, admin, customer }) => {
    await signUp(visitor, 'Eve', customer.email)
    const before = await customer.get('/users/getUserProfile')
    const [eve] = (await find(admin, 'Eve')).customers
    expect((await remove(admin, eve.id, customer.email)).status).toBe(200)
    expect((await customer.get('/users/getUserProfile')).body).toEqual(before.body)
    const mails = await listMailsTo(shop, customer.email)
    expect(new Set(mails.map(({ user_id }) => user_id))).toEqual(new Set([customer.uid]))
    expect(await shop.deps.db.selectFrom('contact_message').selectAll().execute()).toHaveLength(1)
  })

  test('is refused for the team, also for oneself', async ({ admin, editor }) => {
    const message = expect.stringContaining('Take its role away under Team first')
    for (const member of [editor, admin])
      expect(await remove(admin, member.uid, member.email)).toMatchObject({
        status: 409,
        body: { message },
      })
    expect((await editor.get('/editor/catalog')).status).toBe(200)
  })
})
