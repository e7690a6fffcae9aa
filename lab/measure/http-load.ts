import { connect, type Socket } from 'node:net'
import { percentile } from './percentile.ts'

export interface LoadRequest {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: string | undefined
}

interface LoadOptions {
  port: number
  connections: number
  seconds: number
  /** Seconds before the measurement, whose answers are only counted by status. */
  warmUpSeconds?: number
  /** Returns the bytes of a connection's next request. */
  toRequest: (connection: number, index: number) => Buffer
}

export interface LoadResult {
  /** Answers by status; 0 for connections that broke before an answer. */
  statuses: Map<number, number>
  perSecond: number
  /** In ms. */
  p99: number
}

export const countFailed = ({ statuses }: LoadResult, expected = [200]): number =>
  [...statuses].reduce((sum, [status, count]) => sum + (expected.includes(status) ? 0 : count), 0)

/** Returns the bytes of an HTTP request with a keep-alive connection. */
export function toRequestBytes({ method = 'GET', path, headers, body = '' }: LoadRequest): Buffer {
  const content = body && {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
  }
  const lines = Object.entries({ Host: 'localhost', ...headers, ...content }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}

/**
 * Sends requests over loopback, one after another on each connection. It parses only status and length of an answer,
 * because a general client would use more processor time per request than the compared servers.
 */
export async function measureLoad(options: LoadOptions): Promise<LoadResult> {
  const { port, connections, seconds, warmUpSeconds = 0, toRequest } = options
  const statuses = new Map<number, number>()
  const latencies: number[] = []
  const start = performance.now() + warmUpSeconds * 1_000
  const until = start + seconds * 1_000
  const count = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1)

  const runConnection = (connection: number) =>
    new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1').setNoDelay(true)
      let sent = 0
      let sentAt = 0
      const next = () => {
        sentAt = performance.now()
        if (sentAt >= until) socket.destroy()
        else socket.write(toRequest(connection, sent++))
      }
      socket.once('connect', next)
      // A broken connection also emits `close`.
      socket.on('error', () => {})
      socket.once('close', () => {
        if (sentAt < until) count(0)
        resolve()
      })
      readAnswers(socket, (status) => {
        count(status)
        if (sentAt >= start) latencies.push(performance.now() - sentAt)
        next()
      })
    })

  await Promise.all(Array.from({ length: connections }, (_, index) => runConnection(index)))
  const perSecond = (latencies.length * 1_000) / (performance.now() - start)
  return { statuses, perSecond, p99: percentile(latencies, 0.99) }
}

/** Calls `onAnswer` with the status of each complete answer. */
function readAnswers(socket: Socket, onAnswer: (status: number) => void): void {
  let status = 0
  /** Remaining bytes of the body; undefined while the head is read. */
  let remainingBytes: number | undefined
  let head = ''
  socket.on('data', (chunk: Buffer) => {
    if (remainingBytes === undefined) {
      head += chunk.toString('latin1')
      const end = head.indexOf('\r\n\r\n')
      if (end === -1) return
      status = Number(head.slice(9, 12))
      const length = /\r\ncontent-length: (\d+)/i.exec(head.slice(0, end + 2))?.[1]
      remainingBytes = Number(length ?? 0) - (head.length - end - 4)
      head = ''
    } else remainingBytes -= chunk.byteLength
    if (remainingBytes > 0) return
    remainingBytes = undefined
    onAnswer(status)
  })
}
