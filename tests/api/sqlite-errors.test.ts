import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Database } from '#src/server/db/schema.ts'
import { addProducts } from '#tests/helpers/products.ts'
import { createTempDir } from '#tests/helpers/temp-dir.ts'
import { createTestApp } from '#tests/helpers/test-app.ts'

const BUSY = {
  status: 503,
  body: { success: false, message: 'The shop is busy. Please try again in a moment.' },
}

/** SQLite's longest wait for a lock of another process. */
async function getBusyTimeoutMs(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ timeout: number }>`pragma busy_timeout`.execute(db)
  return rows[0]?.timeout ?? Number.POSITIVE_INFINITY
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
  test('a write while another process has the lock answers 503 within the busy timeout (F7)', async () => {
    await using shop = await openShopOnFile()
    const [productId] = await addProducts(shop, { slug: 'a' })
    const asha = await shop.createSignedInUser()
    const other = new DatabaseSync(shop.path)
    other.exec('begin immediate')
    expect(await getBusyTimeoutMs(shop.deps.db)).toBeLessThan(1_000)
    const start = performance.now()
    expect(await asha.post('/cart', { productId })).toMatchObject(BUSY)
    expect(performance.now() - start).toBeLessThan(30_000)
    expect((await shop.createClient().get('/products/slug/a')).status).toBe(200)
    other.exec('rollback')
    other.close()
    expect((await asha.post('/cart', { productId })).status).toBe(200)
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
