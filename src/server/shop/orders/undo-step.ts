import type { UndoStep } from '#src/contract/values.ts'
import { UNDO_MS } from '#src/rules/constants.ts'
import { findLastEvent, findUndo } from '#src/rules/orders/order-states.ts'
import { HttpError } from '../../core/errors.ts'
import { deleteUntriedMail } from '../../core/mail/queries.ts'
import { undoDispatch } from '../stock/holds.ts'
import { changeState } from './change-state.ts'
import { openOrder } from './order-steps.ts'
import { toItems } from './order-stock.ts'
import { addEvent, type OrderTransaction } from './order-transaction.ts'
import { toOpenLines, toParcelLines } from './parcels.ts'
import * as queries from './queries.ts'
import { updateOrder } from './state-queries.ts'
import type { OrderRow, ShipmentRow } from './tables.ts'

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
  const { order, lines, shipments, documents } = await openOrder(transaction, { number })
  const events = await queries.listEvents(db, order.id)
  const undo = findUndo(events, { now, hasInvoice: documents.length > 0 })
  const mailId = findLastEvent(events)?.mail_id ?? null
  if (undo?.step !== step || (mailId !== null && !(await deleteUntriedMail(db, mailId))))
    throw new HttpError(409, 'This step cannot be taken back any more.')
  await addEvent(transaction, order, 'undone', UNDONE_TEXTS[step])
  const takenAt = undo.before - UNDO_MS
  if (step === 'dispatch') {
    const last = shipments.filter(({ dispatched_at }) => dispatched_at === takenAt).at(-1)
    if (last) await queries.deleteShipment(db, last.id)
    const open = last ? toParcelLines(lines, [last]) : toOpenLines(lines)
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
    for (const { id, delivered_at } of shipments)
      if (delivered_at === takenAt) await queries.updateShipment(db, id, { delivered_at: null })
    return changeState(transaction, order, 'undo_deliver', {})
  }
  const isOther = ({ collected_at }: ShipmentRow) =>
    collected_at !== null && collected_at !== takenAt
  const others = shipments.filter(isOther)
  for (const { id } of shipments.filter((shipment) => !isOther(shipment)))
    await queries.updateShipment(db, id, { collected_paise: 0, collected_at: null })
  return updateOrder(db, order, {
    payment_state: 'none',
    collected_paise: others.reduce(
      (sum, { collected_paise }) => sum + collected_paise,
      order.credit_paise,
    ),
    collected_at: others.at(-1)?.collected_at ?? null,
  })
}
