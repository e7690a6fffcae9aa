import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Catalogue } from '#src/contract/catalog.ts'
import { productPath } from '#src/rules/paths.ts'
import { describeBytes, getStoreDir, storeFile, toStoreName } from './release-files.ts'

/** The file behind one URL path. */
export interface ReleaseFile {
  /** Path in a folder of the site, e.g. `shop.html`. */
  file: string
  type: string
  /** Bytes of the file, and of its variants `.br` and `.gz` where they exist. */
  size: number
  br?: number
  gz?: number
  /** Quoted: the first 96 bits of the content's SHA-256. Also the name in the store of files. */
  etag: string
  /** Since when no page refers to the file, ISO 8601; absent for files of the release's pages. */
  retiredAt?: string
  /** What a page read of the catalogue (src/catalog/inputs.ts): ids and fingerprints in turn. */
  inputs?: string[]
}

/** By URL path, e.g. `/shop`. */
export type ReleaseFiles = ReadonlyMap<string, ReleaseFile>

/** By path, what differs from a list of files; null for a file that a release does not have. */
export type FileChanges = ReadonlyMap<string, ReleaseFile | null>

/** A list of files in the store. Releases name it and what differs, which is little. */
export interface FileList {
  /** Name in the store. */
  name: string
  files: ReleaseFiles
}

export interface ReleaseHeader {
  id: string
  /** Hash of code, catalogue and environment: an equal one needs no build. */
  fingerprint: string
  /** The catalogue's version where its source has one: an equal one need not be read. */
  version?: string | undefined
  /** Whether it has pages that a publish left to the next one. */
  deferred?: boolean | undefined
  /** ISO 8601. */
  builtAt: string
  products: number
  /** Key of the compiled site that rendered the pages. */
  compiled: string
  /** The Content-Security-Policy of every page as Astro made it. */
  policy: string
  /** Paths of renamed products, with the path of today; and paths of archived products. */
  moved: Record<string, string>
  gone: string[]
}

export interface Release extends ReleaseHeader {
  files: ReleaseFiles
  base: FileList
  /** What differs from the base. */
  changes: FileChanges
}

/** The content of `release.json`. */
interface Manifest extends ReleaseHeader {
  base: string
  changes: [path: string, file: ReleaseFile | null][]
}

export const toFormerPaths = ({
  moved,
  gone,
}: Catalogue): Pick<ReleaseHeader, 'moved' | 'gone'> => ({
  moved: Object.fromEntries(
    Object.entries(moved).map(([from, to]) => [productPath(from), productPath(to)]),
  ),
  gone: gone.map(productPath),
})

/** Changes up to which a release names the base of the one before. */
const MAX_CHANGES = 1_000

/** The files of a list with changes. */
export function applyChanges(files: ReleaseFiles, changes: FileChanges): Map<string, ReleaseFile> {
  const changed = new Map(files)
  for (const [path, file] of changes)
    if (file) changed.set(path, file)
    else changed.delete(path)
  return changed
}

function storeList(releases: string, files: ReleaseFiles): FileList {
  const bytes = Buffer.from(JSON.stringify([...files]))
  const name = toStoreName(describeBytes('', bytes))
  storeFile(getStoreDir(releases), name, bytes)
  return { name, files }
}

/**
 * Writes `release.json`. The files must be in the store.
 * @param shared what the files differ in from the base of an earlier release.
 */
export function writeRelease(
  releases: string,
  folder: string,
  { files, ...header }: ReleaseHeader & { files: ReleaseFiles },
  shared?: Pick<Release, 'base' | 'changes'>,
): Release {
  const { base, changes }: Pick<Release, 'base' | 'changes'> =
    shared && shared.changes.size <= MAX_CHANGES
      ? shared
      : { base: storeList(releases, files), changes: new Map() }
  const manifest: Manifest = { ...header, base: base.name, changes: [...changes] }
  writeFileSync(join(folder, 'release.json'), JSON.stringify(manifest))
  return { ...header, files, base, changes }
}

/** @throws Error when there is no such release. */
const readManifest = (releases: string, id: string): Manifest =>
  JSON.parse(readFileSync(join(releases, id, 'release.json'), 'utf8'))

/** The key of the compiled site that rendered a release; undefined when it cannot be read. */
export function findCompiledKey(releases: string, id: string): string | undefined {
  try {
    return readManifest(releases, id).compiled
  } catch {
    return undefined
  }
}

/**
 * The release of that id, or undefined when it cannot be read.
 * @param known a release that may have the same base, which is then not read again.
 */
export function findRelease(
  releases: string,
  id: string | undefined,
  known?: Release,
): Release | undefined {
  try {
    if (id === undefined) return undefined
    const { base: name, changes: listed, ...header } = readManifest(releases, id)
    const base = known?.base.name === name ? known.base : readList(releases, name)
    const changes = new Map(listed)
    return { ...header, files: applyChanges(base.files, changes), base, changes }
  } catch {
    return undefined
  }
}

function readList(releases: string, name: string): FileList {
  const text = readFileSync(join(getStoreDir(releases), name), 'utf8')
  return { name, files: new Map(JSON.parse(text) as [string, ReleaseFile][]) }
}
