import { hash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What the look and the words of the site depend on, beside the catalogue. */
const SOURCES = [
  'astro.config.mjs',
  'package-lock.json',
  'public/**',
  'scripts/vite-*.ts',
  'src/{api-client,assets,catalog,components,contract,islands,layouts,pages,publish,rules,stores,styles,ui}/**',
]

/** Size and time of a file, and the hash its content had then. */
type Seen = Record<string, { size: number; changed: number; hash: string }>

function readSeen(cache: string): Seen {
  try {
    return JSON.parse(readFileSync(cache, 'utf8')) as Seen
  } catch {
    return {}
  }
}

function writeSeen(cache: string, seen: Seen): void {
  mkdirSync(dirname(cache), { recursive: true })
  const next = `${cache}.${process.pid}`
  writeFileSync(next, JSON.stringify(seen))
  renameSync(next, cache)
}

/**
 * SHA-256 over names and contents of everything below `root` that a build reads.
 * @param cache a file that spares reading what has kept its size and time.
 */
export function codeHash(root: string, cache: string): string {
  const before = readSeen(cache)
  const seen: Seen = {}
  for (const path of globSync(SOURCES, { cwd: root }).sort()) {
    const stat = statSync(join(root, path))
    if (!stat.isFile()) continue
    const { size, mtimeMs: changed } = stat
    const known = before[path]
    seen[path] =
      known?.size === size && known.changed === changed
        ? known
        : { size, changed, hash: hash('sha256', readFileSync(join(root, path)), 'hex') }
  }
  if (JSON.stringify(before) !== JSON.stringify(seen)) writeSeen(cache, seen)
  const lines = Object.entries(seen).map(([path, { hash: content }]) => `${path}\0${content}`)
  return hash('sha256', lines.join('\n'), 'hex')
}
