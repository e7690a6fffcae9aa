import type { z } from 'zod'
import type {
  EditorOrderRow,
  editorOrdersRequest,
  editorOrdersResponse,
  OrderCounts,
} from '#src/contract/editor-orders.ts'
import { toIndianDay } from '#src/rules/dates.ts'
import { toRupees } from '#src/rules/money.ts'
import { ORDER_RULES, UNDER_WAY_STATES } from '#src/rules/orders/order-states.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { listCategoriesWithHsn, listLinesWithoutHsn } from '../../shop/orders/hsn-queries.ts'
import { keepsOrders } from '../../shop/orders/kept-orders-queries.ts'
import { isPacked, toOrderSummary } from '../../shop/orders/order-answers.ts'
import { findCollectable, findDues } from '../../shop/orders/order-money.ts'
import { listLinesOf, listShipmentsOf } from '../../shop/orders/queries.ts'
import type { OrderRow } from '../../shop/orders/tables.ts'
import * as queries from './queries.ts'

const PAGE_SIZE = 25

/** What every list and count of the desk is filtered by. */
export const readBase = async ({ db, env, now }: Deps) => ({
  now: now(),
  categoriesWithHsn: env.GSTIN ? await listCategoriesWithHsn(db) : undefined,
})

type Base = Awaited<ReturnType<typeof readBase>>

/** @returns a page of orders, and how many there are, up to a bound. */
export async function listOrders(
  deps: Deps,
  request: z.output<typeof editorOrdersRequest>,
  signal?: AbortSignal,
): Promise<z.output<typeof editorOrdersResponse>> {
  const { db } = deps
  const base = await readBase(deps)
  const isDispatchFinal = deps.env.GSTIN !== undefined
  if (request.numbers) {
    const rows = await queries.listOrdersByNumber(db, request.numbers)
    const orders = await toRows(db, rows, base)
    return { orders, total: rows.length, isBounded: false, pageCount: 1, isDispatchFinal }
  }
  const { rows, count } = await readPage(db, base, request, signal)
  const total = Math.min(count, queries.MAX_COUNTED)
  return {
    orders: await toRows(db, rows, base),
    total,
    isBounded: count > queries.MAX_COUNTED,
    pageCount: Math.max(1, Math.ceil(total / PAGE_SIZE)),
    isDispatchFinal,
  }
}

async function readPage(
  db: Db,
  base: Base,
  { search, states, view, sort, page }: z.output<typeof editorOrdersRequest>,
  signal: AbortSignal | undefined,
): Promise<{ rows: OrderRow[]; count: number }> {
  const filter = { ...base, states, view }
  const offset = (page - 1) * PAGE_SIZE
  if (search === '') {
    // What waits longest comes first.
    const part = { sort: sort ?? (view ? 'oldest' : 'newest'), offset, limit: PAGE_SIZE } as const
    const rows = await queries.listOrders(db, filter, part)
    return { rows, count: await queries.countOrders(db, filter) }
  }
  const ids = await queries.findOrderIds(db, filter, search, signal)
  const rows = await queries.listOrdersById(db, ids.slice(offset, offset + PAGE_SIZE))
  return { rows, count: ids.length }
}

async function toRows(
  db: Db,
  orders: OrderRow[],
  { now, categoriesWithHsn }: Base,
): Promise<EditorOrderRow[]> {
  const ids = orders.map(({ id }) => id)
  const lines = Map.groupBy(await listLinesOf(db, ids), ({ order_id }) => order_id)
  const shipments = Map.groupBy(await listShipmentsOf(db, ids), ({ order_id }) => order_id)
  const openReturns = await queries.listOpenReturns(db, ids)
  const today = toIndianDay(now)
  const toDispatch = orders.filter(({ state }) => ORDER_RULES[state].next.dispatch)
  const withoutHsn = await listLinesWithoutHsn(
    db,
    categoriesWithHsn ? toDispatch.flatMap(({ id }) => lines.get(id) ?? []) : [],
  )
  return orders.map((order) => {
    const own = lines.get(order.id) ?? []
    const whole = { order, lines: own, shipments: shipments.get(order.id) ?? [] }
    const dues = findDues(whole)
    return {
      ...toOrderSummary(order, own),
      name: order.name,
      email: order.email,
      city: (JSON.parse(order.ship_to) as { city?: string }).city ?? '',
      isOverdue:
        UNDER_WAY_STATES.includes(order.state) &&
        order.promised_to !== null &&
        order.promised_to < today,
      hasOpenReturn: openReturns.has(order.id),
      isMissingHsn: own.some((line) => withoutHsn.includes(line)),
      isPacked: isPacked(order),
      toCollect: toRupees(findCollectable(whole)),
      parcels: whole.shipments.flatMap(({ id, tracking_number }) => {
        const due = dues.get(id) ?? 0
        return due > 0 ? [{ id, trackingNumber: tracking_number, toCollect: toRupees(due) }] : []
      }),
    }
  })
}

/** @returns what waits for the staff; null in a shop that takes no orders and has taken none. */
export const readOrderCounts = async (deps: Deps): Promise<OrderCounts> =>
  (await keepsOrders(deps)) ? queries.countByState(deps.db, await readBase(deps)) : null
