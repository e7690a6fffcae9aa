import type { Review } from '#src/contract/catalog.ts'
import { toIso } from '#src/rules/dates.ts'
import type { Database, Db } from '../../core/db/schema.ts'
import * as queries from './queries.ts'

/** The approved reviews of a product. */
export interface ProductReviews {
  /** Number of reviews with one to five stars. */
  counts: number[]
  /** The newest reviews; empty if not requested. */
  newest: Review[]
}

export const NO_REVIEWS: ProductReviews = { counts: [0, 0, 0, 0, 0], newest: [] }

type ReviewLookup = (productId: string) => ProductReviews

export const toReview = (row: Database['review']): Review => ({
  id: row.id,
  stars: row.stars,
  title: row.title,
  text: row.text,
  author: row.author,
  date: toIso(row.written_at),
  isVerifiedPurchase: row.is_verified_purchase === 1,
})

/**
 * Reads the approved reviews of these products, for lookups by product id.
 * @param withTexts false if only the counts are needed.
 */
export async function createReviewLookup(
  db: Db,
  productIds: string[],
  withTexts: boolean,
): Promise<ReviewLookup> {
  const byProduct = new Map<string, ProductReviews>()
  for (const { product_id, stars, count } of await queries.listStarCounts(db, productIds)) {
    const { counts } = byProduct.get(product_id) ?? NO_REVIEWS
    byProduct.set(product_id, { counts: counts.with(stars - 1, Number(count)), newest: [] })
  }
  if (withTexts)
    for (const row of await queries.listShownReviews(db, [...byProduct.keys()]))
      byProduct.get(row.product_id)?.newest.push(toReview(row))
  return (id) => byProduct.get(id) ?? NO_REVIEWS
}
