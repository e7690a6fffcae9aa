import { describe, expect } from 'vitest'
import { type EndpointName, endpoints } from '#src/contract/endpoints.ts'
import { test } from '#tests/helpers/api-test.ts'
import { createTestApp } from '#tests/helpers/test-app.ts'

const SITE = 'https://kairavi.example'
const PARTNER = 'https://site.example'

const unsafe = (Object.keys(endpoints) as EndpointName[]).filter((name) => !name.startsWith('GET'))

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

  test('are rejected by every unsafe endpoint', async () => {
    await using shop = await createTestApp({ SITE_URL: SITE, CORS_ORIGINS: PARTNER })
    const send = (name: string, headers: Record<string, string>) => {
      const [method = '', path = ''] = name.split(' ')
      const init = { method, headers: { 'content-type': 'application/json', ...headers } }
      return shop.request(path, { ...init, body: '{}' })
    }
    for (const name of unsafe) {
      for (const headers of rejected) {
        const response = await send(name, headers)
        expect([name, headers, response.status]).toEqual([name, headers, 403])
        expect(await response.json()).toMatchObject({ success: false })
      }
      for (const headers of allowed) {
        const { status } = await send(name, headers)
        expect([name, headers, status]).not.toEqual([name, headers, 403])
      }
    }
  }, 60_000)

  test("accepts the API's own origin without a setting", async ({ shop }) => {
    const from = async (origin: string) =>
      (
        await shop.request('/auth/logout', {
          method: 'POST',
          headers: { origin, host: 'shop.test' },
        })
      ).status
    expect(await from('http://shop.test')).toBe(200)
    expect(await from('https://shop.test')).toBe(200)
    expect(await from('http://shop.test:81')).toBe(403)
    expect(await from('http://shop.test.evil.example')).toBe(403)
  })

  test('no GET of the contract has a body', () => {
    const gets = Object.entries(endpoints).filter(([name]) => name.startsWith('GET'))
    expect(gets.filter(([, endpoint]) => 'body' in endpoint)).toEqual([])
  })
})

describe('CORS (T7)', () => {
  const OTHERS = [
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
  ]

  test.each(OTHERS)('does not allow %s', async (origin) => {
    await using shop = await createTestApp({ CORS_ORIGINS: PARTNER })
    const read = await shop.request('/users/getUserProfile', { headers: { origin } })
    const preflight = await shop.request('/cart', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    })
    for (const { headers } of [read, preflight]) {
      expect(headers.has('access-control-allow-origin')).toBe(false)
      expect(headers.has('access-control-allow-credentials')).toBe(false)
      expect(headers.get('vary')).toContain('Origin')
    }
    expect(preflight.ok).toBe(false)
  })

  test('allows a listed origin on every response, errors included', async () => {
    await using shop = await createTestApp({ CORS_ORIGINS: `${PARTNER}, https://other.example` })
    const headers = { origin: PARTNER, 'content-type': 'application/json' }
    const responses = [
      await shop.request('/health', { headers }),
      await shop.request('/cart', { headers }),
      await shop.request('/nowhere', { headers }),
      await shop.request('/auth/login', { method: 'POST', headers, body: '{' }),
      await shop.request('/auth/login', {
        method: 'POST',
        headers,
        body: `"${'x'.repeat(70_000)}"`,
      }),
      await shop.request('/auth/login', { method: 'PATCH', headers }),
    ]
    expect(responses.map(({ status }) => status)).toEqual([200, 401, 404, 400, 413, 405])
    for (const { headers: got } of responses) {
      expect(got.get('access-control-allow-origin')).toBe(PARTNER)
      expect(got.get('access-control-allow-credentials')).toBe('true')
      expect(got.get('vary')).toContain('Origin')
    }
  })

  test('a preflight allows JSON and Idempotency-Key', async () => {
    await using shop = await createTestApp({ CORS_ORIGINS: PARTNER })
    const { status, headers } = await shop.request('/cart', {
      method: 'OPTIONS',
      headers: {
        origin: PARTNER,
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'content-type,idempotency-key',
      },
    })
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-origin')).toBe(PARTNER)
    expect(headers.get('access-control-allow-credentials')).toBe('true')
    expect(headers.get('access-control-allow-headers')).toBe('Content-Type, Idempotency-Key')
    expect(headers.get('access-control-allow-methods')).toContain('PATCH')
  })
})

const TOKEN = '[A-Za-z0-9_-]{43}; Max-Age=2592000; Path=/; HttpOnly'
const OTHER_DOMAIN = { COOKIE_CROSS_SITE: 'true', CORS_ORIGINS: PARTNER }

test.each([
  ['https in the address', {}, 'https://kairavi.example', '__Host-', 'Secure; SameSite=Strict'],
  ['https before a proxy', { SITE_URL: SITE }, 'http://api', '__Host-', 'Secure; SameSite=Strict'],
  ['loopback by name', {}, 'http://localhost:4321', '__Host-', 'Secure; SameSite=Strict'],
  ['loopback by number', {}, 'http://127.0.0.1:4321', '__Host-', 'Secure; SameSite=Strict'],
  ['plain http in a network', {}, 'http://192.168.1.20:4321', '', 'SameSite=Strict'],
  ['a site elsewhere', OTHER_DOMAIN, 'http://a', '__Host-', 'Secure; SameSite=None; Partitioned'],
])('the session cookie with %s, %o, %s: %ssid, %s (T8)', async (_, env, base, prefix, flags) => {
  await using shop = await createTestApp(env)
  const { email, password } = await shop.signUpVerified('Asha')
  const { headers } = await shop.hono.request(`${base}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const cookie = headers.getSetCookie().find((line) => /^(?:__Host-)?sid=/.test(line))
  expect(cookie).toMatch(new RegExp(`^${prefix}sid=${TOKEN}; ${flags}$`))
})
