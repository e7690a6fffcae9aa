import { existsSync, linkSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isHashed } from './precompress.ts'
import type { ReleaseFile } from './release.ts'

/** Publishes that a page in somebody's tab may be old and still find its scripts and styles. */
const CARRIED_PUBLISHES = 6

/**
 * Links the hashed files of the release before into this one, so that a page which was open during
 * the publish finds what it asks for.
 */
export function keepOldAssets(
  before: { site: string; files: Record<string, ReleaseFile> },
  site: string,
  files: Record<string, ReleaseFile>,
): void {
  for (const [path, old] of Object.entries(before.files)) {
    const carried = (old.releasesAgo ?? 0) + 1
    if (!isHashed(path) || path in files || carried > CARRIED_PUBLISHES) continue
    const to = join(site, old.file)
    mkdirSync(dirname(to), { recursive: true })
    for (const suffix of ['', '.br', '.gz']) {
      const from = join(before.site, old.file) + suffix
      if (existsSync(from)) linkSync(from, to + suffix)
    }
    files[path] = { ...old, releasesAgo: carried }
  }
}
