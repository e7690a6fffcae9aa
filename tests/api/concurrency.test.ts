import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createRandom } from '#scripts/catalogue/random.ts'
import { type CartItem, cartResponse } from '#src/contract/cart.ts'
import type { ApiClient, JsonResponse } from '#tests/helpers/api-client.ts'
import { addProducts, updateProduct } from '#tests/helpers/products.ts'
import { createTestApp } from '#tests/helpers/test-app.ts'

const MAX_QUANTITY = 10
const ROUNDS = 40

const getCart = async (user: ApiClient): Promise<CartItem[]> =>
  cartResponse.parse((await user.get('/cart')).body).cart

const countOk = (responses: JsonResponse[]) =>
  responses.filter(({ status }) => status === 200).length

/** Sends the same call many times in parallel. */
const inParallel = (times: number, call: (index: number) => Promise<JsonResponse>) =>
  Promise.all(Array.from({ length: times }, (_, index) => call(index)))

describe('parallel cart changes (G4)', { timeout: 120_000 }, () => {
  test('50 parallel adds of one product leave 10, and 40 answer 409 with the reason', async () => {
    await using shop = await createTestApp()
    const [productId] = await addProducts(shop, { slug: 'a', stock: 1_000 })
    const asha = await shop.createSignedInUser()
    const responses = await inParallel(50, () => asha.post('/cart', { productId }))
    expect(await getCart(asha)).toMatchObject([{ quantity: MAX_QUANTITY }])
    expect(countOk(responses)).toBe(MAX_QUANTITY)
    for (const response of responses.filter(({ status }) => status !== 200))
      expect(response).toMatchObject({
        status: 409,
        body: { message: 'You can have at most 10 of one piece.' },
      })
  })

  test('9 parallel adds with different idempotency keys keep all 9', async () => {
    await using shop = await createTestApp()
    const [productId] = await addProducts(shop, { slug: 'a' })
    for (let round = 0; round < 10; round += 1) {
      const asha = await shop.createSignedInUser()
      const responses = await inParallel(9, () =>
        asha.post('/cart', { productId }, { 'idempotency-key': randomUUID() }),
      )
      expect(countOk(responses)).toBe(9)
      expect(await getCart(asha)).toMatchObject([{ quantity: 9 }])
    }
  })

  test('50 parallel quantity changes add up to those that answered 200', async () => {
    await using shop = await createTestApp()
    const [productId] = await addProducts(shop, { slug: 'a' })
    const asha = await shop.createSignedInUser()
    await asha.post('/cart', { productId, quantity: 5 })
    const [line] = await getCart(asha)
    const changes = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const change = index % 2 === 0 ? 1 : -1
        const response = await asha.patch(`/cart/${line?.id}`, { change })
        return response.status === 200 ? change : 0
      }),
    )
    const total = changes.reduce<number>((sum, change) => sum + change, 0)
    expect(await getCart(asha)).toMatchObject([{ quantity: 5 + total }])
  })

  test('20 parallel removals of one line succeed once', async () => {
    await using shop = await createTestApp()
    const [productId] = await addProducts(shop, { slug: 'a' })
    const asha = await shop.createSignedInUser()
    await asha.post('/cart', { productId })
    const [line] = await getCart(asha)
    const responses = await inParallel(20, () => asha.delete(`/cart/${line?.id}`))
    expect(countOk(responses)).toBe(1)
    expect(await getCart(asha)).toEqual([])
  })

  test('a change beside the removal of its line answers 200 or 404', async () => {
    await using shop = await createTestApp()
    const [productId] = await addProducts(shop, { slug: 'a' })
    const asha = await shop.createSignedInUser()
    for (let round = 0; round < ROUNDS; round += 1) {
      await asha.post('/cart', { productId, quantity: 2 })
      const [line] = await getCart(asha)
      const path = `/cart/${line?.id}`
      const [removal, ...changes] = await Promise.all([
        asha.delete(path),
        ...Array.from({ length: 4 }, () => asha.patch(path, { change: 1 })),
      ])
      expect(removal.status).toBe(200)
      for (const { status, body } of changes) expect([200, 404], body.message).toContain(status)
    }
  })

  test('an add after the stock fell does not exceed the new stock', async () => {
    await using shop = await createTestApp()
    const [productId = ''] = await addProducts(shop, { slug: 'a', stock: 9 })
    const asha = await shop.createSignedInUser()
    await Promise.all([
      updateProduct(shop, productId, { stock: 2 }),
      ...Array.from({ length: 5 }, () => asha.post('/cart', { productId })),
    ])
    await asha.post('/cart', { productId })
    const [line] = await getCart(asha)
    expect(line?.stock).toBe(2)
    await asha.patch(`/cart/${line?.id}`, { change: 1 })
    expect((await getCart(asha))[0]?.quantity).toBe(2)
  })

  test("parallel adds by several users do not change each other's carts", async () => {
    await using shop = await createTestApp()
    const ids = await addProducts(shop, { slug: 'a' }, { slug: 'b' })
    const shoppers = await Promise.all(Array.from({ length: 5 }, () => shop.createSignedInUser()))
    await Promise.all(
      shoppers.flatMap((user) =>
        ids.flatMap((productId) =>
          Array.from({ length: 4 }, () => user.post('/cart', { productId })),
        ),
      ),
    )
    for (const user of shoppers)
      expect((await getCart(user)).map((line) => line.quantity)).toEqual([4, 4])
  })
})

describe('random cart changes (G4)', { timeout: 600_000 }, () => {
  const random = createRandom(20_261_121)
  const clamp = (quantity: number) => Math.max(1, Math.min(MAX_QUANTITY, quantity))

  test(`${ROUNDS} carts equal an oracle after each of 25 sequential changes`, async () => {
    await using shop = await createTestApp()
    const ids = await addProducts(shop, { slug: 'a' }, { slug: 'b' }, { slug: 'c' })
    for (let round = 0; round < ROUNDS; round += 1) {
      const asha = await shop.createSignedInUser()
      const oracle = new Map<string, number>()
      for (let step = 0; step < 25; step += 1) {
        const productId = ids[random.whole(0, ids.length - 1)] ?? ''
        const cart = await getCart(asha)
        expect(cart.map((item) => [item.productId, item.quantity])).toEqual([...oracle])
        const line = cart.find((item) => item.productId === productId)
        const previous = oracle.get(productId)
        const kind = random.whole(0, 3)
        if (kind < 2) {
          const quantity = random.whole(1, 6)
          await asha.post('/cart', { productId, quantity })
          oracle.set(productId, clamp((previous ?? 0) + quantity))
        } else if (line && previous !== undefined && kind === 2) {
          const change = random.whole(1, 12) * (random.whole(0, 1) === 0 ? 1 : -1)
          await asha.patch(`/cart/${line.id}`, { change })
          oracle.set(productId, clamp(previous + change))
        } else if (line && kind === 3) {
          await asha.delete(`/cart/${line.id}`)
          oracle.delete(productId)
        }
      }
    }
  })

  test('random parallel adds, changes and removals keep each quantity from 1 to 10 (T2)', async () => {
    await using shop = await createTestApp()
    const ids = await addProducts(shop, { slug: 'a' }, { slug: 'b' })
    const asha = await shop.createSignedInUser()
    for (let round = 0; round < ROUNDS; round += 1) {
      const lines = await getCart(asha)
      await inParallel(20, () => {
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
        expect(row.quantity).toBeLessThanOrEqual(MAX_QUANTITY)
      }
    }
    expect(shop.logs).toEqual([])
  })
})
