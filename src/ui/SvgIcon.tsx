interface Props {
  /** One path on a 24-pixel grid. */
  path: string
  className?: string | undefined
}

/** A decorative line drawing; the control around it carries the words. */
export function SvgIcon({ path, className = 'size-5' }: Props) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={`shrink-0 fill-none stroke-current ${className}`}
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  )
}
