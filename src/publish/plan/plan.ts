import type { ReleaseFiles } from '../release/release-files.ts'
import type { Page, SitePages } from './pages.ts'

export interface Plan {
  /** What is rendered. */
  changed: Page[]
  /** Whether pages may be left to the next publish. */
  deferred: boolean
}

/**
 * The pages whose versions differ from those of the live release; all pages without it.
 * @param maxDeferrable of the pages that differ only in what may be left to the next publish, so many are
 *   rendered; none are looked for where it is 0.
 */
export function planPages(
  { pages, getDeferrableVersion }: SitePages,
  live: ReleaseFiles | undefined,
  maxDeferrable: number,
): Plan {
  const changed = pages.filter(({ path, version }) => live?.get(path)?.version !== version)
  if (maxDeferrable === 0) return { changed, deferred: changed.length > 0 }
  const isChanged = new Set(changed)
  const deferrable = pages.filter(
    (page) =>
      !isChanged.has(page) &&
      live?.get(page.path)?.deferrableVersion !== getDeferrableVersion(page),
  )
  return {
    changed: [...changed, ...deferrable.slice(0, maxDeferrable)],
    deferred: deferrable.length > maxDeferrable,
  }
}
