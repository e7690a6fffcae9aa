import { Agent } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { row } from '#scripts/report.ts'
import { openDatabase } from '#src/server/core/db/open-database.ts'
import { send } from '#tools/http-server.ts'
import { createRandom } from '#tools/random.ts'
import { createTempDir } from '#tools/temp-dir.ts'
import { endServer, type ShopServer, startShop, toAddition } from '../measure/measured-process.ts'
import { readCpuMs } from '../measure/process-usage.ts'
import { createPostgresDatabase } from './postgres-database.ts'
import { TORTURE_SEED } from './seed.ts'

const { fraction } = createRandom(Number(TORTURE_SEED))
const WRITERS = 8
const USERS_PER_WRITER = 30
const RETRY_MS = 20

/**
 * Starts writers that add one item after another. An addition without an answer is repeated with its idempotency key
 * until it is acknowledged, so the carts must contain exactly the acknowledged items.
 */
function startWriters(shop: ShopServer) {
  const agent = new Agent({ keepAlive: true, maxSockets: WRITERS })
  const state = { port: shop.port, isWriting: true, acknowledged: 0, acknowledgedAt: 0 }
  const write = async (writer: number) => {
    for (let index = 0; state.isWriting; index++) {
      const { body, ...request } = toAddition(shop, WRITERS, writer, index)
      for (let status = 0; status !== 200; ) {
        const sending = send({ ...request, agent, port: state.port }, body)
        status = await sending.then((answer) => answer.status).catch(() => 0)
        if (status === 200) {
          state.acknowledged += 1
          state.acknowledgedAt = performance.now()
        } else if (status === 0 || status === 503) await sleep(RETRY_MS)
        else throw new Error(`An addition was answered with ${status}.`)
      }
    }
  }
  const writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
  return {
    state,
    async stop(): Promise<void> {
      state.isWriting = false
      await writing
      agent.destroy()
    },
  }
}

async function countStored(database: string): Promise<number> {
  const { db } = await openDatabase(database)
  const { quantity } = await db
    .selectFrom('cart_item')
    .select((eb) => eb.fn.sum<number | string | null>('quantity').as('quantity'))
    .executeTakeFirstOrThrow()
  await db.destroy()
  return Number(quantity ?? 0)
}

/** Interrupts the shop at a random moment of each cycle while the writers write. */
async function interruptWriters(
  database: string,
  cycles: { count: number; longestMs: number },
  interrupt: (shop: ShopServer) => Promise<unknown>,
): Promise<void> {
  let shop = await startShop(database, WRITERS * USERS_PER_WRITER)
  const { state, stop } = startWriters(shop)
  let slowestMs = 0
  let startCpuMs = 0
  let crashes = 0
  for (let cycle = 0; cycle < cycles.count; cycle++) {
    await sleep(fraction() * cycles.longestMs)
    await interrupt(shop)
    const start = performance.now()
    const { exitCode, signalCode } = shop.running.child
    if (exitCode !== null || signalCode !== null) {
      if (interrupt !== endServer) crashes += 1
      shop = await startShop(database, 0)
      startCpuMs = Math.max(startCpuMs, readCpuMs(shop.running.child.pid ?? 0))
      state.port = shop.port
    }
    const now = performance.now()
    while (state.acknowledgedAt < now) await sleep(5)
    slowestMs = Math.max(slowestMs, state.acknowledgedAt - start)
  }
  await stop()
  await endServer(shop)
  const stored = await countStored(database)
  row('acknowledged additions', state.acknowledged)
  row('of them lost', Math.max(0, state.acknowledged - stored), { most: 0 })
  row('stored twice', Math.max(0, stored - state.acknowledged), { most: 0 })
  row('crashes', crashes, { most: 0 })
  row('slowest recovery', slowestMs, { unit: 'ms', most: 3_000 })
  // A start loads the shop's code. On a busy machine it waits for the processor several times as long.
  row('most processor time of a start', startCpuMs, { unit: 'ms' })
}

/** SQLite: kills the process. */
export async function killWhileWriting(count: number): Promise<void> {
  row(`SQLite, kill -9 while ${WRITERS} writers write: cycles`, count)
  using folder = createTempDir()
  const database = `sqlite:${join(folder.path, 'shop.db')}`
  await interruptWriters(database, { count, longestMs: 300 }, endServer)
}

/** PostgreSQL: closes all connections of the process. */
export async function endConnectionsWhileWriting(count: number): Promise<void> {
  row(`PostgreSQL, connections ended while ${WRITERS} writers write: cycles`, count)
  await using postgres = await createPostgresDatabase()
  await interruptWriters(postgres.url, { count, longestMs: 100 }, postgres.endConnections)
}
