import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createKey } from '#src/api-client/idempotency-key.ts'
import { openDatabase } from '#src/server/db/open-database.ts'
import { type RunningCommand, runCommand } from '#tests/helpers/site-process.ts'
import { type LoadResult, measureLoad, toRequestBytes } from './http-load.ts'

const CONNECTIONS = 50
const USERS = 400
/** Until the code of the server is compiled. */
const WARM_UP_SECONDS = 4
/** Additions of a user's cart: ten of each of the seed's products. */
const PER_LINE = 10

interface ShopServer {
  port: number
  cookies: string[]
  products: string[]
}

async function startServer(args: string[]): Promise<[RunningCommand, ShopServer]> {
  const running = runCommand('scripts/measure/measured-server.ts', { NODE_ENV: 'test' }, args)
  const [line] = await running.waitForOutput(/^\{.*\}$/m)
  return [running, JSON.parse(line) as ShopServer]
}

/** One route that inserts a row durably, with the same requests. */
export async function measureBareInserts(folder: string, seconds: number): Promise<LoadResult> {
  const [running, { port }] = await startServer(['bare', join(folder, `${randomUUID()}.db`)])
  const body = JSON.stringify({ productId: randomUUID() })
  const request = toRequestBytes('POST', '/api/cart', {}, body)
  const result = await measureLoad({
    port,
    connections: CONNECTIONS,
    seconds,
    warmUpSeconds: WARM_UP_SECONDS,
    toRequest: () => request,
  })
  running.child.kill('SIGKILL')
  await running.exited
  return result
}

export interface WriteFigures extends LoadResult {
  /** Additions that were answered with 200, but are not in the database after kill -9. */
  lost: number
}

/** Adds to carts until the time is over, then kills the server while requests are in flight. */
export async function measureCartAdditions(
  database: string,
  seconds: number,
): Promise<WriteFigures> {
  const [running, { port, cookies, products }] = await startServer([
    'shop',
    database,
    String(USERS),
  ])
  const perUser = products.length * PER_LINE
  const toRequest = (connection: number, index: number): Buffer => {
    const user = connection + CONNECTIONS * Math.floor(index / perUser)
    const productId = products[Math.floor(index / PER_LINE) % products.length]
    return toRequestBytes(
      'POST',
      '/api/cart',
      {
        Host: 'shop.test',
        Cookie: cookies[user % cookies.length] ?? '',
        'Idempotency-Key': createKey(),
      },
      JSON.stringify({ productId }),
    )
  }
  const killing = setTimeout(
    () => running.child.kill('SIGKILL'),
    (WARM_UP_SECONDS + seconds) * 1_000,
  )
  const result = await measureLoad({
    port,
    connections: CONNECTIONS,
    // Longer than until the kill.
    seconds: seconds + 5,
    warmUpSeconds: WARM_UP_SECONDS,
    toRequest,
  })
  clearTimeout(killing)
  await running.exited
  const { db } = await openDatabase(database)
  const { quantity } = await db
    .selectFrom('cart_item')
    .select((eb) => eb.fn.sum<number | null>('quantity').as('quantity'))
    .executeTakeFirstOrThrow()
  await db.destroy()
  const acknowledged = result.statuses.get(200) ?? 0
  return { ...result, lost: Math.max(0, acknowledged - Number(quantity ?? 0)) }
}
