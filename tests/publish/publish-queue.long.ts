import { createServer } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { expect, vi } from 'vitest'
import { getDefaultContent } from '#src/content/defaults.ts'
import { watchCurrentRelease } from '#src/publish/hosting/file-table.ts'
import { LostProductsError } from '#src/publish/publish-error.ts'
import { createPublisher } from '#src/publish/publisher.ts'
import { startPublishQueue } from '#src/publish/queue/publish-queue.ts'
import type { Release } from '#src/publish/release/release.ts'
import { getReleasesDir, openReleases } from '#src/publish/release/releases.ts'
import { serveStatic } from '#src/run/serve-static.ts'
import { getCatalog } from '#src/server/shop/catalog/service.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { test as base } from '#tests/helpers/editor-test.ts'
import { FIXTURE, findLiveRelease } from '#tests/helpers/stored-files.ts'
import { closeServer, listen, serve } from '#tools/http-server.ts'
import { addProducts, createCatalogEntry } from '#tools/products.ts'
import { createRandom } from '#tools/random.ts'
import { createTestApp } from '#tools/test-app.ts'

const onFile = base.extend('shop', async ({ env, folder }, { onCleanup }) => {
  const shop = await createTestApp(env, `sqlite:${join(folder, 'shop.db')}`)
  onCleanup(() => shop[Symbol.asyncDispose]())
  return shop
})

/**
 * A site whose saves one or two processes publish. The database is a file: its snapshots have connections of their own. In
 * memory, the reading of the catalogue for a publish holds the writer.
 */
const test = onFile.extend('site', ({ shop, folder, studio }) => {
  const { editor } = studio
  const findLive = () => findLiveRelease(getReleasesDir(folder))
  const readState = async () => (await editor.get('/editor/publish')).body
  return {
    readState,
    findLive,
    publisherOf: (onLive: ((release: Release) => void) | undefined, apiUrl = '') =>
      createPublisher({
        root: FIXTURE,
        apiUrl,
        env: {},
        onProgress: () => {},
        releases: openReleases(folder, { onLive }),
        catalog: apiUrl ? undefined : { read: () => getCatalog(shop.deps) },
      }),
    untilState: (state: string) =>
      vi.waitUntil(async () => (await readState()).state === state, { timeout: 30_000 }),
    save: async (change: object) => {
      const { id, revision, entry } = await studio.readProduct('a')
      const body = { ...entry, ...change, revision }
      expect((await editor.put(`/editor/products/${id}`, body)).status).toBe(200)
    },
    setArchived: async (call: 'archive' | 'restore', ...slugs: string[]) => {
      for (const slug of slugs) await editor.post(`/editor/products/${toProductId(slug)}/${call}`)
    },
  }
})

test('a burst of saves is one publish; a failed one says why', async ({ shop, editor, site }) => {
  const { findLive, untilState, readState, save, setArchived } = site
  await addProducts(shop, ...['a', 'b', 'c', 'd'].map((slug) => ({ slug })))
  const onLive = vi.fn()
  const publishers = [site.publisherOf(onLive), site.publisherOf(onLive)]
  await publishers[0]?.publish()
  onLive.mockClear()

  for (let count = 1; count <= 5; count++) await save({ title: `Title ${count}` })
  const queues = publishers.map((publisher) => startPublishQueue({ deps: shop.deps, publisher }))
  await untilState('live')
  expect(onLive.mock.calls.length).toBeLessThanOrEqual(2)
  const live = findLive()
  expect((await readState()).release).toBe(live?.id)

  await setArchived('archive', 'c', 'd')
  await save({ slug: 'renamed' })
  // A publish between the two archived products fails first, with three.
  await expect.poll(readState, { timeout: 30_000 }).toMatchObject({
    state: 'failed',
    message: 'The catalogue has 2 products, the site 4.',
    lostProducts: { live: 4, now: 2 },
  })
  expect(findLive()?.id).toBe(live?.id)
  await setArchived('restore', 'd', 'c')
  await untilState('live')
  expect((await readState()).lostProducts).toBeNull()
  expect(findLive()?.moved).toEqual({ '/product/a': '/product/renamed' })
  const hasPages = (...slugs: string[]) =>
    slugs.map((slug) => findLive()?.files.has(`/product/${slug}`))
  expect(hasPages('renamed', 'a')).toEqual([true, false])

  // A rollback holds what is saved until publishing is resumed.
  const { releases: listed } = (await editor.get('/editor/releases')).body
  const states = listed.map(({ state }: { state: string }) => state)
  expect(states).toEqual(['live', ...states.slice(1).fill('kept')])
  expect(listed[0].changes.at(-1)).toMatchObject({ summary: 'Restored The c', by: 'Asha Rao' })
  const pinned = listed[1].id
  await editor.post(`/editor/releases/${pinned}/roll-back`)
  await untilState('pinned')
  await vi.waitUntil(() => findLive()?.id === pinned, { timeout: 30_000 })
  await save({ price: 5 })
  expect(await readState()).toMatchObject({ state: 'pinned', waiting: 1, pinned })
  await editor.post('/editor/publish/resume')
  await untilState('live')
  expect(hasPages('renamed')).toEqual([true])

  // An editor accepts a number of products, not any smaller catalogue.
  await setArchived('archive', 'c', 'd')
  await untilState('failed')
  await expect(publishers[0]?.publish({ acceptedProducts: 3 })).rejects.toThrow(LostProductsError)
  await editor.post('/editor/publish/resume?acceptedProducts=2')
  await untilState('live')
  expect(findLive()?.products).toBe(2)
  for (const queue of queues) await queue.stop()
  for (const publisher of publishers) await publisher[Symbol.asyncDispose]()
})

test('a save waits until the API of the catalogue is up (F1)', async ({ shop, editor, site }) => {
  await addProducts(shop, { slug: 'a' })
  const openApi = async (listenPort?: number) => {
    const server = createServer(getRequestListener(shop.hono.fetch))
    return { port: await listen(server, listenPort), close: () => closeServer(server) }
  }
  const { port, close } = await openApi()
  await using publisher = site.publisherOf(undefined, `http://127.0.0.1:${port}/api`)
  const { release } = await publisher.publish()
  await close()
  await editor.post('/editor/products', createCatalogEntry({ slug: 'b' }))
  const queue = startPublishQueue({ deps: shop.deps, publisher })
  await site.untilState('failed')
  const message = expect.stringMatching(/^The product API cannot be reached/)
  expect(await site.readState()).toMatchObject({ waiting: 1, message })
  expect(site.findLive()?.id).toBe(release.id)

  const back = await openApi(port)
  shop.deps.events.emit('publishRequested')
  await site.untilState('live')
  expect(site.findLive()?.files.has('/product/b')).toBe(true)
  await queue.stop()
  await back.close()
})

const slugs = Array.from({ length: 500 }, (_, index) => `piece-${index}`)
const { whole } = createRandom(140)
const paths = ['/', '/about', ...slugs.map((slug) => `/product/${slug}`)]

/** Reads all pages again and again. */
function startCrawler(origin: string) {
  const seen: (string | undefined)[] = []
  let running = true
  const done = (async () => {
    for (let index = whole(0, paths.length - 1); running; index = (index + 1) % paths.length) {
      const html = await (await fetch(origin + paths[index])).text()
      seen.push(/revision-(.*?)-end/.exec(html)?.[1])
    }
  })()
  return {
    readMore: (count: number, before = seen.length) =>
      vi.waitUntil(() => seen.length >= before + count, { timeout: 60_000 }),
    /** @returns what it saw, each state once for its pages in a row. */
    async stop() {
      running = false
      await done
      return seen.filter((mark, index) => index === 0 || mark !== seen[index - 1])
    },
  }
}

test('a launch of 500 products and a page is one instant for every crawler, and ends the same', {
  timeout: 300_000,
}, async ({ folder, launch, site }) => {
  const { shop, editor, path } = launch
  await shop.deps.db.deleteFrom('product').execute()
  await shop.deps.db.deleteFrom('slug').execute()
  await addProducts(shop, ...slugs.map((slug) => ({ slug, title: 'Before' })))
  const rows = slugs.map((slug) => `${slug},After`).join('\n')
  await launch.importCsv(`slug,title\n${rows}`, `?dryRun=false&launch=${launch.id}`)
  await launch.draft('about', { ...getDefaultContent('about'), title: 'After' }, 0)

  const live = watchCurrentRelease(folder)
  const onLive = vi.fn(live.show)
  await using publisher = site.publisherOf(onLive)
  await publisher.publish()
  const queue = startPublishQueue({ deps: shop.deps, publisher })
  await using server = await serve(serveStatic({ getFileTable: live.getFileTable, https: false }))
  for (const [call, states] of [
    ['publish', ['Before', 'After']],
    ['end', ['After', 'Before']],
  ] as const) {
    onLive.mockClear()
    const crawlers = [1, 2, 3, 4].map(() => startCrawler(server.url.replace(/\/api$/, '')))
    await Promise.all(crawlers.map(({ readMore }) => readMore(10)))
    const { status } = await editor.post(`${path}/${call}`)
    expect(status, JSON.stringify(shop.logs)).toBe(200)
    await vi.waitUntil(() => onLive.mock.calls.length > 0, { timeout: 60_000 })
    await Promise.all(crawlers.map(({ readMore }) => readMore(50)))
    for (const { stop } of crawlers) expect(await stop()).toEqual(states)
    expect(onLive).toHaveBeenCalledTimes(1)
  }
  await queue.stop()
  live.stop()
})
