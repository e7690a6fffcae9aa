import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { findRelease, type Release, readBase } from '../release/release.ts'
import {
  getStoreDir,
  type ReleaseFile,
  type ReleaseFiles,
  toStoreName,
} from '../release/release-files.ts'
import { findCurrentReleaseId, getReleasesDir } from '../release/releases.ts'

/** The file of one path. */
export interface StaticFile extends ReleaseFile {
  /** Absolute path. It comes from the release, never from a request. */
  filePath: string
  isHtml: boolean
  cacheControl: string
}

/** The live release by path. It is replaced as a whole, never mutated. */
export interface FileTable {
  id: string
  policy: string
  files: ReleaseFiles
  /** The folder with the files. */
  store: string
  /** Former paths of products and categories in all their forms, with the current path. */
  moved: ReadonlyMap<string, string>
  /** Paths of products that are no longer sold, in all their forms. */
  gone: ReadonlySet<string>
  /** Describes a file outside of a release. */
  toStaticFile?: (path: string, file: ReleaseFile) => StaticFile
}

const MARKDOWN_ENDING = '.md'

const HASHED_FILE = 'public, max-age=31536000, immutable'
/** A save may change the file. Without revalidation, browsers would show old prices. */
const PUBLISHED_FILE = 'no-cache'
const FIXED_FILE = 'public, max-age=3600'
/** Files that change only with a version of the code. */
const FIXED_PATH = /^\/\.well-known\/|\.(?:jpg|png|svg|webmanifest)$/

function toCacheControl(path: string): string {
  if (path.startsWith('/_astro/')) return HASHED_FILE
  return FIXED_PATH.test(path) ? FIXED_FILE : PUBLISHED_FILE
}

/** Returns whether a browser opens the file as a document, which can run scripts. SVG is one. */
export const isDocument = ({ isHtml, type }: Pick<StaticFile, 'isHtml' | 'type'>): boolean =>
  isHtml || type.startsWith('image/svg')

/** Finds the file of a path of the release. */
export function findFile(table: FileTable, path: string): StaticFile | undefined {
  const { files, store, toStaticFile } = table
  const file = files.get(path)
  if (!file || toStaticFile) return file && toStaticFile?.(path, file)
  const isHtml = file.type.startsWith('text/html')
  const filePath = join(store, toStoreName(file))
  return { ...file, filePath, isHtml, cacheControl: toCacheControl(path) }
}

/** Endings of an address that shoppers, crawlers and machines know: the page, its other spellings and its Markdown. */
const ADDRESS_ENDINGS = ['', '/', '.html', MARKDOWN_ENDING]

/** Lists all forms of former paths, with the current path of each. */
function* listMovedForms(
  moved: Release['moved'],
  files: ReleaseFiles,
): Generator<[from: string, to: string]> {
  for (const [from, to] of Object.entries(moved)) {
    for (const ending of ADDRESS_ENDINGS) {
      const hasMarkdown = ending === MARKDOWN_ENDING && files.has(to + ending)
      yield [from + ending, hasMarkdown ? to + ending : to]
    }
    // Later pages of a list.
    for (let page = 2; files.has(`${to}/${page}`); page++)
      yield [`${from}/${page}`, `${to}/${page}`]
  }
}

export function toFileTable(releases: string, release: Release): FileTable {
  const { id, policy, files, moved, gone } = release
  return {
    id,
    policy,
    files,
    store: getStoreDir(releases),
    moved: new Map([...listMovedForms(moved, files)].filter(([from]) => !files.has(from))),
    gone: new Set(gone.flatMap((path) => ADDRESS_ENDINGS.map((ending) => path + ending))),
  }
}

const PAGE_SUFFIX = /\.html$/

/** Returns the decoded path of a request target, if it can be decoded. */
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
 * Returns the path of the page that a variant such as `/shop/`, `/shop.html` or `/index.html` means. It is always a
 * path of the release, so nothing of the request is reflected.
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
  refresh: () => Promise<void>
  /** Serves a release that has just become live, without reading it again. */
  show: (release: Release) => void
  stop: () => void
}

/** Polls for the live release, so that a publish by any process is served within a second. */
export function watchCurrentRelease(dataDir: string): ReleaseWatcher {
  const releases = getReleasesDir(dataDir)
  let table: FileTable | undefined
  let live: Release | undefined
  const show = (release: Release) => {
    if (release.id === table?.id) return
    live = release
    table = toFileTable(releases, release)
  }
  const refresh = async () => {
    const id = findCurrentReleaseId(releases)
    if (id === undefined || id === table?.id) return
    const release = findRelease(releases, id, await readBase(releases, id, live?.base))
    // Another release may have become live while this one was read.
    if (release && id === findCurrentReleaseId(releases)) show(release)
  }
  const first = findRelease(releases, findCurrentReleaseId(releases))
  if (first) show(first)
  // Only one look waits for a file system that does not answer.
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
