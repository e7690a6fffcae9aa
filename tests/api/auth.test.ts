import { describe, expect } from 'vitest'
import { DAY_MS } from '#src/rules/constants.ts'
import { deleteExpired } from '#src/server/jobs/delete-expired.ts'
import { hashPassword } from '#src/server/shop/auth/password-hash.ts'
import { test } from '#tests/helpers/api-test.ts'
import {
  type ApiClient,
  findToken,
  getMailedToken,
  listMailsTo,
  PASSWORD,
} from '#tools/api-client.ts'
import { createTestApp, DEFAULT_HASH_MEMORY, type TestApp } from '#tools/test-app.ts'

const HOUR = 60 * 60_000
const ASHA = { name: 'Asha', email: 'asha@example.com', password: PASSWORD }
const OTHER_PASSWORD = 'an elephant of sandstone'

const logIn = (
  shop: TestApp,
  { email, password }: { email: string; password: string },
  client = shop.createClient(),
) => client.post('/auth/login', { email, password })

const getUser = async (client: ApiClient) => (await client.get('/users/getUserProfile')).body.user

const listSubjects = async (shop: TestApp, email: string) =>
  (await listMailsTo(shop, email)).map(({ subject }) => subject)

describe('sign-up', () => {
  test('creates a customer and no session; emails have no case §6.5', async ({ shop, visitor }) => {
    const name = "<b>Āśā</b> O'Brien राठौर 🌙"
    const created = { message: expect.any(String), uid: expect.any(String) }
    for (const email of [ASHA.email, '  ASHA@Example.COM ']) {
      const { status, body } = await visitor.post('/auth/signup', { ...ASHA, name, email })
      expect([status, body]).toEqual([201, created])
      expect([...visitor.cookies.keys()]).toEqual([expect.stringMatching(/signup$/)])
    }
    expect(await getUser(visitor)).toBe(null)
    const rows = await shop.deps.db.selectFrom('user').select(['email', 'display_name']).execute()
    expect(rows).toEqual(Array(2).fill({ email: ASHA.email, display_name: name }))
    const login = await logIn(shop, { ...ASHA, email: '  ASHA@Example.COM ' })
    expect(login).toMatchObject({ status: 200, body: { user: { role: 'customer' } } })
  })

  test('of 12 parallel sign-ups with one email, one can be verified', async ({ shop, visitor }) => {
    const signups = await Promise.all(
      Array.from({ length: 12 }, () => visitor.post('/auth/signup', ASHA)),
    )
    expect(signups.map(({ status }) => status)).toEqual(Array(12).fill(201))
    expect(new Set(signups.map(({ body }) => body.uid)).size).toBe(12)
    const tokens = (await listMailsTo(shop, ASHA.email)).map(findToken)
    const links = await Promise.all(
      tokens.map((token) => visitor.post('/auth/verify-email', { token })),
    )
    const refused = 'This address belongs to another account. Please log in to that.'
    expect(links.map(({ status }) => status).toSorted()).toEqual([200, ...Array(11).fill(409)])
    expect(links.filter(({ body }) => body.message === refused)).toHaveLength(11)
    const verified = shop.deps.db.selectFrom('user').where('email_verified_at', 'is not', null)
    expect(await verified.selectAll().execute()).toHaveLength(1)
  })

  test('rejects a field by its name', async ({ shop, visitor }) => {
    for (const [field, value, message] of [
      ['name', 7, ''],
      ['name', '\u200b\u202e', ''],
      ['email', 'asha@example.com\r\nBcc: all@example.com', 'enter a valid email address.'],
      ['email', 'a\u200bsha@example.com', ''],
      ['email', 'asha\u0001@example.com', ''],
      ['password', 'seven', 'Please use at least 8 characters.'],
      ['password', 'Asha1991!!', 'your name, email'],
    ] as const) {
      const { status, body } = await visitor.post('/auth/signup', { ...ASHA, [field]: value })
      expect([value, status, body.field]).toEqual([value, 400, field])
      expect(body.message).toContain(message)
    }
    expect(await shop.deps.db.selectFrom('user').selectAll().execute()).toEqual([])
  })

  test('compares a password in NFC, with its spaces', async ({ shop, visitor }) => {
    const password = '  chaand की रात é 🌙  '
    await visitor.post('/auth/signup', { ...ASHA, password: password.normalize('NFD') })
    expect((await logIn(shop, { ...ASHA, password: password.normalize('NFC') })).status).toBe(200)
    expect((await logIn(shop, { ...ASHA, password: password.trim() })).status).toBe(401)
  })
})

describe('passwords (T16)', () => {
  test('have the least length of the settings', async ({ visitor }) => {
    await using strict = await createTestApp({ PASSWORD_MIN: '15' })
    const short = { ...ASHA, password: 'brass-lotus' }
    expect((await visitor.post('/auth/signup', short)).status).toBe(201)
    const { body } = await strict.createClient().post('/auth/signup', short)
    expect(body.message).toBe('Please use at least 15 characters.')
  })

  test('are stored as argon2id with 32 MiB, two passes and a salt; a login replaces weaker hashes', async () => {
    await using shop = await createTestApp(DEFAULT_HASH_MEMORY)
    const asha = await shop.signUpVerified('Asha')
    const { db } = shop.deps
    const readHash = async () =>
      (await db.selectFrom('user').select('password_hash').executeTakeFirst())?.password_hash
    const first = await readHash()
    expect(first).toMatch(/^\$argon2id\$v=19\$m=32768,t=2,p=1\$/)
    const password_hash = await hashPassword({ PASSWORD_HASH_MEMORY: 64 }, PASSWORD)
    await db.updateTable('user').set({ password_hash }).execute()
    expect((await logIn(shop, asha)).status).toBe(200)
    const replaced = await readHash()
    expect(replaced).toMatch(/^\$argon2id\$v=19\$m=32768,t=2,p=1\$/)
    expect(replaced?.split('$')[4]).not.toBe(first?.split('$')[4])
    expect((await logIn(shop, asha)).status).toBe(200)
  })
})

describe('email verification', () => {
  test('unknown, used and expired links have their messages', async ({ shop, visitor }) => {
    await visitor.post('/auth/signup', ASHA)
    const token = await getMailedToken(shop, ASHA.email)
    const verify = (input: string) => visitor.post('/auth/verify-email', { token: input })
    const wrong = await verify(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)
    const right = await verify(token)
    const used = await verify(token)
    await visitor.post('/auth/signup', { ...ASHA, email: 'mira@example.com' })
    const late = await getMailedToken(shop, 'mira@example.com')
    shop.advanceTime(24 * HOUR + 1000)
    const expired = await verify(late)
    expect([wrong.status, right.status, used.status, expired.status]).toEqual([404, 200, 409, 410])
    expect(right.body).toMatchObject({ success: true, email: ASHA.email })
    expect(new Set([wrong, used, expired].map(({ body }) => body.message)).size).toBe(3)
  })

  test('the link signs in the browser that signed up, a link that is sent again, too', async ({
    shop,
    visitor,
  }) => {
    const { uid } = (await visitor.post('/auth/signup', ASHA)).body
    await shop.createClient().post('/auth/resend-verification', { uid })
    const token = await getMailedToken(shop, ASHA.email)
    const { body } = await visitor.post('/auth/verify-email', { token })
    expect(body).toMatchObject({ email: ASHA.email, signedIn: true })
    expect(await getUser(visitor)).toMatchObject({ uid, isVerified: true })
    // The cookie of the sign-up is used up.
    expect([...visitor.cookies.keys()].filter((name) => name.endsWith('signup'))).toEqual([])
  })

  test('the link of an account that a stranger opened signs in nobody (T18)', async ({
    shop,
    visitor,
    asha,
  }) => {
    const stranger = shop.createClient()
    const verifyIn = async (client: ApiClient, email: string) => {
      await stranger.post('/auth/signup', { ...ASHA, email })
      const token = await getMailedToken(shop, email)
      return (await client.post('/auth/verify-email', { token })).body
    }
    // The owner of the address has signed up on this device with another one.
    await visitor.post('/auth/signup', ASHA)
    expect(await verifyIn(visitor, 'mira@example.com')).toMatchObject({ signedIn: false })
    expect([await getUser(visitor), await getUser(stranger)]).toEqual([null, null])
    // A browser that is signed in stays so: with another account, and with a cookie of the sign-up.
    for (const [name, value] of stranger.cookies) asha.cookies.set(name, value)
    expect(await verifyIn(asha, 'meera@example.com')).toMatchObject({ signedIn: false })
    expect((await getUser(asha)).uid).toBe(asha.uid)
  })

  test("signedIn is true for the verified user's own session only", async ({ shop, visitor }) => {
    await visitor.post('/auth/signup', ASHA)
    const mira = await shop.signUpVerified('Mira')
    await logIn(shop, ASHA, visitor)
    const token = await getMailedToken(shop, ASHA.email)
    expect((await visitor.post('/auth/resend-verification', {})).status).toBe(202)
    const other = await getMailedToken(shop, ASHA.email)
    expect(other).not.toBe(token)
    expect((await visitor.post('/auth/verify-email', { token })).body.signedIn).toBe(true)
    expect((await mira.post('/auth/verify-email', { token: other })).status).toBe(409)
  })

  test('tokens are valid for their own purpose only', async ({ shop, visitor, asha }) => {
    await visitor.post('/auth/signup', { ...ASHA, email: 'mira@example.com' })
    const verification = await getMailedToken(shop, 'mira@example.com')
    await visitor.post('/auth/forgot-password', { email: asha.email })
    const reset = await getMailedToken(shop, asha.email)
    expect((await visitor.post('/auth/verify-email', { token: reset })).status).toBe(404)
    const wrong = { token: verification, password: OTHER_PASSWORD }
    expect((await visitor.post('/auth/reset-password', wrong)).status).toBe(404)
  })

  test('resends by uid, by email or by session', async ({ shop, visitor }) => {
    const { uid } = (await visitor.post('/auth/signup', ASHA)).body
    const resend = async (input: object) =>
      (await visitor.post('/auth/resend-verification', input)).status
    const { email } = ASHA
    expect([await resend({ uid }), await resend({ email }), await resend({})]).toEqual([
      202, 202, 400,
    ])
    await logIn(shop, ASHA, visitor)
    expect(await resend({})).toBe(202)
    expect(await listMailsTo(shop, ASHA.email)).toHaveLength(4)
  })
})

describe('unverified accounts (T14, T18)', () => {
  const EVE = { name: 'Eve', email: ASHA.email, password: OTHER_PASSWORD }

  /** An account with the email of a verified one, signed in by its own password. */
  const signUpBeside = async (shop: TestApp) => {
    const client = shop.createClient()
    const { uid } = (await client.post('/auth/signup', EVE)).body
    const { status, body } = await logIn(shop, EVE, client)
    expect([status, body.user?.uid, body.user?.isVerified]).toEqual([200, uid, false])
    return client
  }

  test('each opens by its own password, also by a changed one', async ({ shop, visitor }) => {
    const passwords = [ASHA.password, EVE.password, 'a peacock of enamel']
    const uids: string[] = []
    for (const password of ['a lamp on the stepwell', ...passwords.slice(1)])
      uids.push((await visitor.post('/auth/signup', { ...ASHA, password })).body.uid)
    const change = { currentPassword: 'a lamp on the stepwell', newPassword: ASHA.password }
    await logIn(shop, { ...ASHA, password: change.currentPassword }, visitor)
    expect((await visitor.put('/auth/password', change)).status).toBe(200)
    const listOpened = () =>
      Promise.all(
        passwords.map(async (password) => {
          const { body } = await logIn(shop, { ...ASHA, password })
          return [body.user?.uid, body.user?.isVerified]
        }),
      )
    expect(await listOpened()).toEqual(uids.map((uid) => [uid, false]))
    const mails = await listMailsTo(shop, ASHA.email)
    const token = findToken(mails.find(({ user_id }) => user_id === uids[1]))
    await visitor.post('/auth/verify-email', { token })
    expect(await listOpened()).toEqual(uids.map((uid, index) => [uid, index === 1]))
  })

  test('gets no link beside a verified one, whose owner is told', async ({ shop, asha }) => {
    const before = (await listMailsTo(shop, asha.email)).length
    const client = await signUpBeside(shop)
    await client.post('/auth/resend-verification', {})
    const change = { currentPassword: EVE.password, newPassword: 'a peacock of enamel' }
    await client.put('/auth/password', change)
    const mails = (await listMailsTo(shop, asha.email)).slice(before)
    const subject = 'You already have an account at Kairavi'
    expect(mails).toMatchObject([{ subject }, { subject }])
    for (const { text } of mails) expect(text).not.toMatch(/token=|Eve/)
  })

  test('a reset changes the password of the verified account only', async ({ shop, visitor }) => {
    await signUpBeside(shop)
    const unverified = await visitor.post('/auth/forgot-password', { email: EVE.email })
    expect(unverified.body.message).toContain('please sign up again')
    expect(await listMailsTo(shop, EVE.email)).toHaveLength(1)
    const owner = await shop.signUpVerified('Asha')
    await visitor.post('/auth/forgot-password', { email: EVE.email })
    const reset = { token: await getMailedToken(shop, EVE.email), password: 'a peacock of enamel' }
    expect((await visitor.post('/auth/reset-password', reset)).status).toBe(200)
    expect((await logIn(shop, { ...EVE, ...reset })).body.user.uid).toBe(owner.uid)
    expect((await logIn(shop, EVE)).body.user.isVerified).toBe(false)
  })

  test('does not use up the login attempts of the devices of the owner', async () => {
    await using shop = await createTestApp({ LIMITS: 'true' })
    const owner = await shop.signUpVerified('Asha')
    const client = await signUpBeside(shop)
    const wrong = { ...EVE, password: 'a peacock of enamel' }
    for (let n = 0; n < 12; n++) await logIn(shop, wrong, client)
    expect((await logIn(shop, ASHA, owner)).status).toBe(200)
    await client.delete('/users/account', { confirmation: EVE.password })
    for (let n = 0; n < 12; n++) await logIn(shop, wrong)
    expect((await logIn(shop, ASHA, owner)).status).toBe(200)
  })

  test('cannot be used or verified after 7 days', async ({ shop, visitor }) => {
    await visitor.post('/auth/signup', ASHA)
    shop.advanceTime(7 * DAY_MS - HOUR)
    await logIn(shop, ASHA, visitor)
    await visitor.post('/auth/resend-verification', {})
    const token = await getMailedToken(shop, ASHA.email)
    expect((await visitor.get('/cart')).status).toBe(200)
    shop.advanceTime(2 * HOUR)
    expect((await visitor.get('/cart')).status).toBe(401)
    expect((await logIn(shop, ASHA)).status).toBe(401)
    expect(await visitor.post('/auth/verify-email', { token })).toMatchObject({
      status: 410,
      body: { field: 'token' },
    })
  })

  test('ends after 7 days with its mails; a verified account stays', async ({ shop, visitor }) => {
    await shop.signUpVerified('Mira')
    await visitor.post('/auth/signup', ASHA)
    const listEmails = async () => {
      await deleteExpired(shop.deps)
      const rows = await shop.deps.db.selectFrom('user').select('email').execute()
      return rows.map(({ email }) => email).toSorted()
    }
    shop.advanceTime(7 * DAY_MS - HOUR)
    expect(await listEmails()).toEqual([ASHA.email, 'mira@example.com'])
    shop.advanceTime(2 * HOUR)
    expect(await listEmails()).toEqual(['mira@example.com'])
    expect(await listMailsTo(shop, ASHA.email)).toEqual([])
  })
})

test('every wrong login gets the same response', async ({ shop, asha }) => {
  const wrong = { password: 'not the one, no' }
  const answers = [
    await logIn(shop, { ...asha, ...wrong }),
    await logIn(shop, { email: 'unknown@example.com', ...wrong }),
  ]
  await shop.deps.db.updateTable('user').set({ password_hash: null }).execute()
  answers.push(await logIn(shop, asha))
  for (const { status, body } of answers)
    expect([status, body]).toEqual([401, { success: false, message: 'Invalid credentials' }])
})

describe('forgotten password', () => {
  test('a reset link works once and ends every session', async ({ shop, visitor, asha }) => {
    await visitor.post('/auth/forgot-password', { email: asha.email })
    const token = await getMailedToken(shop, asha.email)
    const reset = (password: string) => visitor.post('/auth/reset-password', { token, password })
    const weak = await reset('password1')
    expect(weak).toMatchObject({ status: 400, body: { field: 'password' } })
    const answers = await Promise.all([reset(OTHER_PASSWORD), reset(OTHER_PASSWORD)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await getUser(asha)).toBeNull()
    expect((await logIn(shop, asha)).status).toBe(401)
    expect((await logIn(shop, { ...asha, password: OTHER_PASSWORD })).status).toBe(200)
    expect((await listSubjects(shop, asha.email)).at(-1)).toContain('was changed')
  })

  test('a reset link ends after an hour, or by a newer one', async ({ shop, visitor, asha }) => {
    const request = async () => {
      await visitor.post('/auth/forgot-password', { email: asha.email })
      return getMailedToken(shop, asha.email)
    }
    const reset = async (token: string) =>
      (await visitor.post('/auth/reset-password', { token, password: OTHER_PASSWORD })).status
    const late = await request()
    shop.advanceTime(HOUR + 1000)
    expect(await reset(late)).toBe(410)
    const [first, second] = [await request(), await request()]
    expect([await reset(second), await reset(first)]).toEqual([200, 409])
  })
})

describe('password change', () => {
  const change = { currentPassword: PASSWORD, newPassword: OTHER_PASSWORD }

  test('needs the current password, and ends other sessions', async ({ shop, asha }) => {
    const other = shop.createClient()
    await logIn(shop, asha, other)
    for (const [wrong, status, field] of [
      [{ currentPassword: 'no' }, 401, 'currentPassword'],
      [{ newPassword: 'password1' }, 400, 'newPassword'],
      [{ newPassword: PASSWORD }, 400, 'newPassword'],
      [{ newPassword: '' }, 400, 'newPassword'],
    ] as const)
      expect(await asha.put('/auth/password', { ...change, ...wrong })).toMatchObject({
        status,
        body: { field },
      })
    const stolen = shop.createClient()
    for (const [name, value] of asha.cookies) stolen.cookies.set(name, value)
    expect((await asha.put('/auth/password', change)).status).toBe(200)
    expect((await getUser(asha)).uid).toBe(asha.uid)
    expect([await getUser(other), await getUser(stolen)]).toEqual([null, null])
    expect((await listSubjects(shop, asha.email)).at(-1)).toContain('was changed')
  })

  test('a parallel login with the old password leaves no session', async ({ shop, asha }) => {
    await Promise.all([logIn(shop, asha), asha.put('/auth/password', change)])
    const sessions = await shop.deps.db.selectFrom('session').selectAll().execute()
    expect(sessions).toHaveLength(1)
  })
})
