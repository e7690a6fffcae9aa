import type { ReleaseFiles } from '../release/release-files.ts'
import type { Page, SitePages } from './pages.ts'

export interface Plan {
  /** The pages to render. */
  changed: Page[]
  /** Whether pages may be left to the next publish. */
  deferred: boolean
  /** Paths of pages of the live release that no longer exist. */
  removed: string[]
  /** Number of all pages. */
  pages: number
  /** Versions of groups of pages. */
  groups: Record<string, string>
}

/** The data of a release about its pages. */
export interface PlannedPages extends Pick<Plan, 'pages' | 'groups'> {
  files: ReleaseFiles
}

/**
 * Finds the pages whose versions differ from the live release, or all pages without one.
 * @param maxDeferrable limit of rendered pages that differ only in data which the next publish may render; with 0,
 * none is looked for.
 * @throws the reason of `interruption` after it is aborted.
 */
export function planPages(
  { listGroups, listPages, getDeferrableVersion }: SitePages,
  live: PlannedPages | undefined,
  maxDeferrable: number,
  interruption?: AbortSignal,
): Plan {
  const changed: Page[] = []
  const deferrable: Page[] = []
  const groups: Record<string, string> = {}
  let pages = 0
  let added = 0
  for (const { id, version, size, listPages } of listGroups()) {
    interruption?.throwIfAborted()
    pages += size
    if (version !== undefined) groups[id] = version
    if (version !== undefined && live?.groups[id] === version) continue
    for (const page of listPages()) {
      const file = live?.files.get(page.path)
      if (!file) added++
      if (file?.version !== page.version) changed.push(page)
      else if (maxDeferrable > 0 && file.deferrableVersion !== getDeferrableVersion(page))
        deferrable.push(page)
    }
  }
  const isEachListed = !live || live.pages + added === pages
  return {
    changed: [...changed, ...deferrable.slice(0, maxDeferrable)],
    deferred: maxDeferrable === 0 ? changed.length > 0 : deferrable.length > maxDeferrable,
    removed: isEachListed ? [] : listRemoved(live.files, listPages()),
    pages,
    groups,
  }
}

function listRemoved(live: ReleaseFiles, pages: Iterable<Page>): string[] {
  const paths = new Set(Iterator.from(pages).map(({ path }) => path))
  // Other files have no version.
  return [...live].flatMap(([path, { version }]) =>
    version === undefined || paths.has(path) ? [] : path,
  )
}
