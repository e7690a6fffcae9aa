import { expect } from 'vitest'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { test as base } from '#tests/helpers/api-test.ts'
import { order } from '#tests/helpers/orders.ts'
import { countStatuses, listMailsTo } from '#tools/api-client.ts'
import { addProducts } from '#tools/products.ts'

const test = base
  .extend('env', () => ({ ORDERS: 'cod', LIMITS: 'true' }))
  .extend('shop', async ({ shop }) => {
    await addProducts(shop, { slug: 'watch', price: 1_000, stock: 5 })
    return shop
  })

test('an order is mailed to the address of its account as it is now, five times in an hour', async ({
  shop,
  asha,
  visitor,
}) => {
  const number = await order(asha, toProductId('watch'), { quantity: 2 })
  await asha.post(`/orders/${number}/cancel`, { reason: 'I changed my mind' })
  const { status, body } = await asha.post(`/orders/${number}/mail`, undefined)
  expect([status, body.message]).toEqual([200, `We have sent it to ${asha.email}.`])
  const subject = `Your order ${number}, as you asked`
  const mails = (await listMailsTo(shop, asha.email)).filter((mail) => mail.subject === subject)
  expect(mails).toHaveLength(1)
  for (const text of ['2 × The watch', '₹2,100.00', '“Cancelled”', `/order?number=${number}`])
    expect(mails[0]?.text).toContain(text)
  expect(await countStatuses(6, () => asha.post(`/orders/${number}/mail`, undefined))).toEqual({
    200: 4,
    429: 2,
  })
  const eve = await shop.createSignedInUser()
  expect((await eve.post(`/orders/${number}/mail`, undefined)).status).toBe(404)
  expect((await visitor.post(`/orders/${number}/mail`, undefined)).status).toBe(401)
})
