import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { describe, expect, test } from 'vitest'

/** Which folder may import which, below src (docs/architecture.md). A folder may import itself. */
const MAY_IMPORT: Record<string, string[]> = {
  contract: [],
  rules: ['contract'],
  'api-client': ['contract', 'rules'],
  stores: ['contract', 'rules', 'api-client'],
  ui: ['contract', 'rules'],
  'page-scripts': ['contract', 'rules', 'stores'],
  islands: ['contract', 'rules', 'stores', 'ui', 'page-scripts'],
  components: ['contract', 'rules', 'content', 'ui', 'islands', 'assets'],
  layouts: [
    ...['rules', 'catalog', 'content', 'styles', 'ui', 'components', 'islands'],
    ...['page-scripts', 'assets'],
  ],
  pages: [
    'contract',
    'rules',
    'catalog',
    'content',
    'ui',
    'components',
    'islands',
    'layouts',
    'assets',
    // The sign-in window has no layout.
    'styles',
    // The script of the offline page.
    'page-scripts',
  ],
  catalog: ['contract', 'rules'],
  // The texts that the shop comes with.
  content: ['contract', 'rules'],
  // No visitor loads it: schemas may run there.
  studio: ['contract', 'rules', 'content', 'api-client', 'ui', 'styles'],
  server: ['contract', 'rules', 'content'],
  publish: [
    'contract',
    'rules',
    'server/content',
    'server/db',
    'server/deps.ts',
    'server/editor',
    'server/env.ts',
    'server/files.ts',
    'server/startup-error.ts',
    'catalog',
  ],
  preview: ['contract', 'rules', 'server'],
  run: ['server', 'publish', 'preview', 'rules'],
}

/** Folders whose code reaches browsers: shapes are types there, and checks stay on the server. */
const SHIPS = [
  'rules',
  'api-client',
  'stores',
  'ui',
  'page-scripts',
  'islands',
  'components',
  'layouts',
]

/** Packages that only make sense in Node. */
const NODE_ONLY = /^(?:node:|zod$|kysely|hono|@hono\/|pg$|sharp$|jose$|nodemailer$)/

const IMPORT =
  /(?:^|[\s;>])(?:import|export)\s+(type\s)?(?:[^'"()]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

interface Import {
  from: string
  typeOnly: boolean
}

function importsOf(source: string): Import[] {
  return [...source.matchAll(IMPORT)].map(([, type, from, dynamic]) => ({
    from: from ?? dynamic ?? '',
    typeOnly: type !== undefined,
  }))
}

/** Where below src an import leads; undefined for a package. */
function targetOf(file: string, { from }: Import): string | undefined {
  const path = from.replace(/\?\w+$/, '')
  if (path.startsWith('#src/')) return path.slice('#src/'.length)
  if (path.startsWith('.')) return posix.relative('src', posix.join(posix.dirname(file), path))
  return undefined
}

const within = (target: string, place: string): boolean =>
  target === place || target.startsWith(`${place}/`)

const root = join(import.meta.dirname, '..')
const files = globSync('src/*/**/*.{ts,tsx,astro,js}', { cwd: root }).toSorted()
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const folderOf = (file: string) => file.split('/')[1] ?? ''

describe('the import table', () => {
  test('knows every folder that has code', () => {
    const folders = new Set(files.map(folderOf))
    folders.delete('assets')
    expect([...folders].filter((folder) => !(folder in MAY_IMPORT))).toEqual([])
  })

  test.each(Object.keys(MAY_IMPORT))('src/%s imports only what it may', (folder) => {
    const wrong = files
      .filter((file) => folderOf(file) === folder)
      .flatMap((file) => {
        const allowed = [folder, ...(MAY_IMPORT[folder] ?? [])]
        return importsOf(read(file))
          .map((one) => targetOf(file, one))
          .filter((target) => target !== undefined && !allowed.some((one) => within(target, one)))
          .map((target) => `${file} → ${target}`)
      })
    expect(wrong).toEqual([])
  })

  test('no page has a script that is fetched before its largest paint', () => {
    const early = files.filter(
      (file) => file.endsWith('.astro') && /<script(?![^>]*is:inline)/.test(read(file)),
    )
    // The sign-in window has nothing else, and the offline page keeps its script with itself.
    expect(early).toEqual(['src/pages/oauth/callback.astro', 'src/pages/offline.astro'])
  })

  test('names other folders by #src, with the ending', () => {
    const wrong = files.flatMap((file) =>
      importsOf(read(file))
        .filter(({ from }) => {
          const target = targetOf(file, { from, typeOnly: false })
          if (target === undefined) return false
          const leaves = from.startsWith('.') && target.split('/')[0] !== folderOf(file)
          return leaves || !/\.\w+$/.test(target)
        })
        .map(({ from }) => `${file} → ${from}`),
    )
    expect(wrong).toEqual([])
  })
})

describe('what ships to browsers', () => {
  const shipped = files.filter((file) => SHIPS.includes(folderOf(file)))

  test('takes shapes as types; only values.ts is there when it runs', () => {
    const wrong = shipped.flatMap((file) =>
      importsOf(read(file))
        .filter(({ typeOnly }) => !typeOnly)
        .map((one) => targetOf(file, one))
        .filter((target) => target?.startsWith('contract/') && target !== 'contract/values.ts')
        .map((target) => `${file} → ${target}`),
    )
    expect(wrong).toEqual([])
  })

  test('needs nothing of Node', () => {
    const browser = shipped.filter((file) => !file.endsWith('.astro'))
    const wrong = browser.flatMap((file) =>
      importsOf(read(file))
        .filter(({ from, typeOnly }) => !typeOnly && NODE_ONLY.test(from))
        .map(({ from }) => `${file} → ${from}`),
    )
    expect(wrong).toEqual([])
  })

  test('values.ts itself imports nothing', () => {
    expect(importsOf(read('src/contract/values.ts'))).toEqual([])
  })
})

test('SQL is in queries.ts files and migrations only', () => {
  /** Kysely's query builders, and its `sql` template tag. */
  const SQL =
    /\.(?:selectFrom|insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\(|\bsql(?:<[^`]*>)?`/
  const MAY_HAVE_SQL =
    /\/(?:[\w-]+-)?queries\.ts$|^src\/server\/db\/(?:migrations\/|(?:former-)?migrat(?:e|ions)\.ts$)/
  const withSql = files.filter(
    (file) => /^src\/(?:server|run|publish|catalog)\//.test(file) && SQL.test(read(file)),
  )
  expect(withSql.length).toBeGreaterThan(5)
  expect(withSql.filter((file) => !MAY_HAVE_SQL.test(file))).toEqual([])
})

test('the test reads imports of every kind', () => {
  const source = `import a from '#src/a/a.ts'
import type { B } from '#src/b/b.ts'
import {
  c,
  d,
} from "../c/c.ts"
import '#src/styles/d.css'
export { e } from './e.ts'
export type { F } from './f.ts'
const g = await import('#src/g/g.ts')
import h from '#src/h/h.js?raw'`
  expect(importsOf(source)).toEqual([
    { from: '#src/a/a.ts', typeOnly: false },
    { from: '#src/b/b.ts', typeOnly: true },
    { from: '../c/c.ts', typeOnly: false },
    { from: '#src/styles/d.css', typeOnly: false },
    { from: './e.ts', typeOnly: false },
    { from: './f.ts', typeOnly: true },
    { from: '#src/g/g.ts', typeOnly: false },
    { from: '#src/h/h.js?raw', typeOnly: false },
  ])
  expect(targetOf('src/x/y/z.ts', { from: '../../a/b.ts', typeOnly: false })).toBe('a/b.ts')
})
