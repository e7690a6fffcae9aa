interface Props {
  /** One of ui/icons.ts. */
  path: string
  className?: string
}

/** A decorative line drawing; the control around it has the name. */
export const Icon = ({ path, className = 'size-5' }: Props) => (
  <svg viewBox="0 0 24 24" className={`icon ${className}`} aria-hidden="true">
    <path d={path} />
  </svg>
)
