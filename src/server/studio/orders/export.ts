import type { DocumentBody } from '#src/contract/orders.ts'
import { IST_OFFSET_MS } from '#src/rules/dates.ts'
import { toPaise, toRupees } from '#src/rules/money.ts'
import { METHOD_RULES } from '#src/rules/orders/payment-methods.ts'
import type { Deps } from '../../core/deps.ts'
import { type Cell, writeWorkbook } from '../../core/spreadsheet/write-spreadsheet.ts'
import { parseDocument } from '../../shop/orders/documents.ts'
import type { DocumentRow } from '../../shop/orders/tables.ts'
import { FORMULA } from '../products/csv-formula.ts'
import { listDocumentsBetween, listMoneyBetween } from './queries.ts'

/** Documents read at once. */
const CHUNK_SIZE = 100

/** The beginning of a month in India and of the one after it, in ms. */
export function toMonthRange(month: string): { from: number; to: number } {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return {
    from: Date.UTC(year, number - 1, 1) - IST_OFFSET_MS,
    to: Date.UTC(year, number, 1) - IST_OFFSET_MS,
  }
}

/** The day in India, as spreadsheets store it: midnight of a clock without a zone. */
const toDay = (time: number): Date => {
  const day = new Date(time + IST_OFFSET_MS)
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate()))
}

const toDayOf = (iso: string | null): Cell => (iso === null ? null : toDay(Date.parse(iso)))

interface IssuedDocument {
  row: DocumentRow
  body: DocumentBody
}

type Columns<Row> = Record<string, (row: Row) => Cell>

/** The amount of a tax of a document; "SGST" is that of the state or of the union territory. */
const taxOf =
  (...labels: string[]) =>
  ({ body: { taxes } }: IssuedDocument): Cell =>
    taxes.find(({ label }) => labels.includes(label))?.amount ?? 0

const AMOUNTS: Columns<IssuedDocument> = {
  'Taxable value': ({ body }) => body.subtotal,
  CGST: taxOf('CGST'),
  'SGST or UTGST': taxOf('SGST', 'UTGST'),
  IGST: taxOf('IGST'),
  'Round off': taxOf('Round off'),
  Total: ({ body }) => body.total,
}

const BUYER: Columns<IssuedDocument> = {
  Order: ({ body }) => body.number,
  Buyer: ({ body }) => body.billTo.name,
  'GST number of the buyer': ({ body }) => body.billTo.gstin,
  'Place of supply': ({ body }) => body.placeOfSupply,
}

const INVOICES: Columns<IssuedDocument> = {
  Invoice: ({ row }) => row.number,
  Date: ({ row }) => toDay(row.issued_at),
  ...BUYER,
  ...AMOUNTS,
}

const CREDIT_NOTES: Columns<IssuedDocument> = {
  'Credit note': ({ row }) => row.number,
  Date: ({ row }) => toDay(row.issued_at),
  Invoice: ({ body }) => body.invoiceNumber,
  'Invoice date': ({ body }) => toDayOf(body.invoiceDate),
  Reason: ({ body }) => body.reason,
  ...BUYER,
  ...AMOUNTS,
}

interface DocumentLine extends IssuedDocument {
  line: DocumentBody['lines'][number]
}

/** The tax of a line is that of one label, or two equal halves. */
const halfOf = ({ body: { taxes }, line }: DocumentLine): Cell =>
  taxes.some(({ label }) => label === 'CGST') ? toRupees(toPaise(line.tax) / 2) : 0

const LINES: Columns<DocumentLine> = {
  Document: ({ row }) => row.number,
  Date: ({ row }) => toDay(row.issued_at),
  Kind: ({ body }) => body.title,
  HSN: ({ line }) => line.hsn,
  'Rate in %': ({ line }) => line.taxPercent,
  Description: ({ line }) => [line.title, line.variant].filter(Boolean).join(', '),
  SKU: ({ line }) => line.sku,
  Quantity: ({ line }) => line.quantity,
  'Taxable value': ({ line }) => line.taxableValue,
  CGST: halfOf,
  'SGST or UTGST': halfOf,
  IGST: (row) => (halfOf(row) === 0 ? row.line.tax : 0),
  Total: ({ line }) => line.total,
}

type Money = Awaited<ReturnType<typeof listMoneyBetween>>[number]

const MONEY: Columns<Money> = {
  Date: ({ at }) => toDay(at),
  Order: ({ number }) => number,
  Kind: ({ kind }) => (kind === 'payment' ? 'Payment' : 'Refund'),
  Method: ({ method }) => METHOD_RULES[method].short,
  'Id at the provider': ({ provider_id }) => provider_id ?? '',
  Amount: ({ kind, amount_paise }) => toRupees(kind === 'payment' ? amount_paise : -amount_paise),
  Reason: ({ reason }) => reason,
}

const toCell = (value: Cell): Cell => {
  if (value === '') return null
  return typeof value === 'string' && FORMULA.test(value) ? `'${value}` : value
}

const toSheet = <Row>(name: string, columns: Columns<Row>, rows: readonly Row[]) => ({
  name,
  headers: Object.keys(columns),
  rows: rows.map((row) => Object.values(columns).map((toValue) => toCell(toValue(row)))),
})

async function listIssued({ db }: Deps, month: string): Promise<IssuedDocument[]> {
  const range = toMonthRange(month)
  const issued: IssuedDocument[] = []
  for (;;) {
    const after = issued.at(-1)?.row
    const rows = await listDocumentsBetween(db, { ...range, after, limit: CHUNK_SIZE })
    issued.push(...rows.map((row) => ({ row, body: parseDocument(row) })))
    if (rows.length < CHUNK_SIZE) return issued
  }
}

/** The books of a month in India: its documents by their dates, with the payments and refunds of the month. */
export async function exportBooks(deps: Deps, month: string): Promise<Uint8Array> {
  const issued = await listIssued(deps, month)
  const lines = issued.flatMap((document) =>
    document.body.lines.map((line) => ({ ...document, line })),
  )
  const ofKind = (kind: DocumentRow['kind']) => issued.filter(({ row }) => row.kind === kind)
  return writeWorkbook([
    toSheet('Invoices', INVOICES, ofKind('invoice')),
    toSheet('Lines', LINES, lines),
    toSheet('Credit notes', CREDIT_NOTES, ofKind('credit_note')),
    toSheet('Payments and refunds', MONEY, await listMoneyBetween(deps.db, toMonthRange(month))),
  ])
}
