import type { ListingItem } from '#src/contract/catalog.ts'

/** Number of featured products on the home page (spec §2). */
const FEATURED_COUNT = 4

/** Number of products in the New Arrivals carousel. */
const NEW_ARRIVALS_COUNT = 10

const byRating = (a: ListingItem, b: ListingItem): number =>
  (b.rating ?? 0) - (a.rating ?? 0) || (b.reviews ?? 0) - (a.reviews ?? 0)

/**
 * Returns the best rated products in stock, one per category, best first. Products of `exclude` and
 * further products of a category only fill up the row.
 */
export function getFeaturedProducts(
  products: ListingItem[],
  exclude: ListingItem[] = [],
): ListingItem[] {
  const best = new Map<string, ListingItem>()
  for (const product of products) {
    if (product.stock <= 0) continue
    const currentBest = best.get(product.category)
    if ((currentBest && byRating(product, currentBest) >= 0) || exclude.includes(product)) continue
    best.set(product.category, product)
  }
  const bestPerCategory = [...best.values()].sort(
    (a, b) => byRating(a, b) || products.indexOf(a) - products.indexOf(b),
  )
  const rest =
    best.size < FEATURED_COUNT
      ? products
          .filter((product) => product.stock > 0 && !bestPerCategory.includes(product))
          .sort(byRating)
      : []
  return [...bestPerCategory, ...rest].slice(0, FEATURED_COUNT)
}

/**
 * Returns the latest products, newest first. One pass, because sorting a large catalogue is slower
 * than rendering a page.
 */
export function listLatest<P extends { publishedAt: string }>(products: P[], count: number): P[] {
  const latest: P[] = []
  for (const product of products) {
    const isLater = (other: P) => product.publishedAt > other.publishedAt
    const last = latest[count - 1]
    if (last && !isLater(last)) continue
    const index = latest.findIndex(isLater)
    latest.splice(index === -1 ? latest.length : index, 0, product)
    latest.splice(count)
  }
  return latest
}

export const getNewArrivals = (products: ListingItem[]): ListingItem[] =>
  listLatest(products, NEW_ARRIVALS_COUNT)
