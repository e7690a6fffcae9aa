import type { Variant } from '#src/contract/catalog.ts'
import { toPaise, toRupees } from '#src/rules/money.ts'
import { toCanonicalJson } from '#src/rules/product/stock-counts.ts'
import { type EntryPrice, formatAvailability, getShownPrice } from '#src/rules/product/variants.ts'
import type { Db } from '../../core/db/schema.ts'
import { type CountRow, listShownPrices, updateShown } from './queries.ts'
import { getAvailable, type StockCount } from './stock-count.ts'

/** A product to publish, because shoppers read something else about its stock; in the shape of `runPublishing`. */
export interface StockPublish {
  id: string
  summary: string
}

/** What shoppers read about each choice of a product, and about all together. */
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
 * Notes on products whose availability another text describes now (`formatAvailability`: in stock, how few are left,
 * sold out) that they are shown anew, with the lowest price that can be bought.
 * @param before the stock of their choices before the change.
 * @param after the stock of the same choices after it.
 * @returns the products to publish; those whose stock passes no bound are not among them.
 */
export async function showStock(
  db: Db,
  before: readonly CountRow[],
  after: readonly CountRow[],
  now: number,
): Promise<StockPublish[]> {
  const was = describeStock(before)
  const is = describeStock(after)
  const changed = [...was.keys()].filter((id) => was.get(id) !== is.get(id))
  const published: StockPublish[] = []
  for (const product of await listShownPrices(db, changed)) {
    const { id, title, updated_at } = product
    const rows = after.filter(({ product_id }) => product_id === id)
    const shown = toShownColumns(product, rows)
    await updateShown(db, id, { ...shown, updated_at: Math.max(now, updated_at + 1) })
    published.push({ id, summary: `Stock of ${title}` })
  }
  return published
}

interface PricedDetail {
  base?: EntryPrice
  variants?: (Partial<EntryPrice> & { choice: Variant })[]
}

/** The price columns of a product with this stock. */
export function toShownColumns(
  {
    detail,
    price_paise,
    list_price_paise,
  }: { detail: string; price_paise: number; list_price_paise: number },
  counts: readonly StockCount[],
): { price_paise: number; list_price_paise: number } {
  const { base, variants } = JSON.parse(detail) as PricedDetail
  if (!variants) return { price_paise, list_price_paise }
  const available = new Map(counts.map((row) => [row.choice, getAvailable(row)]))
  const { price, listPrice } = getShownPrice({
    ...(base ?? { price: toRupees(price_paise), listPrice: toRupees(list_price_paise) }),
    variants: variants.map((row) => ({
      ...row,
      stock: available.get(toCanonicalJson(row.choice)) ?? 0,
    })),
  })
  return { price_paise: toPaise(price), list_price_paise: toPaise(listPrice ?? price) }
}
