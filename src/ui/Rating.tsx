import { shopMessages } from '#src/rules/messages/shop.ts'
import { formatInteger } from '#src/rules/money.ts'

interface Props {
  /** 0 to 5. */
  rating: number
  /** Number of reviews. */
  count: number
}

/** Outlines of five stars of 40 × 40 units. */
const STARS = `M-20 5${'m40 0l4 10 10 1-7 8 2 10-9-5-9 5 2-10-7-8 10-1z'.repeat(5)}`

/** Five stars, filled to a fraction. */
export const Stars = ({ rating }: Pick<Props, 'rating'>) => (
  <span className="stars">
    <svg viewBox="0 0 200 40" aria-hidden="true">
      <path d={STARS} />
      <svg width={Math.round(Math.min(5, Math.max(0, rating)) * 40)} aria-hidden="true">
        <path d={STARS} />
      </svg>
    </svg>
  </span>
)

const rowClass = 'inline-flex flex-wrap items-center gap-x-2 text-sm leading-snug text-muted'

/**
 * Stars and the number of reviews. Each text is one string: React separates several by comments, of which a
 * listing would have a hundred.
 */
export function Rating({ rating, count }: Props) {
  if (count === 0) return <span className={rowClass}>{shopMessages.noReviews}</span>
  const shown = rating.toFixed(1)
  return (
    <span className={rowClass}>
      <Stars rating={rating} />
      <span className="sr-only">{`Rated ${shown} out of 5, `}</span>
      <span className="figures">
        <span aria-hidden="true">{`${shown} `}</span>
        {`(${formatInteger(count)}`}
        <span className="sr-only sm:not-sr-only">{count === 1 ? ' review' : ' reviews'}</span>)
      </span>
    </span>
  )
}
