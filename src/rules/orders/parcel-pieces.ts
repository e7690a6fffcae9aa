import type { OrderDetail } from '#src/contract/orders.ts'

type Parcels = Pick<OrderDetail, 'lines' | 'shipments'>
type Pieces = OrderDetail['shipments'][number]['lines']

/** E.g. "2 × Ring, 1 × Watch". */
export const namePieces = (
  lines: readonly { position: number; title: string }[],
  pieces: Pieces,
): string =>
  pieces
    .map(({ position, quantity }) => {
      const line = lines.find((line) => line.position === position)
      return `${quantity} × ${line?.title ?? ''}`
    })
    .join(', ')

/** The pieces of an order that are still to be sent. */
export const listUnsent = ({ lines }: Pick<Parcels, 'lines'>): Pieces =>
  lines.flatMap(({ position, toSend }) => (toSend > 0 ? [{ position, quantity: toSend }] : []))

/** Whether an order has several parcels, or will have. */
export const isInParts = ({ lines, shipments }: Parcels): boolean =>
  shipments.length > 1 || (shipments.length === 1 && listUnsent({ lines }).length > 0)
