import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BODY_TIMEOUT } from '#src/run/invalid-requests.ts'
import { closeServer, getPort, listen } from '#src/run/listen.ts'

/** Far below the standstill, which is longer than the time between two checks of Node. */
const LIMITS = { headersMs: 300, bodyMs: 300 }
const STANDSTILL_MS = 1_600

const HEAD = 'Host: x\r\nConnection: close\r\n'
const GET = `GET / HTTP/1.1\r\n${HEAD}\r\n`
const POST = `POST / HTTP/1.1\r\n${HEAD}Content-Length: 4\r\n\r\n`

let started: PromiseWithResolvers<void>
const answer: RequestListener = async (request, response) => {
  started.resolve()
  response.end(await text(request).catch(() => ''))
}
let server: Awaited<ReturnType<typeof listen>>

beforeAll(async () => {
  server = await listen(answer, '127.0.0.1', 0, LIMITS)
})
afterAll(() => closeServer(server))

/** Opens a connection that the server has accepted. */
async function open(to = server): Promise<Socket> {
  const accepted = once(to, 'connection')
  const socket = connect(getPort(to), '127.0.0.1')
  await accepted
  return socket
}

/** What arrives meanwhile waits in the kernel. */
const standStill = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STANDSTILL_MS)

test('answers what has arrived while the process stood still (T27)', async () => {
  started = Promise.withResolvers()
  const [whole, begun, body] = [await open(), await open(), await open()]
  begun.write(GET.slice(0, 30))
  body.write(POST)
  await started.promise
  const answers = [whole, begun, body].map((socket) => text(socket))
  whole.write(GET)
  begun.write(GET.slice(30))
  body.write('good')
  standStill()
  const [first, ...others] = await Promise.all(answers)
  expect(first).toMatch(/^HTTP\/1\.1 200 /)
  expect(others).toEqual([
    expect.stringMatching(/^HTTP\/1\.1 200 /),
    expect.stringMatching(/^HTTP\/1\.1 200 [\s\S]*good/),
  ])
})

test('closes no connection on which something has arrived meanwhile (T27)', async () => {
  started = Promise.withResolvers()
  const impatient = await listen(answer, '127.0.0.1', 0, { stalledMs: 300 })
  const socket = await open(impatient)
  const answered = text(socket)
  socket.write(GET)
  standStill()
  expect(await answered).toMatch(/^HTTP\/1\.1 200 /)
  await closeServer(impatient)
})

test('answers 408 to what is late after a standstill, too (T27)', async () => {
  started = Promise.withResolvers()
  const [headers, body] = [await open(), await open()]
  const answers = [headers, body].map((socket) => text(socket))
  headers.write(GET.slice(0, 30))
  body.write(`${POST}ba`)
  await started.promise
  standStill()
  for (const late of await Promise.all(answers)) expect(late).toMatch(/^HTTP\/1\.1 408 /)
})

test('ends the connection of a 408 also when the client keeps its side open (T27)', async () => {
  const limited = await listen(answer, '127.0.0.1', 0)
  const accepted = once(limited, 'connection')
  const socket = connect({ port: getPort(limited), host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => {}).resume()
  const [connection] = (await accepted) as [Socket]
  const closed = once(connection, 'close')
  socket.write(GET.slice(0, 30))
  limited.emit('clientError', Object.assign(new Error(), { code: BODY_TIMEOUT }), connection)
  // One header that goes on, so that something moves, and is valid.
  const drip = setInterval(() => socket.write('x'), 100)
  // If it stays open, the time limit of the test ends the wait.
  await closed
  clearInterval(drip)
  socket.destroy()
  await closeServer(limited)
})
