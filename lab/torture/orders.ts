import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { row } from '#scripts/report.ts'
import { openDatabase } from '#src/server/core/db/open-database.ts'
import type { UncountedDetail } from '#src/server/shop/catalog/to-product.ts'
import { toStoredLine } from '#src/server/shop/stock/stock-items.ts'
import type { ApiClient } from '#tools/api-client.ts'
import { send } from '#tools/http-server.ts'
import { findOrderErrors } from '#tools/order-errors.ts'
import { addProducts } from '#tools/products.ts'
import { createRandom } from '#tools/random.ts'
import { startRazorpayStandIn } from '#tools/razorpay-stand-in.ts'
import { createTempDir } from '#tools/temp-dir.ts'
import { createTestApp } from '#tools/test-app.ts'
import { endServer, type ShopServer, startShop, toAddition } from '../measure/measured-process.ts'
import { type CartLine, createCaller, NO_LIMITS, toOrder } from './order-calls.ts'
import { buyAndPay, killAtSteps, post, report, settleRefunds } from './order-kills.ts'
import { createPostgresDatabase } from './postgres-database.ts'
import { TORTURE_SEED } from './seed.ts'

const { fraction } = createRandom(Number(TORTURE_SEED))
const BUYERS = 20
const KILLED_BUYERS = 8
const CONNECTIONS = 50
/** Maximum time between two kills. */
const CYCLE_MS = 400

interface Bounds {
  /** Rounds in which 20 buyers want the last item. */
  rounds: number
  /** Processes killed while 8 buyers place and pay orders. */
  kills: number
  /** Orders of the measured load. */
  orders: number
}

/** Tests sales of the last item, kills while orders are placed and paid, and durable orders per second. */
export async function tortureOrders({ rounds, kills, orders }: Bounds): Promise<void> {
  using folder = createTempDir()
  await sellLastPieces('SQLite', `sqlite:${join(folder.path, 'last.db')}`, rounds)
  await onPostgres((url) => sellLastPieces('PostgreSQL', url, rounds))
  await killWhileOrdering('SQLite', `sqlite:${join(folder.path, 'killed.db')}`, kills)
  await onPostgres((url) => killWhileOrdering('PostgreSQL', url, kills))
  await killAtSteps(kills)
  await measureOrders(`sqlite:${join(folder.path, 'load.db')}`, orders)
}

/** Runs a part on a separate database. */
async function onPostgres(part: (url: string) => Promise<void>): Promise<void> {
  await using postgres = await createPostgresDatabase()
  await part(postgres.url)
}

async function sellLastPieces(engine: string, database: string, rounds: number): Promise<void> {
  row(`${engine}, ${BUYERS} buyers of the last piece: rounds`, rounds)
  await using shop = await createTestApp({ ORDERS: 'cod', ...NO_LIMITS }, database)
  const [productId = ''] = await addProducts(shop, { slug: 'last', price: 1_000, stock: 1 })
  const buyers = await Promise.all(Array.from({ length: BUYERS }, () => shop.createSignedInUser()))
  let wrong = 0
  let unclear = 0
  for (let round = 0; round < rounds; round++) {
    // One more than the orders of the previous rounds hold.
    await shop.deps.db
      .updateTable('stock')
      .set({ on_hand: round + 1 })
      .execute()
    const seen = await Promise.all(buyers.map((buyer) => fillCart(buyer, productId)))
    const answers = await Promise.all(
      buyers.map((buyer, index) =>
        buyer.post('/orders', toOrder(seen[index] ?? [], 'cod'), {
          'Idempotency-Key': randomUUID(),
        }),
      ),
    )
    if (answers.filter(({ status }) => status === 201).length !== 1) wrong += 1
    unclear += answers.filter(({ status, body }) => status !== 201 && !body.changes?.length).length
  }
  const errors = await findOrderErrors(shop, { [productId]: rounds })
  row('rounds without exactly one order', wrong, { most: 0 })
  row('answers that do not name the piece', unclear, { most: 0 })
  row('orders, stock and mails that do not add up', errors.length, { most: 0 })
  for (const error of errors.slice(0, 5)) console.log(`  ${error}`)
}

async function fillCart(buyer: ApiClient, productId: string): Promise<CartLine[]> {
  const read = async () => (await buyer.get('/cart')).body.cart as CartLine[]
  const cart = await read()
  if (cart.length > 0) return cart
  await buyer.post('/cart', { productId })
  return read()
}

/**
 * Starts buyers who place, pay and cancel one order after another. A call without an answer is repeated with its key.
 */
async function killWhileOrdering(engine: string, database: string, kills: number): Promise<void> {
  row(`${engine}, kill -9 while ${KILLED_BUYERS} buyers place, pay and cancel: cycles`, kills)
  await using provider = await startRazorpayStandIn()
  const start = () => startShop(database, 0, { ...provider.env, ...NO_LIMITS })
  const first = await startShop(database, KILLED_BUYERS, { ...provider.env, ...NO_LIMITS })
  let shop = first
  const state = { isRunning: true, progress: 0 }
  const orders = { placed: [] as string[], paid: [] as string[] }
  const caller = createCaller(KILLED_BUYERS * 2)
  caller.state.port = shop.port
  const buying = Promise.all(
    first.cookies.map(async (cookie, buyer) => {
      for (let index = 0; state.isRunning; index++) {
        const number = await buyAndPay(
          { cookie, buyer, shop: first, provider, caller, orders },
          index,
        )
        if (number === undefined) continue
        if (index % 3 === 0)
          await post(caller, cookie, `/orders/${number}/cancel`, { reason: 'Another reason' })
        state.progress = performance.now()
      }
    }),
  )
  let slowestMs = 0
  for (let kill = 0; kill < kills; kill++) {
    await sleep(fraction() * CYCLE_MS)
    await endServer(shop)
    const killed = performance.now()
    shop = await start()
    caller.state.port = shop.port
    while (state.progress < killed) await sleep(5)
    slowestMs = Math.max(slowestMs, state.progress - killed)
  }
  state.isRunning = false
  await buying
  await endServer(shop)
  caller.close()
  await settleRefunds(database, provider)
  await report(database, provider, orders)
  row('slowest recovery', slowestMs, { unit: 'ms', most: 3_000 })
}

/** Compares durable orders with durable additions to carts, per second: same client, server, disk and run. */
async function measureOrders(database: string, count: number): Promise<void> {
  const shop = await startShop(database, count, { ORDERS: 'cod', ...NO_LIMITS })
  row('buyers with a full cart', shop.cookies.length)
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const post = async (cookie: string, path: string, body: object): Promise<number> => {
    const headers = {
      Host: 'shop.test',
      Cookie: cookie,
      'Content-Type': 'application/json',
      'Idempotency-Key': randomUUID(),
    }
    const options = { method: 'POST', path, port: shop.port, agent, headers }
    return (await send(options, JSON.stringify(body))).status
  }
  const carts = await fillCarts(database, shop, count)
  let failed = 0
  /**
   * Processes all items on a number of connections.
   * @returns items per second.
   */
  const measure = async (
    work: (index: number) => Promise<number>,
    { from, to, expected }: { from: number; to: number; expected: number },
  ) => {
    const start = performance.now()
    let next = from
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        while (next < to) if ((await work(next++)) !== expected) failed += 1
      }),
    )
    return ((to - from) / (performance.now() - start)) * 1000
  }
  const add = (index: number) => {
    const { path, headers, body } = toAddition(shop, count, index, 0)
    return post(headers.Cookie, path, JSON.parse(body) as object)
  }
  const place = (index: number) =>
    post(shop.cookies[index] ?? '', '/api/orders', toOrder(carts[index] ?? [], 'cod'))
  // The first tenth of the orders compiles the server's code. Further additions to a cart would be part of its order.
  const warmUp = Math.ceil(count / 10)
  await measure(place, { from: 0, to: warmUp, expected: 201 })
  const orders = await measure(place, { from: warmUp, to: count, expected: 201 })
  await measure(add, { from: 0, to: warmUp, expected: 200 })
  const additions = await measure(add, { from: warmUp, to: count, expected: 200 })
  agent.destroy()
  await endServer(shop)
  row(`durable orders a second, ${CONNECTIONS} connections`, orders)
  row('durable additions to carts a second', additions)
  row('orders against additions', orders / additions, { unit: '×', least: 0.4 })
  row('failed', failed, { most: 0 })
}

/** Puts a product without options into every cart, directly in the database, and uses all products in turn. */
async function fillCarts(database: string, shop: ShopServer, count: number): Promise<CartLine[][]> {
  const { db } = await openDatabase(database)
  const products = await db
    .selectFrom('product')
    .selectAll()
    .where('price_paise', '<', 15_000_000)
    .execute()
  const simple = products.filter(({ id, detail }) => {
    const { options = [] } = JSON.parse(detail) as { options?: { values: string[] }[] }
    return shop.products.includes(id) && options.every(({ values }) => values.length < 2)
  })
  const users = await db
    .selectFrom('user')
    .innerJoin('session', 'session.user_id', 'user.id')
    .select(['user.id'])
    .orderBy('session.created_at')
    .execute()
  for (let start = 0; start < users.length; start += 500)
    await db
      .insertInto('cart_item')
      .values(
        users.slice(start, start + 500).map(({ id }, index) => {
          const { id: product_id, detail } = simple[index % simple.length] as (typeof simple)[0]
          const entry = JSON.parse(detail) as UncountedDetail
          return {
            id: randomUUID(),
            user_id: id,
            product_id,
            ...toStoredLine(product_id, entry, entry.variant).columns,
            quantity: 1,
            created_at: 1,
          }
        }),
      )
      .execute()
  await db.destroy()
  const carts: CartLine[][] = []
  for (const cookie of shop.cookies.slice(0, count)) {
    const { body } = await send({
      path: '/api/cart',
      port: shop.port,
      headers: { Host: 'shop.test', Cookie: cookie },
    })
    const { cart } = JSON.parse(body.toString()) as { cart: CartLine[] }
    carts.push(cart)
  }
  return carts
}
