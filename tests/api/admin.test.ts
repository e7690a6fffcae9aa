import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { addDays, WEEK_DAYS } from '#src/editing/appointment-days.ts'
import { DAY_MS } from '#src/rules/constants.ts'
import { toIndianDay } from '#src/rules/dates.ts'
import { changeSlugs } from '#src/server/core/slugs/queries.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { insertContactMessage } from '#src/server/shop/contact/queries.ts'
import type { ContactMessageRow } from '#src/server/shop/contact/tables.ts'
import { addPageViews } from '#src/server/shop/events/queries.ts'
import { insertEvent } from '#src/server/shop/orders/queries.ts'
import { inviteFirstAdmin } from '#src/server/studio/staff/invitations.ts'
import { test as base } from '#tests/helpers/api-test.ts'
import { explainStatements, recordStatements } from '#tests/helpers/query-plans.ts'
import { type ApiClient, getMailedToken, listMailsTo, PASSWORD } from '#tools/api-client.ts'
import { addProducts, insertRingOrder } from '#tools/products.ts'

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
  const [{ id, number }] = await list('topic=contact')
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
  expect(
    mails.filter(({ subject }) => subject === `Your message ${number} to Kairavi`),
  ).toMatchObject([{ text: expect.stringMatching(letter) }])
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
  const [renamed = ''] = ids
  await db.updateTable('product').set({ slug: 'd' }).where('id', '=', renamed).execute()
  await changeSlugs(db, 'product', [{ slug: 'd', recordId: renamed }])
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

test('a message leads to the order that it names, and says whose it is', async ({
  shop,
  visitor,
  asha,
  editor,
}) => {
  await addProducts(shop, { slug: 'ring' })
  await insertRingOrder(shop, asha.uid, 'KV-7H3K9QLM')
  await shop.deps.db.updateTable('order').set({ email: ira.email }).execute()
  const write = (email: string, orderNumber: string) =>
    visitor.post('/contact', {
      firstName: 'Ira',
      lastName: 'Sen',
      email,
      orderNumber,
      message: 'Where?',
    })
  await write(ira.email, ' order # kv 7h3k9qlm ')
  await write('meera@example.com', 'KV-7H3K9QLM')
  await write('meera@example.com', 'KV-22222222')
  const { messages } = (await editor.get('/editor/messages')).body
  const order = { number: 'KV-7H3K9QLM' }
  expect(messages.map((message: { order: unknown }) => message.order)).toEqual([
    { ...order, isOfSender: true },
    { ...order, isOfSender: false },
    null,
  ])
})

test('a reply has one greeting, its own or that of the mail', async ({ shop, visitor, editor }) => {
  for (const message of ['First', 'Second'])
    await visitor.post('/contact', { firstName: 'Ira', lastName: 'Sen', email: ira.email, message })
  const { messages } = (await editor.get('/editor/messages')).body
  const texts = ['Dear Ira, your parcel is on its way.', 'Your parcel is on its way.']
  const previews: { subject: string; html: string }[] = []
  for (const [index, text] of texts.entries()) {
    const { id } = messages[index]
    previews.push((await editor.post(`/editor/messages/${id}/preview`, { text })).body)
    expect((await editor.get('/editor/messages')).body.messages[index].replies).toEqual([])
  }
  for (const [index, text] of texts.entries())
    await editor.post(`/editor/messages/${messages[index].id}/replies`, { text })
  // What was shown is what is sent.
  const sent = await shop.deps.db.selectFrom('outbox').select(['subject', 'html']).execute()
  expect(sent).toEqual(expect.arrayContaining(previews))
  expect((await editor.post('/editor/messages/none/preview', { text: 'x' })).status).toBe(404)
  const mails = (await listMailsTo(shop, ira.email)).filter(({ text }) => text.includes('parcel'))
  expect(mails.map(({ text }) => text.match(/^Dear .*$/gm))).toEqual([
    ['Dear Ira, your parcel is on its way.'],
    ['Dear Ira Sen,'],
  ])
})

test('a member of the staff takes a message, which the others see, and gives it back', async ({
  visitor,
  editor,
  admin,
}) => {
  await visitor.post('/contact', {
    firstName: 'Ira',
    lastName: 'Sen',
    email: ira.email,
    message: 'Hm',
  })
  const list = async (client: typeof editor, query = '') =>
    (await client.get(`/editor/messages${query}`)).body.messages
  const [{ id, owner }] = await list(editor)
  expect(owner).toBeNull()
  const take = (client: typeof editor, isMine: boolean) =>
    client.put(`/editor/messages/${id}`, { isMine })
  expect((await take(editor, true)).status).toBe(200)
  expect((await list(editor, '?mine=true'))[0].owner).toEqual({ name: 'Asha Rao', isCaller: true })
  expect((await list(admin))[0].owner).toEqual({ name: 'Asha Rao', isCaller: false })
  expect(await list(admin, '?mine=true')).toEqual([])
  await take(admin, true)
  expect(await list(editor, '?mine=true')).toEqual([])
  await take(admin, false)
  expect((await list(admin))[0].owner).toBeNull()
})

test('messages that wait longest come first, then those that are settled, the newest first', async ({
  shop,
  visitor,
  editor,
}) => {
  const names = Array.from({ length: 54 }, (_, index) => `Writer${index}`)
  for (const firstName of names) {
    shop.advanceTime(1)
    await insertContactMessage(shop.deps.db, toMessage(firstName, shop.deps.now()))
  }
  expect((await visitor.get('/editor/messages')).status).toBe(401)
  const list = async (page: number): Promise<{ id: string; name: string }[]> =>
    (await editor.get(`/editor/messages?page=${page}`)).body.messages
  for (const { id } of (await list(1)).slice(0, 3)) {
    await editor.put(`/editor/messages/${id}`, { state: 'done' })
  }
  const listed = [...(await list(1)), ...(await list(2))].map(({ name }) => name.split(' ')[0])
  expect(listed).toEqual([...names.slice(3), ...names.slice(0, 3).toReversed()])
})

test('appointments are listed by day and hour in parts, by an index', async ({
  shop,
  visitor,
  editor,
}) => {
  const today = toIndianDay(shop.deps.now())
  const isOpen = (day: string) => new Date(day).getUTCDay() !== 0
  const days = Array.from({ length: 9 }, (_, index) => addDays(today, index + 1)).filter(isOpen)
  // A week has six of them.
  const [first = '', second = '', later = ''] = [days[0], days[1], days[6]]
  const ask = (firstName: string, appointment?: object) =>
    visitor.post('/contact', {
      firstName,
      lastName: 'Sen',
      email: ira.email,
      message: 'Hm',
      ...(appointment && { appointment: { way: 'video', ...appointment } }),
    })
  const piece = { piece: 'Ekta Ring', phone: '98290 12345' }
  await ask('Later', { day: later, hour: 9 })
  await ask('Second', { day: second, hour: 9 })
  await ask('Noon', { day: first, hour: 12 })
  await ask('None')
  await ask('Morning', { day: first, hour: 10, ...piece })
  const list = async (week: string, page = 1) =>
    (await editor.get(`/editor/messages?week=${week}&page=${page}`)).body as {
      messages: { id: string; name: string; appointment: object }[]
      total: number
      pageCount: number
    }
  const listNames = async (week: string) =>
    (await list(week)).messages.map(({ name }) => name.replace(' Sen', ''))
  expect(await listNames(first)).toEqual(['Morning', 'Noon', 'Second'])
  expect(await listNames(second)).toEqual(['Second', 'Later'])
  expect(await listNames(addDays(first, -WEEK_DAYS))).toEqual([])
  expect(await listNames(addDays(later, 1))).toEqual([])
  const [morning, noon] = (await list(first)).messages
  expect(morning?.appointment).toEqual({ way: 'video', day: first, hour: 10, ...piece })
  expect(noon?.appointment).toEqual({ way: 'video', day: first, hour: 12, piece: '', phone: '' })
  expect((await editor.get('/editor/messages?week=2026-13-01')).status).toBe(400)
  // An answer keeps its place.
  await editor.put(`/editor/messages/${morning?.id}`, { state: 'done' })
  expect(await listNames(first)).toEqual(['Morning', 'Noon', 'Second'])

  for (let index = 0; index < 48; index++) {
    const message = toMessage(`Late${index}`, shop.deps.now())
    const appointment = { appointment_day: first, appointment_hour: 18 } as const
    await insertContactMessage(shop.deps.db, {
      ...message,
      ...appointment,
      appointment_way: 'call',
    })
  }
  const { messages, total, pageCount } = await list(first)
  expect([messages.length, total, pageCount]).toEqual([50, 51, 2])
  expect((await list(first, 2)).messages.map(({ name }) => name)).toEqual(['Second Sen'])
  const plans = await explainStatements(shop, await recordStatements(shop, () => list(first)))
  const listed = plans.filter((plan) => plan.sql.includes('"appointment_day" >='))
  expect(listed.flatMap((plan) => plan.scannedTables)).toEqual([])
  const steps = listed.flatMap((plan) => plan.steps)
  expect(steps).toHaveLength(2)
  for (const step of steps) expect(step).toMatch(/\(appointment_day/)
})

test('texts to insert into a reply have the facts of the shop and known words alone', async ({
  visitor,
  editor,
}) => {
  await visitor.post('/contact', {
    firstName: 'Ira',
    lastName: 'Sen',
    email: ira.email,
    message: 'Hm',
  })
  const readAnswers = async () => (await editor.get('/editor/messages')).body.answers
  const titles = (await readAnswers()).map(({ title }: { title: string }) => title)
  expect(titles).toEqual(['Appointment confirmed', 'Photos of a damaged piece', 'Thank you'])
  const path = '/editor/content/mail-reply'
  const { revision, body } = (await editor.get(path)).body.record
  const save = (text: string) =>
    editor.put(path, { revision, body: { ...body, answers: [{ title: 'Ring size', text }] } })
  expect(await save('Dear {shopper}')).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/^\{shopper\} is not a known token: use one of \{rec/) },
  })
  expect(await readAnswers()).toHaveLength(3)
  await save('{recipient}, {order}, {appointment}, {returnDays} days, {author} of {name}')
  expect(await readAnswers()).toEqual([
    {
      title: 'Ring size',
      text: '{recipient}, {order}, {appointment}, 7 days, Asha Rao of Kairavi',
    },
  ])
})

const toMessage = (first_name: string, now: number): ContactMessageRow => ({
  id: randomUUID(),
  topic: 'contact',
  first_name,
  last_name: 'Sen',
  email: ira.email,
  company: '',
  message: 'Hello',
  created_at: now,
  state: 'new',
  subject: '',
  order_number: '',
  note: '',
  owner_id: null,
  last_message_at: now,
  number: `KT-${first_name}`,
  acknowledged_at: null,
  settled_at: null,
  appointment_day: null,
  appointment_hour: null,
  appointment_way: null,
  appointment_piece: null,
  appointment_phone: null,
})

test('the audit log is searched, filtered and leads to what it names', async ({
  shop,
  visitor,
  asha,
  admin,
  editor,
}) => {
  await addProducts(shop, { slug: 'ring', title: 'The ring' })
  await insertRingOrder(shop, asha.uid, 'KV-7H3K9QLM')
  const id = toProductId('ring')
  await editor.patch(`/editor/products/${id}`, { revision: 1, title: 'A {ring} | gold' })
  await editor.get('/editor/orders/KV-7H3K9QLM')
  await admin.get(`/editor/customers/${asha.uid}`)
  await visitor.post('/contact', {
    firstName: 'Ira',
    lastName: 'Sen',
    email: ira.email,
    message: 'Hi',
  })
  const [message] = (await editor.get('/editor/messages')).body.messages
  await editor.put(`/editor/messages/${message.id}`, { state: 'open' })
  const read = async (query: Record<string, string> = {}) =>
    (await admin.get(`/admin/audit?${new URLSearchParams(query)}`)).body.entries as {
      subject: string
      parts: object[]
    }[]
  const subjects = async (query: Record<string, string>) =>
    (await read(query)).map(({ subject }) => subject)
  const links = (await read()).flatMap(({ parts }) => parts.filter((part) => 'to' in part))
  expect(links).toEqual(
    expect.arrayContaining([
      { text: 'Saved A ring  gold', to: `/products/${id}` },
      { text: 'KV-7H3K9QLM', to: '/orders/KV-7H3K9QLM' },
      { text: `${asha.uid} (Asha)`, to: `/customers/${asha.uid}` },
      { text: 'Ira Sen', to: `/messages?number=${message.number}` },
    ]),
  )
  expect(await subjects({ action: 'orders' })).toEqual(['Opened the order KV-7H3K9QLM'])
  expect(await subjects({ search: 'ira sen' })).toEqual(['Marked the message of Ira Sen as open'])
  expect(await subjects({ search: 'ring', actor: editor.uid })).toEqual(['Saved A ring  gold'])
  expect(await subjects({ search: 'ring', actor: admin.uid })).toEqual([])
  expect((await admin.get('/admin/audit?action=nothing')).status).toBe(400)
})
