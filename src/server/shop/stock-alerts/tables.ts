declare module '#src/server/core/db/schema.ts' {
  interface Database {
    stock_alert: StockAlertRow
  }
}

/** A user who is told when a sold-out product returns. */
export interface StockAlertRow {
  user_id: string
  product_id: string
  /** Canonical JSON of the choice that is waited for; empty for any of the product's. */
  variant: string
  created_at: number
  /** Time of the mail; null until the product is in stock. */
  sent_at: number | null
  /** SHA-256 of the token in the mail's link that ends all alerts, hex. */
  token_hash: string | null
}
