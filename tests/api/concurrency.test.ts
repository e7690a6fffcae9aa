import { describe, expect } from 'vitest'
import type { JsonResponse } from '#tests/helpers/api-client.ts'
import { test } from '#tests/helpers/api-test.ts'
import { getCart } from '#tests/helpers/cart.ts'
import { addProducts } from '#tests/helpers/products.ts'

/** Sends the same call many times in parallel. @returns how many of them had which answer. */
async function countAnswers(times: number, call: (index: number) => Promise<JsonResponse>) {
  const answers = await Promise.all(Array.from({ length: times }, (_, index) => call(index)))
  const counts: Record<string, number> = {}
  for (const { status, body } of answers) {
    const answer = `${status} ${body.message}`
    counts[answer] = (counts[answer] ?? 0) + 1
  }
  return counts
}

describe('parallel cart changes (G4)', () => {
  test('20 parallel adds leave 10, and 10 answer 409', async ({ shop, shopper }) => {
    const [productId] = await addProducts(shop, { slug: 'a', stock: 1_000 })
    expect(await countAnswers(20, () => shopper.post('/cart', { productId }))).toEqual({
      '200 Added to cart': 10,
      '409 You can have at most 10 of one piece.': 10,
    })
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
    expect(await countAnswers(20, change)).toEqual({
      '200 Cart updated successfully': 5,
      '409 Only 9 left.': 15,
    })
    const [one, two] = await getCart(shopper)
    expect((one?.quantity ?? 0) + (two?.quantity ?? 0)).toBe(9)
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
      countAnswers(20, () => shopper.delete(path)),
      countAnswers(4, () => shopper.patch(path, { change: 1 })),
    ])
    expect(removals).toEqual({
      '200 Item removed from cart.': 1,
      '404 This item is not in your cart.': 19,
    })
    for (const answer of Object.keys(changes)) expect(answer).toMatch(/^(?:200|404) /)
    expect(await getCart(shopper)).toEqual([])
  })
})
