import { existsSync, mkdirSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { copyRelease } from '#src/publish/hosting/copy-release.ts'
import { keepOldAssets } from '#src/publish/release/assemble-release.ts'
import {
  findRelease,
  listUsedFiles,
  type Release,
  writeRelease,
} from '#src/publish/release/release.ts'
import {
  describeBytes,
  getStoreDir,
  type ReleaseFile,
  toStoreName,
} from '#src/publish/release/release-files.ts'
import {
  createReleaseId,
  findCurrentReleaseId,
  pruneFiles,
  pruneReleases,
  setCurrentRelease,
} from '#src/publish/release/releases.ts'
import { RELEASE_HEADER } from '#tools/small-release.ts'
import { createTempDir } from '#tools/temp-dir.ts'

const HOUR_MS = 3_600_000

/** A store with one file and its variants. */
function addFile(releases: string, file: string, text: string): ReleaseFile {
  const store = getStoreDir(releases)
  mkdirSync(store, { recursive: true })
  const size = text.length
  const entry = { ...describeBytes(file, Buffer.from(text)), br: size, gz: size }
  for (const suffix of ['', '.br', '.gz'])
    writeFileSync(join(store, toStoreName(entry) + suffix), text)
  return entry
}

test('keeps scripts for a day after the release that dropped them, and prunes old releases (F15)', async () => {
  using releases = createTempDir()
  let seen: string[] = []
  let previous: Release | undefined
  for (let round = 0; round < 12; round++) {
    const now = new Date(round * 5 * HOUR_MS)
    const fingerprint = `${round % 10}abcdef0`
    const id = createReleaseId(now, fingerprint)
    // A release that the next one completes takes no place of another catalogue.
    mkdirSync(join(releases.path, createReleaseId(new Date(now.getTime() - 1), fingerprint)))
    const folder = join(releases.path, `${id}.tmp`)
    const own = `_astro/app.${round}.js`
    mkdirSync(folder, { recursive: true })
    const files = new Map([[`/${own}`, addFile(releases.path, own, own)]])
    if (previous) keepOldAssets(previous.files, files, now)
    seen = [...files.keys()].sort()
    previous = await writeRelease(releases.path, folder, { ...RELEASE_HEADER, id, files })
    await setCurrentRelease(releases.path, id, folder)
    expect(findCurrentReleaseId(releases.path)).toBe(id)
    await pruneReleases(releases.path, now)
    await pruneFiles(releases.path)
    expect(new Map(findRelease(releases.path, id)?.files)).toEqual(files)
    const store = getStoreDir(releases.path)
    for (const file of files.values())
      for (const suffix of ['', '.br', '.gz'])
        expect(existsSync(join(store, toStoreName(file) + suffix))).toBe(true)
  }
  // Round 6 retired the script of round 5, 25 hours before the last one.
  const last = [11, 10, 9, 8, 7, 6].map((round) => `/_astro/app.${round}.js`).sort()
  expect(seen).toEqual(last)
  const others = ['current', 'files']
  const listKept = () => readdirSync(releases.path).filter((name) => !others.includes(name))
  // Six catalogues, and what the last one completed, which is younger than a minute.
  expect(listKept().length).toBe(7)
  // The scripts of all rounds but the first, which no kept release has.
  const stored = readdirSync(getStoreDir(releases.path))
  expect(stored.filter((name) => name.endsWith('.br'))).toHaveLength(11)
})

test.each([
  ['of a day, and six before', 30, 60, 25],
  ['of a day, of many saves the last 200', 400, 2, 200],
  ['six where the day had fewer', 10, 24 * 60, 6],
])('keeps releases: %s', async (_, releasesMade, minutesApart, kept) => {
  using releases = createTempDir()
  const start = Date.parse('2026-11-25T00:00:00Z')
  const times = Array.from(
    { length: releasesMade },
    (__, index) => start + index * minutesApart * 60_000,
  )
  for (const [index, time] of times.entries())
    mkdirSync(
      join(releases.path, createReleaseId(new Date(time), index.toString(16).padStart(8, '0'))),
    )
  await pruneReleases(releases.path, new Date(times.at(-1) ?? 0))
  expect(readdirSync(releases.path)).toHaveLength(kept)
})

test('copies a release to a folder: what differs, its rules of headers, and nothing that the release lacks', () => {
  using folder = createTempDir()
  const target = join(folder.path, 'target')
  const publish = (contents: Record<string, string>) => {
    const files = new Map<string, ReleaseFile>()
    for (const [file, text] of Object.entries(contents))
      files.set(`/${file}`, addFile(folder.path, file, text))
    const release = { ...RELEASE_HEADER, files, base: { name: '', files } }
    return copyRelease(folder.path, release, target)
  }
  expect(publish({ 'a.html': 'one', 'b.html': 'two' })).toBe(2)
  const site = join(folder.path, RELEASE_HEADER.id, 'site')
  mkdirSync(site, { recursive: true })
  writeFileSync(join(site, '_headers'), '/*')
  writeFileSync(join(target, 'CNAME'), 'of the host')
  expect(publish({ 'a.html': 'one', 'c.html': 'three' })).toBe(1)
  const pages = ['a.html', 'c.html'].flatMap((name) => [name, `${name}.br`, `${name}.gz`])
  expect(readdirSync(target).sort()).toEqual(['CNAME', '_headers', ...pages, 'release.json'])
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
  const store = getStoreDir(releases.path)
  const stored = toStoreName(addFile(releases.path, 'new.html', 'new'))

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
  await setCurrentRelease(releases.path, id, folder, [stored])
  const whole = ['', '/site', '/site/product', ...files.map((file) => `/${file}`)]
  const paths = [...whole.map((path) => folder + path), store, join(store, stored)]
  expect(flushed.slice(0, -2).sort()).toEqual(paths.sort())
  expect(flushed.slice(-2)).toEqual([releases.path, `${releases.path} after the link`])
})

test('files in use are found without parsing the lists of releases, which are megabytes', async () => {
  using releases = createTempDir()
  const id = createReleaseId(new Date(), '1abcdef0')
  const folder = join(releases.path, `${id}.tmp`)
  mkdirSync(folder, { recursive: true })
  const names = ['a', '"etag":"\\"0000000000000000\\""']
  const files = new Map(
    names.map((name) => [`/${name}`, addFile(releases.path, `${name}.html`, name)]),
  )
  await writeRelease(releases.path, folder, { ...RELEASE_HEADER, id, files })
  await setCurrentRelease(releases.path, id, folder)
  const parse = vi.spyOn(JSON, 'parse')
  const used = await listUsedFiles(releases.path, [id])
  const parsed = parse.mock.calls.map(([text]) => text)
  parse.mockRestore()
  const base = findRelease(releases.path, id)?.base.name
  expect([...used].sort()).toEqual([base, ...[...files.values()].map(toStoreName)].sort())
  expect(parsed.filter((text) => /^\[\s*\[/.test(text))).toEqual([])
})

test.each(['manifest', 'list'])(
  'no file is removed while the %s of a release cannot be read',
  async (what) => {
    using releases = createTempDir()
    const id = createReleaseId(new Date(), '1abcdef0')
    const folder = join(releases.path, `${id}.tmp`)
    mkdirSync(folder, { recursive: true })
    const file = addFile(releases.path, 'a.html', 'a')
    const files = new Map([['/a', file]])
    const { base } = await writeRelease(releases.path, folder, { ...RELEASE_HEADER, id, files })
    await setCurrentRelease(releases.path, id, folder)
    const store = getStoreDir(releases.path)
    const unreadable =
      what === 'manifest' ? join(releases.path, id, 'release.json') : join(store, base.name)
    // Reading a folder fails, also for root.
    rmSync(unreadable)
    mkdirSync(unreadable)
    await expect(pruneFiles(releases.path)).rejects.toThrow('EISDIR')
    expect(existsSync(join(store, toStoreName(file)))).toBe(true)
  },
)
