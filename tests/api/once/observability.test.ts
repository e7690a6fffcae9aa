import { EventEmitter } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createProcessMetrics, startMetrics } from '#src/run/metrics.ts'
import { createRootListener } from '#src/run/request-listener.ts'
import { createApp } from '#src/server/app.ts'
import { assertAnswers, watchFolder, watchFreeBytes } from '#src/server/core/data-dir.ts'
import type { Deps, ServerEvents } from '#src/server/core/deps.ts'
import { createJsonLogger } from '#src/server/core/log.ts'
import {
  insertPublishRequest,
  updatePublishResult,
} from '#src/server/core/publish-requests/queries.ts'
import { test } from '#tests/helpers/api-test.ts'
import { createClient, PASSWORD } from '#tools/api-client.ts'
import { closeServer, findFreePort, serve } from '#tools/http-server.ts'
import { createTestApp, type TestApp } from '#tools/test-app.ts'

/** The API of a shop that logs as in production. */
function createLoggingApp(shop: TestApp, change: Partial<Deps> = {}) {
  const written: string[] = []
  const log = createJsonLogger('info', (line) => written.push(line))
  const app = createApp({ ...shop.deps, ...change, log }, 'all')
  const request = async (path: string, init?: RequestInit) =>
    app.request(`http://shop.test/api${path}`, init)
  const readLines = () => written.map((line) => JSON.parse(line))
  return { log, written, readLines, client: createClient({ request }) }
}

test('logs one JSON line per request, with the id of the answer and without its content', async () => {
  await using shop = await createTestApp({ TRUSTED_PROXIES: '1' })
  const { client, written, readLines } = createLoggingApp(shop)
  const secrets = ['asha@example.com', 'moon over amer fort', 'token-of-a-session', 'Secret-Name']
  const [email, password, token, name] = secrets
  const byProxy = { 'x-request-id': 'id-of-the-proxy' }
  const answers = [
    await client.post('/auth/signup', { email, password, name }, { cookie: `sid=${token}` }),
    await client.get(`/products/slug/${token}?email=${email}`, undefined, byProxy),
    await client.delete(`/cart/${token}`, undefined, { 'x-request-id': `${token} and a space` }),
    await client.get('/nothing'),
  ]
  expect(written.every((line) => line.endsWith('\n'))).toBe(true)
  expect(readLines()).toEqual(
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
  const ids = readLines().map(({ requestId }) => requestId)
  expect(new Set(ids).size).toBe(4)
  expect(ids[1]).toBe('id-of-the-proxy')
  for (const secret of secrets) expect(written.join('')).not.toContain(secret)
})

test('logs the user of a request, also of one that signs in', async ({ shop, asha }) => {
  const { client, readLines } = createLoggingApp(shop)
  const { email } = asha
  for (const password of ['a guess in the dark', PASSWORD])
    await client.post('/auth/login', { email, password })
  await client.get('/cart')
  expect(readLines().map(({ route, status, userId }) => [route, status, userId])).toEqual([
    ['/api/auth/login', 401, undefined],
    ['/api/auth/login', 200, asha.uid],
    ['/api/cart', 200, asha.uid],
  ])
})

test('names the route that answered where another one matches the path, too', async ({ shop }) => {
  const { client, readLines } = createLoggingApp(shop)
  await client.get('/reviews/own')
  await client.post('/editor/customers/search', {})
  expect(readLines().map(({ route, status }) => [route, status])).toEqual([
    ['/api/reviews/own', 401],
    ['/api/editor/customers/search', 401],
  ])
})

test('logs a failure without addresses, credentials and unknown fields', async ({ shop }) => {
  const failing = new Proxy(shop.deps.db, {
    get() {
      throw new Error('no mail to asha@example.com by smtp://user:pass@host?token=abc')
    },
  })
  const { log, client, readLines } = createLoggingApp(shop, { db: failing })
  const answer = await client.get('/health', undefined, { 'x-request-id': 'forged' })
  expect(answer.status).toBe(500)
  const requestId = answer.headers.get('x-request-id')
  expect(requestId).not.toBe('forged')
  const error = 'no mail to [email] by smtp://[credentials]@host?token=[token]'
  expect(readLines()[0]).toMatchObject({
    level: 'error',
    message: 'request failed',
    route: '/api/health',
    requestId,
    error: expect.stringContaining(error),
  })
  const fields = { status: 1, body: 'secret', cookie: 'secret' }
  log('info', 'x', fields)
  const line = { time: expect.any(String), level: 'info', message: 'x', status: 1 }
  expect(readLines().at(-1)).toEqual(line)
})

test('/api/ready answers 503 without database or release, and while stopping', async ({ shop }) => {
  const state = { release: false, stopping: false }
  const noFiles = { files: new Map(), moved: new Map(), gone: new Set<string>() }
  const release = { id: 'one', policy: '', store: '', ...noFiles }
  const root = createRootListener(
    shop.deps.env,
    () => (state.release ? release : undefined),
    () => state.stopping,
  )
  await using server = await serve(root.listener)
  const getStatus = async (change: Partial<typeof state>) => {
    Object.assign(state, change)
    return (await fetch(`${server.url}/ready`)).status
  }
  expect(await getStatus({})).toBe(503)
  expect(await getStatus({ release: true })).toBe(503)
  root.attachBackend(shop.backend)
  expect(await getStatus({})).toBe(200)
  expect(await getStatus({ release: false })).toBe(503)
  expect(await getStatus({ release: true, stopping: true })).toBe(503)
  // Only readiness: requests that arrive are still answered.
  expect((await fetch(`${server.url}/health`)).status).toBe(200)
})

test('/api/ready names a failed publish, a full disk, and one that does not answer', async ({
  shop,
}) => {
  const getProblems = async (readFreeBytes: Deps['readFreeBytes']) => {
    const { client } = createLoggingApp(shop, { readFreeBytes })
    const answer = await client.get('/ready')
    expect(answer.status).toBe(200)
    return answer.body.problems
  }
  expect(await getProblems(watchFolder(async () => 10 * 1024 ** 3))).toEqual([])
  expect(await getProblems(watchFolder(async () => 1_024))).toEqual(['disk-full'])
  expect(await getProblems(watchFreeBytes('/no/such/folder'))).toEqual([])
  await updatePublishResult(shop.deps.db, { error: 'The disk is full.' })
  let looks = 0
  const stalled = watchFolder(() => {
    looks += 1
    return new Promise<number>(() => {})
  })
  const problems = ['publish-failed', 'data-dir-stalled']
  expect(await getProblems(stalled)).toEqual(problems)
  // It keeps one thread, however often it is asked.
  expect(await getProblems(stalled)).toEqual(problems)
  expect(looks).toBe(1)
})

test('a start says that DATA_DIR does not answer', async ({ folder }) => {
  await assertAnswers(folder)
  await assertAnswers('/no/such/folder')
  await assertAnswers(folder, 'no-such-command')
  const hanging = join(folder, 'ls')
  await writeFile(hanging, '#!/bin/sh\nsleep 60\n', { mode: 0o755 })
  await expect(assertAnswers(folder, hanging)).rejects.toThrow(
    /^The file system of DATA_DIR=.+ does not answer: mount it again/,
  )
}, 20_000)

test('serves Prometheus metrics of both processes on a port of their own', async ({
  shop,
  visitor,
  folder,
}) => {
  const port = await findFreePort()
  const socket = join(folder, 'desk.sock')
  const desk = new EventEmitter<ServerEvents>()
  const deskMetrics = await createProcessMetrics('desk', desk)
  const server = createServer((_request, response) => void deskMetrics.answer(response))
  await new Promise<void>((resolve) => server.listen(socket, resolve))
  desk.emit('publishFailed')
  const metrics = await startMetrics('127.0.0.1', port, {
    getReleaseId: () => '20261121-093000-1a2b3c4d',
    getDeskSocket: () => socket,
    getDb: () => shop.deps.db,
    readFreeBytes: async () => ({ value: 5_000, isStalled: false }),
    readLastBackup: async () => ({ value: 1_795_000_000_000, isStalled: false }),
    events: shop.deps.events,
  })
  try {
    const account = { email: 'asha@example.com', password: PASSWORD, name: 'Asha' }
    await visitor.post('/auth/signup', account)
    await insertPublishRequest(shop.deps.db, 1, { summary: 'Saved A' })
    await updatePublishResult(shop.deps.db, { published_at: 1_795_000_100_000, error: 'Full.' })
    shop.deps.events.emit('publishFailed')
    for (const slug of ['a', 'b']) await visitor.get(`/products/slug/${slug}`)
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=/)
    const text = await answer.text()
    for (const line of [
      'http_request_duration_seconds_count{process="shop",method="GET",route="/api/products/slug/:slug",status="404"} 2',
      'kairavi_unsent_mails{process="shop"} 1',
      'kairavi_publish_failures_total{process="shop"} 1',
      'kairavi_publish_failing{process="shop"} 1',
      'kairavi_publish_waiting{process="shop"} 1',
      'kairavi_last_publish_timestamp_seconds{process="shop"} 1795000100',
      'kairavi_data_dir_free_bytes{process="shop"} 5000',
      'kairavi_data_dir_stalled{process="shop"} 0',
      'kairavi_last_backup_timestamp_seconds{process="shop"} 1795000000',
      'kairavi_release_info{id="20261121-093000-1a2b3c4d",process="shop"} 1',
      'kairavi_desk_up{process="shop"} 1',
      'kairavi_publish_failures_total{process="desk"} 1',
    ])
      expect(text.split('\n')).toContain(line)
    expect(text.match(/^nodejs_eventloop_lag_p99_seconds.+/gm)).toHaveLength(2)
    // Lines of one metric follow each other.
    expect(text.match(/^# TYPE nodejs_eventloop_lag_p99_seconds /gm)).toHaveLength(1)
    expect(text).not.toContain('asha')
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
  } finally {
    await metrics.stop()
    await closeServer(server)
  }
})
