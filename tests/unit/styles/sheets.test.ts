import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import tailwind from '@tailwindcss/vite'
import { build } from 'vite'
import { beforeAll, describe, expect, test } from 'vitest'
import { projectRoot } from '#tools/site-process.ts'

const src = join(projectRoot, 'src')
const pages = globSync('pages/**/*.astro', { cwd: src })
const read = (file: string) => readFileSync(join(src, file), 'utf8')

/** The style sheets that a page imports, e.g. `home`. */
const getSheets = (page: string): string[] =>
  [...read(page).matchAll(/^import '#src\/styles\/(\w+)\.css'$/gm)].map(([, name = '']) => name)

const SOURCE = /^(?:components|islands|layouts|pages|ui)\/.*\.(?:astro|tsx?)$/

/** @returns the sources with classes that a page imports, itself included. */
function collectSources(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file) || !SOURCE.test(file) || !existsSync(join(src, file))) return found
  found.add(file)
  for (const [, path = ''] of read(file).matchAll(/(?:from|import)\s*\(?\s*'((?:#src|\.)[^']+)'/g))
    collectSources(
      path.startsWith('#src/')
        ? path.slice('#src/'.length)
        : relative(src, join(src, dirname(file), path)),
      found,
    )
  return found
}

/** What is in sheets of other pages on purpose: the footer is folded in the checkout alone. */
const ELSEWHERE = ['folded-footer']

/** The words in texts of a source, which may be classes. `group` is a role, and has no rule of its own. */
function listWords(source: string): Set<string> {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
  const texts = code.match(/"[^"]*"|'[^'\n]*'|`[^`]*`/g) ?? []
  const words = new Set(texts.flatMap((text) => text.split(/[\s"'`{}]+/)))
  for (const word of ['group', ...ELSEWHERE]) words.delete(word)
  return words
}

/** The names of the classes in a style sheet. */
const listClasses = (css: string): Set<string> =>
  new Set(
    [...css.matchAll(/\.(?!\d)((?:\\[0-9a-f]+ |\\.|[\w-])+)/g)].map(([, name = '']) =>
      name
        .replaceAll(/\\([0-9a-f]+) /g, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
        .replaceAll(/\\(.)/g, '$1'),
    ),
  )

const sheets = new Map<string, Set<string>>()

beforeAll(async () => {
  const names = [...new Set(pages.flatMap(getSheets))]
  const result = await build({
    configFile: false,
    root: projectRoot,
    logLevel: 'silent',
    plugins: [tailwind()],
    build: {
      write: false,
      rolldownOptions: { input: names.map((name) => join(src, `styles/${name}.css`)) },
    },
  })
  const { output } = [result].flat()[0] as { output: { fileName: string; source?: string }[] }
  for (const { fileName, source } of output)
    if (fileName.endsWith('.css') && source)
      sheets.set(basename(fileName).replace(/-.*/, ''), listClasses(String(source)))
})

describe('the style sheet of a page', () => {
  test('is one of its kind', () => {
    const wrong = pages.filter((page) => /Layout/.test(read(page)) && getSheets(page).length !== 1)
    expect(wrong).toEqual([])
    expect([...sheets.keys()].toSorted()).toEqual(['global', 'home', 'product', 'shop'])
  })

  test('is the first to name the layers, whose order it decides', () => {
    const components = globSync('{components,islands,layouts,pages,ui}/**/*.{astro,tsx}', {
      cwd: src,
    })
    const wrong = components.filter((file) => /<style[\s\S]*@layer/.test(read(file)))
    expect(wrong).toEqual([])
    const imports = components.filter(
      (file) => !file.startsWith('pages/') && /import '[^']+\.css'/.test(read(file)),
    )
    expect(imports).toEqual([])
  })

  test('has every class that the page and its islands use', () => {
    const known = new Set([...sheets.values()].flatMap((classes) => [...classes]))
    const missing = pages.flatMap((page) => {
      const classes = sheets.get(getSheets(page)[0] ?? '')
      if (!classes) return []
      return [...collectSources(page)].flatMap((file) =>
        [...listWords(read(file))]
          .filter((word) => known.has(word) && !classes.has(word))
          .map((word) => `${page}: ${word} of ${file}`),
      )
    })
    expect(missing).toEqual([])
  })
})
