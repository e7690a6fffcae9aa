import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { listPublishRequests } from '#src/server/core/publish-requests/queries.ts'
import { runPublishing } from '#src/server/core/publish-requests/run-publishing.ts'
import {
  dispatchHolds,
  holdStock,
  keepHolds,
  listExpiredHolds,
  readAvailable,
  releaseHolds,
  returnStock,
} from '#src/server/shop/stock/holds.ts'
import { listCounts } from '#src/server/shop/stock/queries.ts'
import type { StockPublish } from '#src/server/shop/stock/show-stock.ts'
import { toStockChoice, toStockKey } from '#src/server/shop/stock/stock-items.ts'
import { insertOrder } from '#src/server/shop/users/queries.ts'
import { test as base } from '#tests/helpers/api-test.ts'
import { addProducts, ringWithVariants } from '#tests/helpers/products.ts'
import type { TestApp } from '#tests/helpers/test-app.ts'

const toChoice = (Size: string) => toStockChoice([{ choice: { Size } }], { Size }) ?? ''
const [S, L] = ['S', 'L'].map(toChoice) as [string, string]

/** What an order does to the stock, each step in a transaction that publishes what it must. */
function createOrders({ deps }: TestApp) {
  const { db } = deps
  const publish = (job: (trx: typeof db) => Promise<StockPublish[]>) =>
    runPublishing(deps, async (trx) => {
      const published = await job(trx)
      return { result: published.map(({ id }) => id), published }
    })
  return {
    async hold(
      productId: string,
      quantity = 1,
      { choice = '', expiresAt = null }: { choice?: string; expiresAt?: number | null } = {},
    ) {
      const orderId = randomUUID()
      const { short, published } = await runPublishing(deps, async (trx) => {
        await insertOrder(trx, {
          id: orderId,
          user_id: null,
          placed_at: 1,
          total_paise: 1,
          state: null,
          items: null,
        })
        const items = [{ productId, choice, quantity }]
        const result = await holdStock(trx, { orderId, items, expiresAt, now: deps.now() })
        return { result, published: result.published }
      })
      return { orderId, short, published: published.map(({ id }) => id) }
    },
    release: (orderId: string, items?: { productId: string; choice: string; quantity: number }[]) =>
      publish((trx) => releaseHolds(trx, orderId, deps.now(), items)),
    dispatch: (orderId: string) => publish((trx) => dispatchHolds(trx, orderId, deps.now())),
    return: (productId: string, quantity: number, choice = '') =>
      publish((trx) => returnStock(trx, [{ productId, choice, quantity }], deps.now())),
    /** How many are on the shelf, and how many can be bought. */
    async count(productId: string, choice = '') {
      const row = (await listCounts(db, [productId])).find((one) => one.choice === choice)
      const available = await readAvailable(db, [{ productId, choice }])
      return [row?.on_hand, available.get(toStockKey({ productId, choice }))]
    },
  }
}

const test = base
  .extend('bag', async ({ shop }) => (await addProducts(shop, { slug: 'bag', stock: 5 }))[0] ?? '')
  .extend('orders', ({ shop }) => createOrders(shop))

describe('the stock under orders', () => {
  test('is held until it is dispatched, and is on the shelf until then', async ({
    orders,
    bag,
  }) => {
    const { orderId } = await orders.hold(bag, 2)
    expect(await orders.count(bag)).toEqual([5, 3])
    await orders.dispatch(orderId)
    expect(await orders.count(bag)).toEqual([3, 3])
    await orders.return(bag, 2)
    expect(await orders.count(bag)).toEqual([5, 5])
  })

  test('a release gives it back, also in part', async ({ orders, bag }) => {
    const { orderId } = await orders.hold(bag, 4)
    await orders.release(orderId, [{ productId: bag, choice: '', quantity: 1 }])
    expect(await orders.count(bag)).toEqual([5, 2])
    await orders.release(orderId)
    await orders.release(orderId)
    expect(await orders.count(bag)).toEqual([5, 5])
  })

  test('holds all or none, and says what is short', async ({ shop, orders, bag }) => {
    const [ring = ''] = await addProducts(shop, ringWithVariants)
    const items = [
      { productId: bag, choice: '', quantity: 1 },
      { productId: ring, choice: L, quantity: 2 },
      { productId: ring, choice: L, quantity: 1 },
      { productId: ring, choice: toChoice('XL'), quantity: 1 },
    ]
    const { orderId } = await orders.hold(bag, 1)
    const hold = (wanted: typeof items) =>
      shop.deps.db
        .transaction()
        .execute((trx) =>
          holdStock(trx, { orderId, items: wanted, expiresAt: null, now: shop.deps.now() }),
        )
    expect(await hold(items)).toEqual({
      short: [
        { productId: ring, choice: L, available: 2 },
        { productId: ring, choice: toChoice('XL'), available: 0 },
      ],
      published: [],
    })
    expect(await orders.count(ring, L)).toEqual([2, 2])
    expect(await orders.count(bag)).toEqual([5, 4])
    expect(await orders.count(ring, toChoice('XL'))).toEqual([undefined, undefined])
  })

  test('20 buyers of the last piece: one has it', async ({ shop, orders }) => {
    const [vase = ''] = await addProducts(shop, { slug: 'vase', stock: 1 })
    const held = await Promise.all(Array.from({ length: 20 }, () => orders.hold(vase)))
    expect(held.filter(({ short }) => short.length === 0)).toHaveLength(1)
    expect(held.filter(({ short }) => short[0]?.available === 0)).toHaveLength(19)
    expect(await orders.count(vase)).toEqual([1, 0])
  })

  test('holds end unless the order is placed', async ({ shop, orders, bag }) => {
    const { db } = shop.deps
    const expiresAt = shop.deps.now() + 1_000
    const { orderId: left } = await orders.hold(bag, 1, { expiresAt })
    const { orderId: placed } = await orders.hold(bag, 1, { expiresAt })
    expect(await keepHolds(db, placed)).toBe(true)
    expect(await listExpiredHolds(db, expiresAt - 1, 10)).toEqual([])
    expect(await listExpiredHolds(db, expiresAt, 10)).toEqual([left])
    await orders.release(left)
    expect(await listExpiredHolds(db, expiresAt, 10)).toEqual([])
    expect(await keepHolds(db, left)).toBe(false)
    expect(await orders.count(bag)).toEqual([5, 4])
  })
})

describe('publishing what shoppers read about the stock', () => {
  test('happens only where it says something else', async ({ shop, orders }) => {
    const [vase = ''] = await addProducts(shop, { slug: 'vase', stock: 6 })
    const steps: [quantity: number, isPublished: boolean][] = [
      // 5 and 4 are in stock; 3, 2 and 1 are few; then it is sold out.
      [1, false],
      [1, false],
      [1, true],
      [2, true],
      [1, true],
    ]
    const orderIds: string[] = []
    for (const [quantity, isPublished] of steps) {
      const { orderId, published } = await orders.hold(vase, quantity)
      orderIds.push(orderId)
      expect(published).toEqual(isPublished ? [vase] : [])
    }
    const [first = '', second = ''] = orderIds
    for (const orderId of orderIds.slice(0, 4)) expect(await orders.dispatch(orderId)).toEqual([])
    expect(await orders.count(vase)).toEqual([1, 0])
    expect(await orders.release(orderIds[4] ?? '')).toEqual([vase])
    expect(await orders.return(vase, 9)).toEqual([vase])
    expect(await orders.return(vase, 9)).toEqual([])
    expect([first, second]).not.toContain('')
    const requests = await listPublishRequests(shop.deps.db)
    expect(requests.map(({ summary }) => summary)).toEqual(
      Array.from({ length: 5 }, () => 'Stock of The vase'),
    )
  })

  test('a variant that is sold out has no say in the lowest price', async ({ shop, orders }) => {
    const [ring = ''] = await addProducts(shop, ringWithVariants)
    const getPrice = async () =>
      (await shop.createClient().get('/products/slug/ring')).body.product.price
    expect(await getPrice()).toBe(100)
    const { orderId, published } = await orders.hold(ring, 3, { choice: S })
    expect(published).toEqual([ring])
    expect(await getPrice()).toBe(150.5)
    await orders.release(orderId)
    expect(await getPrice()).toBe(100)
  })
})
