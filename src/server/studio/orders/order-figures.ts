import type { OrderFigures } from '#src/contract/editor-orders.ts'
import { DAY_MS } from '#src/rules/constants.ts'
import { IST_OFFSET_MS, toIndianDay } from '#src/rules/dates.ts'
import { toRupees } from '#src/rules/money.ts'
import { readCategories } from '../../core/content/categories.ts'
import type { Deps } from '../../core/deps.ts'
import { keepsOrders } from '../../shop/orders/kept-orders-queries.ts'
import { readBase } from './list-orders.ts'
import * as queries from './queries.ts'

const DAYS = 30
/** Pieces without an HSN code that Today names. */
const NAMED = 20

/** @returns the money and the pieces behind what waits, and the sales; null in a shop without orders. */
export async function readOrderFigures(deps: Deps): Promise<OrderFigures> {
  if (!(await keepsOrders(deps))) return null
  const { db } = deps
  const base = await readBase(deps)
  const ofView = { ...base, states: [] }
  const sum = async (...args: [queries.OrderFilter, 'due' | 'owed']) =>
    toRupees(await queries.sumOrders(db, ...args))
  const unpaid = { ...base, view: undefined, states: ['awaiting_payment'] as const }
  return {
    sums: {
      to_collect: await sum({ ...ofView, view: 'to_collect' }, 'due'),
      transfers: await sum({ ...ofView, view: 'transfers' }, 'due'),
      to_pay_back: await sum({ ...ofView, view: 'to_pay_back' }, 'owed'),
      awaiting_payment: await sum(unpaid, 'due'),
    },
    missingHsn: base.categoriesWithHsn ? await listMissingHsn(deps, base.categoriesWithHsn) : [],
    sales: await readSales(deps),
  }
}

async function listMissingHsn({ db }: Deps, categoriesWithHsn: readonly string[]) {
  const pieces = await queries.listPiecesWithoutHsn(db, categoriesWithHsn, NAMED)
  const categories = await readCategories(db)
  return pieces.map(({ id, title, category }) => ({
    id,
    title,
    category: { id: category, name: categories.find(category)?.name ?? category },
  }))
}

async function readSales({ db, now }: Deps) {
  const today = Math.floor((now() + IST_OFFSET_MS) / DAY_MS)
  const first = today - DAYS + 1
  const rows = await queries.listSalesByDay(db, first * DAY_MS - IST_OFFSET_MS)
  const byDay = new Map(rows.map((row) => [Number(row.day), row]))
  const days = Array.from({ length: DAYS }, (_, index) => {
    const row = byDay.get(first + index)
    return {
      day: toIndianDay((first + index) * DAY_MS),
      orders: Number(row?.orders ?? 0),
      sum: toRupees(Number(row?.paise ?? 0)),
    }
  })
  return {
    days,
    orders: days.reduce((total, { orders }) => total + orders, 0),
    sum: toRupees(rows.reduce((total, { paise }) => total + Number(paise), 0)),
  }
}
