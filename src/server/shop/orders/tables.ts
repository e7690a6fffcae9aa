import type {
  OrderEventKind,
  OrderState,
  PaymentMethod,
  PaymentState,
  RefundState,
  ReturnState,
} from '#src/contract/values.ts'

declare module '#src/server/core/db/schema.ts' {
  interface Database {
    order: OrderRow
    order_line: OrderLineRow
    order_event: OrderEventRow
    payment: PaymentRow
    payment_event: PaymentEventRow
    refund: RefundRow
    shipment: ShipmentRow
    return_request: ReturnRequestRow
  }
}

export interface OrderRow {
  id: string
  /** What people call it; it tells nothing of the number of orders. */
  number: string
  /** Null once the account is deleted: the books keep the order. */
  user_id: string | null
  state: OrderState
  payment_state: PaymentState
  method: PaymentMethod
  /** Empty once the account is deleted, and the order is over. */
  email: string
  phone: string
  name: string
  /** JSON of `OrderAddress`: copies. */
  ship_to: string
  bill_to: string
  buyer_gstin: string
  /** JSON of `Gift`. */
  gift: string
  subtotal_paise: number
  tax_paise: number
  total_paise: number
  /** What the provider or the shop has paid back. */
  refunded_paise: number
  promised_from: number | null
  promised_to: number | null
  placed_at: number
  /** Until when it can be paid; null once it is placed or cancelled. */
  expires_at: number | null
  delivered_at: number | null
  cancelled_at: number | null
  /** Why it was cancelled. */
  reason: string
  /** For the team. */
  note: string
  invoice_number: string | null
  invoiced_at: number | null
}

/** A copy of what was bought: later changes of the product change no order. */
export interface OrderLineRow {
  order_id: string
  position: number
  product_id: string | null
  /** The choice whose stock it is taken from (shop/stock). */
  choice: string
  slug: string
  title: string
  /** JSON of `Variant`. */
  variant: string
  sku: string
  picture: string
  /** 0 for orders of earlier releases, whose lines had no price. */
  unit_paise: number
  quantity: number
  personalised: number
  cancelled: number
  returned: number
  /** On the tax invoice; empty until the order is dispatched, and without GSTIN. */
  hsn: string
}

/** What happened, in its order; it is only ever added to. */
export interface OrderEventRow {
  order_id: string
  position: number
  at: number
  kind: OrderEventKind
  text: string
  /** The editor; null for shopper, provider and job. */
  actor_id: string | null
  /** Id of the mail about it in the outbox, where the step can be undone. */
  mail_id: string | null
}

/**
 * `asked`: the provider was asked for a link. `surplus`: money that the order does not need, which is refunded.
 * `closed`: it was not paid, and cannot be any more.
 */
export type PaymentRowState = 'asked' | 'open' | 'authorized' | 'captured' | 'surplus' | 'closed'

/** A payment at the provider, or the link on which one is awaited. */
export interface PaymentRow {
  id: string
  order_id: string
  link_id: string | null
  link_url: string | null
  /** Id of the payment at the provider. */
  provider_id: string | null
  amount_paise: number
  state: PaymentRowState
  created_at: number
  /** When the link ends. */
  expires_at: number
  /** When the provider is asked for it; null once it is settled. */
  check_at: number | null
}

/** An event of the provider that was seen: a repeat has no effect. */
export interface PaymentEventRow {
  id: string
  order_id: string
  kind: string
  received_at: number
}

export interface RefundRow {
  /** Also the idempotency key that the provider gets. */
  id: string
  order_id: string
  /** Null for cash, which the shop transfers. */
  payment_id: string | null
  provider_id: string | null
  amount_paise: number
  state: RefundState
  reason: string
  created_at: number
  /** When the provider is asked; null when there is nothing to ask. */
  due_at: number | null
  attempts: number
  last_error: string | null
}

export interface ShipmentRow {
  id: string
  order_id: string
  carrier: string
  tracking_number: string
  dispatched_at: number
  delivered_at: number | null
}

export interface ReturnRequestRow {
  id: string
  order_id: string
  /** JSON of `{ position, quantity }[]`. */
  lines: string
  reason: string
  note: string
  state: ReturnState
  /** Why it was refused. */
  answer: string
  created_at: number
}
