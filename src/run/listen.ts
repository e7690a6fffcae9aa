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
/** A search of 2,000 emoji makes a URL of 24,000 bytes. */
const MAX_HEADER_BYTES = 32 * 1024
/** Connections that the kernel queues at most; Node's default. */
const BACKLOG = 511
/** Limits of a shutdown: for new connections, for idle ones, and for answers in flight. */
const ACCEPT_MS = 2_000
/** A proxy that has been told still passes on what it had accepted before. */
const QUIET_MS = 150
const IDLE_GRACE_MS = 1_000
const FINISH_MS = 10_000

/** Ends of the operator's error message, by error code. */
const LISTEN_ERRORS: Record<string, string> = {
  EADDRINUSE: 'is taken: stop what listens there, or set PORT to another',
  EACCES: 'may not be used by this user: set PORT to one above 1023',
  EADDRNOTAVAIL: 'is not an address of this machine: correct HOST',
  ENOTFOUND: 'is not an address of this machine: correct HOST',
}

/**
 * Starts an HTTP server with limits against slow and greedy clients (docs/threats.md, T27).
 * @param overrides limits in place of the usual ones; `perAddress` is undefined when a trusted proxy is in front.
 * @throws StartupError when the port is taken or not permitted.
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
      // Checked by requireHost, whose answer has headers.
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

/** The authority of a request target with an origin, and the path and query that follow. */
const ABSOLUTE_FORM = /^https?:\/\/([^/?#@]+)([/?][^#]*)?$/i

/**
 * HTTP/1.1 requires one header `Host`, and a request target may have an origin, whose host counts
 * then (RFC 9112, 3.2).
 */
const requireHost =
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    const { headers, rawHeaders, httpVersion, url = '' } = request
    // `headers` has the first of several.
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

/** @throws StartupError when another process listens on the port. */
export async function assertPortFree(host: string, port: number): Promise<void> {
  await closeServer(await listen(() => {}, host, port))
}

export const getPort = (server: Server): number => (server.address() as AddressInfo).port

const formatOrigin = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`

const LOCAL_HOSTS = ['0.0.0.0', '::', '127.0.0.1', '::1']

/** The origin at which a person on this machine reaches a server that listens on `host`. */
export const toOrigin = (host: string, port: number): string =>
  formatOrigin(LOCAL_HOSTS.includes(host) ? 'localhost' : host, port)

const LOOPBACK: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** The origin at which this process reaches its own server, independent of name resolution. */
export const toLoopbackOrigin = (host: string, port: number): string =>
  formatOrigin(LOOPBACK[host] ?? host, port)

/**
 * Closes a server without dropping a request that a client has sent: connections that the kernel
 * has queued are accepted, requests get an answer with `Connection: close`, and idle connections
 * stay open for `IDLE_GRACE_MS`, since a request may be on its way on them.
 */
export async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close')
  drain(server)
  await acceptQueued(server)
  // The method of http.Server would also destroy idle connections.
  NetServer.prototype.close.call(server)
  await Promise.race([closed, sleep(IDLE_GRACE_MS, undefined, { ref: false })])
  // What has arrived by now is read before connections count as idle.
  await nextTurn()
  server.closeIdleConnections()
  await Promise.race([closed, sleep(FINISH_MS, undefined, { ref: false })])
  server.closeAllConnections()
}

/** Answers of a server that are not complete, and whether it is closing. */
interface Traffic {
  /** By connection: an answer that waits for another one does not tell that its connection has closed. */
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

/** From now on each connection carries one more answer at most. */
function drain(server: Server): void {
  server.keepAliveTimeout = IDLE_GRACE_MS
  const traffic = trafficOf.get(server)
  if (!traffic) return
  traffic.draining = true
  for (const responses of traffic.responses.values())
    for (const response of responses) response.shouldKeepAlive = false
}

/**
 * Accepts connections until none comes for `QUIET_MS`, but at least those that the kernel has queued:
 * closing the listener resets them, and a proxy does not repeat a POST whose connection was reset.
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
    // After a pause of the process, the timer runs before what has arrived is accepted.
    await nextTurn()
    return before === accepted
  }
  server.on('connection', count)
  while (performance.now() < until && !(await acceptsNone(QUIET_MS)));
  // A turn accepts one connection.
  for (let queued = BACKLOG; queued > 0 && !(await acceptsNone(0)); queued--);
  server.off('connection', count)
}
