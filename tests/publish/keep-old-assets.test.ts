import { existsSync, mkdirSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { keepOldAssets } from '#src/publish/keep-old-assets.ts'
import type { ReleaseFile } from '#src/publish/release.ts'
import {
  createReleaseId,
  findCurrentReleaseId,
  pruneReleases,
  setCurrentRelease,
} from '#src/publish/releases.ts'
import { copyRelease } from '#src/run/copy-release.ts'
import { createTempDir } from '#tests/helpers/temp-dir.ts'

const HOUR_MS = 3_600_000

test('keeps scripts for a day after the release that dropped them, and prunes old releases (F15)', async () => {
  using releases = createTempDir()
  const seen: string[][] = []
  let previous: { site: string; files: Record<string, ReleaseFile> } | undefined
  for (let round = 0; round < 10; round++) {
    const now = new Date(round * 5 * HOUR_MS)
    const id = createReleaseId(now, `${round}abcdef0123`.slice(0, 8))
    const folder = join(releases.path, `${id}.tmp`)
    const site = join(folder, 'site')
    const own = `_astro/app.${round}.js`
    mkdirSync(join(site, '_astro'), { recursive: true })
    for (const suffix of ['', '.br', '.gz']) writeFileSync(join(site, own + suffix), own)
    const size = own.length
    const entry = { file: own, type: 'text/javascript', size, br: size, gz: size, etag: '"x"' }
    const files: Record<string, ReleaseFile> = { [`/${own}`]: entry }
    if (previous) keepOldAssets(previous, site, files, now)
    for (const path of Object.keys(files))
      for (const suffix of ['', '.br', '.gz'])
        expect(existsSync(join(site, path + suffix))).toBe(true)
    seen.push(Object.keys(files).sort())
    await setCurrentRelease(releases.path, id, folder)
    expect(findCurrentReleaseId(releases.path)).toBe(id)
    await pruneReleases(releases.path)
    previous = { site: join(releases.path, id, 'site'), files }
  }
  // Round 4 retired the script of round 3, 25 hours before the last one.
  const last = [9, 8, 7, 6, 5, 4].map((round) => `/_astro/app.${round}.js`).sort()
  expect(seen.at(-1)).toEqual(last)
  expect(readdirSync(releases.path).filter((name) => name !== 'current').length).toBe(6)
})

test('copies a release to a folder: what differs, and nothing that the release lacks', () => {
  using folder = createTempDir()
  const [site, target] = [join(folder.path, 'site'), join(folder.path, 'target')]
  const publish = (contents: Record<string, string>) => {
    mkdirSync(site, { recursive: true })
    const files: Record<string, ReleaseFile> = {}
    for (const [file, text] of Object.entries(contents)) {
      writeFileSync(join(site, file), text)
      files[`/${file}`] = { file, type: 'text/html', size: text.length, etag: text }
    }
    const rest = { id: '', fingerprint: '', builtAt: '', products: 0, compiled: '', policy: '' }
    return copyRelease(site, { ...rest, moved: {}, gone: [], files }, target)
  }
  expect(publish({ 'a.html': 'one', 'b.html': 'two' })).toBe(2)
  writeFileSync(join(target, 'CNAME'), 'of the host')
  expect(publish({ 'a.html': 'one', 'c.html': 'three' })).toBe(1)
  expect(readdirSync(target).sort()).toEqual(['CNAME', 'a.html', 'c.html', 'release.json'])
  rmSync(join(target, 'a.html'))
  expect(publish({ 'a.html': 'one', 'c.html': 'three' })).toBe(1)
})

test('flushes every file and folder of a release before it goes live, then the links', async () => {
  using releases = createTempDir()
  const id = createReleaseId(new Date(), 'abcdef01')
  const folder = join(releases.path, `${id}.tmp`)
  mkdirSync(join(folder, 'site', 'product'), { recursive: true })
  const files = ['release.json', 'site/index.html', 'site/product/ring.html']
  for (const file of files) writeFileSync(join(folder, file), file)

  const handle = await open(folder)
  const prototype = Object.getPrototypeOf(handle)
  await handle.close()
  const flushed: string[] = []
  const sync = prototype.sync
  using _spy = vi.spyOn(prototype, 'sync').mockImplementation(async function (this: typeof handle) {
    const live = findCurrentReleaseId(releases.path) !== undefined
    flushed.push(`${readlinkSync(`/proc/self/fd/${this.fd}`)}${live ? ' after the link' : ''}`)
    await sync.call(this)
  })
  await setCurrentRelease(releases.path, id, folder)
  const whole = ['', '/site', '/site/product', ...files.map((file) => `/${file}`)]
  expect(flushed.slice(0, -2).sort()).toEqual(whole.map((path) => folder + path).sort())
  expect(flushed.slice(-2)).toEqual([releases.path, `${releases.path} after the link`])
})
