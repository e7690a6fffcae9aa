import { createHash } from 'node:crypto'
import type { Variant } from '#src/contract/catalog.ts'
import { NO_CHOICE } from '#src/editing/stock-counts.ts'
import { splitChoice } from '#src/rules/product/choice.ts'
import { type OptionIds, toCanonicalJson } from '#src/rules/product/choice-ids.ts'

/** An item with its own stock: a product without variants, or a variant. */
export interface StockItem {
  productId: string
  variantId: string
}

export interface StockQuantity extends StockItem {
  quantity: number
}

/** Derives the id of a variant from its option and value ids, so that a restored choice is the same variant. */
export const toVariantId = (productId: string, choice: string): string =>
  choice === NO_CHOICE
    ? productId
    : createHash('sha256').update(`variant ${productId} ${choice}`).digest('hex').slice(0, 24)

interface OfferedProduct {
  variant: Variant
  options: readonly OptionIds[]
  variants?: readonly { choice: Variant; stock: number }[] | undefined
}

/** Returns the columns that store an offered variant in a line. */
export function toStoredLine(productId: string, product: OfferedProduct, chosen: Variant) {
  const { choice: ids, selection } = splitChoice(product, chosen)
  // A product without options may be its own only variant.
  const hasChoice = product.variants !== undefined || Object.keys(ids).length > 0
  const choice = hasChoice ? toCanonicalJson(ids) : NO_CHOICE
  return {
    choice,
    columns: {
      variant_id: toVariantId(productId, choice),
      selection: toCanonicalJson(selection),
    },
  }
}

/** Returns the variant whose stock is counted. Choices that share a stock use the product's own variant. */
export const toStockVariantId = (
  productId: string,
  { variants }: Pick<OfferedProduct, 'variants'>,
  variantId: string,
): string => (variants ? variantId : toVariantId(productId, NO_CHOICE))

/** Merges equal items, and adds their quantities. */
export function sumQuantities(items: readonly StockQuantity[]): StockQuantity[] {
  const sums = new Map<string, StockQuantity>()
  for (const item of items) {
    const { variantId } = item
    sums.set(variantId, { ...item, quantity: item.quantity + (sums.get(variantId)?.quantity ?? 0) })
  }
  return [...sums.values()]
}
