import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createRandom } from '#scripts/catalogue/random.ts'
import { type CartItem, cartResponse } from '#src/contract/cart.ts'
import type { ApiClient, JsonResponse } from '#tests/helpers/api-client.ts'
import { addProducts, updateProduct } from '#tests/helpers/products.ts'
import { createTestApp } from '#tests/helpers/test-app.ts'

const MOST = 10
const ROUNDS = 40

const cartOf = async (shopper: ApiClient): Promise<CartItem[]> =>
  cartResponse.parse((await shopper.get('/cart')).body).cart

const worked = (answers: JsonResponse[]) => answers.filter((answer) => answer.status === 200).length

/** The same call many times at once. */
const atOnce = (times: number, call: (nth: number) => Promise<JsonResponse>) =>
  Promise.all(Array.from({ length: times }, (_, nth) => call(nth)))

describe('G4: at once', () => {
  test('50 adds of one piece by one shopper are 10, and 40 are told why', async () => {
    await using shop = await createTestApp()
    const [productId] = await addProducts(shop, { slug: 'a', stock: 1_000 })
    const asha = await shop.createSignedInUser()
    const answers = await atOnce(50, () => asha.post('/cart', { productId }))
    expect(await cartOf(asha)).toMatchObject([{ quantity: MOST }])
    expect(worked(answers)).toBe(MOST)
    for (const answer of answers.filter((one) => one.status !== 200))
      expect(answer).toMatchObject({
        status: 409,
        body: { message: 'You can have at most 10 of one piece.' },
      })
  })

  test('9 adds lose nothing, however they meet', async () => {
    await using shop = await createTestApp()
    const [productId] = await addProducts(shop, { slug: 'a' })
    for (let round = 0; round < 10; round += 1) {
      const asha = await shop.createSignedInUser()
      const answers = await atOnce(9, () =>
        asha.post('/cart', { productId }, { 'idempotency-key': randomUUID() }),
      )
      expect(worked(answers)).toBe(9)
      expect(await cartOf(asha)).toMatchObject([{ quantity: 9 }])
    }
  })

  test('50 steps up and down move by exactly those that were said to work', async () => {
    await using shop = await createTestApp()
    const [productId] = await addProducts(shop, { slug: 'a' })
    const asha = await shop.createSignedInUser()
    await asha.post('/cart', { productId, quantity: 5 })
    const [line] = await cartOf(asha)
    const steps = await Promise.all(
      Array.from({ length: 50 }, async (_, nth) => {
        const change = nth % 2 === 0 ? 1 : -1
        const answer = await asha.patch(`/cart/${line?.id}`, { change })
        return answer.status === 200 ? change : 0
      }),
    )
    const moved = steps.reduce<number>((sum, step) => sum + step, 0)
    expect(await cartOf(asha)).toMatchObject([{ quantity: 5 + moved }])
  })

  test('20 removals of one line remove it once', async () => {
    await using shop = await createTestApp()
    const [productId] = await addProducts(shop, { slug: 'a' })
    const asha = await shop.createSignedInUser()
    await asha.post('/cart', { productId })
    const [line] = await cartOf(asha)
    const answers = await atOnce(20, () => asha.delete(`/cart/${line?.id}`))
    expect(worked(answers)).toBe(1)
    expect(await cartOf(asha)).toEqual([])
  })

  test('a stock that falls meanwhile is never passed by a later add', async () => {
    await using shop = await createTestApp()
    const [productId = ''] = await addProducts(shop, { slug: 'a', stock: 9 })
    const asha = await shop.createSignedInUser()
    await Promise.all([
      updateProduct(shop, productId, { stock: 2 }),
      ...Array.from({ length: 5 }, () => asha.post('/cart', { productId })),
    ])
    await asha.post('/cart', { productId })
    const [line] = await cartOf(asha)
    expect(line?.stock).toBe(2)
    await asha.patch(`/cart/${line?.id}`, { change: 1 })
    expect((await cartOf(asha))[0]?.quantity).toBe(2)
  })

  test('two shoppers do not touch each other', async () => {
    await using shop = await createTestApp()
    const ids = await addProducts(shop, { slug: 'a' }, { slug: 'b' })
    const shoppers = await Promise.all(Array.from({ length: 5 }, () => shop.createSignedInUser()))
    await Promise.all(
      shoppers.flatMap((shopper) =>
        ids.flatMap((productId) =>
          Array.from({ length: 4 }, () => shopper.post('/cart', { productId })),
        ),
      ),
    )
    for (const shopper of shoppers)
      expect((await cartOf(shopper)).map((line) => line.quantity)).toEqual([4, 4])
  })
})

describe('G4: mixed calls one after another, against an oracle', () => {
  const random = createRandom(20_261_121)
  const clamp = (quantity: number) => Math.max(1, Math.min(MOST, quantity))

  test(`${ROUNDS} carts of 25 calls agree with it after every call`, async () => {
    await using shop = await createTestApp()
    const ids = await addProducts(shop, { slug: 'a' }, { slug: 'b' }, { slug: 'c' })
    for (let round = 0; round < ROUNDS; round += 1) {
      const asha = await shop.createSignedInUser()
      const oracle = new Map<string, number>()
      for (let step = 0; step < 25; step += 1) {
        const productId = ids[random.whole(0, ids.length - 1)] ?? ''
        const cart = await cartOf(asha)
        expect(cart.map((one) => [one.productId, one.quantity])).toEqual([...oracle])
        const line = cart.find((one) => one.productId === productId)
        const had = oracle.get(productId)
        const kind = random.whole(0, 3)
        if (kind < 2) {
          const quantity = random.whole(1, 6)
          await asha.post('/cart', { productId, quantity })
          oracle.set(productId, clamp((had ?? 0) + quantity))
        } else if (line && had !== undefined && kind === 2) {
          const change = random.whole(1, 12) * (random.whole(0, 1) === 0 ? 1 : -1)
          await asha.patch(`/cart/${line.id}`, { change })
          oracle.set(productId, clamp(had + change))
        } else if (line && kind === 3) {
          await asha.delete(`/cart/${line.id}`)
          oracle.delete(productId)
        }
      }
    }
  })

  test('T2: whatever meets whatever, a line holds 1 to 10', async () => {
    await using shop = await createTestApp()
    const ids = await addProducts(shop, { slug: 'a' }, { slug: 'b' })
    const asha = await shop.createSignedInUser()
    for (let round = 0; round < ROUNDS; round += 1) {
      const lines = await cartOf(asha)
      await atOnce(20, () => {
        const line = lines[random.whole(0, lines.length)]
        const productId = ids[random.whole(0, 1)]
        const kind = random.whole(0, 4)
        if (!line || kind === 0)
          return asha.post('/cart', { productId, quantity: random.whole(1, 12) })
        if (kind === 1) return asha.delete(`/cart/${line.id}`)
        return asha.patch(`/cart/${line.id}`, { change: random.whole(0, 1) * 8 - 4 })
      })
      const rows = await shop.deps.db.selectFrom('cart_item').selectAll().execute()
      expect(rows.length).toBeLessThanOrEqual(2)
      for (const row of rows) {
        expect(row.quantity).toBeGreaterThanOrEqual(1)
        expect(row.quantity).toBeLessThanOrEqual(MOST)
      }
    }
    expect(shop.logs).toEqual([])
  })
})
