import { sql } from 'kysely'
import { expect } from 'vitest'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { runOrderJob } from '#src/server/shop/orders/order-job.ts'
import { test as base } from '#tests/helpers/api-test.ts'
import { ADDRESS, expectInvariants, order, PHONE, place, readSeen } from '#tests/helpers/orders.ts'
import { type ApiClient, countStatuses, PASSWORD } from '#tools/api-client.ts'
import { addProducts, createCatalogEntry, updateProduct } from '#tools/products.ts'
import type { TestApp } from '#tools/test-app.ts'

// Races and faults of docs/orders.md; after each, the invariants of all orders hold.

const watch = toProductId('watch')
const ring = toProductId('ring')

const test = base
  .extend('env', () => ({ ORDERS: 'cod' }))
  .extend('shop', async ({ shop }) => {
    await addProducts(
      shop,
      { slug: 'watch', price: 1_000, stock: 1 },
      { slug: 'ring', price: 500, stock: 30 },
    )
    return shop
  })

const createBuyers = (shop: TestApp, count: number): Promise<ApiClient[]> =>
  Promise.all(Array.from({ length: count }, () => shop.createSignedInUser()))

test('20 buyers of the last piece: one order, 19 clear answers', async ({ shop }) => {
  const buyers = await createBuyers(shop, 20)
  await Promise.all(buyers.map((buyer) => buyer.post('/cart', { productId: watch })))
  const seen = await Promise.all(buyers.map(readSeen))
  const answers = await Promise.all(
    buyers.map((buyer, index) => place(buyer, { seen: seen[index] })),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  for (const { status, body } of answers.filter(({ status }) => status !== 201)) {
    expect(status).toBe(409)
    expect(body.changes).toMatchObject([{ was: 1, now: 0 }])
  }
  await expectInvariants(shop, { [watch]: 1 })
})

test('buyers of several pieces in another order each never wait for each other', async ({
  shop,
}) => {
  await shop.deps.db.updateTable('stock').set({ on_hand: 100 }).execute()
  const buyers = await createBuyers(shop, 12)
  for (const [index, buyer] of buyers.entries())
    for (const productId of index % 2 === 0 ? [watch, ring] : [ring, watch])
      await buyer.post('/cart', { productId, quantity: 2 })
  const counts = await countStatuses(12, (index) => place(buyers[index] as ApiClient))
  expect(counts).toEqual({ 201: 12 })
  await expectInvariants(shop, { [watch]: 100, [ring]: 100 })
})

test('two tabs that place one cart make one order', async ({ shop, asha }) => {
  await asha.post('/cart', { productId: ring, quantity: 3 })
  const seen = await readSeen(asha)
  const counts = await countStatuses(4, () => place(asha, { seen }))
  expect(counts).toEqual({ 201: 1, 409: 3 })
  const again = await countStatuses(3, () => place(asha, { seen }, 'the-same-key'))
  expect(again).toEqual({ 409: 3 })
  await asha.post('/cart', { productId: ring })
  const next = await readSeen(asha)
  expect(await countStatuses(3, () => place(asha, { seen: next }, 'one-press'))).toEqual({ 201: 3 })
  expect(await shop.deps.db.selectFrom('order').selectAll().execute()).toHaveLength(2)
  await expectInvariants(shop, { [ring]: 30 })
})

test('a line that is added while an order is placed stays in the cart, or is told', async ({
  shop,
  asha,
}) => {
  await asha.post('/cart', { productId: ring })
  const seen = await readSeen(asha)
  const [placed] = await Promise.all([
    place(asha, { seen }),
    asha.post('/cart', { productId: watch }),
  ])
  const { cart } = (await asha.get('/cart')).body
  const slugs = cart.map(({ slug }: { slug: string }) => slug)
  if (placed.status === 201) expect(slugs).toEqual(['watch'])
  else expect(placed.body.changes).toMatchObject([{ kind: 'added' }])
  await expectInvariants(shop, { [ring]: 30, [watch]: 1 })
})

test('a price that changes between cart and order is told', async ({ shop, asha }) => {
  await asha.post('/cart', { productId: ring })
  const seen = await readSeen(asha)
  const change = { price_paise: 60_000, list_price_paise: 60_000 }
  const [placed] = await Promise.all([place(asha, { seen }), updateProduct(shop, ring, change)])
  const [order] = await shop.deps.db.selectFrom('order').select('total_paise').execute()
  if (placed.status === 201) expect(order?.total_paise).toBe(52_500)
  else expect(placed.body.changes).toMatchObject([{ kind: 'price', was: 500, now: 600 }])
  await expectInvariants(shop, { [ring]: 30 })
})

test('cancel against dispatch: one of them wins', async ({ shop, asha, editor }) => {
  for (let round = 0; round < 6; round++) {
    const number = await order(asha, ring)
    const answers = await Promise.all([
      asha.post(`/orders/${number}/cancel`, { reason: 'I changed my mind' }),
      editor.post(`/editor/orders/${number}/dispatch`, { carrier: 'By hand' }),
      editor.post(`/editor/orders/${number}/cancel`, { reason: 'A piece is out of stock' }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  }
  await expectInvariants(shop, { [ring]: 30 })
})

test('sales and a count of the shelf keep each other', async ({ shop, editor }) => {
  const buyers = await createBuyers(shop, 6)
  for (const buyer of buyers) await buyer.post('/cart', { productId: ring })
  const { product } = (await editor.get(`/editor/products/${ring}`)).body
  const [saved, ...placed] = await Promise.all([
    editor.put(`/editor/products/${ring}`, {
      revision: product.revision,
      ...createCatalogEntry({ slug: 'ring', price: 500, stock: 40 }),
    }),
    ...buyers.map((buyer) => place(buyer)),
  ])
  expect(saved.status).toBe(200)
  expect(placed.map(({ status }) => status)).toEqual(buyers.map(() => 201))
  await expectInvariants(shop, { [ring]: 40 })
})

test('an account that is deleted leaves its open order to the books, and nothing else', async ({
  shop,
  asha,
  editor,
}) => {
  const open = await order(asha, ring, { phone: PHONE })
  const cancelled = await order(asha, ring)
  await asha.post(`/orders/${cancelled}/cancel`, { reason: 'Another reason' })
  const { db } = shop.deps
  const exported = (await asha.get('/users/export')).body
  expect(JSON.stringify(exported)).toContain(open)
  expect(JSON.stringify(exported)).toContain(ADDRESS.address)
  expect((await asha.delete('/users/account', { confirmation: PASSWORD })).status).toBe(200)
  await runOrderJob(shop.deps)
  const rows = await db.selectFrom('order').selectAll().orderBy('placed_at').execute()
  expect(rows).toMatchObject([
    { number: open, user_id: null, name: 'Asha', email: asha.email },
    { number: cancelled, user_id: null, name: 'Asha', email: '', phone: '' },
  ])
  const step = (name: string, body?: object) => editor.post(`/editor/orders/${open}/${name}`, body)
  expect((await step('dispatch', { carrier: 'By hand' })).status).toBe(200)
  expect((await step('deliver')).status).toBe(200)
  await runOrderJob(shop.deps)
  const [kept] = await db.selectFrom('order').selectAll().where('number', '=', open).execute()
  expect(kept).toMatchObject({ name: 'Asha', email: '', phone: '', state: 'delivered' })
  expect(kept?.ship_to).toContain(ADDRESS.address)
})

test('a connection that the database ends in between takes no half of an order', async ({
  shop,
}) => {
  if (shop.deps.engine !== 'postgres') return
  const buyers = await createBuyers(shop, 10)
  for (const buyer of buyers) await buyer.post('/cart', { productId: ring })
  const keys = buyers.map((_, index) => `key-of-buyer-${index}`)
  const seen = await Promise.all(buyers.map(readSeen))
  const send = (buyer: ApiClient, index: number) => place(buyer, { seen: seen[index] }, keys[index])
  const end = () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where pid <> pg_backend_pid() and datname = current_database() and usename = current_user
        and query like '%stock_hold%'`
      .execute(shop.deps.db)
      .catch(() => {})
  const first = await Promise.all([
    ...buyers.map(async (buyer, index) => {
      const { status } = await send(buyer, index)
      return status
    }),
    end(),
    end(),
  ])
  expect(first.filter((status) => typeof status === 'number')).toHaveLength(10)
  await expectInvariants(shop, { [ring]: 30 })
  for (const [index, buyer] of buyers.entries()) expect((await send(buyer, index)).status).toBe(201)
  expect(await shop.deps.db.selectFrom('order').selectAll().execute()).toHaveLength(10)
  await expectInvariants(shop, { [ring]: 30 })
})
