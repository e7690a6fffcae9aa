import type { PicturePlace } from '../../core/media/to-picture.ts'
import type { WithCounts } from '../stock/stock-count.ts'

declare module '#src/server/core/db/schema.ts' {
  interface Database {
    product: ProductRow
    product_picture: ProductPictureRow
    former_slug: FormerSlugRow
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
  /** Index in the order of the catalogue. */
  position: number
  /**
   * The other fields of the entry without its counts, as JSON (`StoredDetail` of catalog/to-product.ts).
   * PostgreSQL generates the column `related` from it.
   */
  detail: string
  /** Number of the product's versions. */
  revision: number
}

/** A product as it is read. */
export interface StockedProduct extends ProductRow, WithCounts {}

export interface ProductPictureRow extends PicturePlace {
  product_id: string
  position: number
  picture_hash: string
}

/** A slug that a product had; its page redirects to the product. */
export interface FormerSlugRow {
  slug: string
  product_id: string
}

/** A SKU or a barcode of a variant, as codes are compared. */
export interface ProductCodeRow {
  product_id: string
  kind: 'sku' | 'barcode'
  code: string
  /** 1 where another product has it from before codes were of one product. */
  doubled: number
}
