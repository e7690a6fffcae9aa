import { Agent } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import Papa from 'papaparse'
import { row } from '#scripts/report.ts'
import { type OpenDatabase, openDatabase } from '#src/server/core/db/open-database.ts'
import { CSV_FIELDS } from '#src/server/studio/products/csv-fields.ts'
import { send } from '#tests/helpers/http-server.ts'
import { createCatalogEntry } from '#tests/helpers/products.ts'
import { createRandom } from '#tests/helpers/random.ts'
import { createTempDir } from '#tests/helpers/temp-dir.ts'
import { endServer, type ShopServer, startShop } from '../measure/measured-process.ts'
import { createPostgresDatabase } from './postgres-database.ts'
import { TORTURE_SEED } from './seed.ts'

const { fraction } = createRandom(Number(TORTURE_SEED))
const PRODUCTS = 1_000

const toFile = (price: number): string =>
  Papa.unparse([
    CSV_FIELDS.map(({ name }) => name),
    ...Array.from({ length: PRODUCTS }, (_, index) => {
      const entry = createCatalogEntry({ slug: `killed-${index}`, price })
      return CSV_FIELDS.map((field) => field.format(entry, false))
    }),
  ])

/** Creates an editor's client. A call to a process that dies returns status 0. */
function createEditor({ port, cookies: [cookie = ''] }: ShopServer) {
  const agent = new Agent({ keepAlive: true })
  const headers = { Host: 'shop.test', Cookie: cookie }
  return async (path: string, body = '', type = 'application/json') => {
    const target = { port, method: 'POST', path: `/api/editor${path}`, agent }
    const typed = body === '' ? headers : { ...headers, 'Content-Type': type }
    const answer = await send({ ...target, headers: typed }, body).catch(() => undefined)
    if (answer && answer.status >= 400) throw new Error(`${path}: ${answer.status} ${answer.body}`)
    return { status: answer?.status ?? 0, body: JSON.parse(String(answer?.body ?? '{}')) }
  }
}

type Editor = ReturnType<typeof createEditor>

/** Changes that give all products a price. The last call of each is killed. */
const CHANGES: ((call: Editor, price: number) => Promise<() => Promise<unknown>>)[] = [
  async (call, price) => () => call('/import?dryRun=false', toFile(price), 'text/csv'),
  async (call, price) => {
    const { launch } = (await call('/launches', JSON.stringify({ name: `At ${price}` }))).body
    await call(`/import?dryRun=false&launch=${launch.id}`, toFile(price), 'text/csv')
    return () => call(`/launches/${launch.id}/publish`)
  },
]

/** Reads the products: their prices, and whether each has the version of its save within one batch. */
async function readState({ db }: OpenDatabase) {
  const { rows } = await sql<{
    price: number
    products: number | string
    batches: number | string
  }>`
    select product.price_paise / 100 as price, count(*) as products,
      count(distinct version.batch_id) as batches
    from product join product_version as version
      on version.product_id = product.id and version.revision = product.revision
    where product.slug like 'killed-%' group by product.price_paise`.execute(db)
  const [first] = rows
  const { rows: states } = await sql<{ wrong: number | string }>`
    select count(*) as wrong from launch where published_at is not null
      and not exists (select 1 from batch where batch.id = launch.batch_id)`.execute(db)
  const isWhole =
    rows.length === 1 &&
    Number(first?.products) === PRODUCTS &&
    Number(first?.batches) === 1 &&
    Number(states[0]?.wrong) === 0
  return { isWhole, price: Number(first?.price) }
}

/**
 * Kills imports and launches of 1,000 products at random moments. Afterwards, all or nothing of a
 * change must be stored.
 */
async function killChanges(url: string, cycles: number): Promise<void> {
  const start = async () => {
    const shop = await startShop(url, 1)
    const database = await openDatabase(url)
    await database.db.updateTable('user').set({ role: 'editor' }).execute()
    await database.db.destroy()
    return shop
  }
  let shop = await start()
  await createEditor(shop)('/import?dryRun=false', toFile(1), 'text/csv')
  const counts = { half: 0, before: 0, after: 0 }
  let longestMs = 0
  // The first change of each kind is not killed.
  for (let cycle = -CHANGES.length; cycle < cycles; cycle++) {
    const price = 10 + cycle
    const prepare = CHANGES[Math.abs(cycle) % CHANGES.length] ?? CHANGES[0]
    const run = await prepare?.(createEditor(shop), price)
    const from = performance.now()
    const running = run?.()
    if (cycle < 0) await running
    if (cycle < 0) longestMs = Math.max(longestMs, performance.now() - from)
    else await sleep(fraction() * longestMs)
    await endServer(shop)
    await running
    const database = await openDatabase(url)
    const state = await readState(database)
    await database.db.destroy()
    if (!state.isWhole) counts.half++
    else if (state.price === price) counts.after++
    else counts.before++
    shop = await start()
  }
  await endServer(shop)
  row('all of it was there', counts.after)
  row('nothing of it was there', counts.before)
  row('a part was there', counts.half, { most: 0 })
}

/**
 * Runs on both databases, one after the other.
 * @param only one of them.
 */
export async function killWhileChanging(cycles: number, only?: string): Promise<void> {
  if (only !== 'postgres') {
    row('SQLite, kill -9 while an import runs, or a launch goes live: cycles', cycles)
    using folder = createTempDir()
    await killChanges(`sqlite:${join(folder.path, 'shop.db')}`, cycles)
  }
  if (only === 'sqlite') return
  row('PostgreSQL, the same: cycles', cycles)
  await using postgres = await createPostgresDatabase()
  await killChanges(postgres.url, cycles)
}
