import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { LoadFailed } from '#src/ui/EmptyState.tsx'
import { Status } from '#src/ui/Status.tsx'

interface Props<Body> {
  from: UseQueryResult<Body>
  children: (body: Body) => ReactNode
}

/** Renders the data of a call; before that a loading line, and a retry button if the call failed. */
export const Loaded = <Body,>({ from: { data, error, refetch }, children }: Props<Body>) => (
  <>
    {error && <LoadFailed inline message={error.message} onRetry={() => void refetch()} />}
    {data === undefined && !error && <Status className="text-muted">Loading…</Status>}
    {data !== undefined && children(data)}
  </>
)

interface PagerProps {
  page: number
  pageCount: number
  onChange: (page: number) => void
  /** Labels for a list that does not begin with the newest. */
  labels?: readonly [back: string, on: string]
}

/** The pages of a list; nothing for one page. */
export const Pager = ({
  page,
  pageCount,
  onChange,
  labels: [back, on] = ['Newer', 'Older'],
}: PagerProps) =>
  pageCount > 1 && (
    <p className="flex items-center gap-3 text-sm figures">
      <Button variant="secondary" disabled={page <= 1} onClick={() => onChange(page - 1)}>
        {back}
      </Button>
      {page} of {pageCount}
      <Button variant="secondary" disabled={page >= pageCount} onClick={() => onChange(page + 1)}>
        {on}
      </Button>
    </p>
  )
