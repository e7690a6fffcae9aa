import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findRelease } from '#src/publish/release/release.ts'
import { getStoreDir, type ReleaseFile, toStoreName } from '#src/publish/release/release-files.ts'
import { findCurrentReleaseId } from '#src/publish/release/releases.ts'

/** The content of a file of a release. */
export const readStored = (releases: string, file: ReleaseFile): string =>
  readFileSync(join(getStoreDir(releases), toStoreName(file)), 'utf8')

/** Contents of the live release's pages and XML files, by file name in their order. */
export function readLivePages(
  releases: string,
  toText = (html: string) => html,
): Map<string, string> {
  const release = findRelease(releases, findCurrentReleaseId(releases))
  const files = [...(release?.files.values() ?? [])]
    .filter(({ file }) => /\.(?:html|xml|txt)$|^search-index\.json$/.test(file))
    .sort((a, b) => (a.file < b.file ? -1 : 1))
  return new Map(files.map((file) => [file.file, toText(readStored(releases, file))]))
}
