import type { ListingItem } from '#src/contract/catalog.ts'

/** Featured cards of the home page (spec §2). */
const FEATURED = 4

/** Pieces in the New Arrivals scroller. */
const NEWEST = 10

const byRating = (a: ListingItem, b: ListingItem): number =>
  (b.rating ?? 0) - (a.rating ?? 0) || (b.reviews ?? 0) - (a.reviews ?? 0)

/**
 * The best loved pieces that can be had, each of another category, best first. What is `shown` in
 * another row, and a second piece of a category, only fill up where there are too few.
 */
export function getFeaturedProducts(
  products: ListingItem[],
  shown: ListingItem[] = [],
): ListingItem[] {
  const ranked = products.filter(({ stock }) => stock > 0).sort(byRating)
  const taken = new Set<string>()
  const leaders = ranked.filter((product) => {
    if (shown.includes(product) || taken.has(product.category)) return false
    taken.add(product.category)
    return true
  })
  const rest = ranked.filter((product) => !leaders.includes(product))
  return [...leaders, ...rest].slice(0, FEATURED)
}

/** The latest pieces, newest first. */
export const getNewArrivals = (products: ListingItem[]): ListingItem[] =>
  products.toSorted((a, b) => b.publishedAt.localeCompare(a.publishedAt)).slice(0, NEWEST)
