import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPreview } from '#src/preview/open-preview.ts'
import { BODY_TIMEOUT } from '#src/run/invalid-requests.ts'
import { closeServer, getPort, listen } from '#src/run/listen.ts'
import { createRootListener } from '#src/run/request-listener.ts'
import { createTestApp, type TestApp } from '#tools/test-app.ts'

const INBOX_KEY = 'the-key-of-the-inbox'
let shop: TestApp
let server: Awaited<ReturnType<typeof listen>>

beforeAll(async () => {
  shop = await createTestApp({ INBOX_KEY })
  await openPreview(shop.deps, shop.hono)
  const root = createRootListener(shop.deps.env, () => undefined)
  root.attachBackend(shop.backend)
  server = await listen(root.listener, '127.0.0.1', 0)
})
afterAll(async () => {
  await closeServer(server)
  await shop[Symbol.asyncDispose]()
})

/** Sends bytes as they are. @returns the answer's status, headers and body. */
async function send(bytes: string) {
  const socket = connect(getPort(server), '127.0.0.1')
  socket.write(bytes)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  const [status = '', ...lines] = head.split('\r\n')
  const headers = lines.map((line) => line.split(': ') as [string, string])
  return {
    status: Number(status.split(' ')[1]),
    body,
    headers: Object.fromEntries(new Headers(headers)),
  }
}

const get = (path: string, more = '') =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${more}\r\n`

test.each<[what: string, request: string, status: number]>([
  ['no HTTP', 'hello\r\n\r\n', 400],
  ['a bad header', get('/', 'Bad Header: x\r\n'), 400],
  ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['two hosts', get('/api/health', 'Host: elsewhere\r\n'), 400],
  ['two lengths', get('/api/health', 'Content-Length: 1\r\nContent-Length: 2\r\n'), 400],
  ['headers of 40 kB', get('/', `X-Long: ${'x'.repeat(40_000)}\r\n`), 431],
  ['an expectation', get('/api/health', 'Expect: the-moon\r\n'), 417],
  ['headers that stall', 'GET / HTTP/1.1\r\nHost: localhost\r\n', 408],
  ['an unknown path', get('/api/nothing'), 404],
  ['the root of the API', get('/api'), 404],
  ['dots in a query', get('/api?x=/../dev/inbox.json'), 404],
  ...['..', '.', '%2e%2e', '.%2E', '..\\dev'].map((dots): [string, string, number] => [
    ...([`the dot segment ${dots}`, get(`/api/${dots}/dev/inbox.json`), 400] as const),
  ]),
  ['a last dot segment', get('/api/..'), 400],
])('answers an error of the API with its headers to %s', async (_, request, status) => {
  const answer = await send(request)
  expect(answer).toMatchObject({
    status,
    headers: {
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'content-type': expect.stringMatching(/^application\/json/),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
  })
  const message = expect.stringMatching(/[.]$/)
  expect(JSON.parse(answer.body)).toEqual({ success: false, message })
})

const ORIGIN = 'http://shop.test'

test.each<[what: string, request: string, status: number, body: RegExp]>([
  // What a proxy on this machine sends that adds no header.
  ['the inbox without its key', get('/dev/inbox.json'), 403, /./],
  ['the inbox with its key', get(`/dev/inbox.json?key=${INBOX_KEY}`), 200, /^\{"mails":\[\]\}$/],
  ['HTTP/1.0 without a host', 'GET /api/health HTTP/1.0\r\n\r\n', 200, /"status":"ok"/],
  ['a target with an origin', get(`${ORIGIN}/api/health`), 200, /"status":"ok"/],
  ['one with a query', get('HTTP://shop.test:80/api/health?x=1'), 200, /"status":"ok"/],
  ...['/api/ready', '/api/ready?x', '/api/%72eady', `${ORIGIN}/api/ready`].map(
    (target) =>
      [`${target} without a release`, get(target), 503, /./] as [string, string, number, RegExp],
  ),
])('answers %s', async (_, request, status, body) => {
  expect(await send(request)).toMatchObject({ status, body: expect.stringMatching(body) })
})

test('runs no request of a connection that has got a 408, which a browser sends again', async () => {
  const run: (string | undefined)[] = []
  const limited = await listen(
    ({ method }, response) => {
      run.push(method)
      response.end()
    },
    '127.0.0.1',
    0,
  )
  const accepted = once(limited, 'connection')
  const socket = connect({ port: getPort(limited), host: '127.0.0.1', allowHalfOpen: true })
  const [connection] = (await accepted) as [Socket]
  const closed = once(connection, 'close')
  const late = Object.assign(new Error(), { code: BODY_TIMEOUT })
  limited.emit('clientError', late, connection)
  socket.end('POST /api/cart HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n')
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /)
  await closed
  expect(run).toEqual([])
  await closeServer(limited)
})
