import { expect, test } from 'vitest'
import { createRandom, type Random } from '#scripts/catalogue/random.ts'
import { cartResponse } from '#src/contract/cart.ts'
import { type Endpoint, endpoints } from '#src/contract/endpoints.ts'
import { apiError } from '#src/contract/responses.ts'
import { openApi } from '#src/server/http/openapi.ts'
import { type ApiClient, formatCookies } from '#tests/helpers/api-client.ts'
import { generateParam, generateValue, mutateBytes, mutateValue } from '#tests/helpers/fuzz.ts'
import { addProducts } from '#tests/helpers/products.ts'
import { createTestApp, type TestApp } from '#tests/helpers/test-app.ts'

/** FUZZ_SEED repeats a run, FUZZ_REQUESTS makes it longer. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 7)
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 3_000)
/** Generous, for a machine that has other things to do. */
const LONGEST_MS = 5_000

interface Operation {
  name: string
  method: string
  path: string
  body: Parameters<typeof generateValue>[0] | undefined
  statuses: Set<number>
  reply: Endpoint['response']
}

interface Described {
  requestBody?: { content: { 'application/json': { schema: object } } }
  responses: Record<string, unknown>
}

const { paths } = openApi('test') as { paths: Record<string, Record<string, Described>> }

const operations: Operation[] = Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => {
  const [method = '', path = ''] = name.split(' ')
  const described = paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
  return {
    name,
    method,
    path,
    body: described?.requestBody?.content['application/json'].schema,
    statuses: new Set(Object.keys(described?.responses ?? {}).map(Number)),
    reply: endpoint.response,
  }
})

function bodyFor({ body }: Operation, random: Random, ids: string[]) {
  if (!body) return undefined
  const plain = generateValue(body, random)
  const id = ids[random.whole(0, ids.length - 1)]
  const given =
    typeof plain === 'object' && plain !== null && 'productId' in plain && random.fraction() < 0.7
      ? { ...plain, productId: id }
      : plain
  const luck = random.fraction()
  if (luck < 0.4) return JSON.stringify(given)
  if (luck < 0.8) return JSON.stringify(mutateValue(given, random))
  return mutateBytes(JSON.stringify(given), random)
}

interface Known {
  shopper: ApiClient
  productIds: string[]
  /** Ids and slugs that lead somewhere. */
  params: string[]
}

/** Somebody new with something in the cart. */
async function meet(shop: TestApp, productIds: string[]): Promise<Known> {
  const shopper = await shop.createSignedInUser()
  await shopper.post('/cart', { productId: productIds[0], quantity: 3 })
  const { cart } = cartResponse.parse((await shopper.get('/cart')).body)
  return { shopper, productIds, params: ['a', ...productIds, ...cart.map((line) => line.id)] }
}

function requestFor(operation: Operation, random: Random, known: Known) {
  const { shopper, productIds, params } = known
  const cookie = formatCookies(shopper.cookies)
  const luck = random.fraction()
  const headers: Record<string, string> = {}
  if (luck < 0.8) headers['cookie'] = cookie
  else if (luck < 0.9) headers['cookie'] = `${cookie.slice(0, -3)}; =;;${'a=b;'.repeat(50)}`
  if (random.fraction() < 0.3)
    headers['idempotency-key'] =
      ['12345678', 'x', "a'b--------", 'k'.repeat(200)][random.whole(0, 3)] ?? ''
  const body = bodyFor(operation, random, productIds)
  const types = ['application/json', 'application/json; charset=utf-8', 'text/plain', '', 'a/b;;=']
  if (body !== undefined)
    headers['content-type'] = types[random.fraction() < 0.85 ? 0 : random.whole(0, 4)] ?? ''
  const param =
    random.fraction() < 0.6 ? params[random.whole(0, params.length - 1)] : generateParam(random)
  const query = random.fraction() < 0.2 ? `?detail=${generateParam(random)}&x[]=1` : ''
  const path = operation.path.replace(/:\w+/, () => param ?? '') + query
  return {
    path,
    init: { method: operation.method, headers, ...(body === undefined ? {} : { body }) },
  }
}

/** What is wrong with the answer; nothing when all is well. */
async function judge(
  shop: TestApp,
  operation: Operation,
  { path, init }: ReturnType<typeof requestFor>,
) {
  const start = performance.now()
  const response = await shop.request(path, init)
  const text = await response.text()
  const took = performance.now() - start
  if (took > LONGEST_MS) return `took ${took.toFixed(0)} ms`
  if (response.status >= 500) return `answered ${response.status}: ${text}`
  if (!operation.statuses.has(response.status))
    // `..` and `.` are resolved before they are sent.
    return /\/\.{1,2}$|%2e/i.test(path)
      ? undefined
      : `answered ${response.status}, undeclared: ${text}`
  if (!response.headers.get('content-type')?.startsWith('application/json')) return 'is not JSON'
  const schema = response.ok ? operation.reply : apiError
  const parsed = schema.safeParse(JSON.parse(text))
  return parsed.success ? undefined : `breaks the contract: ${parsed.error.message} ${text}`
}

test(`G5: ${REQUESTS} odd requests (seed ${SEED}) are all answered as the contract says`, async () => {
  await using shop = await createTestApp()
  const ids = await addProducts(shop, { slug: 'a' }, { slug: 'b', stock: 2 })
  const random = createRandom(SEED)
  const complaints: string[] = []
  let known = await meet(shop, ids)
  for (let nth = 0; nth < REQUESTS; nth += 1) {
    // Some calls end the session they are made with.
    if (nth % 25 === 0) known = await meet(shop, ids)
    const operation = operations[random.whole(0, operations.length - 1)]
    if (!operation) throw new Error('The contract has no calls.')
    const request = requestFor(operation, random, known)
    const complaint = await judge(shop, operation, request)
    if (complaint)
      complaints.push(
        `#${nth} ${operation.name} ${JSON.stringify(request).slice(0, 400)} ${complaint}`,
      )
  }
  expect(complaints).toEqual([])
  expect(shop.logs.filter((line) => line.level === 'error')).toEqual([])
}, 120_000)
