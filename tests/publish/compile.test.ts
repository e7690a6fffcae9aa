import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createCompiledFolder } from '#src/publish/render/compile.ts'
import { createTempDir } from '#tests/helpers/temp-dir.ts'

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
