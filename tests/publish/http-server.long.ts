import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { closeServer, getPort, listen } from '#src/run/listen.ts'

const LOOPBACK = '127.0.0.1'

function closedAfter(socket: Socket): Promise<number> {
  const began = performance.now()
  return new Promise((resolve) => {
    socket.on('error', () => {})
    socket.on('close', () => resolve(performance.now() - began))
    socket.resume()
  })
}

test.concurrent(
  'T27: sockets that stall in their headers, or drip a body, are closed within 12 s',
  async () => {
    const server = await listen(
      (request, response) => {
        request.resume()
        request.on('end', () => response.end('ok'))
      },
      LOOPBACK,
      0,
    )
    const port = getPort(server)
    const stalled = Array.from({ length: 100 }, () => {
      const socket = connect(port, LOOPBACK)
      socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow:')
      return closedAfter(socket)
    })
    const dripping = Array.from({ length: 20 }, () => {
      const socket = connect(port, LOOPBACK)
      socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n')
      const drip = setInterval(() => socket.write('x'), 500)
      return closedAfter(socket).finally(() => clearInterval(drip))
    })
    await sleep(1_000)
    const began = performance.now()
    const answer = await fetch(`http://${LOOPBACK}:${port}/`)
    expect([answer.status, performance.now() - began < 1_000]).toEqual([200, true])
    const spans = await Promise.all([...stalled, ...dripping])
    expect(Math.max(...spans)).toBeLessThan(14_000)
    await closeServer(server)
  },
  30_000,
)

test.concurrent(
  'F25: a stop drops no answer that is under way',
  async () => {
    const server = await listen(
      (_request, response) => {
        setTimeout(() => response.end('whole answer'), 600)
      },
      LOOPBACK,
      0,
    )
    const url = `http://${LOOPBACK}:${getPort(server)}/`
    const answers = Array.from({ length: 100 }, async () => (await fetch(url)).text())
    await sleep(300)
    await closeServer(server)
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['whole answer']))
    await expect(fetch(url)).rejects.toThrow()
  },
  30_000,
)
