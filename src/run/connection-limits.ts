import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { clientSubnet } from '#src/server/core/http/client-address.ts'
import { BODY_TIMEOUT } from './invalid-requests.ts'
import { afterRunning, getLostTime } from './running-time.ts'

export interface ConnectionLimits {
  /** Maximum number of open connections. One more closes the connection that has been idle longest. */
  total: number
  /** Maximum of one client subnet; undefined behind a proxy, because all clients share one address. */
  perAddress: number | undefined
  /** Time without traffic after which a connection is closed, unless an answer is being prepared. */
  stalledMs: number
  /** Maximum time for the headers of a request, and for a body that is not a file. */
  headersMs: number
  bodyMs: number
}

export const MAX_CONNECTIONS = 2_000
/** An eighth of all connections: enough for an office behind one address, but one client cannot use them all. */
export const MAX_CONNECTIONS_PER_ADDRESS = 250
export const STALLED_MS = 15_000
/** Node's default for headers is 60 s. */
export const HEADERS_TIMEOUT_MS = 5_000
export const BODY_TIMEOUT_MS = 10_000
/** Maximum time for an editor's file to arrive. */
export const UPLOAD_TIMEOUT_MS = 180_000

/** Pipelined requests of one connection that run at once, and that wait. */
const MAX_CONCURRENT = 8
const MAX_QUEUED = 64

/** Time for which an address that exceeded the limit gets no new connection. */
const BLOCK_MS = 10_000

interface Pipeline {
  running: number
  queued: (() => void)[]
}

/**
 * Limits the connections in total and per address, unread answers, and pipelined requests. Otherwise a client that
 * reads nothing could fill the memory with answers.
 * @returns a function that closes all connections of a client's address and blocks it for a while.
 */
export function limitConnections(
  server: Server,
  { total, perAddress, stalledMs }: Pick<ConnectionLimits, 'total' | 'perAddress' | 'stalledMs'>,
): (client: Socket) => void {
  limitStalls(server, stalledMs)
  limitTotal(server, total)
  return perAddress === undefined ? () => {} : limitPerAddress(server, perAddress)
}

/**
 * Closes connections without traffic. A connection stays open while the server prepares an answer:
 * after a reset, the client would not know whether its POST took effect.
 */
function limitStalls(server: Server, stalledMs: number): void {
  server.setTimeout(stalledMs)
  const openResponses = new WeakMap<Socket, number>()
  const addResponses = (socket: Socket, change: number) =>
    openResponses.set(socket, (openResponses.get(socket) ?? 0) + change)
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    addResponses(socket, 1)
    response.once('close', () => addResponses(socket, -1))
  })
  const countBytes = ({ bytesRead, bytesWritten }: Socket): number => bytesRead + bytesWritten
  const isPreparing = (socket: Socket): boolean =>
    socket.writableLength === 0 && (openResponses.get(socket) ?? 0) > 0
  server.on('timeout', (socket: Socket) => {
    const before = countBytes(socket)
    afterRunning(getLostTime(stalledMs), () => {
      if (countBytes(socket) === before && !isPreparing(socket)) socket.destroy()
    })
  })
}

/** Closes the least recently used connection for a new one, so that idle clients cannot lock out others. */
function limitTotal(server: Server, total: number): void {
  // In order of use, the least recent first.
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    const [oldest] = sockets
    if (sockets.size <= total || !oldest) return
    sockets.delete(oldest)
    oldest.destroy()
  })
  server.on('request', ({ socket }: IncomingMessage) => {
    if (sockets.delete(socket)) sockets.add(socket)
  })
}

function limitPerAddress(server: Server, perAddress: number): (client: Socket) => void {
  const socketsByAddress = new Map<string, Set<Socket>>()
  const blocked = new Set<string>()
  server.on('connection', (socket: Socket) => {
    const address = clientSubnet(socket.remoteAddress ?? '')
    const sockets = socketsByAddress.get(address) ?? new Set()
    if (blocked.has(address) || sockets.size >= perAddress) {
      socket.destroy()
      return
    }
    socketsByAddress.set(address, sockets.add(socket))
    socket.once('close', () => {
      sockets.delete(socket)
      if (sockets.size === 0) socketsByAddress.delete(address)
    })
  })
  return ({ remoteAddress = '' }) => {
    const address = clientSubnet(remoteAddress)
    blocked.add(address)
    setTimeout(() => blocked.delete(address), BLOCK_MS).unref()
    for (const socket of socketsByAddress.get(address) ?? []) socket.destroy()
  }
}

/**
 * Returns whether a request can still be answered. Node also emits requests of a destroyed or ended
 * socket, e.g. after a 408. Browsers repeat them, so they must not take effect twice.
 */
const isOpen = ({ destroyed, writableEnded }: Socket): boolean => !destroyed && !writableEnded

/**
 * Runs at most `MAX_CONCURRENT` pipelined requests per connection, and none while answers are
 * unread. Closes a connection that queues more than `MAX_QUEUED`. Node itself dispatches all parsed
 * requests at once, which takes milliseconds even if none is answered.
 */
export function limitPipelining(
  listener: RequestListener,
  onOverflow: (client: Socket) => void,
): RequestListener {
  const pipelines = new WeakMap<Socket, Pipeline>()

  function run(pipeline: Pipeline, request: IncomingMessage, response: ServerResponse): void {
    pipeline.running += 1
    response.once('close', () => {
      pipeline.running -= 1
      if (isOpen(request.socket)) pipeline.queued.shift()?.()
    })
    listener(request, response)
  }

  return (request, response) => {
    const { socket } = request
    if (!isOpen(socket)) return
    const pipeline = pipelines.get(socket) ?? { running: 0, queued: [] }
    pipelines.set(socket, pipeline)
    const isBusy =
      pipeline.running > 0 && (pipeline.running >= MAX_CONCURRENT || socket.writableNeedDrain)
    if (!isBusy && pipeline.queued.length === 0) run(pipeline, request, response)
    else if (pipeline.queued.length < MAX_QUEUED)
      pipeline.queued.push(() => run(pipeline, request, response))
    else {
      pipeline.queued.length = 0
      onOverflow(socket)
      socket.destroy()
    }
  }
}

/**
 * Answers 408 if a body has not arrived within `bodyMs`, unless the path accepts a file. Node has
 * one limit for all requests, and that one is set for files (`UPLOAD_TIMEOUT_MS`).
 */
export function limitBodyTime(
  server: () => Server,
  { uploadPaths, bodyMs }: { uploadPaths: ReadonlySet<string>; bodyMs: number },
  listener: RequestListener,
): RequestListener {
  const isUpload = ({ url = '' }: IncomingMessage) => uploadPaths.has(url.replace(/\?.*$/s, ''))
  return (request, response) => {
    const { headers, socket } = request
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'])
    if (hasBody && !isUpload(request)) {
      const cancel = afterRunning(bodyMs, () => {
        if (request.complete) return
        const error = Object.assign(new Error('The body took too long.'), { code: BODY_TIMEOUT })
        server().emit('clientError', error, socket)
      })
      request.once('close', cancel)
    }
    listener(request, response)
  }
}
