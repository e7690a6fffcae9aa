import type { Product } from '#src/contract/catalog.ts'

/** The fields of a product that the reviews of its page need. */
export type ReviewedProduct = Pick<
  Product,
  'id' | 'slug' | 'rating' | 'reviewCount' | 'ratingCounts' | 'newestReviews'
>

export const toReviewedProduct = ({
  id,
  slug,
  rating,
  reviewCount,
  ratingCounts,
  newestReviews,
}: Product): ReviewedProduct => ({
  id,
  slug,
  rating,
  reviewCount,
  ratingCounts,
  newestReviews,
})

/** False for a catalogue of another origin, whose figures have no reviews to read. */
export const hasReviewSection = ({ ratingCounts }: Pick<Product, 'ratingCounts'>): boolean =>
  ratingCounts.length > 0
