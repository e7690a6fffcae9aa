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
  /** The variant as canonical JSON with sorted keys. A line is unique per product and variant. */
  variant: string
  quantity: number
  created_at: number
}

/** Gift wrap of a user's cart. */
export interface CartGiftRow {
  user_id: string
  wrap: number
  /** The words on the card; may be empty. */
  note: string
}
