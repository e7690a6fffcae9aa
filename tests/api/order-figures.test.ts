import { expect } from 'vitest'
import { DAY_MS } from '#src/rules/constants.ts'
import { toIndianDay } from '#src/rules/dates.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { test as base } from '#tests/helpers/api-test.ts'
import { order } from '#tests/helpers/orders.ts'
import type { ApiClient } from '#tools/api-client.ts'
import { addProducts } from '#tools/products.ts'

// What Today says of the money and the pieces behind the orders that wait.

const watch = toProductId('watch')

const test = base
  .extend('env', () => ({ ORDERS: 'cod' }))
  .extend('shop', async ({ shop }) => {
    await addProducts(shop, { slug: 'watch', price: 1_000, stock: 9 })
    return shop
  })

const read = async (editor: ApiClient) => (await editor.get('/editor/dashboard')).body.orderFigures

test('the sums follow the cash that is to be collected and to be paid back', async ({
  asha,
  editor,
}) => {
  const number = await order(asha, watch, { quantity: 2 })
  await order(asha, watch)
  expect((await read(editor)).sums).toEqual({
    to_collect: 0,
    transfers: 0,
    to_pay_back: 0,
    awaiting_payment: 0,
  })
  await editor.post(`/editor/orders/${number}/dispatch`, { carrier: 'By hand' })
  await editor.post(`/editor/orders/${number}/deliver`)
  expect((await read(editor)).sums).toMatchObject({ to_collect: 2_100, to_pay_back: 0 })
  await editor.post(`/editor/orders/${number}/collect`)
  expect((await read(editor)).sums).toMatchObject({ to_collect: 0, to_pay_back: 0 })
  const lines = [{ position: 0, quantity: 1 }]
  const body = { lines, reason: 'It does not fit', note: '' }
  const { returns } = (await asha.post(`/orders/${number}/return`, body)).body.order
  for (const state of ['accepted', 'received'])
    await editor.put(`/editor/returns/${returns[0].id}`, { state })
  expect((await read(editor)).sums).toMatchObject({ to_collect: 0, to_pay_back: 1_050 })
})

test('sales are those of 30 days in India, without what is cancelled or came back', async ({
  shop,
  asha,
  editor,
}) => {
  const today = toIndianDay(shop.deps.now())
  const placeAgo = async (days: number) => {
    const number = await order(asha, watch)
    const placed_at = shop.deps.now() - days * DAY_MS
    await shop.deps.db
      .updateTable('order')
      .set({ placed_at })
      .where('number', '=', number)
      .execute()
    return number
  }
  await placeAgo(0)
  await placeAgo(29)
  await placeAgo(30)
  const cancelled = await placeAgo(1)
  const reason = 'A piece is out of stock'
  await editor.post(`/editor/orders/${cancelled}/cancel`, { reason })
  const { sales } = await read(editor)
  expect(sales).toMatchObject({ orders: 2, sum: 2_100 })
  expect(sales.days).toHaveLength(30)
  expect(sales.days.at(-1)).toEqual({ day: today, orders: 1, sum: 1_050 })
  expect(sales.days[0]).toMatchObject({ orders: 1, sum: 1_050 })
})

const withGst = test.extend('env', () => ({
  ORDERS: 'cod',
  GSTIN: '08AABCK1234M1ZK',
  LEGAL_NAME: 'Kairavi Luxury Private Limited',
  LEGAL_ADDRESS: '14, Chandni Haveli, Jaipur 302002',
}))

const readDesk = async (editor: ApiClient, number: string) => {
  const { orders } = (await editor.post('/editor/orders/search', { numbers: [number] })).body
  const { order } = (await editor.get(`/editor/orders/${number}`)).body
  return { isMarked: orders[0].isMissingHsn, lines: order.missingHsn }
}

withGst(
  'the list and the page of an order say that it lacks an HSN code until it has left',
  async ({ shop, asha, editor }) => {
    const setCategory = (category: string) =>
      shop.deps.db.updateTable('product').set({ category }).execute()
    await setCategory('clothing')
    const number = await order(asha, watch)
    expect(await readDesk(editor, number)).toEqual({ isMarked: true, lines: [0] })
    await setCategory('watches')
    expect(await readDesk(editor, number)).toEqual({ isMarked: false, lines: [] })
    await editor.post(`/editor/orders/${number}/dispatch`, { carrier: 'By hand' })
    await setCategory('clothing')
    expect(await readDesk(editor, number)).toMatchObject({ isMarked: false })
  },
)

withGst(
  'pieces without an HSN code are named, each once, with their category',
  async ({ shop, asha, editor }) => {
    await shop.deps.db.updateTable('product').set({ category: 'clothing' }).execute()
    await order(asha, watch)
    await order(asha, watch)
    expect((await read(editor)).missingHsn).toEqual([
      { id: watch, title: 'The watch', category: { id: 'clothing', name: expect.any(String) } },
    ])
    const { orders } = (await editor.get('/editor/waiting')).body
    expect(orders.views.missing_hsn).toBe(2)
  },
)

test('a shop without a GST number misses no HSN code', async ({ shop, asha, editor }) => {
  await shop.deps.db.updateTable('product').set({ category: 'clothing' }).execute()
  const number = await order(asha, watch)
  expect(await readDesk(editor, number)).toEqual({ isMarked: false, lines: [] })
  expect((await read(editor)).missingHsn).toEqual([])
  expect((await editor.get('/editor/waiting')).body.orders.views.missing_hsn).toBe(0)
})
