import { ORDER_NUMBER_PATTERN } from '#src/contract/values.ts'
import { parseTypedAmount } from '#src/editing/typed-price.ts'
import { parseCells, toOrderNumber } from './parcel-sheet.ts'

// Reads the sheet in which a courier lists the cash that it collected and paid to the shop.

export interface Remittance {
  number: string
  /** In rupees. */
  amount: number
  /** The other cells of the line, e.g. its date. */
  rest: string
}

/** The parcel that a line names by its tracking number; undefined if it names none. */
export const findParcel = <Parcel extends { trackingNumber: string }>(
  { rest }: Pick<Remittance, 'rest'>,
  parcels: readonly Parcel[],
): Parcel | undefined => {
  const cells = rest.split(', ').map(toCode)
  return parcels.find(
    ({ trackingNumber }) => trackingNumber !== '' && cells.includes(toCode(trackingNumber)),
  )
}

const toCode = (text: string): string => text.toUpperCase().replace(/[\s-]/g, '')

export interface RemittanceSheet {
  remittances: Remittance[]
  /** Sentences for the person who pasted. */
  problems: string[]
}

const AMOUNT_HEADER = /amount|cash|cod|remit|paid|₹/i

/** With its beginning: the digits of a parcel could be taken for the rest of it. */
const isOrderNumber = (cell: string): boolean =>
  /^kv/i.test(cell) && ORDER_NUMBER_PATTERN.test(toOrderNumber(cell))

const toAmount = (cell: string): number => (cell === '' ? Number.NaN : parseTypedAmount(cell))

/** Columns with an amount in each line of an order. */
const listAmountColumns = (lines: readonly string[][]): number[] =>
  Array.from({ length: Math.max(...lines.map((cells) => cells.length)) }, (_, column) => column)
    .filter((column) => lines.every((cells) => !isOrderNumber(cells[column] ?? '')))
    .filter((column) => lines.every((cells) => toAmount(cells[column] ?? '') >= 0))

/**
 * Reads lines with the number of an order and an amount. If several columns have amounts, the headers decide.
 */
export function parseRemittanceSheet(text: string): RemittanceSheet {
  const rows = parseCells(text).filter((cells) => cells.some(Boolean))
  const lines = rows.filter((cells) => cells.some(isOrderNumber))
  if (lines.length === 0)
    return {
      remittances: [],
      problems: rows.length > 0 ? ['No line has the number of an order.'] : [],
    }
  const columns = listAmountColumns(lines)
  const header = rows[0]?.some(isOrderNumber) ? [] : (rows[0] ?? [])
  const named = columns.filter((column) => AMOUNT_HEADER.test(header[column] ?? ''))
  const [column, another] = named.length === 1 ? named : columns
  if (column === undefined)
    return { remittances: [], problems: ['No column has an amount in each line with an order.'] }
  if (another !== undefined && named.length !== 1)
    return {
      remittances: [],
      problems: [
        'Several columns have amounts. Please copy the order number, the amount and the date alone.',
      ],
    }
  const remittances = lines.map((cells) => ({
    number: toOrderNumber(cells.find(isOrderNumber) ?? ''),
    amount: toAmount(cells[column] ?? ''),
    rest: cells
      .filter((cell, index) => index !== column && !isOrderNumber(cell) && cell)
      .join(', '),
  }))
  const others = rows.length - lines.length - (header.length > 0 ? 1 : 0)
  return {
    remittances,
    problems:
      others > 0 ? [`${others === 1 ? '1 line has' : `${others} lines have`} no order.`] : [],
  }
}
