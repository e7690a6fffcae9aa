import { isIndia } from '#src/rules/account/pincode.ts'
import { formatIst, IST_OFFSET_MS } from '#src/rules/dates.ts'
import { toRupees } from '#src/rules/money.ts'
import { toStateCode } from '#src/rules/orders/gst-states.ts'
import { ORDER_RULES } from '#src/rules/orders/order-states.ts'
import { METHOD_RULES } from '#src/rules/orders/payment-methods.ts'
import type { Deps } from '../../core/deps.ts'
import { type Cell, writeSpreadsheet } from '../../core/spreadsheet/write-spreadsheet.ts'
import { createTurns } from '../../core/turns.ts'
import { listLinesOf } from '../../shop/orders/queries.ts'
import type { OrderLineRow, OrderRow } from '../../shop/orders/tables.ts'
import { FORMULA } from '../products/csv-formula.ts'
import { listOrdersBetween } from './queries.ts'

/** Orders read at once; the file is sent as it is made. */
const CHUNK_SIZE = 100
/** In characters. */
const COLUMN_WIDTH = 20

type Line = Pick<OrderLineRow, 'quantity' | 'title' | 'sku' | 'hsn'>

const toIst = (time: number | null): string => (time === null ? '' : formatIst(time))

const supplyOf = (order: OrderRow) => {
  const address = JSON.parse(order.ship_to) as { state?: string; country?: string }
  const state = address.state ?? ''
  return { state, code: toStateCode(state, isIndia(address.country ?? '')) }
}

const COLUMNS: Record<string, (order: OrderRow, lines: readonly Line[]) => Cell> = {
  Number: ({ number }) => number,
  Placed: ({ placed_at }) => toIst(placed_at),
  Invoice: ({ invoice_number }) => invoice_number ?? '',
  'Invoice date': ({ invoiced_at }) => toIst(invoiced_at),
  State: ({ state }) => ORDER_RULES[state].label,
  Method: ({ method }) => METHOD_RULES[method].short,
  Payment: ({ payment_state }) => payment_state.replace('_', ' '),
  Name: ({ name }) => name,
  'GST number of the buyer': ({ buyer_gstin }) => buyer_gstin,
  'Place of supply': (order) => supplyOf(order).state,
  'State code': (order) => supplyOf(order).code,
  Pieces: (_, lines) => lines.reduce((sum, { quantity }) => sum + quantity, 0),
  Items: (_, lines) =>
    lines
      .map(({ quantity, title, sku }) => `${quantity} × ${title}${sku ? ` (${sku})` : ''}`)
      .join('; '),
  'HSN codes': (_, lines) =>
    [...new Set(lines.flatMap(({ hsn }) => hsn || []))].toSorted().join(', '),
  'Taxable value': ({ subtotal_paise }) => toRupees(subtotal_paise),
  Tax: ({ tax_paise }) => toRupees(tax_paise),
  Total: ({ total_paise }) => toRupees(total_paise),
  Refunded: ({ refunded_paise }) => toRupees(refunded_paise),
  'Why cancelled': ({ reason }) => reason,
}

/** The beginning of a month in India and of the one after it, in ms. */
export function toMonthRange(month: string): { from: number; to: number } {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return {
    from: Date.UTC(year, number - 1, 1) - IST_OFFSET_MS,
    to: Date.UTC(year, number, 1) - IST_OFFSET_MS,
  }
}

const toCell = (value: Cell): Cell => {
  if (value === '') return null
  return typeof value === 'string' && FORMULA.test(value) ? `'${value}` : value
}

async function* listRows({ db }: Deps, month: string): AsyncGenerator<Cell[][]> {
  const range = toMonthRange(month)
  const turn = createTurns()
  let after: OrderRow | undefined
  for (;;) {
    const orders = await listOrdersBetween(db, { ...range, after, limit: CHUNK_SIZE })
    const lines = await listLinesOf(
      db,
      orders.map(({ id }) => id),
    )
    const ofOrder = Map.groupBy(lines, ({ order_id }) => order_id)
    await turn()
    yield orders.map((order) =>
      Object.values(COLUMNS).map((toValue) => toCell(toValue(order, ofOrder.get(order.id) ?? []))),
    )
    after = orders.at(-1)
    if (orders.length < CHUNK_SIZE) return
  }
}

/** The orders of a month in India, each in a row, as the books need them. */
export const exportOrders = (deps: Deps, month: string): ReadableStream<Uint8Array> =>
  writeSpreadsheet(
    { name: `Orders ${month}`, headers: Object.keys(COLUMNS), columnWidth: COLUMN_WIDTH },
    listRows(deps, month),
  )
