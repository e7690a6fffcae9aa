import { createHook } from 'node:async_hooks'
import { describe, expect } from 'vitest'
import { test } from '#tests/helpers/api-test.ts'
import { type ApiClient, type JsonResponse, PASSWORD } from '#tools/api-client.ts'
import { createTestApp } from '#tools/test-app.ts'

/**
 * Rounds whose times are compared, with a verified, an unverified and a free email. Without them the number of
 * password hashes is, which takes nearly all of the time.
 */
const ROUNDS = Number(process.env['ENUMERATION_ROUNDS'] ?? 0)
/** With times, the cheapest hashes that production accepts: dearer ones hide more of the rest. */
const HASHES: Record<string, string> = ROUNDS === 0 ? {} : { PASSWORD_HASH_MEMORY: '19456' }
/** The difference of the medians of 300 + 300 requests (G12). */
const MAX_DIFFERENCE_MS = 3
const EMAILS = {
  taken: () => 'asha@example.com',
  /** The email of an unverified account. */
  unverified: () => 'mira@example.com',
  free: (round: number) => `free${round}@example.com`,
}
type Kind = keyof typeof EMAILS
const KINDS = Object.keys(EMAILS) as Kind[]
const UID = /[\da-f]{8}-[\da-f-]{27}/g

const median = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0

interface Probe {
  client: ApiClient
  email: string
  /** Given by the sign-up of this round. */
  uid: string
}
type Step = (probe: Probe) => Promise<JsonResponse>

const PASSWORD_OF_PROBE = 'a guess in the dark'
const LATER_PASSWORD = 'a later guess in the dark'
const LAST_PASSWORD = 'a second guess in the dark'

const signUp = ({ client, email }: Probe, password: string) =>
  client.post('/auth/signup', { name: 'Eve', email, password })
const logIn = ({ client, email }: Probe, password: string) =>
  client.post('/auth/login', { email, password })
const resend = ({ client }: Probe, input: object) => client.post('/auth/resend-verification', input)

/** One round's requests, in this order, of a stranger who opens an account with an email. */
const steps: Record<string, Step> = {
  'wrong login': (probe) => logIn(probe, 'another guess'),
  'sign-up': (probe) => signUp(probe, PASSWORD_OF_PROBE),
  'resend by uid': (probe) => resend(probe, { uid: probe.uid }),
  login: (probe) => logIn(probe, PASSWORD_OF_PROBE),
  profile: ({ client }) => client.get('/users/getUserProfile'),
  export: ({ client }) => client.get('/users/export'),
  resend: (probe) => resend(probe, {}),
  'resend by email': (probe) => resend(probe, { email: probe.email }),
  'forgotten password': ({ client, email }) => client.post('/auth/forgot-password', { email }),
  'second sign-up': (probe) => signUp(probe, LATER_PASSWORD),
  'login to the second account': (probe) => logIn(probe, LATER_PASSWORD),
  'login to the first account': (probe) => logIn(probe, PASSWORD_OF_PROBE),
  'password change': ({ client }) => {
    const change = { currentPassword: PASSWORD_OF_PROBE, newPassword: LAST_PASSWORD }
    return client.put('/auth/password', change)
  },
  deletion: ({ client }) => client.delete('/users/account', { confirmation: LAST_PASSWORD }),
  'login after deletion': (probe) => logIn(probe, PASSWORD_OF_PROBE),
}

/** The response as text, without what differs between any two accounts. */
const mask = ({ status, headers, text }: JsonResponse, { email }: Probe): string =>
  `${status}\n${[...headers].map((header) => header.join(': ')).join('\n')}\n${text}`
    .replaceAll(email, 'email')
    .replaceAll(UID, 'uid')
    .replaceAll(/(?<=(?:sid|signup)=)[\w-]{43}/g, 'token')
    .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, 'time')
    .replaceAll(/(?<="_seconds":)\d+/g, 'time')

describe('account enumeration (T14)', () => {
  test('sign-up, login and what follows have the same responses and hashes for a taken and a free email', async () => {
    await using shop = await createTestApp(HASHES)
    let hashCount = 0
    const counter = createHook({
      init: (_, type) => {
        if (type === 'ARGON2REQUEST') hashCount += 1
      },
    }).enable()
    const times = new Map<string, Record<Kind, number[]>>()
    const responses = new Map<string, Set<string>>()
    const measure = async (kind: Kind, n: number) => {
      const probe: Probe = { client: shop.createClient(), email: EMAILS[kind](n), uid: '' }
      for (const [step, send] of Object.entries(steps)) {
        hashCount = 0
        const start = performance.now()
        const response = await send(probe)
        const time = performance.now() - start
        if (step === 'sign-up') probe.uid = response.body.uid
        const ofStep = times.get(step) ?? { taken: [], unverified: [], free: [] }
        times.set(step, ofStep)
        // The first rounds compile the code.
        if (n >= 0) ofStep[kind].push(time)
        const seen = responses.get(step) ?? new Set()
        responses.set(step, seen.add(`${hashCount} hashes, ${mask(response, probe)}`))
      }
      // Else the fixed emails would have more accounts in each round than the free ones.
      await shop.deps.db.deleteFrom('user').where('display_name', '=', 'Eve').execute()
    }
    await shop.signUpVerified('Asha')
    const mira = { name: 'Mira', email: EMAILS.unverified(), password: PASSWORD }
    await shop.createClient().post('/auth/signup', mira)
    for (let n = ROUNDS === 0 ? -1 : -2; n < ROUNDS; n++)
      for (const kind of n % 2 ? KINDS : KINDS.toReversed()) await measure(kind, n)
    counter.disable()
    expect(String([...(responses.get('login') ?? [])])).toMatch(/^2 hashes/)
    for (const [step, ofStep] of times) {
      expect([...(responses.get(step) ?? [])], step).toHaveLength(1)
      if (ROUNDS === 0) continue
      for (const kind of ['taken', 'unverified'] as const) {
        const difference = Math.abs(median(ofStep[kind]) - median(ofStep.free))
        const name = `${step}, ${kind}`
        console.info(`${name}: ${difference.toFixed(2)} ms`)
        expect(difference, name).toBeLessThanOrEqual(MAX_DIFFERENCE_MS)
      }
    }
  }, 1_800_000)

  test('a resend for a verified account is answered as for none', async ({ shop, asha }) => {
    const { uid, email } = asha
    const before = await shop.deps.db.selectFrom('outbox').selectAll().execute()
    const responses = new Set<string>()
    for (const input of [{ uid }, { email }, { uid: 'no' }, { email: 'no@example.com' }]) {
      const { status, text } = await shop.createClient().post('/auth/resend-verification', input)
      responses.add(`${status} ${text}`)
    }
    expect(responses.size).toBe(1)
    expect(await shop.deps.db.selectFrom('outbox').selectAll().execute()).toEqual(before)
  })
})
