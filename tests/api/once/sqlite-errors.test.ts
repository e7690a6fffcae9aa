import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { test as base } from '#tests/helpers/api-test.ts'
import { addProducts } from '#tools/products.ts'
import { createTestApp } from '#tools/test-app.ts'

/** With a shop on a database file. */
const test = base
  .extend('path', ({ folder }) => join(folder, 'shop.db'))
  .extend('shop', async ({ path }, { onCleanup }) => {
    const shop = await createTestApp({}, `sqlite:${path}`)
    onCleanup(() => shop[Symbol.asyncDispose]())
    return shop
  })

const message = 'The shop is busy. Please try again in a moment.'
const BUSY = { status: 503, body: { success: false, message } }

describe('SQLite errors', () => {
  test('writes wait for the lock of another process without blocking reads or the event loop, then answer 503 (F7)', async ({
    shop,
    path,
    shopper,
    visitor,
  }) => {
    const [productId] = await addProducts(shop, { slug: 'a' })
    const other = new DatabaseSync(path)
    other.exec('begin immediate')
    const writes = Promise.all(
      Array.from({ length: 20 }, () => shopper.post('/wishlist/', { productId })),
    )
    // Reads are answered while the writes wait.
    const first = await Promise.race([writes, visitor.get('/products/slug/a')])
    expect(first).toMatchObject({ status: 200 })
    expect(await writes).toMatchObject(Array(20).fill(BUSY))
    const waiting = shopper.post('/cart', { productId })
    await visitor.get('/products/slug/a')
    other.exec('rollback')
    other.close()
    expect((await waiting).status).toBe(200)
  })

  test('a full disk rejects writes with 503, serves reads, and recovers (F6)', async ({
    shop,
    shopper,
  }) => {
    const products = Array.from({ length: 90 }, (_, index) => ({ slug: `p-${index}` }))
    const ids = await addProducts(shop, ...products)
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(shop.deps.db)
    const limitPages = (count = 0) =>
      sql`pragma max_page_count = ${sql.raw(String(count))}`.execute(shop.deps.db)
    await limitPages(rows[0]?.page_count)
    const statuses: number[] = []
    for (const productId of ids) statuses.push((await shopper.post('/cart', { productId })).status)
    expect(new Set(statuses)).toEqual(new Set([200, 503]))
    expect((await shopper.get('/products/get-all-products')).status).toBe(200)
    const added = statuses.filter((status) => status === 200).length
    expect((await shopper.get('/cart')).body).toMatchObject({ cart: { length: added } })
    await limitPages(1_000_000)
    const productId = ids[statuses.indexOf(503)]
    expect((await shopper.post('/cart', { productId })).status).toBe(200)
  })
})
