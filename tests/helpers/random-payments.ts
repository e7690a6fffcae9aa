import fc from 'fast-check'
import { expect } from 'vitest'
import { DAY_MS, HOUR_MS } from '#src/rules/constants.ts'
import { runOrderJob } from '#src/server/shop/orders/order-job.ts'
import { listOrdersOfUser } from '#src/server/shop/orders/queries.ts'
import type { ApiClient } from '#tools/api-client.ts'
import { findOrderErrors } from '#tools/order-errors.ts'
import type {
  Call,
  Disturbance,
  Fault,
  Payment,
  RazorpayStandIn,
  SignedEvent,
} from '#tools/razorpay-stand-in.ts'
import { deliver } from '#tools/razorpay-stand-in.ts'
import type { TestApp } from '#tools/test-app.ts'
import type { disturbDatabase } from './disturbed-database.ts'
import { ADDRESS, order, PHONE } from './orders.ts'
import { MINUTE, STOCK, watch } from './payment-test.ts'
import { DOCUMENT_ENV, expectDocuments } from './random-orders.ts'

// Orders to which everything happens at random: steps of shopper and staff, payments, events, time, answers of the
// provider that are lost, statements that fail, and other steps that come in between.

interface Scene {
  shop: TestApp
  provider: RazorpayStandIn
  asha: ApiClient
  rival: ApiClient
  editor: ApiClient
  database: ReturnType<typeof disturbDatabase>
}

interface Play extends Scene {
  /** The order of the next move: the first one, or an exchange. */
  number: string
  /** All orders of the play, the first one first. */
  numbers: string[]
  payments: Payment[]
  /** All that the provider has sent, or will; the shop gets each of them in the end. */
  events: { event: SignedEvent; hasArrived: boolean }[]
  /** What was answered with 500: the shop does not know these errors. */
  crashes: string[]
  /** The number of changes of the database when its orders were last checked. */
  checkedChanges: number
}

type Act = (play: Play, pick: number) => Promise<unknown>

const findLink = ({ provider, number }: Play) =>
  [...provider.links.values()].find(({ reference_id }) => reference_id === number)

const listRefunds = ({ provider, payments }: Play) =>
  [...provider.refunds.values()].filter(({ payment_id }) =>
    payments.some(({ id }) => id === payment_id),
  )

const choose = <T>(all: readonly T[], pick: number): T | undefined => all[pick % all.length]

async function send(play: Play, entry: Play['events'][number] | undefined): Promise<void> {
  if (!entry) return
  const { status } = await deliver(play.shop, entry.event)
  if (status === 500) play.crashes.push('an event')
  if (status === 200) entry.hasArrived = true
}

/** Lets time pass, without the end of any session. */
async function pass(
  { shop, database }: Pick<Scene, 'shop' | 'database'>,
  ms: number,
): Promise<void> {
  shop.advanceTime(ms)
  const now = shop.deps.now()
  const seen = { created_at: now, last_seen_at: now, expires_at: now + 30 * DAY_MS }
  await database.undisturbed.updateTable('session').set(seen).execute()
}

async function call(
  play: Play,
  by: ApiClient,
  method: string,
  path: string,
  body?: object,
): Promise<ApiAnswer> {
  const answer = await by.request(method, path, body)
  if (answer.status === 500) play.crashes.push(`${method} ${path}`)
  return answer
}
type ApiAnswer = Awaited<ReturnType<ApiClient['get']>>

const take = (play: Play, step: string, body?: object) =>
  call(play, play.editor, 'POST', `/editor/orders/${play.number}/${step}`, body)

/** Takes a step of one of the parcels. */
async function takeOfParcel(play: Play, pick: number, step: string, body?: object) {
  const { shipments = [] } = (await read(play)) ?? {}
  const parcel = choose<{ id: string }>(shipments, pick)
  if (parcel) await call(play, play.editor, 'POST', `/editor/shipments/${parcel.id}/${step}`, body)
}

const read = async (play: Play) =>
  (await call(play, play.editor, 'GET', `/editor/orders/${play.number}`)).body?.order

/** The provider gets money for the link of the order. @param amount another one than that of the link. */
function payLink(play: Play, { amount, isTold }: { amount?: number; isTold: boolean }): void {
  const payment = play.provider.pay(play.number, amount === undefined ? {} : { amount })
  if (!isTold) return
  const kind = payment.id.charCodeAt(5) % 2 === 0 ? 'payment_link.paid' : 'payment.captured'
  play.events.push({ event: play.provider.event(kind, payment), hasArrived: false })
}

const ACTS = {
  startPayment: (play) => call(play, play.asha, 'POST', `/orders/${play.number}/payment`),
  async pay(play, pick) {
    const link = findLink(play)
    if (!link || link.status === 'cancelled') return
    const isFirst = link.status === 'created' && link.expire_by * 1000 > play.shop.deps.now()
    const amount = pick % 6 === 0 ? { amount: link.amount - 100 } : {}
    // The shop asks for a link until it is paid, so the event of the first payment can be lost.
    payLink(play, { ...amount, isTold: !isFirst || pick % 5 > 0 })
  },
  async authorize({ shop, provider, ...play }, pick) {
    const status = pick % 2 === 0 ? 'authorized' : 'failed'
    if (!findLink({ shop, provider, ...play })) return
    const payment = provider.pay(play.number, { status })
    await deliver(shop, provider.event(`payment.${status}`, payment))
  },
  async tell(play, pick) {
    const entry = choose(play.events, pick)
    await send(play, entry)
    if (pick % 3 === 0) await send(play, entry)
  },
  async forge(play, pick) {
    const payment = choose(play.payments, pick)
    if (!payment) return
    const change = pick % 2 === 0 ? { amount: payment.amount - 1 } : { secret: 'of someone else' }
    await deliver(play.shop, play.provider.event('payment.captured', payment, change))
  },
  async confirm(play, pick) {
    const payment = choose(play.payments, pick)
    const path = `/orders/${play.number}/payment/confirm`
    if (payment) await call(play, play.asha, 'POST', path, play.provider.toConfirmation(payment))
  },
  cancel: (play) =>
    call(play, play.asha, 'POST', `/orders/${play.number}/cancel`, { reason: 'Another reason' }),
  async cancelByStaff(play, pick) {
    const reasons = ['A piece is out of stock', 'The parcel came back to us', 'The parcel was lost']
    await take(play, 'cancel', { reason: choose(reasons, pick) })
  },
  reduce: (play, pick) =>
    take(play, 'reduce', {
      lines: [{ position: 0, quantity: 1 }],
      reason: choose(['A piece is out of stock', 'At the request of the customer'], pick),
      tellsCustomer: pick % 3 > 0,
    }),
  reduceByShopper: (play, pick) =>
    call(play, play.asha, 'POST', `/orders/${play.number}/reduce`, {
      lines: [{ position: 0, quantity: 1 + (pick % 2) }],
      reason: 'Another reason',
    }),
  correct: (play, pick) =>
    call(play, play.asha, 'PUT', `/orders/${play.number}/delivery`, {
      address: { ...ADDRESS, address: `${pick}, Hill Road` },
      phone: PHONE,
    }),
  async correctParcel(play, pick) {
    const { shipments = [] } = (await read(play)) ?? {}
    const body = { carrier: 'By hand', trackingNumber: `${pick}`, tellsCustomer: pick % 2 === 0 }
    for (const { id } of shipments)
      await call(play, play.editor, 'PUT', `/editor/shipments/${id}`, body)
  },
  dispatch: (play) => take(play, 'dispatch', { carrier: 'By hand' }),
  dispatchPart: (play, pick) =>
    take(play, 'dispatch', {
      carrier: 'By hand',
      lines: [{ position: 0, quantity: 1 + (pick % 2) }],
    }),
  deliverParcel: (play, pick) => takeOfParcel(play, pick, 'deliver'),
  collectParcel: (play, pick) => takeOfParcel(play, pick, 'collect'),
  returnParcel: (play, pick) =>
    takeOfParcel(play, pick, 'return', {
      reason: choose(['The parcel came back to us', 'The parcel was lost'], pick),
    }),
  deliver: (play) => take(play, 'deliver'),
  collect: (play) => take(play, 'collect'),
  undo: (play, pick) =>
    take(play, 'undo', { step: choose(['dispatch', 'deliver', 'collect'], pick) }),
  async refund(play, pick) {
    const { refundable = 0 } = (await read(play)) ?? {}
    const part = Math.round(refundable * (1 + (pick % 10)) * 10) / 100
    const amount = pick % 4 === 0 ? undefined : part
    if (amount !== 0) await take(play, 'refund', { amount, reason: 'A scratch' })
  },
  async repeat(play, pick) {
    const { refunds = [] } = (await read(play)) ?? {}
    const refund = choose<{ id: string; isByHand: boolean }>(refunds, pick)
    const step = refund?.isByHand ? 'finish' : 'repeat'
    if (refund) await call(play, play.editor, 'POST', `/editor/refunds/${refund.id}/${step}`)
  },
  askReturn: (play, pick) =>
    call(play, play.asha, 'POST', `/orders/${play.number}/return`, {
      lines: [{ position: 0, quantity: 1 + (pick % 2) }],
      reason: choose(['It does not fit', 'It arrived damaged'], pick),
    }),
  askExchange: (play, pick) =>
    call(play, play.asha, 'POST', `/orders/${play.number}/return`, {
      lines: [{ position: 0, quantity: 1 + (pick % 2) }],
      reason: 'It does not fit',
      variantId: watch,
    }),
  /** Changes the price, so that what is exchanged then is cheaper or dearer. */
  async reprice({ shop, database }, pick) {
    const price_paise = choose([50_000, PRICE, 150_050], pick) ?? PRICE
    await database.run({}, () =>
      shop.deps.db
        .updateTable('product')
        .set({ price_paise, list_price_paise: price_paise })
        .execute(),
    )
  },
  async withdraw(play, pick) {
    const { returns = [] } = (await read(play)) ?? {}
    const request = choose<{ id: string }>(returns, pick)
    if (request) await call(play, play.asha, 'POST', `/returns/${request.id}/withdraw`)
  },
  async decideReturn(play, pick) {
    const { returns = [] } = (await read(play)) ?? {}
    const request = choose<{ id: string; next: string[] }>(returns, pick)
    const state = request && choose(request.next, Math.floor(pick / 3))
    if (!state) return
    const body = { state, answer: 'It is worn', collected: state === 'received' && pick % 2 === 0 }
    await call(play, play.editor, 'PUT', `/editor/returns/${request.id}`, body)
  },
  async refundAtProvider(play, pick) {
    const payment = choose(play.payments, pick)
    const left = payment ? payment.amount - payment.refunded : 0
    if (!payment || left === 0) return
    const amount = pick % 2 === 0 ? left : Math.ceil(left / 3)
    const refund = play.provider.refundPayment(payment.id, amount)
    const event = play.provider.refundEvent('refund.processed', refund)
    play.events.push({ event, hasArrived: false })
  },
  async endRefund(play, pick) {
    const pending = listRefunds(play).filter(({ status }) => status === 'pending')
    const refund = choose(pending, pick)
    if (!refund) return
    const status = pick % 3 === 0 ? 'failed' : 'processed'
    const event = play.provider.endRefund(refund.id, status)
    play.events.push({ event, hasArrived: false })
  },
  job: ({ shop }) => runOrderJob(shop.deps),
  wait: (play, pick) =>
    pass(play, (choose([1, 6, 16, 61, 25 * 60, 20 * 24 * 60], pick) ?? 1) * MINUTE),
  /** Another shopper takes the pieces that are left, or gives his back. */
  compete: (play, pick) => play.database.run({}, () => competeUndisturbed(play, pick)),
} satisfies Record<string, Act>

async function competeUndisturbed(play: Play, pick: number): Promise<void> {
  const [own] = (await play.rival.get('/orders')).body.orders
  if (own?.state === 'placed' && pick % 2 === 0)
    await play.rival.post(`/orders/${own.number}/cancel`, { reason: 'Another reason' })
  else if (own?.state !== 'placed') await orderRest(play)
}

async function orderRest({ shop, rival }: Play): Promise<void> {
  const held = await shop.deps.db.selectFrom('stock_hold').select('quantity').execute()
  const { on_hand } = await shop.deps.db
    .selectFrom('stock')
    .select('on_hand')
    .executeTakeFirstOrThrow()
  const quantity = held.reduce((left, hold) => left - hold.quantity, on_hand)
  if (quantity > 0) await order(rival, watch, { quantity, phone: '98290 54321' })
}

type ActName = keyof typeof ACTS

const COMMON: readonly ActName[] = ['startPayment', 'pay', 'tell', 'tell', 'job', 'job', 'wait']
const FAULTS: readonly Fault[] = [
  'lose-answer',
  'fail',
  'refuse',
  'unauthorized',
  'break-off',
  'pending',
]

/** More orders than a play makes. */
const MAX_ORDERS = 100

const picked = { pick: fc.nat(999) }
const name = fc.constantFrom<ActName>(...COMMON, ...(Object.keys(ACTS) as ActName[]))
const move = fc.record({ name, ...picked })
const answer = fc.record({
  fault: fc.option(fc.constantFrom(...FAULTS), { nil: undefined }),
  event: fc.option(fc.constantFrom('before' as const, 'after' as const), { nil: undefined }),
  copies: fc.nat(2),
  difference: fc.constantFrom(0, 0, -1),
})
const disturbedMove = fc.record({
  name,
  ...picked,
  failAt: fc.option(fc.nat(45), { nil: undefined, freq: 2 }),
  failsAfter: fc.boolean(),
  interruptAt: fc.option(fc.nat(12), { nil: undefined }),
  other: move,
  answers: fc.array(answer, { maxLength: 3 }),
})

/** Moves before the random ones, which reach a return by chance alone too seldom. */
const DELIVERED: readonly ActName[] = ['startPayment', 'pay', 'tell', 'dispatch', 'deliver']
const PART_SENT: readonly ActName[] = ['startPayment', 'pay', 'tell', 'dispatchPart']
const BEGINNINGS: readonly (readonly ActName[])[] = [
  [],
  PART_SENT,
  [...PART_SENT, 'deliverParcel', 'collectParcel'],
  DELIVERED,
  [...DELIVERED, 'collect', 'reprice', 'askExchange', 'decideReturn'],
  [...DELIVERED, 'collect', 'reprice', 'askExchange', 'decideReturn', 'decideReturn'],
]

export const randomPlay = fc.record({
  beginning: fc.constantFrom(...BEGINNINGS),
  price: fc.nat(2),
  method: fc.constantFrom('razorpay', 'razorpay', 'razorpay', 'cod'),
  quantity: fc.constantFrom(1, 2, 3),
  hasGstin: fc.boolean(),
  moves: fc.array(disturbedMove, { minLength: 1, maxLength: 16, size: 'max' }),
})
type RandomPlay = typeof randomPlay extends fc.Arbitrary<infer Value> ? Value : never

/** What the provider does at a call: a refusal is true, so it comes only before the work. */
function toDisturbance(
  disturbance: Disturbance | undefined,
  made: Call,
  isRepeat: boolean,
): Disturbance | undefined {
  if (!disturbance) return undefined
  const { fault } = disturbance
  const isTrue =
    (fault !== 'refuse' || ((made === 'createLink' || made === 'refund') && !isRepeat)) &&
    (fault !== 'pending' || made === 'refund')
  return isTrue ? disturbance : { ...disturbance, fault: undefined }
}

/** Plays moves with one order. @throws for what does not add up after any of them. */
export async function playRandomly(
  scene: Scene,
  { beginning, price, method, quantity, hasGstin, moves }: RandomPlay,
): Promise<void> {
  const { shop, provider, asha, database } = scene
  await reset(scene)
  const { GSTIN, LEGAL_NAME, LEGAL_ADDRESS } = DOCUMENT_ENV
  Object.assign(
    shop.deps.env,
    hasGstin
      ? { GSTIN, LEGAL_NAME, LEGAL_ADDRESS }
      : { GSTIN: undefined, LEGAL_NAME: undefined, LEGAL_ADDRESS: undefined },
  )
  const number = await order(asha, watch, { quantity, method })
  const numbers = [number]
  const play: Play = {
    ...scene,
    number,
    numbers,
    payments: [],
    events: [],
    crashes: [],
    checkedChanges: 0,
  }
  provider.send = (event) => {
    const entry = { event, hasArrived: false }
    play.events.push(entry)
    return send(play, entry)
  }
  provider.onPay = (payment) => {
    if (play.numbers.includes(payment.link.reference_id)) play.payments.push(payment)
  }
  await database.run({}, async () => {
    for (const name of beginning)
      await ACTS[name](play, name === 'reprice' ? price : name === 'dispatchPart' ? 0 : 1)
  })
  for (const { name, pick, other, answers, ...disturbance } of moves) {
    await pass(scene, 1_000)
    await listNumbers(play)
    play.number = choose(play.numbers, Math.floor(pick / 7)) ?? number
    const rest = [...answers]
    provider.disturb = async (made, isRepeat) => {
      await database.pause()
      return toDisturbance(rest.shift(), made, isRepeat)
    }
    provider.afterWork = () => database.pause()
    const interrupt = () =>
      database.run({}, async () => {
        await ACTS[other.name](play, other.pick)
        await check(play)
      })
    await database.run({ ...disturbance, interrupt }, async () => {
      await ACTS[name](play, pick)
    })
    await provider.sendRest()
    await check(play)
  }
  await settle(play)
}

/** Finds the exchanges that moves have made. */
async function listNumbers(play: Play): Promise<void> {
  const { shop, asha, database } = play
  const rows = await database.run({}, () =>
    listOrdersOfUser(shop.deps.db, asha.uid, { limit: MAX_ORDERS }),
  )
  play.numbers = rows.map(({ number }) => number).toReversed()
}

/** Lists the orders with refunds that the shop or its staff still has to finish. */
async function listUnsettled({ shop: { deps }, numbers }: Play): Promise<string[]> {
  const rows = await deps.db
    .selectFrom('refund')
    .innerJoin('order', 'order.id', 'refund.order_id')
    .select('number')
    .where('refund.state', 'not in', ['processed', 'exchanged'])
    .execute()
  const unsettled = new Set(rows.map(({ number }) => number))
  return numbers.filter((number) => unsettled.has(number))
}

/** Checks all orders, unless no row has changed since the last time, and the refunds of the provider. */
async function check(play: Play): Promise<void> {
  await play.database.run({}, async () => {
    expect(play.crashes).toEqual([])
    const changes = play.database.countChanges()
    if (changes !== play.checkedChanges)
      expect(await findOrderErrors(play.shop, { [watch]: STOCK })).toEqual([])
    play.checkedChanges = changes
    expect(await findRefundErrors(play)).toEqual([])
  })
}

/** Finds refunds of the provider that the shop does not have once, with their amount. */
async function findRefundErrors(play: Play): Promise<string[]> {
  const refunds = listRefunds(play)
  if (refunds.length === 0) return []
  const rows = await play.shop.deps.db.selectFrom('refund').selectAll().execute()
  return refunds.flatMap(({ id, amount, notes: { refund: key } }) => {
    const own = rows.filter((row) => row.id === key)
    const known = rows.filter(({ provider_id }) => provider_id === id)
    if (known.length > 1) return [`The refund ${id} is recorded ${known.length} times.`]
    if (key === undefined || (own.length === 1 && own[0]?.amount_paise === amount)) return []
    return [`The provider refunded ${amount}, which the shop has as ${own[0]?.amount_paise}.`]
  })
}

/** Lets all that is under way arrive, and compares the money of the provider with that of the shop. */
async function settle(play: Play): Promise<void> {
  const { shop, provider } = play
  provider.disturb = () => undefined
  provider.afterWork = async () => {}
  for (let round = 0; round < 5; round++) {
    for (const refund of listRefunds(play))
      if (refund.status === 'pending')
        play.events.push({
          event: provider.endRefund(refund.id, 'processed'),
          hasArrived: false,
        })
    for (const entry of play.events) if (!entry.hasArrived) await send(play, entry)
    await listNumbers(play)
    for (const number of await listUnsettled(play)) {
      play.number = number
      for (const { id, canRepeat, isByHand } of (await read(play)).refunds) {
        if (canRepeat) await call(play, play.editor, 'POST', `/editor/refunds/${id}/repeat`)
        if (isByHand) await call(play, play.editor, 'POST', `/editor/refunds/${id}/finish`)
      }
    }
    await runOrderJob(shop.deps)
    await check(play)
    // The shop looks at a paid link once more after its end, at the latest three days later.
    await pass(play, round === 2 ? 3 * DAY_MS + HOUR_MS : HOUR_MS + MINUTE)
  }
  const { orders } = (await play.asha.get('/orders')).body as { orders: { number: string }[] }
  expect(orders.map(({ number }) => number).toReversed()).toEqual(play.numbers)
  const left = play.payments
    .filter(({ status }) => status === 'captured' || status === 'refunded')
    .reduce((sum, payment) => sum + payment.amount - payment.refunded, 0)
  let expected = 0
  let isOnline = false
  for (const number of play.numbers) {
    play.number = number
    const { state, refunded, refunds, method } = await read(play)
    const rows = await shop.deps.db
      .selectFrom('payment')
      .innerJoin('order', 'order.id', 'payment.order_id')
      .select('payment.amount_paise')
      .where('number', '=', number)
      .where('payment.state', '=', 'captured')
      .execute()
    const paid = rows.reduce((sum, { amount_paise }) => sum + amount_paise, 0)
    if (state !== 'cancelled' && method !== 'cod') expected += paid - Math.round(refunded * 100)
    const unsettled = refunds.filter(
      ({ state, canRepeat }: { state: string; canRepeat: boolean }) =>
        state === 'failed' ? canRepeat : state === 'pending',
    )
    expect(unsettled, 'Refunds that are under way').toEqual([])
    if (method === 'razorpay') isOnline = true
  }
  if (isOnline) await expectDocuments(shop)
  expect(left, 'Money that the provider keeps for the orders').toBe(expected)
}

/** The price of the product, in paise. */
const PRICE = 100_000

const TABLES = [
  'refund',
  'return_request',
  'shipment',
  'order_event',
  'order_line',
  'stock_hold',
  'document',
  'payment_event',
  'payment',
  'order',
  'outbox',
  'cart_item',
  'audit_entry',
] as const

async function reset({ shop: { deps }, provider }: Scene): Promise<void> {
  provider.disturb = () => undefined
  provider.afterWork = async () => {}
  for (const table of TABLES) await deps.db.deleteFrom(table).execute()
  await deps.db.deleteFrom('setting').where('name', 'like', 'documents.%').execute()
  await deps.db.updateTable('stock').set({ on_hand: STOCK }).execute()
  await deps.db
    .updateTable('product')
    .set({ price_paise: PRICE, list_price_paise: PRICE })
    .execute()
  provider.links.clear()
  provider.refunds.clear()
}
