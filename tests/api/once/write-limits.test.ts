import { expect } from 'vitest'
import { type Endpoint, endpoints } from '#src/contract/endpoints.ts'
import { test as base } from '#tests/helpers/api-test.ts'
import { type ApiClient, countStatuses } from '#tools/api-client.ts'
import { addProducts } from '#tools/products.ts'
import type { TestApp } from '#tools/test-app.ts'

const MINUTE = 60_000

const test = base
  .extend('env', { LIMITS: 'true', TRUSTED_PROXIES: '1' })
  .extend('shop', async ({ shop }) => {
    shop.freezeTime()
    return shop
  })

const writes = Object.entries<Endpoint>(endpoints).filter(([name]) => !name.startsWith('GET '))

let address = 0
/** Another subnet with each call, so that the limit of a user is met alone. */
const fromAnywhere = () => ({ 'X-Forwarded-For': `10.0.${++address >> 8}.${address & 255}` })
const fromOne = () => ({ 'X-Forwarded-For': '203.0.113.9' })

/** A call that is refused, which counts all the same. */
const write = (client: ApiClient, headers: Record<string, string>) =>
  client.put('/cart/gift', undefined, headers)
/** Its status without a body. */
const REFUSED = 415

const callers: [
  who: string,
  limit: number,
  open: (shop: TestApp) => Promise<ApiClient>,
  toHeaders: () => Record<string, string>,
][] = [
  ['a shopper', 120, (shop) => shop.createSignedInUser(), fromAnywhere],
  ['an editor', 600, (shop) => shop.createSignedInUser('editor'), fromAnywhere],
  ['the visitors of a subnet', 1_200, async (shop) => shop.createClient(), fromOne],
]

test.for(callers)('%s can write %i times in a minute, whatever it is', async (row, { shop }) => {
  const [, limit, open, toHeaders] = row
  const client = await open(shop)
  for (let count = 0; count < limit; count++)
    expect((await write(client, toHeaders())).status).not.toBe(429)
  const unlimited: string[] = []
  for (const [name, { hasOwnLimit }] of writes) {
    const [method = '', path = ''] = name.split(' ')
    const { status } = await client.request(method, path, undefined, toHeaders())
    if (status !== 429 && !hasOwnLimit) unlimited.push(name)
  }
  expect(unlimited).toEqual([])
  shop.advanceTime(MINUTE)
  expect((await write(client, toHeaders())).status).not.toBe(429)
})

test('writes with a limit of their own are those of events, and of the payment provider', () => {
  const own = writes.flatMap(([name, { hasOwnLimit }]) => (hasOwnLimit ? name : []))
  expect(own).toEqual([
    'POST /events',
    'POST /events/vitals',
    'POST /events/search',
    'POST /webhooks/:provider',
  ])
})

test('a shopper can write 2,000 times in an hour', async ({ shop, shopper }) => {
  let allowed = 0
  for (let minute = 0; minute < 20; minute++) {
    const counts = await countStatuses(110, () => write(shopper, fromAnywhere()))
    allowed += counts[REFUSED] ?? 0
    shop.advanceTime(MINUTE)
  }
  expect(allowed).toBe(2_000)
  const other = await shop.createSignedInUser()
  expect((await write(other, fromAnywhere())).status).toBe(REFUSED)
  shop.advanceTime(39 * MINUTE)
  expect((await write(shopper, fromAnywhere())).status).toBe(429)
  shop.advanceTime(MINUTE)
  expect((await write(shopper, fromAnywhere())).status).toBe(REFUSED)
})

test('accounts of one subnet share its limit', async ({ shop }) => {
  const statuses: Record<number, number> = {}
  for (let account = 0; account < 11; account++) {
    const shopper = await shop.createSignedInUser()
    for (let count = 0; count < 115; count++) {
      const { status } = await write(shopper, fromOne())
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  expect(statuses).toEqual({ [REFUSED]: 1_200, 429: 65 })
})

test('a change that the limit refuses takes effect once, when it is sent again', async ({
  shop,
  shopper,
}) => {
  const [productId] = await addProducts(shop, { slug: 'bangle' })
  for (let count = 0; count < 120; count++) await write(shopper, fromOne())
  const add = () =>
    shopper.post('/cart', { productId, quantity: 1 }, { 'Idempotency-Key': 'the-only-key' })
  expect(await add()).toMatchObject({
    status: 429,
    body: { success: false, message: 'Too many tries. Please try again in 1 minute.' },
  })
  expect((await add()).headers.get('retry-after')).toBe('60')
  shop.advanceTime(MINUTE)
  expect([(await add()).status, (await add()).status]).toEqual([200, 200])
  expect((await shopper.get('/cart')).body.cart).toMatchObject([{ quantity: 1 }])
})
