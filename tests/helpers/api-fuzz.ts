import assert from 'node:assert/strict'
import fc, { type Arbitrary } from 'fast-check'
import { apiError } from '#src/contract/endpoint.ts'
import { type EndpointName, endpoints } from '#src/contract/endpoints.ts'
import { openApi } from '#src/server/core/http/openapi.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'

/** The parts of JSON schema that the contract uses. */
interface Schema {
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  minimum?: number
  maximum?: number
}

/** Valid values of a field, by the field's name: the schema alone cannot tell them. */
const VALID_BY_NAME: Record<string, string | string[]> = {
  productId: ['a', 'b'].map(toProductId),
  email: 'asha@example.com',
  password: 'seven lamps of amer',
  newPassword: 'nine lamps of amer',
  name: 'Asha',
  displayName: 'Asha Rao',
  firstName: 'Asha',
  lastName: 'Rao',
  message: 'Good evening',
  phone: '+91 98290 12345',
  dob: '1990-02-28',
  address: '14, Amer Road',
  city: 'Jaipur',
  pincode: '302002',
  url: 'https://shop.test/shop',
  domain: 'shop.test',
}

const EDGE_TEXTS = ['', ' ', 'a', 'x'.repeat(300), '💎', '\u202E']

/** Values that break careless code. */
const HOSTILE_VALUES: unknown[] = [
  ...[null, true, -1, 0, 1.5, 1e21, 2 ** 53, -(2 ** 31)],
  ...['', '\0', '\uD83D', '\u202E\u0000', "'; drop table user; --", '../../etc/passwd'],
  ...['<script>alert(1)</script>', '{{7*7}}#{7*7}', 'x'.repeat(20_000), 'a@'.repeat(2_000)],
  ...[[], {}, [[[[[[[[[[[[[]]]]]]]]]]]]], Array(3_000).fill(0)],
  ...[{ $ne: null }, { constructor: { prototype: { admin: true } } }],
]
const hostileValue = fc.oneof(fc.constantFrom(...HOSTILE_VALUES), fc.jsonValue())

const weighted = <T>(...choices: [weight: number, arbitrary: Arbitrary<T>][]) =>
  fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })))

/**
 * Values of a JSON schema, with a hostile value in some places. Texts ignore patterns and lengths, so that
 * validation rejects some.
 */
const arbitraryOf = (schema: Schema, name = ''): Arbitrary<unknown> =>
  weighted([24, plainArbitraryOf(schema, name)], [1, hostileValue])

function plainArbitraryOf(schema: Schema, name: string): Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((inner) => arbitraryOf(inner, name)))
  switch (schema.type) {
    case 'object':
      return objectOf(schema)
    case 'array':
      return fc.array(arbitraryOf(schema.items ?? {}), { maxLength: 3 })
    case 'integer':
    case 'number': {
      const min = Math.ceil(Math.max(schema.minimum ?? -5, -5))
      const max = Math.max(12, min + 17)
      return fc.integer({ min, max: Math.floor(Math.min(schema.maximum ?? max, max)) })
    }
    case 'boolean':
      return fc.boolean()
    case 'string':
      return textOf(name)
    case 'null':
      return fc.constant(null)
    default:
      return hostileValue
  }
}

/** Some objects lack properties, or have one that they must not have. */
function objectOf({ properties, required = [] }: Schema): Arbitrary<object> {
  if (!properties) return fc.dictionary(fc.string({ maxLength: 12 }), fc.string(), { maxKeys: 3 })
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, arbitraryOf(schema, name)]),
  )
  const complete: Arbitrary<object> = fc.record(fields, { requiredKeys: required })
  const foreign = fc.constantFrom('__proto__', 'role', 'uid', '')
  return weighted(
    [18, complete],
    [1, fc.record(fields, { requiredKeys: [] })],
    [1, fc.tuple(complete, foreign).map(([value, name]) => ({ ...value, [name]: 'admin' }))],
  )
}

function textOf(name: string): Arbitrary<string> {
  const valid = [VALID_BY_NAME[name] ?? []].flat()
  const any = fc.oneof(fc.constantFrom(...EDGE_TEXTS), fc.string({ unit: 'binary', maxLength: 60 }))
  return valid.length === 0 ? any : weighted([8, fc.constantFrom(...valid)], [2, any])
}

type Bytes = Uint8Array<ArrayBuffer>
const encode = (text: string): Bytes => new TextEncoder().encode(text)

/** The bytes of a JSON text that are cut, doubled, deeply nested, or wrong in one place. */
const brokenBytesOf = (value: Arbitrary<unknown>): Arbitrary<Bytes> =>
  fc.oneof(
    fc.integer({ min: 1, max: 20_000 }).map((depth) => encode('[{"a":'.repeat(depth))),
    fc.tuple(value, fc.nat(), fc.nat(255), fc.nat(2)).map(([input, index, byte, kind]) => {
      const bytes = encode(JSON.stringify(input))
      const place = index % bytes.length
      if (kind === 0) return bytes.slice(0, place)
      return kind === 1
        ? Uint8Array.from([...bytes, ...bytes.slice(place)])
        : bytes.with(place, byte)
    }),
  )

/** An encoded path parameter that is not an id. */
const foreignParam = fc
  .oneof(
    fc.constantFrom('x', 'others', '\0', "' or 1=1", '💎', '../', '/', '%2f', 'x'.repeat(3_000)),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
  )
  // A URL resolves dots to the path of another endpoint.
  .filter((param) => param !== '.' && param !== '..')
  .map(encodeURIComponent)

/** A sequence has this many requests of one user at most, half of it on average. */
const MAX_REQUESTS = 20
export const MEAN_REQUESTS = MAX_REQUESTS / 2
/** No request takes this long on any machine unless an input makes it slow. */
const MAX_DURATION_MS = 30_000

interface OperationObject {
  requestBody?: { content: { 'application/json'?: { schema: Schema } } }
  responses: Record<string, unknown>
}

const { paths } = openApi('test') as { paths: Record<string, Record<string, OperationObject>> }

const names = Object.keys(endpoints) as EndpointName[]

function findOperation(name: string) {
  const [method = '', path = ''] = name.split(' ')
  const documented = paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
  return {
    method,
    path,
    body: documented?.requestBody?.content['application/json']?.schema,
    statuses: Object.keys(documented?.responses ?? {}).map(Number),
  }
}

function bodyFor(body: Schema | undefined): Arbitrary<string | Bytes | undefined> {
  if (!body) return fc.constant(undefined)
  const value = arbitraryOf(body)
  return weighted<string | Bytes>(
    [8, value.map((value) => JSON.stringify(value))],
    [2, brokenBytesOf(value)],
  )
}

const CONTENT_TYPES = ['application/json; charset=utf-8', 'text/plain', '', 'a/b;;=']
const KEYS = ['12345678', 'x', "a'b--------", 'k'.repeat(200)]

const requestFor = (name: EndpointName) =>
  fc.record({
    name: fc.constant(name),
    body: bodyFor(findOperation(name).body),
    cookie: weighted([8, fc.constant('valid')], [2, fc.constantFrom('broken', 'none')]),
    idempotencyKey: fc.option(fc.constantFrom(...KEYS), { freq: 2 }),
    contentType: weighted(
      [6, fc.constant('application/json')],
      [1, fc.constantFrom(...CONTENT_TYPES)],
    ),
    /** A number is the place among the ids and slugs that exist. */
    param: weighted<number | string>([6, fc.nat(20)], [4, foreignParam]),
    query: weighted(
      [4, fc.constant('')],
      [1, foreignParam.map((value) => `?detail=${value}&x[]=1`)],
    ),
  })

type FuzzRequest = ReturnType<typeof requestFor> extends Arbitrary<infer Value> ? Value : never

/** Sequences of requests to all endpoints of the contract: valid, hostile and broken ones. */
export const requestSequences: Arbitrary<FuzzRequest[]> = fc.array(
  fc.oneof(...names.map(requestFor)),
  { minLength: 1, maxLength: MAX_REQUESTS, size: 'max' },
)

export interface FuzzTarget {
  /** Sends a request to the API; the path is without `/api`. */
  request: (path: string, init: RequestInit) => Response | Promise<Response>
  /** The user's session. */
  cookie: string
  /** Ids and slugs that exist. */
  params: string[]
}

function toRequest(request: FuzzRequest, { cookie, params }: FuzzTarget) {
  const { name, param, body } = request
  const { method, path } = findOperation(name)
  const headers: Record<string, string> = {}
  if (request.cookie === 'valid') headers['cookie'] = cookie
  if (request.cookie === 'broken')
    headers['cookie'] = `${cookie.slice(0, -3)}; =;;${'a=b;'.repeat(50)}`
  if (request.idempotencyKey !== null) headers['idempotency-key'] = request.idempotencyKey
  if (body !== undefined) headers['content-type'] = request.contentType
  const value = typeof param === 'number' ? (params[param % params.length] ?? '') : param
  return {
    path: path.replace(/:\w+/, () => value) + request.query,
    init: { method, headers, ...(body === undefined ? {} : { body }) },
  }
}

/** @throws AssertionError when the response breaks the contract. */
export async function expectContract(target: FuzzTarget, request: FuzzRequest): Promise<void> {
  const { name } = request
  const { statuses } = findOperation(name)
  const { path, init } = toRequest(request, target)
  const start = performance.now()
  const response = await target.request(path, init)
  const text = await response.text()
  const answer = `${name} was answered with ${response.status}: ${text}`
  assert(performance.now() - start < MAX_DURATION_MS, `${name} took too long.`)
  assert(response.status < 500, answer)
  // `..` and `.` are resolved before the request is sent.
  if (!statuses.includes(response.status) && /\/\.{1,2}(?:[/?]|$)|%2e/i.test(path)) return
  assert(statuses.includes(response.status), answer)
  assert.match(response.headers.get('content-type') ?? '', /^application\/json/, answer)
  const parsed = (response.ok ? endpoints[name].response : apiError).safeParse(JSON.parse(text))
  assert(parsed.success, `${answer}\n${parsed.error?.message}`)
}
