import { describe, expect } from 'vitest'
import { deleteExpired } from '#src/server/delete-expired.ts'
import { accountDeletedMail } from '#src/server/mail/account-mails.ts'
import { enqueueAccountMail } from '#src/server/mail/enqueue-mail.ts'
import {
  type ApiClient,
  getMailedToken,
  type JsonResponse,
  listMailsTo,
  PASSWORD,
} from '#tests/helpers/api-client.ts'
import { test as base } from '#tests/helpers/api-test.ts'
import { createTestApp, type TestApp } from '#tests/helpers/test-app.ts'

const MINUTE = 60_000

/** With a stopped clock: how long a test takes must not move a window. */
const test = base
  .extend('env', { LIMITS: 'true', TRUSTED_PROXIES: '1' })
  .extend('shop', async ({ shop }) => {
    shop.freezeTime()
    return shop
  })

const from = (address: string) => ({ 'X-Forwarded-For': address })

/** Counts responses by status. */
const countStatuses = (responses: JsonResponse[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

const attempt = (shop: TestApp, email: string, address: string) =>
  shop.createClient().post('/auth/login', { email, password: 'not the one, no' }, from(address))

describe('login attempts (T15)', () => {
  test('evaluates 10 of 200 parallel attempts at one account in 15 minutes', async ({
    shop,
    asha,
  }) => {
    const responses = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        attempt(shop, asha.email, `203.0.${n >> 8}.${n & 255}`),
      ),
    )
    expect(countStatuses(responses)).toEqual({ 401: 10, 429: 190 })
    shop.advanceTime(14 * MINUTE)
    expect((await attempt(shop, asha.email, '198.51.100.1')).status).toBe(429)
    shop.advanceTime(2 * MINUTE)
    expect((await attempt(shop, asha.email, '198.51.100.1')).status).toBe(401)
  })

  test('evaluates at most 10 attempts in any 15 minutes', async ({ shop, asha }) => {
    const times: number[] = []
    for (let minute = 0; minute < 60; minute++) {
      const { status } = await attempt(shop, asha.email, `203.0.113.${minute}`)
      if (status === 401) times.push(minute)
      shop.advanceTime(MINUTE)
    }
    expect(times.length).toBeGreaterThan(10)
    for (const first of times)
      expect(times.filter((t) => t >= first && t < first + 15).length).toBeLessThanOrEqual(10)
  })

  test('evaluates 5 of 50 parallel attempts from one subnet, and the owner signs in from another', async ({
    shop,
    asha,
  }) => {
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => attempt(shop, asha.email, '203.0.113.9')),
    )
    expect(countStatuses(responses)).toEqual({ 401: 5, 429: 45 })
    const { email } = asha
    const owner = shop.createClient()
    const credentials = { email, password: PASSWORD }
    expect((await owner.post('/auth/login', credentials, from('198.51.100.7'))).status).toBe(200)
  })

  test("a known device signs in while the account's limit is exhausted", async ({ shop, asha }) => {
    for (let n = 0; n < 20; n++) await attempt(shop, asha.email, `203.0.113.${n}`)
    const credentials = { email: asha.email, password: PASSWORD }
    const unknownDevice = await shop
      .createClient()
      .post('/auth/login', credentials, from('198.51.100.7'))
    expect(unknownDevice.status).toBe(429)
    expect((await asha.post('/auth/login', credentials, from('198.51.100.7'))).status).toBe(200)
  })

  test('a reset link lets the owner sign in immediately on a new device', async ({
    shop,
    asha,
  }) => {
    for (let n = 0; n < 20; n++) await attempt(shop, asha.email, `203.0.113.${n}`)
    const visitor = shop.createClient()
    await visitor.post('/auth/forgot-password', { email: asha.email })
    const token = await getMailedToken(shop, asha.email)
    const password = 'an elephant of sandstone'
    expect((await visitor.post('/auth/reset-password', { token, password })).status).toBe(200)
    expect((await visitor.post('/auth/login', { email: asha.email, password })).status).toBe(200)
  })

  test('evaluates 10 attempts from known devices', async ({ asha }) => {
    const credentials = { email: asha.email, password: 'not the one, no' }
    const responses: JsonResponse[] = []
    for (let n = 0; n < 15; n++) responses.push(await asha.post('/auth/login', credentials))
    expect(countStatuses(responses)).toEqual({ 401: 10, 429: 5 })
  })

  test('does not count attempts with the correct password', async ({ shop }) => {
    await shop.signUpVerified('Asha')
    const credentials = { email: 'asha@example.com', password: PASSWORD }
    for (let n = 0; n < 15; n++)
      expect((await shop.createClient().post('/auth/login', credentials)).status).toBe(200)
  })

  test('limits the attempts of one subnet at many accounts', async ({ shop }) => {
    const responses = await Promise.all(
      Array.from({ length: 130 }, (_, n) =>
        attempt(shop, `shopper${n}@example.com`, '203.0.113.9'),
      ),
    )
    expect(countStatuses(responses)[429]).toBe(30)
  })

  test('a clock that is set back a day does not lengthen the wait', async ({ shop }) => {
    for (let n = 0; n < 6; n++) await attempt(shop, 'asha@example.com', '203.0.113.9')
    shop.advanceTime(-24 * 60 * MINUTE)
    const { body, headers } = await attempt(shop, 'asha@example.com', '203.0.113.9')
    expect(body.message).toBe('Too many tries. Please try again in 15 minutes.')
    expect(Number(headers.get('retry-after'))).toBe(15 * 60)
    shop.advanceTime(15 * MINUTE)
    expect((await attempt(shop, 'asha@example.com', '203.0.113.9')).status).toBe(401)
  })

  test('limits attempts at the current password to 10 per user', async ({ asha }) => {
    const change = { currentPassword: 'not the one, no', newPassword: 'an elephant of sandstone' }
    const responses: JsonResponse[] = []
    for (let n = 0; n < 8; n++) responses.push(await asha.put('/auth/password', change))
    for (let n = 0; n < 4; n++)
      responses.push(await asha.delete('/users/account', { confirmation: 'not the one' }))
    expect(countStatuses(responses)).toEqual({ 401: 10, 429: 2 })
  })
})

describe("the client's address (T30)", () => {
  // The contact form has the smallest limit of a subnet: 5 in an hour.
  const sendMessage = async (shop: TestApp, headers: Record<string, string>) => {
    const email = `${Math.random()}@example.com`
    const body = { firstName: 'Asha', lastName: 'Rathore', email, message: 'Good day' }
    return (await shop.createClient().post('/contact', body, headers)).status
  }
  const exhaust = async (shop: TestApp, headers: () => Record<string, string>) => {
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => sendMessage(shop, headers())),
    )
    return responses.includes(429)
  }
  const randomAddress = () => `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 250)).join('.')}`

  const randomGroup = () => Math.floor(Math.random() * 65_535).toString(16)

  test.each([
    ['the socket’s without a trusted proxy', '0', randomAddress],
    ['the last entry behind one', '1', () => `${randomAddress()}, 203.0.113.9`],
    [
      'the last entry but one behind two',
      '2',
      () => `${randomAddress()}, 203.0.113.9, ${randomAddress()}`,
    ],
    ['the /64 of IPv6', '1', () => `2001:db8:1:2:${randomGroup()}::${randomGroup()}`],
    [
      'the socket’s where the entry is no address',
      '1',
      () => `${randomAddress()}, <b>${Math.random()}`,
    ],
  ])('is %s', async (_, TRUSTED_PROXIES, toEntries) => {
    await using shop = await createTestApp({ LIMITS: 'true', TRUSTED_PROXIES })
    shop.freezeTime()
    expect(await exhaust(shop, () => from(toEntries()))).toBe(true)
    const others = ['198.51.100.1', '2001:db8:1:3::1']
    for (const other of others)
      expect(await sendMessage(shop, from(`${other}, ${other}`))).toBe(
        TRUSTED_PROXIES === '0' ? 429 : 201,
      )
  })
})

const ASHA = { name: 'Asha', email: 'asha@example.com', password: PASSWORD }
const OTHER_PASSWORD = 'an elephant of sandstone'

type Cause = (given: {
  owner: ApiClient
  visitor: ApiClient
  n: number
  headers: Record<string, string>
}) => Promise<JsonResponse>

describe('account mails as spam (T36)', () => {
  /** What a stranger, or the owner, can send again and again, and the mails that it causes. */
  const causes: Record<string, { subject: RegExp; cause: Cause }> = {
    'sign-up': {
      subject: /^Please verify/,
      cause: ({ visitor, headers }) =>
        visitor.post('/auth/signup', { ...ASHA, email: 'mira@example.com' }, headers),
    },
    resend: {
      subject: /^Please verify/,
      cause: ({ visitor, headers }) =>
        visitor.post('/auth/resend-verification', { email: 'eve@example.com' }, headers),
    },
    'forgotten password': {
      subject: /^Choose a new password/,
      cause: ({ visitor, headers }) =>
        visitor.post('/auth/forgot-password', { email: ASHA.email }, headers),
    },
    'password change': {
      subject: /was changed$/,
      cause: ({ owner, n }) =>
        owner.put('/auth/password', {
          currentPassword: n % 2 ? OTHER_PASSWORD : PASSWORD,
          newPassword: n % 2 ? PASSWORD : OTHER_PASSWORD,
        }),
    },
  }

  test.for(Object.entries(causes))(
    '%s sends at most 5 mails to one email in an hour, with the same responses',
    async ([, { subject, cause }], { shop, asha: owner }) => {
      await shop.createClient().post('/auth/signup', { ...ASHA, email: 'eve@example.com' })
      const countMails = async () => {
        const mails = await shop.deps.db.selectFrom('outbox').select('subject').execute()
        return mails.filter((mail) => subject.test(mail.subject)).length
      }
      const before = await countMails()
      const responses: JsonResponse[] = []
      for (let n = 0; n < 8; n++) {
        const headers = from(`203.0.113.${n}`)
        responses.push(await cause({ owner, n, headers, visitor: shop.createClient() }))
      }
      expect(Object.values(countStatuses(responses))).toEqual([8])
      expect(await countMails()).toBe(before + 5)
    },
  )

  test('one account gets at most 10 mails of a kind in a day, one email 20', async ({ shop }) => {
    const { db } = shop.deps
    const [asha, mira] = [await shop.createSignedInUser(), await shop.createSignedInUser()]
    const send = (id: string | undefined, kind: 'reset' | 'signup') =>
      enqueueAccountMail(shop.deps, db, { id, kind, email: asha.email }, () =>
        accountDeletedMail('Asha'),
      )
    const countMails = async () => (await listMailsTo(shop, asha.email)).length
    for (let hour = 0; hour < 6; hour++) {
      for (let n = 0; n < 6; n++) await send(asha.uid, 'reset')
      shop.advanceTime(61 * MINUTE)
    }
    expect(await countMails()).toBe(10)
    for (let hour = 0; hour < 6; hour++) {
      for (const id of [asha.uid, mira.uid, undefined])
        for (let n = 0; n < 2; n++) await send(id, 'signup')
      shop.advanceTime(61 * MINUTE)
    }
    expect(await countMails()).toBe(10 + 20)
  })

  test('no mail to an unverified email has the words of its account', async ({ shop }) => {
    const name = 'Visit https evil example now '.padEnd(80, 'x')
    const eve = shop.createClient()
    await eve.post('/auth/signup', { ...ASHA, name })
    await eve.post('/auth/login', { email: ASHA.email, password: PASSWORD })
    for (let n = 0; n < 10; n++) {
      const [currentPassword, newPassword] =
        n % 2 ? [OTHER_PASSWORD, PASSWORD] : [PASSWORD, OTHER_PASSWORD]
      expect((await eve.put('/auth/password', { currentPassword, newPassword })).status).toBe(200)
      await eve.post('/auth/resend-verification', {})
      await eve.post('/auth/forgot-password', { email: ASHA.email })
    }
    const mails = await listMailsTo(shop, ASHA.email)
    expect(mails.map(({ subject }) => subject)).toEqual(
      Array(6).fill('Please verify your email address for Kairavi'),
    )
    for (const { text, html } of mails) expect(text + html).not.toContain('evil')
  })

  test('sign-ups with an email do not use up its reset mails', async ({ shop }) => {
    await shop.signUpVerified('Asha')
    for (let n = 0; n < 9; n++)
      await shop
        .createClient()
        .post('/auth/signup', { ...ASHA, name: 'Eve' }, from(`203.0.113.${n}`))
    await shop.createClient().post('/auth/forgot-password', { email: ASHA.email })
    const subjects = (await listMailsTo(shop, ASHA.email)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject.startsWith('Choose'))).toHaveLength(1)
  })

  test('a window runs from its first request', async ({ shop }) => {
    const statuses: number[] = []
    for (let n = 0; n < 35; n++) {
      const email = `a${n}@example.com`
      statuses.push((await shop.createClient().post('/auth/forgot-password', { email })).status)
      shop.advanceTime(50 * MINUTE)
    }
    expect(new Set(statuses)).toEqual(new Set([202]))
  })

  test('allows one subnet 30 mail requests in an hour', async ({ shop }) => {
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        shop.createClient().post('/auth/forgot-password', { email: `a${n}@example.com` }),
      ),
    )
    expect(countStatuses(responses)).toEqual({ 202: 30, 429: 10 })
  })
})

test('stores hashes of addresses, and deletes them when their window ends', async ({ shop }) => {
  await attempt(shop, 'asha@example.com', '203.0.113.9')
  const listRows = () => shop.deps.db.selectFrom('rate_limit').selectAll().execute()
  expect(await listRows()).toHaveLength(3)
  expect(JSON.stringify(await listRows())).not.toMatch(/asha|203\.0/)
  shop.advanceTime(16 * MINUTE)
  await deleteExpired(shop.deps)
  expect(await listRows()).toEqual([])
})

test.for<[call: string, body: object | undefined, limit: number, minutes: number]>([
  ['GET /products/search?filters=%3Fsearch%3Dring', undefined, 1_200, 5],
  [
    'POST /events',
    { name: 'pageview', url: 'http://shop.test/shop', domain: 'shop.test' },
    2_000,
    24 * 60,
  ],
  ['POST /events/vitals', { page: 'product', lcp: 1_210 }, 2_000, 24 * 60],
  ['POST /events/search', { query: 'silk', results: 1 }, 1_000, 24 * 60],
])(
  '%s with %o is answered to one subnet %i times in %i minutes',
  async ([call, body, limit, minutes], { shop }) => {
    const [method = '', path = ''] = call.split(' ')
    const send = async (address: string) =>
      (await shop.createClient(from(address)).request(method, path, body)).status < 400
    expect(await send('203.0.113.1')).toBe(true)
    await shop.deps.db
      .updateTable('rate_limit')
      .set({ count: limit - 1 })
      .execute()
    expect([await send('203.0.113.1'), await send('203.0.113.1')]).toEqual([true, false])
    expect(await send('203.0.113.2')).toBe(true)
    shop.advanceTime((minutes + 1) * MINUTE)
    expect(await send('203.0.113.1')).toBe(true)
  },
)
