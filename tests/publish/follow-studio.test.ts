import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { followStudio, toStudioKey } from '#src/run/studio/compile-studio.ts'
import { test } from '#tests/helpers/api-test.ts'

test('shows the studio of another version until that of this one is compiled', async ({
  folder,
}) => {
  const root = join(folder, 'checkout')
  mkdirSync(root)
  writeFileSync(join(root, 'package-lock.json'), '{}')
  const studios = join(folder, 'data/releases/studio')
  const store = (key: string, usedAt: number) => {
    mkdirSync(join(studios, key), { recursive: true })
    writeFileSync(join(studios, key, 'files.json'), '{}')
    utimesSync(join(studios, key), usedAt, usedAt)
  }
  const lines: string[] = []
  const shown: string[] = []
  const options = { root, dataDir: join(folder, 'data'), onProgress: lines.push.bind(lines) }
  const following = followStudio(options, ({ key }) => shown.push(key))
  expect(lines).toEqual([
    expect.stringMatching(/Until npm start has compiled it, no studio is shown\.$/),
  ])

  const [former, latest] = ['a'.repeat(32), 'b'.repeat(32)]
  store(former, 1)
  store(latest, 2)
  await vi.waitUntil(() => shown.length > 0, { timeout: 30_000 })
  // As long unused as the others: its key decides.
  const own = toStudioKey(root)
  store(own, 0)
  await following
  expect(shown).toEqual([latest, own])
})
