import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '#src/server/startup-error.ts'

/** Time a client has for its headers, and for its whole request; Node's own are 60 s and 300 s. */
const HEADERS_TIMEOUT_MS = 5_000
const REQUEST_TIMEOUT_MS = 10_000
const CHECK_EVERY_MS = 1_000
const KEEP_ALIVE_MS = 5_000
const MAX_CONNECTIONS = 2_000
/** A search of 2,000 emoji is 24,000 bytes of address. */
const MAX_HEADER_BYTES = 32 * 1024
/** Time answers under way have when the process is asked to stop. */
const FINISH_MS = 10_000

const WHY: Record<string, string> = {
  EADDRINUSE: 'is taken: stop what listens there, or set PORT to another',
  EACCES: 'may not be used by this user: set PORT to one above 1023',
  EADDRNOTAVAIL: 'is not an address of this machine: mend HOST',
  ENOTFOUND: 'is not an address of this machine: mend HOST',
}

/**
 * Listens with limits that keep slow clients from holding the shop.
 * @throws StartupError when the port is taken or may not be used.
 */
export async function listen(
  listener: RequestListener,
  host: string,
  port: number,
): Promise<Server> {
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_EVERY_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
    },
    listener,
  )
  server.maxConnections = MAX_CONNECTIONS
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = WHY[error.code ?? ''] ?? `cannot be listened on (${error.code})`
      reject(new StartupError(`Port ${port} on ${host} ${why}.`, { cause: error }))
    })
    server.listen(port, host, resolve)
  })
  return server
}

/** @throws StartupError when somebody else listens there. */
export async function assertPortFree(host: string, port: number): Promise<void> {
  await closeServer(await listen(() => {}, host, port))
}

export const getPort = (server: Server): number => (server.address() as AddressInfo).port

/** How this machine reaches a server that listens on `host`. */
export function toOrigin(host: string, port: number): string {
  const everywhere = host === '0.0.0.0' || host === '::' || host === '127.0.0.1' || host === '::1'
  const name = everywhere ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

/** How this process itself reaches it, whatever the name resolves to. */
export function toLoopbackOrigin(host: string, port: number): string {
  const everywhere: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }
  const name = everywhere[host] ?? host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

/** Takes no more connections, lets answers under way finish, then closes what is left. */
export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const late = new AbortController()
  await Promise.race([closed, sleep(FINISH_MS, undefined, { signal: late.signal }).catch(() => {})])
  late.abort()
  server.closeAllConnections()
}
