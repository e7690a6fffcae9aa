import { findNextState, type Transition } from '#src/rules/orders/order-states.ts'
import type { OrderTransaction } from './order-transaction.ts'
import { findParcelState } from './parcels.ts'
import { updatePurchaseMarks } from './purchase-queries.ts'
import * as queries from './queries.ts'
import { updateOrder } from './state-queries.ts'
import type { OrderRow } from './tables.ts'

/** What happens with a parcel, or with the pieces that are not in one. */
const PARCEL_TRANSITIONS: readonly Transition[] = [
  'dispatch',
  'deliver',
  'come_back',
  'undo_dispatch',
  'undo_deliver',
]

/** Changes the state by the table of transitions, and by the parcels. @returns the row as it is then. */
export async function changeState(
  transaction: OrderTransaction,
  order: OrderRow,
  transition: Transition,
  change: Partial<OrderRow>,
): Promise<OrderRow> {
  const { db, now } = transaction
  const next = findNextState(order.state, transition)
  if (!next) throw new Error(`An order in the state ${order.state} has no ${transition}.`)
  const isOfParcel = PARCEL_TRANSITIONS.includes(transition) || order.state === 'part_dispatched'
  const state =
    (isOfParcel &&
      findParcelState({
        lines: await queries.listLines(db, order.id),
        shipments: await queries.listShipments(db, order.id),
      })) ||
    next
  const isDelivered = state === 'delivered'
  const wasDelivered = order.state === 'delivered'
  const arrival = isDelivered === wasDelivered ? {} : { delivered_at: isDelivered ? now : null }
  const changed = await updateOrder(db, order, { ...change, ...arrival, state })
  if (isDelivered || wasDelivered) await updatePurchaseMarks(transaction, order)
  return changed
}
