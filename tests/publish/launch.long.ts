import { expect, vi } from 'vitest'
import { getDefaultContent } from '#src/content/defaults.ts'
import type { ContentId } from '#src/contract/content.ts'
import { watchCurrentRelease } from '#src/publish/hosting/file-table.ts'
import { createPublisher } from '#src/publish/publisher.ts'
import { startPublishQueue } from '#src/publish/queue/publish-queue.ts'
import { openReleases } from '#src/publish/release/releases.ts'
import { serveStatic } from '#src/run/serve-static.ts'
import { getCatalog } from '#src/server/catalog/service.ts'
import { test } from '#tests/helpers/editor-test.ts'
import { serve } from '#tests/helpers/http-server.ts'
import { addProducts } from '#tests/helpers/products.ts'
import { FIXTURE } from '#tests/helpers/stored-files.ts'

const PRODUCTS = 500
const PAGES: ContentId[] = ['about', 'care']
const slugs = Array.from({ length: PRODUCTS }, (_, at) => `piece-${at}`)
const paths = ['/', ...PAGES.map((id) => `/${id}`), ...slugs.map((slug) => `/product/${slug}`)]

/** A crawler that reads all pages again and again. */
function startCrawler(origin: string) {
  const seen: string[] = []
  let running = true
  const done = (async () => {
    for (let at = Math.floor(Math.random() * paths.length); running; at = (at + 1) % paths.length) {
      const html = await (await fetch(origin + paths[at])).text()
      const marks = [...html.matchAll(/revision-(.*?)-end/g)].map(([, mark]) => mark)
      seen.push(marks.join())
    }
  })()
  return {
    /** Waits for more pages. */
    read: (pages: number) => {
      const wanted = seen.length + pages
      return vi.waitUntil(() => seen.length >= wanted, { timeout: 60_000 })
    },
    async stop() {
      running = false
      await done
      return seen
    },
  }
}

/** The states that a crawler saw, in their order, each once. */
const toStates = (seen: string[]): string[] =>
  seen.filter((mark, index) => index === 0 || mark !== seen[index - 1])

test(
  `a launch of ${PRODUCTS} products and ${PAGES.length} pages is one instant for every crawler, and undone the same`,
  { timeout: 300_000 },
  async ({ folder, launch }) => {
    const { shop, editor, path } = launch
    const { deps } = shop
    await deps.db.deleteFrom('product').execute()
    await addProducts(shop, ...slugs.map((slug) => ({ slug, title: 'Before' })))
    const rows = slugs.map((slug) => `${slug},After`).join('\n')
    const imported = await launch.importCsv(
      `slug,title\n${rows}`,
      `?dryRun=false&launch=${launch.id}`,
    )
    expect(imported.body).toMatchObject({ applied: true, updated: PRODUCTS })
    for (const id of PAGES) await launch.draft(id, { ...getDefaultContent(id), title: 'After' }, 0)

    const live = watchCurrentRelease(folder)
    const onLive = vi.fn(live.show)
    await using publisher = createPublisher({
      ...{ root: FIXTURE, releases: openReleases(folder, { onLive }), apiUrl: '', env: {} },
      catalog: { read: () => getCatalog(deps) },
      onProgress: () => {},
    })
    await publisher.publish()
    const queue = startPublishQueue({ deps, publisher })
    await using server = await serve(serveStatic({ getFileTable: live.getFileTable, https: false }))
    const origin = server.url.replace(/\/api$/, '')
    for (const [call, states] of [
      ['publish', ['Before', 'After']],
      ['undo', ['After', 'Before']],
    ] as const) {
      onLive.mockClear()
      const crawlers = [1, 2, 3, 4].map(() => startCrawler(origin))
      const readByAll = (pages: number) => Promise.all(crawlers.map(({ read }) => read(pages)))
      await readByAll(10)
      expect((await editor.post(`${path}/${call}`)).status).toBe(200)
      await vi.waitUntil(() => onLive.mock.calls.length > 0, { timeout: 60_000 })
      await readByAll(50)
      const seen = await Promise.all(crawlers.map(({ stop }) => stop()))
      for (const pages of seen) expect(toStates(pages)).toEqual(states)
      expect(onLive).toHaveBeenCalledTimes(1)
    }
    await queue.stop()
    live.stop()
  },
)
