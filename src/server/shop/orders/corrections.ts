import type { z } from 'zod'
import type {
  correctShipmentRequest,
  reduceOrderRequest,
  staffCorrectDeliveryRequest,
} from '#src/contract/editor-orders.ts'
import type { correctDeliveryRequest, shopperReduceRequest } from '#src/contract/orders.ts'
import { findLastEvent } from '#src/rules/orders/order-states.ts'
import { HttpError } from '../../core/errors.ts'
import { deleteUntriedMail } from '../../core/mail/queries.ts'
import { releaseHolds } from '../stock/holds.ts'
import { assertCash } from './buyer-limits.ts'
import { estimatePromise, parseDelivery } from './delivery.ts'
import { describeRefund, formatParcel } from './order-mail-drafts.ts'
import { correctedMail, dispatchedMail } from './order-mails.ts'
import { assertShopperStep, assertStaffStep, openOrder } from './order-steps.ts'
import { type CountedLine, moveLines, planShelf, toItems, toOpenLines } from './order-stock.ts'
import { addEvent, type OrderTransaction } from './order-transaction.ts'
import * as queries from './queries.ts'
import { parseAddress, type WholeOrder } from './read-order.ts'
import { payBack } from './refunds.ts'
import { updateOrder } from './state-queries.ts'
import type { OrderRow } from './tables.ts'

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
  const change: Partial<OrderRow> = { ...parsed, name }
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
  const known = await queries.findShipment(db, id)
  if (!known) throw new HttpError(404, 'There is no such parcel.')
  const whole = await openOrder(transaction, { id: known.order_id })
  assertStaffStep('correct_parcel', whole)
  const { order, lines } = whole
  const change = { carrier, tracking_number: trackingNumber }
  if (known.carrier === carrier && known.tracking_number === trackingNumber)
    throw new HttpError(409, 'The parcel has this carrier and this number already.')
  if (!(await queries.updateShipment(db, id, change)))
    throw new HttpError(409, 'This parcel has arrived already.')
  const shipment = { ...known, ...change }
  const dispatched = findLastEvent(await queries.listEvents(db, order.id), 'dispatched')
  const text = `The parcel was corrected. ${formatParcel(shipment)}`
  await addEvent(transaction, order, 'corrected', text)
  if (dispatched?.mail_id && (await deleteUntriedMail(db, dispatched.mail_id)))
    await dispatchedMail(transaction, order, lines, shipment)
  else if (tellsCustomer) await correctedMail(transaction, order, lines, text, shipment)
  return order
}

export async function reduceByShopper(
  transaction: OrderTransaction,
  { number, userId }: { number: string; userId: string },
  request: z.output<typeof shopperReduceRequest>,
): Promise<OrderRow> {
  const whole = await openOrder(transaction, { number }, userId)
  assertShopperStep('reduce', whole)
  return reduceOrder(transaction, whole, { ...request, tellsCustomer: true })
}

export async function reduceByStaff(
  transaction: OrderTransaction,
  number: string,
  request: z.output<typeof reduceOrderRequest>,
): Promise<OrderRow> {
  const whole = await openOrder(transaction, { number })
  assertStaffStep('reduce', whole)
  return reduceOrder(transaction, whole, request)
}

interface Reduction extends Omit<z.output<typeof reduceOrderRequest>, 'reason'> {
  reason: string
}

/** Takes pieces off an order before its parcel leaves. */
async function reduceOrder(
  transaction: OrderTransaction,
  whole: WholeOrder,
  { lines, reason, shelved, tellsCustomer }: Reduction,
): Promise<OrderRow> {
  const { db, now, published } = transaction
  const { order } = whole
  const reduced = pickPieces(toOpenLines(whole.lines), lines)
  const back = planShelf(reduced, reason, shelved)
  published.push(...(await releaseHolds(db, order.id, now, toItems(reduced))))
  for (const line of reduced)
    await queries.updateLine(db, line, { cancelled: line.cancelled + line.count })
  // The pieces are on the shelf: those that cannot be sold are taken off it.
  await moveLines(
    transaction,
    order,
    back.map((line) => ({ ...line, count: line.shelved - line.count })),
  )
  const pieces = reduced.map(({ count, title }) => `${count} × ${title}`).join(', ')
  const text = `Taken off the order: ${pieces}. Reason: ${reason}.`
  await addEvent(transaction, order, 'reduced', text)
  const paid = await payBack(transaction, whole, order, reason)
  if (tellsCustomer) {
    const refund = paid.paise > 0 ? ` ${describeRefund(order, paid.paise)}` : ''
    await correctedMail(transaction, paid.order, whole.lines, `${text}${refund}`)
  }
  return paid.order
}

/** @throws HttpError 400, 409 for pieces that the order does not have, and for all that it has. */
function pickPieces(
  open: readonly CountedLine[],
  wanted: z.output<typeof reduceOrderRequest>['lines'],
): CountedLine[] {
  const quantities = new Map(wanted.map(({ position, quantity }) => [position, quantity]))
  const picked = open.flatMap((line) => {
    const count = quantities.get(line.position)
    if (count === undefined) return []
    if (count > line.count)
      throw new HttpError(409, `The order has only ${line.count} of ${line.title}.`)
    return [{ ...line, count }]
  })
  if (picked.length < wanted.length)
    throw new HttpError(400, 'Please choose each line of the order once.', { field: 'lines' })
  const sum = (lines: readonly CountedLine[]) =>
    lines.reduce((total, { count }) => total + count, 0)
  if (sum(picked) === sum(open))
    throw new HttpError(409, 'These are all pieces of the order. Please cancel it instead.')
  return picked
}
