import { randomUUID } from 'node:crypto'
import type { ShipmentRow } from '#src/server/shop/orders/tables.ts'

/** A parcel of an order that has left, with the first piece. */
export const toShipmentRow = (
  shipment: Pick<ShipmentRow, 'order_id' | 'dispatched_at'> & Partial<ShipmentRow>,
): ShipmentRow => ({
  id: randomUUID(),
  position: 0,
  lines: JSON.stringify([{ position: 0, quantity: 1 }]),
  amount_paise: 105_000,
  carrier: 'Blue Dart',
  tracking_number: '1',
  delivered_at: null,
  collected_paise: 0,
  collected_at: null,
  returned_at: null,
  ...shipment,
})
