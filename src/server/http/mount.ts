import type { Context, Hono } from 'hono'
import type { z } from 'zod'
import {
  type Endpoint,
  type EndpointName,
  endpoints,
  type ResponseBody,
} from '#src/contract/endpoints.ts'
import type { Role } from '#src/contract/values.ts'
import type { Db, Deps } from '../deps.ts'
import { HttpError, isForeignKeyViolation } from '../errors.ts'
import { isStorableText, readBody, validate } from './body.ts'
import { runIdempotent } from './idempotency.ts'

/** Who is calling, read from the session row; never from anything the client says. */
export interface Caller {
  userId: string
  sessionId: string
  role: Role
}

type Table = typeof endpoints
type Parsed<E extends EndpointName, Part extends 'body' | 'query'> = Table[E] extends {
  [P in Part]: infer S extends z.ZodType
}
  ? z.output<S>
  : undefined
type CallerOf<E extends EndpointName> = Table[E]['access'] extends 'public' ? Caller | null : Caller

/** One call, checked: what a handler works with. */
export interface ValidatedRequest<E extends EndpointName> {
  body: Parsed<E, 'body'>
  query: Parsed<E, 'query'>
  caller: CallerOf<E>
  /** The path's `:id` or `:slug`. */
  param: string
  /** The transaction of an idempotent call, otherwise the plain connection. Use no other. */
  db: Db
  /** For cookies, headers and the caller's address. */
  c: Context
}

/** A call that nobody repeats may answer by itself, with a reply it keeps serialised. */
type AnswerOf<E extends EndpointName> = Table[E] extends { idempotent: true }
  ? ResponseBody<E>
  : ResponseBody<E> | Response

export type Handler<E extends EndpointName> = (call: ValidatedRequest<E>) => Promise<AnswerOf<E>>
/** A handler for every call of the contract: a missing one does not compile. */
export type Handlers = { [E in EndpointName]: Handler<E> }

export type FindCaller = (c: Context) => Promise<Caller | null>

const nameOf = Object.keys(endpoints) as EndpointName[]

/** Mounts every call of the contract with its checks in front: who, body, query, repeats. */
export function mount(app: Hono, deps: Deps, handlers: Handlers, findCaller: FindCaller): void {
  for (const name of nameOf) {
    const endpoint: Endpoint = endpoints[name]
    const handler = handlers[name] as (call: unknown) => Promise<unknown>
    const [method = '', path = ''] = name.split(' ')
    app.on(method, path, async (c) => {
      const caller = await findCaller(c)
      assertMay(endpoint, caller)
      const query = endpoint.query && validate(endpoint.query, singleQuery(c))
      const body = endpoint.body && (await readBody(c, endpoint.body))
      const param = c.req.param('id') ?? c.req.param('slug') ?? ''
      if (!isStorableText(param)) throw new HttpError(404, 'There is nothing at this address.')
      const call = { body, query, caller, param, db: deps.db, c }
      const run = () =>
        endpoint.idempotent && caller
          ? runIdempotent(deps, requestOf(c, caller, body), (db) => handler({ ...call, db }))
          : handler(call)
      const reply = await run().catch(async (error: unknown) => {
        // The account may have been deleted since the caller was read.
        if (caller && isForeignKeyViolation(error)) assertMay(endpoint, await findCaller(c))
        throw error
      })
      if (reply instanceof Response) return reply
      return c.json(reply as object, endpoint.status ?? 200)
    })
  }
}

function assertMay(endpoint: Endpoint, caller: Caller | null): void {
  if (endpoint.access === 'public') return
  if (!caller) throw new HttpError(401, 'Please log in.')
  if (endpoint.access === 'editor' && caller.role === 'customer')
    throw new HttpError(403, 'This is for editors only.')
}

function singleQuery(c: Context): Record<string, string> {
  const all = c.req.queries()
  const twice = Object.entries(all).find(([, values]) => values.length > 1)
  if (twice) throw new HttpError(400, `The query names "${twice[0].slice(0, 60)}" more than once.`)
  return c.req.query()
}

const requestOf = (c: Context, caller: Caller, body: unknown) => ({
  userId: caller.userId,
  key: c.req.header('idempotency-key'),
  fingerprint: `${c.req.method} ${c.req.path}\n${JSON.stringify(body)}`,
})
