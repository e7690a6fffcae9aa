import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keepOldAssets } from '#src/publish/keep-old-assets.ts'
import type { ReleaseFile } from '#src/publish/release.ts'
import {
  createReleaseId,
  findCurrentReleaseId,
  pruneReleases,
  setCurrentRelease,
} from '#src/publish/releases.ts'
import { createTempDir } from '#tests/helpers/temp-dir.ts'

const DAY_MS = 86_400_000

test('keeps the scripts of at least five previous releases, and prunes older ones and old releases (F15)', () => {
  using releases = createTempDir()
  const seen: string[][] = []
  let previous: { site: string; files: Record<string, ReleaseFile> } | undefined
  for (let round = 0; round < 10; round++) {
    const id = createReleaseId(new Date(round * DAY_MS), `${round}abcdef0123`.slice(0, 8))
    const site = join(releases.path, id, 'site')
    const own = `_astro/app.${round}.js`
    mkdirSync(join(site, '_astro'), { recursive: true })
    for (const suffix of ['', '.br', '.gz']) writeFileSync(join(site, own + suffix), own)
    const entry = { file: own, type: 'text/javascript', size: own.length, etag: '"x"' }
    const files: Record<string, ReleaseFile> = { [`/${own}`]: entry }
    if (previous) keepOldAssets(previous, site, files)
    for (const path of Object.keys(files))
      for (const suffix of ['', '.br', '.gz'])
        expect(existsSync(join(site, path + suffix))).toBe(true)
    seen.push(Object.keys(files).sort())
    setCurrentRelease(releases.path, id)
    expect(findCurrentReleaseId(releases.path)).toBe(id)
    pruneReleases(releases.path)
    previous = { site, files }
  }
  const last = [9, 8, 7, 6, 5, 4, 3].map((round) => `/_astro/app.${round}.js`).sort()
  expect(seen.at(-1)).toEqual(last)
  expect(readdirSync(releases.path).filter((name) => name !== 'current').length).toBe(6)
})
