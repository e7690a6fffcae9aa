import { describe, expect, test } from 'vitest'
import { PASSWORD } from '#tests/helpers/api-client.ts'
import { createTestApp, type TestApp } from '#tests/helpers/test-app.ts'

/** Calls of each kind; ENUMERATION_ROUNDS=300 for the full measurement. */
const ROUNDS = Number(process.env['ENUMERATION_ROUNDS'] ?? 10)
/** The bar over 300 + 300 calls; of fewer, on a busy machine, as much more as chance explains. */
const MOST_DIFFERENCE_MS = 3
/** Four times what the chance of telling two times of 300 + 300 apart strays by itself. */
const MOST_TELLING = 0.1
const UID = /[\da-f]{8}-[\da-f-]{27}/g

const median = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0

/** Four times what the median of that many calls strays by itself. */
function byChance(times: number[]): number {
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

describe('T14 nobody learns who has an account', () => {
  test.each(Object.entries(probes))(
    '%s: same answer and same time',
    async (_, { path, body }) => {
      await using shop = await createTestApp()
      const uid = await signUp(shop, 'known@example.com')
      const synthetic = await signUp(shop, 'known@example.com')
      const seen = { known: [] as number[], unknown: [] as number[] }
      const answers = { known: new Set<string>(), unknown: new Set<string>() }
      const probe = async (kind: 'known' | 'unknown', n: number) => {
        const email = kind === 'known' ? 'known@example.com' : `nobody${n}@example.com`
        const given = body(email, kind === 'known' ? uid : synthetic)
        const start = performance.now()
        const response = await shop.createClient().post(path, given)
        seen[kind].push(performance.now() - start)
        const headers = [...response.headers].map((header) => header.join(': ')).join('\n')
        answers[kind].add(`${response.status}\n${headers}\n${response.text.replaceAll(UID, 'uid')}`)
      }
      for (let n = -3; n < ROUNDS; n++) {
        if (n === 0) seen.known.length = seen.unknown.length = 0
        const order = n % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
        for (const kind of order) await probe(kind, n)
      }
      expect(answers.known.size).toBe(1)
      expect(answers.known).toEqual(answers.unknown)
      const difference = Math.abs(median(seen.known) - median(seen.unknown))
      const chance = ROUNDS >= 300 ? 0 : byChance(seen.known) + byChance(seen.unknown)
      expect(difference).toBeLessThanOrEqual(MOST_DIFFERENCE_MS + chance)
      const telling = Math.abs(chanceOfTelling(seen.known, seen.unknown) - 0.5)
      if (ROUNDS >= 300) expect(telling).toBeLessThan(MOST_TELLING)
    },
    600_000,
  )

  test('a verified account answers a resend like no account, and gets no mail', async () => {
    await using shop = await createTestApp()
    const asha = await shop.signUpVerified('Asha')
    const before = await shop.deps.db.selectFrom('outbox').selectAll().execute()
    const ask = async (given: unknown) => {
      const response = await shop.createClient().post('/auth/resend-verification', given)
      return `${response.status} ${response.text}`
    }
    const answers = [
      await ask({ uid: asha.uid }),
      await ask({ email: asha.email }),
      await ask({ uid: 'nobody' }),
      await ask({ email: 'nobody@example.com' }),
    ]
    expect(new Set(answers).size).toBe(1)
    expect(await shop.deps.db.selectFrom('outbox').selectAll().execute()).toEqual(before)
  })

  test('the owner of an address that is signed up again is told, and nothing changes', async () => {
    await using shop = await createTestApp()
    const asha = await shop.signUpVerified('Asha')
    const users = () => shop.deps.db.selectFrom('user').selectAll().execute()
    const before = await users()
    await signUp(shop, asha.email)
    expect(await users()).toEqual(before)
    const mails = await shop.deps.db.selectFrom('outbox').selectAll().execute()
    const told = mails.filter(({ subject }) => subject.startsWith('You already have an account'))
    expect(told).toMatchObject([{ recipient: asha.email }])
    expect(told[0]?.text).not.toMatch(/token=/)
  })
})

/** Area under the ROC curve: 0.5 is a coin. */
function chanceOfTelling(a: number[], b: number[]): number {
  let wins = 0
  for (const x of a) for (const y of b) wins += x > y ? 1 : x === y ? 0.5 : 0
  return wins / (a.length * b.length)
}
