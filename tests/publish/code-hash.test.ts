import { globSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { codeHash } from '#src/publish/render/code-hash.ts'
import { createTempDir } from '#tools/temp-dir.ts'

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
    path: folder.path,
    hash: (cache = 'cache.json') => codeHash(folder.path, join(folder.path, '.cache', cache)),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  }
}

/** Folders of `src` that no page imports. */
const SERVER_ONLY = ['src/run', 'src/server', 'src/studio']
const folders = [...new Set(globSync('src/*/*', { cwd: root }).map(dirname))]

describe('the hash of the code', () => {
  test.each([
    ...folders.map((folder): [string, boolean] => [
      `${folder}/file.ts`,
      !SERVER_ONLY.includes(folder),
    ]),
    ['src/content.config.ts', true],
    ['src/pages/.well-known/ucp.ts', true],
    ['src/server/shop/catalog/to-product.ts', true],
    ['src/a-folder-of-tomorrow/deep/file.ts', true],
    ['config/inline-scripts.ts', true],
    ['public/robots.txt', true],
    ['astro.config.mjs', true],
    ['package-lock.json', true],
    ['tsconfig.json', true],
    ['tests/new.test.ts', false],
    ['README.md', false],
  ])('is another one after a change of %s: %s', (path, expected) => {
    using project = createProject()
    const before = project.hash()
    project.write(path, 'second')
    const after = project.hash()
    expect(after !== before).toBe(expected)
    expect(project.hash('another.json')).toBe(after)
    rmSync(join(project.path, path))
    expect(project.hash() !== after).toBe(expected)
  })

  test('does not depend on modification times', () => {
    using project = createProject()
    const before = project.hash()
    utimesSync(join(project.path, 'src/pages/index.astro'), new Date(0), new Date(0))
    expect(project.hash()).toBe(before)
  })
})
