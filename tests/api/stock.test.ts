import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import type { EditorProduct } from '#src/contract/editor.ts'
import type { CatalogEntry } from '#src/contract/entry.ts'
import { NO_CHOICE, pickCounts } from '#src/editing/stock-counts.ts'
import { listPublishRequests } from '#src/server/core/publish-requests/queries.ts'
import { runPublishing } from '#src/server/core/publish-requests/run-publishing.ts'
import { toOrderRow } from '#src/server/shop/orders/new-order.ts'
import { insertOrder } from '#src/server/shop/orders/queries.ts'
import {
  confirmHolds,
  dispatchHolds,
  holdStock,
  moveStock,
  releaseHolds,
} from '#src/server/shop/stock/holds.ts'
import { listCounts } from '#src/server/shop/stock/queries.ts'
import type { StockPublish } from '#src/server/shop/stock/show-stock.ts'
import { getAvailable } from '#src/server/shop/stock/stock-count.ts'
import { type StockQuantity, toVariantId } from '#src/server/shop/stock/stock-items.ts'
import { sendStockAlerts } from '#src/server/shop/stock-alerts/send-alerts.ts'
import { test as base } from '#tests/helpers/api-test.ts'
import { type ApiClient, listMailsTo } from '#tools/api-client.ts'
import { addProducts, ringWithVariants } from '#tools/products.ts'
import type { TestApp } from '#tools/test-app.ts'

const toChoice = (Size: string) => JSON.stringify({ Size })
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
        const states = { state: 'placed', payment_state: 'none', method: 'cod' } as const
        await insertOrder(
          trx,
          toOrderRow({ id: orderId, placed_at: 1, total_paise: 1, ...states }),
          [],
        )
        const items = [{ productId, variantId: toVariantId(productId, choice), quantity }]
        const result = await holdStock(trx, { orderId, items, expiresAt, now: deps.now() })
        return { result, published: result.published }
      })
      return { orderId, short, published: published.map(({ id }) => id) }
    },
    release: (orderId: string, items?: StockQuantity[]) =>
      publish((trx) => releaseHolds(trx, orderId, deps.now(), items)),
    dispatch: (orderId: string) =>
      publish(async (trx) => (await dispatchHolds(trx, orderId, deps.now())).published),
    return: (productId: string, quantity: number, choice = '') =>
      publish(
        async (trx) =>
          (
            await moveStock(
              trx,
              [{ productId, variantId: toVariantId(productId, choice), quantity }],
              deps.now(),
            )
          ).published,
      ),
    /** How many are on the shelf, and how many can be bought. */
    async count(productId: string, choice = '') {
      const row = (await listCounts(db, [productId])).find((count) => count.choice === choice)
      return [row?.on_hand, row && getAvailable(row)]
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
    await orders.release(orderId, [{ productId: bag, variantId: bag, quantity: 1 }])
    expect(await orders.count(bag)).toEqual([5, 2])
    await orders.release(orderId)
    await orders.release(orderId)
    expect(await orders.count(bag)).toEqual([5, 5])
  })

  test('holds all or none, and says what is short', async ({ shop, orders, bag }) => {
    const [ring = ''] = await addProducts(shop, ringWithVariants)
    const items = [
      { productId: bag, variantId: bag, quantity: 1 },
      { productId: ring, variantId: toVariantId(ring, L), quantity: 2 },
      { productId: ring, variantId: toVariantId(ring, L), quantity: 1 },
      { productId: ring, variantId: toVariantId(ring, toChoice('XL')), quantity: 1 },
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
        { productId: ring, variantId: toVariantId(ring, L), available: 2 },
        { productId: ring, variantId: toVariantId(ring, toChoice('XL')), available: 0 },
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
    expect(await confirmHolds(db, placed)).toBe(true)
    await orders.release(left)
    expect(await confirmHolds(db, left)).toBe(false)
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

describe('counts of editors beside sales', () => {
  /** A product as an editor opens it. */
  const open = async (editor: ApiClient, id: string) => {
    const { product } = (await editor.get(`/editor/products/${id}`)).body
    return product as EditorProduct
  }
  const save = (
    editor: ApiClient,
    { id, revision, entry }: EditorProduct,
    change: Partial<CatalogEntry>,
  ) =>
    editor.put(`/editor/products/${id}`, {
      ...entry,
      ...change,
      revision,
      seenCounts: pickCounts(entry),
    })
  const sell = async (orders: ReturnType<typeof createOrders>, id: string, choice = '') => {
    const { orderId } = await orders.hold(id, 1, { choice })
    await orders.dispatch(orderId)
  }

  test('a sale is no conflict of an open form, and a save does not undo it', async ({
    editor,
    orders,
    bag,
  }) => {
    const opened = await open(editor, bag)
    await sell(orders, bag)
    await orders.hold(bag)
    const saved = await save(editor, opened, { title: 'Another' })
    expect(saved.status).toBe(200)
    expect(saved.body.product).toMatchObject({ entry: { title: 'Another', stock: 4 }, held: 1 })
    expect(await orders.count(bag)).toEqual([4, 3])
  })

  test('a count that somebody else changed is a conflict of that cell alone', async ({
    shop,
    editor,
    orders,
  }) => {
    const [ring = ''] = await addProducts(shop, ringWithVariants)
    const opened = await open(editor, ring)
    await sell(orders, ring, S)
    const countAs = (counts: Record<string, number>) =>
      (opened.entry.variants ?? []).map((row) => ({
        ...row,
        stock: counts[row.choice['Size'] ?? ''] ?? row.stock,
      }))
    const refused = await save(editor, opened, { variants: countAs({ S: 9, M: 5 }) })
    expect(refused).toMatchObject({
      status: 409,
      body: {
        message: 'The stock of Size S was changed meanwhile: it is 2 now.',
        current: { revision: 1, entry: { stock: 4 } },
      },
    })
    expect(await orders.count(ring, S)).toEqual([2, 2])
    // Another cell is no conflict.
    const saved = await save(editor, opened, { variants: countAs({ M: 5 }) })
    expect(saved.status).toBe(200)
    expect(await orders.count(ring, S)).toEqual([2, 2])
    expect(await orders.count(ring, toChoice('M'))).toEqual([5, 5])
    // Its editor may count it anew.
    const again = await save(editor, await open(editor, ring), { variants: countAs({ S: 9 }) })
    expect(again.status).toBe(200)
    expect(await orders.count(ring, S)).toEqual([9, 9])
  })

  test('a count in the list names what its editor saw', async ({ editor, orders, bag }) => {
    await sell(orders, bag)
    const patch = (seenStock: number) =>
      editor.patch(`/editor/products/${bag}`, { revision: 1, seenStock, stock: 20 })
    expect(await patch(5)).toMatchObject({
      status: 409,
      body: { message: 'The stock was changed meanwhile: it is 4 now.' },
    })
    expect((await patch(4)).status).toBe(200)
    expect(await orders.count(bag)).toEqual([20, 20])
  })

  test('an editor counts while 20 buyers buy: no piece is lost', async ({
    shop,
    editor,
    orders,
  }) => {
    const [vase = ''] = await addProducts(shop, { slug: 'vase', stock: 30 })
    const count = async () => {
      for (let attempt = 0; attempt < 50; attempt++) {
        const opened = await open(editor, vase)
        const { status } = await save(editor, opened, { stock: opened.entry.stock + 10 })
        if (status === 200) return
      }
      throw new Error('The count was refused each time.')
    }
    await Promise.all([count(), ...Array.from({ length: 20 }, () => sell(orders, vase))])
    expect(await orders.count(vase)).toEqual([20, 20])
  })

  test('a bulk change, its undo and a launch leave the counts that they do not change', async ({
    editor,
    orders,
    bag,
  }) => {
    const opened = await open(editor, bag)
    const draft = {
      record: bag,
      basedOn: 1,
      body: { ...opened.entry, tagline: 'Of the launch' },
    }
    const { launch } = (await editor.post('/editor/launches', { name: 'New', draft })).body
    await sell(orders, bag)
    const change = { kind: 'price', percent: 10 }
    const { batch } = (await editor.post('/editor/products/bulk', { ids: [bag], change })).body
    await sell(orders, bag)
    expect((await editor.post(`/editor/launches/${launch.id}/publish`)).status).toBe(200)
    expect(await orders.count(bag)).toEqual([3, 3])
    await sell(orders, bag)
    expect((await editor.post(`/editor/launches/${launch.id}/end`)).status).toBe(200)
    expect((await editor.post(`/editor/batches/${batch}/undo`)).body).toMatchObject({ restored: 1 })
    expect(await orders.count(bag)).toEqual([2, 2])
    const { entry } = await open(editor, bag)
    expect(entry).toMatchObject({ price: opened.entry.price, tagline: 'Keeps time', stock: 2 })
  })

  test('a launch does not change the stock of what there is', async ({ editor, orders, bag }) => {
    const { entry } = await open(editor, bag)
    const draft = { record: bag, basedOn: 1, body: { ...entry, stock: 55 } }
    const { launch } = (await editor.post('/editor/launches', { name: 'New', draft })).body
    await sell(orders, bag)
    const path = `/editor/launches/${launch.id}`
    const shown = (await editor.get(`${path}/draft?record=${bag}`)).body.draft
    const [before] = await orders.count(bag)
    expect(shown.body.stock).toBe(before)
    await editor.post(`${path}/publish`)
    expect(await orders.count(bag)).toEqual([before, before])
  })

  test('the history has what editors counted, without sales', async ({ editor, orders, bag }) => {
    const first = await open(editor, bag)
    await save(editor, first, { stock: 8 })
    await sell(orders, bag)
    await save(editor, await open(editor, bag), { title: 'Another' })
    await sell(orders, bag)
    await save(editor, await open(editor, bag), { stock: 20 })
    const { versions } = (await editor.get(`/editor/products/${bag}/history`)).body
    const stocks = (versions as { entry: CatalogEntry }[]).map(({ entry }) => entry.stock)
    expect(stocks).toEqual([20, 8, 8, 5])
  })

  test('an imported file changes the counts that it has otherwise than its export', async ({
    shop,
    editor,
    orders,
    bag,
  }) => {
    const [ring = ''] = await addProducts(shop, ringWithVariants)
    const importFile = async (text: string) =>
      (await editor.post('/editor/import?dryRun=false', text, { 'Content-Type': 'text/csv' })).body
    const exported = new TextDecoder().decode((await editor.get('/editor/export')).bytes)
    expect(exported.split('\r\n')[0]).toContain(',stock,stockSeen,')
    await sell(orders, bag)
    await sell(orders, ring, S)
    expect(await importFile(exported)).toMatchObject({ applied: true, updated: 0 })
    const renamed = exported.replaceAll('The bag', 'A bag')
    expect(await importFile(renamed)).toMatchObject({ applied: true, updated: 1 })
    expect(await orders.count(bag)).toEqual([4, 4])
    const count = (stock: number, seen: number) =>
      renamed.replace(/^(bag,.*),5,5,/m, `$1,${stock},${seen},`)
    expect(await importFile(count(7, 5))).toMatchObject({
      applied: false,
      errors: [
        {
          column: 'stock',
          message:
            'stock was 5 when the file was exported, and is 4 now: count again, and write 4 as the stock at export.',
        },
      ],
    })
    expect(await importFile(count(7, 4))).toMatchObject({ applied: true })
    expect(await orders.count(bag)).toEqual([7, 7])
    expect(await orders.count(ring, S)).toEqual([2, 2])
  })
})

describe('what shoppers see beside the orders of others', () => {
  test('is what can be bought: in the page, the list, the search and the cart', async ({
    shop,
    shopper,
    orders,
    bag,
  }) => {
    await shopper.post('/cart', { productId: bag, quantity: 5 })
    const { orderId } = await orders.hold(bag, 3)
    const { product } = (await shopper.get('/products/slug/bag')).body
    expect(product).toMatchObject({ stock: 2, availability: 'Only 2 left.' })
    const { products } = (await shopper.get('/products/get-all-products')).body
    expect(products).toMatchObject([{ stock: 2 }])
    const { cart } = (await shopper.get('/cart')).body
    expect(cart).toMatchObject([{ stock: 2, maxQuantity: 2, quantity: 5 }])
    const editor = await shop.createSignedInUser('editor')
    expect((await editor.get('/editor/catalog')).body.products).toMatchObject([
      { stock: 5, available: 2 },
    ])
    await orders.dispatch(orderId)
    expect((await shopper.get('/products/slug/bag')).body.product).toMatchObject({ stock: 2 })
    const isInStock = async () => (await shopper.get('/products/search')).body.stock
    expect(await isInStock()).toEqual([1])
    await orders.hold(bag, 2)
    // A search waits for the new index for 100 ms, then it has the former one.
    await expect.poll(isInStock).toEqual([0])
  })

  test('an alert is for what is sold, and is sent when an order gives it back', async ({
    shop,
    asha,
    orders,
    bag,
  }) => {
    const { orderId } = await orders.hold(bag, 5)
    expect((await asha.post('/stock-alerts', { productId: bag })).status).toBe(200)
    await sendStockAlerts(shop.deps)
    const listAlerts = async () =>
      (await listMailsTo(shop, asha.email)).filter(({ subject }) => subject.includes('is back'))
    expect(await listAlerts()).toEqual([])
    await orders.release(orderId)
    await sendStockAlerts(shop.deps)
    expect(await listAlerts()).toHaveLength(1)
  })
})

test('a new product with choices has an archived variant without one, to which alerts for any choice refer', async ({
  shop,
}) => {
  await addProducts(shop, { slug: 'plain' }, { ...ringWithVariants, slug: 'sized' })
  const listArchived = async (slug: string) =>
    shop.deps.db
      .selectFrom('variant')
      .innerJoin('product', 'product.id', 'variant.product_id')
      .select('choice')
      .where('product.slug', '=', slug)
      .where('variant.archived_at', 'is not', null)
      .execute()
  expect(await listArchived('sized')).toEqual([{ choice: NO_CHOICE }])
  expect(await listArchived('plain')).toEqual([])
})
