import { type RatingProps, RatingText, STAR } from './BriefRating.tsx'

const STARS = `M-20 5${STAR.repeat(5)}`

/** Five stars, filled to a fraction. */
export const Stars = ({ rating }: Pick<RatingProps, 'rating'>) => (
  <span className="stars">
    <svg viewBox="0 0 200 40" aria-hidden="true">
      <path d={STARS} />
      <svg width={Math.round(Math.min(5, Math.max(0, rating)) * 40)} aria-hidden="true">
        <path d={STARS} />
      </svg>
    </svg>
  </span>
)

/** Stars and the number of reviews. */
export const Rating = (props: RatingProps) => (
  <span className="inline-flex flex-wrap items-center gap-x-2 text-sm leading-snug text-muted">
    {props.count > 0 && <Stars rating={props.rating} />}
    <RatingText {...props} />
  </span>
)
