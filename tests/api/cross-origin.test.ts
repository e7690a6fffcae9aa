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

  test.for(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', ''])(
    'rejects a body of type %j from every origin',
    async (type, { shop }) => {
      const init = {
        method: 'POST',
        headers: new Headers(type ? { 'content-type': type } : {}),
        body: new TextEncoder().encode('{"email":"a@b.co","password":"wrong one"}'),
      }
      expect((await shop.request('/auth/login', init)).status).toBe(415)
    },
  )

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

describe('the session cookie (T8)', () => {
  const getSessionCookie = async (given: Record<string, string>, base: string) => {
    await using shop = await createTestApp(given)
    const asha = await shop.signUpVerified('Asha')
    const response = await shop.hono.request(`${base}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: asha.email, password: asha.password }),
    })
    return response.headers.getSetCookie().find((line) => /^(?:__Host-)?sid=/.test(line)) ?? ''
  }
  const HOST_COOKIE =
    /^__Host-sid=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Strict$/

  test.each([
    ['https in the address', {}, 'https://kairavi.example'],
    ['https before a proxy', { SITE_URL: SITE }, 'http://api.internal:4321'],
    ['loopback by name', {}, 'http://localhost:4321'],
    ['loopback by number', {}, 'http://127.0.0.1:4321'],
  ])('is __Host-, Secure and SameSite=Strict: %s', async (_, env, base) => {
    expect(await getSessionCookie(env, base)).toMatch(HOST_COOKIE)
  })

  test('has no __Host- and Secure on plain http in a network', async () => {
    expect(await getSessionCookie({}, 'http://192.168.1.20:4321')).toMatch(
      /^sid=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/,
    )
  })

  test('is partitioned where site and API are on different domains', async () => {
    const given = { COOKIE_CROSS_SITE: 'true', CORS_ORIGINS: PARTNER }
    expect(await getSessionCookie(given, 'http://api.example')).toMatch(
      /^__Host-sid=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=None; Partitioned$/,
    )
  })
})
