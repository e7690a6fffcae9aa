import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeBytes } from './describe-files.ts'
import { getStoreDir, storeFile, toStoreName } from './file-store.ts'

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
  /** What a page read of the catalogue (src/catalog/inputs.ts): fingerprints by input id. */
  inputs?: Record<string, string>
}

/** By URL path, e.g. `/shop`. */
export type ReleaseFiles = ReadonlyMap<string, ReleaseFile>

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
}

/** The content of `release.json`. */
interface Manifest extends ReleaseHeader {
  base: string
  /** What differs from the base; null for a file that the release does not have. */
  changes: [path: string, file: ReleaseFile | null][]
}

/** Changes up to which a release names the base of the one before. */
const MAX_CHANGES = 1_000

function listChanges(files: ReleaseFiles, base: ReleaseFiles): Manifest['changes'] {
  const changes: Manifest['changes'] = []
  for (const [path, file] of files) if (base.get(path) !== file) changes.push([path, file])
  for (const path of base.keys()) if (!files.has(path)) changes.push([path, null])
  return changes
}

function storeList(releases: string, files: ReleaseFiles): FileList {
  const bytes = Buffer.from(JSON.stringify([...files]))
  const name = toStoreName(describeBytes('', bytes))
  storeFile(getStoreDir(releases), name, bytes)
  return { name, files }
}

/**
 * Writes `release.json`. The files must be in the store.
 * @param previous the release whose base this one may share.
 */
export function writeRelease(
  releases: string,
  folder: string,
  { files, ...header }: ReleaseHeader & { files: ReleaseFiles },
  previous?: Release,
): Release {
  let base = previous?.base
  let changes = base && listChanges(files, base.files)
  if (!base || !changes || changes.length > MAX_CHANGES) {
    base = storeList(releases, files)
    changes = []
  }
  const manifest: Manifest = { ...header, base: base.name, changes }
  writeFileSync(join(folder, 'release.json'), JSON.stringify(manifest))
  return { ...header, files, base }
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
    const text = readFileSync(join(releases, id, 'release.json'), 'utf8')
    const { base: name, changes, ...header } = JSON.parse(text) as Manifest
    const base = known?.base.name === name ? known.base : readList(releases, name)
    const files = new Map(base.files)
    for (const [path, file] of changes)
      if (file) files.set(path, file)
      else files.delete(path)
    return { ...header, files, base }
  } catch {
    return undefined
  }
}

function readList(releases: string, name: string): FileList {
  const text = readFileSync(join(getStoreDir(releases), name), 'utf8')
  return { name, files: new Map(JSON.parse(text) as [string, ReleaseFile][]) }
}
