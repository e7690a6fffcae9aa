import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { row } from '#scripts/report.ts'
import { paths, productPath } from '#src/rules/paths.ts'
import { printLine } from '#src/run/console-output.ts'
import { type Engine, openDatabase } from '#src/server/core/db/open-database.ts'
import { countAvailable } from '#src/server/shop/stock/queries.ts'
import { type ApiClient, createClient, formatCookies } from '#tools/api-client.ts'
import { startMailServer } from '#tools/mail-server.ts'
import type { LoadCall, LoadOptions } from '#tools/scheduled-load.ts'
import { startSite } from '#tools/site-process.ts'
import { createTempDir } from '#tools/temp-dir.ts'
import { createTestApp } from '#tools/test-app.ts'
import { logIn } from '../measure/demo-account.ts'
import { percentile } from '../measure/percentile.ts'
import { readMemory, readMemoryOfAll } from '../measure/process-usage.ts'
import { createEnv } from '../measure/site.ts'
import { copyAgedShop } from './aged-database.ts'
import type { ShopperFigures } from './shoppers.ts'
import { printRecords, printSlowCalls } from './year-report.ts'
import { doStaffWork } from './year-steps.ts'

const SHOPPERS = 20
const SHOPPER_CALLS_PER_SECOND = 25
/** Some hundreds of calls, so that one wait for a long write is not 1 of 100. */
const EDITOR_CALLS_PER_SECOND = 5
/** Maximum waits of shoppers, and of the event loop of their process, in ms. */
const LIMITS = {
  sqlite: { write: 250, worstWrite: 600, eventLoop: 40 },
  postgres: { write: 50, worstWrite: undefined, eventLoop: 20 },
}
const MAX_IN_FLIGHT = 400
const WARM_UP_MS = 5_000
/** Wait after the last call of the staff. Each job runs once more in it. */
const REST_MS = 20_000

/** Creates shoppers, and leaving accounts with much data. */
async function createAccounts(url: string) {
  await using app = await createTestApp({}, url)
  const { db, now } = app.deps
  const create = async (role?: 'editor') => {
    const client = await app.createSignedInUser(role)
    // The name of the cookie on a local address.
    client.cookies = new Map([['sid', client.cookies.get('sid') ?? '']])
    return client
  }
  const shoppers: ApiClient[] = []
  for (let count = 0; count < SHOPPERS; count++) shoppers.push(await create())
  const [plain, busy, editor] = [await create(), await create(), await create('editor')]
  const other = await create('editor')
  await sql`insert into idempotency (user_id, key, request_hash, status, reply, created_at)
    select ${busy.uid}, key, request_hash, status, reply, ${now()} from idempotency`.execute(db)
  await sql`update product_version set editor_id = ${editor.uid} where editor_id =
    (select editor_id from product_version where editor_id is not null limit 1)`.execute(db)
  const products = await db
    .selectFrom('product')
    .select(['id', 'slug'])
    .where(countAvailable(db), '>', 50)
    .where('archived_at', 'is', null)
    .limit(30)
    .execute()
  const leaving = {
    'an account': plain,
    'an account with an idempotency key for each of the shop': busy,
    'an editor with a twentieth of the history': editor,
  }
  return { shoppers, other, leaving, products }
}

const toSearch = (search: string): LoadCall => {
  const filters = `?${new URLSearchParams({ search })}`
  return ['GET', `/api/products/search?${new URLSearchParams({ filters })}`]
}

/** Lists the calls of shoppers, in turn. */
const toShopperCalls = (site: string, products: { id: string; slug: string }[]): LoadCall[] =>
  products.flatMap(({ id, slug }) => [
    ['GET', paths.home],
    ['GET', productPath(slug)],
    ['GET', `/api/products/slug/${slug}`],
    toSearch('silk saree'),
    ['POST', '/api/cart', { productId: id, quantity: 1 }],
    ['GET', '/api/cart'],
    ['POST', '/api/wishlist/', { productId: id }],
    [
      'POST',
      '/api/events',
      { name: 'pageview', url: site + productPath(slug), domain: 'localhost' },
    ],
  ])

/** Lists the calls of another editor, in turn. */
const toEditorCalls = (products: { id: string }[]): LoadCall[] =>
  products.flatMap(({ id }) => [
    ['GET', `/api/editor/products/${id}`],
    ['PUT', `/api/editor/products/${id}/presence`],
    ['GET', '/api/editor/publish'],
    ['GET', '/api/editor/content/home'],
    ['POST', '/api/editor/orders/search', {}],
  ])

/**
 * Starts calls in a separate process.
 * @returns a function that ends them.
 */
async function startCalls(options: LoadOptions): Promise<() => Promise<ShopperFigures>> {
  const child = fork(join(import.meta.dirname, 'shoppers.ts'))
  const ended = new AbortController()
  child.once('exit', () => ended.abort(new Error('The process of the calls has ended.')))
  const receive = async () => (await once(child, 'message', ended))[0]
  child.send({ ...options, warmUpMs: WARM_UP_MS })
  await receive()
  return () => {
    child.send('stop')
    return receive() as Promise<ShopperFigures>
  }
}

/** Counts the due rows that the jobs have not deleted. */
async function countLeft(url: string): Promise<number> {
  const { db } = await openDatabase(url)
  const { rows } = await sql<{ count: number | string }>`select
    (select count(*) from "user" where expires_at < ${Date.now() - REST_MS})
    + (select count(*) from session where expires_at < ${Date.now() - REST_MS})
    + (select count(*) from outbox where due_at < ${Date.now() - REST_MS} and sent_at is null)
    as count`.execute(db)
  await db.destroy()
  return Number(rows[0]?.count ?? 0)
}

/** Runs an aged shop on one engine: jobs and staff work while others shop. */
async function watch(engine: Engine, products: number): Promise<void> {
  row(`${engine}, a shop of a year: products`, products)
  await using aged = await copyAgedShop(engine, products)
  const accounts = await createAccounts(aged.url)
  await using mail = await startMailServer()
  using records = createTempDir()
  const env = {
    ...(await createEnv(aged.dataDir)),
    DATABASE_URL: aged.url,
    LIMITS: 'false',
    SMTP_URL: mail.url,
    NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'watch-thread.ts'))}`,
    WATCH_DIR: records.path,
  }
  await using site = await startSite(env)
  const pid = site.command.child.pid ?? 0
  const port = Number(new URL(site.url).port)
  const api = {
    request: (path: string, init?: RequestInit) => fetch(`${site.url}/api${path}`, init),
  }
  const leaving = Object.fromEntries(
    Object.entries(accounts.leaving).map(([name, client]) => [name, createClient(api, {}, client)]),
  )
  const target = { port, host: new URL(site.url).host, maxInFlight: MAX_IN_FLIGHT }
  const endEditor = await startCalls({
    ...target,
    cookies: [formatCookies(accounts.other.cookies)],
    calls: toEditorCalls(accounts.products),
    perSecond: EDITOR_CALLS_PER_SECOND,
  })
  const endShoppers = await startCalls({
    ...target,
    cookies: accounts.shoppers.map(({ cookies }) => formatCookies(cookies)),
    calls: toShopperCalls(site.url, accounts.products),
    perSecond: SHOPPER_CALLS_PER_SECOND,
    hasManyAddresses: true,
  })
  process.kill(pid, 'SIGUSR2')
  const { steps, failures } = await doStaffWork({
    site: site.url,
    admin: await logIn(site.url, 'admin'),
    leaving,
    rows: Math.ceil(products * 0.3),
  })
  await sleep(REST_MS)
  const { latencies, reads, writes, skipped, slow, ...shoppers } = await endShoppers()
  const editor = await endEditor()
  const memory = { shop: readMemory(pid), all: readMemoryOfAll(pid) }
  await site[Symbol.asyncDispose]()
  const limits = LIMITS[engine]
  printRecords(records.path, pid, steps, limits.eventLoop)
  const print = (what: string, figure: number, most?: number) =>
    row(what, figure, { unit: 'ms', most })
  print('calls of shoppers: half answered within', percentile(latencies, 0.5))
  print('reads of shoppers: 99 of 100', percentile(reads, 0.99), 50)
  print('reads of shoppers: all', Math.max(...reads))
  print('writes of shoppers: 99 of 100', percentile(writes, 0.99), limits.write)
  print('writes of shoppers: all', Math.max(...writes), limits.worstWrite)
  print('calls of another editor: 99 of 100', percentile(editor.latencies, 0.99), 500)
  print('calls of another editor: all', Math.max(...editor.latencies), 3_000)
  row('memory of the shop', memory.shop, { unit: 'MB' })
  row('memory of shop and desk', memory.all, { unit: 'MB' })
  printSlowCalls('shoppers', slow, steps)
  printSlowCalls('another editor', editor.slow, steps)
  row('calls that were not sent, because too many waited', skipped, { most: 0 })
  const failed = [...failures, ...shoppers.failures, ...editor.failures]
  row('calls without the expected answer', failed.length, { most: 0 })
  for (const failure of failed.slice(0, 10)) printLine(`    ${failure}`)
  row('rows that the jobs have left', await countLeft(aged.url), { most: 0 })
}

/**
 * Runs on both databases, one after the other.
 * @param products size of the shop.
 * @param only one of them.
 */
export async function watchYear(products: number, only?: string): Promise<void> {
  for (const engine of ['sqlite', 'postgres'] as const)
    if (only === undefined || only === engine) await watch(engine, products)
}
