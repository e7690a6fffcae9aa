import type { WithCounts } from '../stock/stock-count.ts'

declare module '#src/server/core/db/schema.ts' {
  interface Database {
    product: ProductRow
    product_code: ProductCodeRow
  }
}

export interface ProductRow {
  id: string
  slug: string
  title: string
  category: string
  price_paise: number
  /** Equal to `price_paise` without a discount. */
  list_price_paise: number
  published_at: number
  updated_at: number
  archived_at: number | null
  /** Index in catalogue order. */
  position: number
  /**
   * The other fields of the entry as JSON, without counts (`StoredDetail` of
   * catalog/to-product.ts). PostgreSQL generates the column `related` from it.
   */
  detail: string
  revision: number
}

export interface StockedProduct extends ProductRow, WithCounts {}

/** A SKU or barcode of a variant, in the form for comparison. */
export interface ProductCodeRow {
  product_id: string
  kind: 'sku' | 'barcode'
  code: string
  /** 1 if another product has it too, which earlier releases allowed. */
  doubled: number
}
