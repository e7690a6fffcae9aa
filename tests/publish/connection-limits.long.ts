import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { closeServer, getPort, listen } from '#src/run/listen.ts'

const LOOPBACK = '127.0.0.1'
/** Another client, as far as the server can tell. */
const OTHER_LOOPBACK = '127.0.0.2'
const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
const poll: typeof expect.poll = (read) => expect.poll(read, { timeout: 60_000 })

/** Serves on a free port until the test ends. */
async function openServer(listener: RequestListener, limits: Parameters<typeof listen>[3] = {}) {
  const server = await listen(listener, LOOPBACK, 0, limits)
  const port = getPort(server)
  async function open(localAddress = LOOPBACK): Promise<Socket> {
    const socket = connect({ port, host: LOOPBACK, localAddress })
    socket.on('error', () => {})
    await once(socket, 'connect')
    return socket
  }
  /** Whether a request on a new connection gets an answer, not a closed connection. */
  async function isAnswered(localAddress = LOOPBACK): Promise<boolean> {
    const socket = await open(localAddress)
    const outcome = new Promise<boolean>((resolve) => {
      socket.on('data', () => resolve(true))
      socket.on('close', () => resolve(false))
    })
    socket.write(GET)
    return outcome.finally(() => socket.destroy())
  }
  return { server, open, isAnswered, [Symbol.asyncDispose]: () => closeServer(server) }
}

const answerOk: RequestListener = (_request, response) => void response.end('ok')

describe('connection limits (T27)', () => {
  test('runs at most 8 pipelined requests of a connection and blocks a client that queues more', async () => {
    let started = 0
    await using shop = await openServer(() => void started++)
    const [socket, sibling] = [await shop.open(), await shop.open()]
    socket.write(GET.repeat(40))
    await poll(() => started).toBe(8)
    const closed = [socket, sibling].map((socket) => once(socket.resume(), 'close'))
    socket.write(GET.repeat(2_000))
    await Promise.all(closed)
    expect(started).toBe(8)
    const later = await shop.open()
    await once(later.resume(), 'close')
    const other = await shop.open(OTHER_LOOPBACK)
    other.write(GET)
    await poll(() => started).toBe(9)
    other.destroy()
  })

  test('answers pipelined requests in order', async () => {
    await using shop = await openServer((request, response) => void response.end(request.url))
    const socket = await shop.open()
    const paths = Array.from({ length: 40 }, (_, nth) => `/${nth}`)
    socket.write(paths.map((path) => GET.replace('/', path)).join(''))
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    const bodies = (await text(socket)).matchAll(/\r\n\r\n(\/\d*)/g)
    expect([...bodies].map(([, body]) => body)).toEqual([...paths, '/'])
  })

  test('closes a connection whose answer is not read', async () => {
    const large = Buffer.alloc(4_000_000)
    await using shop = await openServer((_request, response) => void response.end(large), {
      stalledMs: 500,
    })
    const socket = await shop.open()
    socket.pause()
    socket.write(GET)
    await poll(
      () => new Promise((resolve) => shop.server.getConnections((_, count) => resolve(count))),
    ).toBe(0)
    socket.destroy()
  })

  test('waits for an answer that the server prepares, also behind a body', async () => {
    const answerSlowly: RequestListener = (request, response) =>
      void request.resume().on('end', () => setTimeout(() => response.end('prepared'), 1_500))
    await using shop = await openServer(answerSlowly, { stalledMs: 500 })
    const socket = await shop.open()
    for (const request of [GET, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\nx', GET]) {
      socket.write(request)
      const [answer] = await once(socket, 'data')
      expect(String(answer)).toContain('prepared')
    }
    socket.destroy()
  })

  test('waits for the rest of an answer, and closes its connection when the next one is idle', async () => {
    const answerInParts: RequestListener = (_request, response) => {
      response.write('first')
      setTimeout(() => response.end('second'), 1_500)
    }
    await using shop = await openServer(answerInParts, { stalledMs: 500 })
    const socket = await shop.open()
    socket.write(GET)
    expect(await text(socket)).toContain('second')
  })

  test('leaves room for others when one address opens too many connections', async () => {
    await using shop = await openServer(answerOk, { perAddress: 5 })
    const sockets = await Promise.all(Array.from({ length: 5 }, () => shop.open()))
    expect(await shop.isAnswered()).toBe(false)
    expect(await shop.isAnswered(OTHER_LOOPBACK)).toBe(true)
    for (const socket of sockets) socket.destroy()
    await poll(() => shop.isAnswered()).toBe(true)
  })

  test('closes the connection without a request for longest when all are taken', async () => {
    await using shop = await openServer(answerOk, { total: 3 })
    const [active, held, third] = [await shop.open(), await shop.open(), await shop.open()]
    const request = () => {
      active.write(GET)
      return once(active, 'data')
    }
    await request()
    const closed = once(held.resume(), 'close')
    expect(await shop.isAnswered(OTHER_LOOPBACK)).toBe(true)
    await closed
    await request()
    for (const socket of [active, third]) socket.destroy()
  })
})
