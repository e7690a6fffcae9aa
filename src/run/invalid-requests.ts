import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { apiHeaders } from '#src/server/core/http/api-headers.ts'
import { afterRunning, getLostTime } from './running-time.ts'

/** Code of the error for a body that did not arrive in its time, beside those of Node. */
export const BODY_TIMEOUT = 'BODY_TIMEOUT'

/** Statuses of requests that Node rejects before they reach a listener, by its error codes. */
const STATUS_BY_CODE: Partial<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  [BODY_TIMEOUT]: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
}

const MESSAGES: Record<number, string> = {
  400: 'This is not a valid HTTP request.',
  408: 'The request took too long to arrive.',
  413: 'The request is too large.',
  417: 'Expect may only be 100-continue.',
  431: 'The headers of the request are too large.',
  503: 'The shop is being prepared. Please try again in a moment.',
}

const toBody = (status: number): string =>
  JSON.stringify({ success: false, message: MESSAGES[status] ?? 'Invalid request.' })

const toHeaders = (status: number) => ({
  ...apiHeaders,
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Length': String(Buffer.byteLength(toBody(status))),
})

/** Answers with an error of the API, with the headers that all its answers have. */
export function sendApiError(
  response: ServerResponse,
  status: number,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { ...toHeaders(status), ...headers })
  response.end(response.req.method === 'HEAD' ? undefined : toBody(status))
}

/** Time for the client to read an answer and to close its side; one that does not is cut off. */
const CLOSE_MS = 1_000

/**
 * Answers what cannot be parsed, arrives too slowly or expects something; Node's answers are bare.
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
    const lines = Object.entries({ ...toHeaders(status), Connection: 'close' })
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${toBody(status)}`)
    const timer = setTimeout(() => socket.destroy(), CLOSE_MS)
    socket.once('close', () => clearTimeout(timer))
  }

  /** Node's clock runs on while the process stands still: what arrived meanwhile is not late. */
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
 * Whether a path has segments of dots, also percent-encoded. A URL parser resolves them, so that
 * `/api/../dev` would be routed as another path than the one it begins with.
 */
export const hasDotSegments = (target: string): boolean =>
  /[\\/](?:\.|%2e){1,2}(?:[\\/]|$)/i.test(target.replace(/[?#].*$/s, ''))
