import type { z } from 'zod'
import type {
  EditorOrderRow,
  editorOrdersRequest,
  editorOrdersResponse,
  OrderCounts,
} from '#src/contract/editor-orders.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { keepsOrders } from '../../shop/orders/kept-orders-queries.ts'
import { listLinesOf } from '../../shop/orders/queries.ts'
import { toOrderSummary } from '../../shop/orders/read-order.ts'
import type { OrderRow } from '../../shop/orders/tables.ts'
import * as queries from './queries.ts'

const PAGE_SIZE = 25

/** @returns a page of orders, and how many there are, up to a bound. */
export async function listOrders(
  { db, now }: Deps,
  { search, states, view, page }: z.output<typeof editorOrdersRequest>,
): Promise<z.output<typeof editorOrdersResponse>> {
  const filter = { states, view, now: now() }
  const offset = (page - 1) * PAGE_SIZE
  const { rows, count } = await readPage(db, filter, search, offset)
  const total = Math.min(count, queries.MAX_COUNTED)
  return {
    orders: await toRows(db, rows, filter.now),
    total,
    isBounded: count > queries.MAX_COUNTED,
    pageCount: Math.max(1, Math.ceil(total / PAGE_SIZE)),
  }
}

async function readPage(
  db: Db,
  filter: queries.OrderFilter,
  search: string,
  offset: number,
): Promise<{ rows: OrderRow[]; count: number }> {
  if (search === '') {
    const rows = await queries.listOrders(db, filter, { offset, limit: PAGE_SIZE })
    return { rows, count: await queries.countOrders(db, filter) }
  }
  const ids = await queries.findOrderIds(db, filter, search)
  const rows = await queries.listOrdersById(db, ids.slice(offset, offset + PAGE_SIZE))
  return { rows, count: ids.length }
}

async function toRows(db: Db, orders: OrderRow[], now: number): Promise<EditorOrderRow[]> {
  const ids = orders.map(({ id }) => id)
  const lines = Map.groupBy(await listLinesOf(db, ids), ({ order_id }) => order_id)
  const openReturns = await queries.listOpenReturns(db, ids)
  const today = queries.toPromisedDay(now)
  return orders.map((order) => ({
    ...toOrderSummary(order, lines.get(order.id) ?? []),
    name: order.name,
    email: order.email,
    city: (JSON.parse(order.ship_to) as { city?: string }).city ?? '',
    isOverdue:
      (order.state === 'placed' || order.state === 'dispatched') &&
      order.promised_to !== null &&
      order.promised_to < today,
    hasOpenReturn: openReturns.has(order.id),
  }))
}

/** @returns what waits for the staff; null in a shop that takes no orders and has taken none. */
export const readOrderCounts = async (deps: Deps): Promise<OrderCounts> =>
  (await keepsOrders(deps)) ? queries.countByState(deps.db, deps.now()) : null
