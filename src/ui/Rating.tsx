import { formatInteger } from '#src/rules/money.ts'

interface Props {
  /** 0 to 5. */
  rating: number
  /** Number of reviews. */
  count: number
}

/**
 * Five stars, filled to a fraction, and the number of reviews. Each text is one string: React separates
 * several by comments, of which a listing would have a hundred.
 */
export function Rating({ rating, count }: Props) {
  const shown = rating.toFixed(1)
  const filled = Math.round(Math.min(5, Math.max(0, rating)) * 200) / 10
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 text-sm leading-snug text-muted">
      <span className="stars" aria-hidden="true">
        <svg viewBox="0 0 100 20" aria-hidden="true">
          <rect width={filled} height="20" />
        </svg>
      </span>
      <span className="sr-only">{`Rated ${shown} out of 5, `}</span>
      <span className="figures">
        <span aria-hidden="true">{`${shown} `}</span>
        {`(${formatInteger(count)}`}
        <span className="sr-only sm:not-sr-only">{count === 1 ? ' review' : ' reviews'}</span>)
      </span>
    </span>
  )
}
