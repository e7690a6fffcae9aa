import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { LoadFailed } from '#src/ui/EmptyState.tsx'

interface Props<Body> {
  from: UseQueryResult<Body>
  children: (body: Body) => ReactNode
}

/** What a call has read; before that a line that says so, and a retry when it failed. */
export const Loaded = <Body,>({ from: { data, error, refetch }, children }: Props<Body>) => (
  <>
    {error && <LoadFailed inline message={error.message} onRetry={() => void refetch()} />}
    {data === undefined && !error && (
      <p role="status" className="text-muted">
        Loading…
      </p>
    )}
    {data !== undefined && children(data)}
  </>
)

interface PagerProps {
  page: number
  pageCount: number
  onChange: (page: number) => void
}

/** The pages of a list with the newest first; nothing for one page. */
export const Pager = ({ page, pageCount, onChange }: PagerProps) =>
  pageCount > 1 && (
    <p className="flex items-center gap-3 text-sm figures">
      <Button variant="secondary" disabled={page <= 1} onClick={() => onChange(page - 1)}>
        Newer
      </Button>
      {page} of {pageCount}
      <Button variant="secondary" disabled={page >= pageCount} onClick={() => onChange(page + 1)}>
        Older
      </Button>
    </p>
  )
