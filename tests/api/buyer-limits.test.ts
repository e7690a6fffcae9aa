import { describe, expect } from 'vitest'
import { HOUR_MS } from '#src/rules/constants.ts'
import { consume } from '#src/server/core/http/rate-limit.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { runOrderJob } from '#src/server/shop/orders/order-job.ts'
import { test as base } from '#tests/helpers/api-test.ts'
import { ADDRESS, PHONE, place, readSeen } from '#tests/helpers/orders.ts'
import type { ApiClient } from '#tools/api-client.ts'
import { addProducts } from '#tools/products.ts'

// What an account, a telephone number, an address and a person can take from others, and what the law allows in cash.

const watch = toProductId('watch')
const ring = toProductId('ring')
const bowl = toProductId('bowl')

const test = base
  .extend('env', () => ({
    ORDERS: 'cod,razorpay,transfer',
    RAZORPAY_MAX: '20000',
    BANK_ACCOUNT_NAME: 'Kairavi Horology LLP',
    BANK_ACCOUNT_NUMBER: '50200012345678',
    BANK_IFSC: 'HDFC0001234',
    LIMITS: 'true',
    RAZORPAY_KEY_ID: 'rzp_test_key',
    RAZORPAY_KEY_SECRET: 'a-secret-of-the-tests',
    RAZORPAY_WEBHOOK_SECRET: 'a-secret-of-the-tests',
    CASH_EXCLUDED_PINCODES: '190,744101',
    TRUSTED_PROXIES: '1',
  }))
  .extend('shop', async ({ shop }) => {
    await addProducts(
      shop,
      { slug: 'watch', price: 1_000, stock: 50 },
      { slug: 'ring', price: 150_000, stock: 9 },
      { slug: 'bowl', price: 30_000, stock: 9 },
    )
    shop.freezeTime()
    return shop
  })

async function send(client: ApiClient, input: Record<string, unknown> = {}, productId = watch) {
  await client.post('/cart', { productId })
  const { status, body } = await place(client, input)
  return { status, body, number: body.order?.number as string }
}

const online = { method: 'razorpay' }

describe('orders that wait for their payment', () => {
  test('are at most two of an account', async ({ shop }) => {
    const buyer = await shop.createSignedInUser()
    const { number } = await send(buyer, online)
    await send(buyer, online)
    expect(await send(buyer, online)).toMatchObject({
      status: 409,
      body: { field: 'method', message: expect.stringContaining('Please pay or cancel one') },
    })
    await buyer.post(`/orders/${number}/cancel`, { reason: 'I changed my mind' })
    expect((await send(buyer, online)).status).toBe(201)
  })

  test('are counted with those that wait for a transfer', async ({ shop }) => {
    const buyer = await shop.createSignedInUser()
    const transfer = { method: 'transfer' }
    await send(buyer, online)
    expect((await send(buyer, transfer, bowl)).status).toBe(201)
    expect(await send(buyer, transfer, bowl)).toMatchObject({
      status: 409,
      body: { field: 'method', message: expect.stringContaining('Please pay or cancel one') },
    })
    expect((await send(buyer, online)).status).toBe(409)
  })

  test('pause for an hour after two that expired', async ({ shop }) => {
    const buyer = await shop.createSignedInUser()
    await send(buyer, online)
    await send(buyer, online)
    shop.advanceTime(16 * 60_000)
    await runOrderJob(shop.deps)
    expect(await send(buyer, online)).toMatchObject({
      status: 409,
      body: { message: '2 of your orders were not paid in time. Please order again in an hour.' },
    })
    expect((await send(await shop.createSignedInUser(), online)).status).toBe(201)
    shop.advanceTime(HOUR_MS)
    expect((await send(buyer, online)).status).toBe(201)
  })
})

describe('cash on delivery', () => {
  test.for([
    ['Nepal', { country: 'Nepal', pincode: '44600' }, 'address.country'],
    ['an excluded district', { pincode: '190001', state: 'Jammu and Kashmir' }, 'method'],
    ['an excluded pincode', { pincode: '744101', state: 'Andaman and Nicobar Islands' }, 'method'],
  ] as const)('does not go to %s', async ([, address, field], { shop }) => {
    const buyer = await shop.createSignedInUser()
    const { status, body } = await send(buyer, { address: { ...ADDRESS, ...address } })
    expect([400, 409]).toContain(status)
    expect(body.field).toBe(field)
  })

  test.for(['1111111111', '12345678', '+91 00000 00000'])(
    'needs a telephone number that can be called: not %s',
    async (phone, { shop }) => {
      const buyer = await shop.createSignedInUser()
      expect(await send(buyer, { phone })).toMatchObject({ status: 400, body: { field: 'phone' } })
    },
  )

  test.for(['account', 'telephone number', 'address'])(
    'has at most three open orders of one %s',
    async (same, { shop }) => {
      const buyers = await Promise.all([1, 2, 3, 4].map(() => shop.createSignedInUser()))
      const statuses: number[] = []
      for (const [index, buyer] of buyers.entries()) {
        const street =
          same === 'address' ? ['7, Jalebi Chowk', '7 JALEBI-CHOWK'][index % 2] : `${index}, Lane`
        const { status } = await send(same === 'account' ? (buyers[0] ?? buyer) : buyer, {
          phone: same === 'telephone number' ? '98290 12345' : `98290 1234${index}`,
          address: { ...ADDRESS, address: street },
        })
        statuses.push(status)
      }
      expect(statuses).toEqual([201, 201, 201, 409])
    },
  )

  test('stays below the legal sum of a person and a day', async ({ shop }) => {
    const [buyer, other] = [await shop.createSignedInUser(), await shop.createSignedInUser()]
    const { number } = await send(buyer, {}, ring)
    for (const client of [buyer, other])
      expect(await send(client, {}, ring)).toMatchObject({
        status: 409,
        body: { field: 'method', message: expect.stringContaining('section 269ST') },
      })
    await buyer.post(`/orders/${number}/cancel`, { reason: 'I changed my mind' })
    expect((await place(buyer)).status).toBe(201)
    shop.advanceTime(24 * HOUR_MS)
    expect((await place(other)).status).toBe(201)
  })
})

test('an order that is refused uses up no limit of its subnet', async ({ shop }) => {
  const from = { 'X-Forwarded-For': '203.0.113.9' }
  const limit = { name: 'orders-subnet', limit: 2_000, windowMinutes: 60, inMemory: true } as const
  for (let count = 1; count < limit.limit; count++) await consume(shop.deps, limit, '203.0.113.9')
  const buyer = await shop.createSignedInUser()
  const post = async () => {
    const body = { address: ADDRESS, phone: PHONE, method: 'cod', seen: await readSeen(buyer) }
    const headers = { ...from, 'Idempotency-Key': crypto.randomUUID() }
    return (await buyer.post('/orders', body, headers)).status
  }
  const seen = { lines: [{ id: 'gone', quantity: 1, price: 1 }], total: 1 }
  for (let count = 0; count < 3; count++)
    expect(
      (
        await buyer.post(
          '/orders',
          { address: ADDRESS, phone: PHONE, method: 'cod', seen },
          { ...from, 'Idempotency-Key': crypto.randomUUID() },
        )
      ).status,
    ).toBe(409)
  await buyer.post('/cart', { productId: watch })
  expect(await post()).toBe(201)
  await buyer.post('/cart', { productId: watch })
  expect(await post()).toBe(429)
})
