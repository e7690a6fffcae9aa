import type { Context, Hono } from 'hono'
import type { z } from 'zod'
import type { ProcessName } from '#src/contract/endpoint.ts'
import {
  type Endpoint,
  type EndpointName,
  endpoints,
  type ResponseBody,
} from '#src/contract/endpoints.ts'
import { hasRight, ROLE_NAMES, type Role } from '#src/contract/values.ts'
import { PREVIEW_PATH, STUDIO_PATH } from '#src/rules/paths.ts'
import type { Db } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { HttpError, isForeignKeyViolation } from '../errors.ts'
import { isStorableText, readBody, readUpload, validate } from './body.ts'
import { runIdempotent } from './idempotency.ts'
import { consumeWrite } from './write-limits.ts'

/** The signed-in user of a request, read from the session row. */
export interface Caller {
  userId: string
  sessionId: string
  role: Role
  hasSecondFactor: boolean
}

type Table = typeof endpoints
type Parsed<E extends EndpointName, Part extends 'body' | 'query'> = Table[E] extends {
  [P in Part]: infer S extends z.ZodType
}
  ? z.output<S>
  : undefined
type CallerOf<E extends EndpointName> = Table[E]['access'] extends 'public' ? Caller | null : Caller

/** A request that has passed every check of its endpoint. */
export interface ValidatedRequest<E extends EndpointName> {
  body: Table[E] extends { upload: object } ? Uint8Array<ArrayBuffer> : Parsed<E, 'body'>
  query: Parsed<E, 'query'>
  caller: CallerOf<E>
  /** The parameter of the path, e.g. `:id`; a path has one at most. */
  param: string
  /** The transaction of an idempotent request, otherwise the connection. Handlers use no other. */
  db: Db
  /** Calls back once the request has succeeded and its transaction is committed. */
  afterCommit: (callback: () => void) => void
  /** For cookies, headers and the client's address. */
  c: Context
}

/** An idempotent reply is stored as JSON, so its handler cannot return a `Response`. */
type HandlerResult<E extends EndpointName> = Table[E] extends { idempotent: true }
  ? ResponseBody<E>
  : ResponseBody<E> | Response

export type Handler<E extends EndpointName> = (
  request: ValidatedRequest<E>,
) => Promise<HandlerResult<E>>
/** Handlers of all endpoints; a missing one does not compile. */
export type Handlers = { [E in EndpointName]: Handler<E> }
/** Handlers of the endpoints of a process. */
type HandlersOf<Process extends ProcessName> = {
  [E in EndpointName as Table[E]['process'] extends Process ? E : never]: Handler<E>
}

/** @param isBackground does not count as use of the session. */
export type FindCaller = (c: Context, isBackground?: boolean) => Promise<Caller | null>

const endpointNames = Object.keys(endpoints) as EndpointName[]

export const listEndpointNames = (process: ProcessName): EndpointName[] =>
  endpointNames.filter((name) => endpoints[name].process === process)

/** Paths at and below which the desk answers, e.g. `/api/editor`. */
export const deskPaths: readonly string[] = [
  ...new Set(listEndpointNames('desk').map((name) => `/api/${name.split('/')[1]}`)),
  STUDIO_PATH,
  PREVIEW_PATH,
]

/** Paths of the endpoints that take a file, which takes longer to arrive than another body. */
export const uploadPaths: ReadonlySet<string> = new Set(
  endpointNames
    .filter((name) => 'upload' in endpoints[name])
    .map((name) => `/api${name.slice(name.indexOf(' ') + 1)}`),
)

/**
 * Mounts the endpoints of a process behind their checks: limit of writes, access, query, body, path, idempotency key.
 */
export function mount<Process extends ProcessName>(
  app: Hono,
  deps: Deps,
  process: Process,
  handlers: HandlersOf<Process>,
  findCaller: FindCaller,
): void {
  const byName = handlers as Record<string, (request: unknown) => Promise<unknown>>
  for (const name of listEndpointNames(process)) {
    const endpoint: Endpoint = endpoints[name]
    const handler = byName[name] as (request: unknown) => Promise<unknown>
    const [method = '', path = ''] = name.split(' ')
    app.on(method, path, async (c) => {
      const caller = await findCaller(c, endpoint.isBackground)
      if (caller) c.set('userId', caller.userId)
      if (method !== 'GET' && !endpoint.hasOwnLimit) consumeWrite(deps, c, caller)
      assertAccess(deps, endpoint, caller)
      const query = endpoint.query && validate(endpoint.query, parseQuery(c))
      const body = await readAnyBody(c, endpoint)
      const [param = ''] = Object.values<string>(c.req.param())
      if (!isStorableText(param)) throw new HttpError(404, 'There is nothing at this address.')
      if (endpoint.needsIdempotencyKey && c.req.header('idempotency-key') === undefined)
        throw new HttpError(400, 'Send an Idempotency-Key, so that a repeat does not order twice.')
      const callbacks: (() => void)[] = []
      const afterCommit = (callback: () => void) => void callbacks.push(callback)
      const request = { body, query, caller, param, db: deps.db, afterCommit, c }
      const run = () =>
        endpoint.idempotent && caller
          ? runIdempotent(deps, toIdempotentRequest(c, caller, body), (db) =>
              handler({ ...request, db }),
            )
          : handler(request)
      const reply = await run().catch(async (error: unknown) => {
        // The account may have been deleted since the caller was read.
        if (caller && isForeignKeyViolation(error))
          assertAccess(deps, endpoint, await findCaller(c))
        throw error
      })
      for (const callback of callbacks) callback()
      if (reply instanceof Response) return reply
      return c.json(reply as object, endpoint.status ?? 200)
    })
  }
}

function assertAccess({ env }: Deps, { access }: Endpoint, caller: Caller | null): void {
  if (access === 'public') return
  if (!caller) throw new HttpError(401, 'Please log in.')
  if (access === 'user') return
  if (caller.role === 'customer') throw new HttpError(403, 'This is for the staff only.')
  if (access === 'staff') return
  if (!hasRight(caller.role, access))
    throw new HttpError(403, `The role of ${ROLE_NAMES[caller.role]} does not allow this.`)
  if (env.STAFF_SECOND_FACTOR && !caller.hasSecondFactor)
    throw new HttpError(403, 'Please set up your second factor first.')
}

async function readAnyBody(
  c: Context,
  { body, maxBodyBytes, upload, toName }: Endpoint,
): Promise<unknown> {
  if (upload) return readUpload(c, upload)
  return body && readBody(c, body, maxBodyBytes, toName)
}

function parseQuery(c: Context): Record<string, string> {
  const repeated = Object.entries(c.req.queries()).find(([, values]) => values.length > 1)
  if (repeated)
    throw new HttpError(400, `The query names "${repeated[0].slice(0, 60)}" more than once.`)
  return c.req.query()
}

/** A hash of a PAN could be guessed, because there are few PANs. */
const withoutPan = (key: string, value: unknown) => (key === 'pan' ? undefined : value)

const toIdempotentRequest = (c: Context, caller: Caller, body: unknown) => ({
  userId: caller.userId,
  key: c.req.header('idempotency-key'),
  fingerprint: `${c.req.method} ${c.req.path}\n${JSON.stringify(body, withoutPan)}`,
})
