import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { shownWithoutBrowser } from './checklist/items.ts'
import { listRecipeFiles } from './helpers/recipe.ts'

const root = join(import.meta.dirname, '..')
const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)))
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/** Code and docs; not data, lists of passwords or pictures. */
const texts = tracked.filter((file) => /\.(?:ts|tsx|astro|css|js|mjs|md|yaml|sh)$/.test(file))

interface Citation {
  file: string
  cited: string
}

function citations(pattern: RegExp, files = texts): Citation[] {
  return files.flatMap((file) =>
    [...read(file).matchAll(pattern)].map(([whole, cited = whole]) => ({ file, cited })),
  )
}

/** GitHub's anchor of a heading: lower case, spaces to hyphens, other signs dropped. */
const toAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .trim()
    .replaceAll(/\s+/g, '-')

const listAnchors = (file: string): string[] =>
  [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => toAnchor(heading))

const exists = (cited: string): boolean => {
  const [file = '', anchor] = cited.split('#')
  if (!existsSync(join(root, file))) return false
  return anchor === undefined || listAnchors(file).includes(anchor)
}

describe('docs/asvs.csv', () => {
  /** Only the last field, the note, has commas or quotes. */
  const requirements = read('docs/asvs.csv')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [id = '', level = '', , status = '', evidence = '', ...note] = line.split(',')
      return { id, level, status, evidence: evidence.split(' ').filter(Boolean), note: note.join() }
    })

  test('has every requirement of levels 1 and 2 once, in order', () => {
    const ids = requirements.map(({ id }) => id)
    const inOrder = ids.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    expect(ids).toEqual(inOrder)
    expect(new Set(ids).size).toBe(253)
    expect(requirements.filter(({ level }) => !/^[12]$/.test(level))).toEqual([])
  })

  test('has evidence that exists, or a reason, for every status', () => {
    type Row = (typeof requirements)[number]
    const namesDocs = ({ evidence }: Row) => evidence.some((file) => file.startsWith('docs/'))
    const hasNote = ({ note }: Row) => note !== ''
    const isTest = (file: string) => /^tests\/.*\.[jt]sx?$/.test(file)
    const isComplete: Record<string, (row: Row) => boolean> = {
      tested: ({ evidence }) => evidence.length > 0 && evidence.every(isTest),
      documented: namesDocs,
      'in code': ({ evidence }) => evidence.length > 0,
      deployment: namesDocs,
      'not met': hasNote,
      'not applicable': hasNote,
    }
    expect(requirements.filter((row) => !isComplete[row.status]?.(row))).toEqual([])
    const cited = requirements.flatMap(({ evidence }) => evidence)
    expect(cited.filter((path) => !exists(path))).toEqual([])
  })
})

describe('references', () => {
  /** Documents of today; the changelog and decision records are history. */
  const documents = texts.filter(
    (file) => /^(?:docs\/)?[\w-]+\.md$/.test(file) && file !== 'CHANGELOG.md',
  )

  test('every cited threat, fault and figure is listed in docs/threats.md', () => {
    const listed = new Set(
      [...read('docs/threats.md').matchAll(/^\| ([TFG]\d+) /gm)].map(([, id]) => id),
    )
    // A citation is an id on its own, not part of a time, a colour or a percent escape.
    const cited = citations(/(?<![\w%#.\-:/])([TFG]\d{1,2})(?![\w.:-]*[\d;])\b/g).filter(
      ({ file }) =>
        /^(?:src|tests|tools|scripts|docs)\//.test(file) && file !== 'tests/references.test.ts',
    )
    expect(cited.filter(({ cited: id }) => !listed.has(id))).toEqual([])
  })

  test('docs/threats.md names a test for every id', () => {
    const rows = [...read('docs/threats.md').matchAll(/^\| ([TFG]\d+) .*\| ([^|]+) \|$/gm)]
    const untested = rows.filter(([, , tests = '']) => !/`tests\/[^`]+`/.test(tests))
    expect(untested.map(([, id]) => id)).toEqual([])
  })

  test('every file and section that docs and comments name exists', () => {
    const named = citations(
      /(?<![\w/.-])((?:src|tests|tools|scripts|lab|docs)\/[\w./[\]-]+\.[a-z]+(?:#[\w-]+)?)\b/g,
    )
    // Archived decision records are history; these tests have sample paths.
    const current = named.filter(
      ({ file }) =>
        !/^docs\/decisions\/archive\/|^tests\/(?:architecture|publish\/code-hash)\.test\.ts$/.test(
          file,
        ),
    )
    const created = new Set(listRecipeFiles())
    expect(current.filter(({ cited }) => !exists(cited) && !created.has(cited))).toEqual([])
  })

  test('every name that a document gives is in the code', () => {
    /** A command of PostgreSQL, and examples of what is added. */
    const others = ['LISTEN', 'xRequest', 'xResponse', 'guidePath']
    const code = tracked.filter((file) =>
      /^(?:src|tests|tools|scripts|lab|config|deploy)\/.*\.(?:[cm]?[jt]sx?|astro|css|json)$|^(?:package\.json|\.env\.example|astro\.config\.mjs)$/.test(
        file,
      ),
    )
    // This file has the names of the list above.
    const sources = code.filter((file) => file !== 'tests/references.test.ts')
    const source = sources.map(read).join('\n')
    const named = citations(/`(\$?[A-Za-z_]\w*)(?:\(\))?`/g, documents)
    // A document names things of the code.
    expect(named.length).toBeGreaterThan(20 * documents.length)
    const unknown = [...new Set(named.map(({ cited }) => cited))].filter(
      (name) => !new RegExp(`(?<![\\w$])${name.replace('$', '\\$')}(?!\\w)`).test(source),
    )
    expect(unknown.toSorted()).toEqual(others.toSorted())
  })

  test('every script that a document names can be run', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const named = citations(/npm run ([\w:]+)/g, documents)
    expect(named.length).toBeGreaterThan(50)
    expect(named.filter(({ cited }) => !(cited in scripts))).toEqual([])
  })

  test('every title that the checklist names is that of a test', () => {
    const named = Object.entries(shownWithoutBrowser).flatMap(([file, titles]) =>
      Object.values(titles).map((title) => ({ file, title })),
    )
    expect(named.filter(({ file, title }) => !read(file).includes(title))).toEqual([])
  })

  test('every link and anchor of a document leads somewhere', () => {
    const files = texts.filter((file) => file.endsWith('.md'))
    const links = citations(/\]\((?!https?:|mailto:)([^)\s]+)\)/g, files)
    const broken = links.filter(({ file, cited }) => {
      const [path = '', ...anchor] = cited.split('#')
      const target = path === '' ? file : normalize(join(dirname(file), path))
      return !exists([target, ...anchor].join('#'))
    })
    expect(broken).toEqual([])
  })
})
