import type { DocumentBody } from '#src/contract/orders.ts'
import { formatShortDay, toIndianDay } from '#src/rules/dates.ts'

const toDay = (date: string | null) => (date ? formatShortDay(toIndianDay(date)) : '')

/** The columns of the lines of a document. */
export const DOCUMENT_COLUMNS = [
  'Description',
  'Quantity',
  'Price',
  'Taxable value',
  'Tax',
  'Total',
] as const

/** Numbers, dates and reason at the head of a document; a value may be empty. */
export const listDocumentFacts = (
  document: DocumentBody,
): (readonly [label: string, value: string])[] => [
  ['Credit note', document.creditNoteNumber],
  ['Date of credit note', toDay(document.creditNoteDate)],
  ['Invoice', document.invoiceNumber],
  ['Date of invoice', toDay(document.invoiceDate)],
  ['Order', document.number],
  ['Date of order', toDay(document.date)],
  ['Place of supply', document.title === 'Order summary' ? '' : document.placeOfSupply],
  ['Reason', document.reason],
]

/** Returns the text below the title of a line. */
export const describeLine = ({ variant, sku, hsn }: DocumentBody['lines'][number]): string =>
  [variant, sku && `SKU ${sku}`, hsn && `HSN ${hsn}`].filter(Boolean).join(', ')

/** The label of a tax, with its rate. */
export const labelTax = ({ label, percent }: DocumentBody['taxes'][number]): string =>
  percent > 0 ? `${label} (${percent}%)` : label

export const REVERSE_CHARGE = 'Tax payable on reverse charge: no'
export const toSignature = ({ seller }: DocumentBody): string =>
  `For ${seller.name}, authorised signatory`
