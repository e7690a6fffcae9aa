import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { apiHeaders } from '#src/server/http/api-headers.ts'

/** Statuses of requests that Node rejects before they reach a listener, by its error codes. */
const STATUS_BY_CODE: Partial<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
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

/** Answers what cannot be parsed, arrives too slowly or expects something; Node's answers are bare. */
export function answerInvalidRequests(server: Server): void {
  const lastResponse = new WeakMap<Duplex, ServerResponse>()
  server.on('request', (request: IncomingMessage, response: ServerResponse) =>
    lastResponse.set(request.socket, response),
  )
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const response = lastResponse.get(socket)
    const isAnswering = response?.headersSent && !response.writableFinished
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering) {
      socket.destroy()
      return
    }
    const status = STATUS_BY_CODE[error.code ?? ''] ?? 400
    const lines = Object.entries({ ...toHeaders(status), Connection: 'close' })
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${toBody(status)}`)
  })
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
