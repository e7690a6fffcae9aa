import { createTurns, forEachInTurns } from '#src/server/core/turns.ts'
import type { ReleaseFiles } from '../release/release-files.ts'
import type { Page, SitePages } from './pages.ts'

export interface Plan {
  /** What is rendered. */
  changed: Page[]
  /** Whether pages may be left to the next publish. */
  deferred: boolean
  /** Paths of the pages of the live release that are gone. */
  removed: string[]
  /** Number of all pages. */
  pages: number
  /** Versions of groups of pages. */
  groups: Record<string, string>
}

/** What a release knows of its pages. */
export interface PlannedPages extends Pick<Plan, 'pages' | 'groups'> {
  files: ReleaseFiles
}

/**
 * Finds the pages whose versions differ from those of the live release, all pages without it, with turns for other
 * requests.
 * @param maxDeferrable of the pages that differ only in what may be left to the next publish, so many are
 *   rendered; none are looked for where it is 0.
 * @throws the reason of `interruption` once it is aborted.
 */
export async function planPages(
  { listGroups, listPages, getDeferrableVersion }: SitePages,
  live: PlannedPages | undefined,
  maxDeferrable: number,
  interruption?: AbortSignal,
): Promise<Plan> {
  const changed: Page[] = []
  const deferrable: Page[] = []
  const groups: Record<string, string> = {}
  const turn = createTurns()
  let pages = 0
  let added = 0
  for (const { id, version, size, listPages } of listGroups()) {
    await turn()
    interruption?.throwIfAborted()
    pages += size
    if (version !== undefined) groups[id] = version
    if (version !== undefined && live?.groups[id] === version) continue
    await forEachInTurns(listPages(), (page) => {
      const file = live?.files.get(page.path)
      if (!file) added++
      if (file?.version !== page.version) changed.push(page)
      else if (maxDeferrable > 0 && file.deferrableVersion !== getDeferrableVersion(page))
        deferrable.push(page)
    })
  }
  const isEachListed = !live || live.pages + added === pages
  return {
    changed: [...changed, ...deferrable.slice(0, maxDeferrable)],
    deferred: maxDeferrable === 0 ? changed.length > 0 : deferrable.length > maxDeferrable,
    removed: isEachListed ? [] : await listRemoved(live.files, listPages()),
    pages,
    groups,
  }
}

async function listRemoved(live: ReleaseFiles, pages: Iterable<Page>): Promise<string[]> {
  const paths = new Set<string>()
  await forEachInTurns(pages, ({ path }) => paths.add(path))
  // Other files have no version.
  return [...live].flatMap(([path, { version }]) =>
    version === undefined || paths.has(path) ? [] : path,
  )
}
