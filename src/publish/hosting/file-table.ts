import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { findRelease, type Release } from '../release/release.ts'
import {
  getStoreDir,
  type ReleaseFile,
  type ReleaseFiles,
  toStoreName,
} from '../release/release-files.ts'
import { findCurrentReleaseId, getReleasesDir } from '../release/releases.ts'

/** The file that one path serves. */
export interface StaticFile extends ReleaseFile {
  /** Absolute path. Made from the release alone, never from a request. */
  filePath: string
  isHtml: boolean
  cacheControl: string
}

/** The live release by path. Replaced as a whole, never mutated. */
export interface FileTable {
  id: string
  policy: string
  files: ReleaseFiles
  /** The folder with the files. */
  store: string
  /** Former paths of products, with the path of today. */
  moved: ReadonlyMap<string, string>
  /** Paths of products that are not sold any more. */
  gone: ReadonlySet<string>
  /** Describes a file that is not of a release. */
  toStaticFile?: (path: string, file: ReleaseFile) => StaticFile
}

const HASHED_FILE = 'public, max-age=31536000, immutable'
const PAGE = 'no-cache'
const OTHER = 'public, max-age=3600'

function toCacheControl(path: string, isPage: boolean): string {
  if (path.startsWith('/_astro/')) return HASHED_FILE
  return isPage || path === '/sw.js' ? PAGE : OTHER
}

/** Whether a browser opens the file as a document, which can run scripts: SVG is one. */
export const isDocument = ({ isHtml, type }: Pick<StaticFile, 'isHtml' | 'type'>): boolean =>
  isHtml || type.startsWith('image/svg')

/** What a path of the release serves. */
export function findFile(table: FileTable, path: string): StaticFile | undefined {
  const { files, store, toStaticFile } = table
  const file = files.get(path)
  if (!file || toStaticFile) return file && toStaticFile?.(path, file)
  const isHtml = file.type.startsWith('text/html')
  const filePath = join(store, toStoreName(file))
  const isPage = isHtml || file.type.startsWith('text/markdown')
  return { ...file, filePath, isHtml, cacheControl: toCacheControl(path, isPage) }
}

export function toFileTable(releases: string, release: Release): FileTable {
  const { id, policy, files, moved, gone } = release
  return {
    id,
    policy,
    files,
    store: getStoreDir(releases),
    moved: new Map(Object.entries(moved)),
    gone: new Set(gone),
  }
}

const PAGE_SUFFIX = /\.html$/

/** The decoded path of a request target; undefined when it cannot be decoded. */
export function parsePath(target: string): string | undefined {
  const end = target.search(/[?#]/)
  const path = end === -1 ? target : target.slice(0, end)
  if (!path.includes('%')) return path
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

/**
 * The path of the page that a variant such as `/shop/`, `/shop.html` or `/index.html` means, or
 * undefined. Always a path of the release: nothing of the request is reflected.
 */
export function canonicalPath(table: FileTable, path: string): string | undefined {
  if (path.length > 300) return undefined
  const bare = path.replace(/\/+$/, '').replace(PAGE_SUFFIX, '')
  const candidate = bare.replace(/\/index$/, '') || '/'
  return candidate !== path && findFile(table, candidate)?.isHtml ? candidate : undefined
}

const POLL_INTERVAL_MS = 1_000

export interface ReleaseWatcher {
  getFileTable: () => FileTable | undefined
  getRelease: () => Release | undefined
  /** Checks immediately for another live release. */
  refresh: () => void
  /** Serves a release that has just gone live, without reading it again. */
  show: (release: Release) => void
  stop: () => void
}

/** Polls for the live release: a publish by any process is served within a second. */
export function watchCurrentRelease(dataDir: string): ReleaseWatcher {
  const releases = getReleasesDir(dataDir)
  let table: FileTable | undefined
  let live: Release | undefined
  const refresh = () => {
    const id = findCurrentReleaseId(releases)
    if (id === undefined || id === table?.id) return
    const release = findRelease(releases, id, live)
    if (release) show(release)
  }
  const show = (release: Release) => {
    if (release.id === table?.id) return
    live = release
    table = toFileTable(releases, release)
  }
  refresh()
  // A file system that does not answer holds up this look alone.
  let isLooking = false
  const refreshIfAnswered = async () => {
    if (isLooking) return
    isLooking = true
    await lstat(join(releases, 'current')).then(refresh, () => {})
    isLooking = false
  }
  const timer = setInterval(() => void refreshIfAnswered(), POLL_INTERVAL_MS)
  timer.unref()
  return {
    getFileTable: () => table,
    getRelease: () => live,
    refresh,
    show,
    stop: () => clearInterval(timer),
  }
}
