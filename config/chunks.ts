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

const REACT_PACKAGES = ['react', 'react-dom', 'scheduler', '@nanostores/react']

/**
 * What every page loads is two files: the scripts of the header, and the stores that they and most
 * islands share. A third, of pages with an island, has React and what most islands render; product
 * pages have their own instead. By default the bundler makes some forty small ones, which compress
 * worse and are fetched one by one. Scripts and stores are in different files because scripts look for
 * their elements when they run, and islands are imported while the page is still being parsed.
 */
export const chunks: Chunk[] = [
  createChunk('react', 3, [
    ...REACT_PACKAGES.map((name) => `node_modules/${name}/**/*.js`),
    'node_modules/@astrojs/react/dist/{client,static-html}.js',
    'src/ui/{Button,Field,Icon}.tsx',
    'src/ui/icon-paths.ts',
  ]),
  createChunk('shared', 2, [
    'src/islands/buttons.ts',
    'src/stores/cart.ts',
    'src/stores/session.ts',
    'src/stores/toasts.ts',
    'src/stores/wishlist.ts',
    'src/rules/constants.ts',
    'src/rules/paths.ts',
    'src/rules/theme.ts',
  ]),
  createChunk(
    'chrome',
    1,
    ['src/components/chrome/*'],
    [
      'src/components/chrome/offline-retry.ts',
      'src/components/chrome/*-directive.ts',
      'src/components/chrome/PreviewBanner.astro',
      'src/components/chrome/preview-banner.ts',
    ],
  ),
  createChunk('product', 0, [
    'src/islands/form/field-error.ts',
    'src/islands/product/{buy-box,option-picker,picture-gallery,pincode-check}.ts',
  ]),
]
