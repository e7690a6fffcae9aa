import { existsSync, linkSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isHashed } from './precompress.ts'
import type { ReleaseFile } from './release.ts'

/** Releases after its own during which an open page can still load its scripts and styles. */
const MAX_RELEASES_AGO = 6

/**
 * Links the hashed files of the previous release into the new one, for pages that were open during
 * the publish. Adds them to `files`.
 */
export function keepOldAssets(
  previous: { site: string; files: Record<string, ReleaseFile> },
  site: string,
  files: Record<string, ReleaseFile>,
): void {
  for (const [path, old] of Object.entries(previous.files)) {
    const releasesAgo = (old.releasesAgo ?? 0) + 1
    if (!isHashed(path) || path in files || releasesAgo > MAX_RELEASES_AGO) continue
    const to = join(site, old.file)
    mkdirSync(dirname(to), { recursive: true })
    for (const suffix of ['', '.br', '.gz']) {
      const from = join(previous.site, old.file) + suffix
      if (existsSync(from)) linkSync(from, to + suffix)
    }
    files[path] = { ...old, releasesAgo }
  }
}
