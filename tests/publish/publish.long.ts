import { execFile } from 'node:child_process'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fetchCatalog } from '#src/catalog/load-catalog.ts'
import { type PublishResult, publish } from '#src/publish/publisher.ts'
import { findCompiledApp } from '#src/publish/release/compiled-apps.ts'
import { getStoreDir, toStoreName } from '#src/publish/release/release-files.ts'
import { getReleasesDir, openReleases } from '#src/publish/release/releases.ts'
import { describeError } from '#src/server/core/log.ts'
import { type CatalogApi, serveCatalog } from '#tests/helpers/catalog-api.ts'
import { FIXTURE, findLiveRelease, readStored } from '#tests/helpers/stored-files.ts'
import { projectRoot, runCommand } from '#tools/site-process.ts'
import { createTempDir } from '#tools/temp-dir.ts'

const folder = createTempDir()
const releases = getReleasesDir(folder.path)
let api: CatalogApi
let first: PublishResult

const go = (env: Record<string, string> = {}, acceptFewer = false) =>
  publish({
    root: FIXTURE,
    releases: openReleases(folder.path),
    apiUrl: api.url,
    env,
    acceptFewer,
    onProgress: () => {},
  })

function readPage(path: string): string {
  const file = findLiveRelease(releases)?.files.get(path)
  return file ? readStored(releases, file) : ''
}

// The tests follow each other: each begins with the release that the one before has left.
beforeAll(async () => {
  api = await serveCatalog(folder.path)
  first = await go()
}, 600_000)
afterAll(async () => {
  await api[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

describe('a publish', { timeout: 600_000 }, () => {
  test('creates a complete release, and none without a change', async () => {
    const { built, release } = first
    const paths = [...release.files.keys()]
    expect([built, release.products]).toEqual([true, 52])
    expect(paths).toEqual(expect.arrayContaining(['/', '/shop', '/404', '/sw.js']))
    expect(paths.filter((path) => path.startsWith('/product/'))).toHaveLength(52)
    expect(release.policy).toContain("script-src 'self'")
    expect(readPage('/sw.js')).toContain(`'${release.compiled.slice(0, 16)}'`)
    expect(findLiveRelease(releases)?.id).toBe(release.id)
    const store = getStoreDir(releases)
    for (const [path, { etag, size, br = size, gz = size }] of release.files) {
      const name = join(store, toStoreName({ etag }))
      expect(etag, path).toMatch(/^"[\w-]{16}"$/)
      const sizes = [name, `${name}.br`, `${name}.gz`].map(
        (path) => statSync(path, { throwIfNoEntry: false })?.size ?? size,
      )
      expect(sizes, path).toEqual([size, br, gz])
    }
    const { release: same, ...nothing } = await go()
    expect(nothing).toEqual({ built: false, rendered: 0, deferred: false, phases: {} })
    expect(same.id).toBe(release.id)
    expect(new Map(same.files)).toEqual(new Map(release.files))
    await api.setTitles('Another name')
    expect((await go()).built).toBe(true)
    expect(readPage('/')).toContain('revision-Another name-end')
  })

  test('adds what renders drafts to a live release without it, though nothing has changed', async () => {
    const catalog = { read: () => fetchCatalog(api.url), getVersion: async () => 'the same' }
    const goVersioned = () =>
      publish({
        root: FIXTURE,
        releases: openReleases(folder.path),
        apiUrl: '',
        catalog,
        env: {},
        onProgress: () => {},
      })
    await api.setTitles('A version')
    const { release } = await goVersioned()
    const hasApp = () => findCompiledApp(releases, release.compiled) !== undefined
    expect(hasApp()).toBe(true)
    rmSync(join(releases, 'compiled'), { recursive: true })
    expect((await goVersioned()).built).toBe(false)
    expect(hasApp()).toBe(true)
  })

  test('removes the page of an archived collection, though no other page changes', async () => {
    const editor = await api.app.createSignedInUser('editor')
    const rule = { only: 'none', category: '', colour: '' }
    const texts = { name: 'Festive', introduction: '', seoTitle: '', description: '' }
    const body = { ...texts, products: [], rule }
    await editor.post('/editor/content', { id: 'collection:festive', body })
    await go()
    expect(readPage('/collections/festive')).toContain('A collection')
    await editor.put('/editor/content/collection:festive/archived', { archived: true })
    expect(await go()).toMatchObject({ built: true, rendered: 0 })
    expect(readPage('/collections/festive')).toBe('')
  })

  test.each([
    ['fails (F2)', 'Fails', { PUBLIC_FAIL_BUILD: 'true' }, /: Build failed on purpose/],
    [
      'reads what the table of routes does not name',
      ...(['Reads more', {}] as const),
      /: The page \/product\/\S+ reads home: name it for its route in src\/publish\/plan\/pages\.ts\./,
    ],
  ])('keeps the live release and nothing else when a page %s', async (_, title, env, reason) => {
    const live = findLiveRelease(releases)?.id
    const before = readdirSync(releases).sort()
    await api.setTitles(title)
    const error = await go(env).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    expect(error).toMatchObject({ message: expect.stringMatching(reason) })
    // Where it was thrown in the thread.
    expect(describeError(error)).toMatch(/\[cause\][\s\S]*\n +at /)
    expect(findLiveRelease(releases)?.id).toBe(live)
    expect(readdirSync(releases).sort()).toEqual(before)
  })

  test.each([
    ['a page', 1, 'x'.repeat(200)],
    ['the list of its files', 8, 'Short'],
  ])('keeps the live release when the disk takes no more of %s (F6)', async (_, blocks, title) => {
    const live = findLiveRelease(releases)?.id
    // The next sweep removes the part of a file that an ended thread was writing.
    const isWhole = (name: string) => !name.endsWith('.part')
    const list = () =>
      [releases, getStoreDir(releases)].map((name) => readdirSync(name).filter(isWhole).sort())
    const before = list()
    await api.setTitles(title)
    // A limit of a file's size, in blocks of 512 bytes, needs no rights, unlike a small disk.
    const limited = ['-c', `ulimit -f ${blocks}; exec "$@"`, 'sh', process.execPath]
    const args = [...limited, 'tests/publish/publish-process.ts', FIXTURE, folder.path, api.url]
    await expect(promisify(execFile)('sh', args, { cwd: projectRoot })).rejects.toThrow(
      'The site could not be built: writing a file failed: file too large.',
    )
    expect(findLiveRelease(releases)?.id).toBe(live)
    if (blocks === 1) expect(list()).toEqual(before)
    expect((await go()).built).toBe(true)
    expect(readPage('/')).toContain(title)
  })

  test.runIf(process.platform === 'linux')(
    'renders few pages with the priority of the process, and all of them with a lower one',
    async () => {
      using other = createTempDir()
      const script = 'tests/publish/priority-process.ts'
      const { stdout } = await runCommand(script, {}, [FIXTURE, other.path, api.url]).exited
      expect(JSON.parse(stdout)).toEqual([[5], [0]])
    },
  )

  test('rejects a catalogue that lost more than a fifth, unless ACCEPT_FEWER is set (F1)', async () => {
    const live = findLiveRelease(releases)?.id
    const archived = api.app.deps.db.updateTable('product').set({ archived_at: 1 })
    await archived.where('category', 'in', ['bags', 'shoes']).execute()
    await api.setTitles('After the fire')
    await expect(go()).rejects.toThrow(
      /The catalogue has 3\d products where the live site has 52: .* ACCEPT_FEWER=true/,
    )
    expect(findLiveRelease(releases)?.id).toBe(live)
    expect((await go({}, true)).built).toBe(true)
  })
})
