import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { apiHeaders } from '#src/server/core/http/api-headers.ts'
import { afterRunning, getLostTime } from './running-time.ts'

/** Code of the error for a body that did not arrive in time; the other codes are Node's. */
export const BODY_TIMEOUT = 'BODY_TIMEOUT'

/** Status for each Node error of a request that never reaches a listener. */
const STATUS_BY_CODE: Partial<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  [BODY_TIMEOUT]: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
}

const MESSAGES: Record<number, string> = {
  400: 'This is not a valid HTTP request.',
  404: 'There is nothing at this address.',
  408: 'The request took too long to arrive.',
  413: 'The request is too large.',
  417: 'Expect may only be 100-continue.',
  431: 'The headers of the request are too large.',
  503: 'The shop is being prepared. Please try again in a moment.',
}

const toBody = (status: number, message = MESSAGES[status] ?? 'Invalid request.'): string =>
  JSON.stringify({ success: false, message })

const toHeaders = (body: string) => ({
  ...apiHeaders,
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Length': String(Buffer.byteLength(body)),
})

/** Sends an API error with the headers of all API answers. */
export function sendApiError(
  response: ServerResponse,
  status: number,
  headers: Record<string, string> = {},
  message?: string,
): void {
  const body = toBody(status, message)
  response.writeHead(status, { ...toHeaders(body), ...headers })
  response.end(response.req.method === 'HEAD' ? undefined : body)
}

/** Time for the client to read an answer and close its side, before it is cut off. */
const CLOSE_MS = 1_000

/**
 * Answers requests that cannot be parsed, are too slow or have an `Expect` header. Node's own
 * answers have no headers.
 * @param headersMs the server's limit for the headers of a request.
 */
export function answerInvalidRequests(server: Server, headersMs: number): void {
  const lastResponse = new WeakMap<Duplex, ServerResponse>()
  server.on('request', (request: IncomingMessage, response: ServerResponse) =>
    lastResponse.set(request.socket, response),
  )

  function answer(code: string | undefined, socket: Duplex): void {
    const response = lastResponse.get(socket)
    const isAnswering = response?.headersSent && !response.writableFinished
    if (code === 'ECONNRESET' || !socket.writable || isAnswering) {
      socket.destroy()
      return
    }
    const status = STATUS_BY_CODE[code ?? ''] ?? 400
    const body = toBody(status)
    const lines = Object.entries({ ...toHeaders(body), Connection: 'close' })
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`)
    const timer = setTimeout(() => socket.destroy(), CLOSE_MS)
    socket.once('close', () => clearTimeout(timer))
  }

  /** Allows extra time if the process was paused, because Node's clock kept running. */
  function answerLate(code: string, socket: Duplex): void {
    const before = lastResponse.get(socket)
    const isBodyLate = before !== undefined && !before.req.complete
    afterRunning(getLostTime(headersMs), () => {
      const hasArrived = isBodyLate ? before.req.complete : lastResponse.get(socket) !== before
      if (!hasArrived) answer(code, socket)
    })
  }

  server.on('clientError', ({ code }: NodeJS.ErrnoException, socket: Duplex) =>
    code === 'ERR_HTTP_REQUEST_TIMEOUT' ? answerLate(code, socket) : answer(code, socket),
  )
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) =>
    sendApiError(response, 417, { Connection: 'close' }),
  )
}

/**
 * Returns whether a path has dot segments, also percent-encoded. A URL parser resolves them, so
 * `/api/../dev` would be routed to another path than its beginning says.
 */
export const hasDotSegments = (target: string): boolean =>
  /[\\/](?:\.|%2e){1,2}(?:[\\/]|$)/i.test(target.replace(/[?#].*$/s, ''))
