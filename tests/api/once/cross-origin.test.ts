import { describe, expect } from 'vitest'
import { type EndpointName, endpoints } from '#src/contract/endpoints.ts'
import { test } from '#tests/helpers/api-test.ts'
import { PASSWORD } from '#tools/api-client.ts'
import { createTestApp } from '#tools/test-app.ts'

const SITE = 'https://kairavi.example'
const PARTNER = 'https://site.example'

const names = Object.keys(endpoints) as EndpointName[]

describe('requests from other origins (T6)', () => {
  const rejected: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.kairavi.example', 'sec-fetch-site': 'same-site' },
    { origin: 'null' },
    { origin: 'null', 'sec-fetch-site': 'same-origin' },
    { origin: 'http://kairavi.example' },
    { origin: `${SITE}.evil.example` },
    { origin: `${SITE}:8443` },
    { origin: 'https://kairavi.example.' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { referer: 'https://evil.example/page' },
    { referer: 'about:blank' },
  ]
  const allowed: Record<string, string>[] = [
    {},
    { origin: SITE },
    { origin: SITE, 'sec-fetch-site': 'same-origin' },
    { origin: PARTNER, 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-origin' },
    { referer: `${SITE}/login` },
  ]

  describe('of a site with a partner', () => {
    test.override('env', { SITE_URL: SITE, CORS_ORIGINS: PARTNER })

    test('are rejected by their headers', async ({ visitor }) => {
      const send = async (headers: Record<string, string>) => {
        const { status, body } = await visitor.post('/auth/logout', undefined, headers)
        return { headers, status, success: body.success }
      }
      for (const headers of rejected)
        expect(await send(headers)).toEqual({ headers, status: 403, success: false })
      for (const headers of allowed)
        expect(await send(headers)).toEqual({ headers, status: 200, success: true })
    })

    test('are rejected by every unsafe endpoint', async ({ visitor }) => {
      for (const name of names.filter((other) => !other.startsWith('GET'))) {
        const [method = '', path = ''] = name.split(' ')
        const send = async (origin: string) =>
          (await visitor.request(method, path, {}, { origin })).body?.message
        const message = 'This call came from a page that is not ours.'
        expect([name, await send('https://evil.example')]).toEqual([name, message])
        expect([name, await send(SITE)]).not.toEqual([name, message])
      }
    })
  })

  test.for([
    ['http://shop.test', 200],
    ['https://shop.test', 200],
    ['http://shop.test:81', 403],
    ['http://shop.test.evil.example', 403],
  ] as const)(
    '%s is answered %i by http://shop.test without a setting',
    async ([origin, status], { visitor }) => {
      const headers = { origin, host: 'shop.test' }
      expect((await visitor.post('/auth/logout', undefined, headers)).status).toBe(status)
    },
  )
})

describe('CORS (T7)', () => {
  test.override('env', { CORS_ORIGINS: `${PARTNER}, https://other.example` })

  test.for([
    'https://evil.example',
    'null',
    'https://site.example.evil.example',
    'https://evilsite.example',
    'http://site.example',
    'https://site.example:444',
    'https://SITE.example',
    'https://site.example.',
    'https://sub.site.example',
    '*',
  ])('does not allow %s', async (origin, { visitor }) => {
    const read = await visitor.get('/users/getUserProfile', undefined, { origin })
    const asked = { origin, 'access-control-request-method': 'POST' }
    const preflight = await visitor.request('OPTIONS', '/cart', undefined, asked)
    for (const { headers } of [read, preflight]) {
      expect(headers.has('access-control-allow-origin')).toBe(false)
      expect(headers.has('access-control-allow-credentials')).toBe(false)
      expect(headers.get('vary')).toContain('Origin')
    }
    expect(preflight.status).toBe(403)
  })

  test.for<[call: string, body: unknown, status: number]>([
    ['GET /health', undefined, 200],
    ['GET /cart', undefined, 401],
    ['GET /nowhere', undefined, 404],
    ['POST /auth/login', '{', 400],
    ['POST /auth/login', `"${'x'.repeat(70_000)}"`, 413],
    ['PATCH /auth/login', undefined, 405],
  ])(
    'allows a listed origin on %s with %s, answered %i',
    async ([call, body, status], { visitor }) => {
      const [method = '', path = ''] = call.split(' ')
      const answer = await visitor.request(method, path, body, { origin: PARTNER })
      expect(answer.status).toBe(status)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'access-control-allow-origin': PARTNER,
        'access-control-allow-credentials': 'true',
        vary: expect.stringContaining('Origin'),
      })
    },
  )

  test('a preflight allows JSON and Idempotency-Key', async ({ visitor }) => {
    const asked = { origin: PARTNER, 'access-control-request-method': 'PATCH' }
    const { status, headers } = await visitor.request('OPTIONS', '/cart', undefined, asked)
    expect(status).toBe(204)
    expect(Object.fromEntries(headers)).toMatchObject({
      'access-control-allow-origin': PARTNER,
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': 'Content-Type, Idempotency-Key',
      'access-control-allow-methods': expect.stringContaining('PATCH'),
    })
  })
})

const OTHER_DOMAIN = { COOKIE_CROSS_SITE: 'true', CORS_ORIGINS: PARTNER }
const HOST_STRICT = ['__Host-', 'Secure; SameSite=Strict'] as const
const PLAIN = ['', 'SameSite=Strict'] as const
const LAN = 'http://192.168.1.20:4321'

test.for([
  ['an https site before a proxy', { SITE_URL: SITE }, ...HOST_STRICT],
  ['a site on this machine by name', { SITE_URL: 'http://localhost:4321' }, ...PLAIN],
  ['a site on this machine by number', { HOST: '127.0.0.1' }, ...PLAIN],
  [
    'the local address in production',
    { NODE_ENV: 'production', HOST: '127.0.0.1' },
    ...HOST_STRICT,
  ],
  ['an https address of this machine', { SITE_URL: 'https://localhost' }, ...HOST_STRICT],
  ['plain http in a network', { SITE_URL: LAN }, ...HOST_STRICT],
  ['all addresses of this machine', { HOST: '0.0.0.0' }, ...HOST_STRICT],
  ['a site elsewhere', OTHER_DOMAIN, '__Host-', 'Secure; SameSite=None; Partitioned'],
] as const)(
  'the session cookie with %s, %o: %ssid, %s, whatever address is called (T8)',
  async ([, env, prefix, flags]) => {
    await using shop = await createTestApp({ PASSWORD_HASH_MEMORY: '19456', ...env })
    const account = { email: 'asha@example.com', password: PASSWORD }
    await shop.createClient().post('/auth/signup', { name: 'Asha', ...account })
    const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(account) }
    const login = { method: 'POST', ...json }
    const other = prefix ? '' : '__Host-'
    for (const root of [SITE, 'http://localhost:4321', LAN, 'http://api']) {
      const { headers } = await shop.hono.request(`${root}/api/auth/login`, login)
      const cookie = headers.getSetCookie().find((line) => /^(?:__Host-)?sid=/.test(line)) ?? ''
      expect(cookie).toMatch(
        new RegExp(`^${prefix}sid=[A-Za-z0-9_-]{43}; Max-Age=2592000; Path=/; HttpOnly; ${flags}$`),
      )
      const value = /=([\w-]+)/.exec(cookie)?.[1]
      const isSignedIn = async (name: string) => {
        const init = { headers: { cookie: `${name}=${value}` } }
        return (await shop.hono.request(`${root}/api/cart`, init)).status === 200
      }
      expect([await isSignedIn(`${prefix}sid`), await isSignedIn(`${other}sid`)]).toEqual([
        true,
        false,
      ])
    }
  },
)
