import { describe, expect } from 'vitest'
import { allows, consume } from '#src/server/core/http/rate-limit.ts'
import { accountDeletedMail } from '#src/server/core/mail/account-mails.ts'
import { enqueueAccountMail } from '#src/server/core/mail/enqueue-mail.ts'
import { deleteExpired } from '#src/server/jobs/delete-expired.ts'
import { test as base } from '#tests/helpers/api-test.ts'
import {
  type ApiClient,
  countStatuses,
  getMailedToken,
  type JsonResponse,
  listMailsTo,
  PASSWORD,
} from '#tools/api-client.ts'
import { createTestApp, type TestApp } from '#tools/test-app.ts'

const MINUTE = 60_000
const DAY_MINUTES = 24 * 60
const ASHA = { name: 'Asha', email: 'asha@example.com', password: PASSWORD }
const OTHER_PASSWORD = 'an elephant of sandstone'

/** With a stopped clock: how long a test takes must not move a window. */
const test = base
  .extend('env', { LIMITS: 'true', TRUSTED_PROXIES: '1' })
  .extend('shop', async ({ shop }) => {
    shop.freezeTime()
    return shop
  })

const from = (address: string) => ({ 'X-Forwarded-For': address })

const logIn = (shop: TestApp, address: string, password = 'not the one, no', email = ASHA.email) =>
  shop.createClient().post('/auth/login', { email, password }, from(address))

describe('login attempts (T15)', () => {
  test('evaluates 10 of 50 parallel attempts at one account', async ({ shop, asha: _ }) => {
    const counts = await countStatuses(50, (n) => logIn(shop, `203.0.113.${n}`))
    expect(counts).toEqual({ 401: 10, 429: 40 })
    shop.advanceTime(14 * MINUTE)
    expect((await logIn(shop, '198.51.100.1')).status).toBe(429)
    shop.advanceTime(2 * MINUTE)
    expect((await logIn(shop, '198.51.100.1')).status).toBe(401)
  })

  test('evaluates at most 10 attempts in any 15 minutes', async ({ shop }) => {
    const times: number[] = []
    for (let minute = 0; minute < 40; minute++) {
      if ((await logIn(shop, `203.0.113.${minute}`)).status === 401) times.push(minute)
      shop.advanceTime(MINUTE)
    }
    expect(times.length).toBeGreaterThan(10)
    for (const first of times)
      expect(times.filter((t) => t >= first && t < first + 15).length).toBeLessThanOrEqual(10)
  })

  test('evaluates 5 of 20 parallel attempts from one subnet', async ({ shop, asha: _ }) => {
    expect(await countStatuses(20, () => logIn(shop, '203.0.113.9'))).toEqual({ 401: 5, 429: 15 })
    expect((await logIn(shop, '198.51.100.7', PASSWORD)).status).toBe(200)
  })

  test('a limit leaves known devices and a mailed link', async ({ shop, asha, visitor }) => {
    for (let n = 0; n < 12; n++) await logIn(shop, `203.0.113.${n}`)
    const { email, password } = asha
    expect((await logIn(shop, '198.51.100.7', password)).status).toBe(429)
    expect((await asha.post('/auth/login', { email, password })).status).toBe(200)
    await visitor.post('/auth/forgot-password', { email })
    const reset = { token: await getMailedToken(shop, email), password: OTHER_PASSWORD }
    expect((await visitor.post('/auth/reset-password', reset)).status).toBe(200)
    const signIn = await visitor.post('/auth/login', { email, password: OTHER_PASSWORD })
    expect(signIn.status).toBe(200)
  })

  test('counts the wrong attempts from known devices, not right ones', async ({ shop, asha }) => {
    for (let n = 0; n < 12; n++)
      expect((await logIn(shop, '203.0.113.9', PASSWORD)).status).toBe(200)
    const wrong = { email: asha.email, password: 'not the one, no' }
    const counts = await countStatuses(15, () => asha.post('/auth/login', wrong))
    expect(counts).toEqual({ 401: 10, 429: 5 })
  })

  test('limits the attempts of one subnet at many accounts', async ({ shop }) => {
    const counts = await countStatuses(105, (n) =>
      logIn(shop, '203.0.113.9', 'not the one, no', `shopper${n}@example.com`),
    )
    expect(counts).toEqual({ 401: 100, 429: 5 })
  })

  test('a clock that is set back a day does not lengthen the wait', async ({ shop }) => {
    for (let n = 0; n < 6; n++) await logIn(shop, '203.0.113.9')
    shop.advanceTime(-DAY_MINUTES * MINUTE)
    const { body, headers } = await logIn(shop, '203.0.113.9')
    expect(body.message).toBe('Too many tries. Please try again in 15 minutes.')
    expect(Number(headers.get('retry-after'))).toBe(15 * 60)
    shop.advanceTime(15 * MINUTE)
    expect((await logIn(shop, '203.0.113.9')).status).toBe(401)
  })

  test('limits attempts at the current password to 10 per user', async ({ asha }) => {
    const change = { currentPassword: 'not the one, no', newPassword: OTHER_PASSWORD }
    const counts = await countStatuses(12, (n) =>
      n < 8
        ? asha.put('/auth/password', change)
        : asha.delete('/users/account', { confirmation: 'not the one' }),
    )
    expect(counts).toEqual({ 401: 10, 429: 2 })
  })
})

describe("the client's address (T30)", () => {
  test.for<[what: string, TRUSTED_PROXIES: string, toEntries: (n: number) => string]>([
    ['the socket’s without a trusted proxy', '0', (n) => `10.0.0.${n}`],
    ['the last entry behind one', '1', (n) => `10.0.0.${n}, 203.0.113.9`],
    ['the last but one behind two', '2', (n) => `10.0.0.${n}, 203.0.113.9, 10.0.0.1`],
    ['the /64 of IPv6', '1', (n) => `2001:db8:1:2:${n}::${n}`],
    ['the socket’s where it is no address', '1', (n) => `10.0.0.${n}, <b>${n}`],
  ])('is %s', async ([, TRUSTED_PROXIES, toEntries]) => {
    await using shop = await createTestApp({ LIMITS: 'true', TRUSTED_PROXIES })
    // The contact form has a small limit of a subnet: 100 in an hour.
    const send = (entries: string, email = 'mira@example.com') => {
      const body = { firstName: 'Asha', lastName: 'Rathore', email, message: 'Good day' }
      return shop.createClient().post('/contact', body, from(entries))
    }
    const counts = await countStatuses(101, (n) => send(toEntries(n), `asha${n}@example.com`))
    expect(counts).toEqual({ 201: 100, 429: 1 })
    for (const other of ['198.51.100.1', '2001:db8:1:3::1'])
      expect((await send(`${other}, ${other}`)).status).toBe(TRUSTED_PROXIES === '0' ? 429 : 201)
  })
})

/** Sends the n-th of the calls that a stranger, or the owner, can repeat. */
type Call = (input: { n: number; visitor: ApiClient; owner: ApiClient }) => Promise<JsonResponse>

describe('account mails as spam (T36)', () => {
  const { email } = ASHA
  const changePassword: Call = ({ owner, n }) => {
    const [newPassword, currentPassword] =
      n % 2 ? [PASSWORD, OTHER_PASSWORD] : [OTHER_PASSWORD, PASSWORD]
    return owner.put('/auth/password', { currentPassword, newPassword })
  }

  test.for<[call: string, subject: RegExp, send: Call]>([
    [
      'a sign-up',
      /^Please verify/,
      ({ visitor }) => visitor.post('/auth/signup', { ...ASHA, email: 'mira@example.com' }),
    ],
    [
      'a resend',
      /^Please verify/,
      ({ visitor }) => visitor.post('/auth/resend-verification', { email: 'eve@example.com' }),
    ],
    [
      'a forgotten password',
      /^Choose a new password/,
      ({ visitor }) => visitor.post('/auth/forgot-password', { email }),
    ],
    ['a password change', /was changed$/, changePassword],
  ])(
    '%s sends at most 5 mails to one email in an hour, with the same responses',
    async ([, subject, send], { shop, asha: owner }) => {
      await shop.createClient().post('/auth/signup', { ...ASHA, email: 'eve@example.com' })
      const countMails = async () => {
        const mails = await shop.deps.db.selectFrom('outbox').select('subject').execute()
        return mails.filter((mail) => subject.test(mail.subject)).length
      }
      const before = await countMails()
      const statuses = new Set<number>()
      for (let n = 0; n < 8; n++) {
        const visitor = shop.createClient(from(`203.0.113.${n}`))
        statuses.add((await send({ n, visitor, owner })).status)
      }
      expect(statuses.size).toBe(1)
      expect(await countMails()).toBe(before + 5)
    },
  )

  test('one account gets at most 10 mails of a kind in a day, one email 20', async ({ shop }) => {
    const [asha, mira] = [await shop.createSignedInUser(), await shop.createSignedInUser()]
    const to = { email: asha.email }
    /** Sends so many mails to each in every hour of six. @returns how many mails there are. */
    const send = async (kind: 'reset' | 'signup', ids: (string | undefined)[], times: number) => {
      for (let hour = 0; hour < 6; hour++) {
        for (let n = 0; n < times; n++)
          for (const id of ids)
            await enqueueAccountMail(shop.deps, shop.deps.db, { id, kind, ...to }, () =>
              accountDeletedMail('Asha'),
            )
        shop.advanceTime(61 * MINUTE)
      }
      return (await listMailsTo(shop, asha.email)).length
    }
    expect(await send('reset', [asha.uid], 6)).toBe(10)
    expect(await send('signup', [asha.uid, mira.uid, undefined], 2)).toBe(10 + 20)
  })

  test('no mail to an unverified email has the words of its account', async ({ shop, visitor }) => {
    const name = 'Visit https evil example now '.padEnd(80, 'x')
    await visitor.post('/auth/signup', { ...ASHA, name })
    await visitor.post('/auth/login', { email, password: PASSWORD })
    for (let n = 0; n < 6; n++) {
      expect((await changePassword({ owner: visitor, visitor, n })).status).toBe(200)
      await visitor.post('/auth/resend-verification', {})
      await visitor.post('/auth/forgot-password', { email })
    }
    const mails = await listMailsTo(shop, email)
    const subject = 'Please verify your email address for Kairavi'
    expect(mails).toMatchObject(Array(6).fill({ subject }))
    for (const { text, html } of mails) expect(text + html).not.toContain('evil')
  })
})

test('stores hashes of addresses, and deletes them when their window ends', async ({ shop }) => {
  await logIn(shop, '203.0.113.9')
  const listRows = () => shop.deps.db.selectFrom('rate_limit').selectAll().execute()
  expect(await listRows()).toHaveLength(3)
  expect(JSON.stringify(await listRows())).not.toMatch(/asha|203\.0/)
  shop.advanceTime(16 * MINUTE)
  await deleteExpired(shop.deps)
  expect(await listRows()).toEqual([])
})

const MAIL = { email: 'mira@example.com' }
const VIEW = { name: 'pageview', url: 'http://shop.test/shop', domain: 'shop.test' }

/** Tries the last call of a subnet at the end of its window, one too many, another subnet, and the next window. */
async function expectLastOfSubnet(
  shop: TestApp,
  windowMinutes: number,
  send: (address: string) => Promise<boolean>,
): Promise<void> {
  shop.advanceTime((windowMinutes - 1) * MINUTE)
  expect([await send('203.0.113.1'), await send('203.0.113.1')]).toEqual([true, false])
  expect(await send('203.0.113.2')).toBe(true)
  shop.advanceTime(2 * MINUTE)
  expect(await send('203.0.113.1')).toBe(true)
}

const LISTING = 'GET /products/get-all-products'

test.for<[call: string, body: object | undefined, name: string, limit: number, minutes: number]>([
  ['GET /products/search?filters=%3Fsearch%3Dring', undefined, 'search', 1_200, 5],
  [LISTING, undefined, 'listing', 1_200, 5],
  [`${LISTING}?slugs=ring`, undefined, 'listing', 1_200, 5],
  [`${LISTING}?detail=full`, undefined, 'catalog', 60, 60],
  ['POST /events', VIEW, 'page-view', 20_000, DAY_MINUTES],
  ['POST /events/vitals', { page: 'product', lcp: 1_210 }, 'web-vitals', 20_000, DAY_MINUTES],
  ['POST /events/search', { query: 'silk', results: 1 }, 'search-event', 10_000, DAY_MINUTES],
])(
  '%s with %o is answered to one subnet as often as %s says: %i times in %i minutes from the first',
  async ([call, body, name, limit, windowMinutes], { shop }) => {
    const [method = '', path = ''] = call.split(' ')
    const send = async (address: string) =>
      (await shop.createClient(from(address)).request(method, path, body)).status < 400
    expect(await send('203.0.113.1')).toBe(true)
    const rateLimit = { name, limit, windowMinutes, inMemory: true } as const
    for (let count = 2; count < limit; count++) await consume(shop.deps, rateLimit, '203.0.113.1')
    await expectLastOfSubnet(shop, windowMinutes, send)
  },
)

test('wishlists are read as often as other lists of products', async ({ shop }) => {
  const shopper = await shop.createSignedInUser()
  const { token } = (await shopper.put('/wishlist-share')).body
  const visitor = shop.createClient(from('203.0.113.1'))
  const read = async () => [
    (await visitor.get(`/wishlist-share/${token}`)).status,
    (await shopper.request('GET', '/wishlist/', undefined, from('203.0.113.1'))).status,
  ]
  expect(await read()).toEqual([200, 200])
  const rateLimit = { name: 'listing', limit: 1_200, windowMinutes: 5, inMemory: true } as const
  for (let count = 3; count <= 1_200; count++) await consume(shop.deps, rateLimit, '203.0.113.1')
  expect(await read()).toEqual([429, 429])
  shop.advanceTime(5 * MINUTE)
  expect(await read()).toEqual([200, 200])
})

test('mails are requested by one subnet 30 times in 60 minutes from the first', async ({
  shop,
}) => {
  const send = async (address: string) =>
    (await shop.createClient(from(address)).post('/auth/forgot-password', MAIL)).status < 400
  expect(await send('203.0.113.1')).toBe(true)
  await shop.deps.db.updateTable('rate_limit').set({ count: 29 }).execute()
  await expectLastOfSubnet(shop, 60, send)
})

test('a clock that is set back does not lengthen a limit in memory', async ({ shop }) => {
  const rateLimit = { name: 'any', limit: 1, windowMinutes: 5, inMemory: true } as const
  const isAllowed = () => allows(shop.deps, rateLimit, 'someone')
  expect([await isAllowed(), await isAllowed()]).toEqual([true, false])
  shop.advanceTime(-DAY_MINUTES * MINUTE)
  expect(await isAllowed()).toBe(false)
  shop.advanceTime(5 * MINUTE)
  expect(await isAllowed()).toBe(true)
})
