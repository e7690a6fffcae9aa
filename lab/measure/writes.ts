import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { row } from '#scripts/report.ts'
import { createTempDir } from '#tools/temp-dir.ts'
import { countFailed, type LoadResult, measureLoad, toRequestBytes } from './http-load.ts'
import { endServer, startServer, startShop, toAddition } from './measured-process.ts'
import { medians } from './percentile.ts'

const ROUNDS = 3
const USERS = 400
/** Warms up until the server's code is compiled. */
const LOAD = { connections: 50, warmUpSeconds: 4, seconds: 8 }

/** Measures one route that inserts a row durably, with the same requests. */
async function measureBareInserts(file: string): Promise<LoadResult> {
  const server = await startServer(['bare', file])
  const body = JSON.stringify({ productId: randomUUID() })
  const request = toRequestBytes({ method: 'POST', path: '/api/cart', body })
  const load = await measureLoad({ ...LOAD, port: server.port, toRequest: () => request })
  await endServer(server)
  return load
}

/** Adds to carts until the time is over. */
async function measureAdditions(file: string): Promise<LoadResult> {
  const shop = await startShop(`sqlite:${file}`, USERS)
  const toRequest = (connection: number, index: number) =>
    toRequestBytes(toAddition(shop, LOAD.connections, connection, index))
  const load = await measureLoad({ ...LOAD, port: shop.port, toRequest })
  await endServer(shop)
  return load
}

/** Measures durable additions to carts against a bare route with one durable insert. */
export async function measureWrites(): Promise<void> {
  using folder = createTempDir()
  const rounds: Record<'bare' | 'shop' | 'ratio' | 'p99' | 'failed', number>[] = []
  // In turns, so that other load affects both.
  for (let round = 0; round < ROUNDS; round++) {
    const bare = await measureBareInserts(join(folder.path, `bare-${round}.db`))
    const shop = await measureAdditions(join(folder.path, `shop-${round}.db`))
    rounds.push({
      bare: bare.perSecond,
      shop: shop.perSecond,
      ratio: shop.perSecond / bare.perSecond,
      p99: shop.p99,
      failed: countFailed(bare) + countFailed(shop),
    })
  }
  const { bare, shop, ratio, p99 } = medians(rounds)
  row('bare route, one durable insert: a second', bare)
  row('add to cart: a second', shop)
  row('add to cart, against the bare route', ratio, { unit: '×', least: 1.5 })
  row('add to cart: 99 of 100 answered within', p99, { unit: 'ms', most: 100 })
  row('failed', Math.max(...rounds.map(({ failed }) => failed)), { most: 0 })
}
