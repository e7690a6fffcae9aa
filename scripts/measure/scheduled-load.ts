import { connect } from 'node:net'
import { percentile } from './publish-latency.ts'

const TICK_MS = 5
/** An answer counts as late after this time. */
const LATE_MS = 1_000

export interface ScheduledLoadOptions {
  port: number
  perSecond: number
  /** A server that cannot keep up gets fewer requests instead of a queue without end. */
  maxInFlight: number
  /** The bytes of a request, as `sendAlone` takes them, and its name in failures. */
  toRequest: (index: number) => { name: string; bytes: Buffer }
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

interface Answer {
  status: number
  body: Buffer
}

/** @throws Error when the connection ends before the answer does. */
function parseAnswer(bytes: Buffer): Answer {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd === -1) throw new Error(`ended after ${bytes.length} bytes`)
  const head = bytes.toString('latin1', 0, headEnd + 2)
  const body = bytes.subarray(headEnd + 4)
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  const isWhole =
    length === undefined
      ? !/\r\ntransfer-encoding: chunked/i.test(head) ||
        body.subarray(-5).toString() === '0\r\n\r\n'
      : body.length === Number(length)
  if (!isWhole) throw new Error(`ended after ${body.length} bytes of its body`)
  return { status: Number(head.slice(9, 12)), body }
}

/**
 * Sends a request on a connection of its own, which the server closes: the request has
 * `Connection: close`.
 */
export const sendAlone = (port: number, request: Buffer) =>
  new Promise<Answer>((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1')
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('end', () => {
      try {
        resolve(parseAnswer(Buffer.concat(chunks)))
      } catch (error) {
        reject(error)
      }
    })
    socket.write(request)
  })

/**
 * Sends requests at a fixed rate, whether or not earlier ones are answered, each on a connection of
 * its own. A general client would take processor time that the servers of the same machine need.
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
    const { name, bytes } = toRequest(sent++)
    const sentAt = performance.now()
    try {
      const { status, body } = await sendAlone(port, bytes)
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
