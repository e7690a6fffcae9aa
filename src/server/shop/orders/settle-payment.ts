import { randomUUID } from 'node:crypto'
import { formatRupees, toRupees } from '#src/rules/money.ts'
import { confirmHolds, holdStock } from '../stock/holds.ts'
import { paidMail } from './order-mails.ts'
import { changeState, EXPIRED } from './order-steps.ts'
import { addEvent, type OrderTransaction } from './order-transaction.ts'
import * as payments from './payment-queries.ts'
import * as queries from './queries.ts'
import type { ProviderPayment } from './razorpay.ts'
import { readWhole, type WholeOrder } from './read-order.ts'
import { refundSurplus, startRefund } from './refunds.ts'
import type { OrderRow, PaymentRow } from './tables.ts'

/** Statuses of a payment whose money the provider has taken. */
const CAPTURED = new Set(['captured', 'paid', 'refunded'])

/** What became of what the provider told: `ignored` is for the log. */
export type Settled = 'settled' | 'known' | 'ignored'

/**
 * Settles what the provider says of a payment: the only place where it makes an order placed. Webhook, return of the
 * browser and the job that asks all come here, in any order and any number of times; none leads a step back.
 * @param row the payment link that it belongs to.
 * @param isAnswer whether the provider was asked: its answer counts also where the amount is another one than ours.
 */
export async function settlePayment(
  transaction: OrderTransaction,
  row: Pick<PaymentRow, 'id' | 'order_id'>,
  payment: ProviderPayment,
  isAnswer: boolean,
): Promise<Settled> {
  const { deps, db } = transaction
  const order = await queries.lockOrder(db, { id: row.order_id })
  if (!order) return 'ignored'
  const whole = await readWhole(deps, db, order)
  const link = whole.payments.find(({ id }) => id === row.id)
  if (!link) return 'ignored'
  const isExpected = payment.currency === 'INR' && payment.amountPaise === order.total_paise
  if (!isExpected) {
    deps.log('error', 'payment of another amount than the order', {
      order: order.number,
      error: `${payment.amountPaise} ${payment.currency} in place of ${order.total_paise} INR`,
    })
    if (!isAnswer || !CAPTURED.has(payment.status)) return 'ignored'
  }
  if (CAPTURED.has(payment.status))
    return settleCaptured(transaction, whole, link, payment, isExpected)
  if (payment.status === 'authorized') return settleAuthorized(transaction, order, link)
  if (payment.status === 'failed') return settleFailed(transaction, order)
  return 'known'
}

async function settleCaptured(
  transaction: OrderTransaction,
  whole: WholeOrder,
  link: PaymentRow,
  payment: ProviderPayment,
  isExpected: boolean,
): Promise<Settled> {
  const { order } = whole
  const known = whole.payments.find(({ provider_id }) => provider_id === payment.id)
  if (known) return 'known'
  const hasMain = whole.payments.some(({ state }) => state === 'captured')
  if (hasMain || !isExpected) {
    const row = await insertSurplus(transaction, order, payment)
    const reason = hasMain ? 'It was paid twice' : 'It was paid with another amount'
    await refundSurplus(transaction, order, row, reason)
    return 'settled'
  }
  await payments.updatePayment(transaction.db, link.id, {
    provider_id: payment.id,
    state: 'captured',
    check_at: null,
  })
  const paid = { ...order, payment_state: 'captured' as const }
  await queries.updateOrder(transaction.db, order.id, { payment_state: 'captured' })
  const amount = formatRupees(toRupees(payment.amountPaise))
  await addEvent(transaction, order, 'paid', `The payment of ${amount} has arrived.`)
  if (await becomesPlaced(transaction, whole)) {
    const change = { expires_at: null, cancelled_at: null, reason: '' }
    const placed = await changeState(transaction, paid, 'pay', change)
    await paidMail(transaction, placed, whole.lines)
    return 'settled'
  }
  const changed = await readWhole(transaction.deps, transaction.db, paid)
  await startRefund(
    transaction,
    changed,
    changed.facts.refundable,
    'The order was cancelled before',
  )
  return 'settled'
}

async function insertSurplus(
  { db, now }: OrderTransaction,
  { id: order_id }: OrderRow,
  payment: ProviderPayment,
): Promise<PaymentRow> {
  const row: PaymentRow = {
    id: randomUUID(),
    order_id,
    link_id: null,
    link_url: null,
    provider_id: payment.id,
    amount_paise: payment.amountPaise,
    state: 'surplus',
    created_at: now,
    expires_at: now,
    check_at: null,
  }
  await payments.insertPayment(db, row)
  return row
}

/**
 * Keeps the pieces of an order whose payment has arrived. One that was not paid in time gets them once more, if they
 * are there; what shopper or staff have cancelled stays cancelled.
 */
async function becomesPlaced(
  { db, now, published }: OrderTransaction,
  { order, lines }: WholeOrder,
): Promise<boolean> {
  if (order.state === 'awaiting_payment') {
    await confirmHolds(db, order.id)
    return true
  }
  if (order.state !== 'cancelled' || order.reason !== EXPIRED) return false
  const items = lines.flatMap(({ product_id, choice, quantity }) =>
    product_id === null ? [] : { productId: product_id, choice, quantity },
  )
  // A product that was deleted meanwhile cannot be sent.
  if (items.length < lines.length) return false
  const held = await holdStock(db, { orderId: order.id, items, expiresAt: null, now })
  if (held.short.length > 0) return false
  published.push(...held.published)
  for (const line of lines) await queries.updateLine(db, line, { cancelled: 0 })
  return true
}

async function settleAuthorized(
  { db }: OrderTransaction,
  order: OrderRow,
  link: PaymentRow,
): Promise<Settled> {
  if (order.payment_state !== 'pending' && order.payment_state !== 'failed') return 'known'
  if (order.state !== 'awaiting_payment') return 'known'
  await queries.updateOrder(db, order.id, { payment_state: 'authorized' })
  if (link.state === 'open') await payments.updatePayment(db, link.id, { state: 'authorized' })
  return 'settled'
}

/** The shopper can try again on the same page of the provider. */
async function settleFailed(transaction: OrderTransaction, order: OrderRow): Promise<Settled> {
  if (order.payment_state !== 'pending' || order.state !== 'awaiting_payment') return 'known'
  await queries.updateOrder(transaction.db, order.id, { payment_state: 'failed' })
  await addEvent(transaction, order, 'payment_failed', 'A payment failed. It can be tried again.')
  return 'settled'
}
