import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** One address of the site and the bytes behind it. */
export interface ReleaseFile {
  /** Below the release's `site` folder. */
  file: string
  type: string
  /** Bytes, as they are and in each encoding that lies beside the file as `.br` and `.gz`. */
  size: number
  br?: number
  gz?: number
  /** Quoted: the first 96 bits of the content's SHA-256. */
  etag: string
  /** Publishes since a page of the release's own asked for it; absent for its own files. */
  releasesAgo?: number
}

/** What `release.json` says about a finished release. */
export interface Release {
  id: string
  /** Of code, catalogue and environment: the same again needs no build. */
  fingerprint: string
  /** ISO 8601. */
  builtAt: string
  products: number
  /** The Content-Security-Policy that every page of it carries in its meta element. */
  policy: string
  /** By path, e.g. `/shop`. */
  files: Record<string, ReleaseFile>
}

export function writeRelease(folder: string, release: Release): void {
  writeFileSync(join(folder, 'release.json'), JSON.stringify(release))
}

/** The release of that id, or undefined when there is none that can be read. */
export function findRelease(releases: string, id: string | undefined): Release | undefined {
  try {
    if (id === undefined) return undefined
    return JSON.parse(readFileSync(join(releases, id, 'release.json'), 'utf8')) as Release
  } catch {
    return undefined
  }
}
