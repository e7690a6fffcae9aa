import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'
import { row } from '#scripts/report.ts'
import type { Role } from '#src/contract/values.ts'
import { printLine } from '#src/run/console-output.ts'
import { type ApiClient, createClient } from '#tools/api-client.ts'
import { addProducts } from '#tools/products.ts'
import { createRandom } from '#tools/random.ts'
import { createTempDir } from '#tools/temp-dir.ts'
import { createTestApp, type TestApp } from '#tools/test-app.ts'
import { endServer, startShop } from '../measure/measured-process.ts'
import { NO_LIMITS } from './order-calls.ts'
import { createPostgresDatabase } from './postgres-database.ts'
import { findRaceErrors } from './race-checks.ts'
import { createNotes, type Notes, RACE_STEPS, type RacedProducts } from './race-steps.ts'

const RACERS = 12
const EDITORS = 3
/** PostgreSQL has several API processes; SQLite has one. */
const POSTGRES_PROCESSES = 2
const STATEMENT_TIMEOUT_MS = '60000'
const BUSY_RETRY_MS = 500
const CALL_TIMEOUT_MS = 120_000
/** Done, or refused because another caller was faster. */
const EXPECTED = new Set([200, 201, 404, 409])
const LISTED = 10

/** Results of the calls of a run. */
interface Traffic {
  calls: number
  /** Calls that were answered with 503 after seconds. */
  busy: number
  /** One line for each call without an expected answer. */
  failures: string[]
}

async function addRacedProducts(shop: TestApp): Promise<RacedProducts> {
  const slugs = ['saved-1', 'saved-2', 'saved-3']
  const ids = await addProducts(shop, ...slugs.map((slug) => ({ slug, stock: 10 })))
  const sold = await addProducts(
    shop,
    { slug: 'last', price: 900, stock: 1 },
    { slug: 'few', price: 500, stock: 6 },
    { slug: 'many', price: 400, stock: 30 },
  )
  const [plenty = ''] = await addProducts(shop, { slug: 'plenty', stock: 1_000 })
  const stock = await shop.deps.db.selectFrom('stock').selectAll().execute()
  const counted = new Map(stock.map(({ variant_id, on_hand }) => [variant_id, on_hand]))
  return {
    counted,
    saved: ids.map((id, index) => ({ id, slug: slugs[index] ?? '' })),
    sold,
    plenty,
  }
}

/** Creates an account whose calls go to the processes in turn. */
async function createAccount(
  shop: TestApp,
  ports: readonly number[],
  traffic: Traffic,
  role?: Role,
): Promise<ApiClient> {
  const account = await shop.createSignedInUser(role)
  // The name of the cookie on a local address.
  const cookies = new Map([['sid', account.cookies.get('sid') ?? '']])
  const request = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const port = ports[traffic.calls++ % ports.length]
    const signal = AbortSignal.timeout(CALL_TIMEOUT_MS)
    const url = `http://127.0.0.1:${port}/api${path}`
    const answer = await fetch(url, { ...init, signal }).catch((cause: unknown) => {
      throw new Error(`${init.method} ${path} has no answer: ${inspect(cause)}`, { cause })
    })
    // Nothing was changed, so the call is repeated, as the shop's own client does.
    if (answer.status === 503) {
      traffic.busy += 1
      await sleep(BUSY_RETRY_MS)
      return request(path, init)
    }
    if (!EXPECTED.has(answer.status))
      traffic.failures.push(
        `${init.method} ${path} ${answer.status} ${(await answer.clone().text()).slice(0, 200)}`,
      )
    return answer
  }
  return createClient({ request }, {}, { ...account, cookies })
}

/** Runs steps one after another, until all racers together have made this many calls. */
async function race(
  accounts: { shopper: ApiClient; editor: ApiClient },
  shared: { products: RacedProducts; notes: Notes; traffic: Traffic; calls: number; seed: number },
): Promise<void> {
  const { traffic, calls, seed, ...context } = shared
  const random = createRandom(seed)
  while (traffic.calls < calls) {
    const step = RACE_STEPS[random.whole(0, RACE_STEPS.length - 1)]
    await step?.({ ...accounts, ...context, random }).catch((error: unknown) => {
      traffic.failures.push(`${step.name}: ${String(error)}`)
    })
  }
}

/** Lets callers change the same records at once, and checks the result. */
async function raceOn(name: string, database: string, calls: number): Promise<void> {
  row(`${name}, ${RACERS} callers who change the same records: calls`, calls)
  await using shop = await createTestApp({ ORDERS: 'cod', ...NO_LIMITS }, database)
  const products = await addRacedProducts(shop)
  const processes = shop.deps.engine === 'postgres' ? POSTGRES_PROCESSES : 1
  const servers = await Promise.all(
    Array.from({ length: processes }, () =>
      startShop(database, 0, { ORDERS: 'cod', ...NO_LIMITS }),
    ),
  )
  const ports = servers.map(({ port }) => port)
  const traffic: Traffic = { calls: 0, busy: 0, failures: [] }
  const create = (count: number, role?: Role) =>
    Promise.all(Array.from({ length: count }, () => createAccount(shop, ports, traffic, role)))
  const editors = await create(EDITORS, 'editor')
  const notes = createNotes()
  const shared = { products, notes, traffic, calls }
  const start = performance.now()
  await Promise.all(
    (await create(RACERS)).map((shopper, index) =>
      race(
        { shopper, editor: editors[index % EDITORS] as ApiClient },
        { ...shared, seed: index + 1 },
      ),
    ),
  )
  const seconds = (performance.now() - start) / 1_000
  for (const server of servers) await endServer(server)
  const errors = await findRaceErrors(shop, products, notes)
  row('calls that were made', traffic.calls)
  row('of them a second', traffic.calls / seconds)
  row('saves that were acknowledged', notes.saves.size)
  row('launches', notes.launches.size)
  row('imports', notes.imports.size)
  row('orders', notes.orders.size)
  row('messages and replies', notes.messages.size + notes.replies.size)
  row('calls that had to be sent again, because the shop was busy', traffic.busy, { most: 0 })
  row('calls without an expected answer', traffic.failures.length, { most: 0 })
  for (const failure of traffic.failures.slice(0, LISTED)) printLine(`    ${failure}`)
  row('answers that contradict each other', notes.wrong.length, { most: 0 })
  for (const sentence of notes.wrong.slice(0, LISTED)) printLine(`    ${sentence}`)
  row('what is lost, doubled, half or mixed', errors.length, { most: 0 })
  for (const error of errors.slice(0, LISTED)) printLine(`    ${error}`)
}

/**
 * Runs on both databases, one after the other.
 * @param only one of them.
 */
export async function raceForRecords(calls: number, only?: string): Promise<void> {
  if (only !== 'postgres') {
    using folder = createTempDir()
    await raceOn('SQLite', `sqlite:${join(folder.path, 'shop.db')}`, calls)
  }
  if (only === 'sqlite') return
  await using postgres = await createPostgresDatabase()
  const url = new URL(postgres.url)
  // The production timeout would turn a slow machine into 503.
  url.searchParams.set('statement_timeout', STATEMENT_TIMEOUT_MS)
  await raceOn('PostgreSQL', url.href, calls)
}
