import { changesRows } from '../../core/db/row-counts.ts'
import type { Db } from '../../core/db/schema.ts'
import type { OrderRow, PaymentRow, RefundRow, ReturnRequestRow } from './tables.ts'

interface StateTables {
  order: OrderRow
  payment: PaymentRow
  refund: RefundRow
  return_request: ReturnRequestRow
}

/**
 * Updates a row with a state. It does nothing if the row has left the expected states, because another process was
 * faster. No other function updates these tables.
 * @param unchanged further columns that must still have these values.
 * @returns whether the row was updated.
 */
export function transition<Table extends keyof StateTables>(
  db: Db,
  table: Table,
  id: string,
  from: readonly StateTables[Table]['state'][],
  set: Partial<StateTables[Table]>,
  unchanged: Partial<StateTables[Table]> = {},
): Promise<boolean> {
  // The four tables share the columns that the condition names.
  let query = db
    .updateTable(table as 'payment')
    .set(set as Partial<PaymentRow>)
    .where('id', '=', id)
    .where('state', 'in', from as readonly PaymentRow['state'][])
  for (const [column, value] of Object.entries(unchanged))
    query = query.where(column as 'check_at', '=', value as number)
  return changesRows(query)
}

/** Updates an order that the transaction has locked. @returns the changed row. */
export async function updateOrder(
  db: Db,
  order: OrderRow,
  change: Partial<OrderRow>,
): Promise<OrderRow> {
  if (!(await transition(db, 'order', order.id, [order.state], change)))
    throw new Error(`The order ${order.number} is no longer ${order.state}.`)
  return { ...order, ...change }
}
