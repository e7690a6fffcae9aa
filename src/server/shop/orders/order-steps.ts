import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { dispatchOrderRequest, staffCancelRequest } from '#src/contract/editor-orders.ts'
import {
  PARCEL_CANCEL_REASONS,
  type PlainStep,
  type ShopperStep,
  type StaffStep,
} from '#src/contract/values.ts'
import { formatRupees, toRupees } from '#src/rules/money.ts'
import {
  EXPIRED,
  findNextState,
  NOT_RETURNED,
  ORDER_RULES,
  refuseShopperStep,
  refuseStaffStep,
  type Transition,
} from '#src/rules/orders/order-states.ts'
import { HttpError } from '../../core/errors.ts'
import { releaseHolds } from '../stock/holds.ts'
import { readHsnOfProducts } from './hsn-queries.ts'
import { cancelledMail, deliveredMail, dispatchedMail } from './order-mails.ts'
import { type BackLine, moveLines, planShelf, takeFromShelf, toOpenLines } from './order-stock.ts'
import { addEvent, type OrderTransaction, requestCreditNote } from './order-transaction.ts'
import { updatePurchaseMarks } from './purchase-queries.ts'
import * as queries from './queries.ts'
import { isPaidInCash, readWhole, type WholeOrder } from './read-order.ts'
import { startRefund } from './refunds.ts'
import { updateOrder } from './state-queries.ts'
import type { OrderLineRow, OrderRow } from './tables.ts'

// Every step locks its order first and the stock after it, so that two of them never wait for each other. What the
// order is then decides whether the step can be taken: a second press finds what the first one did.

export const orderNotFound = () => new HttpError(404, 'There is no such order.')

type Key = { number: string } | { id: string }

/** @throws HttpError 404 for an unknown order, and for one of another user where `userId` is given. */
export async function openOrder(
  { deps, db }: OrderTransaction,
  key: Key,
  userId?: string,
): Promise<WholeOrder> {
  const order = await queries.lockOrder(db, key)
  if (!order || (userId !== undefined && order.user_id !== userId)) throw orderNotFound()
  return readWhole(deps, db, order)
}

/** @throws HttpError 409 with the sentence of the guard. */
export function assertShopperStep(step: ShopperStep, { facts }: WholeOrder): void {
  const refusal = refuseShopperStep(step, facts)
  if (refusal) throw new HttpError(409, refusal)
}

/** @throws HttpError 409 with the sentence of the guard. */
export function assertStaffStep(step: StaffStep, { facts }: WholeOrder): void {
  const refusal = refuseStaffStep(step, facts)
  if (refusal) throw new HttpError(409, refusal)
}

/** Changes the state by the table of transitions. @returns the row as it is then. */
export async function changeState(
  transaction: OrderTransaction,
  order: OrderRow,
  transition: Transition,
  change: Partial<OrderRow>,
): Promise<OrderRow> {
  const state = findNextState(order.state, transition)
  if (!state) throw new Error(`An order in the state ${order.state} has no ${transition}.`)
  const changed = await updateOrder(transaction.db, order, { ...change, state })
  if (state === 'delivered' || order.state === 'delivered')
    await updatePurchaseMarks(transaction, order)
  return changed
}

export async function cancelByShopper(
  transaction: OrderTransaction,
  { number, userId }: { number: string; userId: string },
  reason: string,
): Promise<OrderRow> {
  const whole = await openOrder(transaction, { number }, userId)
  assertShopperStep('cancel', whole)
  // The work on a personalised piece begins once it is bought.
  const isBegun = ORDER_RULES[whole.order.state].isBought
  const back = isBegun ? planShelf(toOpenLines(whole.lines), reason, undefined) : []
  return cancel(
    transaction,
    whole,
    { reason, back },
    `The customer cancelled the order. Reason: ${reason}.`,
  )
}

export async function cancelByStaff(
  transaction: OrderTransaction,
  number: string,
  { reason, shelved }: z.output<typeof staffCancelRequest>,
): Promise<OrderRow> {
  const whole = await openOrder(transaction, { number })
  assertStaffStep('cancel', whole)
  const isOfParcel = PARCEL_CANCEL_REASONS.includes(reason)
  if (whole.order.state === 'dispatched' && !isOfParcel)
    throw new HttpError(
      409,
      'A parcel on its way can be cancelled only once it came back to us, or was lost.',
    )
  if (whole.order.state !== 'dispatched' && isOfParcel)
    throw new HttpError(409, 'This order is not dispatched yet.')
  const back = planShelf(toOpenLines(whole.lines), reason, shelved)
  return cancel(transaction, whole, { reason, back }, `We cancelled the order. Reason: ${reason}.`)
}

/** Cancels an order that was not paid in time, or whose exchanged pieces did not come back in time. */
export function expireOrder(transaction: OrderTransaction, whole: WholeOrder): Promise<OrderRow> {
  const reason = whole.order.state === 'awaiting_return' ? NOT_RETURNED : EXPIRED
  return cancel(
    transaction,
    whole,
    { reason, kind: 'expired' },
    `The order was cancelled. ${reason}.`,
  )
}

/** Cancels an exchange together with its return, whose mail tells of both. */
export const cancelExchange = (
  transaction: OrderTransaction,
  whole: WholeOrder,
  reason: string,
): Promise<OrderRow> =>
  cancel(transaction, whole, { reason, kind: 'exchange_ended' }, `We keep it no longer. ${reason}.`)

async function cancel(
  transaction: OrderTransaction,
  whole: WholeOrder,
  {
    reason,
    back = [],
    kind = 'cancelled',
  }: {
    reason: string
    back?: readonly BackLine[]
    kind?: 'cancelled' | 'expired' | 'exchange_ended'
  },
  text: string,
): Promise<OrderRow> {
  const { db, now, published } = transaction
  const { order, lines } = whole
  const isExpired = kind === 'expired'
  const isOnItsWay = order.state === 'dispatched'
  if (!isOnItsWay) published.push(...(await releaseHolds(db, order.id, now)))
  for (const line of lines)
    await queries.updateLine(db, line, { cancelled: line.quantity - line.returned })
  // Pieces that never left are on the shelf: there, the ones that cannot be sold are taken off it.
  const toMoved = ({ count, shelved }: BackLine) => (isOnItsWay ? shelved : shelved - count)
  await moveLines(
    transaction,
    order,
    back.map((line) => ({ ...line, count: toMoved(line) })),
  )
  const transition = isExpired ? 'expire' : order.state === 'dispatched' ? 'come_back' : 'cancel'
  // A late payment can place an expired order again; for any other the law no longer asks for the PAN.
  const forgotten = reason === EXPIRED || isOnItsWay ? {} : { sealed_pan: '' }
  const change = {
    cancelled_at: now,
    reason,
    expires_at: null,
    back_paise: order.total_paise,
    ...forgotten,
  }
  const isAwaited = order.payment_state === 'pending' || order.payment_state === 'authorized'
  const failed = isAwaited ? { payment_state: 'failed' as const } : {}
  const cancelled = await changeState(transaction, order, transition, { ...change, ...failed })
  await addEvent(transaction, order, kind, text)
  requestCreditNote(transaction, order, reason)
  const amount = whole.facts.refundable
  // What was paid in cash is transferred by an editor.
  if (amount > 0 && !isPaidInCash(order))
    await startRefund(transaction, { ...whole, order: cancelled }, amount, reason)
  if (kind !== 'exchange_ended')
    await cancelledMail(transaction, cancelled, lines, amount, order.state === 'awaiting_return')
  return cancelled
}

/**
 * Writes the HSN codes of now into the lines of an order: its invoice has them, whatever becomes of the products. A
 * product without a code has that of its category.
 * @throws HttpError 409 where neither has one. A product that was deleted has none, and is not asked for.
 */
async function noteHsnCodes(
  { db }: OrderTransaction,
  lines: readonly OrderLineRow[],
): Promise<void> {
  const codes = await readHsnOfProducts(
    db,
    lines.flatMap(({ product_id }) => product_id ?? []),
  )
  for (const line of lines) {
    const hsn = codes.get(line.product_id ?? '')
    if (hsn === '')
      throw new HttpError(
        409,
        `${line.title} has no HSN code, which its tax invoice needs. Please enter it in the form of the piece, or in that of its category.`,
      )
    if (hsn !== undefined) await queries.updateLine(db, line, { hsn })
  }
}

/** Marks an order as dispatched: its holds leave the shelf, and the invoice of a shop with GSTIN has its number. */
export async function dispatchOrder(
  transaction: OrderTransaction,
  number: string,
  { carrier, trackingNumber }: z.output<typeof dispatchOrderRequest>,
): Promise<OrderRow> {
  const { deps, db, now } = transaction
  const whole = await openOrder(transaction, { number })
  assertStaffStep('dispatch', whole)
  const { order, lines } = whole
  if (deps.env.GSTIN) await noteHsnCodes(transaction, lines)
  await takeFromShelf(transaction, order, lines)
  const shipment = {
    id: randomUUID(),
    order_id: order.id,
    carrier,
    tracking_number: trackingNumber,
    dispatched_at: now,
    delivered_at: null,
  }
  await queries.insertShipment(db, shipment)
  const tracked = trackingNumber ? `, number ${trackingNumber}` : ''
  const mailId = await dispatchedMail(transaction, order, lines, shipment)
  const text = `The parcel left by ${carrier}${tracked}.`
  await addEvent(transaction, order, 'dispatched', text, mailId)
  if (deps.env.GSTIN)
    transaction.documents.set(order.id, {
      isInvoiced: true,
      reason: 'It was refunded before the dispatch',
    })
  return changeState(transaction, order, 'dispatch', {})
}

async function deliverOrder(transaction: OrderTransaction, number: string): Promise<OrderRow> {
  const { db, now } = transaction
  const whole = await openOrder(transaction, { number })
  assertStaffStep('deliver', whole)
  const { order, lines } = whole
  await queries.setDelivered(db, order.id, now)
  const mailId = await deliveredMail(transaction, order, lines)
  await addEvent(transaction, order, 'delivered', 'The parcel has arrived.', mailId)
  return changeState(transaction, order, 'deliver', { delivered_at: now })
}

async function collectCash(transaction: OrderTransaction, number: string): Promise<OrderRow> {
  const whole = await openOrder(transaction, { number })
  assertStaffStep('collect', whole)
  return noteCash(transaction, whole)
}

/** Records what the courier has collected: the price of all pieces that are not back yet. */
export async function noteCash(
  transaction: OrderTransaction,
  { order, facts: { toCollect } }: WholeOrder,
): Promise<OrderRow> {
  const collected = await updateOrder(transaction.db, order, {
    payment_state: 'collected',
    collected_paise: order.credit_paise + toCollect,
    collected_at: transaction.now,
  })
  const amount = formatRupees(toRupees(toCollect))
  await addEvent(transaction, order, 'collected', `${amount} was collected in cash.`)
  return collected
}

interface PlainStepEffect {
  change: (transaction: OrderTransaction, number: string) => Promise<OrderRow>
  /** Told to the editor. */
  message: string
  /** In the audit log, before the number of the order. */
  subject: string
}

/** What the steps do that need nothing but a press. */
export const PLAIN_STEP_EFFECTS: Record<PlainStep, PlainStepEffect> = {
  deliver: {
    change: deliverOrder,
    message: 'The order is delivered.',
    subject: 'Marked as delivered: the order',
  },
  collect: {
    change: collectCash,
    message: 'The cash is recorded.',
    subject: 'Recorded the cash of the order',
  },
}
