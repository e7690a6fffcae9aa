import { isHashed } from './precompress.ts'
import type { ReleaseFile, ReleaseFiles } from './release.ts'

/** Time for which a page that was open during a publish can still load its scripts and styles. */
const KEPT_MS = 24 * 3_600_000

/** Whether no page needs a file any more, also none that was open before a publish. */
export const isExpired = ({ retiredAt }: ReleaseFile, now: Date): boolean =>
  retiredAt !== undefined && Date.parse(retiredAt) < now.getTime() - KEPT_MS

/** Adds the hashed files of the previous release to `files`, for pages that were open meanwhile. */
export function keepOldAssets(
  previous: ReleaseFiles,
  files: Map<string, ReleaseFile>,
  now: Date,
): void {
  for (const [path, old] of previous) {
    if (!isHashed(path) || files.has(path)) continue
    if (!isExpired(old, now)) files.set(path, { retiredAt: now.toISOString(), ...old })
  }
}
