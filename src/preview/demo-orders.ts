import { DAY_MS, HOUR_MS } from '#src/rules/constants.ts'
import { calculateTotals } from '#src/rules/money.ts'
import type { Db } from '#src/server/core/db/schema.ts'
import type { Deps } from '#src/server/core/deps.ts'
import { insertLine, setGift } from '#src/server/shop/cart/queries.ts'
import { getCart } from '#src/server/shop/cart/service.ts'
import { resolveVariant } from '#src/server/shop/cart/variant.ts'
import { listProducts } from '#src/server/shop/catalog/queries.ts'
import { parseProductDetail } from '#src/server/shop/catalog/to-product.ts'
import { requestReturn } from '#src/server/shop/orders/order-returns.ts'
import {
  cancelByShopper,
  dispatchOrder,
  PLAIN_STEP_EFFECTS,
} from '#src/server/shop/orders/order-steps.ts'
import { type OrderTransaction, runOrderChange } from '#src/server/shop/orders/order-transaction.ts'
import { placeOrder, toPlacedText } from '#src/server/shop/orders/place-order.ts'
import { listLines, lockOrder } from '#src/server/shop/orders/queries.ts'
import { updateOrder } from '#src/server/shop/orders/state-queries.ts'
import { toStoredLine } from '#src/server/shop/stock/stock-items.ts'

/** Long enough that the unpaid demo order does not expire. */
const UNPAID_DAYS = 365

const ADDRESS = {
  address: '7, Jalebi Chowk, Badi Chaupar',
  city: 'Jaipur',
  state: 'Rajasthan',
  pincode: '302002',
  country: 'India',
}
const PARCEL = { carrier: 'Blue Dart', trackingNumber: '50123456789' }

type Step = (transaction: OrderTransaction, number: string, userId: string) => Promise<unknown>

const dispatch: Step = (transaction, number) => dispatchOrder(transaction, number, PARCEL)
const dispatchPiece: Step = (transaction, number) =>
  dispatchOrder(transaction, number, { ...PARCEL, lines: [{ position: 0, quantity: 1 }] })
const deliver: Step = (transaction, number) =>
  PLAIN_STEP_EFFECTS.deliver.change(transaction, number)
const collect: Step = (transaction, number) =>
  PLAIN_STEP_EFFECTS.collect.change(transaction, number)
const cancel: Step = (transaction, number, userId) =>
  cancelByShopper(transaction, { number, userId }, 'I changed my mind')
const askForReturn: Step = (transaction, number, userId) =>
  requestReturn(
    transaction,
    { number, userId },
    {
      lines: [{ position: 0, quantity: 1 }],
      reason: 'It does not fit',
      note: 'It is a little smaller than I thought.',
    },
  )
const askForExchange: Step = async (transaction, number, userId) => {
  const order = await lockOrder(transaction.db, { number })
  const [line] = order ? await listLines(transaction.db, order.id) : []
  await requestReturn(
    transaction,
    { number, userId },
    {
      lines: [{ position: 0, quantity: 1 }],
      reason: 'It arrived damaged',
      note: '',
      variantId: line?.variant_id ?? '',
    },
  )
}
const wait: Step = async ({ db, now }, number) => {
  const order = await lockOrder(db, { number })
  if (!order) return
  const expires_at = now + UNPAID_DAYS * DAY_MS
  await updateOrder(db, order, { expires_at })
  await db
    .updateTable('order_event')
    .set({ text: toPlacedText({ expires_at }) })
    .where('order_id', '=', order.id)
    .execute()
}

interface DemoOrder {
  method: 'cod' | 'razorpay'
  gift?: string
  /** Number of lines, each of one piece; by default, one. */
  lines?: number
  /** Hours since the order was placed, and since each step. */
  hoursAgo: number
  steps: [hoursAgo: number, step: Step][]
}

/** A low limit of the shop must not refuse a demo order. */
const NO_LIMITS = {
  RAZORPAY_MAX: Number.MAX_SAFE_INTEGER,
  PUBLIC_COD_LIMIT: Number.MAX_SAFE_INTEGER,
  PUBLIC_PAN_FROM: Number.MAX_SAFE_INTEGER,
}

/** One order in each state, oldest first. */
const ORDERS: readonly DemoOrder[] = [
  {
    method: 'cod',
    hoursAgo: 20 * 24,
    steps: [
      [19 * 24, dispatch],
      [17 * 24, deliver],
      [17 * 24, collect],
    ],
  },
  {
    method: 'cod',
    hoursAgo: 6 * 24,
    steps: [
      [5 * 24, dispatch],
      [3 * 24, deliver],
      [3 * 24, collect],
      [20, askForReturn],
    ],
  },
  {
    method: 'cod',
    hoursAgo: 5 * 24,
    steps: [
      [4 * 24, dispatch],
      [2 * 24, deliver],
      [2 * 24, collect],
      [10, askForExchange],
    ],
  },
  { method: 'cod', hoursAgo: 4 * 24, steps: [[4 * 24 - 2, cancel]] },
  { method: 'cod', hoursAgo: 2 * 24, steps: [[24, dispatch]] },
  { method: 'cod', lines: 2, hoursAgo: 30, steps: [[20, dispatchPiece]] },
  { method: 'cod', gift: 'For your first day at sea.', hoursAgo: 5, steps: [] },
  { method: 'razorpay', hoursAgo: 0, steps: [[0, wait]] },
]

/**
 * Places an order in each state for a user of a new preview. It uses the steps of shoppers and
 * editors, with an earlier time.
 */
export async function seedDemoOrders(deps: Deps, userId: string): Promise<void> {
  if ((await listAffordable(deps.db)).length === 0) return
  const now = deps.now()
  for (const [index, { method, gift, lines = 1, hoursAgo, steps }] of ORDERS.entries()) {
    // As if the shop took both methods at that time.
    const toDepsAt = (hours: number): Deps => ({
      ...deps,
      env: { ...deps.env, ORDERS: ['razorpay', 'cod'], ...NO_LIMITS },
      now: () => now - hours * HOUR_MS,
    })
    const number = await runOrderChange(toDepsAt(hoursAgo), async (transaction) => {
      for (let line = 0; line < lines; line++)
        await fillCart(transaction, userId, index + line * (ORDERS.length + 1))
      if (gift) await setGift(transaction.db, userId, { wrap: true, note: gift })
      return placeDemoOrder(transaction, userId, method)
    })
    for (const [hours, step] of steps)
      await runOrderChange(toDepsAt(hours), (transaction) => step(transaction, number, userId))
  }
}

/** Puts a product into the cart that allows cash on delivery, a different one for each order. */
async function fillCart({ db, now }: OrderTransaction, userId: string, index: number) {
  const pieces = await listAffordable(db)
  const piece = pieces[index % pieces.length]
  if (!piece) throw new Error('The catalogue has no piece for a demo order.')
  const detail = parseProductDetail(piece)
  const { columns } = toStoredLine(piece.id, detail, resolveVariant(detail, {}))
  await insertLine(db, {
    id: `demo-order-${index}`,
    user_id: userId,
    product_id: piece.id,
    ...columns,
    quantity: 1,
    created_at: now,
  })
}

const MAX_PAISE = 10_000_000

/** Lists products without options that are in stock, up to 100,000 rupees. */
async function listAffordable(db: Db) {
  const products = await listProducts(db)
  return products.filter((product) => {
    const { options, stock } = parseProductDetail(product)
    const isAffordable = product.price_paise <= MAX_PAISE && stock > 0
    return isAffordable && options.every(({ values }) => values.length < 2)
  })
}

async function placeDemoOrder(
  transaction: OrderTransaction,
  userId: string,
  method: DemoOrder['method'],
): Promise<string> {
  const { cart } = await getCart(transaction.deps, transaction.db, userId)
  const lines = cart.map(({ id, quantity, price }) => ({ id, quantity, price }))
  const { number } = await placeOrder(transaction, userId, {
    address: ADDRESS,
    phone: '+91 98290 12345',
    method,
    seen: { lines, total: calculateTotals(lines).total },
  })
  return number
}
