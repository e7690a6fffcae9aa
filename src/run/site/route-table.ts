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
  /** Former paths of products, with the path of today. */
  moved: ReadonlyMap<string, string>
  /** Paths of products that are not sold any more. */
  gone: ReadonlySet<string>
}

const HASHED_FILE = 'public, max-age=31536000, immutable'
const PAGE = 'no-cache'
const OTHER = 'public, max-age=3600'

function toCacheControl(path: string, isHtml: boolean): string {
  if (path.startsWith('/_astro/')) return HASHED_FILE
  return isHtml || path === '/sw.js' ? PAGE : OTHER
}

/** Whether a browser opens the file as a document, which can run scripts: SVG is one. */
export const isDocument = ({ isHtml, type }: StaticFile): boolean =>
  isHtml || type.startsWith('image/svg')

export function toRouteTable(releases: string, release: Release): RouteTable {
  const site = join(releases, release.id, 'site')
  const entries = Object.entries(release.files).map(([path, file]): [string, StaticFile] => {
    const isHtml = file.type.startsWith('text/html')
    const cacheControl = toCacheControl(path, isHtml)
    return [path, { ...file, filePath: join(site, file.file), isHtml, cacheControl }]
  })
  return {
    id: release.id,
    policy: release.policy,
    files: new Map(entries),
    // A release of an earlier version has neither.
    moved: new Map(Object.entries(release.moved ?? {})),
    gone: new Set(release.gone),
  }
}
