import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { row } from '#scripts/report.ts'
import { calculateTotals } from '#src/rules/money.ts'
import { openDatabase } from '#src/server/core/db/open-database.ts'
import { findOrderErrors } from '#tools/order-errors.ts'
import { type RazorpayStandIn, startRazorpayStandIn } from '#tools/razorpay-stand-in.ts'
import { createTempDir } from '#tools/temp-dir.ts'
import { endServer, type ShopServer, startShop } from '../measure/measured-process.ts'
import { type CartLine, createCaller, NO_LIMITS, type ShopCaller, toOrder } from './order-calls.ts'
import { createPostgresDatabase } from './postgres-database.ts'

/** Number of parallel buyers, so that a kill also interrupts transactions of others. */
const BUYERS = 4
/** Maximum time until a step is reached. */
const STEP_MS = 20_000

/** A step of an order after which the process is killed. */
interface Step {
  name: string
  /** The server kills itself after a matching statement. */
  statement?: RegExp
  /** The server kills itself instead of answering a matching call. */
  answer?: RegExp
  /** The provider kills the server after the work of this call. */
  provider?: 'createLink' | 'refund'
}

const STEPS: readonly Step[] = [
  { name: 'placing: the order has its lines', statement: /^insert into "order_line"/ },
  { name: 'placing: its pieces are held', statement: /^insert into "stock_hold"/ },
  { name: 'placing: the cart is emptied', statement: /^delete from "cart_item"/ },
  { name: 'placing: committed, not answered', answer: /^POST \/api\/orders$/ },
  { name: 'paying: a link is noted', statement: /^insert into "payment" / },
  { name: 'paying: the provider has made the link', provider: 'createLink' },
  { name: 'paying: the link is stored', answer: /^POST \/api\/orders\/[^/]+\/payment$/ },
  { name: 'settling: the event is noted', statement: /^insert into "payment_event"/ },
  { name: 'settling: the pieces are kept', statement: /^update "stock_hold"/ },
  { name: 'settling: the mail is written', statement: /^insert into "outbox"/ },
  { name: 'settling: committed, not answered', answer: /^POST \/api\/webhooks/ },
  { name: 'cancelling: the refund is noted', statement: /^insert into "refund"/ },
  { name: 'cancelling: committed, not answered', answer: /\/cancel$/ },
  { name: 'refunding: the provider has refunded', provider: 'refund' },
  { name: 'refunding: it is stored', statement: /^update "refund" set "state"/ },
  { name: 'dispatching: the parcel is noted', statement: /^insert into "shipment"/ },
  { name: 'dispatching: committed, not answered', answer: /\/dispatch$/ },
]

/**
 * Kills the process after each step of placing, paying, settling, cancelling, refunding and
 * dispatching, in turn, while buyers continue.
 */
export async function killAtSteps(kills: number): Promise<void> {
  using folder = createTempDir()
  await killAtStepsOf('SQLite', `sqlite:${join(folder.path, 'steps.db')}`, kills)
  await using postgres = await createPostgresDatabase()
  await killAtStepsOf('PostgreSQL', postgres.url, kills)
}

async function killAtStepsOf(engine: string, database: string, kills: number): Promise<void> {
  row(`${engine}, kill -9 after each of ${STEPS.length} steps, ${BUYERS} buyers: kills`, kills)
  await using provider = await startRazorpayStandIn()
  const first = await startShop(database, BUYERS + 1, { ...provider.env, ...NO_LIMITS })
  await makeEditor(database)
  await endServer(first)
  const caller = createCaller(BUYERS * 2)
  const state = { isRunning: true }
  const orders = { placed: [] as string[], paid: [] as string[] }
  let shop = await startAt(database, provider, STEPS[0])
  caller.state.port = shop.port
  const buying = Promise.all(
    first.cookies
      .slice(1)
      .map((cookie, buyer) => buy({ cookie, buyer, shop: first, provider, caller, state, orders })),
  )
  // Without a handler, the first failure would end this process before it prints the figures.
  buying.catch(() => {})
  let missed = 0
  let slowestMs = 0
  for (let kill = 0; kill < kills; kill++) {
    const ended = await Promise.race([shop.running.exited.then(() => true), sleep(STEP_MS, false)])
    if (!ended) {
      missed += 1
      console.log(`  not reached: ${STEPS[kill % STEPS.length]?.name}`)
      await endServer(shop)
    }
    const start = performance.now()
    shop = await startAt(
      database,
      provider,
      kill + 1 < kills ? STEPS[(kill + 1) % STEPS.length] : undefined,
    )
    caller.state.port = shop.port
    slowestMs = Math.max(slowestMs, performance.now() - start)
  }
  state.isRunning = false
  await buying
  await endServer(shop)
  caller.close()
  await settleRefunds(database, provider)
  await report(database, provider, orders)
  row('steps that did not come up', missed, { most: 0 })
  row('slowest start', slowestMs, { unit: 'ms', most: 3_000 })
}

async function startAt(
  database: string,
  provider: RazorpayStandIn,
  step: Step | undefined,
): Promise<ShopServer> {
  const shop = await startShop(database, 0, {
    ...provider.env,
    ...NO_LIMITS,
    ...(step?.statement && { KILL_AFTER: step.statement.source }),
    ...(step?.answer && { KILL_BEFORE_ANSWER: step.answer.source }),
  })
  provider.afterWork = async (call) => {
    if (call === step?.provider) shop.running.child.kill('SIGKILL')
  }
  return shop
}

/** Makes the first user an editor. */
async function makeEditor(database: string): Promise<void> {
  const { db } = await openDatabase(database)
  const { id } = await db
    .selectFrom('user')
    .innerJoin('session', 'session.user_id', 'user.id')
    .select('user.id')
    .orderBy('session.created_at')
    .executeTakeFirstOrThrow()
  await db.updateTable('user').set({ role: 'editor' }).where('id', '=', id).execute()
  await db.destroy()
}

interface Buyer {
  cookie: string
  buyer: number
  /** The process that created the accounts and knows the products. */
  shop: ShopServer
  provider: RazorpayStandIn
  caller: ShopCaller
  orders: { placed: string[]; paid: string[] }
}

const createKey = () => ({ 'Idempotency-Key': randomUUID() })

export async function post(caller: ShopCaller, by: string, path: string, body?: object) {
  const { status, body: answer } = await caller.call(by, 'POST', path, body, createKey())
  if (status >= 300)
    throw new Error(`POST ${path} was answered with ${status}: ${JSON.stringify(answer)}`)
  return answer
}

/**
 * Places an order, every fourth with cash, and pays it.
 * @returns undefined for a product that needs a choice.
 */
export async function buyAndPay(
  { cookie, buyer, shop, provider, caller, orders }: Buyer,
  index: number,
): Promise<string | undefined> {
  const productId = shop.products[(buyer + index) % shop.products.length]
  const added = await caller.call(cookie, 'POST', '/cart', { productId }, createKey())
  if (added.status !== 200) return undefined
  const { cart } = (await caller.call(cookie, 'GET', '/cart')).body as { cart: CartLine[] }
  const isCash = index % 4 === 0 && calculateTotals(cart).total < 200_000
  const order = toOrder(cart, isCash ? 'cod' : 'razorpay')
  const { number } = (await post(caller, cookie, '/orders', order))['order'] as { number: string }
  orders.placed.push(number)
  if (isCash) return number
  await post(caller, cookie, `/orders/${number}/payment`)
  await caller.reportPaid(provider, number)
  orders.paid.push(number)
  return number
}

/** Places orders one after another. Every second one is dispatched, the others are cancelled. */
async function buy(buyer: Buyer & { state: { isRunning: boolean } }): Promise<void> {
  const { cookie, shop, caller, state } = buyer
  const [editor = ''] = shop.cookies
  for (let index = 0; state.isRunning; index++) {
    const number = await buyAndPay(buyer, index)
    if (number === undefined) continue
    if (index % 2 === 0)
      await post(caller, editor, `/editor/orders/${number}/dispatch`, { carrier: 'By hand' })
    else await post(caller, cookie, `/orders/${number}/cancel`, { reason: 'Another reason' })
  }
}

/** Lets the shop send remaining refunds, which a killed process did not send. */
export async function settleRefunds(database: string, provider: RazorpayStandIn): Promise<void> {
  const shop = await startAt(database, provider, undefined)
  const { db } = await openDatabase(database)
  for (let tries = 0; tries < 100; tries++) {
    const pending = await db
      .selectFrom('refund')
      .select('id')
      .where('state', '=', 'pending')
      .execute()
    if (pending.length === 0) break
    await db.updateTable('refund').set({ due_at: 1 }).where('state', '=', 'pending').execute()
    await sleep(300)
  }
  await db.destroy()
  await endServer(shop)
}

export async function report(
  database: string,
  provider: RazorpayStandIn,
  { placed, paid }: Buyer['orders'],
): Promise<void> {
  const { db } = await openDatabase(database)
  const stored = await db.selectFrom('order').select(['number', 'payment_state']).execute()
  const refunds = await db.selectFrom('refund').select(['state', 'amount_paise']).execute()
  const errors = await findOrderErrors({ deps: { db } })
  await db.destroy()
  const numbers = new Set(stored.map(({ number }) => number))
  const unpaid = new Set(
    stored.flatMap(({ number, payment_state }) =>
      ['captured', 'part_refunded', 'refunded'].includes(payment_state) ? [] : [number],
    ),
  )
  const sumOf = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
  const sent = [...provider.refunds.values()]
  row('orders that were acknowledged', placed.length)
  row('orders lost', placed.filter((number) => !numbers.has(number)).length, { most: 0 })
  row('orders doubled', stored.length - new Set(placed).size, { most: 0 })
  row('payments that were acknowledged', paid.length)
  row('payments lost', paid.filter((number) => unpaid.has(number)).length, { most: 0 })
  row('refunds', refunds.length)
  row(
    'refunds that are not processed',
    refunds.filter(({ state }) => state !== 'processed').length,
    {
      most: 0,
    },
  )
  row('refunds lost or doubled at the provider', Math.abs(sent.length - refunds.length), {
    most: 0,
  })
  const difference =
    sumOf(sent.map(({ amount }) => amount)) - sumOf(refunds.map((refund) => refund.amount_paise))
  row('paise refunded too much or too little', Math.abs(difference), { most: 0 })
  row('orders, stock, money and mails that do not add up', errors.length, { most: 0 })
  for (const error of errors.slice(0, 5)) console.log(`  ${error}`)
}
