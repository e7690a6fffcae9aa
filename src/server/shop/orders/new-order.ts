import { randomBytes } from 'node:crypto'
import { createTimeOrderedId } from '../../core/time-ordered-id.ts'
import { toOrderNumber } from './order-number.ts'
import type { OrderLineRow, OrderRow } from './tables.ts'

/** The row of a new order; a column that is not given is empty. */
export const toOrderRow = (
  columns: Pick<OrderRow, 'placed_at' | 'total_paise' | 'state' | 'payment_state' | 'method'> &
    Partial<OrderRow>,
): OrderRow => ({
  id: createTimeOrderedId(columns.placed_at),
  number: toOrderNumber(randomBytes(8)),
  user_id: null,
  email: '',
  phone: '',
  name: '',
  ship_to: '{}',
  bill_to: '{}',
  address_key: '',
  buyer_gstin: '',
  sealed_pan: '',
  sealed_payout: '',
  gift: '{"wrap":false,"note":""}',
  subtotal_paise: columns.total_paise,
  tax_paise: 0,
  credit_paise: 0,
  collected_paise: 0,
  collected_at: null,
  refunded_paise: 0,
  back_paise: 0,
  promised_from: null,
  promised_to: null,
  expires_at: null,
  delivered_at: null,
  cancelled_at: null,
  packed_at: null,
  reason: '',
  note: '',
  ...columns,
})

export type NewLine = Omit<OrderLineRow, 'order_id'>

/** The row of a line; a column that is not given is empty. */
export const toLineRow = (
  columns: Pick<OrderLineRow, 'position' | 'slug' | 'title' | 'quantity'> & Partial<NewLine>,
): NewLine => ({
  product_id: null,
  variant_id: null,
  stock_variant_id: null,
  variant: '{}',
  sku: '',
  picture: '',
  unit_paise: 0,
  personalised: 0,
  cancelled: 0,
  returned: 0,
  taken_from_shelf: 0,
  hsn: '',
  ...columns,
})
