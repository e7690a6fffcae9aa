import { join } from 'node:path'
import type { Release, ReleaseFile } from '#src/publish/release.ts'

/** What one address answers, ready to be sent. */
export interface StaticFile extends ReleaseFile {
  /** Where the bytes lie. Made from the release alone, never from a request. */
  filePath: string
  isHtml: boolean
  cacheControl: string
}

/** The live release, address by address. Replaced as a whole, never changed. */
export interface RouteTable {
  id: string
  policy: string
  files: ReadonlyMap<string, StaticFile>
}

const HASHED = 'public, max-age=31536000, immutable'
const PAGE = 'no-cache'
const OTHER = 'public, max-age=3600'

function cacheControlOf(path: string, html: boolean): string {
  if (path.startsWith('/_astro/')) return HASHED
  return html || path === '/sw.js' ? PAGE : OTHER
}

export function toRouteTable(releases: string, release: Release): RouteTable {
  const site = join(releases, release.id, 'site')
  const entries = Object.entries(release.files).map(([path, file]): [string, StaticFile] => {
    const html = file.type.startsWith('text/html')
    const cacheControl = cacheControlOf(path, html)
    return [path, { ...file, filePath: join(site, file.file), isHtml: html, cacheControl }]
  })
  return { id: release.id, policy: release.policy, files: new Map(entries) }
}
