import { expect } from 'vitest'
import type { WebVital } from '#src/contract/values.ts'
import { toBucket } from '#src/editing/web-vitals.ts'
import { DAY_MS } from '#src/rules/constants.ts'
import { toIndianDay } from '#src/rules/dates.ts'
import { updatePublishResult } from '#src/server/core/publish-requests/queries.ts'
import { deleteExpired } from '#src/server/jobs/delete-expired.ts'
import { MAX_QUERIES_PER_DAY } from '#src/server/shop/events/queries.ts'
import { getVisitCounts } from '#src/server/shop/events/visit-counts.ts'
import { upsertRelease } from '#src/server/studio/releases/queries.ts'
import { test as base } from '#tests/helpers/api-test.ts'

type Searches = [daysAgo: number, query: string, searches: number, withoutResults: number]

const visit = { page: 'product', lcp: 1_210, inp: 64, cls: 0.02 }

const test = base.extend('figures', async ({ shop, visitor }) => {
  const { db, now } = shop.deps
  const { flush } = getVisitCounts(shop.deps)
  const dayBefore = (days: number) => toIndianDay(now() - days * DAY_MS)
  return {
    dayBefore,
    async publish(compiled: string, published_at = 1): Promise<void> {
      const counts = { products: 1, pages: 1, rendered: 1, bytes: 1, kept: 1, changes: '' }
      await upsertRelease(db, { id: compiled, published_at, ...counts, compiled })
      await updatePublishResult(db, { release: compiled })
    },
    send: (name: string, body: object) => visitor.post(`/events/${name}`, body),
    search: async (query: string, results: number) =>
      (await visitor.post('/events/search', { query, results })).body.message,
    async listVitals() {
      await flush()
      return db.selectFrom('web_vital_count').selectAll().orderBy('bucket').execute()
    },
    async listSearches() {
      await flush()
      return db.selectFrom('search_count').selectAll().orderBy('query').execute()
    },
    async addSearches(...rows: Searches[]): Promise<void> {
      const values = rows.map(([daysAgo, query, searches, without_results]) => ({
        day: dayBefore(daysAgo),
        query,
        searches,
        without_results,
      }))
      await db.insertInto('search_count').values(values).execute()
    },
    async addVisits(
      ...rows: [daysAgo: number, build: string, metric: WebVital, value: number, visits: number][]
    ): Promise<void> {
      for (const [daysAgo, build, metric, value, visits] of rows) {
        const key = { day: dayBefore(daysAgo), page_kind: 'product' as const, build, metric }
        const row = { ...key, bucket: toBucket(metric, value), visits }
        await db.insertInto('web_vital_count').values(row).execute()
      }
    },
  }
})

test('counts visits by day, page, build and bucket, and stores no more', async ({ figures }) => {
  const response = await figures.send('vitals', { page: 'home', cls: 0.02 })
  expect(response).toMatchObject({ status: 202, body: { success: true, message: 'Counted.' } })
  expect(response.headers.getSetCookie()).toEqual([])
  await figures.publish('c0dec0dec0dec0de')
  const bodies = [visit, ...Array(5).fill({ page: 'product', lcp: 1_249 })]
  await Promise.all(bodies.map((body) => figures.send('vitals', body)))
  const day = figures.dayBefore(0)
  const key = { day, page_kind: 'product', build: 'c0dec0de' }
  expect(await figures.listVitals()).toEqual(
    expect.arrayContaining([
      { day, page_kind: 'home', build: '', metric: 'cls', bucket: 4, visits: 1 },
      { ...key, metric: 'cls', bucket: 4, visits: 1 },
      { ...key, metric: 'inp', bucket: 7, visits: 1 },
      { ...key, metric: 'lcp', bucket: 25, visits: 6 },
    ]),
  )
  expect(await figures.listVitals()).toHaveLength(4)
})

test.for([
  ['vitals', { page: 'product' }, /^Send at least one of lcp, inp and cls\.$/],
  ['vitals', { lcp: 1 }, /^page must be "home", "listing", /],
  ['search', { query: ' ', results: 1 }, /^query must not be empty\.$/],
  ['search', { query: 'silk', results: 1.5 }, /^results must be a whole number\.$/],
] as const)('POST /events/%s refuses %j', async ([name, body, message], { figures }) => {
  const response = await figures.send(name, body)
  expect([response.status, response.body.message]).toEqual([400, expect.stringMatching(message)])
  expect([await figures.listVitals(), await figures.listSearches()]).toEqual([[], []])
})

test('counts searches by folded text, and none that may name a person', async ({ figures }) => {
  const { search } = figures
  const counted = [await search('Silk  Saree', 3), await search('silk saree', 0)]
  expect(counted).toEqual(['Counted.', 'Counted.'])
  for (const query of ['asha@example.com', '98765 43210'])
    expect([query, await search(query, 0)]).toEqual([query, 'Not counted.'])
  await Promise.all(Array.from({ length: 5 }, () => search('Emerald', 0)))
  expect(await figures.listSearches()).toMatchObject([
    { query: 'emerald', searches: 5, without_results: 5 },
    { query: 'silk saree', searches: 2, without_results: 1 },
  ])
})

test('counts a limited number of different searches a day', async ({ figures, editor }) => {
  for (let start = 0; start < MAX_QUERIES_PER_DAY; start += 1_000) {
    const queries = Array.from({ length: 1_000 }, (_, index) => `piece ${start + index}`)
    await figures.addSearches(...queries.map((query): Searches => [0, query, 1, 0]))
  }
  for (const query of ['piece 7', 'another']) await figures.search(query, 0)
  expect((await editor.get('/editor/searches')).body).toMatchObject({
    total: MAX_QUERIES_PER_DAY + 1,
    fullDays: 1,
    frequent: [{ query: 'piece 7', searches: 2, withoutResults: 1 }, ...Array(49).fill({})],
    withoutResults: [{ query: 'piece 7' }],
  })
})

test('lists searches of 30 days, and those without results', async ({ shop, figures, editor }) => {
  const read = async () => (await editor.get('/editor/searches')).body
  expect(await read()).toEqual({ withoutResults: [], frequent: [], total: 0, fullDays: 0 })
  await figures.addSearches(
    [0, 'silk', 4, 0],
    [29, 'silk', 1, 1],
    [1, 'emerald', 3, 3],
    [31, 'ruby', 9, 9],
  )
  const silk = { query: 'silk', searches: 5, withoutResults: 1 }
  const emerald = { query: 'emerald', searches: 3, withoutResults: 3 }
  expect(await read()).toEqual({
    withoutResults: [emerald, silk],
    frequent: [silk, emerald],
    total: 8,
    fullDays: 0,
  })
  await deleteExpired(shop.deps)
  const kept = await figures.listSearches()
  expect(kept.map(({ query }) => query)).toEqual(['emerald', 'silk', 'silk'])
})

test('shows figures of 7 and 28 days, and worse builds', async ({ shop, figures, editor }) => {
  const read = async (query = '') => (await editor.get(`/editor/speed${query}`)).body
  expect(await read()).toEqual({ pages: [], builds: [] })
  await figures.addVisits(
    [91, 'oldest', 'lcp', 9_000, 900],
    [20, 'former', 'lcp', 2_000, 300],
    [20, 'former', 'cls', 0.1, 300],
    // Too few to compare with.
    [9, 'brief', 'lcp', 5_000, 10],
    [3, 'newest', 'lcp', 1_000, 149],
    [2, 'newest', 'lcp', 2_400, 51],
    [2, 'newest', 'cls', 0.1, 200],
  )
  const page = { page: 'product', inp: null }
  const vitals = { lcp: { p75: 2_400, visits: 200 }, cls: { p75: 0.1, visits: 200 } }
  const newest = { ...page, ...vitals }
  const brief = { ...page, lcp: { p75: 5_000, visits: 10 }, cls: null }
  const worse = { page: 'product', vital: 'lcp', p75: 2_400, before: 2_000 }
  expect(await read()).toMatchObject({
    pages: [newest],
    builds: [
      { build: 'newest', since: figures.dayBefore(3), pages: [newest], worse: [worse] },
      { build: 'brief', pages: [brief], worse: [] },
      { build: 'former', worse: [] },
    ],
  })
  expect(await read('?days=28')).toMatchObject({
    pages: [{ lcp: { p75: 2_000, visits: 510 }, cls: { visits: 500 } }],
  })
  expect((await editor.get('/editor/speed?days=9')).status).toBe(400)
  await deleteExpired(shop.deps)
  expect((await figures.listVitals()).map(({ build }) => build)).not.toContain('oldest')

  // The newer one of two builds of one day is that of the later release.
  for (const [index, compiled] of ['bbbbbbbb-1', 'aaaaaaaa-2'].entries()) {
    await figures.publish(compiled, index)
    await figures.send('vitals', visit)
  }
  const [first, second] = (await read()).builds
  expect([first.build, second.build]).toEqual(['aaaaaaaa', 'bbbbbbbb'])
})
