import type { ReactNode } from 'react'

interface SectionProps {
  title: string
  children: ReactNode
}

/** A part of an order's page. */
export const Section = ({ title, children }: SectionProps) => (
  <section aria-label={title} className="flex min-w-0 flex-col gap-3">
    <h2 className="border-b border-line pb-2 text-xl">{title}</h2>
    {children}
  </section>
)
