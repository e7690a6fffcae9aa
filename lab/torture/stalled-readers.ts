import { fork } from 'node:child_process'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { row } from '#scripts/report.ts'
import { send } from '#tools/http-server.ts'
import { createTempDir } from '#tools/temp-dir.ts'
import { endServer, type ShopServer, startShop } from '../measure/measured-process.ts'
import { percentile } from '../measure/percentile.ts'
import { readMemory, trackPeakMemory } from '../measure/process-usage.ts'

const STALLED = 2_000
const PIPELINERS = 300
/** Below the number of connections that the server allows one address. */
const PER_ADDRESS = 200
const SHOPPERS = 10
const REOPEN_MS = 500
const GET = 'GET /api/products/get-all-products HTTP/1.1\r\nHost: shop.test\r\n\r\n'

/** The server closes connections with unread answers before this time, and pipelining ones at once. */
const STALLED_LIFETIME_MS = 20_000
const PIPELINER_LIFETIME_MS = 2_000

/** Keeps a connection open that sends requests but reads no answers, and reopens it. */
function holdConnection(port: number, index: number): void {
  const localAddress = `127.0.1.${1 + Math.floor(index / PER_ADDRESS)}`
  const isPipeliner = index >= STALLED
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  socket.pause()
  socket.on('error', () => {})
  socket.once('connect', () => socket.write(GET.repeat(isPipeliner ? 2_000 : 1)))
  // A client that reads nothing does not notice that the server closed the connection.
  const lifetimeMs = isPipeliner ? PIPELINER_LIFETIME_MS : STALLED_LIFETIME_MS
  const timer = setTimeout(() => socket.destroy(), lifetimeMs)
  socket.once('close', () => {
    clearTimeout(timer)
    setTimeout(holdConnection, REOPEN_MS, port, index)
  })
}

/** Requests the health of a shop under attack, as several parallel clients. */
export async function measureHealth(
  { port, running }: ShopServer,
  seconds: number,
  mostMs: number,
): Promise<void> {
  const durations: number[] = []
  let unanswered = 0
  const getPeak = trackPeakMemory(running.child.pid ?? 0, readMemory)
  const until = performance.now() + seconds * 1_000
  await Promise.all(
    Array.from({ length: SHOPPERS }, async (_, index) => {
      // Each request uses a new connection.
      const localAddress = `127.0.2.${1 + index}`
      const request = { port, path: '/api/health', localAddress, agent: false }
      while (performance.now() < until) {
        const start = performance.now()
        try {
          await send({ ...request, headers: { Host: 'shop.test' } })
          durations.push(performance.now() - start)
        } catch {
          unanswered += 1
        }
        await sleep(100)
      }
    }),
  )
  const p99 = percentile(durations, 0.99)
  row('requests of others: 99 of 100 within', p99, { unit: 'ms', most: mostMs })
  row('requests of others without an answer', unanswered, { most: 0 })
  row('largest memory', getPeak(), { unit: 'MB', most: 400 })
}

export async function stallReaders(seconds: number): Promise<void> {
  row(`${STALLED} stalled readers, ${PIPELINERS} pipeliners: seconds`, seconds)
  using folder = createTempDir()
  const shop = await startShop(`sqlite:${join(folder.path, 'shop.db')}`, 1)
  const attacker = fork(import.meta.filename, [String(shop.port)])
  await measureHealth(shop, seconds, 500)
  attacker.kill()
  await endServer(shop)
}

// In a separate process, so that the attack does not delay the measurement.
if (import.meta.main)
  for (let index = 0; index < STALLED + PIPELINERS; index++)
    holdConnection(Number(process.argv[2]), index)
