import { describe, expect } from 'vitest'
import { test } from '#tests/helpers/api-test.ts'
import { getCart } from '#tests/helpers/cart.ts'
import { countStatuses } from '#tools/api-client.ts'
import { addProducts } from '#tools/products.ts'

describe('parallel cart changes (G4)', () => {
  test('20 parallel adds leave 10, and 10 answer 409', async ({ shop, shopper }) => {
    const [productId] = await addProducts(shop, { slug: 'a', stock: 1_000 })
    const add = () => shopper.post('/cart', { productId })
    expect(await countStatuses(20, add)).toEqual({ 200: 10, 409: 10 })
    expect(await getCart(shopper)).toMatchObject([{ quantity: 10 }])
  })

  test('20 parallel changes of two variants add up to their stock', async ({ shop, shopper }) => {
    const options = [{ name: 'Size', values: ['10', '14'] }]
    const ring = { slug: 'ring', stock: 9, options, variant: { Size: '10' } }
    const [productId] = await addProducts(shop, ring)
    for (const Size of ['10', '14'])
      await shopper.post('/cart', { productId, quantity: 2, variant: { Size } })
    const lines = await getCart(shopper)
    const change = (index: number) => shopper.patch(`/cart/${lines[index % 2]?.id}`, { change: 1 })
    expect(await countStatuses(20, change)).toEqual({ 200: 5, 409: 15 })
    const [first, second] = await getCart(shopper)
    expect((first?.quantity ?? 0) + (second?.quantity ?? 0)).toBe(9)
  })

  test('of 20 parallel removals one succeeds; changes beside it answer 200 or 404', async ({
    shop,
    shopper,
  }) => {
    const [productId] = await addProducts(shop, { slug: 'a' })
    await shopper.post('/cart', { productId, quantity: 2 })
    const [line] = await getCart(shopper)
    const path = `/cart/${line?.id}`
    const [removals, changes] = await Promise.all([
      countStatuses(20, () => shopper.delete(path)),
      countStatuses(4, () => shopper.patch(path, { change: 1 })),
    ])
    expect(removals).toEqual({ 200: 1, 404: 19 })
    for (const status of Object.keys(changes)) expect(['200', '404']).toContain(status)
    expect(await getCart(shopper)).toEqual([])
  })
})
