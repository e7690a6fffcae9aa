import type { ResponseBody } from '#src/contract/endpoints.ts'

type Release = ResponseBody<'GET /editor/releases'>['releases'][number]

const SHOWN_CHANGES = 5

/** The saves of a release, or of a publish that failed, with their editors. */
export function Changes({
  of: { changes, changeCount },
}: {
  of: Pick<Release, 'changes' | 'changeCount'>
}) {
  const rest = changeCount - Math.min(SHOWN_CHANGES, changes.length)
  if (changeCount === 0) return <p className="text-muted">No change of a product.</p>
  return (
    <ul className="flex flex-col gap-1">
      {changes.slice(0, SHOWN_CHANGES).map(({ summary, by, at }) => (
        <li key={`${at} ${summary}`}>
          {summary} <span className="text-muted">{by && `by ${by}`}</span>
        </li>
      ))}
      {rest > 0 && <li className="text-muted">and {rest} more</li>}
    </ul>
  )
}
