import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createApp } from '#src/server/app.ts'
import { migrate } from '#src/server/db/migrate.ts'
import { openDatabase } from '#src/server/db/open-database.ts'
import { addProducts } from '#tests/helpers/products.ts'
import { createSignedInUser, requestJson } from '#tests/helpers/signed-in-user.ts'
import { createTestApp } from '#tests/helpers/test-app.ts'

const BUSY = {
  status: 503,
  body: { success: false, message: 'The shop is busy. Please try again in a moment.' },
}

/** A shop on a database file of its own, and the file's path. */
async function openShopOnFile() {
  const folder = mkdtempSync(join(tmpdir(), 'kairavi-'))
  const path = join(folder, 'shop.db')
  const shop = await createTestApp()
  await shop.deps.db.destroy()
  const { db } = await openDatabase(`sqlite:${path}`)
  await migrate(db)
  const deps = { ...shop.deps, db }
  const app = createApp(deps)
  return {
    ...shop,
    hono: app,
    deps,
    path,
    request: async (at: string, init?: RequestInit) =>
      app.request(`http://shop.test/api${at}`, init),
    async [Symbol.asyncDispose]() {
      await db.destroy()
      rmSync(folder, { recursive: true })
    },
  }
}

describe.skipIf(process.env['TEST_DATABASE_URL'])('an SQLite file', () => {
  test('F7: locked by another process is a quick 503, then works again', async () => {
    await using shop = await openShopOnFile()
    const [productId] = await addProducts(shop, { slug: 'a' })
    const asha = await createSignedInUser(shop)
    const other = new DatabaseSync(shop.path)
    other.exec('begin immediate')
    const start = performance.now()
    expect(await asha.request('POST', '/cart', { productId })).toMatchObject(BUSY)
    expect(performance.now() - start).toBeLessThan(1_000)
    expect((await requestJson(shop, 'GET', '/products/slug/a')).status).toBe(200)
    other.exec('rollback')
    other.close()
    expect((await asha.request('POST', '/cart', { productId })).status).toBe(200)
  })

  test('F6: a full disk refuses what it cannot keep, reads on, and recovers', async () => {
    await using shop = await openShopOnFile()
    const { db } = shop.deps
    const pieces = Array.from({ length: 90 }, (_, at) => ({ slug: `p-${at}` }))
    const ids = await addProducts(shop, ...pieces)
    const asha = await createSignedInUser(shop)
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
    await sql`pragma max_page_count = ${sql.raw(String(rows[0]?.page_count))}`.execute(db)
    const statuses: number[] = []
    for (const productId of ids)
      statuses.push((await asha.request('POST', '/cart', { productId })).status)
    expect(new Set(statuses)).toEqual(new Set([200, 503]))
    expect((await requestJson(shop, 'GET', '/products/get-all-products')).status).toBe(200)
    const kept = statuses.filter((status) => status === 200).length
    const { body } = await asha.request('GET', '/cart')
    expect(body).toMatchObject({ cart: { length: kept } })
    await sql`pragma max_page_count = 1000000`.execute(db)
    const productId = ids[statuses.indexOf(503)]
    expect((await asha.request('POST', '/cart', { productId })).status).toBe(200)
  })
})
