import type { ReleaseFiles } from '../release/release-files.ts'
import type { Page } from './pages.ts'

export interface Plan {
  /** What is rendered. */
  changed: Page[]
  /** Whether changed pages are left to the next publish. */
  deferred: boolean
}

/**
 * The pages whose versions differ from those of the live release; all pages without it.
 * @param maxDeferrable of the pages that differ only in what may be left to the next publish, so many are
 *   rendered.
 */
export function planPages(
  pages: Page[],
  live: ReleaseFiles | undefined,
  maxDeferrable: number,
): Plan {
  const changed: Page[] = []
  const deferrable: Page[] = []
  for (const page of pages) {
    const file = live?.get(page.path)
    if (file?.version !== page.version) changed.push(page)
    else if (file.deferrableVersion !== page.deferrableVersion) deferrable.push(page)
  }
  return {
    changed: [...changed, ...deferrable.slice(0, maxDeferrable)],
    deferred: deferrable.length > maxDeferrable,
  }
}
