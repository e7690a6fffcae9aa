import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'

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

describe('references', () => {
  test('every cited threat, fault and figure is listed in docs/threats.md', () => {
    const listed = new Set(
      [...read('docs/threats.md').matchAll(/^\| ([TFG]\d+) /gm)].map(([, id]) => id),
    )
    // A citation is an id on its own, not part of a time, a colour or a percent escape.
    const cited = citations(/(?<![\w%#.\-:/])([TFG]\d{1,2})(?![\w.:-]*[\d;])\b/g).filter(
      ({ file }) =>
        /^(?:src|tests|scripts|docs)\//.test(file) && file !== 'tests/references.test.ts',
    )
    expect(cited.filter(({ cited: id }) => !listed.has(id))).toEqual([])
  })

  test('docs/threats.md names a test for every id', () => {
    const rows = [...read('docs/threats.md').matchAll(/^\| ([TFG]\d+) .*\| ([^|]+) \|$/gm)]
    const untested = rows.filter(([, , tests = '']) => !/`tests\/[^`]+`/.test(tests))
    expect(untested.map(([, id]) => id)).toEqual([])
  })

  test('every file that docs and comments name exists', () => {
    const named = citations(/(?<![\w/.-])((?:src|tests|scripts|docs)\/[\w./[\]-]+\.[a-z]+)\b/g)
    // Decision records are history; these tests have sample paths.
    const current = named.filter(
      ({ file }) =>
        !/^docs\/decisions\/\d|^tests\/(?:architecture|publish\/code-hash|unit\/config\/chunks)\.test\.ts$/.test(
          file,
        ),
    )
    expect(current.filter(({ cited }) => !existsSync(join(root, cited)))).toEqual([])
  })

  test('every link and anchor of a document leads somewhere', () => {
    const documents = texts.filter((file) => file.endsWith('.md'))
    const links = citations(/\]\((?!https?:|mailto:)([^)\s]+)\)/g, documents)
    const broken = links.filter(({ file, cited }) => {
      const [path = '', anchor] = cited.split('#')
      const target = path === '' ? file : normalize(join(dirname(file), path))
      if (!existsSync(join(root, target))) return true
      return anchor !== undefined && !listAnchors(target).includes(anchor)
    })
    expect(broken).toEqual([])
  })

  test('every cited product decision exists', () => {
    const anchors = listAnchors('docs/decisions/product.md')
    const cited = citations(/docs\/decisions\/product\.md#([\w-]+)/g)
    expect(cited.filter(({ cited: anchor }) => !anchors.includes(anchor))).toEqual([])
  })

  test('decisions are cited by file, not by a word in brackets', () => {
    const cited = citations(/\((?:decisions[,)]|reliability )[^)]*/g)
    expect(cited.filter(({ file }) => file !== 'tests/references.test.ts')).toEqual([])
  })
})
