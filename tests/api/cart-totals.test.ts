import { expect, test } from 'vitest'
import { createRandom } from '#scripts/catalogue/random.ts'
import { cartResponse } from '#src/contract/cart.ts'
import { calculateTotals, toPaise } from '#src/rules/money.ts'
import { addProducts } from '#tests/helpers/products.ts'
import { createTestApp } from '#tests/helpers/test-app.ts'

const CARTS = 60
const TAX = 5n

test(`${CARTS} random carts total by catalogue prices, whatever prices the client sends (T1)`, async () => {
  await using shop = await createTestApp()
  const random = createRandom(1)
  const prices = [1, 50, 99_99_99_999_00, ...Array.from({ length: 17 }, () => random.whole(1, 1e9))]
  const products = prices.map((paise, index) => ({ slug: `p-${index}`, price: paise / 100 }))
  const ids = await addProducts(shop, ...products)
  const clientPrices = [-1, 0, 0.01, 1e308, 'NaN', '1', null]
  for (let round = 0; round < CARTS; round += 1) {
    const asha = await shop.createSignedInUser()
    for (const productId of random.shuffled(ids).slice(0, random.whole(1, 5))) {
      const price = clientPrices[random.whole(0, clientPrices.length - 1)]
      await asha.post('/cart', { productId, quantity: random.whole(1, 10), price })
    }
    const { cart } = cartResponse.parse((await asha.get('/cart')).body)
    const rows = await shop.deps.db
      .selectFrom('cart_item')
      .innerJoin('product', 'product.id', 'cart_item.product_id')
      .select(['quantity', 'price_paise'])
      .where('user_id', '=', asha.uid)
      .execute()
    const subtotal = rows.reduce(
      (sum, row) => sum + BigInt(row.quantity) * BigInt(row.price_paise),
      0n,
    )
    const tax = (subtotal * TAX + 50n) / 100n
    const totals = calculateTotals(cart)
    expect(rows.length).toBeGreaterThan(0)
    expect(
      [totals.subtotal, totals.tax, totals.total].map((amount) => BigInt(toPaise(amount))),
    ).toEqual([subtotal, tax, subtotal + tax])
  }
}, 600_000)
