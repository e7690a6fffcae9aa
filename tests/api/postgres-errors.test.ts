import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#src/server/db/open-database.ts'
import { addProducts } from '#tests/helpers/products.ts'
import { createTestApp } from '#tests/helpers/test-app.ts'
import { createDatabase, getWorkerDatabaseUrl } from '#tests/helpers/worker-database.ts'

const ROUNDS = 5
const CALLS = 20

/** Ends every other connection to this worker's database, as a restart or an operator does. */
async function endConnections(): Promise<void> {
  const client = new pg.Client({ connectionString: await getWorkerDatabaseUrl() })
  await client.connect()
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await client.end()
}

async function countConnections(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: await getWorkerDatabaseUrl() })
  await client.connect()
  const { rowCount } = await client.query('select from pg_stat_activity where datname = $1', [
    new URL(url).pathname.slice(1),
  ])
  await client.end()
  return rowCount ?? 0
}

const uncaught: unknown[] = []
const record = (error: unknown): void => void uncaught.push(error)

const onPostgres = Boolean(process.env['TEST_DATABASE_URL'])

test.runIf(onPostgres)('a closed database leaves no connection, also without a query', async () => {
  const url = await createDatabase()
  const { db } = await openDatabase(url)
  expect(await countConnections(url)).toBe(1)
  await db.destroy()
  // The pool closes an idle connection after 10 s by itself.
  await expect.poll(() => countConnections(url), { timeout: 8_000 }).toBe(0)
})

describe.runIf(onPostgres)('PostgreSQL ends connections', () => {
  beforeEach(() => {
    uncaught.length = 0
    process.on('uncaughtException', record)
  })
  afterEach(() => {
    process.off('uncaughtException', record)
  })

  test('a connection that a transaction holds fails that transaction only', async () => {
    await using app = await createTestApp()
    const held = app.deps.db.transaction().execute(async (transaction) => {
      await sql`select 1`.execute(transaction)
      await endConnections()
      await sql`select 1`.execute(transaction)
    })
    await expect(held).rejects.toThrow()
    const visitor = app.createClient()
    expect((await visitor.get('/products/get-all-products')).status).toBe(200)
    expect(uncaught).toEqual([])
  })

  test('pending calls answer 200 or 503, and the next call answers 200', async () => {
    await using app = await createTestApp()
    const [productId] = await addProducts(app, { slug: 'a', stock: 1_000 })
    for (let round = 0; round < ROUNDS; round += 1) {
      const shoppers = await Promise.all(
        Array.from({ length: CALLS }, () => app.createSignedInUser()),
      )
      const [answers] = await Promise.all([
        Promise.all(shoppers.map((shopper) => shopper.post('/cart', { productId }))),
        endConnections(),
      ])
      for (const { status } of answers) expect([200, 503]).toContain(status)
      const cart = await shoppers[0]?.get('/cart')
      expect(cart?.status).toBe(200)
    }
    expect(uncaught).toEqual([])
  })
})
