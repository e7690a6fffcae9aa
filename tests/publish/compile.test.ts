import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compile, createCompiledFolder } from '#src/publish/render/compile.ts'
import { tryLock } from '#src/server/core/db/file-lock.ts'
import { createTempDir } from '#tools/temp-dir.ts'

test('two publishers of one process that compile the same site leave one that is whole', async () => {
  using all = createTempDir()
  const folder = join(all.path, 'site')
  const isComplete = () => existsSync(folder)
  const secondBegan = Promise.withResolvers<void>()
  const first = createCompiledFolder(folder, isComplete, async (part) => {
    writeFileSync(join(part, 'entry.mjs'), '')
    await secondBegan.promise
    writeFileSync(join(part, 'chunk.mjs'), '')
  })
  const second = createCompiledFolder(folder, isComplete, async (part) => {
    secondBegan.resolve()
    await first
    for (const name of ['entry.mjs', 'chunk.mjs']) writeFileSync(join(part, name), '')
  })
  await Promise.all([first, second])
  expect(readdirSync(folder)).toEqual(['chunk.mjs', 'entry.mjs'])
  expect(readdirSync(all.path)).toEqual(['site'])
})

test('a publisher waits for another one of its checkout that compiles, and takes its site', async () => {
  using root = createTempDir()
  const all = join(root.path, '.cache/compiled')
  const unlock = tryLock(`${all}.lock`)
  const lines: string[] = []
  const onProgress = (line: string) => lines.push(line)
  const compiling = compile({ root: root.path, key: 'a-key', code: '', env: {}, onProgress })
  mkdirSync(join(all, 'a-key'), { recursive: true })
  for (const name of ['files.json', 'routes.json'])
    writeFileSync(join(all, 'a-key', name), JSON.stringify([name]))
  unlock?.()
  expect((await compiling).routes).toEqual(['routes.json'])
  expect(lines).toEqual([])
})
