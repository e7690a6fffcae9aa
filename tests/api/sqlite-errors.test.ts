import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { addProducts } from '#tests/helpers/products.ts'
import { createTempDir } from '#tests/helpers/temp-dir.ts'
import { createTestApp } from '#tests/helpers/test-app.ts'

const BUSY = {
  status: 503,
  body: { success: false, message: 'The shop is busy. Please try again in a moment.' },
}

/** A test app on a database file, and the file's path. */
async function openShopOnFile() {
  const folder = createTempDir()
  const path = join(folder.path, 'shop.db')
  const shop = await createTestApp({}, `sqlite:${path}`)
  return {
    ...shop,
    path,
    async [Symbol.asyncDispose]() {
      await shop[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}

describe.skipIf(process.env['TEST_DATABASE_URL'])('SQLite errors', { timeout: 120_000 }, () => {
  test('writes wait for the lock of another process without blocking reads or the event loop, then answer 503 (F7)', async () => {
    await using shop = await openShopOnFile()
    const [productId] = await addProducts(shop, { slug: 'a' })
    const asha = await shop.createSignedInUser()
    const other = new DatabaseSync(shop.path)
    other.exec('begin immediate')
    const writes = Promise.all(
      Array.from({ length: 20 }, () => asha.post('/wishlist/', { productId })),
    )
    // Reads are answered while the writes wait.
    const first = await Promise.race([writes, shop.createClient().get('/products/slug/a')])
    expect(first).toMatchObject({ status: 200 })
    expect(await writes).toMatchObject(Array(20).fill(BUSY))
    const waiting = asha.post('/cart', { productId })
    await shop.createClient().get('/products/slug/a')
    other.exec('rollback')
    other.close()
    expect((await waiting).status).toBe(200)
  })

  test('a full disk rejects writes with 503, serves reads, and recovers (F6)', async () => {
    await using shop = await openShopOnFile()
    const { db } = shop.deps
    const products = Array.from({ length: 90 }, (_, index) => ({ slug: `p-${index}` }))
    const ids = await addProducts(shop, ...products)
    const asha = await shop.createSignedInUser()
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
    await sql`pragma max_page_count = ${sql.raw(String(rows[0]?.page_count))}`.execute(db)
    const statuses: number[] = []
    for (const productId of ids) statuses.push((await asha.post('/cart', { productId })).status)
    expect(new Set(statuses)).toEqual(new Set([200, 503]))
    expect((await shop.createClient().get('/products/get-all-products')).status).toBe(200)
    const added = statuses.filter((status) => status === 200).length
    const { body } = await asha.get('/cart')
    expect(body).toMatchObject({ cart: { length: added } })
    await sql`pragma max_page_count = 1000000`.execute(db)
    const productId = ids[statuses.indexOf(503)]
    expect((await asha.post('/cart', { productId })).status).toBe(200)
  })
})
