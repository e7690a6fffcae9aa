import { describe, expect, test } from 'vitest'
import { PASSWORD } from '#tests/helpers/api-client.ts'
import { createTestApp, type TestApp } from '#tests/helpers/test-app.ts'

/** Requests of each kind; ENUMERATION_ROUNDS=300 for the full measurement. */
const ROUNDS = Number(process.env['ENUMERATION_ROUNDS'] ?? 10)
/** Limit over 300 + 300 requests; with fewer, statistical noise is added. */
const MAX_DIFFERENCE_MS = 3
/** Four standard deviations of the AUC over 300 + 300 requests. */
const MAX_AUC_DEVIATION = 0.1
const UID = /[\da-f]{8}-[\da-f-]{27}/g

const median = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0

/** Four standard deviations of the median. */
function getMedianNoise(times: number[]): number {
  const middle = median(times)
  const spread = median(times.map((time) => Math.abs(time - middle)))
  return (4 * 1.86 * spread) / Math.sqrt(times.length)
}

interface Probe {
  path: string
  body: (email: string, uid: string) => unknown
}

const probes: Record<string, Probe> = {
  'sign-up': {
    path: '/auth/signup',
    body: (email) => ({ name: 'Eve', email, password: 'a guess in the dark' }),
  },
  login: { path: '/auth/login', body: (email) => ({ email, password: 'a guess in the dark' }) },
  'forgotten password': { path: '/auth/forgot-password', body: (email) => ({ email }) },
  'resend by address': { path: '/auth/resend-verification', body: (email) => ({ email }) },
  'resend by uid': { path: '/auth/resend-verification', body: (_, uid) => ({ uid }) },
}

const signUp = async (shop: TestApp, email: string): Promise<string> => {
  const body = { name: 'Asha', email, password: PASSWORD }
  return (await shop.createClient().post('/auth/signup', body)).body.uid
}

describe('account enumeration (T14)', () => {
  test.each(Object.entries(probes))(
    '%s has the same response and the same time',
    async (_, { path, body }) => {
      await using shop = await createTestApp()
      const uid = await signUp(shop, 'known@example.com')
      const synthetic = await signUp(shop, 'known@example.com')
      const times = { known: [] as number[], unknown: [] as number[] }
      const responses = { known: new Set<string>(), unknown: new Set<string>() }
      const probe = async (kind: 'known' | 'unknown', n: number) => {
        const email = kind === 'known' ? 'known@example.com' : `unknown${n}@example.com`
        const given = body(email, kind === 'known' ? uid : synthetic)
        const start = performance.now()
        const response = await shop.createClient().post(path, given)
        times[kind].push(performance.now() - start)
        const headers = [...response.headers].map((header) => header.join(': ')).join('\n')
        responses[kind].add(
          `${response.status}\n${headers}\n${response.text.replaceAll(UID, 'uid')}`,
        )
      }
      for (let n = -3; n < ROUNDS; n++) {
        if (n === 0) times.known.length = times.unknown.length = 0
        const order = n % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
        for (const kind of order) await probe(kind, n)
      }
      expect(responses.known.size).toBe(1)
      expect(responses.known).toEqual(responses.unknown)
      const difference = Math.abs(median(times.known) - median(times.unknown))
      const noise = ROUNDS >= 300 ? 0 : getMedianNoise(times.known) + getMedianNoise(times.unknown)
      expect(difference).toBeLessThanOrEqual(MAX_DIFFERENCE_MS + noise)
      const deviation = Math.abs(getAuc(times.known, times.unknown) - 0.5)
      if (ROUNDS >= 300) expect(deviation).toBeLessThan(MAX_AUC_DEVIATION)
    },
    600_000,
  )

  test('a resend for a verified account has the response of no account, and sends no mail', async () => {
    await using shop = await createTestApp()
    const asha = await shop.signUpVerified('Asha')
    const before = await shop.deps.db.selectFrom('outbox').selectAll().execute()
    const resend = async (given: unknown) => {
      const response = await shop.createClient().post('/auth/resend-verification', given)
      return `${response.status} ${response.text}`
    }
    const responses = [
      await resend({ uid: asha.uid }),
      await resend({ email: asha.email }),
      await resend({ uid: 'unknown' }),
      await resend({ email: 'unknown@example.com' }),
    ]
    expect(new Set(responses).size).toBe(1)
    expect(await shop.deps.db.selectFrom('outbox').selectAll().execute()).toEqual(before)
  })

  test('a sign-up with a known email mails its owner and changes nothing', async () => {
    await using shop = await createTestApp()
    const asha = await shop.signUpVerified('Asha')
    const users = () => shop.deps.db.selectFrom('user').selectAll().execute()
    const before = await users()
    await signUp(shop, asha.email)
    expect(await users()).toEqual(before)
    const mails = await shop.deps.db.selectFrom('outbox').selectAll().execute()
    const sent = mails.filter(({ subject }) => subject.startsWith('You already have an account'))
    expect(sent).toMatchObject([{ recipient: asha.email }])
    expect(sent[0]?.text).not.toMatch(/token=/)
  })
})

/** Area under the ROC curve; 0.5 means that the two are indistinguishable. */
function getAuc(a: number[], b: number[]): number {
  let wins = 0
  for (const x of a) for (const y of b) wins += x > y ? 1 : x === y ? 0.5 : 0
  return wins / (a.length * b.length)
}
