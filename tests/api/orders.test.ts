import { describe, expect } from 'vitest'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import type { ApiClient } from '#tests/helpers/api-client.ts'
import { listMailsTo } from '#tests/helpers/api-client.ts'
import { test as base } from '#tests/helpers/api-test.ts'
import { ADDRESS, expectInvariants, order, PHONE, place, readSeen } from '#tests/helpers/orders.ts'
import { addProducts, ringWithVariants, updateProduct } from '#tests/helpers/products.ts'
import type { TestApp } from '#tests/helpers/test-app.ts'

const watch = toProductId('watch')
const ring = toProductId('ring')
const STOCK = 5

const test = base
  .extend('env', () => ({ ORDERS: 'cod' }))
  .extend('shop', async ({ shop }) => {
    await addProducts(shop, { slug: 'watch', price: 1_000, stock: STOCK }, ringWithVariants, {
      slug: 'crown',
      price: 300_000,
      stock: 3,
    })
    return shop
  })

const readCart = async (client: ApiClient) => (await client.get('/cart')).body.cart as object[]
const find = async (client: ApiClient, number: string) =>
  (await client.get(`/orders/${number}`)).body.order

const countHeld = async ({ deps: { db } }: TestApp): Promise<number> =>
  (await db.selectFrom('stock_hold').select('quantity').execute()).reduce(
    (sum, { quantity }) => sum + quantity,
    0,
  )

describe('placing an order', () => {
  test('makes an order of the cart: lines, holds, an event and a mail, and the cart is empty', async ({
    shop,
    asha,
  }) => {
    await asha.post('/cart', { productId: watch, quantity: 2 })
    await asha.post('/cart', { productId: ring, variant: { Size: 'L' } })
    await asha.put('/cart/gift', { wrap: true, note: 'For you.' })
    const { status, body } = await place(asha)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      message: 'Thank you for your order.',
      order: {
        number: expect.stringMatching(/^KV-[2-9A-HJ-NP-Z]{8}$/),
        state: 'placed',
        total: 2_258.03,
      },
    })
    expect(await readCart(asha)).toEqual([])
    expect((await asha.get('/users/getUserProfile')).body.user.gift.wrap).toBe(false)
    const found = await find(asha, body.order.number)
    expect(found).toMatchObject({
      state: 'placed',
      paymentState: 'none',
      method: 'cod',
      subtotal: 2_150.5,
      tax: 107.53,
      total: 2_258.03,
      name: 'Asha',
      email: asha.email,
      phone: '+91 98290 12345',
      shipTo: { city: 'Jaipur', pincode: '302002' },
      gift: { wrap: true, note: 'For you.' },
      promised: { from: expect.any(String), to: expect.any(String) },
      lines: [
        { slug: 'watch', price: 1_000, quantity: 2 },
        { slug: 'ring', price: 150.5, quantity: 1, variant: { Size: 'L' } },
      ],
      events: [{ kind: 'placed' }],
      steps: {
        cancel: { can: true, why: '' },
        pay: { can: false, why: 'This order is paid for.' },
        return: { can: false, why: 'This order has not arrived yet.' },
      },
    })
    expect(await listMailsTo(shop, asha.email)).toContainEqual(
      expect.objectContaining({ subject: `Your order ${body.order.number} at Kairavi` }),
    )
    expect(await countHeld(shop)).toBe(3)
    await expectInvariants(shop, { [watch]: STOCK })
  })

  test('answers a repeat with the same key as the first time, and orders once', async ({
    shop,
    asha,
  }) => {
    await asha.post('/cart', { productId: watch })
    const seen = await readSeen(asha)
    const send = () => place(asha, { seen }, 'the-same-key')
    const first = await send()
    expect((await send()).body).toEqual(first.body)
    expect(await shop.deps.db.selectFrom('order').selectAll().execute()).toHaveLength(1)
    const body = { address: ADDRESS, phone: PHONE, method: 'cod', seen }
    expect(await asha.post('/orders', body)).toMatchObject({
      status: 400,
      body: { message: 'Send an Idempotency-Key, so that a repeat does not order twice.' },
    })
    expect((await place(asha, { seen }, 'another-key')).status).toBe(409)
  })

  test('tells the lines whose price, quantity or stock is not what was seen', async ({
    shop,
    asha,
  }) => {
    await asha.post('/cart', { productId: watch, quantity: 2 })
    const seen = await readSeen(asha)
    const id = seen.lines[0]?.id
    await updateProduct(shop, watch, { price_paise: 120_000, list_price_paise: 120_000 })
    expect(await place(asha, { seen })).toMatchObject({
      status: 409,
      body: {
        message: 'Your cart is not as you saw it any more. Please look at it once more.',
        changes: [{ id, title: 'The watch', kind: 'price', was: 1_000, now: 1_200 }],
        total: 2_520,
      },
    })
    await asha.patch(`/cart/${id}`, { change: 1 })
    const changed = await place(asha, { seen })
    expect(changed.body.changes).toMatchObject([
      { kind: 'quantity', was: 2, now: 3 },
      { kind: 'price', was: 1_000, now: 1_200 },
    ])
    await asha.post('/cart', { productId: ring, variant: { Size: 'S' } })
    expect((await place(asha, { seen })).body.changes).toContainEqual(
      expect.objectContaining({ kind: 'added', was: 0, now: 1 }),
    )
    const { lines, total } = await readSeen(asha)
    const gone = { id: 'gone', quantity: 1, price: 5 }
    const removed = await place(asha, { seen: { lines: [...lines, gone], total } })
    expect(removed.body.changes).toMatchObject([{ id: 'gone', kind: 'removed' }])
    expect(await place(asha, { seen: { lines, total: total - 0.01 } })).toMatchObject({
      status: 409,
      body: { changes: [], total },
    })
    expect(await countHeld(shop)).toBe(0)
    expect(await readCart(asha)).toHaveLength(2)
  })

  test('gives the last pieces to one order, and tells the other what is left', async ({
    shop,
    asha,
    shopper,
  }) => {
    await shopper.post('/cart', { productId: watch, quantity: 3 })
    const seen = await readSeen(shopper)
    await order(asha, watch, { quantity: 4 })
    expect(await place(shopper, { seen })).toMatchObject({
      status: 409,
      body: { changes: [{ kind: 'stock', was: 3, now: 1 }] },
    })
    await expectInvariants(shop, { [watch]: STOCK })
  })

  test('refuses what the law and the courier need, with a sentence for each field', async ({
    asha,
  }) => {
    await asha.post('/cart', { productId: watch })
    const cases: [Record<string, unknown>, number, string | undefined][] = [
      [{ phone: '12' }, 400, 'phone'],
      [{ address: { ...ADDRESS, pincode: '012345' } }, 400, 'address.pincode'],
      [{ address: { ...ADDRESS, city: '' } }, 400, 'address.city'],
      [{ billingAddress: { ...ADDRESS, pincode: 'x' } }, 400, 'billingAddress.pincode'],
      [{ gstin: '08AABCK1234M1Z4' }, 400, 'gstin'],
      [{ method: 'razorpay' }, 409, 'method'],
    ]
    for (const [given, status, field] of cases) {
      const answer = await place(asha, given)
      expect([answer.status, answer.body.field]).toEqual([status, field])
      expect(answer.body.message).toMatch(/[.!]$/)
    }
    await asha.post('/cart', { productId: toProductId('crown') })
    expect(await place(asha)).toMatchObject({ status: 409, body: { field: 'method' } })
  })

  test('refuses an account without a verified address, and an empty cart', async ({
    shop,
    asha,
    shopper,
  }) => {
    const seen = { lines: [{ id: 'x', quantity: 1, price: 1 }], total: 1.05 }
    expect(await place(asha, { seen })).toMatchObject({
      status: 409,
      body: { message: 'Your cart is empty.' },
    })
    await shopper.post('/cart', { productId: watch })
    await shop.deps.db
      .updateTable('user')
      .set({ email_verified_at: null })
      .where('id', '=', shopper.uid)
      .execute()
    expect(await place(shopper)).toMatchObject({
      status: 409,
      body: { message: 'Please verify your email address before you order.' },
    })
  })

  describe('in a shop without orders', () => {
    const plain = test.extend('env', () => ({ ORDERS: '' }))
    plain('answers 404, and reads what there is', async ({ asha }) => {
      await asha.post('/cart', { productId: watch })
      expect(await place(asha)).toMatchObject({
        status: 404,
        body: { message: 'This shop takes no orders here.' },
      })
      expect((await asha.get('/orders')).body).toMatchObject({ orders: [], total: 0 })
    })
  })
})

describe('the orders of a shopper', () => {
  test('are listed with the newest first, and in the profile as specified', async ({ asha }) => {
    const first = await order(asha, watch)
    const second = await order(asha, ring, { variant: {} }).catch(() => '')
    expect(second).toBe('')
    const { body } = await asha.get('/orders')
    expect(body.orders).toMatchObject([
      { number: first, state: 'placed', title: 'The watch', quantity: 1, total: 1_050 },
    ])
    const { user } = (await asha.get('/users/getUserProfile')).body
    expect(user.orders).toMatchObject([
      { id: first, total: 1_050, state: 'Placed', items: [{ slug: 'watch', quantity: 1 }] },
    ])
  })

  test('are nobody else’s', async ({ asha, shopper }) => {
    const number = await order(asha, watch)
    const missing = { status: 404, body: { message: 'There is no such order.' } }
    expect(await shopper.get(`/orders/${number}`)).toMatchObject(missing)
    expect(await shopper.get(`/orders/${number}/paper`)).toMatchObject(missing)
    const reason = 'I changed my mind'
    expect(await shopper.post(`/orders/${number}/cancel`, { reason })).toMatchObject(missing)
    expect((await asha.get('/orders/KV-22222222')).status).toBe(404)
  })

  test('can be cancelled before dispatch, once: the pieces can be bought again', async ({
    shop,
    asha,
  }) => {
    const number = await order(asha, watch, { quantity: STOCK })
    const reason = 'I changed my mind'
    const cancelled = await asha.post(`/orders/${number}/cancel`, { reason })
    expect(cancelled).toMatchObject({
      status: 200,
      body: { order: { state: 'cancelled', cancelReason: reason, lines: [{ cancelled: STOCK }] } },
    })
    expect(await asha.post(`/orders/${number}/cancel`, { reason })).toMatchObject({
      status: 409,
      body: { message: 'This order is cancelled.' },
    })
    await expectInvariants(shop, { [watch]: STOCK })
    await order(asha, watch, { quantity: STOCK })
    await expectInvariants(shop, { [watch]: STOCK })
  })
})
