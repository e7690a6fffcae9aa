import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findRelease, type Release } from '#src/publish/release/release.ts'
import { getStoreDir, type ReleaseFile, toStoreName } from '#src/publish/release/release-files.ts'
import { findCurrentReleaseId } from '#src/publish/release/releases.ts'

/** The smallest site that can be published. */
export const FIXTURE = fileURLToPath(new URL('../publish/fixture/', import.meta.url))

/** The content of a file of a release. */
export const readStored = (releases: string, file: ReleaseFile): string =>
  readFileSync(join(getStoreDir(releases), toStoreName(file)), 'utf8')

export const findLiveRelease = (releases: string): Release | undefined =>
  findRelease(releases, findCurrentReleaseId(releases))

/** Contents of the live release's pages and XML files, by file name in their order. */
export function readLivePages(
  releases: string,
  toText = (html: string) => html,
): Map<string, string> {
  const files = [...(findLiveRelease(releases)?.files.values() ?? [])]
    .filter(({ file }) => /\.(?:html|xml|txt)$|^search-index\.json$/.test(file))
    .sort((a, b) => (a.file < b.file ? -1 : 1))
  return new Map(files.map((file) => [file.file, toText(readStored(releases, file))]))
}
