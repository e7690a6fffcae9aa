import type { ReactNode } from 'react'

interface Props {
  title: string
  /** The gaps between its parts. */
  className?: string
  children: ReactNode
}

/** A part of a page below a heading. */
export const PageSection = ({ title, className = 'gap-4', children }: Props) => (
  <section aria-label={title} className={`flex min-w-0 flex-col ${className}`}>
    <h2 className="text-xl">{title}</h2>
    {children}
  </section>
)
