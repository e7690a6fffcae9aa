import type { ReactNode } from 'react'

interface Props {
  /** Whether the order of the rows has a meaning. */
  ordered?: boolean
  'aria-label'?: string
  children: ReactNode
}

/** A list with a line above its first row; each row draws the line below itself. An empty list is not shown. */
export function LinedList({ ordered = false, ...rest }: Props) {
  const List = ordered ? 'ol' : 'ul'
  return <List {...rest} className="flex flex-col border-t border-line empty:hidden" />
}
