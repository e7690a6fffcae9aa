import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Release, type ReleaseFile, writeRelease } from '#src/publish/release.ts'

const MANIFEST = 'release.json'

function readManifest(folder: string): Release['files'] {
  try {
    return (JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')) as Release).files
  } catch {
    return {}
  }
}

/** Pages go last: what they refer to is there before them. */
const pagesLast = (a: ReleaseFile, b: ReleaseFile): number =>
  Number(a.type.startsWith('text/html')) - Number(b.type.startsWith('text/html'))

/**
 * Copies a release to a folder that a static host serves: files that differ from the last copy, and
 * removes those that the release does not have.
 * @returns the number of copied files.
 */
export function copyRelease(site: string, release: Release, target: string): number {
  const before = readManifest(target)
  const changed = Object.entries(release.files)
    .filter(([path, { etag, file }]) => {
      const isSame = before[path]?.etag === etag && before[path].br === release.files[path]?.br
      return !isSame || !existsSync(join(target, file))
    })
    .map(([, file]) => file)
    .sort(pagesLast)
  for (const { file, br, gz } of changed)
    for (const name of [file, ...(br ? [`${file}.br`] : []), ...(gz ? [`${file}.gz`] : [])]) {
      const to = join(target, name)
      mkdirSync(dirname(to), { recursive: true })
      copyFileSync(join(site, name), `${to}.part`)
      renameSync(`${to}.part`, to)
    }
  for (const [path, { file, br, gz }] of Object.entries(before)) {
    const now = release.files[path]
    if (!now) rmSync(join(target, file), { force: true })
    // A compressed file of an earlier page must not be served for the new one.
    if (br && !now?.br) rmSync(join(target, `${file}.br`), { force: true })
    if (gz && !now?.gz) rmSync(join(target, `${file}.gz`), { force: true })
  }
  writeRelease(target, release)
  return changed.length
}
