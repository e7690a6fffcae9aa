import type { Product, Review } from '#src/contract/catalog.ts'
import type { FieldError } from '../account/account-validation.ts'
import { reviewMessages } from '../messages/reviews.ts'

/**
 * The average with one decimal, half up, and the number of reviews. Without a review there is no average.
 * @param counts numbers of reviews with one to five stars.
 */
export function summarizeStars(counts: number[]): Pick<Product, 'rating' | 'reviewCount'> {
  const reviewCount = counts.reduce((sum, count) => sum + count, 0)
  if (reviewCount === 0) return { reviewCount }
  const stars = counts.reduce((sum, count, index) => sum + count * (index + 1), 0)
  return { rating: Math.round((stars * 10) / reviewCount) / 10, reviewCount }
}

/** The rows of the histogram, five stars first; `share` is from 0 to 1. */
export function toHistogram(counts: number[]): { stars: number; count: number; share: number }[] {
  const { reviewCount } = summarizeStars(counts)
  return counts
    .map((count, index) => ({ stars: index + 1, count, share: count / Math.max(1, reviewCount) }))
    .toReversed()
}

export const REVIEW_ORDERS = ['newest', 'highest', 'lowest'] as const
export type ReviewOrder = (typeof REVIEW_ORDERS)[number]

/** Reviews of the same number of stars have the newest first. */
export function sortReviews(reviews: Review[], order: ReviewOrder): Review[] {
  const direction = { newest: 0, highest: -1, lowest: 1 }[order]
  return reviews.toSorted((a, b) => direction * (a.stars - b.stars) || b.date.localeCompare(a.date))
}

/** The rating that search engines may be told: of reviews that the page shows. */
export const findReadableRating = ({
  rating,
  reviewCount,
  newestReviews,
}: Product): { rating: number; reviewCount: number } | undefined =>
  rating === undefined || newestReviews.length === 0 ? undefined : { rating, reviewCount }

const { form } = reviewMessages.reviews

/** Errors of a review by field; `read` returns a field's value. */
export const validateReview = (read: (name: string) => string): Record<string, FieldError> => ({
  stars: read('stars') ? undefined : form.starsMissing,
  title: read('title').trim() ? undefined : form.titleMissing,
  text: read('text').trim() ? undefined : form.textMissing,
})
