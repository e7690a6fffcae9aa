interface Props {
  /** The id of what it leads to. */
  to: string
  children: string
}

/** A link for the keyboard, seen while it has the focus. */
export const SkipLink = ({ to, children }: Props) => (
  <a
    href={`#${to}`}
    className="fixed start-4 top-3 z-(--z-skip-link) -translate-y-24 bg-ink px-5 py-3 text-page focus:translate-y-0"
  >
    {children}
  </a>
)
