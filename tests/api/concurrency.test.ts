import { describe, expect } from 'vitest'
import type { JsonResponse } from '#tests/helpers/api-client.ts'
import { test } from '#tests/helpers/api-test.ts'
import { getCart } from '#tests/helpers/cart.ts'
import { addProducts } from '#tests/helpers/products.ts'

const MAX_QUANTITY = 10
const ROUNDS = 15

const countOk = (responses: JsonResponse[]) =>
  responses.filter(({ status }) => status === 200).length

/** Sends the same call many times in parallel. */
const inParallel = (times: number, call: (index: number) => Promise<JsonResponse>) =>
  Promise.all(Array.from({ length: times }, (_, index) => call(index)))

describe('parallel cart changes (G4)', { timeout: 120_000 }, () => {
  test('50 parallel adds leave 10, and 40 answer 409', async ({ shop, shopper }) => {
    const [productId] = await addProducts(shop, { slug: 'a', stock: 1_000 })
    const responses = await inParallel(50, () => shopper.post('/cart', { productId }))
    expect(await getCart(shopper)).toMatchObject([{ quantity: MAX_QUANTITY }])
    expect(countOk(responses)).toBe(MAX_QUANTITY)
    for (const response of responses.filter(({ status }) => status !== 200))
      expect(response).toMatchObject({
        status: 409,
        body: { message: 'You can have at most 10 of one piece.' },
      })
  })

  test('50 parallel changes add up to those that answered 200', async ({ shop, shopper }) => {
    const [productId] = await addProducts(shop, { slug: 'a' })
    await shopper.post('/cart', { productId, quantity: 5 })
    const [line] = await getCart(shopper)
    const changes = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const change = index % 2 === 0 ? 1 : -1
        const response = await shopper.patch(`/cart/${line?.id}`, { change })
        return response.status === 200 ? change : 0
      }),
    )
    const total = changes.reduce<number>((sum, change) => sum + change, 0)
    expect(await getCart(shopper)).toMatchObject([{ quantity: 5 + total }])
  })

  test('20 parallel removals of one line succeed once', async ({ shop, shopper }) => {
    const [productId] = await addProducts(shop, { slug: 'a' })
    await shopper.post('/cart', { productId })
    const [line] = await getCart(shopper)
    const responses = await inParallel(20, () => shopper.delete(`/cart/${line?.id}`))
    expect(countOk(responses)).toBe(1)
    for (const { status, body } of responses)
      expect([status, body]).toEqual(
        status === 200
          ? [200, { success: true, message: 'Item removed from cart.' }]
          : [404, { success: false, message: 'This item is not in your cart.' }],
      )
    expect(await getCart(shopper)).toEqual([])
  })

  test('a change beside the removal of its line answers 200 or 404', async ({ shop, shopper }) => {
    const [productId] = await addProducts(shop, { slug: 'a' })
    for (let round = 0; round < ROUNDS; round += 1) {
      await shopper.post('/cart', { productId, quantity: 2 })
      const [line] = await getCart(shopper)
      const path = `/cart/${line?.id}`
      const [removal, ...changes] = await Promise.all([
        shopper.delete(path),
        ...Array.from({ length: 4 }, () => shopper.patch(path, { change: 1 })),
      ])
      expect(removal.status).toBe(200)
      for (const { status, body } of changes) expect([200, 404], body.message).toContain(status)
    }
  })
})
