import { describe, expect, test } from 'vitest'
import { deleteExpiredRateLimits } from '#src/server/http/queries.ts'
import {
  getMailedToken,
  type JsonResponse,
  listMailsTo,
  PASSWORD,
} from '#tests/helpers/api-client.ts'
import { createTestApp, type TestApp } from '#tests/helpers/test-app.ts'

const MINUTE = 60_000
const LIMITED = { LIMITS: 'true', TRUSTED_PROXIES: '1' }

const from = (address: string) => ({ 'X-Forwarded-For': address })

/** Times a password was really tried: each lets the hash of an unknown password be refused. */
const statuses = (answers: JsonResponse[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

const guess = (shop: TestApp, email: string, address: string) =>
  shop.createClient().post('/auth/login', { email, password: 'not the one, no' }, from(address))

describe('T15 guessing passwords', () => {
  test('of 1,000 guesses at once from everywhere, at most 10 are evaluated in 15 minutes', async () => {
    await using shop = await createTestApp(LIMITED)
    const asha = await shop.signUpVerified('Asha')
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, (_, n) =>
        guess(shop, asha.email, `203.0.${n >> 8}.${n & 255}`),
      ),
    )
    expect(statuses(answers)).toEqual({ 401: 10, 429: 990 })
    shop.advanceTime(14 * MINUTE)
    expect((await guess(shop, asha.email, '198.51.100.1')).status).toBe(429)
    shop.advanceTime(2 * MINUTE)
    expect((await guess(shop, asha.email, '198.51.100.1')).status).toBe(401)
  })

  test('spread over time, any 15 minutes see at most 10', async () => {
    await using shop = await createTestApp(LIMITED)
    const asha = await shop.signUpVerified('Asha')
    const times: number[] = []
    for (let minute = 0; minute < 60; minute++) {
      const { status } = await guess(shop, asha.email, `203.0.113.${minute}`)
      if (status === 401) times.push(minute)
      shop.advanceTime(MINUTE)
    }
    expect(times.length).toBeGreaterThan(10)
    for (const first of times)
      expect(times.filter((t) => t >= first && t < first + 15).length).toBeLessThanOrEqual(10)
  })

  test('50 at once from one household: 5 are evaluated, and the owner gets in from home', async () => {
    await using shop = await createTestApp(LIMITED)
    const asha = await shop.signUpVerified('Asha')
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => guess(shop, asha.email, '203.0.113.9')),
    )
    expect(statuses(answers)).toEqual({ 401: 5, 429: 45 })
    const { email } = asha
    const home = shop.createClient()
    const right = { email, password: PASSWORD }
    expect((await home.post('/auth/login', right, from('198.51.100.7'))).status).toBe(200)
  })

  test('a browser that signed in before gets in whatever strangers do', async () => {
    await using shop = await createTestApp(LIMITED)
    const asha = await shop.signUpVerified('Asha')
    for (let n = 0; n < 20; n++) await guess(shop, asha.email, `203.0.113.${n}`)
    const right = { email: asha.email, password: PASSWORD }
    const stranger = await shop.createClient().post('/auth/login', right, from('198.51.100.7'))
    expect(stranger.status).toBe(429)
    expect((await asha.post('/auth/login', right, from('198.51.100.7'))).status).toBe(200)
  })

  test('on a new browser the owner gets in at once by way of a reset link', async () => {
    await using shop = await createTestApp(LIMITED)
    const asha = await shop.signUpVerified('Asha')
    for (let n = 0; n < 20; n++) await guess(shop, asha.email, `203.0.113.${n}`)
    const fresh = shop.createClient()
    await fresh.post('/auth/forgot-password', { email: asha.email })
    const token = await getMailedToken(shop, asha.email)
    const password = 'an elephant of sandstone'
    expect((await fresh.post('/auth/reset-password', { token, password })).status).toBe(200)
    expect((await fresh.post('/auth/login', { email: asha.email, password })).status).toBe(200)
  })

  test('a known browser has its own 10 guesses and no more', async () => {
    await using shop = await createTestApp(LIMITED)
    const asha = await shop.signUpVerified('Asha')
    const wrong = { email: asha.email, password: 'not the one, no' }
    const answers: JsonResponse[] = []
    for (let n = 0; n < 15; n++) answers.push(await asha.post('/auth/login', wrong))
    expect(statuses(answers)).toEqual({ 401: 10, 429: 5 })
  })

  test('signing in rightly is no guess, however often', async () => {
    await using shop = await createTestApp(LIMITED)
    await shop.signUpVerified('Asha')
    const right = { email: 'asha@example.com', password: PASSWORD }
    for (let n = 0; n < 15; n++)
      expect((await shop.createClient().post('/auth/login', right)).status).toBe(200)
  })

  test('one household that tries many accounts is stopped, too', async () => {
    await using shop = await createTestApp(LIMITED)
    const answers = await Promise.all(
      Array.from({ length: 130 }, (_, n) => guess(shop, `shopper${n}@example.com`, '203.0.113.9')),
    )
    expect(statuses(answers)[429]).toBe(30)
  })

  test('a refusal says when to come back, in seconds and in words', async () => {
    await using shop = await createTestApp(LIMITED)
    for (let n = 0; n < 5; n++) await guess(shop, 'asha@example.com', '203.0.113.9')
    const { status, body, headers } = await guess(shop, 'asha@example.com', '203.0.113.9')
    expect(status).toBe(429)
    expect(body).toEqual({
      success: false,
      message: 'Too many tries. Please try again in 15 minutes.',
    })
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(14 * 60)
  })

  test('the current password may be guessed 10 times by whoever holds a session', async () => {
    await using shop = await createTestApp(LIMITED)
    const asha = await shop.signUpVerified('Asha')
    const change = { currentPassword: 'not the one, no', newPassword: 'an elephant of sandstone' }
    const answers: JsonResponse[] = []
    for (let n = 0; n < 8; n++) answers.push(await asha.put('/auth/password', change))
    for (let n = 0; n < 4; n++)
      answers.push(await asha.delete('/users/account', { confirmation: 'not the one' }))
    expect(statuses(answers)).toEqual({ 401: 10, 429: 2 })
  })
})

describe('T30 whose address it is', () => {
  // The contact form has the smallest budget of a household: 5 in an hour.
  const spend = async (shop: TestApp, headers: Record<string, string>) => {
    const email = `${Math.random()}@example.com`
    const body = { firstName: 'Asha', lastName: 'Rathore', email, message: 'Good day' }
    return (await shop.createClient().post('/contact', body, headers)).status
  }
  const exhaust = async (shop: TestApp, headers: () => Record<string, string>) => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => spend(shop, headers())))
    return answers.includes(429)
  }
  const anything = () => `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 250)).join('.')}`

  test('without a proxy of ours, X-Forwarded-For is hearsay', async () => {
    await using shop = await createTestApp({ LIMITS: 'true' })
    expect(await exhaust(shop, () => from(anything()))).toBe(true)
  })

  test('with one, only the last entry counts', async () => {
    await using shop = await createTestApp(LIMITED)
    expect(await exhaust(shop, () => from(`${anything()}, 203.0.113.9`))).toBe(true)
    expect(await spend(shop, from('203.0.113.9, 198.51.100.1'))).toBe(201)
  })

  test('with two, the last but one', async () => {
    await using shop = await createTestApp({ LIMITS: 'true', TRUSTED_PROXIES: '2' })
    expect(await exhaust(shop, () => from(`${anything()}, 203.0.113.9, ${anything()}`))).toBe(true)
  })

  test('a household of IPv6 is its /64', async () => {
    await using shop = await createTestApp(LIMITED)
    const any = () => Math.floor(Math.random() * 65_535).toString(16)
    expect(await exhaust(shop, () => from(`2001:db8:1:2:${any()}::${any()}`))).toBe(true)
    expect(await spend(shop, from('2001:db8:1:3::1'))).toBe(201)
  })

  test('nonsense in its place is nobody in particular', async () => {
    await using shop = await createTestApp(LIMITED)
    expect(await exhaust(shop, () => from(`${anything()}, <script>${Math.random()}`))).toBe(true)
  })
})

const ASHA = { name: 'Asha', email: 'asha@example.com', password: PASSWORD }

describe('T36 account mails as a spam cannon', () => {
  test('one address gets at most 5 of a kind in an hour, whoever asks; the answers stay the same', async () => {
    await using shop = await createTestApp(LIMITED)
    await shop.createClient().post('/auth/signup', ASHA)
    const answers: JsonResponse[] = []
    for (let n = 0; n < 12; n++) {
      const more = from(`203.0.113.${n}`)
      const by = { email: 'asha@example.com' }
      answers.push(await shop.createClient().post('/auth/forgot-password', by, more))
      answers.push(await shop.createClient().post('/auth/resend-verification', by, more))
    }
    expect(statuses(answers)).toEqual({ 202: 24 })
    const mails = await listMailsTo(shop, 'asha@example.com')
    const about = (subject: RegExp) => mails.filter((mail) => subject.test(mail.subject)).length
    // One of the verifications came with the sign-up.
    expect([about(/verify/), about(/new password/), mails.length]).toEqual([6, 5, 11])
  })

  test('sign-ups with an address do not keep its owner from a new password', async () => {
    await using shop = await createTestApp(LIMITED)
    for (let n = 0; n < 9; n++)
      await shop
        .createClient()
        .post('/auth/signup', { ...ASHA, name: 'Eve' }, from(`203.0.113.${n}`))
    await shop.createClient().post('/auth/forgot-password', { email: ASHA.email })
    const subjects = (await listMailsTo(shop, ASHA.email)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject.startsWith('Choose'))).toHaveLength(1)
  })

  test('the time of a budget runs from its first use: one an hour is never too many', async () => {
    await using shop = await createTestApp(LIMITED)
    const statuses: number[] = []
    for (let n = 0; n < 70; n++) {
      const email = `a${n}@example.com`
      statuses.push((await shop.createClient().post('/auth/forgot-password', { email })).status)
      shop.advanceTime(50 * MINUTE)
    }
    expect(new Set(statuses)).toEqual(new Set([202]))
  })

  test('one household may ask 30 times in an hour', async () => {
    await using shop = await createTestApp(LIMITED)
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        shop.createClient().post('/auth/forgot-password', { email: `a${n}@example.com` }),
      ),
    )
    expect(statuses(answers)).toEqual({ 202: 30, 429: 10 })
  })
})

test('stores hashes of addresses, and deletes them when their window ends', async () => {
  await using shop = await createTestApp(LIMITED)
  await guess(shop, 'asha@example.com', '203.0.113.9')
  const listRows = () => shop.deps.db.selectFrom('rate_limit').selectAll().execute()
  expect(await listRows()).toHaveLength(3)
  expect(JSON.stringify(await listRows())).not.toMatch(/asha|203\.0/)
  shop.advanceTime(16 * MINUTE)
  await deleteExpiredRateLimits(shop.deps)
  expect(await listRows()).toEqual([])
})
