import { once } from 'node:events'
import type { RequestListener, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { closeServer, getPort, listen } from '#src/run/listen.ts'

const LOOPBACK = '127.0.0.1'
const CLIENTS = 100
const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
const ANSWER = /^HTTP\/1\.1 200 OK\r\n[\s\S]*Connection: close\r\n[\s\S]*\r\n\r\nwhole answer$/

const listenOnLoopback = (listener: RequestListener) => listen(listener, LOOPBACK, 0)

/** Connected sockets. */
const openSockets = (port: number): Promise<Socket[]> =>
  Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      const socket = connect(port, LOOPBACK)
      await once(socket, 'connect')
      return socket
    }),
  )

/** Blocks the event loop, as a machine that gives its processors to others does. */
function suspend(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

/** Resolves when the server has closed the socket, with the milliseconds until then. */
function untilClosed(socket: Socket): Promise<number> {
  const start = performance.now()
  return new Promise((resolve) => {
    socket.on('error', () => {})
    socket.on('close', () => resolve(performance.now() - start))
    socket.resume()
  })
}

test('closes sockets that stall in their headers or send a body slowly, and serves others meanwhile (T27)', async () => {
  const server = await listenOnLoopback((request, response) => {
    request.resume()
    request.on('end', () => response.end('ok'))
  })
  expect(server.headersTimeout).toBeLessThanOrEqual(10_000)
  const port = getPort(server)
  let open = 0
  const stall = (start: string, slowly = false) => {
    const socket = connect(port, LOOPBACK)
    socket.write(start)
    open++
    const timer = slowly ? setInterval(() => socket.write('x'), 500) : undefined
    return untilClosed(socket).finally(() => {
      clearInterval(timer)
      open--
    })
  }
  const closing = [
    ...Array.from({ length: 100 }, () => stall('GET / HTTP/1.1\r\nHost: x\r\nX-Slow:')),
    ...Array.from({ length: 20 }, () =>
      stall('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n', true),
    ),
  ]
  const answer = await fetch(`http://${LOOPBACK}:${port}/`)
  expect([answer.status, open]).toEqual([200, 120])
  // The slow bodies need 500 s to arrive.
  const spans = await Promise.all(closing)
  expect(Math.max(...spans)).toBeLessThan(30_000)
  await closeServer(server)
}, 60_000)

test('lets the file of an editor arrive slowly, while the bytes come', async () => {
  const server = await listenOnLoopback((request, response) => {
    request.resume()
    request.on('end', () => response.end('ok'))
  })
  const socket = connect(getPort(server), LOOPBACK)
  socket.write('POST /api/editor/pictures?x=1 HTTP/1.1\r\nHost: x\r\nContent-Length: 24\r\n\r\n')
  let answer = ''
  socket.on('data', (chunk) => {
    answer += String(chunk)
  })
  // 12 s: longer than any other body may take.
  const timer = setInterval(() => socket.write('x'), 500)
  await expect.poll(() => answer, { timeout: 60_000 }).toContain('200 OK')
  clearInterval(timer)
  socket.destroy()
  await closeServer(server)
}, 90_000)

describe('closing a server (F25)', () => {
  test('answers every request in flight, and refuses new connections', async () => {
    const responses: ServerResponse[] = []
    const server = await listenOnLoopback((_request, response) => void responses.push(response))
    const url = `http://${LOOPBACK}:${getPort(server)}/`
    const answers = Array.from({ length: CLIENTS }, async () => {
      const response = await fetch(url)
      return [response.headers.get('connection'), await response.text()]
    })
    await expect.poll(() => responses.length, { timeout: 60_000 }).toBe(CLIENTS)
    const closed = closeServer(server)
    await sleep(50)
    for (const response of responses) response.end('whole answer')
    const expected = Array.from({ length: CLIENTS }, () => ['close', 'whole answer'])
    expect(await Promise.all(answers)).toEqual(expected)
    await closed
    await expect(fetch(url)).rejects.toThrow()
  }, 120_000)

  test('answers a request that arrives on an idle kept-alive connection', async () => {
    const server = await listenOnLoopback((_request, response) => void response.end('whole answer'))
    const sockets = await openSockets(getPort(server))
    await Promise.all(
      sockets.map((socket) => {
        socket.write(GET)
        return once(socket, 'data')
      }),
    )
    // The kernel has these requests before the server reads any of them.
    for (const socket of sockets) socket.write(GET)
    const answers = sockets.map((socket) => text(socket))
    await closeServer(server)
    for (const answer of await Promise.all(answers)) expect(answer).toMatch(ANSWER)
  }, 120_000)

  test.each([
    ['are queued in the kernel', 0],
    ['are queued in the kernel while the process is suspended', 400],
  ])(
    'answers clients whose connections %s',
    async (_which, pauseMs) => {
      const server = await listenOnLoopback(
        (_request, response) => void response.end('whole answer'),
      )
      let accepted = 0
      server.on('connection', () => accepted++)
      const sockets = Array.from({ length: CLIENTS }, () => connect(getPort(server), LOOPBACK))
      for (const socket of sockets) socket.write(GET)
      await once(sockets[0] ?? server, 'connect')
      expect(accepted).toBeLessThan(CLIENTS)
      const answers = sockets.map((socket) => text(socket))
      const closed = closeServer(server)
      suspend(pauseMs)
      await closed
      for (const answer of await Promise.all(answers)) expect(answer).toMatch(ANSWER)
    },
    120_000,
  )

  test('closes idle connections when the grace period ends', async () => {
    const server = await listenOnLoopback((_request, response) => void response.end('ok'))
    const socket = connect(getPort(server), LOOPBACK)
    socket.write(GET)
    await once(socket, 'data')
    const closed = untilClosed(socket)
    await closeServer(server)
    expect(await closed).toBeLessThan(10_000)
  }, 60_000)
})
