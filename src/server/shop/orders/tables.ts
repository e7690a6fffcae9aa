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
    document: DocumentRow
    order_link: OrderLinkRow
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
  /** Hash of the address of the parcel; empty for orders of earlier releases. */
  address_key: string
  buyer_gstin: string
  /** Sealed with PAN_KEY; empty below PUBLIC_PAN_FROM. */
  sealed_pan: string
  /** JSON of `Payout`, sealed with PAN_KEY; empty unless cash is, or may be, paid back. */
  sealed_payout: string
  /** JSON of `Gift`. */
  gift: string
  subtotal_paise: number
  tax_paise: number
  total_paise: number
  /** The part of the total that is paid with the value of returned pieces of another order. */
  credit_paise: number
  /** What the courier collected in cash, and the credit of a cash order. */
  collected_paise: number
  collected_at: number | null
  /** What the provider or the shop has paid back. */
  refunded_paise: number
  /** The price of the pieces that are cancelled or came back, with tax: `findKept` of the lines is the rest. */
  back_paise: number
  /** Days in India, e.g. `2026-11-21`; null where no day was promised. */
  promised_from: string | null
  promised_to: string | null
  placed_at: number
  /** Until when it can be paid; null once it is placed or cancelled. */
  expires_at: number | null
  delivered_at: number | null
  cancelled_at: number | null
  /** When what is still to be sent was packed. */
  packed_at: number | null
  /** Why it was cancelled. */
  reason: string
  /** For the team. */
  note: string
}

/** A copy of what was bought: later changes of the product change no order. */
export interface OrderLineRow {
  order_id: string
  position: number
  product_id: string | null
  /** The variant that is delivered; null once its product was deleted. */
  variant_id: string | null
  /** The variant whose stock it is taken from; null once its product was deleted. */
  stock_variant_id: string | null
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
  /** Pieces that left the shelf for this line and are not back on it, e.g. damaged ones. */
  taken_from_shelf: number
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
 * `closed`: it was not paid, and no longer can be. `refused`: the provider does not take it.
 */
export type PaymentRowState =
  | 'asked'
  | 'open'
  | 'authorized'
  | 'captured'
  | 'surplus'
  | 'closed'
  | 'refused'

/** A payment at the provider, or the link on which one is awaited. */
export interface PaymentRow {
  id: string
  order_id: string
  /** The name of the provider; `transfer` for one that the desk has recorded, `CREDIT` for returned pieces. */
  provider: string
  link_id: string | null
  link_url: string | null
  /** The payment that has the money, for a credit (`CREDIT`). */
  source_id: string | null
  /** Id of the payment at the provider, or the reference of a transfer. */
  provider_id: string | null
  amount_paise: number
  state: PaymentRowState
  created_at: number
  /** When the shop learned that the money has arrived. */
  captured_at: number | null
  /** When the link ends. */
  expires_at: number
  /** When the provider is asked for it; null once it is settled and its link has ended. */
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
  /** When the shop learned that the money went back. */
  processed_at: number | null
  /** When the provider is asked; null if it is settled, or if the staff transfers it. */
  due_at: number | null
  attempts: number
  last_error: string | null
}

/** Pieces of a line of an order. */
export interface Piece {
  position: number
  quantity: number
}

/** A parcel that has left. */
export interface ShipmentRow {
  id: string
  order_id: string
  /** Counts the parcels of an order from 0. */
  position: number
  /** JSON of `Piece[]`. */
  lines: string
  /** Its share of the total of the order: the total of its invoice. */
  amount_paise: number
  carrier: string
  tracking_number: string
  dispatched_at: number
  delivered_at: number | null
  /** What the courier collected for it, in cash. */
  collected_paise: number
  collected_at: number | null
  /** When it came back to the shop, or was lost. */
  returned_at: number | null
}

export interface ReturnRequestRow {
  id: string
  order_id: string
  /** JSON of `Piece[]`. */
  lines: string
  reason: string
  note: string
  state: ReturnState
  /** Why it was refused. */
  answer: string
  created_at: number
  /** The day in India by which our answer, the pick-up or the refund is due; null if nothing is. */
  due_on: string | null
  /** The order of the pieces that leave instead; null if the money goes back. */
  exchange_id: string | null
}

export interface OrderLinkRow {
  token_hash: string
  order_id: string
  created_at: number
}

export type DocumentKind = 'invoice' | 'credit_note'

/** A tax document. It is written once. */
export interface DocumentRow {
  id: string
  order_id: string
  /** The parcel of an invoice; null for a credit note, which names its invoice. */
  shipment_id: string | null
  kind: DocumentKind
  /** Kind and financial year, whose numbers have no gaps. */
  series: string
  number: string
  issued_at: number
  /** JSON of `DocumentBody`: all that is printed. */
  body: string
}
