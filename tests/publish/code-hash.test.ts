import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { codeHash } from '#src/publish/render/code-hash.ts'
import { createTempDir } from '#tests/helpers/temp-dir.ts'

const root = join(import.meta.dirname, '../..')

/** A project of a few files, with the hash of its code. */
function createProject() {
  const folder = createTempDir()
  const write = (path: string, content: string) => {
    const file = join(folder.path, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
  for (const path of ['astro.config.mjs', 'src/pages/index.astro', 'src/server/app.ts'])
    write(path, 'first')
  return {
    write,
    remove: (path: string) => rmSync(join(folder.path, path)),
    touch: (path: string, date: Date) => utimesSync(join(folder.path, path), date, date),
    hash: (cache = 'cache.json') => codeHash(folder.path, join(folder.path, '.cache', cache)),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  }
}

/** Folders of `src` that no page imports. */
const SERVER_ONLY = ['run', 'server', 'studio']

describe('the hash of the code', () => {
  const siteFolders = readdirSync(join(root, 'src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !SERVER_ONLY.includes(entry.name))
    .map(({ name }) => name)

  test.each([
    ...siteFolders.map((name) => `src/${name}/file.ts`),
    'src/content.config.ts',
    'src/server/catalog/to-product.ts',
    'src/a-folder-of-tomorrow/deep/file.ts',
    'config/inline-scripts.ts',
    'public/robots.txt',
    'astro.config.mjs',
    'package-lock.json',
    'tsconfig.json',
  ])('changes with %s', (path) => {
    using project = createProject()
    const before = project.hash()
    project.write(path, 'second')
    const after = project.hash()
    expect(after).not.toBe(before)
    expect(project.hash('another.json')).toBe(after)
    project.remove(path)
    expect(project.hash()).not.toBe(after)
  })

  test.each([...SERVER_ONLY.map((name) => `src/${name}/new.ts`), 'tests/new.test.ts', 'README.md'])(
    'does not change with %s',
    (path) => {
      using project = createProject()
      const before = project.hash()
      project.write(path, 'second')
      expect(project.hash()).toBe(before)
    },
  )

  test('does not depend on modification times', () => {
    using project = createProject()
    const before = project.hash()
    project.touch('src/pages/index.astro', new Date(0))
    expect(project.hash()).toBe(before)
  })
})
