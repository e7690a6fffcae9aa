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

/** A page, or what machines read in its place. */
export const isPublished = (file: string): boolean =>
  /\.(?:html|md|xml|atom|txt)$|^search-index\.json$|^feeds\/|^\.well-known\//.test(file)

/** Contents of the live release's pages and of what machines read, by file name in their order. */
export function readLivePages(
  releases: string,
  toText = (html: string) => html,
): Map<string, string> {
  const files = [...(findLiveRelease(releases)?.files.values() ?? [])]
    .filter(({ file }) => isPublished(file))
    .sort((a, b) => (a.file < b.file ? -1 : 1))
  return new Map(files.map((file) => [file.file, toText(readStored(releases, file))]))
}
