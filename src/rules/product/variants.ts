import type { ShownVariant, Variant } from '#src/contract/catalog.ts'
import type { CatalogEntry } from '#src/contract/entry.ts'
import { LOW_STOCK_THRESHOLD } from '../constants.ts'
import { shopMessages } from '../messages/shop.ts'
import { listBuyable } from './price-from.ts'

// Price, stock and picture of each variant (docs/decisions/0111-variants-of-shared-stock.md). Ships to browsers.

/** The fields that a variant is found by, in rows of an entry and in rows of pages. */
type Choosable = Pick<ShownVariant, 'choice' | 'stock' | 'price'>

/** The variant that a choice means, which may have more names, e.g. a colour that is fixed. */
export const findVariant = <Row extends Pick<Choosable, 'choice'>>(
  rows: readonly Row[] | undefined,
  chosen: Variant,
): Row | undefined =>
  rows?.find(({ choice }) =>
    Object.entries(choice).every(([name, value]) => chosen[name] === value),
  )

/** Whether the choice names all options, and no variant has it. */
export function isNotOffered(rows: readonly Choosable[] | undefined, chosen: Variant): boolean {
  const [first] = rows ?? []
  return (
    first !== undefined &&
    Object.keys(first.choice).every((name) => chosen[name] !== undefined) &&
    findVariant(rows, chosen) === undefined
  )
}

/**
 * Returns the price and stock of a choice. They are the product's own if it has no variants, and until every option is
 * chosen. A choice that is not offered has no stock.
 */
export function getOffer<Row extends Choosable>(
  product: { price: number; stock: number; variants?: readonly Row[] | undefined },
  chosen: Variant,
): { price: number; stock: number; variant: Row | undefined } {
  const { price, stock, variants } = product
  const variant = findVariant(variants, chosen)
  return {
    price: variant?.price ?? price,
    stock: variant?.stock ?? (isNotOffered(variants, chosen) ? 0 : stock),
    variant,
  }
}

/** Why a value cannot be had. */
export type ValueState = 'soldOut' | 'notOffered'

/** Whether a value of an option can be had together with what is chosen of the other options; undefined if so. */
export function getValueState(
  rows: readonly Choosable[] | undefined,
  chosen: Variant,
  name: string,
  value: string,
): ValueState | undefined {
  if (!rows) return undefined
  const fitting = rows.filter(
    ({ choice }) =>
      choice[name] === value &&
      Object.entries(choice).every(
        ([other, has]) => other === name || (chosen[other] ?? has) === has,
      ),
  )
  if (fitting.length === 0) return 'notOffered'
  return fitting.some(({ stock }) => stock > 0) ? undefined : 'soldOut'
}

/** Whether a value of an option is in stock, whatever is chosen beside it. */
export const isValueInStock = (
  rows: readonly Choosable[] | undefined,
  name: string,
  value: string,
): boolean => getValueState(rows, {}, name, value) === undefined

/** Shopper-facing text, always derived from the real stock (docs/decisions/product.md#stock). */
export function formatAvailability(stock: number): string {
  if (stock <= 0) return shopMessages.stock.soldOut
  return stock <= LOW_STOCK_THRESHOLD
    ? shopMessages.stock.lowStock(stock)
    : shopMessages.stock.inStock
}

/** The query of a product page's address that chooses the variant, e.g. `?Size=UK+7`. */
export const toChoiceQuery = (choice: Variant): string => {
  const query = String(new URLSearchParams(choice))
  return query && `?${query}`
}

/** The entry with the sum of the stock of its variants. */
export const withTotalStock = (entry: CatalogEntry): CatalogEntry =>
  entry.variants
    ? { ...entry, stock: entry.variants.reduce((sum, { stock }) => sum + stock, 0) }
    : entry

/** A price, and the one before a discount. */
export interface EntryPrice {
  price: number
  /** Absent without a discount. */
  listPrice?: number | undefined
}

/** The price of a variant: its own, or that of the product, which is the base of those without one. */
export const getVariantPrice = (base: EntryPrice, row: Partial<EntryPrice>): EntryPrice =>
  row.price === undefined
    ? { price: base.price, listPrice: row.listPrice ?? base.listPrice }
    : { price: row.price, listPrice: row.listPrice }

/** The price that a product is shown with: the lowest that can be bought. */
export function getShownPrice(
  base: EntryPrice & {
    variants?: readonly (Partial<EntryPrice> & { stock: number })[] | undefined
  },
): EntryPrice {
  const prices = listBuyable(base.variants ?? []).map((row) => getVariantPrice(base, row))
  return prices.length === 0
    ? { price: base.price, listPrice: base.listPrice }
    : prices.reduce((a, b) => (b.price < a.price ? b : a))
}
