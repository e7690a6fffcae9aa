import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { Release } from '../release/release.ts'
import { getStoreDir, type ReleaseFile, toStoreName } from '../release/release-files.ts'
import { HEADERS_FILE } from './header-files.ts'

type CopiedFiles = Record<string, Omit<ReleaseFile, 'version' | 'deferrableVersion'>>

/** The files of the last copy, so that the next one writes only differences. */
const MANIFEST = 'release.json'

function readManifest(folder: string): CopiedFiles {
  try {
    const text = readFileSync(join(folder, MANIFEST), 'utf8')
    return (JSON.parse(text) as { files: CopiedFiles }).files
  } catch {
    return {}
  }
}

/** Pages go last, so that the files that they need are there before them. */
const pagesLast = (a: ReleaseFile, b: ReleaseFile): number =>
  Number(a.type.startsWith('text/html')) - Number(b.type.startsWith('text/html'))

/**
 * Copies a release to a folder that a static host serves. It writes files that differ from the last copy, removes
 * files that the release does not have, and adds the rules of headers for such hosts.
 * @returns the number of copied files.
 */
export function copyRelease(releases: string, release: Release, target: string): number {
  const before = readManifest(target)
  const changed = [...release.files]
    .filter(([path, { etag, file, br }]) => {
      const isSame = before[path]?.etag === etag && before[path].br === br
      return !isSame || !existsSync(join(target, file))
    })
    .map(([, file]) => file)
    .sort(pagesLast)
  for (const entry of changed)
    for (const suffix of ['', ...(entry.br ? ['.br'] : []), ...(entry.gz ? ['.gz'] : [])]) {
      const to = join(target, entry.file + suffix)
      mkdirSync(dirname(to), { recursive: true })
      copyFileSync(join(getStoreDir(releases), toStoreName(entry) + suffix), `${to}.part`)
      renameSync(`${to}.part`, to)
    }
  for (const [path, { file, br, gz }] of Object.entries(before)) {
    const now = release.files.get(path)
    if (!now) rmSync(join(target, file), { force: true })
    // A compressed file of an earlier page must not be served for the new one.
    if (br && !now?.br) rmSync(join(target, `${file}.br`), { force: true })
    if (gz && !now?.gz) rmSync(join(target, `${file}.gz`), { force: true })
  }
  const files: CopiedFiles = Object.fromEntries(
    [...release.files].map(([path, { version: _, deferrableVersion: __, ...file }]) => [
      path,
      file,
    ]),
  )
  const headers = join(releases, release.id, 'site', HEADERS_FILE)
  if (existsSync(headers)) copyFileSync(headers, join(target, HEADERS_FILE))
  writeFileSync(join(target, MANIFEST), JSON.stringify({ id: release.id, files }))
  return changed.length
}
