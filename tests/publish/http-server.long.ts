import { once } from 'node:events'
import type { RequestListener, Server, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { closeServer, getPort, listen } from '#src/run/listen.ts'

const LOOPBACK = '127.0.0.1'
const CLIENTS = 100
const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
const ANSWER = /^HTTP\/1\.1 200 OK\r\n[\s\S]*Connection: close\r\n[\s\S]*\r\n\r\nwhole answer$/

const listenOnLoopback = (listener: RequestListener) => listen(listener, LOOPBACK, 0)
const answer: RequestListener = (_request, response) => void response.end('whole answer')
const readThenAnswer: RequestListener = (request, response) =>
  void request.resume().on('end', () => answer(request, response))

const connectAll = (server: Server, count = CLIENTS): Socket[] =>
  Array.from({ length: count }, () => connect(getPort(server), LOOPBACK).on('error', () => {}))

/** Writes to all sockets, and `x` to them again and again until they close. */
function stall(sockets: Socket[], start: string, slowly = false): void {
  for (const socket of sockets) {
    socket.write(start)
    if (!slowly) continue
    const timer = setInterval(() => socket.write('x'), 500)
    socket.on('close', () => clearInterval(timer))
  }
}

const untilClosed = (sockets: Socket[]) =>
  Promise.all(sockets.map((socket) => once(socket.resume(), 'close')))

describe.concurrent('sockets that are slow', { timeout: 90_000 }, () => {
  test('in their headers or a body are closed, and others served meanwhile (T27)', async () => {
    const server = await listenOnLoopback(readThenAnswer)
    expect(server.headersTimeout).toBeLessThanOrEqual(10_000)
    const [headers, bodies] = [connectAll(server, 100), connectAll(server, 20)]
    stall(headers, 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow:')
    stall(bodies, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n', true)
    const { status } = await fetch(`http://${LOOPBACK}:${getPort(server)}/`)
    const open = [...headers, ...bodies].filter(({ closed }) => !closed)
    expect([status, open.length]).toEqual([200, 120])
    // The slow bodies need 500 s to arrive, longer than the time limit of a test.
    await untilClosed([...headers, ...bodies])
    await closeServer(server)
  })

  test('in the file of an editor are served, while the bytes come', async () => {
    const server = await listenOnLoopback(readThenAnswer)
    const [socket] = connectAll(server, 1) as [Socket]
    // 12 s: longer than any other body may take.
    const post = 'POST /api/editor/pictures?x=1 HTTP/1.1\r\nHost: x\r\nContent-Length: 24\r\n\r\n'
    stall([socket], post, true)
    const [received] = await once(socket, 'data')
    expect(String(received)).toContain('200 OK')
    socket.destroy()
    await closeServer(server)
  })
})

/** Closes a server, and expects a whole answer on each connection. */
async function expectAnswers(server: Server, sockets: Socket[], pauseMs = 0): Promise<void> {
  const answers = sockets.map((socket) => text(socket))
  const closed = closeServer(server)
  // Blocks the event loop, as a machine that gives its processors to others does.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs)
  await closed
  for (const received of await Promise.all(answers)) expect(received).toMatch(ANSWER)
}

describe('closing a server (F25)', () => {
  test('answers every request in flight, and refuses new connections', async () => {
    const responses: ServerResponse[] = []
    const server = await listenOnLoopback((_request, response) => void responses.push(response))
    const port = getPort(server)
    const sockets = connectAll(server)
    for (const socket of sockets) socket.write(GET)
    await expect.poll(() => responses.length, { timeout: 60_000 }).toBe(CLIENTS)
    const answered = expectAnswers(server, sockets)
    await expect.poll(() => server.listening).toBe(false)
    await expect(fetch(`http://${LOOPBACK}:${port}/`)).rejects.toThrow()
    for (const response of responses) response.end('whole answer')
    await answered
  })

  test('answers 503 to a request whose answer does not come in time', async () => {
    const server = await listenOnLoopback(() => {})
    const received = fetch(`http://${LOOPBACK}:${getPort(server)}/`, { method: 'POST' })
    await once(server, 'request')
    await closeServer(server)
    expect((await received).status).toBe(503)
  })

  test('answers a request that arrives on an idle kept-alive connection', async () => {
    const server = await listenOnLoopback(answer)
    const sockets = connectAll(server)
    for (const socket of sockets) socket.write(GET)
    await Promise.all(sockets.map((socket) => once(socket, 'data')))
    // The kernel has these requests before the server reads any of them.
    for (const socket of sockets) socket.write(GET)
    await expectAnswers(server, sockets)
  })

  test.each([
    ['are queued in the kernel', 0],
    ['are queued in the kernel while the process is suspended', 2_500],
  ])('answers clients whose connections %s', async (_which, pauseMs) => {
    const server = await listenOnLoopback(answer)
    let accepted = 0
    server.on('connection', () => accepted++)
    const sockets = connectAll(server)
    for (const socket of sockets) socket.write(GET)
    await once(sockets[0] ?? server, 'connect')
    expect(accepted).toBeLessThan(CLIENTS)
    await expectAnswers(server, sockets, pauseMs)
  })

  test('closes idle connections when the grace period ends', async () => {
    const server = await listenOnLoopback(answer)
    const [socket] = connectAll(server, 1) as [Socket]
    socket.write(GET)
    await once(socket, 'data')
    const start = performance.now()
    await closeServer(server)
    expect(performance.now() - start).toBeLessThan(10_000)
  })
})
