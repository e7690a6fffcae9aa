import { fork } from 'node:child_process'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTempDir } from '#tests/helpers/temp-dir.ts'
import { readMemory } from '../measure/process-usage.ts'
import { endShop, startShop } from './shop-process.ts'

const STALLED = 2_000
const PIPELINERS = 300
/** Below the connections that the server allows one address. */
const PER_ADDRESS = 200
const SHOPPERS = 10
const REOPEN_MS = 500
const GET = 'GET /api/products/get-all-products HTTP/1.1\r\nHost: shop.test\r\n\r\n'

/** The server gives up an answer that is not read before that, and pipelined requests at once. */
const STALLED_LIFETIME_MS = 20_000
const PIPELINER_LIFETIME_MS = 2_000

/** Keeps a connection open that sends requests and reads no answer, and opens it again. */
function holdConnection(port: number, index: number): void {
  const localAddress = `127.0.1.${1 + Math.floor(index / PER_ADDRESS)}`
  const isPipeliner = index >= STALLED
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  socket.pause()
  socket.on('error', () => {})
  socket.once('connect', () => socket.write(GET.repeat(isPipeliner ? 2_000 : 1)))
  // A client that reads nothing does not learn that the server has closed the connection.
  const lifetimeMs = isPipeliner ? PIPELINER_LIFETIME_MS : STALLED_LIFETIME_MS
  const timer = setTimeout(() => socket.destroy(), lifetimeMs)
  socket.once('close', () => {
    clearTimeout(timer)
    setTimeout(holdConnection, REOPEN_MS, port, index)
  })
}

/** Attacks until the process ends: in one of its own, so that it does not delay the measurement. */
function attack(port: number): void {
  for (let index = 0; index < STALLED + PIPELINERS; index++) holdConnection(port, index)
}

/** One request on a connection of its own. @returns its duration in ms; undefined without an answer. */
export const askHealth = (port: number, index: number): Promise<number | undefined> =>
  new Promise((resolve) => {
    const start = performance.now()
    const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.2.${1 + index}` })
    socket.once('data', () => {
      resolve(performance.now() - start)
      socket.destroy()
    })
    socket.on('error', () => resolve(undefined))
    socket.on('close', () => resolve(undefined))
    socket.write('GET /api/health HTTP/1.1\r\nHost: shop.test\r\n\r\n')
  })

/** The duration within which 99 of 100 requests were answered. */
export const toP99 = (durations: number[]): number =>
  durations.toSorted((a, b) => a - b)[Math.floor(durations.length * 0.99)] ??
  Number.POSITIVE_INFINITY

export interface StalledFigures {
  /** 99 of 100 requests of other clients were answered within so many ms. */
  p99: number
  unanswered: number
  peakMegabytes: number
}

export async function measureStalledReaders(seconds: number): Promise<StalledFigures> {
  using folder = createTempDir()
  const shop = await startShop(`sqlite:${join(folder.path, 'shop.db')}`, 1)
  const attacker = fork(import.meta.filename, [String(shop.port)])
  const durations: number[] = []
  let unanswered = 0
  let peakMegabytes = 0
  const until = performance.now() + seconds * 1_000
  await Promise.all(
    Array.from({ length: SHOPPERS }, async (_, index) => {
      while (performance.now() < until) {
        const duration = await askHealth(shop.port, index)
        if (duration === undefined) unanswered += 1
        else durations.push(duration)
        peakMegabytes = Math.max(peakMegabytes, readMemory(shop.running.child.pid ?? 0))
        await sleep(100)
      }
    }),
  )
  attacker.kill()
  await endShop(shop)
  return { p99: toP99(durations), unanswered, peakMegabytes }
}

if (import.meta.main) attack(Number(process.argv[2]))
