import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type {
  dispatchOrderRequest,
  returnParcelRequest,
  staffCancelRequest,
} from '#src/contract/editor-orders.ts'
import {
  isParcelCancelReason,
  type ParcelStep,
  type PlainStep,
  type ShopperStep,
  type StaffStep,
} from '#src/contract/values.ts'
import { formatRupees, toRupees } from '#src/rules/money.ts'
import {
  EXPIRED,
  NOT_RETURNED,
  ORDER_RULES,
  refuseShopperStep,
  refuseStaffStep,
} from '#src/rules/orders/order-states.ts'
import { HttpError } from '../../core/errors.ts'
import { releaseHolds } from '../stock/holds.ts'
import { toCarrierText } from './carriers.ts'
import { changeState } from './change-state.ts'
import { readHsnCodesOf } from './hsn-queries.ts'
import { describeRefund } from './order-mail-drafts.ts'
import { cancelledMail, correctedMail, deliveredMail, dispatchedMail } from './order-mails.ts'
import { findDues, isPaidInCash, priceParcel } from './order-money.ts'
import { type BackLine, moveLines, planShelf, takeFromShelf } from './order-stock.ts'
import { addEvent, type OrderTransaction, requestCreditNote } from './order-transaction.ts'
import {
  type CountedLine,
  countPieces,
  formatPieces,
  isUnderWay,
  isWholeOrder,
  listLive,
  toOpenLines,
  toParcelLines,
  toQuantities,
  toUnsentLines,
} from './parcels.ts'
import * as queries from './queries.ts'
import { readWhole } from './read-order.ts'
import { pickPieces, reduceOrder } from './reduce-order.ts'
import { payBack, startRefund } from './refunds.ts'
import { updateOrder } from './state-queries.ts'
import type { OrderLineRow, OrderRow, ShipmentRow } from './tables.ts'
import type { WholeOrder } from './whole-order.ts'

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
  const { state } = whole.order
  const isOfParcel = isParcelCancelReason(reason)
  if (state === 'dispatched' && !isOfParcel)
    throw new HttpError(
      409,
      'A parcel on its way can be cancelled only once it came back to us, or was lost.',
    )
  if (state !== 'dispatched' && isOfParcel)
    throw new HttpError(
      409,
      state === 'part_dispatched'
        ? 'Please say which parcel came back, or was lost.'
        : 'This order is not dispatched yet.',
    )
  if (state === 'part_dispatched') {
    const rest = toUnsentLines(whole).filter(({ count }) => count > 0)
    return reduceOrder(transaction, whole, rest, { reason, shelved, tellsCustomer: true })
  }
  if (state === 'dispatched' && listLive(whole.shipments).length > 1)
    throw new HttpError(409, 'Please say which of the parcels came back, or was lost.')
  const back = planShelf(toOpenLines(whole.lines), reason, shelved)
  return cancel(transaction, whole, { reason, back }, `We cancelled the order. Reason: ${reason}.`)
}

/** Records that a parcel came back, or was lost. Its pieces are cancelled; with the last of them the order is. */
export async function returnParcel(
  transaction: OrderTransaction,
  id: string,
  { reason, shelved }: z.output<typeof returnParcelRequest>,
): Promise<OrderRow> {
  const { db, now } = transaction
  const { whole, shipment } = await openParcel(transaction, id)
  assertUnderWay(shipment)
  const { order } = whole
  if (isWholeOrder(whole, id)) return cancelByStaff(transaction, order.number, { reason, shelved })
  const pieces = toParcelLines(whole.lines, [shipment])
  const back = planShelf(pieces, reason, shelved)
  await queries.updateShipment(db, id, { returned_at: now })
  for (const line of pieces)
    await queries.updateLine(db, line, { cancelled: line.cancelled + line.count })
  // Before the stock: every change locks products first.
  const changed = await changeState(transaction, order, 'come_back', {})
  await moveLines(
    transaction,
    order,
    back.map((line) => ({ ...line, count: line.shelved })),
  )
  const text = `${reason}: ${formatPieces(pieces)}.`
  await addEvent(transaction, order, 'parcel_returned', text)
  requestCreditNote(transaction, order, reason, id)
  const paid = await payBack(transaction, whole, changed, reason)
  const refund = paid.paise > 0 ? ` ${describeRefund(order, paid.paise)}` : ''
  await correctedMail(transaction, paid.order, whole.lines, `${text}${refund}`)
  return paid.order
}

/** @throws HttpError 404 for an unknown parcel. */
export async function openParcel(transaction: OrderTransaction, id: string) {
  const found = await queries.findShipment(transaction.db, id)
  const whole = found && (await openOrder(transaction, { id: found.order_id }))
  const shipment = whole?.shipments.find((shipment) => shipment.id === id)
  if (!whole || !shipment) throw new HttpError(404, 'There is no such parcel.')
  return { whole, shipment }
}

/** @throws HttpError 409 for a parcel that has arrived, or came back. */
export function assertUnderWay(shipment: ShipmentRow): void {
  if (isUnderWay(shipment)) return
  const has = shipment.returned_at === null ? 'has arrived' : 'came back, or was lost,'
  throw new HttpError(409, `This parcel ${has} already.`)
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
  const lost = listLive(whole.shipments)
  for (const { id } of lost) await queries.updateShipment(db, id, { returned_at: now })
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
  requestCreditNote(transaction, order, reason, lost[0]?.id)
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
  const codes = await readHsnCodesOf(db, lines)
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

/**
 * Marks a parcel as dispatched: its holds leave the shelf, and its invoice has its number in a shop with GSTIN.
 * The request names its pieces; by default, it has all that are still to be sent.
 */
export async function dispatchOrder(
  transaction: OrderTransaction,
  number: string,
  { carrier, trackingNumber, lines: pieces }: z.output<typeof dispatchOrderRequest>,
): Promise<OrderRow> {
  const { deps, db, now } = transaction
  const whole = await openOrder(transaction, { number })
  assertStaffStep('dispatch', whole)
  const { order, shipments } = whole
  const unsent = toUnsentLines(whole)
  const sent = (pieces ? pickPieces(unsent, pieces) : unsent).filter(({ count }) => count > 0)
  const isRest = countPieces(sent) === countPieces(unsent)
  if (deps.env.GSTIN) await noteHsnCodes(transaction, sent)
  await takeFromShelf(transaction, order, sent, isRest)
  const shipment: ShipmentRow = {
    id: randomUUID(),
    order_id: order.id,
    position: (shipments.at(-1)?.position ?? -1) + 1,
    lines: JSON.stringify(sent.map(({ position, count }) => ({ position, quantity: count }))),
    amount_paise: priceParcel(whole, sent),
    carrier,
    tracking_number: trackingNumber,
    dispatched_at: now,
    delivered_at: null,
    collected_paise: 0,
    collected_at: null,
    returned_at: null,
  }
  await queries.insertShipment(db, shipment)
  const after = { ...whole, shipments: [...shipments, shipment] }
  const mailId = await dispatchedMail(transaction, after, shipment)
  const tracked = trackingNumber ? `, number ${trackingNumber}` : ''
  const text = `The parcel left ${toCarrierText(carrier)}${tracked}${toPart(whole, sent)}.`
  await addEvent(transaction, order, 'dispatched', text, mailId)
  if (deps.env.GSTIN)
    transaction.documents.set(order.id, {
      shipmentId: shipment.id,
      isInvoiced: true,
      reason: 'It was refunded before the dispatch',
    })
  return changeState(transaction, order, 'dispatch', isRest ? {} : { packed_at: null })
}

/** Names the pieces of a parcel, if others of its order are not in it. */
const toPart = ({ lines }: WholeOrder, pieces: readonly CountedLine[]): string =>
  countPieces(pieces) < countPieces(toOpenLines(lines)) ? `: ${formatPieces(pieces)}` : ''

/** Marks parcels that are under way as delivered. */
async function deliver(
  transaction: OrderTransaction,
  whole: WholeOrder,
  parcels: readonly ShipmentRow[],
): Promise<OrderRow> {
  const { db, now } = transaction
  assertStaffStep('deliver', whole)
  const { order, lines } = whole
  for (const { id } of parcels) await queries.updateShipment(db, id, { delivered_at: now })
  const pieces = parcels.length > 0 ? toParcelLines(lines, parcels) : toOpenLines(lines)
  const mailId = await deliveredMail(transaction, order, toQuantities(pieces))
  const what = parcels.length > 1 ? 'The parcels have' : 'The parcel has'
  const text = `${what} arrived${toPart(whole, pieces)}.`
  await addEvent(transaction, order, 'delivered', text, mailId)
  return changeState(transaction, order, 'deliver', {})
}

async function deliverOrder(transaction: OrderTransaction, number: string): Promise<OrderRow> {
  const whole = await openOrder(transaction, { number })
  return deliver(transaction, whole, whole.shipments.filter(isUnderWay))
}

async function deliverParcel(transaction: OrderTransaction, id: string): Promise<OrderRow> {
  const { whole, shipment } = await openParcel(transaction, id)
  assertUnderWay(shipment)
  return deliver(transaction, whole, [shipment])
}

async function collectCash(transaction: OrderTransaction, number: string): Promise<OrderRow> {
  const whole = await openOrder(transaction, { number })
  assertStaffStep('collect', whole)
  return noteCash(transaction, whole)
}

async function collectParcel(transaction: OrderTransaction, id: string): Promise<OrderRow> {
  const { whole } = await openParcel(transaction, id)
  assertStaffStep('collect', whole)
  if (!findDues(whole).get(id))
    throw new HttpError(409, 'Nothing is to be collected for this parcel.')
  return noteCash(transaction, whole, id)
}

/**
 * Records what the courier has collected: the price of the pieces that are not back yet.
 * @param shipmentId by default, for all parcels that have left.
 */
export async function noteCash(
  transaction: OrderTransaction,
  whole: WholeOrder,
  shipmentId?: string,
): Promise<OrderRow> {
  const { db, now } = transaction
  const { order, facts } = whole
  const dues = [...findDues(whole)].filter(([id]) => shipmentId === undefined || id === shipmentId)
  for (const [id, paise] of dues)
    await queries.updateShipment(db, id, { collected_paise: paise, collected_at: now })
  const paise =
    shipmentId === undefined ? facts.collectable : dues.reduce((sum, [, due]) => sum + due, 0)
  const collected = await updateOrder(db, order, {
    payment_state: paise === facts.toCollect ? 'collected' : 'none',
    collected_paise: order.collected_paise + paise,
    collected_at: now,
  })
  const amount = formatRupees(toRupees(paise))
  await addEvent(transaction, order, 'collected', `${amount} was collected in cash.`)
  return collected
}

/** Marks what is still to be sent of an order as packed, or takes the mark off. */
async function markPacked(
  transaction: OrderTransaction,
  number: string,
  step: 'pack' | 'unpack',
): Promise<OrderRow> {
  const whole = await openOrder(transaction, { number })
  assertStaffStep(step, whole)
  const isPacked = step === 'pack'
  await addEvent(
    transaction,
    whole.order,
    isPacked ? 'packed' : 'unpacked',
    isPacked ? 'The pieces are packed.' : 'The pieces are not packed.',
  )
  return updateOrder(transaction.db, whole.order, { packed_at: isPacked ? transaction.now : null })
}

interface PlainStepEffect {
  /** @param key the number of the order, or the id of the parcel. */
  change: (transaction: OrderTransaction, key: string) => Promise<OrderRow>
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
  pack: {
    change: (transaction, number) => markPacked(transaction, number, 'pack'),
    message: 'The order is packed.',
    subject: 'Marked as packed: the order',
  },
  unpack: {
    change: (transaction, number) => markPacked(transaction, number, 'unpack'),
    message: 'The order is not packed.',
    subject: 'Marked as not packed: the order',
  },
}

/** The same steps for one parcel. */
export const PARCEL_STEP_EFFECTS: Record<ParcelStep, PlainStepEffect> = {
  deliver: {
    change: deliverParcel,
    message: 'The parcel is delivered.',
    subject: 'Marked as delivered: a parcel of the order',
  },
  collect: {
    change: collectParcel,
    message: 'The cash is recorded.',
    subject: 'Recorded the cash of a parcel of the order',
  },
}
