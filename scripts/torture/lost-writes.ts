import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '#src/server/db/open-database.ts'
import { send } from '#tests/helpers/http-server.ts'
import { createTempDir } from '#tests/helpers/temp-dir.ts'
import { endServer, type ShopServer, startShop } from '../measure/measured-process.ts'
import { createPostgresDatabase } from './postgres-database.ts'

const WRITERS = 8
/** Ten of each product fit a cart: a writer takes the cart of another user when one is full. */
const PER_LINE = 10
const USERS_PER_WRITER = 30
const RETRY_MS = 20

export interface LostWrites {
  acknowledged: number
  /** Acknowledged additions that are not in a cart, and those that are there twice. */
  lost: number
  doubled: number
  /** Longest time until a write was answered again, in ms. */
  slowestRecoveryMs: number
  /** Ends of the process that no part of the run has caused. */
  crashes: number
}

/**
 * Writers that add one piece after another. An addition without an answer is sent again with its
 * idempotency key until it is acknowledged, so that the carts must have exactly what was.
 */
function startWriters(seeded: ShopServer) {
  const { cookies, products } = seeded
  const agent = new Agent({ keepAlive: true, maxSockets: WRITERS })
  const perUser = products.length * PER_LINE
  let port = seeded.port
  let isWriting = true
  let acknowledged = 0
  let acknowledgedAt = 0
  const write = async (writer: number) => {
    for (let count = 0; isWriting; count++) {
      const user = writer + WRITERS * (Math.floor(count / perUser) % USERS_PER_WRITER)
      const headers = {
        // The name of the session cookie is that of a host without TLS.
        host: 'shop.test',
        cookie: cookies[user] ?? '',
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      }
      const productId = products[Math.floor(count / PER_LINE) % products.length]
      const options = { method: 'POST', path: '/api/cart', headers, agent }
      for (let status = 0; status !== 200;) {
        const sending = send({ ...options, port }, JSON.stringify({ productId }))
        status = await sending.then((answer) => answer.status).catch(() => 0)
        if (status === 200) {
          acknowledged += 1
          acknowledgedAt = performance.now()
        } else if (status === 0 || status === 503) await sleep(RETRY_MS)
        else throw new Error(`An addition was answered with ${status}.`)
      }
    }
  }
  const writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
  return {
    setPort: (next: number) => {
      port = next
    },
    /** Waits for a write that is acknowledged from now on. @returns ms since `from`. */
    async untilAcknowledged(from: number): Promise<number> {
      const now = performance.now()
      while (acknowledgedAt < now) await sleep(5)
      return acknowledgedAt - from
    },
    async stop(): Promise<number> {
      isWriting = false
      await writing
      agent.destroy()
      return acknowledged
    },
  }
}

/** Compares what was acknowledged with what the carts have. */
async function compare(acknowledged: number, database: string) {
  const { db } = await openDatabase(database)
  const { quantity } = await db
    .selectFrom('cart_item')
    .select((eb) => eb.fn.sum<number | string | null>('quantity').as('quantity'))
    .executeTakeFirstOrThrow()
  await db.destroy()
  const stored = Number(quantity ?? 0)
  return {
    acknowledged,
    lost: Math.max(0, acknowledged - stored),
    doubled: Math.max(0, stored - acknowledged),
  }
}

/** Interrupts the shop at a random moment of each cycle while the writers write. */
async function interruptWriters(
  database: string,
  cycles: { count: number; longestMs: number },
  interrupt: (shop: ShopServer) => Promise<unknown>,
): Promise<LostWrites> {
  let shop = await startShop(database, WRITERS * USERS_PER_WRITER)
  const writers = startWriters(shop)
  let slowestRecoveryMs = 0
  let crashes = 0
  for (let cycle = 0; cycle < cycles.count; cycle++) {
    await sleep(Math.random() * cycles.longestMs)
    await interrupt(shop)
    const start = performance.now()
    const { exitCode, signalCode } = shop.running.child
    if (exitCode !== null || signalCode !== null) {
      if (interrupt !== endServer) crashes += 1
      shop = await startShop(database, 0)
      writers.setPort(shop.port)
    }
    slowestRecoveryMs = Math.max(slowestRecoveryMs, await writers.untilAcknowledged(start))
  }
  const acknowledged = await writers.stop()
  await endServer(shop)
  return { ...(await compare(acknowledged, database)), slowestRecoveryMs, crashes }
}

/** SQLite: ends the process by SIGKILL. */
export async function killWhileWriting(count: number): Promise<LostWrites> {
  using folder = createTempDir()
  const database = `sqlite:${join(folder.path, 'shop.db')}`
  return await interruptWriters(database, { count, longestMs: 300 }, endServer)
}

/** PostgreSQL: ends all connections of the process. */
export async function endConnectionsWhileWriting(count: number): Promise<LostWrites> {
  await using postgres = await createPostgresDatabase()
  return await interruptWriters(postgres.url, { count, longestMs: 100 }, postgres.endConnections)
}
