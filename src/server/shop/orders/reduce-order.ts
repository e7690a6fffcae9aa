import type { z } from 'zod'
import type { reduceOrderRequest } from '#src/contract/editor-orders.ts'
import { HttpError } from '../../core/errors.ts'
import { releaseHolds } from '../stock/holds.ts'
import { changeState } from './change-state.ts'
import { describeRefund } from './order-mail-drafts.ts'
import { correctedMail } from './order-mails.ts'
import { moveLines, planShelf, toItems } from './order-stock.ts'
import { addEvent, type OrderTransaction } from './order-transaction.ts'
import { type CountedLine, formatPieces } from './parcels.ts'
import * as queries from './queries.ts'
import { payBack } from './refunds.ts'
import { updateOrder } from './state-queries.ts'
import type { OrderRow, Piece } from './tables.ts'
import type { WholeOrder } from './whole-order.ts'

type Reduction = Pick<z.output<typeof reduceOrderRequest>, 'shelved' | 'tellsCustomer'> & {
  reason: string
}

/** Takes pieces off an order that have not left. */
export async function reduceOrder(
  transaction: OrderTransaction,
  whole: WholeOrder,
  reduced: readonly CountedLine[],
  { reason, shelved, tellsCustomer }: Reduction,
): Promise<OrderRow> {
  const { db, now, published } = transaction
  const { order } = whole
  const back = planShelf(reduced, reason, shelved)
  for (const line of reduced)
    await queries.updateLine(db, line, { cancelled: line.cancelled + line.count })
  // Without its last unsent piece, a partly sent order is sent or delivered.
  const isPart = order.state === 'part_dispatched'
  // A packed parcel has these pieces.
  const change = { packed_at: null }
  const changed = isPart
    ? await changeState(transaction, order, 'cancel', change)
    : await updateOrder(db, order, change)
  published.push(...(await releaseHolds(db, order.id, now, toItems(reduced))))
  // The pieces are on the shelf: those that cannot be sold are taken off it.
  await moveLines(
    transaction,
    order,
    back.map((line) => ({ ...line, count: line.shelved - line.count })),
  )
  const text = `Taken off the order: ${formatPieces(reduced)}. Reason: ${reason}.`
  await addEvent(transaction, order, 'reduced', text)
  const paid = await payBack(transaction, whole, changed, reason)
  if (tellsCustomer) {
    const refund = paid.paise > 0 ? ` ${describeRefund(order, paid.paise)}` : ''
    await correctedMail(transaction, paid.order, whole.lines, `${text}${refund}`)
  }
  return paid.order
}

/** @throws HttpError 400, 409 for pieces that the order does not have, or that have left. */
export function pickPieces(open: readonly CountedLine[], wanted: readonly Piece[]): CountedLine[] {
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
  return picked
}
