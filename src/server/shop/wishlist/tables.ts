declare module '#src/server/core/db/schema.ts' {
  interface Database {
    wishlist_item: WishlistItemRow
    wishlist_share: WishlistShareRow
  }
}

export interface WishlistItemRow {
  user_id: string
  product_id: string
  created_at: number
  /** Unit price when it was added; null for items of earlier releases. */
  price_paise: number | null
  /** The variant of a line saved for later; null where none was chosen. */
  variant_id: string | null
  /** Its selection and quantity, as JSON. */
  saved_line: string | null
}

/** A wishlist that is shared by a link. */
export interface WishlistShareRow {
  user_id: string
  /** Stored in plain text, because the owner can copy the link again. */
  token: string
  created_at: number
}
