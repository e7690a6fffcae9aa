import { expect, vi } from 'vitest'
import { getSearch, warmSearch } from '#src/server/shop/catalog/run-catalog-task.ts'
import { test } from '#tests/helpers/api-test.ts'

test('the index is made before the first search', async ({ shop }) => {
  let reads = 0
  shop.statementListeners.add(({ sql }) => {
    if (/^select "id", "slug", "title", .* from "product" where .* "id" > /s.test(sql)) reads += 1
  })
  void warmSearch(shop.deps)
  await vi.waitUntil(() => reads > 0)
  reads = 0
  await getSearch(shop.deps)('search', { filters: '', limit: 1 })
  expect(reads).toBe(0)
})
