import { randomUUID } from 'node:crypto'
import {
  request as callDesk,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import { pageHeaders } from '#src/publish/hosting/headers.ts'
import type { ServerEnv } from '#src/server/core/env.ts'
import { sendApiError } from './invalid-requests.ts'
import { toBarePage } from './site/bare-page.ts'

/** Headers of a single connection (RFC 9110, 7.6.1), which must not be forwarded. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

const toEndToEnd = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)))

/** Adds the address of the client and the id of the request, like any trusted proxy. */
function toForwarded({ headers, socket }: IncomingMessage, trustedProxies: number) {
  const former = headers['x-forwarded-for']
  const address = socket.remoteAddress ?? ''
  const id = trustedProxies > 0 ? headers['x-request-id'] : undefined
  return {
    ...toEndToEnd(headers),
    // If a server closes a connection with an unread body, it resets it, and the answer may be lost.
    connection: 'keep-alive',
    // A body without a length came in chunks.
    ...(headers['transfer-encoding'] !== undefined && { 'transfer-encoding': 'chunked' }),
    'x-forwarded-for': former === undefined ? address : `${former}, ${address}`,
    'x-request-id': id ?? randomUUID(),
  }
}

/** Value of Retry-After in seconds. */
const RETRY_S = 2

const NOT_BEGUN = 'The studio is restarting. Nothing was changed: please try again in a moment.'
const MAYBE_DONE =
  'The studio is restarting. Please check whether your last step was done before you repeat it.'

const restartingPage = toBarePage({
  title: 'The studio is restarting',
  text: 'The studio is restarting and opens in a moment. This page looks again by itself.',
  reloadAfter: RETRY_S,
})

/** Answers a call with an error, and a page request with a page that reloads itself. */
function sendRestarting(
  request: IncomingMessage,
  response: ServerResponse,
  message: string,
  https: boolean,
): void {
  const headers = { 'Cache-Control': 'no-store', 'Retry-After': String(RETRY_S) }
  if (request.url?.startsWith('/api/')) {
    sendApiError(response, 503, headers, message)
    return
  }
  const { html, policy } = restartingPage
  response.writeHead(503, {
    ...pageHeaders(policy, https),
    ...headers,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(html),
  })
  response.end(request.method === 'HEAD' ? undefined : html)
}

/**
 * Streams requests to the desk and its answers back. Each uses a new connection, because the desk
 * might just be closing an old one.
 * @param getSocket returns the socket path of the desk; undefined while it is down.
 */
export function createDeskProxy(
  { TRUSTED_PROXIES, SITE_URL }: Pick<ServerEnv, 'TRUSTED_PROXIES' | 'SITE_URL'>,
  getSocket: () => string | undefined,
): RequestListener {
  const https = SITE_URL?.startsWith('https:') ?? false
  return (request, response) => {
    const socketPath = getSocket()
    if (socketPath === undefined) {
      sendRestarting(request, response, NOT_BEGUN, https)
      return
    }
    const { method, url } = request
    const headers = toForwarded(request, TRUSTED_PROXIES)
    const call = callDesk({ socketPath, method, path: url, headers, agent: false })
    let isConnected = false
    call.once('socket', (socket) =>
      socket.once('connect', () => {
        isConnected = true
      }),
    )
    call.once('response', (answer) => {
      // The stopping shop has already answered.
      if (response.headersSent) return
      response.writeHead(answer.statusCode ?? 502, toEndToEnd(answer.headers))
      // A stream may send its first event much later.
      response.flushHeaders()
      // If the desk stops in the middle of an answer, the client's connection ends too.
      answer.once('error', () => response.destroy())
      answer.pipe(response)
    })
    call.on('error', () => {
      // A started answer is ended by its own error handler.
      if (response.headersSent || response.destroyed) return
      sendRestarting(request, response, isConnected ? MAYBE_DONE : NOT_BEGUN, https)
    })
    response.once('close', () => {
      // Otherwise the rest of a refused file would be parsed as the next request of the connection.
      request.unpipe(call)
      request.resume()
      call.destroy()
    })
    request.pipe(call)
  }
}
