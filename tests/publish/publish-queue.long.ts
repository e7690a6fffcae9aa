import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { expect, test, vi } from 'vitest'
import { LostProductsError } from '#src/publish/publish-error.ts'
import { createPublisher } from '#src/publish/publisher.ts'
import { startPublishQueue } from '#src/publish/queue/publish-queue.ts'
import { findRelease } from '#src/publish/release/release.ts'
import {
  findCurrentReleaseId,
  getReleasesDir,
  openReleases,
} from '#src/publish/release/releases.ts'
import { getCatalog } from '#src/server/catalog/service.ts'
import { closeServer, listen } from '#tests/helpers/http-server.ts'
import { addProducts, createCatalogEntry } from '#tests/helpers/products.ts'
import { createTempDir } from '#tests/helpers/temp-dir.ts'
import { createTestApp } from '#tests/helpers/test-app.ts'

const root = fileURLToPath(new URL('./fixture/', import.meta.url))

test('a burst of saves is one publish by one of two processes; a failed one waits and says why', async () => {
  using folder = createTempDir()
  await using shop = await createTestApp({ DATA_DIR: folder.path })
  const { deps } = shop
  const slugs = ['a', 'b', 'c', 'd']
  const [first = ''] = await addProducts(shop, ...slugs.map((slug) => ({ slug })))
  const editor = await shop.createSignedInUser('editor')
  const publishes = vi.fn()
  const publishers = [1, 2].map(() =>
    createPublisher({
      root,
      releases: openReleases(folder.path, { onLive: publishes }),
      apiUrl: '',
      catalog: { read: () => getCatalog(deps) },
      env: {},
      onProgress: () => {},
    }),
  )
  await publishers[0]?.publish()
  publishes.mockClear()
  const readState = async () => (await editor.get('/editor/publish')).body
  const save = async (revision: number, change: object) => {
    const entry = { ...createCatalogEntry({ slug: 'a' }), ...change, revision }
    expect((await editor.put(`/editor/products/${first}`, entry)).status).toBe(200)
  }
  const untilState = (state: string) =>
    vi.waitUntil(async () => (await readState()).state === state, { timeout: 30_000 })

  for (let revision = 1; revision <= 5; revision++)
    await save(revision, { title: `Title ${revision}` })
  const queues = publishers.map((publisher) => startPublishQueue({ deps, publisher }))
  await untilState('live')
  expect(publishes.mock.calls.length).toBeLessThanOrEqual(2)
  const releases = getReleasesDir(folder.path)
  const live = findRelease(releases, findCurrentReleaseId(releases))
  expect((await readState()).release).toBe(live?.id)

  for (const slug of ['c', 'd'])
    await editor.post(`/editor/products/${(await findId(slug)) ?? ''}/archive`)
  await save(6, { slug: 'renamed' })
  await untilState('failed')
  expect(await readState()).toMatchObject({
    message: 'The catalogue has 2 products, the site 4.',
    lostProducts: { live: 4, now: 2 },
  })
  expect(findCurrentReleaseId(releases)).toBe(live?.id)
  await editor.post(`/editor/products/${(await findId('d')) ?? ''}/restore`)
  await editor.post(`/editor/products/${(await findId('c')) ?? ''}/restore`)
  await untilState('live')
  expect((await readState()).lostProducts).toBeNull()
  const after = findRelease(releases, findCurrentReleaseId(releases))
  expect(after?.moved).toEqual({ '/product/a': '/product/renamed' })
  expect(after?.files.has('/product/renamed')).toBe(true)
  expect(after?.files.has('/product/a')).toBe(false)

  // A rollback holds what is saved until publishing is resumed.
  const { releases: listed } = (await editor.get('/editor/releases')).body
  const states = listed.map(({ state }: { state: string }) => state)
  expect(states).toEqual(['live', ...states.slice(1).fill('kept')])
  expect(listed[0].changes.at(-1)).toMatchObject({ summary: 'Restored The c', by: 'Asha Rao' })
  await editor.post(`/editor/releases/${listed[1].id}/roll-back`)
  await untilState('pinned')
  await vi.waitUntil(() => findCurrentReleaseId(releases) === listed[1].id, { timeout: 30_000 })
  const renamed = createCatalogEntry({ slug: 'renamed', price: 5 })
  await editor.put(`/editor/products/${first}`, { ...renamed, revision: 7 })
  expect(await readState()).toMatchObject({ state: 'pinned', waiting: 1, pinned: listed[1].id })
  await editor.post('/editor/publish/resume')
  await untilState('live')
  const resumed = findRelease(releases, findCurrentReleaseId(releases))
  expect(resumed?.files.has('/product/renamed')).toBe(true)

  // An editor accepts a number of products, not any smaller catalogue.
  for (const slug of ['c', 'd'])
    await editor.post(`/editor/products/${(await findId(slug)) ?? ''}/archive`)
  await untilState('failed')
  await expect(publishers[0]?.publish({ acceptedProducts: 3 })).rejects.toThrow(LostProductsError)
  await editor.post('/editor/publish/resume?acceptedProducts=2')
  await untilState('live')
  expect(findRelease(releases, findCurrentReleaseId(releases))?.products).toBe(2)

  for (const queue of queues) await queue.stop()
  for (const publisher of publishers) await publisher[Symbol.asyncDispose]()

  async function findId(slug: string): Promise<string | undefined> {
    const { products } = (await editor.get('/editor/catalog')).body
    return products.find((product: { slug: string }) => product.slug === slug)?.id
  }
}, 120_000)

test('a save waits while the API of the catalogue is down, and is published afterwards (F1)', async () => {
  using folder = createTempDir()
  await using shop = await createTestApp({ DATA_DIR: folder.path })
  await addProducts(shop, { slug: 'a' })
  const editor = await shop.createSignedInUser('editor')
  const openApi = async (at?: number) => {
    const server = createServer(getRequestListener(shop.hono.fetch))
    return { port: await listen(server, at), close: () => closeServer(server) }
  }
  const { port, close } = await openApi()
  await using publisher = createPublisher({
    root,
    releases: openReleases(folder.path),
    apiUrl: `http://127.0.0.1:${port}/api`,
    env: {},
    onProgress: () => {},
  })
  const { release } = await publisher.publish()
  await close()
  await editor.post('/editor/products', createCatalogEntry({ slug: 'b' }))
  const queue = startPublishQueue({ deps: shop.deps, publisher })
  const readState = async () => (await editor.get('/editor/publish')).body
  await vi.waitUntil(async () => (await readState()).state === 'failed', { timeout: 30_000 })
  const message = expect.stringMatching(/^The product API cannot be reached/)
  expect(await readState()).toMatchObject({ waiting: 1, message })
  const releases = getReleasesDir(folder.path)
  expect(findCurrentReleaseId(releases)).toBe(release.id)

  const back = await openApi(port)
  shop.deps.events.emit('publishRequested')
  await vi.waitUntil(async () => (await readState()).state === 'live', { timeout: 30_000 })
  const live = findRelease(releases, findCurrentReleaseId(releases))
  expect(live?.files.has('/product/b')).toBe(true)
  await queue.stop()
  await back.close()
}, 120_000)
