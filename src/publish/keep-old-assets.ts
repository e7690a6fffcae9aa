import { linkFile } from './link-file.ts'
import { isHashed } from './precompress.ts'
import type { ReleaseFile } from './release.ts'

/** Time for which a page that was open during a publish can still load its scripts and styles. */
const KEPT_MS = 24 * 3_600_000

/**
 * Links the hashed files of the previous release into the new one, for pages that were open during
 * the publish. Adds them to `files`.
 */
export function keepOldAssets(
  previous: { site: string; files: Record<string, ReleaseFile> },
  site: string,
  files: Record<string, ReleaseFile>,
  now: Date,
): void {
  for (const [path, old] of Object.entries(previous.files)) {
    const retiredAt = old.retiredAt ?? now.toISOString()
    if (!isHashed(path) || path in files || Date.parse(retiredAt) < now.getTime() - KEPT_MS)
      continue
    linkFile(previous.site, site, old)
    files[path] = { ...old, retiredAt }
  }
}
