import fc, { type Arbitrary } from 'fast-check'
import { expect, test } from 'vitest'
import { cartResponse } from '#src/contract/cart.ts'
import { type Endpoint, endpoints } from '#src/contract/endpoints.ts'
import { apiError } from '#src/contract/responses.ts'
import { toProductId } from '#src/server/catalog/to-product-row.ts'
import { openApi } from '#src/server/http/openapi.ts'
import { formatCookies } from '#tests/helpers/api-client.ts'
import {
  arbitraryOf,
  brokenBytesOf,
  foreignParam,
  type Schema,
} from '#tests/helpers/contract-arbitraries.ts'
import { addProducts } from '#tests/helpers/products.ts'
import { createTestApp, type TestApp } from '#tests/helpers/test-app.ts'

/** FUZZ_SEED repeats a run, FUZZ_PATH one failure of it; FUZZ_REQUESTS is the approximate count. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 7)
const PATH = process.env['FUZZ_PATH']
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 3_000)
/** A run is this many requests of one new user at most, half of it on average. */
const MAX_REQUESTS_PER_RUN = 20
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

const SLUGS = ['a', 'b']
const known = { productId: SLUGS.map(toProductId) }

type Body = string | Uint8Array<ArrayBuffer> | undefined

const bodyFor = ({ body }: Operation): Arbitrary<Body> => {
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

const requestFor = (operation: Operation) =>
  fc.record({
    name: fc.constant(operation.name),
    body: bodyFor(operation),
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

const requestArbitrary = fc.oneof(...operations.map(requestFor))
type FuzzRequest = typeof requestArbitrary extends Arbitrary<infer Value> ? Value : never

interface Target {
  shop: TestApp
  /** The user's session. */
  cookie: string
  /** Ids and slugs that exist. */
  params: string[]
}

/** A new user with a line in the cart. */
async function createTarget(shop: TestApp): Promise<Target> {
  const user = await shop.createSignedInUser()
  await user.post('/cart', { productId: known.productId[0], quantity: 3 })
  const { cart } = cartResponse.parse((await user.get('/cart')).body)
  return {
    shop,
    cookie: formatCookies(user.cookies),
    params: ['a', ...known.productId, ...cart.map((line) => line.id)],
  }
}

function toRequest({ method, path }: Operation, given: FuzzRequest, { cookie, params }: Target) {
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

/** Throws when the response breaks the contract. */
async function expectContract(target: Target, given: FuzzRequest): Promise<void> {
  const operation = operations.find(({ name }) => name === given.name)
  if (!operation) throw new Error(`The contract has no ${given.name}.`)
  const { path, init } = toRequest(operation, given, target)
  const start = performance.now()
  const response = await target.shop.request(path, init)
  const text = await response.text()
  expect(performance.now() - start, `${given.name}: duration`).toBeLessThan(MAX_DURATION_MS)
  expect(response.status, `${given.name}: ${text}`).toBeLessThan(500)
  // `..` and `.` are resolved before the request is sent.
  if (!operation.statuses.has(response.status) && /\/\.{1,2}(?:[/?]|$)|%2e/i.test(path)) return
  expect(operation.statuses, `${given.name}: ${text}`).toContain(response.status)
  expect(response.headers.get('content-type'), given.name).toMatch(/^application\/json/)
  const schema = response.ok ? operation.response : apiError
  const parsed = schema.safeParse(JSON.parse(text))
  expect(parsed.error?.message, `${given.name}: ${text}`).toBeUndefined()
}

test(`answers about ${REQUESTS} generated requests as the contract says (seed ${SEED}, G5)`, async () => {
  await using shop = await createTestApp()
  await addProducts(shop, { slug: 'a' }, { slug: 'b', stock: 2 })
  const property = fc.asyncProperty(
    fc.array(requestArbitrary, { minLength: 1, maxLength: MAX_REQUESTS_PER_RUN, size: 'max' }),
    async (requests) => {
      const target = await createTarget(shop)
      for (const request of requests) await expectContract(target, request)
      expect(shop.logs.filter((line) => line.level === 'error')).toEqual([])
    },
  )
  const numRuns = Math.ceil(REQUESTS / (MAX_REQUESTS_PER_RUN / 2))
  await fc.assert(property, { seed: SEED, numRuns, ...(PATH ? { path: PATH } : {}) })
}, 600_000)
