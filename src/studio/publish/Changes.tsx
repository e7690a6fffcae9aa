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

/** Separates the saves that a release has published from later ones, which changed no page. */
export const splitChanges = <Save extends Pick<Change, 'at'>>(
  changes: Save[],
  publishedAt: string | undefined,
): { published: Save[]; since: Save[] } => ({
  published: changes.filter(({ at }) => !publishedAt || at <= publishedAt),
  since: changes.filter(({ at }) => publishedAt && at > publishedAt),
})

const Group = ({ cause, by, saves }: Group) => (
  <li>
    {cause || saves[0]} <span className="text-muted">{by && `by ${by}`}</span>
    {cause && <span className="block text-muted">{saves.join(', ')}</span>}
  </li>
)

interface Props {
  of: Pick<Release, 'changes' | 'changeCount'>
  /** When the release was published; undefined for a publish that failed. */
  publishedAt?: string
}

/** The saves of a release, or of a publish that failed, with their editors. */
export function Changes({ of: { changes, changeCount }, publishedAt }: Props) {
  const rest = changeCount - Math.min(SHOWN_CHANGES, changes.length)
  if (changeCount === 0) return <p className="text-muted">No change of a product.</p>
  const shown = changes.slice(0, SHOWN_CHANGES)
  const { published, since } = splitChanges(shown, publishedAt)
  return (
    <ul className="flex flex-col gap-1">
      {groupChanges(published).map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list of a release does not change
        <Group key={index} {...group} />
      ))}
      {since.length > 0 && <li className="text-muted">Saved since, without a change of a page:</li>}
      {groupChanges(since).map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: saves are added at the end
        <Group key={index} {...group} />
      ))}
      {rest > 0 && <li className="text-muted">and {rest} more</li>}
    </ul>
  )
}
