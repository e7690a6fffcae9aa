import type { Review } from '#src/contract/catalog.ts'
import { count } from '#src/rules/count.ts'
import { formatDay, toIndianDay } from '#src/rules/dates.ts'
import { reviewMessages } from '#src/rules/messages/reviews.ts'
import type { ReviewedProduct } from '#src/rules/product/product-reviews.ts'
import { toHistogram } from '#src/rules/product/reviews.ts'
import { Stars } from '../Rating.tsx'

const messages = reviewMessages.reviews

/** The average, and how many reviews have each number of stars. */
export function ReviewFigures({ rating, reviewCount, ratingCounts }: ReviewedProduct) {
  if (rating === undefined) return null
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 text-muted">
        <span className="font-display text-heading text-ink figures">{rating.toFixed(1)}</span>
        <Stars rating={rating} />
        <span className="text-sm">{`out of 5, ${count(reviewCount, 'review')}`}</span>
      </p>
      <ul className="review-histogram" aria-label="Reviews by number of stars">
        {toHistogram(ratingCounts).map(({ stars, count: reviews, share }) => (
          <li key={stars}>
            <span>{count(stars, 'star')}</span>
            <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
              <path d="M0 2h100" />
              <path d={`M0 2h${Math.round(share * 100)}`} />
            </svg>
            <span className="text-end figures">{reviews}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The words of one review, with its author and day if they are given. */
export function ReviewText({ review }: { review: Review }) {
  const { stars, title, text, author, date, isVerifiedPurchase } = review
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3">
        <Stars rating={stars} />
        <span className="sr-only">{`${count(stars, 'star')}. `}</span>
        <span className="font-medium">{title}</span>
      </p>
      <p className="max-w-prose whitespace-pre-line text-muted">{text}</p>
      <p className="flex flex-wrap gap-x-4 text-sm text-muted">
        <span>{author || messages.anonymous}</span>
        <time dateTime={toIndianDay(date)}>{formatDay(toIndianDay(date))}</time>
        {isVerifiedPurchase && <span className="text-accent">{messages.verified}</span>}
      </p>
    </>
  )
}

export const ReviewList = ({ reviews }: { reviews: Review[] }) => (
  <ul className="review-list">
    {reviews.map((review) => (
      <li key={review.id}>
        <ReviewText review={review} />
      </li>
    ))}
  </ul>
)
