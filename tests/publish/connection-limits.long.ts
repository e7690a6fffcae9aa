import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { connect, type Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { closeServer, getPort, listen } from '#src/run/listen.ts'

const LOOPBACK = '127.0.0.1'
/** Another client, as far as the server can tell. */
const OTHER_LOOPBACK = '127.0.0.2'
const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
/** A path that takes files. */
const UPLOAD = '/api/editor/import'
const LARGE = Buffer.alloc(4_000_000)

/** Serves on a free port until the test ends. */
async function openServer(listener: RequestListener, limits: Parameters<typeof listen>[3] = {}) {
  const server = await listen(listener, LOOPBACK, 0, limits)
  return { server, port: getPort(server), [Symbol.asyncDispose]: () => closeServer(server) }
}

const answerOk: RequestListener = (_request, response) => void response.end('ok')

async function open(port: number, localAddress = LOOPBACK): Promise<Socket> {
  const socket = connect({ port, host: LOOPBACK, localAddress })
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Whether a request on a new connection gets an answer, not a closed connection. */
async function isAnswered(port: number, localAddress = LOOPBACK): Promise<boolean> {
  const socket = connect({ port, host: LOOPBACK, localAddress })
  const outcome = new Promise<boolean>((resolve) => {
    socket.on('data', () => resolve(true))
    socket.on('error', () => resolve(false))
    socket.on('close', () => resolve(false))
  })
  socket.write(GET)
  return outcome.finally(() => socket.destroy())
}

describe('connection limits (T27)', () => {
  test('runs at most 8 pipelined requests of a connection and blocks a client that queues more', async () => {
    let started = 0
    await using shop = await openServer(() => void started++)
    const { port } = shop
    const [socket, sibling] = [await open(port), await open(port)]
    socket.write(GET.repeat(40))
    await expect.poll(() => started, { timeout: 60_000 }).toBe(8)
    const closed = [socket, sibling].map((one) => once(one.resume(), 'close'))
    socket.write(GET.repeat(2_000))
    await Promise.all(closed)
    expect(started).toBe(8)
    const later = await open(port)
    await once(later.resume(), 'close')
    const other = await open(port, OTHER_LOOPBACK)
    other.write(GET)
    await expect.poll(() => started, { timeout: 60_000 }).toBe(9)
    other.destroy()
  }, 120_000)

  test('answers pipelined requests in order', async () => {
    await using shop = await openServer((request, response) => void response.end(request.url))
    const socket = await open(shop.port)
    const paths = Array.from({ length: 40 }, (_, nth) => `/${nth}`)
    socket.write(paths.map((path) => GET.replace('/', path)).join(''))
    let received = ''
    socket.on('data', (chunk) => {
      received += String(chunk)
    })
    await expect.poll(() => received.match(/\n\/\d+/g)?.length, { timeout: 60_000 }).toBe(40)
    const bodies = [...received.matchAll(/\r\n\r\n(\/\d+)/g)].map(([, body]) => body)
    expect(bodies).toEqual(paths)
    socket.destroy()
  }, 120_000)

  test('closes a connection whose answer is not read', async () => {
    const answerLarge: RequestListener = (_request, response) => void response.end(LARGE)
    await using shop = await openServer(answerLarge, { stalledMs: 500 })
    const { server, port } = shop
    const socket = await open(port)
    socket.pause()
    socket.write(GET)
    await expect
      .poll(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count))), {
        timeout: 60_000,
      })
      .toBe(0)
    socket.destroy()
  }, 120_000)

  test('waits longer for the answer to a file, and no longer for the next request', async () => {
    const importSlowly: RequestListener = (request, response) => {
      if (request.url === UPLOAD) setTimeout(() => response.end('imported'), 1_500)
    }
    await using shop = await openServer(importSlowly, { stalledMs: 500 })
    const socket = await open(shop.port)
    const closed = once(socket, 'close')
    socket.write(GET.replace('/', UPLOAD))
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toContain('imported')
    socket.write(GET)
    await closed
  }, 120_000)

  test('leaves room for others when one address opens too many connections', async () => {
    await using shop = await openServer(answerOk, { perAddress: 5 })
    const { port } = shop
    const sockets = await Promise.all(Array.from({ length: 5 }, () => open(port)))
    expect(await isAnswered(port)).toBe(false)
    expect(await isAnswered(port, OTHER_LOOPBACK)).toBe(true)
    for (const socket of sockets) socket.destroy()
    await expect.poll(() => isAnswered(port), { timeout: 60_000 }).toBe(true)
  }, 120_000)

  test('closes the connection without a request for longest when all are taken', async () => {
    await using shop = await openServer(answerOk, { total: 3 })
    const { port } = shop
    const [active, held, third] = [await open(port), await open(port), await open(port)]
    active.write(GET)
    await once(active, 'data')
    const closed = once(held.resume(), 'close')
    expect(await isAnswered(port, OTHER_LOOPBACK)).toBe(true)
    await closed
    active.write(GET)
    await once(active, 'data')
    for (const socket of [active, third]) socket.destroy()
  }, 120_000)
})
