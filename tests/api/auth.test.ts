import { describe, expect } from 'vitest'
import { deleteExpired } from '#src/server/delete-expired.ts'
import { findToken, getMailedToken, listMailsTo, PASSWORD } from '#tests/helpers/api-client.ts'
import { test } from '#tests/helpers/api-test.ts'
import { createTestApp, DEFAULT_HASH_MEMORY, type TestApp } from '#tests/helpers/test-app.ts'

const HOUR = 60 * 60_000
const asha = { name: 'Asha', email: 'asha@example.com', password: PASSWORD }

describe('sign-up', () => {
  test('answers 201 with message and uid, and creates no session', async ({ visitor }) => {
    const { status, body } = await visitor.post('/auth/signup', asha)
    expect(status).toBe(201)
    expect(body).toEqual({ message: expect.any(String), uid: expect.any(String) })
    expect(visitor.cookies.size).toBe(0)
  })

  test('compares emails trimmed and without case', async ({ shop }) => {
    await shop.createClient().post('/auth/signup', asha)
    const again = { ...asha, email: '  ASHA@Example.COM ' }
    await shop.createClient().post('/auth/signup', again)
    const rows = await shop.deps.db.selectFrom('user').select('email').execute()
    expect(rows).toEqual([{ email: asha.email }, { email: asha.email }])
    const login = await shop.createClient().post('/auth/login', { ...again, name: undefined })
    expect(login.status).toBe(200)
  })

  test('of 12 parallel sign-ups with one email, one can be verified', async ({ shop }) => {
    const signups = await Promise.all(
      Array.from({ length: 12 }, () => shop.createClient().post('/auth/signup', asha)),
    )
    expect(signups.map(({ status }) => status)).toEqual(Array(12).fill(201))
    expect(new Set(signups.map(({ body }) => body.uid)).size).toBe(12)
    const tokens = (await listMailsTo(shop, asha.email)).map(findToken)
    const links = await Promise.all(
      tokens.map((token) => shop.createClient().post('/auth/verify-email', { token })),
    )
    expect(links.map(({ status }) => status).toSorted()).toEqual([200, ...Array(11).fill(409)])
    const verified = shop.deps.db.selectFrom('user').where('email_verified_at', 'is not', null)
    expect(await verified.selectAll().execute()).toHaveLength(1)
  })

  test('rejects a field by its name', async ({ shop, visitor }) => {
    const EMAIL = 'Please enter a valid email address.'
    for (const [field, value, message] of [
      ['name', 7, ''],
      ['name', '\u200b\u202e', ''],
      ['email', 'asha@example.com\r\nBcc: all@example.com', EMAIL],
      ['email', 'a\u200bsha@example.com', ''],
      ['email', 'asha\u0001@example.com', ''],
      ['password', 'seven', 'Please use at least 8 characters.'],
    ] as const) {
      const { status, body } = await visitor.post('/auth/signup', { ...asha, [field]: value })
      expect([value, status]).toEqual([value, 400])
      expect(body).toMatchObject({ success: false, field, ...(message ? { message } : {}) })
    }
    expect(await shop.deps.db.selectFrom('user').selectAll().execute()).toEqual([])
  })

  test('stores a name unchanged', async ({ shop, visitor }) => {
    for (const name of ['Āśā राठौर 🌙', '<script>alert(1)</script>', 'عائشة', "O'Brien & Söhne"]) {
      const { body } = await visitor.post('/auth/signup', { ...asha, name })
      const user = shop.deps.db.selectFrom('user').selectAll().where('id', '=', body.uid)
      expect((await user.executeTakeFirst())?.display_name).toBe(name)
    }
  })

  test('compares a password in NFC, with its spaces', async ({ shop }) => {
    const password = '  chaand की रात é 🌙  '
    await shop.createClient().post('/auth/signup', { ...asha, password: password.normalize('NFD') })
    const { email } = asha
    const right = await shop
      .createClient()
      .post('/auth/login', { email, password: password.normalize('NFC') })
    expect(right.status).toBe(200)
    const trimmed = await shop
      .createClient()
      .post('/auth/login', { email, password: password.trim() })
    expect(trimmed.status).toBe(401)
  })
})

describe('passwords (T16)', () => {
  test('rejects weak ones with their reason', async ({ visitor }) => {
    for (const [password, why] of [
      ['password', 'most common'],
      ['Password123!', 'most common'],
      ['P@ssw0rd', 'most common'],
      ['Sunshine@2024!', 'most common'],
      ['jaishreeram1', 'most common'],
      ['qwertyuiop', 'neighbouring keys'],
      ['1qaz2wsx', 'neighbouring keys'],
      ['12345678', 'neighbouring keys'],
      ['abcdefgh', 'neighbouring keys'],
      ['aaaaaaaa', 'repeat'],
      ['abcabcabc', 'repeat'],
      ['asha@example.com', 'your name, email'],
      ['Asha1991!!', 'your name, email'],
      ['Kairavi@2026', 'name of the house'],
    ] as const) {
      const { status, body } = await visitor.post('/auth/signup', { ...asha, password })
      expect([password, status, body.field]).toEqual([password, 400, 'password'])
      expect(body.message).toContain(why)
    }
  })

  test('accepts them by length, not by character classes', async ({ visitor }) => {
    for (const password of [
      'seven lamps of amer',
      'brass-lotus',
      'rainy tuesday in kochi',
      '雨の夜に灯る七つのランプ',
    ])
      expect((await visitor.post('/auth/signup', { ...asha, password })).status).toBe(201)
  })

  test('PASSWORD_MIN raises the minimum length', async () => {
    await using shop = await createTestApp({ PASSWORD_MIN: '15' })
    const { body } = await shop
      .createClient()
      .post('/auth/signup', { ...asha, password: 'brass-lotus' })
    expect(body.message).toBe('Please use at least 15 characters.')
  })

  test('stores argon2id with 32 MiB, two passes and a salt', async () => {
    await using shop = await createTestApp(DEFAULT_HASH_MEMORY)
    await shop.signUpVerified('Asha')
    await shop.signUpVerified('Mira')
    const rows = await shop.deps.db.selectFrom('user').select('password_hash').execute()
    for (const { password_hash } of rows)
      expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=32768,t=2,p=1\$/)
    expect(new Set(rows.map((row) => row.password_hash)).size).toBe(2)
  })

  test('replaces a hash with weaker parameters at the next login', async () => {
    await using shop = await createTestApp(DEFAULT_HASH_MEMORY)
    const mira = await shop.signUpVerified('Mira')
    const old = await weakHash(PASSWORD)
    await shop.deps.db.updateTable('user').set({ password_hash: old }).execute()
    expect((await shop.createClient().post('/auth/login', login(mira))).status).toBe(200)
    const row = await shop.deps.db.selectFrom('user').select('password_hash').executeTakeFirst()
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=32768,t=2,p=1\$/)
    expect((await shop.createClient().post('/auth/login', login(mira))).status).toBe(200)
  })
})

const login = ({ email, password }: { email: string; password: string }) => ({ email, password })

async function weakHash(password: string): Promise<string> {
  const { argon2Sync } = await import('node:crypto')
  const nonce = Buffer.alloc(16, 7)
  const tag = argon2Sync('argon2id', {
    message: Buffer.from(password),
    nonce,
    parallelism: 1,
    tagLength: 32,
    memory: 64,
    passes: 1,
  })
  const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=64,t=1,p=1$${base64(nonce)}$${base64(tag)}`
}

describe('email verification', () => {
  test('unknown, used and expired links have their messages', async ({ shop, visitor }) => {
    await visitor.post('/auth/signup', asha)
    const token = await getMailedToken(shop, asha.email)
    const verify = (given: string) => visitor.post('/auth/verify-email', { token: given })
    const wrong = await verify(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)
    const right = await verify(token)
    const used = await verify(token)
    await visitor.post('/auth/signup', { ...asha, email: 'mira@example.com' })
    const late = await getMailedToken(shop, 'mira@example.com')
    shop.advanceTime(24 * HOUR + 1000)
    const expired = await verify(late)
    expect([wrong.status, right.status, used.status, expired.status]).toEqual([404, 200, 409, 410])
    expect(right.body).toMatchObject({ success: true, signedIn: false })
    expect(new Set([wrong, used, expired].map(({ body }) => body.message)).size).toBe(3)
  })

  test("signedIn is true for the verified user's own session only", async ({ shop }) => {
    await shop.createClient().post('/auth/signup', asha)
    const mira = await shop.signUpVerified('Mira')
    const own = shop.createClient()
    await own.post('/auth/login', login(asha))
    const token = await getMailedToken(shop, asha.email)
    const again = await own.post('/auth/resend-verification', {})
    expect(again.status).toBe(202)
    const other = await getMailedToken(shop, asha.email)
    expect(other).not.toBe(token)
    const { body } = await own.post('/auth/verify-email', { token })
    expect(body.signedIn).toBe(true)
    const foreign = await mira.post('/auth/verify-email', { token: other })
    expect(foreign.status).toBe(409)
  })

  test('tokens are valid for their own purpose only', async ({ shop, visitor }) => {
    await visitor.post('/auth/signup', asha)
    const verification = await getMailedToken(shop, asha.email)
    const { email } = await shop.signUpVerified('Mira')
    await visitor.post('/auth/forgot-password', { email })
    const reset = await getMailedToken(shop, email)
    expect((await visitor.post('/auth/verify-email', { token: reset })).status).toBe(404)
    const wrong = { token: verification, password: 'a wholly new phrase' }
    expect((await visitor.post('/auth/reset-password', wrong)).status).toBe(404)
  })

  test('resends by uid, by email or by session', async ({ shop, visitor }) => {
    const { body } = await visitor.post('/auth/signup', asha)
    await visitor.post('/auth/resend-verification', { uid: body.uid })
    await visitor.post('/auth/resend-verification', { email: asha.email })
    expect((await visitor.post('/auth/resend-verification', {})).status).toBe(400)
    await visitor.post('/auth/login', login(asha))
    await visitor.post('/auth/resend-verification', {})
    expect(await listMailsTo(shop, asha.email)).toHaveLength(4)
  })
})

describe('unverified accounts (T14, T18)', () => {
  const eve = { name: 'Eve', email: 'asha@example.com', password: 'an elephant of sandstone' }
  const DAY = 24 * HOUR

  /** An account with the email of a verified one, signed in by its own password. */
  const signUpBeside = async (shop: TestApp) => {
    const client = shop.createClient()
    const { uid } = (await client.post('/auth/signup', eve)).body
    const { status, body } = await client.post('/auth/login', login(eve))
    expect([status, body.user?.uid, body.user?.isVerified]).toEqual([200, uid, false])
    return client
  }

  test('each account with one email opens by its own password', async ({ shop }) => {
    const passwords = [asha.password, eve.password, 'a peacock of enamel', 'a lamp on the stepwell']
    const uids: string[] = []
    for (const password of passwords)
      uids.push((await shop.createClient().post('/auth/signup', { ...asha, password })).body.uid)
    const listOpened = () =>
      Promise.all(
        passwords.map(async (password) => {
          const login = { email: asha.email, password }
          const { body } = await shop.createClient().post('/auth/login', login)
          return body.user?.uid
        }),
      )
    expect(await listOpened()).toEqual(uids)
    const mails = await listMailsTo(shop, asha.email)
    const token = findToken(mails.find(({ user_id }) => user_id === uids[1]))
    await shop.createClient().post('/auth/verify-email', { token })
    expect(await listOpened()).toEqual(uids)
    const { body } = await shop.createClient().post('/auth/login', login(eve))
    expect(body.user).toMatchObject({ uid: uids[1], isVerified: true })
  })

  test('a changed password opens it beside a newer account', async ({ shop }) => {
    const shopper = shop.createClient()
    const { uid } = (await shopper.post('/auth/signup', asha)).body
    await shopper.post('/auth/login', login(asha))
    const newPassword = 'a peacock of enamel'
    await shopper.put('/auth/password', { currentPassword: asha.password, newPassword })
    await signUpBeside(shop)
    const again = { email: asha.email, password: newPassword }
    expect((await shop.createClient().post('/auth/login', again)).body.user.uid).toBe(uid)
  })

  test('gets no link beside a verified account, whose owner learns of it', async ({ shop }) => {
    await shop.signUpVerified('Asha')
    const before = (await listMailsTo(shop, asha.email)).length
    const client = await signUpBeside(shop)
    await client.post('/auth/resend-verification', {})
    await client.put('/auth/password', {
      currentPassword: eve.password,
      newPassword: 'a peacock of enamel',
    })
    const mails = (await listMailsTo(shop, asha.email)).slice(before)
    expect(mails.map(({ subject }) => subject)).toEqual(
      Array(2).fill('You already have an account at Kairavi'),
    )
    for (const { text } of mails) expect(text).not.toMatch(/token=|Eve/)
  })

  test('a link mailed before another account was verified answers 409', async ({ shop }) => {
    await shop.createClient().post('/auth/signup', eve)
    const token = await getMailedToken(shop, eve.email)
    await shop.signUpVerified('Asha')
    const { status, body } = await shop.createClient().post('/auth/verify-email', { token })
    expect([status, body.message]).toEqual([
      409,
      'This address belongs to another account. Please log in to that.',
    ])
  })

  test('a reset changes the password of the verified account only', async ({ shop, visitor }) => {
    await signUpBeside(shop)
    const unverified = await visitor.post('/auth/forgot-password', { email: eve.email })
    expect(unverified.body.message).toContain('please sign up again')
    expect(await listMailsTo(shop, eve.email)).toHaveLength(1)
    const owner = await shop.signUpVerified('Asha')
    await visitor.post('/auth/forgot-password', { email: eve.email })
    const reset = { token: await getMailedToken(shop, eve.email), password: 'a peacock of enamel' }
    expect((await visitor.post('/auth/reset-password', reset)).status).toBe(200)
    const login = (password: string) =>
      shop.createClient().post('/auth/login', { email: eve.email, password })
    expect((await login(reset.password)).body.user.uid).toBe(owner.uid)
    expect((await login(eve.password)).body.user.isVerified).toBe(false)
  })

  test('does not use up the login attempts of the devices of the owner', async () => {
    await using shop = await createTestApp({ LIMITS: 'true' })
    const owner = await shop.signUpVerified('Asha')
    const client = await signUpBeside(shop)
    const wrong = { email: eve.email, password: 'a peacock of enamel' }
    for (let n = 0; n < 12; n++) await client.post('/auth/login', wrong)
    expect((await owner.post('/auth/login', login(asha))).status).toBe(200)
    await client.delete('/users/account', { confirmation: eve.password })
    for (let n = 0; n < 12; n++) await shop.createClient().post('/auth/login', wrong)
    expect((await owner.post('/auth/login', login(asha))).status).toBe(200)
  })

  test('ends after 7 days with its mails; a verified account stays', async ({ shop }) => {
    await shop.signUpVerified('Mira')
    await shop.createClient().post('/auth/signup', asha)
    const listEmails = async () => {
      await deleteExpired(shop.deps)
      const rows = await shop.deps.db.selectFrom('user').select('email').execute()
      return rows.map(({ email }) => email).toSorted()
    }
    shop.advanceTime(7 * DAY - HOUR)
    expect(await listEmails()).toEqual([asha.email, 'mira@example.com'])
    shop.advanceTime(2 * HOUR)
    expect(await listEmails()).toEqual(['mira@example.com'])
    expect(await listMailsTo(shop, asha.email)).toEqual([])
  })
})

describe('login', () => {
  test('every wrong login gets the same response', async ({ shop }) => {
    const mira = await shop.signUpVerified('Mira')
    await shop.signUpVerified('Tara')
    await shop.deps.db
      .updateTable('user')
      .set({ password_hash: null })
      .where('email', '=', 'tara@example.com')
      .execute()
    for (const email of [mira.email, 'unknown@example.com', 'tara@example.com']) {
      const response = await shop
        .createClient()
        .post('/auth/login', { email, password: 'not the one, no' })
      expect(response.status).toBe(401)
      expect(response.body).toEqual({ success: false, message: 'Invalid credentials' })
    }
  })
})

describe('forgotten password', () => {
  test('a reset link works once and ends every session', async ({ shop, visitor }) => {
    const mira = await shop.signUpVerified('Mira')
    await visitor.post('/auth/forgot-password', { email: mira.email })
    const token = await getMailedToken(shop, mira.email)
    const weak = await visitor.post('/auth/reset-password', { token, password: 'password1' })
    expect(weak.body).toMatchObject({ success: false, field: 'password' })
    const next = { token, password: 'an elephant of sandstone' }
    expect((await visitor.post('/auth/reset-password', next)).status).toBe(200)
    expect((await visitor.post('/auth/reset-password', next)).status).toBe(409)
    expect((await mira.get('/users/getUserProfile')).body.user).toBeNull()
    expect((await visitor.post('/auth/login', login(mira))).status).toBe(401)
    const right = { email: mira.email, password: next.password }
    expect((await visitor.post('/auth/login', right)).status).toBe(200)
    const subjects = (await listMailsTo(shop, mira.email)).map((mail) => mail.subject)
    expect(subjects.at(-1)).toContain('was changed')
  })

  test('a reset link ends after an hour, or by a newer one', async ({ shop, visitor }) => {
    const mira = await shop.signUpVerified('Mira')
    const requestReset = async () => {
      await visitor.post('/auth/forgot-password', { email: mira.email })
      return getMailedToken(shop, mira.email)
    }
    const late = await requestReset()
    shop.advanceTime(HOUR + 1000)
    const password = 'an elephant of sandstone'
    expect((await visitor.post('/auth/reset-password', { token: late, password })).status).toBe(410)
    const [first, second] = [await requestReset(), await requestReset()]
    expect((await visitor.post('/auth/reset-password', { token: second, password })).status).toBe(
      200,
    )
    expect((await visitor.post('/auth/reset-password', { token: first, password })).status).toBe(
      409,
    )
  })

  test('two parallel requests with one link change the password once', async ({ shop }) => {
    const mira = await shop.signUpVerified('Mira')
    await shop.createClient().post('/auth/forgot-password', { email: mira.email })
    const token = await getMailedToken(shop, mira.email)
    const responses = await Promise.all(
      ['an elephant of sandstone', 'a peacock of enamel'].map((password) =>
        shop.createClient().post('/auth/reset-password', { token, password }),
      ),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

describe('password change', () => {
  const change = { currentPassword: PASSWORD, newPassword: 'an elephant of sandstone' }

  test('needs the current password, and ends other sessions', async ({ shop }) => {
    const mira = await shop.signUpVerified('Mira')
    const other = shop.createClient()
    await other.post('/auth/login', login(mira))
    const wrong = await mira.put('/auth/password', { ...change, currentPassword: 'no' })
    expect(wrong.status).toBe(401)
    expect(wrong.body.field).toBe('currentPassword')
    const before = new Map(mira.cookies)
    expect((await mira.put('/auth/password', change)).status).toBe(200)
    expect((await mira.get('/users/getUserProfile')).body.user.uid).toBe(mira.uid)
    expect((await other.get('/users/getUserProfile')).body.user).toBeNull()
    const stolen = shop.createClient()
    for (const [name, value] of before) stolen.cookies.set(name, value)
    expect((await stolen.get('/users/getUserProfile')).body.user).toBeNull()
    expect((await listMailsTo(shop, mira.email)).at(-1)?.subject).toContain('was changed')
  })

  test('rejects a weak, the same and no new password at its field', async ({ shop }) => {
    const mira = await shop.signUpVerified('Mira')
    for (const newPassword of ['password1', PASSWORD, '']) {
      const { status, body } = await mira.put('/auth/password', { ...change, newPassword })
      expect([status, body.field]).toEqual([400, 'newPassword'])
    }
  })

  test('a parallel login with the old password leaves no session', async ({ shop }) => {
    const mira = await shop.signUpVerified('Mira')
    const late = shop.createClient()
    await Promise.all([late.post('/auth/login', login(mira)), mira.put('/auth/password', change)])
    const sessions = await shop.deps.db.selectFrom('session').selectAll().execute()
    expect(sessions).toHaveLength(1)
  })
})
