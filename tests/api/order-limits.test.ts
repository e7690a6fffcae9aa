import { expect } from 'vitest'
import type { PaymentMethod } from '#src/contract/values.ts'
import { consume, type RateLimit } from '#src/server/core/http/rate-limit.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { test as base } from '#tests/helpers/api-test.ts'
import { ADDRESS, readSeen } from '#tests/helpers/orders.ts'
import type { ApiClient, JsonResponse } from '#tools/api-client.ts'
import { addProducts } from '#tools/products.ts'

// Each limit of orders: the last call that it allows, and the first one that it does not.

const watch = toProductId('watch')
const ADDRESS_OF_CLIENT = '203.0.113.7'
const from = { 'X-Forwarded-For': ADDRESS_OF_CLIENT }

/** With a stopped clock: how long a test takes must not move a window. */
const test = base
  .extend('env', () => ({
    ORDERS: 'cod,razorpay',
    LIMITS: 'true',
    TRUSTED_PROXIES: '1',
    RAZORPAY_KEY_ID: 'a-key-of-the-tests',
    RAZORPAY_KEY_SECRET: 'its-secret',
    RAZORPAY_WEBHOOK_SECRET: 'a-secret-of-the-tests',
    // No provider answers there.
    RAZORPAY_URL: 'http://127.0.0.1:9',
  }))
  .extend('shop', async ({ shop }) => {
    await addProducts(shop, { slug: 'watch', price: 1_000, stock: 9 })
    shop.freezeTime()
    return shop
  })

type Send = (client: ApiClient, number: string) => Promise<JsonResponse>

let orders = 0
const placeBy = async (client: ApiClient, method: PaymentMethod): Promise<JsonResponse> => {
  await client.post('/cart', { productId: watch }, from)
  orders += 1
  // A telephone number and an address have few open cash orders.
  const body = {
    address: { ...ADDRESS, address: `${orders}, Jalebi Chowk` },
    phone: `98290 1${String(orders).padStart(4, '0')}`,
    method,
    seen: await readSeen(client),
  }
  return client.post('/orders', body, { ...from, 'Idempotency-Key': crypto.randomUUID() })
}
const place: Send = (client) => placeBy(client, 'cod')
const cancel: Send = (client, number) =>
  client.post(`/orders/${number}/cancel`, { reason: 'I changed my mind' }, from)
const mail: Send = (client, number) => client.post(`/orders/${number}/mail`, undefined, from)
const pay: Send = (client, number) => client.post(`/orders/${number}/payment`, undefined, from)
const tell: Send = (client) => client.post('/webhooks/razorpay', {}, from)

interface Row {
  limit: RateLimit
  send: Send
  /** The answer to a call that the limit allows. */
  allowed: number
}

const hour = { windowMinutes: 60 }
const inMemory = { ...hour, inMemory: true } as const
const OF_ACCOUNTS: Row[] = [
  { limit: { name: 'orders', limit: 20, ...hour }, send: place, allowed: 201 },
  { limit: { name: 'order-changes', limit: 30, ...hour }, send: cancel, allowed: 200 },
  { limit: { name: 'order-mails', limit: 5, ...hour }, send: mail, allowed: 200 },
  { limit: { name: 'payments', limit: 60, ...hour }, send: pay, allowed: 502 },
]
const OF_SUBNETS: Row[] = [
  { limit: { name: 'orders-subnet', limit: 2_000, ...inMemory }, send: place, allowed: 201 },
  {
    limit: { name: 'order-changes-subnet', limit: 3_000, ...inMemory },
    send: cancel,
    allowed: 200,
  },
  { limit: { name: 'order-mails-subnet', limit: 500, ...inMemory }, send: mail, allowed: 200 },
  { limit: { name: 'payments-subnet', limit: 600, ...inMemory }, send: pay, allowed: 502 },
  {
    limit: { name: 'payment-events', limit: 6_000, windowMinutes: 1, inMemory: true },
    send: tell,
    allowed: 401,
  },
]

test.for([
  ...OF_ACCOUNTS.map((row) => ({ ...row, isOfAccount: true })),
  ...OF_SUBNETS.map((row) => ({ ...row, isOfAccount: false })),
])(
  '$limit.name allows $limit.limit calls',
  async ({ limit, send, allowed, isOfAccount }, { shop }) => {
    const buyer = await shop.createSignedInUser()
    const method = send === pay ? 'razorpay' : 'cod'
    const { number } = (await placeBy(buyer, method)).body.order
    const key = isOfAccount ? buyer.uid : ADDRESS_OF_CLIENT
    const used = send === place ? 1 : 0
    for (let count = used; count < limit.limit - 1; count++) await consume(shop.deps, limit, key)
    expect((await send(buyer, number)).status).toBe(allowed)
    expect(await send(buyer, number)).toMatchObject({ status: 429 })
    // Another account has limits of its own, and shares those of its subnet.
    const other = await shop.createSignedInUser()
    const own = isOfAccount ? (await placeBy(other, method)).body.order.number : number
    const expected = isOfAccount ? allowed : [429, 404]
    expect([expected].flat()).toContain((await send(other, own)).status)
    shop.advanceTime(limit.windowMinutes * 60_000)
    expect((await send(buyer, number)).status).not.toBe(429)
  },
)

test('a payment call counts only if the provider is asked', async ({ shop }) => {
  const buyer = await shop.createSignedInUser()
  const inCash = (await placeBy(buyer, 'cod')).body.order.number
  const online = (await placeBy(buyer, 'razorpay')).body.order.number
  const limit = { name: 'payments', limit: 60, ...hour }
  for (let count = 0; count < limit.limit - 1; count++) await consume(shop.deps, limit, buyer.uid)
  for (let count = 0; count < 3; count++) expect((await pay(buyer, inCash)).status).toBe(409)
  expect((await pay(buyer, online)).status).toBe(502)
  expect((await pay(buyer, online)).status).toBe(429)
})
