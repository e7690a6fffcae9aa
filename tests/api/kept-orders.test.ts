import { expect } from 'vitest'
import { toSiteEnv } from '#src/run/site-env.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { keepsOrders } from '#src/server/shop/orders/kept-orders-queries.ts'
import { toLineRow, toOrderRow } from '#src/server/shop/orders/new-order.ts'
import { insertOrder } from '#src/server/shop/orders/queries.ts'
import { test as base } from '#tests/helpers/api-test.ts'
import { expectInvariants, order, place } from '#tests/helpers/orders.ts'
import { listMailsTo } from '#tools/api-client.ts'
import { addProducts } from '#tools/products.ts'

// A shop that takes no orders any more, and still has some.

const watch = toProductId('watch')

const test = base
  .extend('env', () => ({ ORDERS: 'cod' }))
  .extend('shop', async ({ shop }) => {
    await addProducts(shop, { slug: 'watch', price: 1_000, stock: 9 })
    return shop
  })

test('without ORDERS, an order that was placed keeps page, steps, figures and mails; none is placed', async ({
  shop,
  asha,
  editor,
}) => {
  const [open, toCancel] = [await order(asha, watch), await order(asha, watch)]
  shop.deps.env.ORDERS = []
  await asha.post('/cart', { productId: watch })
  expect((await place(asha)).status).toBe(404)
  expect(await keepsOrders(shop.deps)).toBe(true)
  expect(toSiteEnv(shop.deps.env, true)).toMatchObject({
    PUBLIC_ORDERS: '',
    PUBLIC_ORDER_PAGE: 'true',
  })

  expect((await asha.get(`/orders/${open}`)).body.order).toMatchObject({
    state: 'placed',
    steps: { cancel: { can: true } },
  })
  const cancelled = await asha.post(`/orders/${toCancel}/cancel`, { reason: 'Another reason' })
  expect(cancelled.status).toBe(200)
  const waiting = async () => (await editor.get('/editor/waiting')).body.orders
  expect((await waiting()).views.to_dispatch).toBe(1)
  for (const [step, body] of [
    ['dispatch', { carrier: 'By hand' }],
    ['deliver'],
    ['collect'],
  ] as const)
    expect((await editor.post(`/editor/orders/${open}/${step}`, body)).status).toBe(200)
  // Nothing waits any more, and the list is still there.
  expect((await waiting()).states.delivered).toBe(1)
  const lines = [{ position: 0, quantity: 1 }]
  const returned = await asha.post(`/orders/${open}/return`, { lines, reason: 'It does not fit' })
  expect(returned.status).toBe(200)
  const subjects = (await listMailsTo(shop, asha.email)).map(({ subject }) => subject)
  expect(subjects).toEqual(
    expect.arrayContaining([
      `Your order ${open} has arrived`,
      `Your order ${toCancel} at Kairavi is cancelled`,
    ]),
  )
  await expectInvariants(shop, { [watch]: 9 })
})

test('orders of an earlier release do not make a shop one that has orders', async ({
  shop,
  asha,
  editor,
}) => {
  shop.deps.env.ORDERS = []
  const { id } = await shop.deps.db
    .selectFrom('user')
    .select('id')
    .where('email', '=', asha.email)
    .executeTakeFirstOrThrow()
  const former = { placed_at: 1, total_paise: 100, state: 'delivered', method: 'razorpay' } as const
  await insertOrder(
    shop.deps.db,
    toOrderRow({ ...former, number: 'KV-1', user_id: id, payment_state: 'captured' }),
    [toLineRow({ position: 0, slug: 'watch', title: 'Watch', quantity: 1 })],
  )
  expect(await keepsOrders(shop.deps)).toBe(false)
  expect((await editor.get('/editor/waiting')).body.orders).toBeNull()
  expect(toSiteEnv(shop.deps.env, false)['PUBLIC_ORDER_PAGE']).toBe('')
})
