import { globSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))

interface Chunk {
  name: string
  /** A module of several chunks goes to the one with the highest priority. */
  priority: number
  test: (id: string) => boolean
}

/** @throws Error when nothing has that path, so that a rename cannot empty a chunk silently. */
function findFiles(chunk: string, pattern: string): string[] {
  const found = globSync(pattern, { cwd: root })
  if (found.length > 0) return found
  throw new Error(`config/chunks.ts: chunk "${chunk}" names ${pattern}, which does not exist.`)
}

/** A chunk of the modules in `files` (globs below the project), except those in `without`. */
export function createChunk(
  name: string,
  priority: number,
  files: string[],
  without: string[] = [],
): Chunk {
  const find = (patterns: string[]) => patterns.flatMap((pattern) => findFiles(name, pattern))
  const paths = new Set(find(files)).difference(new Set(find(without)))
  const toPath = (id: string) => relative(root, id.split('?')[0] ?? '').replaceAll(sep, '/')
  return { name, priority, test: (id) => paths.has(toPath(id)) }
}

const REACT_PACKAGES = ['react', 'react-dom', 'scheduler']

/**
 * What every page loads is three files: React, the islands of the header with what they need, and
 * the scripts of the header. By default the bundler makes some forty small ones, which compress
 * worse and are fetched one by one. Scripts and islands are in different files because scripts look
 * for their elements when they run, and islands are imported while the page is still being parsed.
 */
export const chunks: Chunk[] = [
  createChunk(
    'react',
    2,
    REACT_PACKAGES.map((name) => `node_modules/${name}/**/*.js`),
  ),
  createChunk('shared', 1, [
    'src/islands/CartBadge.tsx',
    'src/islands/AccountMenu.tsx',
    'src/islands/WishlistLink.tsx',
    'src/islands/Toasts.tsx',
    'src/islands/AddToCartButton.tsx',
    'src/islands/BuyNowButton.tsx',
    'src/islands/WishlistButton.tsx',
    'src/rules/constants.ts',
    'src/rules/paths.ts',
    'src/rules/theme.ts',
    'src/ui/control-class.ts',
  ]),
  createChunk(
    'chrome',
    0,
    ['src/components/chrome/*'],
    [
      'src/components/chrome/offline-retry.ts',
      'src/components/chrome/painted-directive.ts',
      'src/components/chrome/search-suggestions.ts',
    ],
  ),
]
