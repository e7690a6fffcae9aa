import { describe, expect } from 'vitest'
import { DAY_MS } from '#src/rules/constants.ts'
import { toIndianDay } from '#src/rules/dates.ts'
import { addPageViews } from '#src/server/shop/events/queries.ts'
import { insertEvent } from '#src/server/shop/orders/queries.ts'
import { inviteFirstAdmin } from '#src/server/studio/staff/invitations.ts'
import { type ApiClient, getMailedToken, listMailsTo, PASSWORD } from '#tests/helpers/api-client.ts'
import { test as base } from '#tests/helpers/api-test.ts'
import { addProducts, insertRingOrder } from '#tests/helpers/products.ts'

const account = { name: 'Ira Sen', password: PASSWORD }
const ira = { email: 'ira@example.com', password: PASSWORD }

const accept = (client: ApiClient, token: string, more: object = {}) =>
  client.post('/auth/accept-invitation', { token, ...more })

/** Deletes the own account of a user without a password. */
const leave = (client: ApiClient) => client.delete('/users/account', { confirmation: client.email })

const test = base
  .extend('invite', ({ shop, admin }) => async (role: string, email = ira.email) => {
    // The newest mail is found by its time.
    shop.advanceTime(1)
    const { status } = await admin.post('/admin/invitations', { email, role })
    return { status, token: await getMailedToken(shop, email) }
  })
  /** What the log says, the newest first. */
  .extend('readLog', ({ shop }) => async () => {
    const reader = await shop.createSignedInUser('admin')
    return (await reader.get('/admin/audit')).body.entries
  })

describe('an invitation', () => {
  test('makes a new account an editor, once', async ({ visitor, admin, invite }) => {
    const { status, token } = await invite('editor')
    const opened = await visitor.post('/auth/invitation', { token })
    const expected = { email: ira.email, role: 'editor', hasAccount: false }
    expect([status, opened.body]).toEqual([201, expected])
    for (const [input, field] of [
      [{}, 'name'],
      [{ name: account.name }, 'password'],
      [{ ...account, password: 'short' }, 'password'],
    ] as const)
      expect((await accept(visitor, token, input)).body.field).toBe(field)
    const answers = await Promise.all([1, 2].map(() => accept(visitor, token, account)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const login = await visitor.post('/auth/login', ira)
    expect(login.body.user).toMatchObject({ role: 'editor', displayName: 'Ira Sen' })
    expect((await visitor.get('/admin/staff')).status).toBe(403)
    expect((await admin.get('/admin/staff')).body.invitations).toEqual([])
    expect((await invite('editor')).status).toBe(409)
  })

  test('gives an existing account the role', async ({ asha, visitor, invite }) => {
    const { token } = await invite('admin', asha.email)
    expect((await accept(visitor, token)).status).toBe(200)
    // The old session had the lifetime of a shopper's.
    expect((await asha.get('/users/getUserProfile')).body.user).toBeNull()
    const login = await asha.post('/auth/login', { email: asha.email, password: PASSWORD })
    expect(login.body.user.role).toBe('admin')
  })

  test('is replaced, withdrawn or expires', async ({ shop, visitor, admin, invite, readLog }) => {
    const first = await invite('editor')
    await invite('admin')
    expect((await accept(visitor, first.token)).status).toBe(410)
    const [open] = (await admin.get('/admin/staff')).body.invitations
    expect(open).toMatchObject({ email: ira.email, role: 'admin', invitedBy: 'Asha Rao' })
    const withdraw = async () => (await admin.delete(`/admin/invitations/${open.id}`)).status
    expect([await withdraw(), await withdraw()]).toEqual([200, 404])
    const { token } = await invite('editor')
    shop.advanceTime(3 * DAY_MS)
    expect((await accept(visitor, token)).body.message).toContain('expired')
    expect(await listMailsTo(shop, ira.email)).toHaveLength(3)
    const subject = `Withdrew the invitation of ${ira.email}`
    expect(await readLog()).toContainEqual(expect.objectContaining({ subject }))
  })

  test('ends with the rights of the admin who sent it, however they end', async ({
    shop,
    visitor,
    admin,
    readLog,
  }) => {
    for (const [email, end] of [
      ['a@example.com', (uid: string) => admin.put(`/admin/staff/${uid}`, { role: 'editor' })],
      ['b@example.com', (uid: string) => admin.put(`/admin/staff/${uid}`, { role: 'customer' })],
      ['c@example.com', (uid: string) => admin.delete(`/admin/staff/${uid}/sessions`)],
      ['d@example.com', (uid: string) => admin.delete(`/admin/staff/${uid}/second-factor`)],
      ['e@example.com', (_: string, self: ApiClient) => leave(self)],
    ] as const) {
      const inviter = await shop.createSignedInUser('admin')
      await inviter.post('/admin/invitations', { email, role: 'admin' })
      const token = await getMailedToken(shop, email)
      expect([email, (await end(inviter.uid, inviter)).status]).toEqual([email, 200])
      // Without the role of the inviter, it was never one; else it has ended.
      expect([404, 410]).toContain((await accept(visitor, token, account)).status)
      const subject = `Withdrew the invitation of ${email}`
      expect(await readLog()).toContainEqual(expect.objectContaining({ subject }))
    }
    expect((await admin.get('/admin/staff')).body.invitations).toEqual([])
  })

  test('of an inviter who has lost the role by another way is not valid', async ({
    shop,
    visitor,
    admin,
    invite,
  }) => {
    const { db } = shop.deps
    const { token } = await invite('admin')
    const statuses = async () => [
      (await visitor.post('/auth/invitation', { token })).status,
      (await accept(visitor, token, account)).status,
    ]
    const setRole = (role: string) =>
      db.updateTable('user').set({ role }).where('id', '=', admin.uid).execute()
    await setRole('editor')
    expect(await statuses()).toEqual([404, 404])
    await setRole('admin')
    // The account of an inviter was deleted by an earlier release, which left the invitation.
    await db.updateTable('invitation').set({ invited_by: null }).execute()
    expect(await statuses()).toEqual([404, 404])
    await db.updateTable('invitation').set({ invited_by: admin.uid }).execute()
    expect(await statuses()).toEqual([200, 200])
  })

  const first = test.override({ env: { ADMIN_EMAIL: 'Owner@example.com' } })
  first('of ADMIN_EMAIL is sent once, without an admin', async ({ shop, visitor }) => {
    const owner = { email: 'owner@example.com', password: PASSWORD }
    await inviteFirstAdmin(shop.deps)
    await inviteFirstAdmin(shop.deps)
    expect(await listMailsTo(shop, owner.email)).toHaveLength(1)
    const token = await getMailedToken(shop, owner.email)
    expect((await accept(visitor, token, account)).status).toBe(200)
    await visitor.post('/auth/login', owner)
    expect((await visitor.get('/admin/staff')).body.staff).toMatchObject([{ role: 'admin' }])
    await inviteFirstAdmin(shop.deps)
    expect(await listMailsTo(shop, owner.email)).toHaveLength(1)
  })
})

describe('the staff', () => {
  test('is changed by admins, not by oneself', async ({ shopper, admin, editor, readLog }) => {
    const { staff } = (await admin.get('/admin/staff')).body
    const self = { role: 'admin', isSelf: true, sessions: 1, hasSecondFactor: false }
    expect(staff).toHaveLength(2)
    expect(staff.find(({ id }: { id: string }) => id === admin.uid)).toMatchObject(self)

    for (const [id, role, status] of [
      [admin.uid, 'editor', 409],
      [shopper.uid, 'editor', 404],
      [editor.uid, 'customer', 200],
    ] as const)
      expect((await admin.put(`/admin/staff/${id}`, { role })).status).toBe(status)
    expect((await editor.get('/editor/catalog')).status).toBe(401)
    expect((await admin.get('/admin/staff')).body.staff).toHaveLength(1)
    expect((await readLog())[0].subject).toContain('Removed Asha Rao')
  })

  test('of two admins who remove each other at once, one stays', async ({ shop, admin }) => {
    const other = await shop.createSignedInUser('admin')
    const answers = await Promise.all([
      admin.put(`/admin/staff/${other.uid}`, { role: 'customer' }),
      other.put(`/admin/staff/${admin.uid}`, { role: 'customer' }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const users = await shop.deps.db.selectFrom('user').select('role').execute()
    expect(users.map(({ role }) => role).toSorted()).toEqual(['admin', 'customer'])
  })

  test('keeps an admin: the only one cannot delete the own account, nor two at once', async ({
    shop,
    admin,
    editor,
    readLog,
  }) => {
    const countAdmins = async () =>
      (await shop.deps.db.selectFrom('user').where('role', '=', 'admin').select('id').execute())
        .length
    expect((await leave(editor)).status).toBe(200)
    const refused = await leave(admin)
    expect(refused).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('only admin') },
    })
    expect((await admin.get('/users/getUserProfile')).body.user.role).toBe('admin')
    const other = await shop.createSignedInUser('admin')
    const answers = await Promise.all([leave(admin), leave(other)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await countAdmins()).toBe(1)
    const entries = await readLog()
    for (const role of ['editor', 'admin'])
      expect(entries).toContainEqual(
        expect.objectContaining({ by: '', subject: `Deleted the own account of an ${role}` }),
      )
  })

  test('loses its sessions when an admin ends them', async ({ admin, editor }) => {
    for (const { uid } of [editor, admin]) await admin.delete(`/admin/staff/${uid}/sessions`)
    expect((await editor.get('/editor/catalog')).status).toBe(401)
    expect((await admin.get('/admin/staff')).status).toBe(200)
  })
})

test('a message is noted, and answered once', async ({ shop, visitor, admin, readLog }) => {
  const { db } = shop.deps
  const sender = { firstName: 'Ira', lastName: 'Sen', email: ira.email }
  const about = { subject: 'An order', orderNumber: 'KV-1044' }
  const sent = { ...sender, ...about, message: 'Where is it?' }
  const partner = { ...sender, topic: 'partner', company: 'Sen & Co', message: '<b>' }
  const statuses = [await visitor.post('/contact', sent), await visitor.post('/contact', partner)]
  expect(statuses.map(({ status }) => status)).toEqual([201, 201])
  const list = async (query: string) => (await admin.get(`/editor/messages?${query}`)).body.messages
  const listed = { name: 'Ira Sen', company: 'Sen & Co', state: 'new' }
  expect(await list('topic=partner')).toMatchObject([listed])
  const [{ id }] = await list('topic=contact')
  const note = 'Asked the carrier.'
  await admin.put(`/editor/messages/${id}`, { note })
  await admin.put(`/editor/messages/${id}`, { state: 'open', note: `${note} Again.` })
  await admin.put(`/editor/messages/${id}`, { note })
  const logged = (await readLog()).map(({ subject }: { subject: string }) => subject)
  expect(logged).toContain(
    'Marked the message of Ira Sen as open, Changed the note on the message of Ira Sen',
  )
  const text = 'It arrives\ntomorrow.'
  const replies = `/editor/messages/${id}/replies`
  const reply = () => admin.post(replies, { text }, { 'Idempotency-Key': 'reply-to-ira' })
  expect([(await reply()).status, (await reply()).status]).toEqual([200, 200])
  expect(await list('state=done')).toMatchObject([
    { ...about, state: 'done', note, replies: [{ text, author: 'Asha Rao' }] },
  ])
  const letter = /^Dear Ira Sen,\n\nIt arrives\ntomorrow\.\n\n.*\n\nYou wrote:\nWhere is it\?/
  const mails = await listMailsTo(shop, ira.email)
  expect(mails.filter(({ subject }) => subject === 'Your message to Kairavi')).toMatchObject([
    { text: expect.stringMatching(letter) },
  ])
  const entry = { by: 'Asha Rao', action: 'messages', subject: 'Replied to Ira Sen' }
  expect((await readLog())[0]).toMatchObject(entry)
  expect((await admin.get('/editor/dashboard')).body.messages).toEqual({
    new: 1,
    open: 0,
    overdue: 0,
  })
  expect((await admin.get('/editor/waiting')).body).toEqual({
    messages: 1,
    reviews: 0,
    orders: null,
  })
  expect((await admin.post('/editor/messages/none/replies', { text })).status).toBe(404)
  await db.deleteFrom('contact_message').execute()
  expect(await db.selectFrom('contact_reply').selectAll().execute()).toEqual([])
})

test('the dashboard counts what needs attention, and page views', async ({ shop, admin }) => {
  const { db, now } = shop.deps
  const a = { slug: 'a', stock: 2, related: ['b', 'c'] }
  const ids = await addProducts(shop, a, { slug: 'b', stock: 0 }, { slug: 'c', related: ['a'] })
  const size = { width: 1, height: 1, format: 'webp', placeholder: '', created_at: 1 }
  const picture = { hash: 'f'.repeat(32), ...size }
  await db.insertInto('picture').values(picture).execute()
  const place = { position: 0, alt: '', focus_x: 50, focus_y: 50, worn: 0 }
  const shown = { ...place, picture_hash: picture.hash, product_id: ids[0] ?? '' }
  await db.insertInto('product_picture').values(shown).execute()
  const day = (ago: number) => toIndianDay(now() - ago * DAY_MS)
  for (const [ago, path] of [
    [0, '/product/a'],
    [0, '/product/a'],
    [29, '/shop'],
    [30, '/shop'],
  ] as const)
    await addPageViews(db, [{ day: day(ago), path, views: 1 }])

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
  await admin.post(`/editor/products/${ids[1]}/archive`)
  expect(await read()).toMatchObject({
    brokenRelated: { count: 1, products: [{ slug: 'a' }] },
    soldOut: { count: 0 },
    unpublished: { count: 1, products: [{ slug: 'b' }] },
  })
  // What was seen leads to the page of now, or to none.
  await db
    .updateTable('product')
    .set({ slug: 'd' })
    .where('id', '=', ids[0] ?? '')
    .execute()
  await db
    .insertInto('former_slug')
    .values({ slug: 'a', product_id: ids[0] ?? '' })
    .execute()
  const readViewed = async () => (await read()).pageViews.products
  expect(await readViewed()).toEqual([{ path: '/product/d', title: 'The a', views: 2 }])
  await admin.post(`/editor/products/${ids[0]}/archive`)
  expect(await readViewed()).toEqual([{ path: '', title: 'The a', views: 2 }])
})

test('a shop that takes no orders counts those that were placed in it, and none from elsewhere', async ({
  shop,
  admin,
  asha,
}) => {
  const read = async () => (await admin.get('/editor/waiting')).body.orders
  await addProducts(shop, { slug: 'ring' })
  await insertRingOrder(shop, asha.uid, 'KV-1044')
  expect(await read()).toBeNull()
  const { db } = shop.deps
  const { id } = await db
    .updateTable('order')
    .set({ state: 'placed' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const placed = {
    at: 1_000,
    kind: 'placed',
    text: 'Placed.',
    actor_id: null,
    mail_id: null,
  } as const
  await insertEvent(db, { order_id: id, ...placed })
  expect(await read()).toMatchObject({ views: { to_dispatch: 1, returns: 0 } })
  expect((await admin.get('/editor/dashboard')).body.orders).toEqual(await read())
})
