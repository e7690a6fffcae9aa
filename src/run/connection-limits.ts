import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface ConnectionLimits {
  /** Connections of one remote address; undefined behind a proxy, where all share one. */
  perAddress: number | undefined
  /** Time without a byte in either direction after which a connection is closed. */
  stalledMs: number
}

/** An eighth of all connections: an office behind one address has room, one client cannot fill the server. */
export const MAX_CONNECTIONS_PER_ADDRESS = 250
/** Longer than the server's own limits for a request (10 s). */
export const STALLED_MS = 15_000

/** Longest time for a body to arrive; a file of an editor may take longer. */
const BODY_TIMEOUT_MS = 10_000
export const UPLOAD_TIMEOUT_MS = 180_000

/** Pipelined requests of one connection that run concurrently, and that wait for their turn. */
const MAX_CONCURRENT = 8
const MAX_QUEUED = 64

interface Pipeline {
  running: number
  queued: (() => void)[]
}

/**
 * Bounds what one client can hold: connections per address, connections whose answer is not read,
 * and pipelined requests. Without them a client that reads nothing fills the memory with answers.
 */
export function limitConnections(server: Server, { perAddress, stalledMs }: ConnectionLimits) {
  server.setTimeout(stalledMs)
  if (perAddress === undefined) return
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const count = (open.get(address) ?? 0) + 1
    open.set(address, count)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
    if (count > perAddress) socket.destroy()
  })
}

/**
 * Runs at most `MAX_CONCURRENT` pipelined requests of a connection, none while its answers are not
 * read, and closes a connection that queues more than `MAX_QUEUED`. Node itself dispatches every
 * request of a chunk as soon as it is parsed.
 */
export function limitPipelining(listener: RequestListener): RequestListener {
  const pipelines = new WeakMap<Socket, Pipeline>()

  function run(pipeline: Pipeline, request: IncomingMessage, response: ServerResponse): void {
    pipeline.running += 1
    response.once('close', () => {
      pipeline.running -= 1
      if (!request.socket.destroyed) pipeline.queued.shift()?.()
    })
    listener(request, response)
  }

  return (request, response) => {
    const { socket } = request
    // A destroyed socket's remaining requests are still parsed and emitted.
    if (socket.destroyed) return
    const pipeline = pipelines.get(socket) ?? { running: 0, queued: [] }
    pipelines.set(socket, pipeline)
    const busy =
      pipeline.running > 0 && (pipeline.running >= MAX_CONCURRENT || socket.writableNeedDrain)
    if (!busy && pipeline.queued.length === 0) run(pipeline, request, response)
    else if (pipeline.queued.length < MAX_QUEUED)
      pipeline.queued.push(() => run(pipeline, request, response))
    else {
      pipeline.queued.length = 0
      socket.destroy()
    }
  }
}

/**
 * Answers 408 when a body has not arrived within `BODY_TIMEOUT_MS`, unless the path takes a file.
 * Node has one limit for all requests, which is that of files.
 */
export function limitBodyTime(
  server: () => Server,
  uploadPaths: ReadonlySet<string>,
  listener: RequestListener,
): RequestListener {
  const isUpload = ({ url = '' }: IncomingMessage) => uploadPaths.has(url.replace(/\?.*$/s, ''))
  return (request, response) => {
    const { headers, socket } = request
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'])
    if (hasBody && !isUpload(request)) {
      const timer = setTimeout(() => {
        if (request.complete) return
        const error = Object.assign(new Error('The body took too long.'), {
          code: 'ERR_HTTP_REQUEST_TIMEOUT',
        })
        server().emit('clientError', error, socket)
      }, BODY_TIMEOUT_MS)
      request.once('close', () => clearTimeout(timer))
    }
    listener(request, response)
  }
}
