import { join } from 'node:path'
import type { Release, ReleaseFile } from '#src/publish/release.ts'

/** The file that one path serves. */
export interface StaticFile extends ReleaseFile {
  /** Absolute path. Made from the release alone, never from a request. */
  filePath: string
  isHtml: boolean
  cacheControl: string
}

/** The live release by path. Replaced as a whole, never mutated. */
export interface RouteTable {
  id: string
  policy: string
  files: ReadonlyMap<string, StaticFile>
}

const HASHED_FILE = 'public, max-age=31536000, immutable'
const PAGE = 'no-cache'
const OTHER = 'public, max-age=3600'

function toCacheControl(path: string, isHtml: boolean): string {
  if (path.startsWith('/_astro/')) return HASHED_FILE
  return isHtml || path === '/sw.js' ? PAGE : OTHER
}

export function toRouteTable(releases: string, release: Release): RouteTable {
  const site = join(releases, release.id, 'site')
  const entries = Object.entries(release.files).map(([path, file]): [string, StaticFile] => {
    const isHtml = file.type.startsWith('text/html')
    const cacheControl = toCacheControl(path, isHtml)
    return [path, { ...file, filePath: join(site, file.file), isHtml, cacheControl }]
  })
  return { id: release.id, policy: release.policy, files: new Map(entries) }
}
