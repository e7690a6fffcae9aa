import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The file behind one URL path. */
export interface ReleaseFile {
  /** Path in the release's `site` folder. */
  file: string
  type: string
  /** Bytes of the file, and of its variants `.br` and `.gz` where they exist. */
  size: number
  br?: number
  gz?: number
  /** Quoted: the first 96 bits of the content's SHA-256. */
  etag: string
  /** Since when no page refers to the file, ISO 8601; absent for files of the release's pages. */
  retiredAt?: string
}

/** The content of `release.json`. */
export interface Release {
  id: string
  /** Hash of code, catalogue and environment: an equal one needs no build. */
  fingerprint: string
  /** ISO 8601. */
  builtAt: string
  products: number
  /** Key of the compiled site that rendered the pages. */
  compiled: string
  /** The Content-Security-Policy in the meta element of every page. */
  policy: string
  /** Paths of renamed products, with the path of today; and paths of archived products. */
  moved: Record<string, string>
  gone: string[]
  /** By URL path, e.g. `/shop`. */
  files: Record<string, ReleaseFile>
}

export function writeRelease(folder: string, release: Release): void {
  writeFileSync(join(folder, 'release.json'), JSON.stringify(release))
}

/** The release of that id, or undefined when it cannot be read. */
export function findRelease(releases: string, id: string | undefined): Release | undefined {
  try {
    if (id === undefined) return undefined
    return JSON.parse(readFileSync(join(releases, id, 'release.json'), 'utf8')) as Release
  } catch {
    return undefined
  }
}
