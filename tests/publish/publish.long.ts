import { execFile } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { publish } from '#src/publish/publisher.ts'
import { findRelease, type Release } from '#src/publish/release/release.ts'
import { getStoreDir, toStoreName } from '#src/publish/release/release-files.ts'
import {
  findCurrentReleaseId,
  getReleasesDir,
  openReleases,
} from '#src/publish/release/releases.ts'
import { serveCatalog } from '#tests/helpers/catalog-api.ts'
import { projectRoot } from '#tests/helpers/site-process.ts'
import { readStored } from '#tests/helpers/stored-files.ts'
import { createTempDir } from '#tests/helpers/temp-dir.ts'

const fixture = fileURLToPath(new URL('./fixture/', import.meta.url))

function createPublisher(dataDir: string, apiUrl: string, env: Record<string, string> = {}) {
  return (more: Record<string, string> = {}) =>
    publish({
      root: fixture,
      releases: openReleases(dataDir),
      apiUrl,
      env: { ...env, ...more },
      onProgress: () => {},
    })
}

function page(dataDir: string, path: string): string {
  const releases = getReleasesDir(dataDir)
  const file = findRelease(releases, findCurrentReleaseId(releases))?.files.get(path)
  return file ? readStored(releases, file) : ''
}

function expectEveryFile(dataDir: string, release: Release): void {
  const store = getStoreDir(getReleasesDir(dataDir))
  for (const [path, file] of release.files) {
    const name = join(store, toStoreName(file))
    expect(statSync(name).size, path).toBe(file.size)
    expect(file.etag, path).toMatch(/^"[\w-]{16}"$/)
    if (file.br !== undefined) expect(statSync(`${name}.br`).size).toBe(file.br)
    if (file.gz !== undefined) expect(statSync(`${name}.gz`).size).toBe(file.gz)
  }
}

describe('a publish', () => {
  test('creates a complete release, and none without a change', async () => {
    using folder = createTempDir()
    await using api = await serveCatalog(folder.path)
    const go = createPublisher(folder.path, api.url)

    const first = await go()
    expect(first.built).toBe(true)
    expect(first.release.products).toBe(52)
    expect([...first.release.files.keys()]).toEqual(
      expect.arrayContaining(['/', '/shop', '/404', '/sw.js']),
    )
    expect(
      [...first.release.files.keys()].filter((path) => path.startsWith('/product/')).length,
    ).toBe(52)
    expect(first.release.policy).toContain("script-src 'self'")
    expect(page(folder.path, '/sw.js')).toContain(`'${first.release.compiled.slice(0, 16)}'`)
    expect(findCurrentReleaseId(getReleasesDir(folder.path))).toBe(first.release.id)

    expectEveryFile(folder.path, first.release)

    const second = await go()
    expect(second).toEqual({
      release: first.release,
      built: false,
      rendered: 0,
      deferred: false,
      phases: {},
    })

    const third = await go({ PUBLIC_PREVIEW: 'true' })
    expect(third.built).toBe(true)

    await api.setTitles('Another name')
    const fourth = await go({ PUBLIC_PREVIEW: 'true' })
    expect(fourth.built).toBe(true)
    expect(page(folder.path, '/')).toContain('revision-Another name-end')
  }, 600_000)

  test('keeps the live release and nothing else when the build fails (F2)', async () => {
    using folder = createTempDir()
    await using api = await serveCatalog(folder.path)
    const go = createPublisher(folder.path, api.url)
    const { release } = await go()
    const before = readdirSync(getReleasesDir(folder.path)).sort()
    await expect(go({ PUBLIC_FAIL_BUILD: 'true' })).rejects.toThrow(
      'The site could not be built: Build failed on purpose',
    )
    expect(findCurrentReleaseId(getReleasesDir(folder.path))).toBe(release.id)
    expect(readdirSync(getReleasesDir(folder.path)).sort()).toEqual(before)
  }, 600_000)

  test('fails when a page reads what the table of routes does not name', async () => {
    using folder = createTempDir()
    await using api = await serveCatalog(folder.path)
    const go = createPublisher(folder.path, api.url, { PUBLIC_READ_MORE: 'true' })
    await expect(go()).rejects.toThrow(
      'The site could not be built: The page /404 reads home: name it for its route in src/publish/plan/pages.ts.',
    )
  }, 600_000)

  test.each([
    ['a page', 1, 'x'.repeat(200)],
    ['the list of its files', 8, 'Short'],
  ])(
    'keeps the live release when the disk takes no more of %s (F6)',
    async (_, blocks, title) => {
      using folder = createTempDir()
      await using api = await serveCatalog(folder.path)
      const go = createPublisher(folder.path, api.url)
      const { release } = await go()
      const releases = getReleasesDir(folder.path)
      // The next sweep removes the part of a file that an ended thread was writing.
      const isWhole = (name: string) => !name.endsWith('.part')
      const list = () =>
        [releases, getStoreDir(releases)].map((name) => readdirSync(name).filter(isWhole).sort())
      const before = list()
      await api.setTitles(title)
      // A limit of a file's size, in blocks of 512 bytes, needs no rights, unlike a small disk.
      const limited = ['-c', `ulimit -f ${blocks}; exec "$@"`, 'sh', process.execPath]
      const args = [...limited, 'tests/publish/publish-process.ts', fixture, folder.path, api.url]
      await expect(promisify(execFile)('sh', args, { cwd: projectRoot })).rejects.toThrow(
        'The site could not be built: writing a file failed: file too large.',
      )
      expect(findCurrentReleaseId(releases)).toBe(release.id)
      if (blocks === 1) expect(list()).toEqual(before)
      expect((await go()).built).toBe(true)
      expect(page(folder.path, '/')).toContain(title)
    },
    600_000,
  )

  test('rejects a catalogue that lost more than a fifth, unless ACCEPT_FEWER is set (F1)', async () => {
    using folder = createTempDir()
    await using api = await serveCatalog(folder.path)
    const go = createPublisher(folder.path, api.url)
    const { release } = await go()
    await api.app.deps.db
      .updateTable('product')
      .set({ archived_at: 1 })
      .where('category', 'in', ['bags', 'shoes'])
      .execute()
    await api.setTitles('After the fire')
    await expect(go()).rejects.toThrow(
      /The catalogue has 3\d products where the live site has 52: .* ACCEPT_FEWER=true/,
    )
    expect(findCurrentReleaseId(getReleasesDir(folder.path))).toBe(release.id)
    const accepted = await publish({
      root: fixture,
      releases: openReleases(folder.path),
      apiUrl: api.url,
      env: {},
      onProgress: () => {},
      acceptFewer: true,
    })
    expect(accepted.built).toBe(true)
  }, 600_000)
})
