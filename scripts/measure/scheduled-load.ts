import type { RequestOptions } from 'node:http'
import { send } from '#tests/helpers/http-server.ts'
import { percentile } from './percentile.ts'

const TICK_MS = 5
/** An answer counts as late after this time. */
const LATE_MS = 1_000

export interface ScheduledLoadOptions {
  port: number
  perSecond: number
  /** A server that cannot keep up gets fewer requests instead of a queue without end. */
  maxInFlight: number
  toRequest: (index: number) => RequestOptions & { body?: string | undefined }
  isExpected: (status: number) => boolean
}

export interface ScheduledFigures {
  /** One line for each request without an expected answer. */
  failures: string[]
  /** Requests sent per second. */
  perSecond: number
  /** Requests that were due while `maxInFlight` waited, and answers that took longer than a second. */
  skipped: number
  late: number
  /** Milliseconds in which 99 of 100 were answered. */
  p99: number
}

/**
 * Sends requests at a fixed rate, whether or not earlier ones are answered, each on a connection of
 * its own.
 */
export function startScheduledLoad(options: ScheduledLoadOptions) {
  const { port, perSecond, maxInFlight, toRequest, isExpected } = options
  const pending = new Set<Promise<void>>()
  const start = performance.now()
  let due = 0
  let sent = 0
  let since = { at: start, due: 0, sent: 0 }
  let failures: string[] = []
  let latencies: number[] = []

  async function sendNext(): Promise<void> {
    const { body: content, ...options } = toRequest(sent++)
    const name = `${options.method} ${options.path}`
    const sentAt = performance.now()
    try {
      const { status, body } = await send({ port, agent: false, ...options }, content)
      if (!isExpected(status)) failures.push(`${name} ${status} ${body.subarray(0, 100)}`)
    } catch (error) {
      failures.push(`${name} ${String(error)}`)
    }
    latencies.push(performance.now() - sentAt)
  }

  const timer = setInterval(() => {
    const dueNow = Math.floor(((performance.now() - start) * perSecond) / 1_000)
    for (; due < dueNow; due++) {
      if (pending.size >= maxInFlight) continue
      const request = sendNext().finally(() => pending.delete(request))
      pending.add(request)
    }
  }, TICK_MS)

  return {
    getSent: () => sent,
    /** Waits for the answers to what was sent. @returns the figures since the last call. */
    async takeFigures(): Promise<ScheduledFigures> {
      const now = { at: performance.now(), due, sent }
      await Promise.all(pending)
      const count = now.sent - since.sent
      const figures = {
        failures,
        perSecond: (count * 1_000) / (now.at - since.at),
        skipped: now.due - since.due - count,
        late: latencies.filter((latency) => latency > LATE_MS).length,
        p99: percentile(latencies, 0.99),
      }
      since = now
      failures = []
      latencies = []
      return figures
    },
    async stop(): Promise<void> {
      clearInterval(timer)
      await Promise.all(pending)
    },
  }
}
