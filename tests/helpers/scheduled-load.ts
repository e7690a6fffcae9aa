import type { LoadRequest } from '#scripts/measure/http-load.ts'
import { send } from './http-server.ts'

const TICK_MS = 5

interface ScheduledLoadOptions {
  port: number
  perSecond: number
  /** A server that cannot keep up gets fewer requests instead of a queue without end. */
  maxInFlight: number
  toRequest: (index: number) => LoadRequest
  isExpected: (status: number) => boolean
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
})

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
  let figures = startFigures()

  async function sendNext({ failures, latencies }: typeof figures): Promise<void> {
    const { body: content, ...request } = toRequest(sent++)
    const name = `${request.method} ${request.path}`
    const sentAt = performance.now()
    try {
      const { status, body } = await send({ port, agent: false, ...request }, content)
      if (!isExpected(status)) failures.push(`${name} ${status} ${body.subarray(0, 100)}`)
    } catch (error) {
      failures.push(`${name} ${String(error)}`)
    }
    latencies.push(performance.now() - sentAt)
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
