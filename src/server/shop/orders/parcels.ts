import { deriveState, ORDER_RULES } from '#src/rules/orders/order-states.ts'
import type { OrderLineRow, OrderRow, Piece, ShipmentRow } from './tables.ts'

// Which pieces of an order are in which parcel, and what follows for its state and its money.

/** Lines of an order with a number of their pieces. */
export interface CountedLine extends OrderLineRow {
  count: number
}

interface Parcels {
  order: OrderRow
  lines: readonly OrderLineRow[]
  shipments: readonly ShipmentRow[]
}

export const parsePieces = ({ lines }: { lines: string }): Piece[] => JSON.parse(lines) as Piece[]

/** The pieces that are in a parcel, or will be. */
export const toOpenLines = (lines: readonly OrderLineRow[]): CountedLine[] =>
  lines.map((line) => ({ ...line, count: line.quantity - line.cancelled - line.returned }))

/** The pieces of parcels; lines that have none are left out. */
export function toParcelLines(
  lines: readonly OrderLineRow[],
  shipments: readonly ShipmentRow[],
): CountedLine[] {
  const counts = countSent(shipments)
  return lines.flatMap((line) => {
    const count = counts.get(line.position) ?? 0
    return count > 0 ? [{ ...line, count }] : []
  })
}

/** The numbers of pieces in parcels, by the positions of their lines. */
function countSent(shipments: readonly ShipmentRow[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { position, quantity } of shipments.flatMap(parsePieces))
    counts.set(position, (counts.get(position) ?? 0) + quantity)
  return counts
}

const isLive = ({ returned_at }: ShipmentRow): boolean => returned_at === null

/** The parcels that are under way, or have arrived. */
export const listLive = (shipments: readonly ShipmentRow[]): ShipmentRow[] =>
  shipments.filter(isLive)

export const isUnderWay = (shipment: ShipmentRow): boolean =>
  isLive(shipment) && shipment.delivered_at === null

const countToSend = (shipments: readonly ShipmentRow[]) => {
  const sent = countSent(listLive(shipments))
  return (line: OrderLineRow) => line.quantity - line.cancelled - (sent.get(line.position) ?? 0)
}

/** The pieces that are still to be sent. */
export function toUnsentLines({ order, lines, shipments }: Parcels): CountedLine[] {
  if (!ORDER_RULES[order.state].next.dispatch) return []
  const count = countToSend(shipments)
  return lines.map((line) => ({ ...line, count: count(line) }))
}

export const countPieces = (lines: readonly { count: number }[]): number =>
  lines.reduce((sum, { count }) => sum + count, 0)

/** The state of an order by its parcels; undefined without any. */
export function findParcelState({ lines, shipments }: Omit<Parcels, 'order'>) {
  if (shipments.length === 0) return undefined
  const count = countToSend(shipments)
  const underWay = shipments.filter(isUnderWay).length
  return deriveState({
    toSend: lines.reduce((sum, line) => sum + count(line), 0),
    underWay,
    arrived: listLive(shipments).length - underWay,
  })
}

/** Whether a parcel has all that is left of its order. */
export const isWholeOrder = ({ order, lines, shipments }: Parcels, id: string): boolean =>
  listLive(shipments).every((shipment) => shipment.id === id) &&
  countPieces(toUnsentLines({ order, lines, shipments })) === 0

export const formatPieces = (lines: readonly CountedLine[]): string =>
  lines.map(({ count, title }) => `${count} × ${title}`).join(', ')

/** The lines of a parcel, with the quantities that are in it. */
export const toQuantities = (lines: readonly CountedLine[]): CountedLine[] =>
  lines.flatMap((line) => (line.count > 0 ? [{ ...line, quantity: line.count }] : []))
