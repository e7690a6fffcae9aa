import { setTimeout as sleep } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import { createPublisher, type Publisher, type PublishOptions } from '#src/publish/publisher.ts'
import { startPublishQueue } from '#src/publish/queue/publish-queue.ts'
import { getReleasesDir, openReleases } from '#src/publish/release/releases.ts'
import { getCatalog } from '#src/server/shop/catalog/service.ts'
import { test as base } from '#tests/helpers/editor-test.ts'
import { FIXTURE, findLiveRelease } from '#tests/helpers/stored-files.ts'
import { addProducts, createCatalogEntry } from '#tools/products.ts'

const release = {
  id: '20261121-093000123-1a2b3c4d',
  builtAt: '2026-11-21T09:30:00.000Z',
  files: new Map(),
  products: 1,
  compiled: 'c0de',
}

/**
 * A publisher whose publishes of what saves have left end by their interruption alone.
 * @param saveMs time that publishes of saves take.
 */
function createFakePublisher(saveMs: number) {
  const began: ('saves' | 'rest')[] = []
  let ended = 0
  const publisher = {
    async publish({ maxDeferrable, interruption }: PublishOptions) {
      const isOfSaves = maxDeferrable === 0
      began.push(isOfSaves ? 'saves' : 'rest')
      if (isOfSaves) await sleep(saveMs)
      else
        await new Promise((_, reject) =>
          interruption?.addEventListener('abort', () => reject(interruption.reason)),
        )
      ended++
      return { release, built: true, rendered: 1, deferred: true, phases: {} }
    },
    listReleases: () => [release.id],
  } as unknown as Publisher
  const untilBegan = async (...expected: typeof began) => {
    await vi.waitUntil(() => began.length >= expected.length, 10_000)
    expect(began).toEqual(expected)
  }
  return {
    publisher,
    untilBegan,
    untilEnded: (count: number) => vi.waitUntil(() => ended >= count, 10_000),
  }
}

const test = base.extend(
  'save',
  ({ editor }) =>
    (slug: string) =>
      editor.post('/editor/products', createCatalogEntry({ slug })),
)

test('a save goes before the pages that earlier saves have left, which follow when none comes', {
  timeout: 30_000,
}, async ({ shop, editor, save }) => {
  const { publisher, untilBegan } = createFakePublisher(0)
  const queue = startPublishQueue({ deps: shop.deps, publisher })
  await save('a')
  await untilBegan('saves', 'rest')
  await save('b')
  await untilBegan('saves', 'rest', 'saves')
  await untilBegan('saves', 'rest', 'saves', 'rest')
  await queue.stop()
  expect((await editor.get('/editor/publish/failures')).body.failures).toEqual([])
  expect((await editor.get('/editor/publish')).body.state).toBe('live')
})

test('pages that saves have left do not follow one save and keep the next one waiting', {
  timeout: 30_000,
}, async ({ shop, save }) => {
  // Longer than the time without a save after which they are published.
  const { publisher, untilBegan, untilEnded } = createFakePublisher(1_700)
  const queue = startPublishQueue({ deps: shop.deps, publisher })
  for (const [index, slug] of ['a', 'b', 'c'].entries()) {
    await save(slug)
    await untilEnded(index + 1)
  }
  await untilBegan('saves', 'saves', 'saves')
  await queue.stop()
})

test('an interrupted publish leaves the live release, and the next one renders', {
  timeout: 120_000,
}, async ({ shop, folder }) => {
  await addProducts(shop, ...Array.from({ length: 40 }, (_, number) => ({ slug: `p${number}` })))
  const interruption = new AbortController()
  let interrupt = false
  await using publisher = createPublisher({
    root: FIXTURE,
    apiUrl: '',
    env: {},
    onProgress: () => {},
    onPages: () => {
      if (interrupt) interruption.abort()
    },
    releases: openReleases(folder),
    catalog: { read: () => getCatalog(shop.deps) },
  })
  const { release: first } = await publisher.publish()
  await shop.deps.db.updateTable('product').set({ title: 'After' }).execute()
  interrupt = true
  const interrupted = publisher.publish({ interruption: interruption.signal })
  await expect(interrupted).rejects.toMatchObject({ name: 'AbortError' })
  const findLive = () => findLiveRelease(getReleasesDir(folder))
  expect(findLive()?.id).toBe(first.id)
  interrupt = false
  const { rendered } = await publisher.publish()
  expect(rendered).toBeGreaterThan(40)
  expect(findLive()?.id).not.toBe(first.id)
})
