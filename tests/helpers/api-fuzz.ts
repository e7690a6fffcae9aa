import assert from 'node:assert/strict'
import fc, { type Arbitrary } from 'fast-check'
import { apiError } from '#src/contract/endpoint.ts'
import { type Endpoint, endpoints } from '#src/contract/endpoints.ts'
import { openApi } from '#src/server/http/openapi.ts'
import { arbitraryOf, brokenBytesOf, foreignParam, type Schema } from './contract-arbitraries.ts'

/** A sequence has this many requests of one user at most, half of it on average. */
const MAX_REQUESTS = 20
export const MEAN_REQUESTS = MAX_REQUESTS / 2
/** No request takes this long on any machine unless an input makes it slow. */
const MAX_DURATION_MS = 30_000

interface Operation {
  name: string
  method: string
  path: string
  body: Schema | undefined
  statuses: Set<number>
  response: Endpoint['response']
}

interface OperationObject {
  requestBody?: { content: { 'application/json'?: { schema: Schema } } }
  responses: Record<string, unknown>
}

const { paths } = openApi('test') as { paths: Record<string, Record<string, OperationObject>> }

const operations: Operation[] = Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => {
  const [method = '', path = ''] = name.split(' ')
  const documented = paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
  return {
    name,
    method,
    path,
    body: documented?.requestBody?.content['application/json']?.schema,
    statuses: new Set(Object.keys(documented?.responses ?? {}).map(Number)),
    response: endpoint.response,
  }
})

/** Values that exist, by the name of the field. */
type KnownValues = Record<string, string[]>

type Body = string | Uint8Array<ArrayBuffer> | undefined

const bodyFor = ({ body }: Operation, known: KnownValues): Arbitrary<Body> => {
  if (!body) return fc.constant(undefined)
  const valid = arbitraryOf(body, { known, hostile: false })
  const hostile = arbitraryOf(body, { known, hostile: true })
  return fc.oneof(
    { weight: 4, arbitrary: valid.map((value) => JSON.stringify(value)) },
    { weight: 4, arbitrary: hostile.map((value) => JSON.stringify(value)) },
    { weight: 2, arbitrary: brokenBytesOf(hostile) },
  )
}

const weighted = <T>(...choices: [weight: number, arbitrary: Arbitrary<T>][]) =>
  fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })))

const CONTENT_TYPES = ['application/json; charset=utf-8', 'text/plain', '', 'a/b;;=']
const KEYS = ['12345678', 'x', "a'b--------", 'k'.repeat(200)]

const requestFor = (operation: Operation, known: KnownValues) =>
  fc.record({
    name: fc.constant(operation.name),
    body: bodyFor(operation, known),
    cookie: weighted<'valid' | 'broken' | 'none'>(
      [8, fc.constant('valid')],
      [1, fc.constant('broken')],
      [1, fc.constant('none')],
    ),
    idempotencyKey: fc.option(fc.constantFrom(...KEYS), { freq: 2 }),
    contentType: weighted<string>(
      [6, fc.constant('application/json')],
      [1, fc.constantFrom(...CONTENT_TYPES)],
    ),
    /** A number is the place among the ids and slugs that exist. */
    param: weighted<number | string>([6, fc.nat(20)], [4, foreignParam]),
    query: weighted<string>(
      [4, fc.constant('')],
      [1, foreignParam.map((value) => `?detail=${value}&x[]=1`)],
    ),
  })

export type FuzzRequest =
  ReturnType<typeof requestFor> extends Arbitrary<infer Value> ? Value : never

/** Sequences of requests to all endpoints of the contract: valid, hostile and broken ones. */
export const requestsOf = (known: KnownValues): Arbitrary<FuzzRequest[]> =>
  fc.array(fc.oneof(...operations.map((operation) => requestFor(operation, known))), {
    minLength: 1,
    maxLength: MAX_REQUESTS,
    size: 'max',
  })

export interface FuzzTarget {
  /** Sends a request to the API; the path is without `/api`. */
  request: (path: string, init: RequestInit) => Response | Promise<Response>
  /** The user's session. */
  cookie: string
  /** Ids and slugs that exist. */
  params: string[]
}

function toRequest(
  { method, path }: Operation,
  given: FuzzRequest,
  { cookie, params }: FuzzTarget,
) {
  const headers: Record<string, string> = {}
  if (given.cookie === 'valid') headers['cookie'] = cookie
  if (given.cookie === 'broken')
    headers['cookie'] = `${cookie.slice(0, -3)}; =;;${'a=b;'.repeat(50)}`
  if (given.idempotencyKey !== null) headers['idempotency-key'] = given.idempotencyKey
  if (given.body !== undefined) headers['content-type'] = given.contentType
  const { param } = given
  const value = typeof param === 'number' ? (params[param % params.length] ?? '') : param
  return {
    path: path.replace(/:\w+/, () => value) + given.query,
    init: { method, headers, ...(given.body === undefined ? {} : { body: given.body }) },
  }
}

/** @throws AssertionError when the response breaks the contract. */
export async function expectContract(target: FuzzTarget, given: FuzzRequest): Promise<void> {
  const operation = operations.find(({ name }) => name === given.name)
  if (!operation) throw new Error(`The contract has no ${given.name}.`)
  const { path, init } = toRequest(operation, given, target)
  const start = performance.now()
  const response = await target.request(path, init)
  const text = await response.text()
  const answer = `${given.name} was answered with ${response.status}: ${text}`
  assert(performance.now() - start < MAX_DURATION_MS, `${given.name} took too long.`)
  assert(response.status < 500, answer)
  // `..` and `.` are resolved before the request is sent.
  if (!operation.statuses.has(response.status) && /\/\.{1,2}(?:[/?]|$)|%2e/i.test(path)) return
  assert(operation.statuses.has(response.status), answer)
  assert.match(response.headers.get('content-type') ?? '', /^application\/json/, answer)
  const schema = response.ok ? operation.response : apiError
  const parsed = schema.safeParse(JSON.parse(text))
  assert(parsed.success, `${answer}\n${parsed.error?.message}`)
}
