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
  /** Variant and quantity of a line saved for later, as JSON; null where none was chosen. */
  saved_line: string | null
}

/** A wishlist that is shared by a link. */
export interface WishlistShareRow {
  user_id: string
  /** In plain text: its owner copies the link again. */
  token: string
  created_at: number
}
