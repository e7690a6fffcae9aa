import { shopMessages } from '#src/rules/messages/shop.ts'
import { formatInteger } from '#src/rules/money.ts'

interface Props {
  /** 0 to 5. */
  rating: number
  /** Number of reviews. */
  count: number
  /** With one star in place of five. */
  isBrief?: boolean
}

/** The outline of a star in 40 × 40 units, to the right of where the path is. */
const STAR = 'm40 0l4 10 10 1-7 8 2 10-9-5-9 5 2-10-7-8 10-1z'
const STARS = `M-20 5${STAR.repeat(5)}`

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
export function Rating({ rating, count, isBrief = false }: Props) {
  const className = isBrief ? 'rating' : rowClass
  if (count === 0) return <span className={className}>{shopMessages.noReviews}</span>
  const shown = rating.toFixed(1)
  return (
    <span className={className}>
      {isBrief ? (
        <svg viewBox="0 0 40 40" aria-hidden="true">
          <path d={`M-20 5${STAR}`} />
        </svg>
      ) : (
        <Stars rating={rating} />
      )}
      <span className="sr-only">{`Rated ${shown} out of 5, `}</span>
      <span className="figures">
        <span aria-hidden="true">{`${shown} `}</span>
        {`(${formatInteger(count)}`}
        <span className="sr-only sm:not-sr-only">{count === 1 ? ' review' : ' reviews'}</span>)
      </span>
    </span>
  )
}
