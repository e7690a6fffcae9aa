import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { calculateTotals } from '#src/rules/money.ts'
import { toCanonicalJson } from '#src/rules/product/stock-counts.ts'
import { openDatabase } from '#src/server/core/db/open-database.ts'
import type { ApiClient } from '#tests/helpers/api-client.ts'
import { send } from '#tests/helpers/http-server.ts'
import { findOrderErrors } from '#tests/helpers/order-errors.ts'
import { addProducts } from '#tests/helpers/products.ts'
import { startRazorpayStandIn } from '#tests/helpers/razorpay-stand-in.ts'
import { createTempDir } from '#tests/helpers/temp-dir.ts'
import { createTestApp } from '#tests/helpers/test-app.ts'
import { endServer, type ShopServer, startShop, toAddition } from '../measure/measured-process.ts'
import { row } from '../report.ts'
import { type CartLine, createCaller, toOrder } from './order-calls.ts'
import { killAtSteps } from './order-kills.ts'
import { createPostgresDatabase } from './postgres-database.ts'

const BUYERS = 20
const KILLED_BUYERS = 8
const CONNECTIONS = 50
/** Longest time between two kills. */
const CYCLE_MS = 400

interface Bounds {
  /** Rounds in which 20 buyers want the last piece. */
  rounds: number
  /** Processes that are killed while 8 buyers place and pay. */
  kills: number
  /** Orders of the measured load. */
  orders: number
}

/** The last piece, kills while orders are placed and paid, and durable orders a second. */
export async function tortureOrders({ rounds, kills, orders }: Bounds): Promise<void> {
  using folder = createTempDir()
  await sellLastPieces('SQLite', `sqlite:${join(folder.path, 'last.db')}`, rounds)
  await onPostgres((url) => sellLastPieces('PostgreSQL', url, rounds))
  await killWhileOrdering('SQLite', `sqlite:${join(folder.path, 'killed.db')}`, kills)
  await onPostgres((url) => killWhileOrdering('PostgreSQL', url, kills))
  await killAtSteps(kills)
  await measureOrders(`sqlite:${join(folder.path, 'load.db')}`, orders)
}

/** Runs a part on a database of its own. */
async function onPostgres(part: (url: string) => Promise<void>): Promise<void> {
  await using postgres = await createPostgresDatabase()
  await part(postgres.url)
}

async function sellLastPieces(engine: string, database: string, rounds: number): Promise<void> {
  row(`${engine}, ${BUYERS} buyers of the last piece: rounds`, rounds)
  await using shop = await createTestApp({ ORDERS: 'cod' }, database)
  const [productId = ''] = await addProducts(shop, { slug: 'last', price: 1_000, stock: 1 })
  const buyers = await Promise.all(Array.from({ length: BUYERS }, () => shop.createSignedInUser()))
  let wrong = 0
  let unclear = 0
  for (let round = 0; round < rounds; round++) {
    // One more than the orders of the rounds before hold.
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

/** Buyers who place an order after the other; what has no answer is sent again with its key. */
async function killWhileOrdering(engine: string, database: string, kills: number): Promise<void> {
  row(`${engine}, kill -9 while ${KILLED_BUYERS} buyers place and pay: cycles`, kills)
  await using provider = await startRazorpayStandIn()
  let shop = await startShop(database, KILLED_BUYERS, provider.env)
  const { cookies, products } = shop
  const state = { isRunning: true, progress: 0 }
  const placed: string[] = []
  const paid: string[] = []
  const caller = createCaller(KILLED_BUYERS * 2)
  const { call } = caller
  caller.state.port = shop.port
  const buy = async (buyer: number) => {
    const cookie = cookies[buyer] ?? ''
    for (let index = 0; state.isRunning; index++) {
      const productId = products[(buyer + index) % products.length]
      const key = () => ({ 'Idempotency-Key': randomUUID() })
      const added = await call(cookie, 'POST', '/cart', { productId }, key())
      // A piece with options needs a choice.
      if (added.status !== 200) continue
      const { cart } = (await call(cookie, 'GET', '/cart')).body as { cart: CartLine[] }
      const total = calculateTotals(cart).total
      const method = index % 2 === 0 || total >= 200_000 ? 'razorpay' : 'cod'
      const { status, body } = await call(cookie, 'POST', '/orders', toOrder(cart, method), key())
      if (status !== 201) throw new Error(`An order was answered with ${status}.`)
      const { number } = body['order'] as { number: string }
      placed.push(number)
      if (method === 'razorpay') {
        await call(cookie, 'POST', `/orders/${number}/payment`)
        await caller.tellPaid(provider, number)
        paid.push(number)
      }
      state.progress = performance.now()
    }
  }
  const buying = Promise.all(Array.from({ length: KILLED_BUYERS }, (_, buyer) => buy(buyer)))
  let slowestMs = 0
  for (let kill = 0; kill < kills; kill++) {
    await sleep(Math.random() * CYCLE_MS)
    await endServer(shop)
    const start = performance.now()
    shop = await startShop(database, 0, provider.env)
    caller.state.port = shop.port
    while (state.progress < start) await sleep(5)
    slowestMs = Math.max(slowestMs, state.progress - start)
  }
  state.isRunning = false
  await buying
  await endServer(shop)
  caller.close()
  const { db } = await openDatabase(database)
  const orders = await db.selectFrom('order').select(['number', 'state', 'payment_state']).execute()
  const stored = new Map(orders.map((order) => [order.number, order]))
  const errors = await findOrderErrors({ deps: { db } }, {})
  await db.destroy()
  row('orders that were acknowledged', placed.length)
  row('payments that were acknowledged', paid.length)
  row('orders lost', placed.filter((number) => !stored.has(number)).length, { most: 0 })
  row('orders doubled', orders.length - new Set(placed).size, { most: 0 })
  const unpaid = paid.filter((number) => stored.get(number)?.payment_state !== 'captured')
  row('payments lost', unpaid.length, { most: 0 })
  row('orders, stock, money and mails that do not add up', errors.length, { most: 0 })
  for (const error of errors.slice(0, 5)) console.log(`  ${error}`)
  row('slowest recovery', slowestMs, { unit: 'ms', most: 3_000 })
}

/** Durable orders a second against durable additions to carts: the same client, server and disk, in the same run. */
async function measureOrders(database: string, count: number): Promise<void> {
  const shop = await startShop(database, count, { ORDERS: 'cod' })
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
  /** Does all work on so many connections. @returns how much of it is done in a second. */
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
  // The first tenth of the orders compiles the code of the server. What is added to a cart would be in the orders.
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

/** Puts a piece without options into every cart, past the API; the pieces are those of the whole catalogue in turn. */
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
          const { variant = {} } = JSON.parse(detail) as { variant?: Record<string, string> }
          return {
            id: randomUUID(),
            user_id: id,
            product_id,
            variant: toCanonicalJson(variant),
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
