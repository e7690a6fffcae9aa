declare module '#src/server/core/db/schema.ts' {
  interface Database {
    stock: StockRow
    stock_hold: StockHoldRow
  }
}

/** The pieces on the shelf, also those that are held for orders. */
export interface StockRow {
  product_id: string
  /** Canonical JSON of a variant's choice; empty for a product without variants. */
  choice: string
  on_hand: number
}

/** Pieces that an order has, until they leave the shelf. */
export interface StockHoldRow {
  order_id: string
  product_id: string
  choice: string
  quantity: number
  /** When it is released with its order; null once the order is placed. */
  expires_at: number | null
}
