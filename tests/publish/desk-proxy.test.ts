import { once } from 'node:events'
import { Agent, createServer, type RequestListener, request, type Server } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createDeskProxy } from '#src/run/desk-proxy.ts'
import { closeServer, listen, send } from '#tools/http-server.ts'
import { createTempDir } from '#tools/temp-dir.ts'

const MEGABYTE = 1024 * 1024
const folder = createTempDir()
const socket = join(folder.path, 'desk.sock')
/** What the desk does with the next requests. */
let answer: RequestListener = (_request, response) => response.end()
const desk = createServer((...all) => answer(...all))
let isUp = true
let shop: Server
let port = 0

beforeAll(async () => {
  await new Promise<void>((resolve) => desk.listen(socket, resolve))
  const env = { TRUSTED_PROXIES: 0, SITE_URL: undefined }
  shop = createServer(createDeskProxy(env, () => (isUp ? socket : undefined)))
  port = await listen(shop)
})
afterAll(async () => {
  await closeServer(shop)
  await closeServer(desk)
  folder[Symbol.dispose]()
})

const call = (path: string, headers: Record<string, string> = {}, body?: Buffer) =>
  send({ port, path, method: body ? 'POST' : 'GET', headers }, body)

test('the desk gets the address of the client, and an id that no client has made', async () => {
  answer = ({ headers }, response) => response.end(JSON.stringify(headers))
  const sent = { 'x-forwarded-for': '203.0.113.1', 'x-request-id': 'forged', cookie: 'a=1; b=2' }
  const { body } = await call('/api/editor/publish', sent)
  const headers = JSON.parse(String(body))
  expect(headers).toMatchObject({ 'x-forwarded-for': '203.0.113.1, 127.0.0.1', cookie: 'a=1; b=2' })
  expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
})

test('status, headers and several cookies of an answer come back', async () => {
  answer = (_request, response) => {
    response.setHeader('Set-Cookie', ['a=1', 'b=2'])
    response.writeHead(201, { 'X-Kind': 'desk' }).end('made')
  }
  const { status, headers, body } = await call('/api/editor/products')
  expect([status, headers['x-kind'], headers['set-cookie'], String(body)]).toEqual([
    201,
    'desk',
    ['a=1', 'b=2'],
    'made',
  ])
})

test.each<Record<string, string>>([
  { 'content-length': String(8 * MEGABYTE) },
  { 'transfer-encoding': 'chunked' },
])('a large file goes through whole with %o', async (headers) => {
  answer = (incoming, response) => incoming.pipe(response)
  const file = Buffer.alloc(8 * MEGABYTE, 'kairavi')
  const { body } = await call('/api/editor/import', headers, file)
  expect(body.equals(file)).toBe(true)
})

test('a client that does not read holds the desk back', async () => {
  let written = 0
  answer = async (_request, response) => {
    const chunk = Buffer.alloc(MEGABYTE)
    while (!response.destroyed && written < 200) {
      written++
      if (!response.write(chunk))
        await Promise.race([once(response, 'drain'), once(response, 'close')])
    }
    response.end()
  }
  const slow = request({ port, path: '/api/editor/export' }).end()
  const [response] = await once(slow, 'response')
  let before = -1
  while (before !== written) {
    before = written
    await sleep(200)
  }
  expect(written).toBeLessThan(100)
  response.destroy()
})

test('an event of a stream arrives at once, and a client that leaves ends it at the desk', async () => {
  const left = Promise.withResolvers<void>()
  answer = (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: 1\n\n')
    response.once('close', left.resolve)
  }
  const stream = request({ port, path: '/api/editor/publish/events' }).end()
  const [response] = await once(stream, 'response')
  const [event] = await once(response, 'data')
  expect(String(event)).toBe('data: 1\n\n')
  response.destroy()
  await left.promise
})

test('a refusal arrives although the desk does not read the file, and so does the next answer', async () => {
  answer = ({ url }, response) => response.writeHead(url === '/next' ? 200 : 413).end(url)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  for (let round = 0; round < 20; round++) {
    const refused = { port, path: '/large', method: 'POST', agent }
    expect((await send(refused, Buffer.alloc(8 * MEGABYTE))).status).toBe(413)
    expect((await send({ port, path: '/next', agent })).status).toBe(200)
  }
})

test('a call is answered with a sentence while the desk is down', async () => {
  isUp = false
  onTestFinished(() => {
    isUp = true
  })
  const { status, headers, body } = await call('/api/editor/publish')
  expect([status, headers['retry-after']]).toEqual([503, '2'])
  expect(JSON.parse(String(body))).toEqual({
    success: false,
    message: 'The studio is restarting. Nothing was changed: please try again in a moment.',
  })
  const page = await call('/studio/orders')
  expect([page.status, page.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8'])
  expect(String(page.body)).toContain('This page looks again by itself.')
})

test('a desk that ends before its answer may have done the work', async () => {
  answer = ({ socket }) => socket.destroy()
  const { status, body } = await call('/api/editor/products', {}, Buffer.from('{}'))
  expect([status, JSON.parse(String(body)).message]).toEqual([
    503,
    'The studio is restarting. Please check whether your last step was done before you repeat it.',
  ])
})

test('a desk that ends within its answer ends that of the client', async () => {
  answer = ({ socket }, response) => {
    response.writeHead(200, { 'Content-Length': '100' }).write('half', () => socket.destroy())
  }
  await expect(call('/api/editor/export')).rejects.toThrow(/aborted|socket hang up|ECONNRESET/)
})
