import type { Gift } from '#src/contract/cart.ts'
import type { DocumentBody, OrderPaper } from '#src/contract/orders.ts'
import { toRupees } from '#src/rules/money.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { draftSummary, parseDocument } from './documents.ts'
import * as queries from './queries.ts'
import { readWhole, toShipment } from './read-order.ts'
import type { OrderRow } from './tables.ts'

/**
 * What the papers of an order say: its tax invoice, or the order summary until it has one, with what the packing slip
 * needs, and its credit notes.
 */
export async function readPapers(
  deps: Deps,
  db: Db,
  order: OrderRow,
): Promise<{ paper: OrderPaper; creditNotes: DocumentBody[] }> {
  const whole = await readWhole(deps, db, order)
  const [shipment] = await queries.listShipments(db, order.id)
  const summary = await draftSummary(deps, db, whole)
  const issued = whole.documents.map(parseDocument)
  const paper = {
    ...(issued.find(({ title }) => title === 'Tax invoice') ?? summary),
    recipient: summary.shipTo,
    state: order.state,
    method: order.method,
    paymentState: order.payment_state,
    toCollect: toRupees(whole.facts.toCollect),
    gift: JSON.parse(order.gift) as Gift,
    shipment: shipment ? toShipment(shipment) : null,
  }
  return { paper, creditNotes: issued.filter(({ title }) => title === 'Credit note') }
}
