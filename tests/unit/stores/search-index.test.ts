import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => () => vi.unstubAllGlobals())

test('an index that cannot be unpacked is none, and is fetched again (B15)', async () => {
  vi.resetModules()
  let calls = 0
  vi.stubGlobal('fetch', async () => {
    calls += 1
    return Response.json({ slug: 'a', titleWords: 'b' })
  })
  const { $search, loadSearch } = await import('#src/stores/search-index.ts')
  for (const filters of ['a', 'b']) {
    await loadSearch(filters)
    expect($search.get()).toBeNull()
  }
  expect(calls).toBe(2)
})
