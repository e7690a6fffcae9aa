import { Agent } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Papa from 'papaparse'
import { row } from '#scripts/report.ts'
import { openDatabase } from '#src/server/core/db/open-database.ts'
import type { Db } from '#src/server/core/db/schema.ts'
import { countPublishRequests } from '#src/server/core/publish-requests/queries.ts'
import { CSV_FIELDS } from '#src/server/studio/products/csv-fields.ts'
import { loadProducts } from '#src/server/studio/save/change.ts'
import { listLiveLaunches } from '#src/server/studio/save/overlay-queries.ts'
import { prepareSaves } from '#src/server/studio/save/prepare-saves.ts'
import { send } from '#tools/http-server.ts'
import { createCatalogEntry } from '#tools/products.ts'
import { createRandom } from '#tools/random.ts'
import { createTempDir } from '#tools/temp-dir.ts'
import { endServer, type ShopServer, startShop } from '../measure/measured-process.ts'
import { createPostgresDatabase } from './postgres-database.ts'
import { TORTURE_SEED } from './seed.ts'

const { fraction } = createRandom(Number(TORTURE_SEED))
const PRODUCTS = 500

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

/** The database after a kill. Prices are in rupees. */
interface State {
  /** All products have the same price, and shoppers see each record with its live launches. */
  isWhole: boolean
  price: number
  live: number
  /** Saves that wait for a publish. */
  requests: number
}

/** A change of all products. Its last call is killed. */
interface KilledChange {
  run: () => Promise<unknown>
  isDone: (state: State) => boolean
}

const createLaunch = async (call: Editor, price: number): Promise<string> => {
  const { launch } = (await call('/launches', JSON.stringify({ name: `At ${price}` }))).body
  await call(`/import?dryRun=false&launch=${launch.id}`, toFile(price), 'text/csv')
  return launch.id
}

const endAll = async (call: Editor, live: string[]): Promise<void> => {
  for (const id of live) await call(`/launches/${id}/end`)
}

/** @param live ids of the live launches, which lie over what an import changes. */
const CHANGES: ((call: Editor, price: number, live: string[]) => Promise<KilledChange>)[] = [
  async (call, price, live) => {
    await endAll(call, live)
    return {
      run: () => call('/import?dryRun=false', toFile(price), 'text/csv'),
      isDone: (state) => state.price === price,
    }
  },
  async (call, price) => {
    const id = await createLaunch(call, price)
    return {
      run: () => call(`/launches/${id}/publish`),
      isDone: (state) => state.price === price,
    }
  },
  async (call, price, live) => {
    await endAll(call, live)
    const id = await createLaunch(call, price)
    await call(`/launches/${id}/publish`)
    return { run: () => call(`/launches/${id}/end`), isDone: ({ live }) => live === 0 }
  },
]

const listLive = async (db: Db): Promise<string[]> =>
  (await listLiveLaunches(db)).map(({ id }) => id)

async function readState(db: Db): Promise<State> {
  const rows = await db
    .selectFrom('product')
    .select('id')
    .where('slug', 'like', 'killed-%')
    .execute()
  const products = await loadProducts(
    db,
    rows.map(({ id }) => id),
  )
  const { saves } = await prepareSaves(
    db,
    0,
    products.map((before) => ({
      before,
      entry: before.entry,
      action: 'update',
      archivedAt: before.row.archived_at,
      isProjection: true,
    })),
  )
  const isProjected = saves.every(({ before, row: next }) => {
    const { price_paise, title, slug, detail } = before?.live.row ?? next
    return (
      [price_paise, title, slug, detail].join() ===
      [next.price_paise, next.title, next.slug, next.detail].join()
    )
  })
  const prices = new Set(products.map(({ live }) => live.row.price_paise / 100))
  const live = await listLive(db)
  const [price = 0] = prices
  return {
    isWhole: prices.size === 1 && products.length === PRODUCTS && isProjected,
    price,
    live: live.length,
    requests: await countPublishRequests(db),
  }
}

async function readFrom<T>(url: string, read: (db: Db) => Promise<T>): Promise<T> {
  const { db } = await openDatabase(url)
  const value = await read(db)
  await db.destroy()
  return value
}

/**
 * Kills imports, starts and ends of launches of 500 products at random moments. Afterwards, all or nothing of a
 * change must be stored, each product is as its record under the live launches, and a publish is asked for exactly if
 * the change is there. No publisher runs, so requests only grow.
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
  const counts = { half: 0, before: 0, after: 0, unpublished: 0 }
  let longestMs = 0
  // The first change of each kind is not killed.
  for (let cycle = -CHANGES.length; cycle < cycles; cycle++) {
    const price = 10 + cycle
    const prepare = CHANGES[Math.abs(cycle) % CHANGES.length] ?? CHANGES[0]
    const live = await readFrom(url, listLive)
    const change = await prepare?.(createEditor(shop), price, live)
    const requests = await readFrom(url, countPublishRequests)
    const from = performance.now()
    const running = change?.run()
    if (cycle < 0) await running
    if (cycle < 0) longestMs = Math.max(longestMs, performance.now() - from)
    else await sleep(fraction() * longestMs)
    await endServer(shop)
    await running
    const state = await readFrom(url, readState)
    if (!state.isWhole) counts.half++
    else if (change?.isDone(state)) counts.after++
    else counts.before++
    if (change?.isDone(state) !== state.requests > requests) counts.unpublished++
    shop = await start()
  }
  await endServer(shop)
  row('all of it was there', counts.after)
  row('nothing of it was there', counts.before)
  row('a part was there', counts.half, { most: 0 })
  row('a change without its publish, or the reverse', counts.unpublished, { most: 0 })
}

/**
 * Runs on both databases, one after the other.
 * @param only one of them.
 */
export async function killWhileChanging(cycles: number, only?: string): Promise<void> {
  if (only !== 'postgres') {
    row('SQLite, kill -9 while an import runs, or a launch starts or ends: cycles', cycles)
    using folder = createTempDir()
    await killChanges(`sqlite:${join(folder.path, 'shop.db')}`, cycles)
  }
  if (only === 'sqlite') return
  row('PostgreSQL, the same: cycles', cycles)
  await using postgres = await createPostgresDatabase()
  await killChanges(postgres.url, cycles)
}
