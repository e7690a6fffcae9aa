import type { OpenOrder } from '#src/contract/orders.ts'
import { formatRupees, toRupees } from '#src/rules/money.ts'
import { ORDER_RULES } from '#src/rules/orders/order-states.ts'
import { METHOD_RULES } from '#src/rules/orders/payment-methods.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { createOrderLink } from './order-links.ts'
import { findRefundDue, sumRefunds } from './order-money.ts'
import * as queries from './queries.ts'
import { readWhole } from './read-order.ts'
import type { OrderRow } from './tables.ts'
import type { WholeOrder } from './whole-order.ts'

/** Open orders that are named. */
const MAX_NAMED = 20

/** @returns the orders of a user with which something is still to happen, the newest first. */
export async function listOpenOrders(deps: Deps, db: Db, userId: string): Promise<OpenOrder[]> {
  const rows = await queries.listOpenOrders(db, { user_id: userId }, MAX_NAMED)
  const open: OpenOrder[] = []
  for (const row of rows) open.push(await toOpenOrder(deps, db, row))
  return open
}

/** @returns the open orders of an account that is deleted now, each with the address of its page. */
export async function linkOpenOrders(deps: Deps, db: Db, email: string) {
  const rows = await queries.listOpenOrders(db, { user_id: null, email }, MAX_NAMED)
  const open: (OpenOrder & { url: string })[] = []
  for (const row of rows)
    open.push({
      ...(await toOpenOrder(deps, db, row)),
      url: await createOrderLink(deps, db, row),
    })
  return open
}

const toOpenOrder = async (deps: Deps, db: Db, row: OrderRow): Promise<OpenOrder> => ({
  number: row.number,
  text: describeOpen(await readWhole(deps, db, row)),
})

function describeOpen(whole: WholeOrder): string {
  const { order, refunds, returns } = whole
  const { label, isOver } = ORDER_RULES[order.state]
  const pending = sumRefunds(
    refunds,
    ({ state, last_error }) => state === 'pending' || (state === 'failed' && last_error !== null),
  )
  const isByHand = METHOD_RULES[order.method].settles !== 'before'
  const due = isByHand ? findRefundDue(whole) : 0
  const hasReturn = returns.some(({ state }) => state === 'requested' || state === 'accepted')
  return [
    ...(isOver ? [] : [label]),
    ...(pending > 0 ? [`a refund of ${formatRupees(toRupees(pending))} is under way`] : []),
    ...(due > 0 ? [`${formatRupees(toRupees(due))} is still to be refunded`] : []),
    ...(hasReturn ? ['a return is under way'] : []),
  ].join(', ')
}
