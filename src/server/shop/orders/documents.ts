import { randomUUID } from 'node:crypto'
import type { Variant } from '#src/contract/catalog.ts'
import type { DocumentBody, OrderAddress } from '#src/contract/orders.ts'
import { brand } from '#src/rules/brand.ts'
import { formatVariant } from '#src/rules/cart-line.ts'
import { TAX_PERCENT } from '#src/rules/constants.ts'
import { formatDay, toIndianDay, toIso } from '#src/rules/dates.ts'
import { toPaise, toRupees } from '#src/rules/money.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { isUnionTerritory, toStateCode } from '../../core/indian-states.ts'
import { readFacts } from '../../core/mail/compose-mail.ts'
import * as queries from './document-queries.ts'
import { calculateTaxes, withoutTax, withTax } from './document-taxes.ts'
import { findKept, findKeptOfSent, findPaid, priceParcel } from './order-money.ts'
import { toDocumentNumber, toFinancialYear } from './order-number.ts'
import { toOpenLines, toParcelLines, toUnsentLines } from './parcels.ts'
import { findOrder } from './queries.ts'
import { readWhole } from './read-order.ts'
import type { DocumentKind, DocumentRow, OrderLineRow } from './tables.ts'
import type { WholeOrder } from './whole-order.ts'

// Invoices and credit notes are written once, as JSON. Pages and prints draw the body alone, so that no later setting
// changes them.

const SERIES: Record<DocumentKind, string> = { invoice: 'KV', credit_note: 'CR' }

/** What a transaction documents of an order. */
export interface DocumentRequest {
  /** The parcel that leaves or comes back. */
  shipmentId?: string | undefined
  /** The parcel leaves: it gets an invoice. */
  isInvoiced: boolean
  /** Why money or pieces come back, for a credit note. */
  reason: string
}

/**
 * Issues what the changes of a transaction need, after everything else that it writes: other transactions wait for the
 * number until it ends.
 */
export async function issueDocuments(
  { deps, db, now }: { deps: Deps; db: Db; now: number },
  requests: ReadonlyMap<string, DocumentRequest>,
): Promise<void> {
  for (const [orderId, { shipmentId, isInvoiced, reason }] of requests) {
    const order = await findOrder(db, { id: orderId })
    if (!order) continue
    const whole = await readWhole(deps, db, order)
    const own = { order_id: orderId, shipment_id: shipmentId ?? null }
    const invoices = listInvoices(whole)
    if (isInvoiced) {
      const draft = await draftInvoice(deps, db, whole, shipmentId)
      invoices.push({ shipmentId, body: await issue(db, now, { ...own, kind: 'invoice' }, draft) })
    }
    // The parcel that came back first: its invoice has the pieces.
    const sorted = invoices.toSorted(
      (a, b) => Number(b.shipmentId === shipmentId) - Number(a.shipmentId === shipmentId),
    )
    const bodies = sorted.map(({ body }) => body)
    for (const draft of draftCreditNotes(whole, bodies, listCreditNotes(whole), reason))
      await issue(db, now, { order_id: orderId, shipment_id: null, kind: 'credit_note' }, draft)
  }
}

/** The tax invoices of an order, the first one first. */
const listInvoices = ({ documents }: Pick<WholeOrder, 'documents'>) =>
  documents
    .filter(({ kind }) => kind === 'invoice')
    .map((row) => ({ shipmentId: row.shipment_id ?? undefined, body: parseDocument(row) }))

/** The credit notes of an order, the first one first. */
export const listCreditNotes = ({ documents }: Pick<WholeOrder, 'documents'>): DocumentBody[] =>
  documents.filter(({ kind }) => kind === 'credit_note').map(parseDocument)

export const parseDocument = ({ body }: Pick<DocumentRow, 'body'>): DocumentBody =>
  JSON.parse(body) as DocumentBody

async function issue(
  db: Db,
  now: number,
  own: Pick<DocumentRow, 'order_id' | 'shipment_id' | 'kind'>,
  draft: DocumentBody,
): Promise<DocumentBody> {
  const series = `${SERIES[own.kind]}/${toFinancialYear(now)}`
  const number = toDocumentNumber(series, await queries.allocateNumber(db, series))
  const numbered =
    own.kind === 'invoice'
      ? { invoiceNumber: number, invoiceDate: toIso(now) }
      : { creditNoteNumber: number, creditNoteDate: toIso(now) }
  const body: DocumentBody = { ...draft, ...numbered }
  const row = { id: randomUUID(), ...own, series, number, issued_at: now }
  await queries.insertDocument(db, { ...row, body: JSON.stringify(body) })
  return body
}

const toAddress = (json: string) =>
  ({
    address: '',
    city: '',
    state: '',
    pincode: '',
    country: '',
    ...JSON.parse(json),
  }) as OrderAddress

const toAddressLines = ({ address, city, state, pincode, country }: OrderAddress): string[] =>
  [address, [city, state, pincode].filter(Boolean).join(', '), country].filter(Boolean)

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

type TaxLabels = readonly string[]

/** @param state the code of the place of supply. */
function toTaxLabels(sellerCode: string, state: string): TaxLabels {
  if (sellerCode === '') return ['Tax']
  if (sellerCode !== state) return ['IGST']
  return ['CGST', isUnionTerritory(state) ? 'UTGST' : 'SGST']
}

interface DraftLine extends Pick<DocumentBody['lines'][number], 'position' | 'title' | 'variant'> {
  sku: string
  hsn: string
  quantity: number
  unitPaise: number
  valuePaise: number
}

/** The part of a body that has amounts. */
function toAmounts(
  lines: readonly DraftLine[],
  { subtotal, total, labels }: { subtotal: number; total: number; labels: TaxLabels },
) {
  const values = lines.map(({ valuePaise }) => valuePaise)
  const { ofLines, taxes } = calculateTaxes(values, { subtotal, total, labels })
  return {
    lines: lines.map(({ unitPaise, valuePaise, ...line }, index) => ({
      ...line,
      price: toRupees(unitPaise),
      taxableValue: toRupees(valuePaise),
      taxPercent: TAX_PERCENT,
      tax: toRupees(ofLines[index] ?? 0),
      total: toRupees(valuePaise + (ofLines[index] ?? 0)),
    })),
    subtotal: toRupees(subtotal),
    taxes: taxes.map(({ paise, ...tax }) => ({ ...tax, amount: toRupees(paise) })),
    total: toRupees(total),
  }
}

const toDraftLine = (line: OrderLineRow, quantity: number): DraftLine => ({
  position: line.position,
  title: line.title,
  variant: formatVariant(JSON.parse(line.variant) as Variant),
  sku: line.sku,
  hsn: line.hsn,
  quantity,
  unitPaise: line.unit_paise,
  valuePaise: line.unit_paise * quantity,
})

interface Supply {
  lines: DraftLine[]
  /** In paise, without and with tax. */
  subtotal: number
  total: number
}

/**
 * The pieces that an order pays for, and their price. Those that were taken off it before the dispatch are not among
 * them. An order that is cancelled as a whole has all that was ordered.
 */
function toSupply({ order, lines }: Pick<WholeOrder, 'order' | 'lines'>): Supply {
  const left = lines.filter(({ quantity, cancelled }) => quantity > cancelled)
  const cancelled = sum(
    left.length > 0 ? lines.map((line) => line.unit_paise * line.cancelled) : [],
  )
  return {
    lines:
      left.length > 0
        ? left.map((line) => toDraftLine(line, line.quantity - line.cancelled))
        : lines.map((line) => toDraftLine(line, line.quantity)),
    subtotal: order.subtotal_paise - cancelled,
    total: order.total_paise - withTax(cancelled),
  }
}

/**
 * The pieces of a parcel, and their price.
 * @param shipmentId by default, the parcel that is still to be sent. An order without parcels has all in one.
 */
export function toParcelSupply(whole: WholeOrder, shipmentId: string | undefined): Supply {
  const { lines, shipments } = whole
  const shipment = shipments.find(({ id }) => id === shipmentId)
  const unsent = toUnsentLines(whole).filter(({ count }) => count > 0)
  const isRest = !shipment && shipments.length > 0 && unsent.length > 0
  if (!shipment && !isRest) return toSupply(whole)
  const pieces = shipment ? toParcelLines(lines, [shipment]) : unsent
  const drafts = pieces.map((line) => toDraftLine(line, line.count))
  return {
    lines: drafts,
    subtotal: sum(drafts.map(({ valuePaise }) => valuePaise)),
    total: shipment ? shipment.amount_paise : priceParcel(whole, unsent),
  }
}

/** What an order says on paper, from the settings of now. Until it has an invoice, this is the order summary. */
export async function draftSummary(
  { env, ...deps }: Pick<Deps, 'env' | 'log'>,
  db: Db,
  { order, lines }: Pick<WholeOrder, 'order' | 'lines'>,
  { lines: supplied, subtotal, total }: Supply = toSupply({ order, lines }),
): Promise<DocumentBody> {
  const { LEGAL_NAME, LEGAL_ADDRESS, GSTIN } = env
  const facts = await readFacts(deps, db)
  const { street, city, state, pincode } = facts.address
  const shipTo = toAddress(order.ship_to)
  const billTo = toAddress(order.bill_to)
  const sellerCode = GSTIN?.slice(0, 2) ?? ''
  const supplyCode = toStateCode(shipTo.state, shipTo.country)
  return {
    title: 'Order summary',
    number: order.number,
    date: toIso(order.placed_at),
    invoiceNumber: '',
    invoiceDate: null,
    creditNoteNumber: '',
    creditNoteDate: null,
    reason: '',
    note: '',
    seller: {
      name: LEGAL_NAME ?? brand.name,
      lines: LEGAL_ADDRESS
        ? [LEGAL_ADDRESS]
        : [street, `${city}, ${state} ${pincode}`, brand.country],
      gstin: GSTIN ?? '',
      stateCode: sellerCode,
      phone: facts.contact.phone,
      email: facts.contact.email,
    },
    billTo: {
      name: order.name,
      lines: toAddressLines(billTo),
      gstin: order.buyer_gstin,
      stateCode: toStateCode(billTo.state, billTo.country),
      phone: order.phone,
      email: order.email,
    },
    shipTo: {
      name: order.name,
      lines: toAddressLines(shipTo),
      gstin: '',
      stateCode: supplyCode,
      phone: order.phone,
      email: '',
    },
    placeOfSupply: [shipTo.state, supplyCode && `(${supplyCode})`].filter(Boolean).join(' '),
    ...toAmounts(supplied, { subtotal, total, labels: toTaxLabels(sellerCode, supplyCode) }),
  }
}

/** An invoice has no email and no telephone number of the buyer, which the shop deletes with the account. */
async function draftInvoice(
  deps: Pick<Deps, 'env' | 'log'>,
  db: Db,
  whole: WholeOrder,
  shipmentId: string | undefined,
): Promise<DocumentBody> {
  const summary = await draftSummary(deps, db, whole, toParcelSupply(whole, shipmentId))
  const withoutContact = { phone: '', email: '' }
  return {
    ...summary,
    title: 'Tax invoice',
    billTo: { ...summary.billTo, ...withoutContact },
    shipTo: { ...summary.shipTo, ...withoutContact },
  }
}

/**
 * What the shopper pays in the end for what was sent, in paise: the pieces that stay, or less if more was refunded. A
 * refund that is not processed yet may fail, and no document takes a credit note back.
 */
const findFinalPaise = (whole: WholeOrder): number => {
  const { order } = whole
  const kept = findKept(whole)
  const isUnpaid = order.payment_state === 'none'
  const paid = isUnpaid ? kept : Math.min(kept, findPaid(whole) - order.refunded_paise)
  return Math.max(0, paid - (kept - findKeptOfSent(whole)))
}

/** How many pieces of each line documents name. */
function countDocumented(documents: readonly DocumentBody[]) {
  const counts = new Map<number | null, number>()
  for (const { position, quantity } of documents.flatMap(({ lines }) => lines))
    counts.set(position, (counts.get(position) ?? 0) + quantity)
  return (position: number) => counts.get(position) ?? 0
}

/**
 * Drafts the credit notes that make the documents of an order add up to what the shopper pays, at most one for each
 * invoice. They come from the sums, so that a repeat has no effect.
 * @param invoices the one that is corrected first comes first.
 */
function draftCreditNotes(
  whole: WholeOrder,
  invoices: readonly DocumentBody[],
  notes: readonly DocumentBody[],
  reason: string,
): DocumentBody[] {
  const sumUp = (documents: readonly DocumentBody[]) =>
    sum(documents.map(({ total }) => toPaise(total)))
  let total = sumUp(invoices) - sumUp(notes) - findFinalPaise(whole)
  const [countInvoiced, countCredited] = [countDocumented(invoices), countDocumented(notes)]
  const unsent = new Map(toUnsentLines(whole).map(({ position, count }) => [position, count]))
  const left = new Map(
    toOpenLines(whole.lines).map(({ position, count }) => [
      position,
      countInvoiced(position) - countCredited(position) - count + (unsent.get(position) ?? 0),
    ]),
  )
  const parts = invoices.map((invoice) => {
    const own = notes.filter(({ invoiceNumber }) => invoiceNumber === invoice.invoiceNumber)
    const [countOwn, countOwnCredited] = [countDocumented([invoice]), countDocumented(own)]
    const lines = whole.lines.flatMap((line) => {
      const { position } = line
      const count = Math.min(
        left.get(position) ?? 0,
        countOwn(position) - countOwnCredited(position),
      )
      if (count <= 0) return []
      left.set(position, (left.get(position) ?? 0) - count)
      return [toDraftLine(line, count)]
    })
    const free = sumUp([invoice]) - sumUp(own)
    const price = withTax(sum(lines.map(({ valuePaise }) => valuePaise)))
    const paise = Math.max(0, Math.min(total, free, price))
    total -= paise
    return { invoice, lines, free, paise }
  })
  return parts.flatMap(({ invoice, lines, free, paise }) => {
    // What is not the price of pieces reduces the first invoice that has so much.
    const more = Math.max(0, Math.min(total, free - paise))
    total -= more
    return paise + more > 0 ? [draftCreditNote(invoice, lines, paise + more, reason)] : []
  })
}

/** @param lines the pieces that are credited; the total may be another one than their price. */
function draftCreditNote(
  invoice: DocumentBody,
  pieces: readonly DraftLine[],
  total: number,
  reason: string,
): DocumentBody {
  const lines = [...pieces]
  const ofPieces = sum(lines.map(({ valuePaise }) => valuePaise))
  // A note for the pieces alone has their exact value: rounding is in the tax.
  const isOfPieces = ofPieces > 0 && Math.abs(withoutTax(total) - ofPieces) <= 1
  const subtotal = isOfPieces ? ofPieces : withoutTax(total)
  if (!isOfPieces) lines.push(toAdjustment(invoice, subtotal - ofPieces))
  return {
    ...invoice,
    title: 'Credit note',
    reason,
    ...toAmounts(lines, {
      subtotal,
      total,
      labels: invoice.taxes.filter(({ percent }) => percent > 0).map(({ label }) => label),
    }),
  }
}

/** The value of a credit note that is not the price of its pieces: money back for a fault, or credited before. */
function toAdjustment({ lines }: DocumentBody, valuePaise: number): DraftLine {
  const codes = new Set(lines.map(({ hsn }) => hsn))
  return {
    position: null,
    title: valuePaise > 0 ? 'Reduction of the price' : 'Credited before',
    variant: '',
    sku: '',
    hsn: codes.size === 1 ? ([...codes][0] ?? '') : '',
    quantity: 0,
    unitPaise: 0,
    valuePaise,
  }
}

/** Invoices that are filled at once. */
const STEP = 100

/** Fills the bodies of the invoices of earlier releases, once, from the settings of now. Each says so. */
export async function freezeFormerInvoices(deps: Deps): Promise<void> {
  const note = `The shop kept this invoice from ${formatDay(toIndianDay(deps.now()))} on. Until then it was drawn anew for each print; seller and tax are those of that day.`
  for (;;) {
    const rows = await queries.listWithoutBody(deps.db, STEP)
    for (const row of rows) {
      const order = await findOrder(deps.db, { id: row.order_id })
      if (!order) continue
      const whole = await readWhole(deps, deps.db, order)
      const invoice = await draftInvoice(deps, deps.db, whole, row.shipment_id ?? undefined)
      const own = { invoiceNumber: row.number, invoiceDate: toIso(row.issued_at), note }
      await queries.fillBody(deps.db, row.id, JSON.stringify({ ...invoice, ...own }))
    }
    if (rows.length < STEP) return
  }
}
