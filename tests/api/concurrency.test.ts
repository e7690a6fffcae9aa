import { describe, expect } from 'vitest'
import { createRandom } from '#scripts/catalog/random.ts'
import { type CartItem, cartResponse } from '#src/contract/cart.ts'
import type { ApiClient, JsonResponse } from '#tests/helpers/api-client.ts'
import { test } from '#tests/helpers/api-test.ts'
import { addProducts } from '#tests/helpers/products.ts'

const MAX_QUANTITY = 10
const ROUNDS = 15

const getCart = async (user: ApiClient): Promise<CartItem[]> =>
  cartResponse.parse((await user.get('/cart')).body).cart

const countOk = (responses: JsonResponse[]) =>
  responses.filter(({ status }) => status === 200).length

/** Sends the same call many times in parallel. */
const inParallel = (times: number, call: (index: number) => Promise<JsonResponse>) =>
  Promise.all(Array.from({ length: times }, (_, index) => call(index)))

describe('parallel cart changes (G4)', { timeout: 120_000 }, () => {
  test('50 parallel adds of one product leave 10, and 40 answer 409 with the reason', async ({
    shop,
    shopper,
  }) => {
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

  test('50 parallel quantity changes add up to those that answered 200', async ({
    shop,
    shopper,
  }) => {
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

describe('random cart changes (G4)', { timeout: 600_000 }, () => {
  const random = createRandom(20_261_121)

  test('random parallel adds, changes and removals keep each quantity from 1 to 10 (T2)', async ({
    shop,
    shopper,
  }) => {
    const ids = await addProducts(shop, { slug: 'a' }, { slug: 'b' })
    for (let round = 0; round < ROUNDS; round += 1) {
      const lines = await getCart(shopper)
      await inParallel(20, () => {
        const line = lines[random.whole(0, lines.length)]
        const productId = ids[random.whole(0, 1)]
        const kind = random.whole(0, 4)
        if (!line || kind === 0)
          return shopper.post('/cart', { productId, quantity: random.whole(1, 12) })
        if (kind === 1) return shopper.delete(`/cart/${line.id}`)
        return shopper.patch(`/cart/${line.id}`, { change: random.whole(0, 1) * 8 - 4 })
      })
      const rows = await shop.deps.db.selectFrom('cart_item').selectAll().execute()
      expect(rows.length).toBeLessThanOrEqual(2)
      for (const row of rows) {
        expect(row.quantity).toBeGreaterThanOrEqual(1)
        expect(row.quantity).toBeLessThanOrEqual(MAX_QUANTITY)
      }
    }
    expect(shop.logs).toEqual([])
  })
})
