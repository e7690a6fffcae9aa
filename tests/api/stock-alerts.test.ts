import { describe, expect } from 'vitest'
import { toProductId } from '#src/server/catalog/to-product.ts'
import { sendStockAlerts } from '#src/server/stock-alerts/handlers.ts'
import { findToken, listMailsTo } from '#tests/helpers/api-client.ts'
import { test } from '#tests/helpers/api-test.ts'
import { addProducts, updateProduct } from '#tests/helpers/products.ts'

const productId = toProductId('bag')
const SOLD_OUT = { slug: 'bag', title: 'The bag', stock: 0 }

describe('telling when a sold-out piece returns', () => {
  test('writes once to everybody who asked', async ({ shop, shopper }) => {
    await addProducts(shop, SOLD_OUT)
    const ravi = await shop.createSignedInUser()
    for (const user of [shopper, shopper, ravi])
      expect(await user.post('/stock-alerts', { productId })).toMatchObject({
        status: 200,
        body: { success: true, message: 'We will write to you when it returns.' },
      })
    await sendStockAlerts(shop.deps)
    expect(await listMailsTo(shop, shopper.email)).toEqual([])
    await updateProduct(shop, productId, { stock: 2 })
    await sendStockAlerts(shop.deps)
    await sendStockAlerts(shop.deps)
    for (const { email } of [shopper, ravi]) {
      const mails = await listMailsTo(shop, email)
      expect(mails.map(({ subject }) => subject)).toEqual(['The bag is back at Kairavi'])
      expect(mails[0]?.text).toContain('/product/bag')
    }
  })

  test('many processes at once send one mail', async ({ shop, shopper }) => {
    await addProducts(shop, SOLD_OUT)
    await shopper.post('/stock-alerts', { productId })
    await updateProduct(shop, productId, { stock: 1 })
    await Promise.all(Array.from({ length: 8 }, () => sendStockAlerts(shop.deps)))
    expect(await listMailsTo(shop, shopper.email)).toHaveLength(1)
  })

  test('the mail’s link ends all alerts; a new one can be set', async ({ shop, shopper }) => {
    const [bag = '', hat = ''] = await addProducts(shop, SOLD_OUT, { slug: 'hat', stock: 0 })
    for (const id of [bag, hat]) await shopper.post('/stock-alerts', { productId: id })
    await updateProduct(shop, bag, { stock: 1 })
    await sendStockAlerts(shop.deps)
    const token = findToken((await listMailsTo(shop, shopper.email))[0])
    const visitor = shop.createClient()
    const unsubscribe = () => visitor.post('/stock-alerts/unsubscribe', { token })
    expect(await unsubscribe()).toMatchObject({ status: 200, body: { success: true } })
    expect((await unsubscribe()).status).toBe(404)
    await updateProduct(shop, hat, { stock: 1 })
    await sendStockAlerts(shop.deps)
    expect(await listMailsTo(shop, shopper.email)).toHaveLength(1)
    await updateProduct(shop, bag, { stock: 0 })
    await shopper.post('/stock-alerts', { productId: bag })
    await updateProduct(shop, bag, { stock: 3 })
    await sendStockAlerts(shop.deps)
    expect(await listMailsTo(shop, shopper.email)).toHaveLength(2)
  })

  test('writes to no unverified address and about no archived piece', async ({ shop, shopper }) => {
    await addProducts(shop, SOLD_OUT)
    await shopper.post('/stock-alerts', { productId })
    await shop.deps.db.updateTable('user').set({ email_verified_at: null }).execute()
    await updateProduct(shop, productId, { stock: 1 })
    await sendStockAlerts(shop.deps)
    await shop.deps.db.updateTable('user').set({ email_verified_at: 1 }).execute()
    await updateProduct(shop, productId, { archived_at: 1 })
    await sendStockAlerts(shop.deps)
    expect(await listMailsTo(shop, shopper.email)).toEqual([])
  })

  test('rejects pieces in stock and wrong links', async ({ shop, shopper }) => {
    await addProducts(shop, { ...SOLD_OUT, stock: 1 })
    const post = async (path: string, body: object) => (await shopper.post(path, body)).status
    expect(await post('/stock-alerts', { productId })).toBe(409)
    expect(await post('/stock-alerts', { productId: 'nothing' })).toBe(404)
    expect(await post('/stock-alerts/unsubscribe', { token: 'x' })).toBe(404)
  })
})
