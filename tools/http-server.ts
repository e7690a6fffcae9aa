import {
  createServer,
  type RequestListener,
  type RequestOptions,
  request,
  type Server,
} from 'node:http'
import type { Server as NetServer } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** Listens on 127.0.0.1 and a free port by default. @returns the port. */
export async function listen(server: NetServer, port = 0, address = '127.0.0.1'): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, address, resolve)
  })
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('The server has no port.')
  return bound.port
}

/** Closes the server and its keep-alive connections. */
export async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}

/** A port that was free just now: `preferred` when it is free. */
export async function findFreePort(preferred = 0): Promise<number> {
  const server = createServer()
  const port = await listen(server, preferred).catch(() => undefined)
  if (port === undefined) return findFreePort()
  await closeServer(server)
  return port
}

export interface TestServer extends AsyncDisposable {
  /** Root of the API, e.g. `http://127.0.0.1:43017/api`. */
  url: string
}

/** Serves a listener on a free port. */
export async function serve(listener: RequestListener): Promise<TestServer> {
  const server = createServer(listener)
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}/api`,
    [Symbol.asyncDispose]: () => closeServer(server),
  }
}

export interface Answer {
  status: number
  headers: Record<string, string | undefined>
  body: Buffer
}

/**
 * Sends a request to this machine. The path is sent as given, which `fetch` would normalise.
 * @throws when the connection breaks before the answer ends.
 */
export const send = (options: RequestOptions, body?: string | Buffer): Promise<Answer> =>
  new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', ...options }, (response) => {
      const { statusCode: status = 0 } = response
      const headers = response.headers as Answer['headers']
      buffer(response).then((bytes) => resolve({ status, headers, body: bytes }), reject)
    })
      .on('error', reject)
      .end(body)
  })
