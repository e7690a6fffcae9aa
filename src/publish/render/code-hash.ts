import { hash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeFileAtomicSync } from '#src/server/core/files.ts'

/** All files that a build may read in addition to the catalogue, also in new folders of `src`. */
const SOURCES = [
  'astro.config.mjs',
  'config/**',
  'package-lock.json',
  'public/**',
  'src/**',
  // `**` leaves out folders with a dot.
  'src/pages/.*/**',
  'tsconfig.json',
]

/** Folders of `src` that no page can import (tests/architecture.test.ts). */
const SERVER_ONLY = ['src/run/**', 'src/server/**', 'src/studio/**']

/** Code that makes products. If it changes, the versions of products stay the same. */
const PRODUCT_SOURCES = ['src/server/shop/catalog/**', 'src/server/core/media/to-picture.ts']

/** Size, modification time and hash of a file, by path. */
type FileHashes = Record<string, { size: number; mtimeMs: number; hash: string }>

function readCache(cache: string | undefined): FileHashes {
  try {
    if (cache === undefined) return {}
    return JSON.parse(readFileSync(cache, 'utf8')) as FileHashes
  } catch {
    return {}
  }
}

function writeCache(cache: string, files: FileHashes): void {
  mkdirSync(dirname(cache), { recursive: true })
  writeFileAtomicSync(cache, JSON.stringify(files))
}

/**
 * Returns the SHA-256 over names and contents of all files below `root` that a build may read.
 * @param cache a file. A file whose size and modification time are the same is not read again.
 */
export function codeHash(root: string, cache?: string): string {
  const cached = readCache(cache)
  const files: FileHashes = {}
  const sources = globSync(SOURCES, { cwd: root, exclude: SERVER_ONLY })
  for (const path of [...sources, ...globSync(PRODUCT_SOURCES, { cwd: root })].sort()) {
    const stat = statSync(join(root, path))
    if (!stat.isFile()) continue
    const { size, mtimeMs } = stat
    const known = cached[path]
    files[path] =
      known?.size === size && known.mtimeMs === mtimeMs
        ? known
        : { size, mtimeMs, hash: hash('sha256', readFileSync(join(root, path)), 'hex') }
  }
  if (cache !== undefined && JSON.stringify(cached) !== JSON.stringify(files))
    writeCache(cache, files)
  const lines = Object.entries(files).map(([path, { hash: content }]) => `${path}\0${content}`)
  return hash('sha256', lines.join('\n'), 'hex')
}

/** Variables without the prefix `PUBLIC_` that pages depend on. */
const BUILD_VARIABLES = ['SITE_URL', 'MEDIA_ORIGIN']

/** Returns the variables that pages depend on, sorted by name. */
export function toBuildEnv(env: Record<string, string | undefined>): Record<string, string> {
  const entries = Object.entries(env).filter(
    (entry): entry is [string, string] =>
      Boolean(entry[1]) && (BUILD_VARIABLES.includes(entry[0]) || entry[0].startsWith('PUBLIC_')),
  )
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Returns the key of the site that is compiled from this code with these variables. */
export const toSiteKey = (code: string, env: Record<string, string>): string =>
  hash('sha256', `${code}\n${JSON.stringify(env)}`, 'hex').slice(0, 32)
