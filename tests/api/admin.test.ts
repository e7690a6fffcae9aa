import { describe, expect } from 'vitest'
import { toIndianDay } from '#src/rules/dates.ts'
import { inviteFirstAdmin } from '#src/server/admin/invitations.ts'
import { toProductId } from '#src/server/catalog/to-product.ts'
import { addPageView } from '#src/server/events/queries.ts'
import { type ApiClient, getMailedToken, listMailsTo, PASSWORD } from '#tests/helpers/api-client.ts'
import { test } from '#tests/helpers/api-test.ts'
import { addProducts } from '#tests/helpers/products.ts'
import { createTestApp, type TestApp } from '#tests/helpers/test-app.ts'

const DAY = 24 * 60 * 60_000

const invite = (admin: ApiClient, email: string, role: string) =>
  admin.post('/admin/invitations', { email, role })

const accept = (shop: TestApp, token: string, more: object = {}) =>
  shop.createClient().post('/auth/accept-invitation', { token, ...more })

describe('an invitation', () => {
  test('makes a new account an editor, once', async ({ shop, admin }) => {
    expect((await invite(admin, 'ira@example.com', 'editor')).status).toBe(201)
    const token = await getMailedToken(shop, 'ira@example.com')
    const client = shop.createClient()
    expect((await client.post('/auth/invitation', { token })).body).toEqual({
      email: 'ira@example.com',
      role: 'editor',
      hasAccount: false,
    })
    expect((await accept(shop, token)).body.field).toBe('name')
    expect((await accept(shop, token, { name: 'Ira Sen' })).body.field).toBe('password')
    expect((await accept(shop, token, { name: 'Ira Sen', password: 'short' })).body.field).toBe(
      'password',
    )
    const answers = await Promise.all(
      [1, 2].map(() => accept(shop, token, { name: 'Ira Sen', password: PASSWORD })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const login = await client.post('/auth/login', { email: 'ira@example.com', password: PASSWORD })
    expect(login.body.user).toMatchObject({ role: 'editor', displayName: 'Ira Sen' })
    expect((await client.get('/admin/staff')).status).toBe(403)
    expect((await accept(shop, token)).status).toBe(409)
    expect((await admin.get('/admin/staff')).body.invitations).toEqual([])
    expect((await invite(admin, 'ira@example.com', 'editor')).status).toBe(409)
  })

  test('gives an existing account the role, without a password of its own', async ({
    shop,
    admin,
  }) => {
    const meera = await shop.signUpVerified('meera')
    await invite(admin, meera.email, 'admin')
    const token = await getMailedToken(shop, meera.email)
    expect((await accept(shop, token)).status).toBe(200)
    // The old session had the lifetime of a shopper's.
    expect((await meera.get('/users/getUserProfile')).body.user).toBeNull()
    const login = await meera.post('/auth/login', { email: meera.email, password: PASSWORD })
    expect(login.body.user.role).toBe('admin')
  })

  test('ends after three days, and when it is withdrawn or replaced', async ({ shop, admin }) => {
    await invite(admin, 'ira@example.com', 'editor')
    const first = await getMailedToken(shop, 'ira@example.com')
    shop.advanceTime(1)
    await invite(admin, 'ira@example.com', 'admin')
    expect((await accept(shop, first)).status).toBe(404)
    const [open] = (await admin.get('/admin/staff')).body.invitations
    expect(open).toMatchObject({ email: 'ira@example.com', role: 'admin', invitedBy: 'Asha Rao' })
    expect((await admin.delete(`/admin/invitations/${open.id}`)).status).toBe(200)
    expect((await admin.delete(`/admin/invitations/${open.id}`)).status).toBe(404)
    shop.advanceTime(1)
    await invite(admin, 'ira@example.com', 'editor')
    const last = await getMailedToken(shop, 'ira@example.com')
    shop.advanceTime(3 * DAY)
    expect((await accept(shop, last)).body.message).toContain('expired')
    expect(await listMailsTo(shop, 'ira@example.com')).toHaveLength(3)
    // The admin's session has ended meanwhile; the log is read by another.
    const other = await shop.createSignedInUser('admin')
    const { entries } = (await other.get('/admin/audit')).body
    expect(entries.map(({ subject }: { subject: string }) => subject)).toContain(
      'Withdrew the invitation of ira@example.com',
    )
  })
})

test('ADMIN_EMAIL is invited once, while there is no admin', async () => {
  await using shop = await createTestApp({ ADMIN_EMAIL: 'Owner@example.com' })
  await inviteFirstAdmin(shop.deps)
  await inviteFirstAdmin(shop.deps)
  expect(await listMailsTo(shop, 'owner@example.com')).toHaveLength(1)
  const token = await getMailedToken(shop, 'owner@example.com')
  const owner = shop.createClient()
  const accepted = { token, name: 'Gayatri', password: PASSWORD }
  expect((await owner.post('/auth/accept-invitation', accepted)).status).toBe(200)
  await owner.post('/auth/login', { email: 'owner@example.com', password: PASSWORD })
  expect((await owner.get('/admin/staff')).body.staff).toMatchObject([{ role: 'admin' }])
  await inviteFirstAdmin(shop.deps)
  expect(await listMailsTo(shop, 'owner@example.com')).toHaveLength(1)
})

describe('the staff', () => {
  test('is listed, changed and removed by admins, never by oneself', async ({ shop, admin }) => {
    const editor = await shop.createSignedInUser('editor')
    const { staff } = (await admin.get('/admin/staff')).body
    expect(staff).toHaveLength(2)
    const self = staff.find(({ id }: { id: string }) => id === admin.uid)
    expect(self).toMatchObject({ role: 'admin', isSelf: true, sessions: 1, hasSecondFactor: false })

    const change = (id: string, role: string) => admin.put(`/admin/staff/${id}`, { role })
    expect((await change(admin.uid, 'editor')).status).toBe(409)
    const customer = await shop.createSignedInUser()
    expect((await change(customer.uid, 'editor')).status).toBe(404)
    expect((await change(editor.uid, 'customer')).status).toBe(200)
    expect((await editor.get('/editor/catalog')).status).toBe(401)
    expect((await admin.get('/admin/staff')).body.staff).toHaveLength(1)
    expect((await admin.get('/admin/audit')).body.entries[0].subject).toContain('Removed Asha Rao')
  })

  test('of two admins who remove each other at once, one stays', async ({ shop, admin }) => {
    const other = await shop.createSignedInUser('admin')
    const answers = await Promise.all([
      admin.put(`/admin/staff/${other.uid}`, { role: 'customer' }),
      other.put(`/admin/staff/${admin.uid}`, { role: 'customer' }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const admins = await shop.deps.db
      .selectFrom('user')
      .select('id')
      .where('role', '=', 'admin')
      .execute()
    expect(admins).toHaveLength(1)
  })

  test('loses its sessions when an admin ends them', async ({ shop, admin }) => {
    const editor = await shop.createSignedInUser('editor')
    await admin.delete(`/admin/staff/${editor.uid}/sessions`)
    expect((await editor.get('/editor/catalog')).status).toBe(401)
    await admin.delete(`/admin/staff/${admin.uid}/sessions`)
    expect((await admin.get('/admin/staff')).status).toBe(200)
  })
})

test('what editors do is in the log, with who did it', async ({ shop, admin }) => {
  await addProducts(shop, { slug: 'a' })
  await admin.patch(`/editor/products/${toProductId('a')}`, { revision: 1, price: 5 })
  const { entries } = (await admin.get('/admin/audit')).body
  expect(entries).toMatchObject([{ by: 'Asha Rao', action: 'products', subject: 'Saved The a' }])
})

test('a message is noted, and answered by a mail that is sent once', async ({ shop, admin }) => {
  const sender = { firstName: 'Ira', lastName: 'Sen', email: 'ira@example.com' }
  const about = { subject: 'An order', orderNumber: 'KV-1044' }
  const sent = { ...sender, ...about, message: 'Where is it?' }
  const partner = { ...sender, topic: 'partner', company: 'Sen & Co', message: '<b>' }
  for (const message of [sent, partner])
    expect((await shop.createClient().post('/contact', message)).status).toBe(201)
  expect(
    (await shop.createClient().post('/contact', { ...sent, subject: 'Weather' })).body.field,
  ).toBe('subject')
  const list = async (query: string) => (await admin.get(`/editor/messages?${query}`)).body.messages
  expect(await list('topic=partner')).toMatchObject([
    { name: 'Ira Sen', company: 'Sen & Co', state: 'new' },
  ])
  const [{ id }] = await list('topic=contact')
  await admin.put(`/editor/messages/${id}`, { note: 'Asked the carrier.' })
  const reply = () =>
    admin.post(
      `/editor/messages/${id}/replies`,
      { text: 'It arrives\ntomorrow.' },
      { 'Idempotency-Key': 'reply-to-ira' },
    )
  expect((await reply()).status).toBe(200)
  expect((await reply()).status).toBe(200)
  expect(await list('state=done')).toMatchObject([
    {
      ...about,
      state: 'done',
      note: 'Asked the carrier.',
      replies: [{ text: 'It arrives\ntomorrow.', author: 'Asha Rao' }],
    },
  ])
  const mails = await shop.deps.db
    .selectFrom('outbox')
    .select(['subject', 'text'])
    .where('recipient', '=', sender.email)
    .execute()
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toMatch(
    /^Dear Ira Sen,\n\nIt arrives\ntomorrow\.\n\n.*\n\nYou wrote:\nWhere is it\?/,
  )
  expect((await admin.get('/admin/audit')).body.entries[0]).toMatchObject({
    action: 'messages',
    subject: 'Replied to Ira Sen',
  })
  expect((await admin.get('/editor/dashboard')).body.messages).toEqual({ new: 1, open: 0 })
  expect((await admin.post('/editor/messages/none/replies', { text: 'x' })).status).toBe(404)
  await shop.deps.db.deleteFrom('contact_message').execute()
  expect(await shop.deps.db.selectFrom('contact_reply').selectAll().execute()).toEqual([])
})

test('the dashboard counts what needs attention, and the page views of 30 days', async ({
  shop,
  admin,
}) => {
  const { db } = shop.deps
  await addProducts(
    shop,
    { slug: 'a', stock: 2, related: ['b', 'c'] },
    { slug: 'b', stock: 0 },
    { slug: 'c', related: ['a'] },
  )
  const picture = {
    hash: 'f'.repeat(32),
    width: 1,
    height: 1,
    format: 'webp',
    placeholder: '',
    created_at: 1,
  }
  await db.insertInto('picture').values(picture).execute()
  const shown = { picture_hash: picture.hash, position: 0, alt: '', focus_x: 50, focus_y: 50 }
  await db
    .insertInto('product_picture')
    .values({ ...shown, product_id: toProductId('a') })
    .execute()
  const day = (ago: number) => toIndianDay(shop.deps.now() - ago * DAY)
  for (const [ago, path] of [
    [0, '/product/a'],
    [0, '/product/a'],
    [29, '/shop'],
    [30, '/shop'],
  ] as const)
    await addPageView(db, { day: day(ago), path })

  const read = async () => (await admin.get('/editor/dashboard')).body
  const first = await read()
  expect(first).toMatchObject({
    lowStock: { count: 1, products: [{ slug: 'a' }] },
    soldOut: { count: 1, products: [{ slug: 'b' }] },
    noPicture: { count: 2 },
    missingAlt: { count: 1, products: [{ slug: 'a' }] },
    brokenRelated: { count: 0 },
    unpublished: { count: 0 },
    failedMails: 0,
    scheduled: 0,
    pageViews: {
      total: 3,
      pages: [{ path: '/shop', views: 1 }],
      products: [{ path: '/product/a', title: 'The a', views: 2 }],
    },
  })
  expect(first.pageViews.days).toHaveLength(30)
  expect(first.pageViews.days.at(-1)).toEqual({ day: day(0), views: 2 })
  await admin.post(`/editor/products/${toProductId('b')}/archive`)
  expect(await read()).toMatchObject({
    brokenRelated: { count: 1, products: [{ slug: 'a' }] },
    soldOut: { count: 0 },
    unpublished: { count: 1, products: [{ slug: 'b' }] },
  })
})
