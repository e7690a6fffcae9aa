import type { UndoStep } from '#src/contract/values.ts'
import { UNDO_MS } from '#src/rules/constants.ts'
import { findLastEvent, findUndo } from '#src/rules/orders/order-states.ts'
import { HttpError } from '../../core/errors.ts'
import { deleteUntriedMail } from '../../core/mail/queries.ts'
import { undoDispatch } from '../stock/holds.ts'
import { changeState, openOrder } from './order-steps.ts'
import { toItems, toOpenLines } from './order-stock.ts'
import { addEvent, type OrderTransaction } from './order-transaction.ts'
import * as queries from './queries.ts'
import { updateOrder } from './state-queries.ts'
import type { OrderRow } from './tables.ts'

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
  const { order, lines, documents } = await openOrder(transaction, { number })
  const events = await queries.listEvents(db, order.id)
  const undo = findUndo(events, { now, hasInvoice: documents.length > 0 })
  const mailId = findLastEvent(events)?.mail_id ?? null
  if (undo?.step !== step || (mailId !== null && !(await deleteUntriedMail(db, mailId))))
    throw new HttpError(409, 'This step cannot be taken back any more.')
  await addEvent(transaction, order, 'undone', UNDONE_TEXTS[step])
  const takenAt = undo.before - UNDO_MS
  if (step === 'dispatch') {
    await queries.deleteShipment(db, order.id, takenAt)
    const open = toOpenLines(lines)
    // Pieces that were taken off the order, e.g. damaged ones, stay off the shelf.
    const taken = open.map((line) => ({
      ...line,
      count: Math.min(line.count, line.taken_from_shelf),
    }))
    const items = { held: toItems(open), taken: toItems(taken) }
    transaction.published.push(...(await undoDispatch(db, order.id, items, now)))
    for (const line of taken)
      await queries.updateLine(db, line, { taken_from_shelf: line.taken_from_shelf - line.count })
    return changeState(transaction, order, 'undo_dispatch', {})
  }
  if (step === 'deliver') {
    await queries.unsetDelivered(db, order.id, takenAt)
    return changeState(transaction, order, 'undo_deliver', { delivered_at: null })
  }
  return updateOrder(db, order, {
    payment_state: 'none',
    collected_paise: order.credit_paise,
    collected_at: null,
  })
}
