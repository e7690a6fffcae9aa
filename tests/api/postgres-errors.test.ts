import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '#src/server/core/db/open-database.ts'
import { addProducts } from '#tools/products.ts'
import { createTestApp } from '#tools/test-app.ts'
import { createDatabase, getWorkerDatabaseUrl } from '#tools/worker-database.ts'

const ROUNDS = 3
const CALLS = 20

/** Runs a query on a connection of its own. @returns the number of rows. */
async function runQuery(query: string, values: string[] = [], url?: string): Promise<number> {
  const client = new pg.Client({ connectionString: url ?? (await getWorkerDatabaseUrl()) })
  await client.connect()
  const { rowCount } = await client.query(query, values)
  await client.end()
  return rowCount ?? 0
}

/** Ends every other connection to a database, as a restart or an operator does. */
const endConnections = (url: string) =>
  runQuery(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
    [],
    url,
  )

/** A shop with a database of its own: those of other tests share connections. */
async function createShop() {
  const url = await createDatabase()
  return Object.assign(await createTestApp({}, url), { url })
}

// An error that no code catches, which would end the process, fails the run of Vitest.
describe.runIf(process.env['TEST_DATABASE_URL'])('connections to PostgreSQL', () => {
  test('a closed database leaves none, also without a query', async () => {
    const url = await createDatabase()
    const name = new URL(url).pathname.slice(1)
    const count = () => runQuery('select from pg_stat_activity where datname = $1', [name])
    const { db } = await openDatabase(url)
    expect(await count()).toBe(1)
    await db.destroy()
    // The pool closes an idle connection after 10 s by itself.
    await expect.poll(count, { timeout: 8_000 }).toBe(0)
  })

  test('one that ends fails the transaction that holds it only', async () => {
    await using shop = await createShop()
    const held = shop.deps.db.transaction().execute(async (transaction) => {
      await sql`select 1`.execute(transaction)
      await endConnections(shop.url)
      await sql`select 1`.execute(transaction)
    })
    await expect(held).rejects.toThrow()
    expect((await shop.createClient().get('/products/get-all-products')).status).toBe(200)
  })

  test('calls whose connections end answer 200 or 503, and soon 200 again', async () => {
    await using shop = await createShop()
    const [productId] = await addProducts(shop, { slug: 'a', stock: 1_000 })
    for (let round = 0; round < ROUNDS; round += 1) {
      const shoppers = await Promise.all(
        Array.from({ length: CALLS }, () => shop.createSignedInUser()),
      )
      const [answers] = await Promise.all([
        Promise.all(shoppers.map((shopper) => shopper.post('/cart', { productId }))),
        endConnections(shop.url),
      ])
      for (const { status } of answers) expect([200, 503]).toContain(status)
      // The pool learns of the end of an idle connection by its socket, or by the next query.
      await expect
        .poll(async () => (await shoppers[0]?.get('/cart'))?.status, { timeout: 30_000 })
        .toBe(200)
    }
  })
})
