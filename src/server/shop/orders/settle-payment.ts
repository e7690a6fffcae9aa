import { randomUUID } from 'node:crypto'
import { formatRupees, toRupees } from '#src/rules/money.ts'
import { EXPIRED } from '#src/rules/orders/order-states.ts'
import { confirmHolds, holdStock } from '../stock/holds.ts'
import { changeState } from './change-state.ts'
import { latePaymentMail, paidMail } from './order-mails.ts'
import { findMainPayment } from './order-money.ts'
import { openOrder } from './order-steps.ts'
import { addEvent, type OrderTransaction } from './order-transaction.ts'
import * as payments from './payment-queries.ts'
import type { ProviderEvent, ProviderPayment } from './provider.ts'
import * as queries from './queries.ts'
import { readWhole } from './read-order.ts'
import { insertForeignRefund, refundSurplus, startRefund } from './refunds.ts'
import { transition, updateOrder } from './state-queries.ts'
import type { OrderRow, PaymentRow } from './tables.ts'
import type { WholeOrder } from './whole-order.ts'

/**
 * Settles what the provider says of a payment: the only place where it makes an order placed. Webhook, return of the
 * browser and the job that asks all come here, in any order and any number of times; none leads a step back.
 * @param row the payment link that it belongs to.
 * @param isAnswer whether the provider was asked: its answer counts also if its amount differs from that of the order.
 * @returns false if the payment does not count.
 */
export async function settlePayment(
  transaction: OrderTransaction,
  row: Pick<PaymentRow, 'id' | 'order_id'>,
  payment: ProviderPayment,
  isAnswer: boolean,
): Promise<boolean> {
  const whole = await openOrder(transaction, { id: row.order_id })
  const { order } = whole
  const link = whole.payments.find(({ id }) => id === row.id)
  if (!link) return false
  const { status } = payment
  if (status === 'refunded') {
    await settleRefunded(transaction, whole, link, payment)
    return true
  }
  const due = order.total_paise - order.credit_paise
  const isExpected = payment.currency === 'INR' && payment.amountPaise === due
  if (!isExpected) {
    transaction.deps.log('error', 'payment of another amount than the order', {
      order: order.number,
      error: `${payment.amountPaise} ${payment.currency} in place of ${due} INR`,
    })
    if (!isAnswer) await askSoon(transaction, whole, link, payment)
    if (!isAnswer || status !== 'captured') return false
  }
  if (status === 'captured') await settleCaptured(transaction, whole, link, payment, isExpected)
  if (status === 'authorized') await settleAuthorized(transaction, order, link)
  if (status === 'failed') await settleFailed(transaction, order)
  return true
}

/** Has the job ask for a link: an event with another amount does not count, but the money may be there. */
async function askSoon(
  { db, now }: OrderTransaction,
  whole: WholeOrder,
  link: PaymentRow,
  { id }: ProviderPayment,
): Promise<void> {
  if (link.link_id === null || whole.payments.some(({ provider_id }) => provider_id === id)) return
  await transition(db, 'payment', link.id, payments.ASKABLE, { check_at: now })
}

async function settleCaptured(
  transaction: OrderTransaction,
  whole: WholeOrder,
  link: PaymentRow,
  payment: ProviderPayment,
  isExpected: boolean,
): Promise<void> {
  const { order } = whole
  if (whole.payments.some(({ provider_id }) => provider_id === payment.id)) return
  const hasMain = findMainPayment(whole) !== undefined
  if (hasMain || !isExpected) {
    const row = await insertSurplus(transaction, link, payment)
    const reason = hasMain ? 'It was paid twice' : 'It was paid with another amount'
    await refundSurplus(transaction, order, row, reason)
    return
  }
  const { db } = transaction
  const captured = {
    provider_id: payment.id,
    state: 'captured',
    captured_at: transaction.now,
    // Another payment of the link, whose event is lost, is found by a last look after its end.
    check_at:
      link.check_at === null
        ? null
        : Math.max(link.expires_at, transaction.now) + payments.CHECK_AFTER_MS,
  } as const
  // A payment can arrive on a link that was given up.
  if (!(await transition(db, 'payment', link.id, [...payments.AWAITED, 'closed'], captured))) return
  const paid = await updateOrder(db, order, {
    // What returned pieces have paid may be refunded already.
    payment_state: order.refunded_paise > 0 ? 'part_refunded' : 'captured',
  })
  const amount = formatRupees(toRupees(payment.amountPaise))
  await addEvent(transaction, order, 'paid', `The payment of ${amount} has arrived.`)
  if (await becomesPlaced(transaction, whole)) {
    const change = { expires_at: null, cancelled_at: null, reason: '', back_paise: 0 }
    const placed = await changeState(transaction, paid, 'pay', change)
    await paidMail(transaction, placed, whole.lines)
    return
  }
  const changed = await readWhole(transaction.deps, transaction.db, paid)
  // At once: the refund has a mail of its own, when the provider has processed it.
  await latePaymentMail(transaction, changed.order, whole.lines, changed.facts.refundable)
  await startRefund(
    transaction,
    changed,
    changed.facts.refundable,
    'The order was cancelled before',
  )
}

/** A payment that the provider has refunded before the shop saw it: it places nothing, and the books have both. */
async function settleRefunded(
  transaction: OrderTransaction,
  { payments: known }: WholeOrder,
  link: PaymentRow,
  payment: ProviderPayment,
): Promise<void> {
  if (known.some(({ provider_id }) => provider_id === payment.id)) return
  const row = await insertSurplus(transaction, link, payment)
  const refund = { id: null, amountPaise: payment.amountPaise, status: 'processed' } as const
  await insertForeignRefund(transaction, row, refund)
}

async function insertSurplus(
  { db, now }: OrderTransaction,
  { order_id, provider }: PaymentRow,
  payment: ProviderPayment,
): Promise<PaymentRow> {
  const row: PaymentRow = {
    id: randomUUID(),
    order_id,
    provider,
    link_id: null,
    link_url: null,
    source_id: null,
    provider_id: payment.id,
    amount_paise: payment.amountPaise,
    state: 'surplus',
    created_at: now,
    captured_at: now,
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
  // The credit of an exchange is refunded.
  if (order.state !== 'cancelled' || order.reason !== EXPIRED || order.credit_paise > 0)
    return false
  const items = lines.flatMap(({ product_id, stock_variant_id, quantity }) =>
    product_id === null || stock_variant_id === null
      ? []
      : { productId: product_id, variantId: stock_variant_id, quantity },
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
): Promise<void> {
  if (order.payment_state !== 'pending' && order.payment_state !== 'failed') return
  if (order.state !== 'awaiting_payment') return
  await updateOrder(db, order, { payment_state: 'authorized' })
  await transition(db, 'payment', link.id, ['open'], { state: 'authorized' })
}

/** The shopper can try again on the same page of the provider. */
async function settleFailed(transaction: OrderTransaction, order: OrderRow): Promise<void> {
  if (order.payment_state !== 'pending' || order.state !== 'awaiting_payment') return
  await updateOrder(transaction.db, order, { payment_state: 'failed' })
  await addEvent(transaction, order, 'payment_failed', 'A payment failed. It can be tried again.')
}

/** Tells the timeline of a dispute. A payment that the bank takes back is a refund. */
export async function settleDispute(
  transaction: OrderTransaction,
  payment: PaymentRow,
  { id, amountPaise, status }: NonNullable<ProviderEvent['dispute']>,
): Promise<void> {
  const { order } = await openOrder(transaction, { id: payment.order_id })
  const amount = formatRupees(toRupees(amountPaise))
  const texts = {
    open: `The bank of the buyer asks for ${amount} of the payment.`,
    won: `The bank of the buyer no longer asks for ${amount} of the payment.`,
    lost: `The bank of the buyer has taken ${amount} of the payment back.`,
  }
  await addEvent(transaction, order, 'disputed', texts[status])
  if (status !== 'lost') return
  const reason = 'The bank of the buyer took it back'
  const refund = { id, amountPaise, status: 'processed', reason } as const
  await insertForeignRefund(transaction, payment, refund)
}
