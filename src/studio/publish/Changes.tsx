import type { ResponseBody } from '#src/contract/endpoints.ts'

type Release = ResponseBody<'GET /editor/releases'>['releases'][number]
type Change = Release['changes'][number]

const SHOWN_CHANGES = 5

/** A save that belongs to a change of several records names it first. */
const OF_CAUSE = /^(.+?): ((?:Saved|Created|Archived|Restored) .+)$/s

interface Group {
  /** The change of several records; empty for a save of its own. */
  cause: string
  by: string
  saves: string[]
}

/** Neighbours of one cause, which is said once. */
export function groupChanges(changes: Pick<Change, 'summary' | 'by'>[]): Group[] {
  const groups: Group[] = []
  for (const { summary, by } of changes) {
    const [, cause = '', save = summary] = OF_CAUSE.exec(summary) ?? []
    const last = groups.at(-1)
    if (cause && last?.cause === cause && last.by === by) last.saves.push(save)
    else groups.push({ cause, by, saves: [save] })
  }
  return groups
}

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
      {groupChanges(changes.slice(0, SHOWN_CHANGES)).map(({ cause, by, saves }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list of a release does not change
        <li key={index}>
          {cause || saves[0]} <span className="text-muted">{by && `by ${by}`}</span>
          {cause && <span className="block text-muted">{saves.join(', ')}</span>}
        </li>
      ))}
      {rest > 0 && <li className="text-muted">and {rest} more</li>}
    </ul>
  )
}
