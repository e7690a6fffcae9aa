import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { renderDocs, sectionNames } from '#scripts/docs.ts'
import { readEnv } from '#src/server/core/env.ts'
import { projectRoot } from './helpers/site-process.ts'

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8')

test('a price is followed from its form to the page without losing the thread', () => {
  const [, section = ''] =
    /## From a save to the page\n([\s\S]*?)\n## /.exec(read('docs/architecture.md')) ?? []
  const steps = [...section.matchAll(/^- `(src\/.+?)`: (.+)$/gm)].map(
    ([, file = '', text = '']) => ({ file, text, source: read(file) }),
  )
  expect(section).toContain(`These ${steps.length} files`)
  expect(steps.length).toBeLessThanOrEqual(40)
  expect(new Set(steps.map(({ file }) => file)).size).toBe(steps.length)
  const lost = steps.slice(1).filter(({ file, text, source }, index) => {
    const before = steps.slice(0, index + 1)
    const names = [...text.matchAll(/`(.+?)`/g)].map(([, name = '']) => name)
    const isShared = (name: string) =>
      (source.includes(name) || file.includes(name)) &&
      before.some((step) => step.source.includes(name))
    return !(
      before.some((step) => step.source.includes(`/${basename(file)}'`)) || names.some(isShared)
    )
  })
  // Where every request arrives: `npm start` listens with it.
  expect(lost.map(({ file }) => file)).toEqual(['src/run/request-listener.ts'])
})

/** The settings of the server whose name fits. */
const listSettings = (pattern: RegExp): string[] => {
  const [, schema = ''] =
    /const schema = z\.object\(\{\n([\s\S]*?)\n\}\)/.exec(read('src/server/core/env.ts')) ?? []
  return [...schema.matchAll(/^ {2}([A-Z_]+):/gm)]
    .map(([, name = '']) => name)
    .filter((name) => pattern.test(name))
}

const readSection = (file: string, heading: string): string =>
  read(file).split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''

describe('what the documents list from the code', () => {
  test('has every address that the server connects to', () => {
    const ofBrowsers = /^(?:PUBLIC_|SITE_URL$|ADVICE_)/
    const names = listSettings(/(?:_URL|^MEDIA_STORE)$/).filter((name) => !ofBrowsers.test(name))
    const table = readSection('docs/operations.md', 'Outgoing connections')
    const listed = [...table.matchAll(/^\|[^|]+\| `([A-Z_]+)` +\|/gm)].map(([, name]) => name)
    expect(listed.toSorted()).toEqual(names.toSorted())
  })

  test('has every key that signs or encrypts', () => {
    const section = readSection('docs/accounts.md', 'Cryptography')
    const ofOthers = /^(?:AWS_|INBOX_KEY$)/
    const names = listSettings(/(?:_SECRET|_KEY)$/).filter((name) => !ofOthers.test(name))
    expect(names.length).toBeGreaterThan(2)
    expect(names.filter((name) => !section.includes(`\`${name}\``))).toEqual([])
  })

  test('is up to date: else run npm run docs', async () => {
    const { files, names } = await renderDocs()
    for (const [file, text] of files) expect(text, file).toBe(read(file))
    expect(names.toSorted()).toEqual(sectionNames.toSorted())
  })

  test('has every setting of the server with its default', () => {
    const lines = read('.env.example').matchAll(/^([A-Z][A-Z_]+)=(.*)$/gm)
    const example = Object.fromEntries(
      [...lines].map(([, name = '', value = '']) => [name, value.replaceAll('"', '')]),
    )
    // A new key at each start.
    const INBOX_KEY = 'a key of the inbox'
    expect(readEnv({ ...example, INBOX_KEY })).toEqual(readEnv({ INBOX_KEY }))
    const names = listSettings(/./)
    expect(names).toContain('PORT')
    expect(Object.keys(example)).toEqual(expect.arrayContaining(names))
  })
})
