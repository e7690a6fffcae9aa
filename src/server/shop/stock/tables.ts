declare module '#src/server/core/db/schema.ts' {
  interface Database {
    variant: VariantRow
    stock: StockRow
    stock_hold: StockHoldRow
  }
}

/**
 * A choice of a product, or the product without a choice. Carts, orders and alerts refer to it. It
 * is never deleted before its product.
 */
export interface VariantRow {
  id: string
  product_id: string
  /** Ids of options and values as canonical JSON (`toChoiceText`); empty without a choice. */
  choice: string
  /** Time of removal; null while it is offered. */
  archived_at: number | null
  /** The variant whose stock is counted instead; null if this one's is. */
  stock_variant_id: string | null
  /** Its id in feeds, structured data and UCP, written once (docs/decisions/0111-variants-of-shared-stock.md). */
  public_id: string
}

/** Items in stock of a counted variant, including items held for orders. */
export interface StockRow {
  variant_id: string
  on_hand: number
}

/** Items that are reserved for an order until their dispatch. */
export interface StockHoldRow {
  order_id: string
  product_id: string
  /** A counted variant. */
  variant_id: string
  quantity: number
  /** When it is released with its order; null after the order is placed. */
  expires_at: number | null
}
