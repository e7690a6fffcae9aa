import type { ListingItem } from '#src/contract/catalog.ts'

/** Number of featured products on the home page (spec §2). */
const FEATURED_COUNT = 4

/** Number of products in the New Arrivals carousel. */
const NEW_ARRIVALS_COUNT = 10

const byRating = (a: ListingItem, b: ListingItem): number =>
  (b.rating ?? 0) - (a.rating ?? 0) || (b.reviews ?? 0) - (a.reviews ?? 0)

/**
 * The best rated products in stock, one per category, best first. Products of `exclude` and further
 * products of a category only fill up the row.
 */
export function getFeaturedProducts(
  products: ListingItem[],
  exclude: ListingItem[] = [],
): ListingItem[] {
  const ranked = products.filter(({ stock }) => stock > 0).sort(byRating)
  const categories = new Set<string>()
  const bestPerCategory = ranked.filter((product) => {
    if (exclude.includes(product) || categories.has(product.category)) return false
    categories.add(product.category)
    return true
  })
  const rest = ranked.filter((product) => !bestPerCategory.includes(product))
  return [...bestPerCategory, ...rest].slice(0, FEATURED_COUNT)
}

/** The latest products, newest first. */
export const getNewArrivals = (products: ListingItem[]): ListingItem[] =>
  products
    .toSorted(
      (a, b) => Number(b.publishedAt > a.publishedAt) - Number(b.publishedAt < a.publishedAt),
    )
    .slice(0, NEW_ARRIVALS_COUNT)
