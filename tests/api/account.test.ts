import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { STEP_ROWS } from '#src/server/core/cleanup/steps.ts'
import { deleteExpired } from '#src/server/jobs/delete-expired.ts'
import { deleteRowsOfAddress } from '#src/server/shop/account/queries.ts'
import { test } from '#tests/helpers/api-test.ts'
import { listTables } from '#tests/helpers/tables.ts'
import { type ApiClient, listMailsTo, PASSWORD } from '#tools/api-client.ts'
import { addProducts, insertRingOrder } from '#tools/products.ts'
import { createTestApp, type TestApp } from '#tools/test-app.ts'

const home = {
  address: '7, Jalebi Chowk',
  city: 'Jaipur',
  state: 'Rajasthan',
  pincode: '302002',
  country: '',
}
const complete = { phone: '98290 12345', gender: 'Female', dob: '1991-08-14', addresses: [home] }

const ofAddress = (field: string, value: string) => ({ addresses: [{ ...home, [field]: value }] })

const getProfile = async (user: ApiClient) => (await user.get('/users/getUserProfile')).body.user

const listUserRows = async ({ deps: { db } }: TestApp, uid: string) => [
  await db.selectFrom('user').selectAll().where('id', '=', uid).execute(),
  await db.selectFrom('address').selectAll().where('user_id', '=', uid).execute(),
  await db.selectFrom('session').select('id').where('user_id', '=', uid).orderBy('id').execute(),
]

describe('POST /users/complete-profile', () => {
  test('stores the profile with the only address as the primary one', async ({ asha }) => {
    const { status, body } = await asha.post('/users/complete-profile', complete)
    expect(status).toBe(200)
    expect(body.user).toMatchObject({
      uid: asha.uid,
      phone: '+91 98290 12345',
      gender: 'Female',
      dob: '1991-08-14',
      ...home,
      addresses: [{ ...home, isDefault: true }],
      primary_address: { ...home, isDefault: true },
    })
    expect(await getProfile(asha)).toEqual(body.user)
  })

  test('changes the user of the session, not of the body (T4)', async ({ shop, shopper, asha }) => {
    const before = await listUserRows(shop, asha.uid)
    for (const uid of [asha.uid, null, 7, {}, ['x']]) {
      const answer = await shopper.post('/users/complete-profile', { ...complete, uid })
      expect(answer).toMatchObject({ status: 200, body: { user: { uid: shopper.uid } } })
    }
    expect(await listUserRows(shop, asha.uid)).toEqual(before)
  })
})

// The rules of the values are in tests/unit/rules/account-validation.test.ts.
test.for([
  ['POST /users/complete-profile', 'phone', { phone: 'call me' }, 'enter a phone number'],
  ['POST /users/complete-profile', 'gender', { gender: 'female' }, ''],
  ['POST /users/complete-profile', 'dob', { dob: '2025-01-01' }, 'for adults of 18 years'],
  ['POST /users/complete-profile', 'addresses.0.state', ofAddress('state', ''), 'your state.'],
  ['PUT /users/update', 'displayName', { displayName: 'x'.repeat(81) }, ''],
  ['PUT /users/update', 'dob', { dob: '2025-02-30' }, 'a date that the calendar has.'],
  ['PUT /users/update', 'addresses', { addresses: 'none' }, ''],
  ['PUT /users/update', 'addresses', { addresses: Array(21).fill(home) }, ''],
  ['PUT /users/update', 'addresses.0.address', ofAddress('address', 'x'.repeat(201)), ''],
  ['PUT /users/update', 'addresses.0.pincode', ofAddress('pincode', '012345'), '6-digit pincode.'],
] as const)(
  '%s rejects the field %s by its name and changes nothing',
  async ([call, field, input, message], { shop, shopper }) => {
    const before = await listUserRows(shop, shopper.uid)
    const [method = '', path = ''] = call.split(' ')
    const valid = method === 'PUT' ? { displayName: 'Changed' } : complete
    const { status, body } = await shopper.request(method, path, { ...valid, ...input })
    expect([status, body.field]).toEqual([400, field])
    expect(body.message).toContain(message)
    expect(await listUserRows(shop, shopper.uid)).toEqual(before)
  },
)

describe('PUT /users/update', () => {
  test('changes the given fields only, and clears empty ones', async ({ asha }) => {
    await asha.post('/users/complete-profile', complete)
    // The email is read-only, and ignored.
    const input = { displayName: 'Asha R', email: 'eve@example.com' }
    const kept = { phone: '+91 98290 12345', addresses: [{ city: 'Jaipur' }] }
    expect((await asha.put('/users/update', input)).body).toMatchObject({
      success: true,
      message: 'Profile updated successfully!',
      user: { displayName: 'Asha R', email: asha.email, ...kept },
    })
    const empty = { phone: '', gender: '', dob: '', addresses: [] }
    const emptied = await asha.put('/users/update', { displayName: 'Asha R', ...empty })
    expect(emptied.body.user).toMatchObject({ ...empty, primary_address: null, address: '' })
  })

  test('keeps a date of birth that is stored, also one of before an account was for adults', async ({
    shop: { deps },
    asha,
  }) => {
    const dob = '2025-01-01'
    await deps.db.updateTable('user').set({ dob }).execute()
    const save = (dob: string) => asha.put('/users/update', { displayName: 'Asha R', dob })
    expect(await save(dob)).toMatchObject({ status: 200, body: { user: { dob } } })
    expect(await save('2025-01-02')).toMatchObject({ status: 400, body: { field: 'dob' } })
  })

  test('parallel saves leave the addresses of one, in their order', async ({ shopper }) => {
    const toAddresses = (name: string) =>
      Array.from({ length: 20 }, (_, n) => ({ ...home, city: name + n }))
    const save = (displayName: string) =>
      shopper.put('/users/update', { displayName, addresses: toAddresses(displayName) })
    const saves = await Promise.all(['Jaipur', 'Mumbai', 'Kochi', 'Pune'].map(save))
    expect(saves.map(({ status }) => status)).toEqual(Array(4).fill(200))
    const { displayName, addresses } = await getProfile(shopper)
    expect(addresses).toMatchObject(toAddresses(displayName))
  })

  test('rejects fields that the form does not have (T5)', async ({ shop, shopper, visitor }) => {
    const before = await listUserRows(shop, shopper.uid)
    const fields = [
      ...['uid', 'id', 'role', 'isVerified', 'email_verified_at', 'password_hash', 'google_sub'],
      ...['created_at', 'photoURL', 'cart', 'orders', 'constructor'],
    ]
    const signup = { name: 'x', email: 'x@example.com', password: PASSWORD }
    for (const field of fields) {
      const more = { [field]: 'admin' }
      const addresses = [{ ...home, ...more }]
      for (const answer of [
        await shopper.put('/users/update', { displayName: 'Changed', ...more }),
        await shopper.put('/users/update', { displayName: 'Changed', addresses }),
        await visitor.post('/auth/signup', { ...signup, ...more }),
      ])
        expect([field, answer.status]).toEqual([field, 400])
    }
    await shopper.put('/users/update', '{"displayName":"Asha","__proto__":{"role":"admin"}}')
    expect(await listUserRows(shop, shopper.uid)).toEqual(before)
    expect(await shop.deps.db.selectFrom('user').selectAll().execute()).toHaveLength(1)
  })

  test('no response contains a secret', async ({ shop, asha }) => {
    const row = await shop.deps.db.selectFrom('user').selectAll().executeTakeFirstOrThrow()
    for (const { text } of [
      await asha.get('/users/getUserProfile'),
      await asha.get('/users/export'),
      await asha.get('/users/sessions'),
      await asha.put('/users/update', { displayName: 'Asha' }),
    ]) {
      expect(text).not.toMatch(/argon2|token_hash|google_sub/)
      for (const value of [row.password_hash, ...asha.cookies.values()])
        expect(text).not.toContain(value)
    }
  })
})

describe('data export and account deletion', () => {
  test('exports the data of the user as one file', async ({ asha }) => {
    await asha.post('/users/complete-profile', complete)
    const message = { firstName: 'Asha', lastName: 'R', email: asha.email, message: 'A question' }
    await asha.post('/contact', message)
    const { body, headers } = await asha.get('/users/export')
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="/)
    expect(body).toMatchObject({
      user: { email: asha.email, addresses: [{ city: 'Jaipur' }] },
      sessions: [{ current: true }],
      messages: [{ number: expect.stringMatching(/^KT-/), message: 'A question' }],
      cart: [],
      wishlist: [],
    })
  })

  test('deletes every row of the account', async ({ shop, asha }) => {
    const { email } = asha
    const other = shop.createClient()
    await other.post('/auth/login', { email, password: PASSWORD })
    await asha.post('/users/complete-profile', complete)
    const wrong = await asha.delete('/users/account', { confirmation: 'not the one' })
    expect([wrong.status, wrong.body.field]).toEqual([401, 'confirmation'])
    expect((await asha.delete('/users/account', { confirmation: PASSWORD })).status).toBe(200)
    expect(asha.cookies.has('sid')).toBe(false)
    expect(await getProfile(other)).toBeNull()
    for (const table of ['user', 'address', 'session', 'mail_token', 'idempotency'] as const) {
      const rows = await shop.deps.db.selectFrom(table).selectAll().execute()
      expect([table, rows]).toEqual([table, []])
    }
    const subject = 'Your account at Kairavi was deleted'
    expect(await listMailsTo(shop, email)).toMatchObject([{ subject }])
    expect((await other.post('/auth/login', { email, password: PASSWORD })).status).toBe(401)
  })

  test('leaves nothing of its owner but the orders and the mail about it', async ({
    shop,
    asha,
    editor,
    admin,
    visitor,
  }) => {
    const { db } = shop.deps
    const [productId = ''] = await addProducts(shop, { slug: 'ring' })
    await asha.put('/users/update', { displayName: 'Asha Rathore', addresses: [home] })
    await asha.post('/wishlist/', { productId })
    await asha.post('/cart', { productId }, { 'Idempotency-Key': 'asha-rathore-adds' })
    await insertRingOrder(shop, asha.uid, 'KV-1044')
    const text = { stars: 5, title: 'Asha’s ring', text: 'Asha Rathore wears it every day.' }
    const { review } = (await asha.post('/reviews', { productId, ...text })).body
    const decision = { decision: 'approve', date: review.date }
    expect((await editor.put(`/editor/reviews/${review.id}`, decision)).status).toBe(200)
    const sender = { firstName: 'Asha', lastName: 'Rathore', email: asha.email }
    await visitor.post('/contact', { ...sender, message: 'Where is my ring?' })
    const [message] = (await editor.get('/editor/messages')).body.messages
    await editor.post(`/editor/messages/${message.id}/replies`, {
      text: 'Dear Ms Rathore, it is here.',
    })
    await admin.get(`/editor/customers/${asha.uid}`)
    expect(
      (await admin.post('/admin/invitations', { email: asha.email, role: 'editor' })).status,
    ).toBe(201)

    expect((await asha.delete('/users/account', { confirmation: PASSWORD })).status).toBe(200)
    for (const { name } of await listTables(shop)) {
      const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(db)
      const own = rows.filter((row) => /asha@|rathore|jalebi|asha’s/i.test(JSON.stringify(row)))
      const subject = 'Your account at Kairavi was deleted'
      const expected = name === 'outbox' ? [{ recipient: asha.email, user_id: null, subject }] : []
      expect([name, own]).toMatchObject([name, expected])
    }
    const orders = await db.selectFrom('order').select(['id', 'user_id']).execute()
    expect(orders).toEqual([{ id: 'KV-1044', user_id: null }])
    expect((await getProfile(editor)).orders).toEqual([])
    const customers = await admin.post('/editor/customers/search', { search: 'KV-1044', page: 1 })
    expect(customers.body.customers).toEqual([])
  })

  test('deletes what an account has many rows of in steps', async ({ shop, asha }) => {
    const { db, now } = shop.deps
    const count = 2 * STEP_ROWS + 1
    const keys = Array.from({ length: count }, (_, index) => ({
      user_id: asha.uid,
      key: `key-${index}`,
      request_hash: '',
      status: 200,
      reply: '{}',
      created_at: now(),
    }))
    const entries = keys.map(({ key }) => ({
      id: key,
      at: now(),
      actor_id: asha.uid,
      action: 'products',
      subject: 'Saved the ring',
    }))
    for (const start of [0, STEP_ROWS, 2 * STEP_ROWS]) {
      const end = start + STEP_ROWS
      await db.insertInto('idempotency').values(keys.slice(start, end)).execute()
      await db.insertInto('audit_entry').values(entries.slice(start, end)).execute()
    }
    const changes: string[] = []
    shop.statementListeners.add(({ sql: text }) => {
      const [, table = ''] = /^(?:delete from|update) "(\w+)"/.exec(text) ?? []
      if (table === 'user' || /ctid|rowid/.test(text)) changes.push(table)
    })
    expect((await asha.delete('/users/account', { confirmation: PASSWORD })).status).toBe(200)
    const toCount = (name: string) => changes.filter((table) => table === name).length
    expect([toCount('idempotency'), toCount('audit_entry')]).toEqual([3, 3])
    // The account ends first, and its row goes last.
    expect([changes[0], changes.at(-1)]).toEqual(['user', 'user'])
    expect(await db.selectFrom('idempotency').select('key').execute()).toEqual([])
    const left = await db.selectFrom('audit_entry').select('actor_id').distinct().execute()
    expect(left).toEqual([{ actor_id: null }])
  })

  test('is over at once, also when the process ends in the middle of it', async ({
    shop,
    asha,
    admin,
  }) => {
    const { deps } = shop
    const { email, uid } = asha
    const other = shop.createClient()
    await other.post('/auth/login', { email, password: PASSWORD })
    await asha.post('/contact', { firstName: 'A', lastName: 'R', email, message: 'A question' })
    deps.signal = AbortSignal.abort()
    expect((await asha.delete('/users/account', { confirmation: PASSWORD })).status).toBe(200)
    const rows = () => deps.db.selectFrom('user').select('id').where('id', '=', uid).execute()
    expect(await rows()).toHaveLength(1)
    expect((await other.get('/cart')).status).toBe(401)
    expect((await other.post('/auth/login', { email, password: PASSWORD })).status).toBe(401)
    const customers = await admin.post('/editor/customers/search', { search: email, page: 1 })
    expect([customers.body.total, await admin.get(`/editor/customers/${uid}`)]).toMatchObject([
      ...[0, { status: 404 }],
    ])

    deps.signal = undefined
    shop.advanceTime(1)
    await deleteExpired(deps)
    expect([await rows(), shop.logs]).toEqual([[], []])
    expect(await deps.db.selectFrom('contact_message').select('id').execute()).toEqual([])
    const subject = 'Your account at Kairavi was deleted'
    expect(await listMailsTo(shop, email)).toMatchObject([{ subject }])
    // The address is free.
    expect((await shop.signUpVerified('Asha')).uid).not.toBe(uid)
  })

  test('an unverified email gives no access to messages of its owner', async () => {
    await using shop = await createTestApp({ MAIL_TO: 'care@example.com' })
    const note = { firstName: 'Asha', lastName: 'R', email: 'asha@example.com', message: 'Private' }
    await shop.createClient().post('/contact', note)
    for (const email of ['asha@example.com', 'care@example.com']) {
      const eve = shop.createClient()
      const account = { email, password: PASSWORD }
      await eve.post('/auth/signup', { name: 'Eve', ...account })
      await eve.post('/auth/login', account)
      expect((await eve.get('/users/export')).text).not.toMatch(/Private|contact form/)
      expect((await eve.delete('/users/account', { confirmation: PASSWORD })).status).toBe(200)
    }
    expect(await shop.deps.db.selectFrom('contact_message').selectAll().execute()).toHaveLength(1)
    const [mail] = await listMailsTo(shop, 'care@example.com')
    expect(mail?.subject).toBe('A message from the contact form')
  })

  test('writes in parallel with the deletion are answered 200, 401 or 409', async ({ shop }) => {
    const [productId] = await addProducts(shop, { slug: 'a', stock: 1_000 })
    for (let round = 0; round < 4; round += 1) {
      const user = await shop.createSignedInUser()
      const [deletion, ...writes] = await Promise.all([
        user.delete('/users/account', { confirmation: user.email }),
        user.post('/wishlist/', { productId }),
        ...Array.from({ length: 6 }, () => user.post('/cart', { productId })),
      ])
      expect(deletion.status).toBe(200)
      for (const { status } of writes) expect([200, 401, 409]).toContain(status)
    }
  })

  test('without a password its email confirms it; one mail is sent', async ({ shop, shopper }) => {
    const remove = (confirmation: string) => shopper.delete('/users/account', { confirmation })
    expect((await remove('x@y.z')).status).toBe(401)
    const confirmation = ` ${shopper.email.toUpperCase()} `
    const answers = await Promise.all([1, 2, 3].map(() => remove(confirmation)))
    expect(answers.map(({ status }) => status)).toContain(200)
    expect(await listMailsTo(shop, shopper.email)).toHaveLength(1)
  })

  test('another process that deletes the account too keeps what follows', async ({
    shop,
    shopper,
  }) => {
    const { db } = shop.deps
    const deleteMails = () =>
      deleteRowsOfAddress(db, 'outbox', 'recipient', shopper.email, shopper.uid)
    await shopper.post('/auth/forgot-password', { email: shopper.email })
    expect(await deleteMails()).toBe(1)
    await shopper.delete('/users/account', { confirmation: shopper.email })
    expect(await deleteMails()).toBe(0)
    expect(await listMailsTo(shop, shopper.email)).toHaveLength(1)
  })
})
