declare module '#src/server/core/db/schema.ts' {
  interface Database {
    cart_item: CartItemRow
    cart_gift: CartGiftRow
  }
}

export interface CartItemRow {
  id: string
  user_id: string
  product_id: string
  /** A line is unique by variant and selection. */
  variant_id: string
  /** Texts of offers, and the traits at the time of adding, as canonical JSON. */
  selection: string
  quantity: number
  created_at: number
}

export interface CartGiftRow {
  user_id: string
  wrap: number
  /** Text on the card; may be empty. */
  note: string
}
