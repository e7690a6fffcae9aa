import { shopMessages } from '#src/rules/messages/shop.ts'
import { formatInteger } from '#src/rules/money.ts'

// Apart from the five stars, which a listing does not load.

export interface RatingProps {
  /** 0 to 5. */
  rating: number
  /** Number of reviews. */
  count: number
}

/** The outline of a star in 40 × 40 units, to the right of the path's place. */
export const STAR = 'm40 0l4 10 10 1-7 8 2 10-9-5-9 5 2-10-7-8 10-1z'

/** The rating of a card, with one star. */
export const BriefRating = (props: RatingProps) => (
  <span className="rating">
    {props.count > 0 && (
      <svg viewBox="0 0 40 40" aria-hidden="true">
        <path d={`M-20 5${STAR}`} />
      </svg>
    )}
    <RatingText {...props} />
  </span>
)

/**
 * The figures of a rating. Each text is one string: React separates several by comments, of which a listing
 * would have a hundred.
 */
export function RatingText({ rating, count }: RatingProps) {
  if (count === 0) return shopMessages.noReviews
  const shown = rating.toFixed(1)
  return (
    <>
      <span className="sr-only">{`Rated ${shown} out of 5, `}</span>
      <span className="figures">
        <span aria-hidden="true">{`${shown} `}</span>
        {`(${formatInteger(count)}`}
        <span className="sr-only sm:not-sr-only">{count === 1 ? ' review' : ' reviews'}</span>)
      </span>
    </>
  )
}
