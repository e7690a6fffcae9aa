import type { Variant } from '#src/contract/catalog.ts'
import type { CatalogEntry } from '#src/contract/entry.ts'
import { findVariant } from '#src/rules/product/variants.ts'
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

/** The choice of a product without variants. */
export const NO_CHOICE = ''

/** Sorts the names by code unit, so that equal variants are equal texts. */
export const toCanonicalJson = (variant: Variant): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(variant).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  )

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

/** The rows of an entry's counts. */
export const toStockRows = (
  productId: string,
  { stock, variants }: Pick<CatalogEntry, 'stock' | 'variants'>,
): StockRow[] =>
  variants
    ? variants.map((row) => ({
        product_id: productId,
        choice: toCanonicalJson(row.choice),
        on_hand: row.stock,
      }))
    : [{ product_id: productId, choice: NO_CHOICE, on_hand: stock }]
