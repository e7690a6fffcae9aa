import { randomUUID } from 'node:crypto'
import { send } from './http-server.ts'

const TICK_MS = 5
/** Answers that take longer are listed. */
const SLOW_MS = 100

/** A call whose answer took long. */
export interface SlowCall {
  name: string
  /** Milliseconds since 1970. */
  at: number
  ms: number
}

const startFigures = () => ({
  startedAt: performance.now(),
  /** One line for each request without an expected answer. */
  failures: [] as string[],
  sent: 0,
  /** Requests that were due while `maxInFlight` waited. */
  skipped: 0,
  /** Milliseconds until each answer. */
  latencies: [] as number[],
  /** Those of calls that read, and of calls that change something. */
  reads: [] as number[],
  writes: [] as number[],
  slow: [] as SlowCall[],
})

export type LoadCall = [method: string, path: string, body?: object]

export interface LoadOptions {
  port: number
  host: string
  /** The cookies of several accounts. */
  cookies: string[]
  /** What is called in turn, so often a second. */
  calls: LoadCall[]
  perSecond: number
  /** Whether connections come from 200 addresses, as the connections of one address are limited. */
  hasManyAddresses?: boolean
  /** A server that cannot keep up gets fewer requests instead of a queue without end. */
  maxInFlight: number
}

/**
 * Sends pages, reads and additions at a fixed rate, whether or not earlier ones are answered, each on a
 * connection of its own.
 */
export function startScheduledLoad(options: LoadOptions) {
  const { port, host, cookies, calls, perSecond, maxInFlight } = options
  const pending = new Set<Promise<void>>()
  const start = performance.now()
  let due = 0
  let sent = 0
  let figures = startFigures()

  async function sendNext(current: typeof figures): Promise<void> {
    const { failures, latencies, slow } = current
    const index = sent++
    const [method, path, body] = calls[index % calls.length] ?? ['GET', '/']
    const account = Math.floor(index / calls.length) % cookies.length
    const localAddress = options.hasManyAddresses ? `127.0.1.${index % 200}` : undefined
    const headers = {
      Host: host,
      Cookie: cookies[account] ?? '',
      'Idempotency-Key': randomUUID(),
      ...(body && { 'Content-Type': 'application/json' }),
    }
    const sentAt = performance.now()
    try {
      const request = { port, agent: false, localAddress, method, path, headers }
      const answer = await send(request, body && JSON.stringify(body))
      // 202: counted. 409: the cart has as many as there may be.
      if (![200, 202, 409].includes(answer.status))
        failures.push(`${method} ${path} ${answer.status} ${answer.body.subarray(0, 100)}`)
    } catch (error) {
      failures.push(`${method} ${path} ${String(error)}`)
    }
    const ms = performance.now() - sentAt
    latencies.push(ms)
    current[method === 'GET' ? 'reads' : 'writes'].push(ms)
    if (ms > SLOW_MS)
      slow.push({ name: `${method} ${path}`, at: performance.timeOrigin + sentAt, ms })
  }

  const timer = setInterval(() => {
    const dueNow = Math.floor(((performance.now() - start) * perSecond) / 1_000)
    for (; due < dueNow; due++) {
      if (pending.size >= maxInFlight) {
        figures.skipped += 1
        continue
      }
      figures.sent += 1
      const request = sendNext(figures).finally(() => pending.delete(request))
      pending.add(request)
    }
  }, TICK_MS)

  return {
    getSent: () => sent,
    /** Waits for the answers to what was sent. @returns the figures since the last call. */
    async takeFigures() {
      const taken = figures
      figures = startFigures()
      const seconds = (figures.startedAt - taken.startedAt) / 1_000
      await Promise.all(pending)
      return { ...taken, perSecond: taken.sent / seconds }
    },
    async stop(): Promise<void> {
      clearInterval(timer)
      await Promise.all(pending)
    },
  }
}
