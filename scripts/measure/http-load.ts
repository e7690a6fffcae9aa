import { connect, type Socket } from 'node:net'
import { percentile } from './percentile.ts'

export interface LoadOptions {
  port: number
  connections: number
  seconds: number
  /** Seconds before `seconds` whose answers are counted by status only. */
  warmUpSeconds?: number
  /** The bytes of the next request of a connection. */
  toRequest: (connection: number, index: number) => Buffer
}

export interface LoadResult {
  /** Answers by status. */
  statuses: Map<number, number>
  perSecond: number
  /** Milliseconds. */
  p99: number
  /** Connections that broke while an answer was due. */
  broken: number
}

/** Requests without an answer of an expected status. */
export const countFailed = ({ statuses, broken }: LoadResult, expected: number[]): number =>
  [...statuses].reduce(
    (sum, [status, count]) => sum + (expected.includes(status) ? 0 : count),
    broken,
  )

/** The bytes of an HTTP request with a keep-alive connection. */
export function toRequestBytes(
  method: string,
  path: string,
  given: Record<string, string> = {},
  body = '',
): Buffer {
  const headers = {
    Host: 'localhost',
    ...given,
    ...(body && {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
    }),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}

/**
 * Sends requests over loopback, on each connection the next one after the answer to the last. It
 * parses no more of an answer than its status and length: a general client takes more processor time
 * per request than the servers that are compared.
 */
export async function measureLoad(options: LoadOptions): Promise<LoadResult> {
  const statuses = new Map<number, number>()
  const latencies: number[] = []
  let broken = 0
  const start = performance.now() + (options.warmUpSeconds ?? 0) * 1_000
  const until = start + options.seconds * 1_000

  const runConnection = (connection: number) =>
    new Promise<void>((resolve) => {
      const socket = connect(options.port, '127.0.0.1').setNoDelay(true)
      let sent = 0
      let sentAt = 0
      let isOver = false
      const next = () => {
        isOver = performance.now() >= until
        if (isOver) return void socket.destroy()
        sentAt = performance.now()
        socket.write(options.toRequest(connection, sent++))
      }
      socket.once('connect', next)
      // A connection that breaks is closed, too.
      socket.on('error', () => {})
      socket.once('close', () => {
        if (!isOver) broken += 1
        resolve()
      })
      readAnswers(socket, (status) => {
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (sentAt >= start) latencies.push(performance.now() - sentAt)
        next()
      })
    })

  await Promise.all(Array.from({ length: options.connections }, (_, at) => runConnection(at)))
  const seconds = (performance.now() - start) / 1_000
  return {
    statuses,
    perSecond: latencies.length / seconds,
    p99: percentile(latencies, 0.99),
    broken,
  }
}

/** Calls `onAnswer` with the status of each whole answer. */
function readAnswers(socket: Socket, onAnswer: (status: number) => void): void {
  let status = 0
  /** Bytes of the body that are still to come; undefined while the head is. */
  let left: number | undefined
  let head = ''
  socket.on('data', (chunk: Buffer) => {
    if (left === undefined) {
      head += chunk.toString('latin1')
      const end = head.indexOf('\r\n\r\n')
      if (end === -1) return
      status = Number(head.slice(9, 12))
      const length = /\r\ncontent-length: (\d+)/i.exec(head.slice(0, end + 2))?.[1]
      left = Number(length ?? 0) - (head.length - end - 4)
      head = ''
    } else left -= chunk.byteLength
    if (left > 0) return
    left = undefined
    onAnswer(status)
  })
}
