declare module '#src/server/core/db/schema.ts' {
  interface Database {
    stock_alert: StockAlertRow
  }
}

/** A user who will be informed when a sold-out product returns. */
export interface StockAlertRow {
  user_id: string
  product_id: string
  /** The requested variant; the variant without a choice stands for any. */
  variant_id: string
  created_at: number
  /** Time of the mail; null until the product is in stock. */
  sent_at: number | null
  /** SHA-256 of the token in the mail's link that ends all alerts, hex. */
  token_hash: string | null
}
