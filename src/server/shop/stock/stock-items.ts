import type { Variant } from '#src/contract/catalog.ts'
import { NO_CHOICE, toCanonicalJson } from '#src/rules/product/stock-counts.ts'
import { findVariant } from '#src/rules/product/variants.ts'
import { parseCounts, type WithCounts } from './stock-count.ts'
import type { StockRow } from './tables.ts'

/** What has a stock of its own: a product without variants, or one of its variants. */
export interface StockItem {
  productId: string
  /** See `toStockChoice`. */
  choice: string
}

export interface StockQuantity extends StockItem {
  quantity: number
}

/**
 * The choice that a cart line's variant takes its pieces from: fixed traits and texts of offers are no part of it.
 * @returns undefined for a variant that the product is not offered in.
 */
export function toStockChoice(
  variants: readonly { choice: Variant }[] | undefined,
  chosen: Variant,
): string | undefined {
  if (!variants) return NO_CHOICE
  const row = findVariant(variants, chosen)
  return row && toCanonicalJson(row.choice)
}

/** A text that differs for each item. */
export const toStockKey = ({ productId, choice }: StockItem): string => `${productId} ${choice}`

/** Each item once, with the sum of its quantities. */
export function sumQuantities(items: readonly StockQuantity[]): StockQuantity[] {
  const sums = new Map<string, StockQuantity>()
  for (const item of items) {
    const key = toStockKey(item)
    sums.set(key, { ...item, quantity: item.quantity + (sums.get(key)?.quantity ?? 0) })
  }
  return [...sums.values()]
}

/** The rows of a product that is read, or is to be saved. */
export const listStockRows = (product: WithCounts & { id: string }): StockRow[] =>
  parseCounts(product).map(({ choice, on_hand }) => ({ product_id: product.id, choice, on_hand }))
