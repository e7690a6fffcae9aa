import { hash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
} from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { dirname, extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import pLimit from 'p-limit'
import { writeFileAtomic, writeFileAtomicSync } from '#src/server/core/files.ts'

/** The file of one URL path. */
export interface ReleaseFile {
  /** Path in a folder of the site, e.g. `shop.html`. */
  file: string
  type: string
  /** Bytes of the file, and of its variants `.br` and `.gz` if they exist. */
  size: number
  br?: number
  gz?: number
  /** Quoted: the first 96 bits of the SHA-256 of the content. Also the name in the store of files. */
  etag: string
  /** Time since which no page refers to the file, ISO 8601; absent for files of current pages. */
  retiredAt?: string
  /** Version of the data that a page shows (src/publish/plan/pages.ts). */
  version?: string
  deferrableVersion?: string
}

/** By URL path, e.g. `/shop`. */
export type ReleaseFiles = ReadonlyMap<string, ReleaseFile>

const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.atom': 'application/atom+xml; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

/** Well-known documents have no ending. Those of the shop are JSON. */
const getContentType = (file: string): string => {
  const ending = file.startsWith('.well-known/') ? '.json' : extname(file).toLowerCase()
  return CONTENT_TYPES[ending] ?? 'application/octet-stream'
}

/** Returns whether compression helps. Pictures and fonts are compressed already. */
const isText = (type: string): boolean => type.endsWith('charset=utf-8')

export function describeBytes(file: string, bytes: Uint8Array): ReleaseFile {
  const etag = `"${hash('sha256', bytes, 'base64url').slice(0, 16)}"`
  return { file, type: getContentType(file), size: bytes.byteLength, etag }
}

/** Describes the files of a folder by their URL path. */
export function describeFolder(folder: string): Record<string, ReleaseFile> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
  return Object.fromEntries(
    files.map((file) => [`/${file}`, describeBytes(file, readFileSync(join(folder, file)))]),
  )
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Smaller files are not compressed, because the gain is less than the header. */
const MIN_COMPRESSED_BYTES = 512
const COMPRESS_CONCURRENCY = 4
/** At most this many pages are compressed at publish, which takes some 50 ms a page and core. */
const MAX_COMPRESSED_PAGES = 300

/** Returns whether the name of a file contains the hash of its content. */
export const isHashed = (path: string): boolean => path.startsWith('/_astro/')

/** A page as HTML or Markdown. */
const isPage = ({ type }: ReleaseFile): boolean => /^text\/(?:html|markdown)/.test(type)

/** Returns whether a page is one of the few dozen with which most visits begin, or of the account. */
const isSinglePage = (path: string): boolean => !/^\/(?:product|shop)\//.test(path)

const isCompressible = (path: string, { type, size }: ReleaseFile): boolean =>
  isText(type) && size >= MIN_COMPRESSED_BYTES && path !== '/sw.js'

/** Writes the variants, each in one step. @returns their sizes. */
async function compress(from: string, quality: number): Promise<{ br: number; gz: number }> {
  const bytes = await readFile(from)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
  }
  const write = async (suffix: string, packed: Buffer) => {
    await writeFileAtomic(from + suffix, packed)
    return packed.byteLength
  }
  const [br, gz] = await Promise.all([
    brotli(bytes, { params }).then((packed) => write('.br', packed)),
    zip(bytes, { level: 9 }).then((packed) => write('.gz', packed)),
  ])
  return { br, gz }
}

/**
 * Writes a brotli and a gzip variant beside each text file, and their sizes into `files`. Products and parts of a
 * large listing are compressed when they are requested, because ten thousand would take minutes.
 * @param toName the name of a file in the folder.
 */
export async function precompress(
  folder: string,
  files: Record<string, ReleaseFile>,
  toName = ({ file }: ReleaseFile) => file,
): Promise<void> {
  const pages = Object.values(files).filter(isPage).length
  const queue = Object.entries(files).filter(
    ([path, file]) =>
      isCompressible(path, file) &&
      (pages <= MAX_COMPRESSED_PAGES || !isPage(file) || isSinglePage(path)),
  )
  const work = async () => {
    for (let next = queue.pop(); next; next = queue.pop()) {
      const [path, entry] = next
      const quality = isHashed(path) || isPage(entry) ? 11 : 5
      Object.assign(entry, await compress(join(folder, toName(entry)), quality))
    }
  }
  await Promise.all(Array.from({ length: COMPRESS_CONCURRENCY }, work))
}

/** Returns the folder with the files of all releases, named after their content. */
export const getStoreDir = (releases: string): string => join(releases, 'files')

/** Returns the name of a file in the store. Its compressed variants have the suffixes `.br` and `.gz`. */
export const toStoreName = ({ etag }: Pick<ReleaseFile, 'etag'>): string => etag.slice(1, -1)

/** Other names belong to files that a killed publisher was writing. */
const WHOLE_FILE = /^([\w-]+)(?:\.(?:br|gz))?$/

const REMOVE_CONCURRENCY = 8

const findSize = (path: string): number | undefined =>
  statSync(path, { throwIfNoEntry: false })?.size

/** Writes a file in one step, unless the store has it. */
export function storeFile(store: string, name: string, bytes: Uint8Array): void {
  const path = join(store, name)
  // After a power failure, a file that no release names may be empty.
  if (findSize(path) === bytes.byteLength) return
  writeFileAtomicSync(path, bytes)
}

/** Does the same for a file of megabytes, which would block the event loop. */
export async function storeLongFile(store: string, name: string, bytes: Uint8Array): Promise<void> {
  const path = join(store, name)
  if (findSize(path) !== bytes.byteLength) await writeFileAtomic(path, bytes)
}

/** Returns the code of a system error, e.g. `ENOENT`. */
export const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined

/** Links a file. Copies it if the file system has no links or is another one. */
function link(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch (error) {
    if (codeOf(error) === 'ENOENT' && !existsSync(dirname(to))) {
      mkdirSync(dirname(to), { recursive: true })
      link(from, to)
    } else if (codeOf(error) === 'EEXIST') return
    else if (['EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK'].includes(String(codeOf(error))))
      copyFileSync(from, to)
    else throw error
  }
}

/** Links a file with its compressed variants. */
export function linkFile(from: string, to: string, { br, gz }: ReleaseFile): void {
  link(from, to)
  if (br !== undefined) link(`${from}.br`, `${to}.br`)
  if (gz !== undefined) link(`${from}.gz`, `${to}.gz`)
}

/**
 * Removes files that no release names. The caller must hold the publish lock.
 * @param used names of the files in use, without the suffixes of variants.
 */
export async function sweepStore(store: string, used: ReadonlySet<string>): Promise<void> {
  const unused = (await readdir(store)).filter(
    (name) => !used.has(WHOLE_FILE.exec(name)?.[1] ?? ''),
  )
  await pLimit(REMOVE_CONCURRENCY).map(unused, (name) => rm(join(store, name), { force: true }))
}
