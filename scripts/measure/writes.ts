import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createKey } from '#src/api-client/idempotency-key.ts'
import { type LoadResult, measureLoad, toRequestBytes } from './http-load.ts'
import { endServer, startServer, startShop } from './measured-process.ts'

const USERS = 400
/** Additions of a user's cart: ten of each of the seed's products. */
const PER_LINE = 10
/** It warms up until the code of the server is compiled. */
const LOAD = { connections: 50, warmUpSeconds: 4 }

/** One route that inserts a row durably, with the same requests. */
export async function measureBareInserts(folder: string, seconds: number): Promise<LoadResult> {
  const server = await startServer(['bare', join(folder, `${randomUUID()}.db`)])
  const body = JSON.stringify({ productId: randomUUID() })
  const request = toRequestBytes('POST', '/api/cart', {}, body)
  const result = await measureLoad({
    ...LOAD,
    port: server.port,
    seconds,
    toRequest: () => request,
  })
  await endServer(server)
  return result
}

/** Adds to carts until the time is over. */
export async function measureCartAdditions(database: string, seconds: number): Promise<LoadResult> {
  const shop = await startShop(database, USERS)
  const { port, cookies, products } = shop
  const perUser = products.length * PER_LINE
  const toRequest = (connection: number, index: number): Buffer => {
    const user = connection + LOAD.connections * Math.floor(index / perUser)
    const productId = products[Math.floor(index / PER_LINE) % products.length]
    const Cookie = cookies[user % cookies.length] ?? ''
    const headers = { Host: 'shop.test', Cookie, 'Idempotency-Key': createKey() }
    return toRequestBytes('POST', '/api/cart', headers, JSON.stringify({ productId }))
  }
  const result = await measureLoad({ ...LOAD, port, seconds, toRequest })
  await endServer(shop)
  return result
}
