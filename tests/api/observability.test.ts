import { expect } from 'vitest'
import { startMetrics } from '#src/run/metrics.ts'
import { createRootListener } from '#src/run/request-listener.ts'
import { createApp } from '#src/server/app.ts'
import { createJsonLogger } from '#src/server/log.ts'
import { formatCookies } from '#tests/helpers/api-client.ts'
import { test } from '#tests/helpers/api-test.ts'
import { findFreePort, serve } from '#tests/helpers/http-server.ts'
import { createTestApp } from '#tests/helpers/test-app.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

test('logs one JSON line per request, with the id of the answer and without its content', async () => {
  await using shop = await createTestApp({ TRUSTED_PROXIES: '1' })
  const written: string[] = []
  const log = createJsonLogger('info', (line) => written.push(line))
  const app = createApp({ ...shop.deps, log })
  const send = (path: string, init: RequestInit) => app.request(`http://shop.test/api${path}`, init)
  const secrets = ['asha@example.com', 'moon over amer fort', 'token-of-a-session', 'Secret-Name']
  const [email, password, token, name] = secrets
  const answers = [
    await send('/auth/signup', {
      method: 'POST',
      headers: { ...JSON_TYPE, cookie: `sid=${token}` },
      body: JSON.stringify({ email, password, name }),
    }),
    await send(`/products/slug/${token}?email=${email}`, {
      headers: { 'x-request-id': 'id-of-the-proxy' },
    }),
    await send(`/cart/${token}`, {
      method: 'DELETE',
      headers: { 'x-request-id': `${token} and a space` },
    }),
    await send('/nothing', {}),
  ]
  expect(written.every((line) => line.endsWith('\n'))).toBe(true)
  const lines = written.map((line) => JSON.parse(line))
  expect(lines).toEqual(
    [
      ['POST', '/api/auth/signup', 201],
      ['GET', '/api/products/slug/:slug', 404],
      ['DELETE', '/api/cart/:id', 401],
      ['GET', '/api/*', 404],
    ].map(([method, route, status], index) => ({
      time: expect.any(String),
      level: 'info',
      message: 'request',
      requestId: answers[index]?.headers.get('x-request-id'),
      method,
      route,
      status,
      durationMs: expect.any(Number),
    })),
  )
  const ids = lines.map(({ requestId }) => requestId)
  expect(new Set(ids).size).toBe(4)
  expect(ids[1]).toBe('id-of-the-proxy')
  for (const secret of secrets) expect(written.join('')).not.toContain(secret)
})

test('logs the user of a request, also of one that signs in', async ({ shop, asha }) => {
  const written: string[] = []
  const log = createJsonLogger('info', (line) => written.push(line))
  const app = createApp({ ...shop.deps, log })
  const send = (path: string, init: RequestInit) => app.request(`http://shop.test/api${path}`, init)
  const logIn = (password: string) =>
    send('/auth/login', {
      method: 'POST',
      headers: JSON_TYPE,
      body: JSON.stringify({ email: asha.email, password }),
    })
  await logIn('a guess in the dark')
  await logIn(asha.password)
  await send('/cart', { headers: { cookie: formatCookies(asha.cookies) } })
  expect(
    written
      .map((line) => JSON.parse(line))
      .map(({ route, status, userId }) => [route, status, userId]),
  ).toEqual([
    ['/api/auth/login', 401, undefined],
    ['/api/auth/login', 200, asha.uid],
    ['/api/cart', 200, asha.uid],
  ])
})

test('logs a failure without addresses and credentials', async ({ shop }) => {
  const written: string[] = []
  const log = createJsonLogger('warn', (line) => written.push(line))
  const failing = new Proxy(shop.deps.db, {
    get() {
      throw new Error('no mail to asha@example.com by smtp://user:pass@host?token=abc')
    },
  })
  const app = createApp({ ...shop.deps, db: failing, log })
  const answer = await app.request('http://shop.test/api/health', {
    headers: { 'x-request-id': 'forged' },
  })
  expect(answer.status).toBe(500)
  const [line] = written.map((text) => JSON.parse(text))
  expect(line).toMatchObject({ level: 'error', message: 'request failed', route: '/api/health' })
  expect(line.requestId).toBe(answer.headers.get('x-request-id'))
  expect(line.requestId).not.toBe('forged')
  expect(line.error).toContain('no mail to [email] by smtp://[credentials]@host?token=[token]')
})

test('drops fields that are not on the list', () => {
  const written: string[] = []
  const log = createJsonLogger('info', (line) => written.push(line))
  log('info', 'x', { status: 1, ...{ body: 'secret', cookie: 'secret' } })
  expect(JSON.parse(written[0] ?? '')).toEqual({
    time: expect.any(String),
    level: 'info',
    message: 'x',
    status: 1,
  })
})

test('/api/ready answers 503 without database or release, and while stopping', async ({ shop }) => {
  const state = { release: false, stopping: false }
  const table = {
    id: 'one',
    policy: '',
    files: new Map(),
    store: '',
    moved: new Map(),
    gone: new Set<string>(),
  }
  const root = createRootListener(
    shop.deps.env,
    () => (state.release ? table : undefined),
    () => state.stopping,
  )
  await using server = await serve(root.listener)
  const getStatus = async () => (await fetch(`${server.url}/ready`)).status
  expect(await getStatus()).toBe(503)
  state.release = true
  expect(await getStatus()).toBe(503)
  root.attachBackend(shop.backend)
  expect(await getStatus()).toBe(200)
  state.release = false
  expect(await getStatus()).toBe(503)
  state.release = true
  state.stopping = true
  expect(await getStatus()).toBe(503)
  // Only readiness: requests that arrive are still answered.
  expect((await fetch(`${server.url}/health`)).status).toBe(200)
})

test('serves Prometheus metrics on a port of their own', async ({ shop }) => {
  const port = await findFreePort()
  const metrics = await startMetrics('127.0.0.1', port, {
    getReleaseId: () => '20261121-093000-1a2b3c4d',
    getDb: () => shop.deps.db,
    events: shop.deps.events,
  })
  try {
    const app = shop.hono
    const signUp = { email: 'asha@example.com', password: 'moon over amer fort', name: 'Asha' }
    await app.request('http://shop.test/api/auth/signup', {
      method: 'POST',
      headers: JSON_TYPE,
      body: JSON.stringify(signUp),
    })
    for (const slug of ['a', 'b']) await app.request(`http://shop.test/api/products/slug/${slug}`)
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=/)
    const text = await answer.text()
    for (const line of [
      'http_request_duration_seconds_count{method="GET",route="/api/products/slug/:slug",status="404"} 2',
      'kairavi_unsent_mails 1',
      'kairavi_release_info{id="20261121-093000-1a2b3c4d"} 1',
    ])
      expect(text.split('\n')).toContain(line)
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
    expect(text).not.toContain('asha')
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
  } finally {
    await metrics.stop()
  }
})
