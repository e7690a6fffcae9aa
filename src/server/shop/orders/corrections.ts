import type { z } from 'zod'
import type {
  correctShipmentRequest,
  customerNoteRequest,
  reduceOrderRequest,
  staffCorrectDeliveryRequest,
} from '#src/contract/editor-orders.ts'
import type { correctDeliveryRequest, shopperReduceRequest } from '#src/contract/orders.ts'
import { findLastEvent } from '#src/rules/orders/order-states.ts'
import { HttpError } from '../../core/errors.ts'
import { deleteUntriedMail } from '../../core/mail/queries.ts'
import { assertCash } from './buyer-limits.ts'
import { estimatePromise, parseDelivery } from './delivery.ts'
import { parseAddress } from './order-answers.ts'
import { formatParcel } from './order-mail-drafts.ts'
import { correctedMail, dispatchedMail, noteMail } from './order-mails.ts'
import {
  assertShopperStep,
  assertStaffStep,
  assertUnderWay,
  openOrder,
  openParcel,
} from './order-steps.ts'
import { addEvent, type OrderTransaction } from './order-transaction.ts'
import { type CountedLine, countPieces, toUnsentLines } from './parcels.ts'
import * as queries from './queries.ts'
import { pickPieces, reduceOrder } from './reduce-order.ts'
import { updateOrder } from './state-queries.ts'
import type { OrderRow, Piece } from './tables.ts'
import type { WholeOrder } from './whole-order.ts'

// What can be put right after an order is placed. Its invoice is issued at the dispatch, from what is right then.

/** Corrects where the parcel of a shopper goes. The mail tells of a change by someone else. */
export async function correctDeliveryByShopper(
  transaction: OrderTransaction,
  { number, userId }: { number: string; userId: string },
  delivery: z.output<typeof correctDeliveryRequest>,
): Promise<OrderRow> {
  const whole = await openOrder(transaction, { number }, userId)
  assertShopperStep('correct', whole)
  return correctDelivery(transaction, whole, { ...delivery, tellsCustomer: true })
}

export async function correctDeliveryByStaff(
  transaction: OrderTransaction,
  number: string,
  request: z.output<typeof staffCorrectDeliveryRequest>,
): Promise<OrderRow> {
  const whole = await openOrder(transaction, { number })
  assertStaffStep('correct', whole)
  return correctDelivery(transaction, whole, request)
}

async function correctDelivery(
  transaction: OrderTransaction,
  { order, lines }: WholeOrder,
  { tellsCustomer, name = order.name, ...delivery }: z.output<typeof staffCorrectDeliveryRequest>,
): Promise<OrderRow> {
  const { deps, db } = transaction
  const parsed = parseDelivery(deps, delivery)
  const corrected = [
    ...(name === order.name ? [] : ['name']),
    ...(parsed.ship_to === order.ship_to ? [] : ['delivery address']),
    ...(parsed.phone === order.phone ? [] : ['telephone number for the courier']),
  ]
  if (corrected.length === 0)
    throw new HttpError(409, 'The order has this name, address and telephone number already.')
  // The label of a packed parcel is wrong now.
  const change: Partial<OrderRow> = { ...parsed, name, packed_at: null }
  // A bill with a GST number keeps the address of the business.
  if (order.bill_to === order.ship_to && order.buyer_gstin === '') change.bill_to = parsed.ship_to
  if (parseAddress(parsed.ship_to).pincode !== parseAddress(order.ship_to).pincode)
    Object.assign(
      change,
      await estimatePromise(transaction, delivery.address, {
        personalised: lines.some(({ personalised }) => personalised === 1),
        placedAt: order.placed_at,
      }),
    )
  const way = 'Please enter another address, or cancel the order and choose another payment method.'
  await assertCash(transaction, { ...order, ...change }, way)
  const changed = await updateOrder(db, order, change)
  const text = `Corrected: ${corrected.join(', ')}.`
  await addEvent(transaction, order, 'corrected', text)
  if (tellsCustomer) await correctedMail(transaction, changed, lines, text)
  return changed
}

/** Corrects carrier and number of a parcel. A mail about it that has not left yet is written again. */
export async function correctShipment(
  transaction: OrderTransaction,
  id: string,
  { carrier, trackingNumber, tellsCustomer }: z.output<typeof correctShipmentRequest>,
): Promise<OrderRow> {
  const { db } = transaction
  const { whole, shipment: known } = await openParcel(transaction, id)
  assertStaffStep('correct_parcel', whole)
  assertUnderWay(known)
  const { order, lines } = whole
  const change = { carrier, tracking_number: trackingNumber }
  if (known.carrier === carrier && known.tracking_number === trackingNumber)
    throw new HttpError(409, 'The parcel has this carrier and this number already.')
  await queries.updateShipment(db, id, change)
  const shipment = { ...known, ...change }
  const events = await queries.listEvents(db, order.id)
  const dispatched = findLastEvent(
    events.filter(({ at }) => at <= known.dispatched_at),
    'dispatched',
  )
  const text = `The parcel was corrected. ${formatParcel(shipment)}`
  await addEvent(transaction, order, 'corrected', text)
  if (dispatched?.mail_id && (await deleteUntriedMail(db, dispatched.mail_id)))
    await dispatchedMail(transaction, whole, shipment)
  else if (tellsCustomer) await correctedMail(transaction, order, lines, text, shipment)
  return order
}

/** Adds a note that the shopper reads on the page of the order. */
export async function addCustomerNote(
  transaction: OrderTransaction,
  number: string,
  { text, tellsCustomer }: z.output<typeof customerNoteRequest>,
): Promise<OrderRow> {
  const { order, lines } = await openOrder(transaction, { number })
  await addEvent(transaction, order, 'noted', text)
  if (tellsCustomer) await noteMail(transaction, order, lines, text)
  return order
}

export async function reduceByShopper(
  transaction: OrderTransaction,
  { number, userId }: { number: string; userId: string },
  { lines, ...rest }: z.output<typeof shopperReduceRequest>,
): Promise<OrderRow> {
  const whole = await openOrder(transaction, { number }, userId)
  assertShopperStep('reduce', whole)
  return reduceOrder(transaction, whole, pickSome(whole, lines), { ...rest, tellsCustomer: true })
}

export async function reduceByStaff(
  transaction: OrderTransaction,
  number: string,
  { lines, ...rest }: z.output<typeof reduceOrderRequest>,
): Promise<OrderRow> {
  const whole = await openOrder(transaction, { number })
  assertStaffStep('reduce', whole)
  return reduceOrder(transaction, whole, pickSome(whole, lines), rest)
}

/** @throws HttpError 409 for all pieces of an order of which nothing was sent. */
function pickSome(whole: WholeOrder, pieces: readonly Piece[]): CountedLine[] {
  const unsent = toUnsentLines(whole)
  const picked = pickPieces(unsent, pieces)
  if (whole.order.state === 'placed' && countPieces(picked) === countPieces(unsent))
    throw new HttpError(409, 'These are all pieces of the order. Please cancel it instead.')
  return picked
}
