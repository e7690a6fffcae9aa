import type { OrderFacts } from '#src/rules/orders/order-states.ts'
import type * as queries from './queries.ts'
import type {
  DocumentRow,
  OrderLineRow,
  OrderRow,
  PaymentRow,
  RefundRow,
  ReturnRequestRow,
  ShipmentRow,
} from './tables.ts'

/** An order with all that belongs to it. */
export interface WholeOrder {
  order: OrderRow
  lines: queries.LineWithPage[]
  payments: PaymentRow[]
  refunds: RefundRow[]
  returns: ReturnRequestRow[]
  /** The parcels that have left, also those that came back. */
  shipments: ShipmentRow[]
  documents: DocumentRow[]
  /** The number of the order whose returned pieces this one replaces; empty for most. */
  exchangeOf: string
  facts: OrderFacts
}

export interface BoughtLines extends Pick<WholeOrder, 'order'> {
  lines: readonly OrderLineRow[]
}
