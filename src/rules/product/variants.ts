import type { ShownVariant, Variant } from '#src/contract/catalog.ts'
import type { CatalogEntry } from '#src/contract/entry.ts'
import { LOW_STOCK_THRESHOLD } from '../constants.ts'
import { shopMessages } from '../messages/shop.ts'

// What a choice of options has of its own (docs/decisions/0038-variants.md). Ships to browsers.

/** What decides which variant is meant, for rows of an entry and for those of pages. */
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
 * What a choice costs and how many are left: those of its variant; those of the product without variants,
 * and while something is not chosen; nothing where the choice is not offered.
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

/**
 * The entry with the lowest price and the sum of the stock of its variants, which keep a price only where it
 * differs from the lowest: what has the price of the product follows it.
 */
export function withVariantTotals(entry: CatalogEntry): CatalogEntry {
  const { variants, listPrice: sharedListPrice, ...others } = entry
  if (!variants) return entry
  const rows = variants.map(({ price, listPrice, ...row }) => ({
    row,
    price: price ?? entry.price,
    listPrice: price === undefined ? (listPrice ?? sharedListPrice) : listPrice,
  }))
  const { price, listPrice } = rows.reduce((a, b) => (b.price < a.price ? b : a))
  const withListPrice = (given: number | undefined) =>
    given === undefined ? {} : { listPrice: given }
  return {
    ...others,
    price,
    ...withListPrice(listPrice),
    stock: rows.reduce((sum, { row }) => sum + row.stock, 0),
    variants: rows.map((own) => ({
      ...own.row,
      ...(own.price === price && own.listPrice === listPrice
        ? {}
        : { price: own.price, ...withListPrice(own.listPrice) }),
    })),
  }
}
