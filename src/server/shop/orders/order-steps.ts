import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { dispatchOrderRequest } from '#src/contract/editor-orders.ts'
import type { PlainStep, ShopperStep, StaffStep, UndoStep } from '#src/contract/values.ts'
import { UNDO_MS } from '#src/rules/constants.ts'
import { formatRupees, toRupees } from '#src/rules/money.ts'
import { toFinancialYear, toInvoiceNumber } from '#src/rules/orders/order-number.ts'
import {
  findLastEvent,
  findNextState,
  findUndo,
  refuseShopperStep,
  refuseStaffStep,
  type Transition,
} from '#src/rules/orders/order-states.ts'
import { readHsnCodes } from '../../core/content/read-content.ts'
import { HttpError } from '../../core/errors.ts'
import { deleteUntriedMail } from '../../core/mail/queries.ts'
import { dispatchHolds, releaseHolds, returnStock, undoDispatch } from '../stock/holds.ts'
import type { StockQuantity } from '../stock/stock-items.ts'
import { cancelledMail, deliveredMail, dispatchedMail } from './order-mails.ts'
import { addEvent, type OrderTransaction } from './order-transaction.ts'
import * as queries from './queries.ts'
import { findMainPayment, readWhole, type WholeOrder } from './read-order.ts'
import { startRefund } from './refunds.ts'
import type { OrderLineRow, OrderRow } from './tables.ts'

// Every step locks its order first and the stock after it, so that two of them never wait for each other. What the
// order is then decides whether the step can be taken: a second press finds what the first one did.

export const orderNotFound = () => new HttpError(404, 'There is no such order.')

/** The reason of an order that was not paid in time; a late payment can place it again. */
export const EXPIRED = 'It was not paid in time'

/** The only reason to cancel an order whose parcel is on its way. */
const CAME_BACK = 'The parcel came back to us'

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
function assertStaffStep(step: StaffStep, { facts }: WholeOrder): void {
  const refusal = refuseStaffStep(step, facts)
  if (refusal) throw new HttpError(409, refusal)
}

/** Changes the state by the table of transitions. @returns the row as it is then. */
export async function changeState(
  { db }: OrderTransaction,
  order: OrderRow,
  transition: Transition,
  change: Partial<OrderRow>,
): Promise<OrderRow> {
  const state = findNextState(order.state, transition)
  if (!state) throw new Error(`An order in the state ${order.state} has no ${transition}.`)
  const changed = { ...change, state }
  await queries.updateOrder(db, order.id, changed)
  return { ...order, ...changed }
}

export async function cancelByShopper(
  transaction: OrderTransaction,
  { number, userId }: { number: string; userId: string },
  reason: string,
): Promise<OrderRow> {
  const whole = await openOrder(transaction, { number }, userId)
  assertShopperStep('cancel', whole)
  return cancel(transaction, whole, reason, `Cancelled by the shopper: ${reason}.`)
}

export async function cancelByStaff(
  transaction: OrderTransaction,
  number: string,
  reason: string,
): Promise<OrderRow> {
  const whole = await openOrder(transaction, { number })
  assertStaffStep('cancel', whole)
  if (whole.order.state === 'dispatched' && reason !== CAME_BACK)
    throw new HttpError(409, 'A parcel on its way can be cancelled only once it came back to us.')
  if (whole.order.state !== 'dispatched' && reason === CAME_BACK)
    throw new HttpError(409, 'This order is not dispatched yet.')
  return cancel(transaction, whole, reason, `Cancelled by the house: ${reason}.`)
}

/** Cancels an order that was not paid in time. */
export const expireOrder = (transaction: OrderTransaction, whole: WholeOrder): Promise<OrderRow> =>
  cancel(transaction, whole, EXPIRED, `The order was cancelled. ${EXPIRED}.`)

async function cancel(
  transaction: OrderTransaction,
  whole: WholeOrder,
  reason: string,
  text: string,
): Promise<OrderRow> {
  const { db, now, published } = transaction
  const { order, lines } = whole
  const isExpired = reason === EXPIRED
  if (order.state === 'dispatched') published.push(...(await returnParcel(transaction, lines)))
  else published.push(...(await releaseHolds(db, order.id, now)))
  for (const line of lines)
    await queries.updateLine(db, line, { cancelled: line.quantity - line.returned })
  const transition = isExpired ? 'expire' : order.state === 'dispatched' ? 'come_back' : 'cancel'
  const change = { cancelled_at: now, reason, expires_at: null }
  const failed = order.payment_state === 'pending' ? { payment_state: 'failed' as const } : {}
  const cancelled = await changeState(transaction, order, transition, { ...change, ...failed })
  await addEvent(transaction, order, isExpired ? 'expired' : 'cancelled', text)
  const amount = whole.facts.refundable
  // What was paid in cash is transferred by an editor.
  if (amount > 0 && findMainPayment(whole))
    await startRefund(transaction, { ...whole, order: cancelled }, amount, reason)
  // Who has not paid in time has left the checkout, and has had no mail.
  if (!isExpired) await cancelledMail(transaction, cancelled, lines)
  return cancelled
}

export const toItems = (lines: readonly (OrderLineRow & { count: number })[]): StockQuantity[] =>
  lines.flatMap(({ product_id, choice, count }) =>
    product_id === null || count <= 0 ? [] : [{ productId: product_id, choice, quantity: count }],
  )

/** The pieces that are in the parcel, or will be. */
const toOpenItems = (lines: readonly OrderLineRow[]): StockQuantity[] =>
  toItems(lines.map((line) => ({ ...line, count: line.quantity - line.cancelled - line.returned })))

/** Returns all pieces of a parcel to the stock. */
const returnParcel = ({ db, now }: OrderTransaction, lines: readonly OrderLineRow[]) =>
  returnStock(db, toOpenItems(lines), now)

/**
 * Writes the HSN codes of now into the lines of an order: its invoice has them, whatever becomes of the products. A
 * product without a code has that of its category.
 * @throws HttpError 409 where neither has one. A product that was deleted has none, and is not asked for.
 */
async function noteHsnCodes(
  { db }: OrderTransaction,
  lines: readonly OrderLineRow[],
): Promise<void> {
  const ids = [...new Set(lines.flatMap(({ product_id }) => product_id ?? []))]
  const details = await queries.listProductDetails(db, ids)
  const ofCategories = await readHsnCodes(
    db,
    details.map(({ category }) => category),
  )
  const codes = new Map(
    details.map(({ id, category, detail }) => [
      id,
      (JSON.parse(detail) as { hsn?: string }).hsn || ofCategories.get(category) || '',
    ]),
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
  const { deps, db, now, published } = transaction
  const whole = await openOrder(transaction, { number })
  assertStaffStep('dispatch', whole)
  const { order, lines } = whole
  if (deps.env.GSTIN) await noteHsnCodes(transaction, lines)
  published.push(...(await dispatchHolds(db, order.id, now)))
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
  const year = toFinancialYear(now)
  // Last, because every dispatch of the year waits for the row of the series until the transaction ends.
  const invoice = deps.env.GSTIN
    ? {
        invoice_number: toInvoiceNumber(year, await queries.allocateInvoiceNumber(db, year)),
        invoiced_at: now,
      }
    : {}
  return changeState(transaction, order, 'dispatch', invoice)
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
  const { order } = whole
  const change = { payment_state: 'collected' as const }
  await queries.updateOrder(transaction.db, order.id, change)
  const amount = formatRupees(toRupees(order.total_paise))
  await addEvent(transaction, order, 'collected', `${amount} was collected in cash.`)
  return { ...order, ...change }
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

const UNDONE_TEXTS: Record<UndoStep, string> = {
  dispatch: 'The parcel has not left: the step was taken back.',
  deliver: 'The parcel has not arrived: the step was taken back.',
  collect: 'The cash is not collected: the step was taken back.',
}

/**
 * Takes the last step of an order back, with its mail. The timeline tells both.
 * @throws HttpError 409 where something has happened since, or where the shopper is being told.
 */
export async function undoStep(
  transaction: OrderTransaction,
  number: string,
  step: UndoStep,
): Promise<OrderRow> {
  const { db, now } = transaction
  const { order, lines } = await openOrder(transaction, { number })
  const events = await queries.listEvents(db, order.id)
  const undo = findUndo(events, { now, hasInvoice: order.invoice_number !== null })
  const mailId = findLastEvent(events)?.mail_id ?? null
  if (undo?.step !== step || (mailId !== null && !(await deleteUntriedMail(db, mailId))))
    throw new HttpError(409, 'This step cannot be taken back any more.')
  await addEvent(transaction, order, 'undone', UNDONE_TEXTS[step])
  const takenAt = undo.before - UNDO_MS
  if (step === 'dispatch') {
    await queries.deleteShipment(db, order.id, takenAt)
    transaction.published.push(...(await undoDispatch(db, order.id, toOpenItems(lines), now)))
    return changeState(transaction, order, 'undo_dispatch', {})
  }
  if (step === 'deliver') {
    await queries.unsetDelivered(db, order.id, takenAt)
    return changeState(transaction, order, 'undo_deliver', { delivered_at: null })
  }
  const change = { payment_state: 'none' as const }
  await queries.updateOrder(db, order.id, change)
  return { ...order, ...change }
}

/** @param request.amount in rupees; the rest of what was paid by default. */
export async function refundByStaff(
  transaction: OrderTransaction,
  number: string,
  { amount, reason }: { amount?: number | undefined; reason: string },
): Promise<OrderRow> {
  const whole = await openOrder(transaction, { number })
  assertStaffStep('refund', whole)
  const { refundable } = whole.facts
  const paise = amount === undefined ? refundable : Math.round(amount * 100)
  if (paise > refundable)
    throw new HttpError(
      409,
      `At most ${formatRupees(toRupees(refundable))} of this order can be refunded.`,
      { field: 'amount' },
    )
  return startRefund(transaction, whole, paise, reason)
}
