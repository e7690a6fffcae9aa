import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { uploadPaths } from '#src/server/core/http/mount.ts'
import { StartupError } from '#src/server/core/startup-error.ts'
import {
  BODY_TIMEOUT_MS,
  type ConnectionLimits,
  HEADERS_TIMEOUT_MS,
  limitBodyTime,
  limitConnections,
  limitPipelining,
  MAX_CONNECTIONS,
  MAX_CONNECTIONS_PER_ADDRESS,
  STALLED_MS,
  UPLOAD_TIMEOUT_MS,
} from './connection-limits.ts'
import { answerInvalidRequests, sendApiError } from './invalid-requests.ts'

const CHECK_EVERY_MS = 1_000
const KEEP_ALIVE_MS = 5_000
/** A search of 2,000 emoji needs a URL of 24,000 bytes. */
export const MAX_HEADER_BYTES = 32 * 1024
/** Queue of the kernel for new connections; Node's default. */
const BACKLOG = 511
/** Time limits of a shutdown: for new connections, for idle ones, and for pending answers. */
const ACCEPT_MS = 2_000
/** A proxy still forwards connections that it accepted before it was told. */
const QUIET_MS = 150
const IDLE_GRACE_MS = 1_000
const FINISH_MS = 10_000

/** Ends of error messages for the operator, by error code. */
const LISTEN_ERRORS: Record<string, string> = {
  EADDRINUSE: 'is taken: stop what listens there, or set PORT to another',
  EACCES: 'may not be used by this user: set PORT to one above 1023',
  EADDRNOTAVAIL: 'is not an address of this machine: correct HOST',
  ENOTFOUND: 'is not an address of this machine: correct HOST',
}

/**
 * Starts an HTTP server with limits for slow and greedy clients (docs/threats.md, T27).
 * @param overrides limits; `perAddress` is undefined behind a trusted proxy.
 * @throws StartupError if the port is in use or not permitted.
 */
export async function listen(
  listener: RequestListener,
  host: string,
  port: number,
  overrides: Partial<ConnectionLimits> = {},
): Promise<Server> {
  const limits: ConnectionLimits = {
    total: MAX_CONNECTIONS,
    perAddress: MAX_CONNECTIONS_PER_ADDRESS,
    stalledMs: STALLED_MS,
    headersMs: HEADERS_TIMEOUT_MS,
    bodyMs: BODY_TIMEOUT_MS,
    ...overrides,
  }
  const { headersMs, bodyMs } = limits
  const timed = limitBodyTime(() => server, { uploadPaths, bodyMs }, listener)
  const server: Server = createServer(
    {
      headersTimeout: headersMs,
      requestTimeout: UPLOAD_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_EVERY_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      // `requireHost` checks it, and answers with headers.
      requireHostHeader: false,
    },
    limitPipelining(requireHost(timed), (client) => blockAddress(client)),
  )
  answerInvalidRequests(server, headersMs)
  const blockAddress = limitConnections(server, limits)
  trackResponses(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = LISTEN_ERRORS[error.code ?? ''] ?? `cannot be listened on (${error.code})`
      reject(new StartupError(`Port ${port} on ${host} ${reason}.`, { cause: error }))
    })
    server.listen(port, host, BACKLOG, resolve)
  })
  return server
}

/** Matches a request target with an origin: its authority, then path and query. */
const ABSOLUTE_FORM = /^https?:\/\/([^/?#@]+)([/?][^#]*)?$/i

/**
 * Requires one `Host` header (HTTP/1.1). If the request target has an origin, that host replaces
 * the header (RFC 9112, 3.2).
 */
const requireHost =
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    const { headers, rawHeaders, httpVersion, url = '' } = request
    // `headers` contains only the first of several.
    const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && isHost(name)).length
    const absolute = url.startsWith('/') ? null : ABSOLUTE_FORM.exec(url)
    if (absolute) {
      const [, host = '', target = ''] = absolute
      headers.host = host
      request.url = target.startsWith('/') ? target : `/${target}`
    }
    if (hosts > 1 || (hosts === 0 && httpVersion === '1.1'))
      sendApiError(response, 400, { Connection: 'close' })
    else listener(request, response)
  }

const isHost = (name: string): boolean => name.length === 4 && name.toLowerCase() === 'host'

/** @throws StartupError if another process listens on the port. */
export async function assertPortFree(host: string, port: number): Promise<void> {
  await closeServer(await listen(() => {}, host, port))
}

export const getPort = (server: Server): number => (server.address() as AddressInfo).port

const formatOrigin = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`

const LOCAL_HOSTS = ['0.0.0.0', '::', '127.0.0.1', '::1']

/** Returns the origin at which a person on this machine reaches the server. */
export const toOrigin = (host: string, port: number): string =>
  formatOrigin(LOCAL_HOSTS.includes(host) ? 'localhost' : host, port)

const LOOPBACK: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** Returns the origin at which this process reaches its own server, without name resolution. */
export const toLoopbackOrigin = (host: string, port: number): string =>
  formatOrigin(LOOPBACK[host] ?? host, port)

/**
 * Closes a server without losing a sent request. It accepts connections that the kernel has queued,
 * and answers with `Connection: close` (a 503 after `FINISH_MS`). Idle connections stay open for
 * `IDLE_GRACE_MS`, because a request may be on its way.
 */
export async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close')
  drain(server)
  await acceptQueued(server)
  // `http.Server.close` would also destroy idle connections.
  NetServer.prototype.close.call(server)
  await Promise.race([closed, sleep(IDLE_GRACE_MS, undefined, { ref: false })])
  // Reads requests that have arrived before connections count as idle.
  await nextTurn()
  server.closeIdleConnections()
  await Promise.race([closed, sleep(FINISH_MS, undefined, { ref: false })])
  for (const response of listResponses(server))
    if (!response.headersSent) sendApiError(response, 503, { Connection: 'close' })
  await nextTurn()
  server.closeAllConnections()
}

/** Unfinished answers of a server, and whether it is closing. */
interface Traffic {
  /** By connection, because a queued answer is not notified when its connection closes. */
  responses: Map<Socket, Set<ServerResponse>>
  draining: boolean
}

const trafficOf = new WeakMap<Server, Traffic>()

function trackResponses(server: Server): void {
  const traffic: Traffic = { responses: new Map(), draining: false }
  trafficOf.set(server, traffic)
  server.on('connection', (socket: Socket) => {
    traffic.responses.set(socket, new Set())
    socket.once('close', () => traffic.responses.delete(socket))
  })
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const responses = traffic.responses.get(socket)
    responses?.add(response)
    response.once('close', () => responses?.delete(response))
    if (traffic.draining) response.shouldKeepAlive = false
  })
}

/** Lets each connection carry at most one more answer. */
function drain(server: Server): void {
  server.keepAliveTimeout = IDLE_GRACE_MS
  const traffic = trafficOf.get(server)
  if (!traffic) return
  traffic.draining = true
  for (const response of listResponses(server)) response.shouldKeepAlive = false
}

const listResponses = (server: Server): ServerResponse[] =>
  [...(trafficOf.get(server)?.responses.values() ?? [])].flatMap((responses) => [...responses])

/**
 * Accepts connections until none arrives for `QUIET_MS`, but at least those that the kernel has
 * queued. Closing the listener would reset them, and a proxy does not repeat a POST after a reset.
 */
async function acceptQueued(server: Server): Promise<void> {
  const until = performance.now() + ACCEPT_MS
  let accepted = 0
  const count = () => {
    accepted++
  }
  const acceptsNone = async (ms: number): Promise<boolean> => {
    const before = accepted
    await sleep(ms)
    // After a pause of the process, timers run before new connections are accepted.
    await nextTurn()
    return before === accepted
  }
  server.on('connection', count)
  while (performance.now() < until && !(await acceptsNone(QUIET_MS)));
  // Each turn of the event loop accepts one connection.
  for (let queued = BACKLOG; queued > 0 && !(await acceptsNone(0)); queued--);
  server.off('connection', count)
}
