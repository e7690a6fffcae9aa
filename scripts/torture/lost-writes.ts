import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '#src/server/db/open-database.ts'
import { createTempDir } from '#tests/helpers/temp-dir.ts'
import {
  createPostgresDatabase,
  createSender,
  endShop,
  type ShopProcess,
  startShop,
} from './shop-process.ts'

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
function startWriters(seeded: ShopProcess) {
  const { cookies, products } = seeded
  const { send, close } = createSender(WRITERS, true)
  const perUser = products.length * PER_LINE
  let port = seeded.port
  let isWriting = true
  let acknowledged = 0
  let acknowledgedAt = 0
  const write = async (writer: number) => {
    for (let count = 0; isWriting; count++) {
      const user = writer + WRITERS * (Math.floor(count / perUser) % USERS_PER_WRITER)
      const call = {
        method: 'POST',
        path: '/cart',
        cookie: cookies[user] ?? '',
        key: randomUUID(),
        body: { productId: products[Math.floor(count / PER_LINE) % products.length] },
      }
      for (let status = 0; status !== 200;) {
        status = (await send(port, call)).status
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
      close()
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

/** SQLite: ends the process by SIGKILL at a random moment of each cycle. */
export async function killWhileWriting(cycles: number): Promise<LostWrites> {
  using folder = createTempDir()
  const database = `sqlite:${join(folder.path, 'shop.db')}`
  let shop = await startShop(database, WRITERS * USERS_PER_WRITER)
  const writers = startWriters(shop)
  let slowestRecoveryMs = 0
  for (let cycle = 0; cycle < cycles; cycle++) {
    await sleep(Math.random() * 300)
    await endShop(shop)
    const start = performance.now()
    shop = await startShop(database, 0)
    writers.setPort(shop.port)
    slowestRecoveryMs = Math.max(slowestRecoveryMs, await writers.untilAcknowledged(start))
  }
  const acknowledged = await writers.stop()
  await endShop(shop)
  return { ...(await compare(acknowledged, database)), slowestRecoveryMs, crashes: 0 }
}

/** PostgreSQL: ends all connections of the process at a random moment of each cycle. */
export async function endConnectionsWhileWriting(cycles: number): Promise<LostWrites> {
  await using postgres = await createPostgresDatabase()
  const shop = await startShop(postgres.url, WRITERS * USERS_PER_WRITER)
  const writers = startWriters(shop)
  let slowestRecoveryMs = 0
  for (let cycle = 0; cycle < cycles; cycle++) {
    await sleep(Math.random() * 100)
    await postgres.endConnections()
    const start = performance.now()
    slowestRecoveryMs = Math.max(slowestRecoveryMs, await writers.untilAcknowledged(start))
  }
  const acknowledged = await writers.stop()
  const crashes = shop.running.child.exitCode === null ? 0 : 1
  await endShop(shop)
  return { ...(await compare(acknowledged, postgres.url)), slowestRecoveryMs, crashes }
}
