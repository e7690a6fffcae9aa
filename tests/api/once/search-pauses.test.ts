import { setTimeout as sleep } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import { getSearch, warmSearch } from '#src/server/shop/catalog/search.ts'
import { test } from '#tests/helpers/api-test.ts'

const SEARCH_MS = 200

const block = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

test('a search waits as long as one right before it took, and for none of long ago', async ({
  shop,
}) => {
  const search = getSearch(shop.deps)
  const searchFor = (ms: number) =>
    search(() => {
      const start = performance.now()
      block(ms)
      return { start, end: performance.now() }
    })
  const [first, second] = await Promise.all([searchFor(SEARCH_MS), searchFor(SEARCH_MS)])
  expect(second.start - first.end).toBeGreaterThanOrEqual(SEARCH_MS - 1)
  block(SEARCH_MS + 20)
  const found = searchFor(0).then(() => 'found')
  // Both timers would run in one loop, whatever else the machine does.
  expect(await Promise.race([found, sleep(SEARCH_MS * 0.7, 'still waits')])).toBe('found')
})

test('the index is made before the first search', async ({ shop }) => {
  let reads = 0
  shop.statementListeners.add(({ sql }) => {
    if (/^select "id", "slug", "title", .* from "product" where .* "id" > /s.test(sql)) reads += 1
  })
  warmSearch(shop.deps)
  await vi.waitUntil(() => reads > 0)
  reads = 0
  await getSearch(shop.deps)(() => {})
  expect(reads).toBe(0)
})
