import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { clientSubnet } from '#src/server/core/http/client-address.ts'
import { BODY_TIMEOUT } from './invalid-requests.ts'
import { afterRunning, getLostTime } from './running-time.ts'

export interface ConnectionLimits {
  /** Open connections; one more closes the one that has sent no request for longest. */
  total: number
  /** Connections of one client subnet; undefined behind a proxy, where all share one. */
  perAddress: number | undefined
  /** Time without a byte in either direction after which a connection is closed. */
  stalledMs: number
  /** Longest time for the headers of a request to arrive, and for a body that is no file. */
  headersMs: number
  bodyMs: number
}

export const MAX_CONNECTIONS = 2_000
/** An eighth of all connections: an office behind one address has room, one client cannot fill the server. */
export const MAX_CONNECTIONS_PER_ADDRESS = 250
/** Longer than the server's own limits for a request (10 s). */
export const STALLED_MS = 15_000
/** Node's default for headers is 60 s. */
export const HEADERS_TIMEOUT_MS = 5_000
export const BODY_TIMEOUT_MS = 10_000
/** Longest time for a file of an editor to arrive, and for its answer. */
export const UPLOAD_TIMEOUT_MS = 180_000

/** Pipelined requests of one connection that run concurrently, and that wait for their turn. */
const MAX_CONCURRENT = 8
const MAX_QUEUED = 64

/** Time without new connections for an address that has pipelined more. */
const BLOCK_MS = 10_000

interface Pipeline {
  running: number
  queued: (() => void)[]
}

/**
 * Bounds what clients can hold: connections, those of one address, those whose answer is not read,
 * and pipelined requests. Without them a client that reads nothing fills the memory with answers.
 * @returns what closes the connections of a client's address, and refuses new ones for a while.
 */
export function limitConnections(
  server: Server,
  { total, perAddress, stalledMs }: Pick<ConnectionLimits, 'total' | 'perAddress' | 'stalledMs'>,
): (client: Socket) => void {
  limitStalls(server, stalledMs)
  limitTotal(server, total)
  return perAddress === undefined ? () => {} : limitPerAddress(server, perAddress)
}

/** Closes a connection on which nothing moves, be it that of a request or one that waits for the next. */
function limitStalls(server: Server, stalledMs: number): void {
  server.setTimeout(stalledMs)
  const countBytes = ({ bytesRead, bytesWritten }: Socket): number => bytesRead + bytesWritten
  server.on('timeout', (socket: Socket) => {
    const before = countBytes(socket)
    afterRunning(getLostTime(stalledMs), () => {
      if (countBytes(socket) === before) socket.destroy()
    })
  })
}

/** Makes room for a new connection: clients that only hold theirs would lock all others out. */
function limitTotal(server: Server, total: number): void {
  // The least recently used one comes first.
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    const [oldest] = open
    if (open.size <= total || !oldest) return
    open.delete(oldest)
    oldest.destroy()
  })
  server.on('request', ({ socket }: IncomingMessage) => {
    if (open.delete(socket)) open.add(socket)
  })
}

function limitPerAddress(server: Server, perAddress: number): (client: Socket) => void {
  const open = new Map<string, Set<Socket>>()
  const blocked = new Set<string>()
  server.on('connection', (socket: Socket) => {
    const address = clientSubnet(socket.remoteAddress ?? '')
    const sockets = open.get(address) ?? new Set()
    if (blocked.has(address) || sockets.size >= perAddress) {
      socket.destroy()
      return
    }
    open.set(address, sockets.add(socket))
    socket.once('close', () => {
      sockets.delete(socket)
      if (sockets.size === 0) open.delete(address)
    })
  })
  return ({ remoteAddress = '' }) => {
    const address = clientSubnet(remoteAddress)
    blocked.add(address)
    setTimeout(() => blocked.delete(address), BLOCK_MS).unref()
    for (const socket of open.get(address) ?? []) socket.destroy()
  }
}

/**
 * Whether a request can be answered. Those of a socket that is destroyed, or ended, e.g. with a 408 at its
 * time limit, are still parsed and emitted. A browser sends them again: they must not take effect twice.
 */
const isOpen = ({ destroyed, writableEnded }: Socket): boolean => !destroyed && !writableEnded

/**
 * Runs at most `MAX_CONCURRENT` pipelined requests of a connection, none while its answers are not
 * read, and closes a connection that queues more than `MAX_QUEUED`. Node itself dispatches every
 * request of a chunk as soon as it is parsed, which takes milliseconds even when none is answered.
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
    const busy =
      pipeline.running > 0 && (pipeline.running >= MAX_CONCURRENT || socket.writableNeedDrain)
    if (!busy && pipeline.queued.length === 0) run(pipeline, request, response)
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
 * Answers 408 when a body has not arrived within `bodyMs`, unless the path takes a file: its body and its
 * answer, e.g. that of an import, have `UPLOAD_TIMEOUT_MS`. Node has one limit for all requests, which is
 * that of files.
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
    if (isUpload(request)) {
      socket.setTimeout(UPLOAD_TIMEOUT_MS)
      response.once('close', () => socket.setTimeout(server().timeout))
    } else if (hasBody) {
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
