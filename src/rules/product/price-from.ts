import type { ShownVariant } from '#src/contract/catalog.ts'

// Apart from the other rules of variants, which the home page does not load.

/** The choices that can be bought; all of them where all are sold out. */
export function listBuyable<Row extends { stock: number }>(rows: readonly Row[]): readonly Row[] {
  const inStock = rows.filter(({ stock }) => stock > 0)
  return inStock.length > 0 ? inStock : rows
}

/** Whether the price of a product is the lowest of several: "From" stands before it. */
export const isPriceFrom = ({
  price,
  variants = [],
}: {
  price: number
  variants?: readonly Pick<ShownVariant, 'price' | 'stock'>[] | undefined
}): boolean => listBuyable(variants).some((row) => (row.price ?? price) !== price)
