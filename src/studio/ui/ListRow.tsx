import type { ReactNode } from 'react'
import { Link } from 'wouter'

interface Props {
  /** The page of the row. */
  to: string
  title: string
  /** Content of the row. */
  children: ReactNode
}

/** The row of a list that leads to a page. */
export const ListRow = ({ to, title, children }: Props) => (
  <li className="flex flex-wrap items-center gap-x-6 border-b border-line py-2 text-sm">
    <Link
      to={to}
      className="flex min-h-11 items-center font-medium underline-offset-4 hover:underline max-md:w-full md:min-w-48 md:flex-1"
    >
      {title}
    </Link>
    {children}
  </li>
)
