const STAR = 'M10 1.9l2.5 5.2 5.7.8-4.1 4 1 5.7L10 14.9l-5.1 2.7 1-5.7-4.1-4 5.7-.8z'
const POSITIONS = [0, 1, 2, 3, 4]

interface Props {
  /** 0 to 5. */
  rating: number
  /** Number of reviews. */
  count: number
}

/** Five stars, filled to a fraction, and the number of reviews. */
export function Rating({ rating, count }: Props) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 text-sm leading-snug text-muted">
      <svg viewBox="0 0 100 20" className="h-3.5 w-[4.375rem]" aria-hidden="true">
        {POSITIONS.map((index) => (
          <g key={index} transform={`translate(${index * 20} 0)`}>
            <path d={STAR} className="fill-line" />
            <Star fraction={rating - index} />
          </g>
        ))}
      </svg>
      <span className="sr-only">Rated {rating.toFixed(1)} out of 5, </span>
      <span className="figures">
        <span aria-hidden="true">{rating.toFixed(1)} </span>({count.toLocaleString('en-IN')}
        <span className="sr-only sm:not-sr-only"> {count === 1 ? 'review' : 'reviews'}</span>)
      </span>
    </span>
  )
}

// A nested viewport clips the star: clip-path would need an id that is unique on the page.
function Star({ fraction }: { fraction: number }) {
  const width = Math.round(Math.min(1, Math.max(0, fraction)) * 20 * 100) / 100
  if (width === 0) return null
  return (
    <svg
      width={width}
      height="20"
      viewBox={`0 0 ${width} 20`}
      preserveAspectRatio="xMinYMin"
      aria-hidden="true"
    >
      <path d={STAR} className="fill-accent" />
    </svg>
  )
}
