import { createHash } from 'node:crypto'
import { describe, expect } from 'vitest'
import { type ApiClient, listMailsTo, PASSWORD } from '#tests/helpers/api-client.ts'
import { test } from '#tests/helpers/api-test.ts'
import { addProducts } from '#tests/helpers/products.ts'
import { createTestApp, type TestApp } from '#tests/helpers/test-app.ts'

const home = {
  address: '7, Jalebi Chowk',
  city: 'Jaipur',
  state: 'Rajasthan',
  pincode: '302002',
  country: '',
}
const flat = { ...home, address: '12B, Sagar Mahal', city: 'Mumbai', pincode: '400006' }
const complete = { phone: '98290 12345', gender: 'Female', dob: '1991-08-14', addresses: [home] }

const ofAddress = (field: string, value: string) => ({ addresses: [{ ...home, [field]: value }] })

const DELETION_ROUNDS = 8

const getProfile = async (user: ApiClient) => (await user.get('/users/getUserProfile')).body.user

/** A hash of every row of a user. */
async function hashUserRows(shop: TestApp, uid: string): Promise<string> {
  const { db } = shop.deps
  const rows = [
    await db.selectFrom('user').selectAll().where('id', '=', uid).execute(),
    await db.selectFrom('address').selectAll().where('user_id', '=', uid).execute(),
    await db.selectFrom('session').select('id').where('user_id', '=', uid).orderBy('id').execute(),
  ]
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex')
}

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

  test('changes the user of the session, not of the body (T4)', async ({ shop, asha }) => {
    const eve = await shop.signUpVerified('Eve')
    const before = await hashUserRows(shop, asha.uid)
    const { body } = await eve.post('/users/complete-profile', { ...complete, uid: asha.uid })
    expect(body.user.uid).toBe(eve.uid)
    expect(await hashUserRows(shop, asha.uid)).toBe(before)
    for (const uid of [null, 7, {}, ['x']])
      expect((await eve.post('/users/complete-profile', { ...complete, uid })).status).toBe(200)
  })
})

// The rules of the values are in tests/unit/rules/account-validation.test.ts.
test.for([
  ['POST /users/complete-profile', 'phone', { phone: 'call me' }, 'enter a phone number'],
  ['POST /users/complete-profile', 'gender', { gender: 'female' }, ''],
  ['POST /users/complete-profile', 'dob', { dob: '2999-01-01' }, 'cannot be in the future.'],
  ['POST /users/complete-profile', 'addresses.0.state', ofAddress('state', ''), 'your state.'],
  [
    'POST /users/complete-profile',
    'addresses.0.address',
    ofAddress('address', 'x'.repeat(201)),
    '',
  ],
  ['PUT /users/update', 'displayName', { displayName: 'x'.repeat(81) }, ''],
  ['PUT /users/update', 'dob', { dob: '2025-02-30' }, 'a date that the calendar has.'],
  ['PUT /users/update', 'addresses', { addresses: 'none' }, ''],
  ['PUT /users/update', 'addresses.0.pincode', ofAddress('pincode', '012345'), '6-digit pincode.'],
] as const)(
  '%s rejects the field %s by its name and changes nothing',
  async ([call, field, given, message], { shop, asha }) => {
    const before = await hashUserRows(shop, asha.uid)
    const [method = '', path = ''] = call.split(' ')
    const valid = method === 'PUT' ? { displayName: 'Changed' } : complete
    const { status, body } = await asha.request(method, path, { ...valid, ...given })
    expect([status, body.field]).toEqual([400, field])
    expect(body.message).toContain(message)
    expect(await hashUserRows(shop, asha.uid)).toBe(before)
  },
)

describe('PUT /users/update', () => {
  test('changes the given fields only, and clears empty ones', async ({ asha }) => {
    await asha.post('/users/complete-profile', complete)
    const given = { displayName: 'Asha R', email: 'eve@example.com' }
    const renamed = await asha.put('/users/update', given)
    // The email is read-only, and ignored.
    expect(renamed.body).toMatchObject({
      success: true,
      message: 'Profile updated successfully!',
      user: {
        displayName: 'Asha R',
        email: asha.email,
        phone: '+91 98290 12345',
        addresses: [{ city: 'Jaipur' }],
      },
    })
    const emptied = await asha.put('/users/update', {
      displayName: 'Asha R',
      phone: '',
      gender: '',
      dob: '',
      addresses: [],
    })
    expect(emptied.body.user).toMatchObject({
      phone: '',
      gender: '',
      dob: '',
      addresses: [],
      primary_address: null,
      address: '',
    })
  })

  test('keeps the order of addresses, and accepts at most 20', async ({ asha }) => {
    const createAddresses = (n: number) =>
      Array.from({ length: n }, (_, i) => ({ ...flat, city: `City ${i}` }))
    const save = (addresses: unknown) =>
      asha.put('/users/update', { displayName: 'Asha', addresses })
    expect((await save(createAddresses(21))).status).toBe(400)
    expect((await save(createAddresses(20))).status).toBe(200)
    const cities = (await getProfile(asha)).addresses.map(
      (address: { city: string }) => address.city,
    )
    expect(cities).toEqual(createAddresses(20).map(({ city }) => city))
  })

  test('parallel saves leave the addresses of one of them', async ({ asha }) => {
    const list = (city: string) => Array.from({ length: 3 }, () => ({ ...home, city }))
    const saves = ['Jaipur', 'Mumbai', 'Kochi', 'Pune'].map((city) =>
      asha.put('/users/update', { displayName: city, addresses: list(city) }),
    )
    for (const { status } of await Promise.all(saves)) expect(status).toBe(200)
    const { addresses, displayName } = await getProfile(asha)
    expect(addresses.map((address: { city: string }) => address.city)).toEqual(
      Array(3).fill(displayName),
    )
  })

  test('rejects every field that the form does not have (T5)', async ({ shop, asha }) => {
    const before = await hashUserRows(shop, asha.uid)
    const fields = {
      uid: 'x',
      id: 'x',
      role: 'admin',
      isVerified: true,
      email_verified_at: 1,
      password: 'x',
      password_hash: 'x',
      google_sub: 'x',
      created_at: 1,
      createdAt: 1,
      photoURL: 'https://evil.example/x.png',
      cart: ['x'],
      wishlist: ['x'],
      orders: [{ id: 'x' }],
      constructor: { prototype: { role: 'admin' } },
    }
    for (const [field, value] of Object.entries(fields)) {
      const given = { displayName: 'Changed', [field]: value }
      expect([field, (await asha.put('/users/update', given)).status]).toEqual([field, 400])
      const signup = { name: 'x', email: 'x@example.com', password: PASSWORD, [field]: value }
      if (field !== 'password')
        expect((await shop.createClient().post('/auth/signup', signup)).status).toBe(400)
      const addresses = [{ ...home, [field]: value }]
      const nested = await asha.put('/users/update', { displayName: 'Changed', addresses })
      expect(nested.status).toBe(400)
    }
    expect(await hashUserRows(shop, asha.uid)).toBe(before)
    await asha.put('/users/update', '{"displayName":"Asha","__proto__":{"role":"admin"}}')
    expect((await getProfile(asha)).role).toBe('customer')
    expect(await shop.deps.db.selectFrom('user').selectAll().execute()).toHaveLength(1)
  })

  test('no response contains a secret', async ({ shop, asha }) => {
    const row = await shop.deps.db.selectFrom('user').selectAll().executeTakeFirstOrThrow()
    const responses = await Promise.all([
      asha.get('/users/getUserProfile'),
      asha.get('/users/export'),
      asha.get('/users/sessions'),
      asha.put('/users/update', { displayName: 'Asha' }),
    ])
    for (const { text } of responses) {
      expect(text).not.toContain(row.password_hash)
      expect(text).not.toMatch(/argon2|token_hash|google_sub/)
      for (const value of asha.cookies.values()) expect(text).not.toContain(value)
    }
  })
})

describe('data export and account deletion', () => {
  test('exports the data of the user as one file', async ({ asha }) => {
    await asha.post('/users/complete-profile', complete)
    const note = { firstName: 'Asha', lastName: 'R', email: asha.email, message: 'A question' }
    await asha.post('/contact', note)
    const { body, headers } = await asha.get('/users/export')
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="/)
    expect(body).toMatchObject({
      user: { email: asha.email, addresses: [{ city: 'Jaipur' }] },
      sessions: [{ current: true }],
      messages: [{ message: 'A question' }],
      cart: [],
      wishlist: [],
    })
  })

  test('deletes every row of the account', async ({ shop, asha }) => {
    const other = shop.createClient()
    await other.post('/auth/login', { email: asha.email, password: PASSWORD })
    await asha.post('/users/complete-profile', complete)
    const wrong = await asha.delete('/users/account', { confirmation: 'not the one' })
    expect([wrong.status, wrong.body.field]).toEqual([401, 'confirmation'])
    expect((await asha.delete('/users/account', { confirmation: PASSWORD })).status).toBe(200)
    expect(asha.cookies.has('sid')).toBe(false)
    expect(await getProfile(other)).toBeNull()
    const tables = ['user', 'address', 'session', 'mail_token', 'idempotency'] as const
    for (const table of tables)
      expect([table, await shop.deps.db.selectFrom(table).selectAll().execute()]).toEqual([
        table,
        [],
      ])
    const mails = await listMailsTo(shop, asha.email)
    expect(mails.map(({ subject }) => subject)).toEqual(['Your account at Kairavi was deleted'])
    const login = { email: asha.email, password: PASSWORD }
    expect((await shop.createClient().post('/auth/login', login)).status).toBe(401)
  })

  test('an unverified email gives no access to messages of its owner', async () => {
    await using shop = await createTestApp({ MAIL_TO: 'care@example.com' })
    const note = { firstName: 'Asha', lastName: 'R', email: 'asha@example.com', message: 'Private' }
    await shop.createClient().post('/contact', note)
    const outbox = () => listMailsTo(shop, 'care@example.com')
    for (const email of ['asha@example.com', 'care@example.com']) {
      const eve = shop.createClient()
      await eve.post('/auth/signup', { name: 'Eve', email, password: PASSWORD })
      await eve.post('/auth/login', { email, password: PASSWORD })
      const { text } = await eve.get('/users/export')
      expect(text).not.toMatch(/Private|contact form/)
      expect((await eve.delete('/users/account', { confirmation: PASSWORD })).status).toBe(200)
    }
    expect(await shop.deps.db.selectFrom('contact_message').selectAll().execute()).toHaveLength(1)
    expect((await outbox())[0]?.subject).toBe('A message from the contact form')
  })

  test('writes in parallel with the deletion of their account answer 200, 401 or 409', async () => {
    await using app = await createTestApp()
    const [productId] = await addProducts(app, { slug: 'a', stock: 1_000 })
    for (let round = 0; round < DELETION_ROUNDS; round += 1) {
      const user = await app.createSignedInUser()
      const { email } = await getProfile(user)
      const writes = Array.from({ length: 6 }, () => user.post('/cart', { productId }))
      const deletion = user.delete('/users/account', { confirmation: email })
      const responses = await Promise.all([...writes, user.post('/wishlist/', { productId })])
      await deletion
      for (const { status } of responses) expect([200, 401, 409]).toContain(status)
    }
  }, 120_000)

  test('an account that is deleted twice at once sends one mail', async ({ shop, asha }) => {
    await shop.deps.db.updateTable('user').set({ password_hash: null }).execute()
    const confirmation = asha.email
    await Promise.all(
      Array.from({ length: 3 }, () => asha.delete('/users/account', { confirmation })),
    )
    expect(await listMailsTo(shop, asha.email)).toHaveLength(1)
  })

  test('its email confirms it for an account without a password', async ({ shop, asha }) => {
    await shop.deps.db.updateTable('user').set({ password_hash: null }).execute()
    expect((await asha.delete('/users/account', { confirmation: 'x@y.z' })).status).toBe(401)
    const confirmation = ' ASHA@example.com '
    expect((await asha.delete('/users/account', { confirmation })).status).toBe(200)
  })
})
