import type { Variant } from '#src/contract/catalog.ts'
import { toPaise, toRupees } from '#src/rules/money.ts'
import { type OptionIds, toChoiceText } from '#src/rules/product/choice-ids.ts'
import { type EntryPrice, formatAvailability, getShownPrice } from '#src/rules/product/variants.ts'
import type { Db } from '../../core/db/schema.ts'
import { type CountRow, listShownPrices, updateShownPrice } from './queries.ts'
import { getAvailable, type StockCount } from './stock-count.ts'

/** A product to publish because its shown stock has changed, in the form for `runPublishing`. */
export interface StockPublish {
  id: string
  summary: string
}

/** Describes the shown stock of each variant, and of the product as a whole. */
function describeStock(counts: readonly CountRow[]): Map<string, string> {
  const described = new Map<string, string>()
  for (const [id, rows] of Map.groupBy(counts, ({ product_id }) => product_id)) {
    const total = rows.reduce((sum, row) => sum + getAvailable(row), 0)
    const texts = rows.map((row) => [row.choice, formatAvailability(getAvailable(row))])
    described.set(id, JSON.stringify([formatAvailability(total), ...texts]))
  }
  return described
}

/**
 * Updates products whose availability text (`formatAvailability`) has changed, with the lowest price in stock.
 * @param before stock of their variants before the change.
 * @param after stock of the same variants after it.
 * @returns the products to publish; others have changed without a new text.
 */
export async function showStock(
  db: Db,
  before: readonly CountRow[],
  after: readonly CountRow[],
  now: number,
): Promise<StockPublish[]> {
  const offered = after.filter(({ isArchived }) => !isArchived)
  const textsBefore = describeStock(before.filter(({ isArchived }) => !isArchived))
  const textsAfter = describeStock(offered)
  const changed = [...textsBefore.keys()].filter((id) => textsBefore.get(id) !== textsAfter.get(id))
  const published: StockPublish[] = []
  for (const product of await listShownPrices(db, changed)) {
    const { id, title, updated_at } = product
    const rows = offered.filter(({ product_id }) => product_id === id)
    const shown = toShownColumns(product, rows)
    await updateShownPrice(db, id, { ...shown, updated_at: Math.max(now, updated_at + 1) })
    published.push({ id, summary: `Stock of ${title}` })
  }
  return published
}

interface DetailWithPrices {
  base?: EntryPrice
  options: OptionIds[]
  variants?: (Partial<EntryPrice> & { choice: Variant })[]
}

/** Returns the price columns of a product for a stock. */
export function toShownColumns(
  {
    detail,
    price_paise,
    list_price_paise,
  }: { detail: string; price_paise: number; list_price_paise: number },
  counts: readonly StockCount[],
): { price_paise: number; list_price_paise: number } {
  const { base, options, variants } = JSON.parse(detail) as DetailWithPrices
  if (!variants) return { price_paise, list_price_paise }
  const available = new Map(counts.map((row) => [row.choice, getAvailable(row)]))
  const { price, listPrice } = getShownPrice({
    ...(base ?? { price: toRupees(price_paise), listPrice: toRupees(list_price_paise) }),
    variants: variants.map((row) => ({
      ...row,
      stock: available.get(toChoiceText(options, row.choice)) ?? 0,
    })),
  })
  return { price_paise: toPaise(price), list_price_paise: toPaise(listPrice ?? price) }
}
