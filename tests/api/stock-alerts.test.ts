import { describe, expect } from 'vitest'
import { sendStockAlerts } from '#src/server/shop/stock-alerts/send-alerts.ts'
import { test as base } from '#tests/helpers/api-test.ts'
import { findToken, listMailsTo } from '#tools/api-client.ts'
import { addProducts, updateProduct } from '#tools/products.ts'

/** With a bag that is sold out, and a shopper who asked for it. */
const test = base
  .extend(
    'productId',
    async ({ shop }) =>
      (await addProducts(shop, { slug: 'bag', title: 'The bag', stock: 0 }))[0] ?? '',
  )
  .extend('shopper', async ({ shopper, productId }) => {
    await shopper.post('/stock-alerts', { productId })
    return shopper
  })

describe('telling when a sold-out piece returns', () => {
  test('writes once to everybody who asked', async ({ shop, shopper, productId }) => {
    const ravi = await shop.createSignedInUser()
    const message = 'We will write to you when it returns.'
    for (const user of [shopper, ravi])
      expect(await user.post('/stock-alerts', { productId })).toMatchObject({
        status: 200,
        body: { success: true, message },
      })
    await sendStockAlerts(shop.deps)
    expect(await listMailsTo(shop, shopper.email)).toEqual([])
    await updateProduct(shop, productId, { stock: 2 })
    // Many processes at once send one mail.
    await Promise.all(Array.from({ length: 8 }, () => sendStockAlerts(shop.deps)))
    for (const { email } of [shopper, ravi]) {
      const mails = await listMailsTo(shop, email)
      expect(mails).toMatchObject([{ subject: 'The bag is back at Kairavi' }])
      expect(mails[0]?.text).toContain('/product/bag')
    }
  })

  test('the mail’s link ends former alerts', async ({ shop, shopper, visitor, productId: bag }) => {
    const [hat = ''] = await addProducts(shop, { slug: 'hat', stock: 0 })
    const restock = async (id: string, stock: number) => {
      await updateProduct(shop, id, { stock })
      await sendStockAlerts(shop.deps)
      return listMailsTo(shop, shopper.email)
    }
    await shopper.post('/stock-alerts', { productId: hat })
    const token = findToken((await restock(bag, 1))[0])
    const unsubscribe = () => visitor.post('/stock-alerts/unsubscribe', { token })
    expect(await unsubscribe()).toMatchObject({ status: 200, body: { success: true } })
    expect((await unsubscribe()).status).toBe(404)
    expect(await restock(hat, 1)).toHaveLength(1)
    await restock(bag, 0)
    await shopper.post('/stock-alerts', { productId: bag })
    expect(await restock(bag, 3)).toHaveLength(2)
  })

  test('needs a verified address and a piece on sale', async ({ shop, shopper, productId }) => {
    const setVerified = (email_verified_at: number | null) =>
      shop.deps.db.updateTable('user').set({ email_verified_at }).execute()
    await setVerified(null)
    await updateProduct(shop, productId, { stock: 1 })
    await sendStockAlerts(shop.deps)
    await setVerified(1)
    await updateProduct(shop, productId, { archived_at: 1 })
    await sendStockAlerts(shop.deps)
    expect(await listMailsTo(shop, shopper.email)).toEqual([])
  })
})
