import type { Gift } from '#src/contract/cart.ts'
import type { DocumentBody, OrderPaper } from '#src/contract/orders.ts'
import { toPaise, toRupees } from '#src/rules/money.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { draftSummary, listCreditNotes, parseDocument, toParcelSupply } from './documents.ts'
import { findInvoice, toShipments } from './order-answers.ts'
import { countPieces, toUnsentLines } from './parcels.ts'
import { readWhole } from './read-order.ts'
import type { OrderRow } from './tables.ts'
import type { WholeOrder } from './whole-order.ts'

/**
 * What the papers of an order say: its first tax invoice, or the order summary until it has one, its credit notes, and
 * for each parcel its invoice, or its pieces, with what the packing slip needs.
 */
export async function readPapers(
  deps: Deps,
  db: Db,
  order: OrderRow,
): Promise<{ paper: OrderPaper; parcels: OrderPaper[]; creditNotes: DocumentBody[] }> {
  const whole = await readWhole(deps, db, order)
  const summary = await draftSummary(deps, db, whole)
  const toPaper = (
    document: DocumentBody,
    paise: number,
    shipment: OrderPaper['shipment'],
  ): OrderPaper => ({
    ...document,
    recipient: summary.shipTo,
    state: order.state,
    method: order.method,
    paymentState: order.payment_state,
    toCollect: toRupees(paise),
    gift: JSON.parse(order.gift) as Gift,
    shipment,
  })
  const invoice = whole.documents.find(({ kind }) => kind === 'invoice')
  const shipments = toShipments(whole)
  const { toCollect } = whole.facts
  const first = shipments[0] ?? null
  const paper = toPaper(invoice ? parseDocument(invoice) : summary, toCollect, first)
  const parts = [...shipments, ...(hasUnsent(whole) ? [null] : [])]
  const parcels: OrderPaper[] = []
  for (const [index, shipment] of parts.entries()) {
    const own = shipment && findInvoice(whole, shipment.id)
    const supply = toParcelSupply(whole, shipment?.id)
    const document = own ? parseDocument(own) : await draftSummary(deps, db, whole, supply)
    const due = shipment ? toPaise(shipment.toCollect) : toCollect - whole.facts.collectable
    const parcel = toPaper(document, due, shipment)
    // The card is in the first parcel.
    parcels.push(index === 0 ? parcel : { ...parcel, gift: { ...parcel.gift, note: '' } })
  }
  return {
    paper,
    parcels: parcels.length > 1 ? parcels : [paper],
    creditNotes: listCreditNotes(whole),
  }
}

const hasUnsent = (whole: WholeOrder): boolean => countPieces(toUnsentLines(whole)) > 0
