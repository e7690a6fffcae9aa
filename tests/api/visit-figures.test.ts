import { expect, test } from 'vitest'
import type { WebVital } from '#src/contract/values.ts'
import { DAY_MS } from '#src/rules/constants.ts'
import { toIndianDay } from '#src/rules/dates.ts'
import { toBucket } from '#src/rules/web-vitals.ts'
import { deleteExpired } from '#src/server/delete-expired.ts'
import { upsertRelease } from '#src/server/editor/publish-queries.ts'
import { updatePublishResult } from '#src/server/editor/queries.ts'
import { MAX_QUERIES_PER_DAY } from '#src/server/events/searches.ts'
import { createTestApp, type TestApp } from '#tests/helpers/test-app.ts'

const visit = { page: 'product', lcp: 1_210, inp: 64, cls: 0.02 }

async function publish({ deps: { db } }: TestApp, compiled: string, at = 1): Promise<void> {
  const counts = { products: 1, pages: 1, rendered: 1, bytes: 1 }
  await upsertRelease(db, {
    ...{ id: compiled, published_at: at, ...counts, changes: '', kept: 1, compiled },
  })
  await updatePublishResult(db, { release: compiled })
}

const listVitals = ({ deps }: TestApp) =>
  deps.db.selectFrom('web_vital_count').selectAll().orderBy('bucket').execute()

const listSearches = async ({ deps }: TestApp) =>
  (await deps.db.selectFrom('search_count').selectAll().orderBy('query').execute()).map(
    ({ query, searches, without_results }) => [query, searches, without_results],
  )

test('counts a visit by day, kind of page, build and bucket, and stores nothing else of it', async () => {
  await using shop = await createTestApp()
  await publish(shop, 'c0dec0dec0dec0de')
  const send = (body: object) => shop.createClient().post('/events/vitals', body)
  const response = await send(visit)
  expect(response).toMatchObject({ status: 202, body: { success: true, message: 'Counted.' } })
  expect(response.headers.getSetCookie()).toEqual([])
  await Promise.all(Array.from({ length: 5 }, () => send({ page: 'product', lcp: 1_249 })))
  const key = { day: toIndianDay(shop.deps.now()), page_kind: 'product', build: 'c0dec0de' }
  expect(await listVitals(shop)).toEqual([
    { ...key, metric: 'cls', bucket: 4, visits: 1 },
    { ...key, metric: 'inp', bucket: 7, visits: 1 },
    { ...key, metric: 'lcp', bucket: 25, visits: 6 },
  ])
})

test('a visit without a known build is counted', async () => {
  await using shop = await createTestApp()
  expect((await shop.createClient().post('/events/vitals', visit)).status).toBe(202)
  expect(await listVitals(shop)).toMatchObject([{ build: '' }, { build: '' }, { build: '' }])
})

test.each([
  ['/events/vitals', { page: 'product' }, 'Send at least one of lcp, inp and cls.'],
  ['/events/vitals', { ...visit, lcp: -1 }, 'lcp must be at least 0.'],
  ['/events/vitals', { lcp: 1 }, /^page must be "home", "listing", /],
  ['/events/search', { query: ' ', results: 1 }, 'query must not be empty.'],
  ['/events/search', { query: 'silk', results: 1.5 }, 'results must be a whole number.'],
  ['/events/search', { query: 'silk', results: -1 }, 'results must be at least 0.'],
])('POST %s refuses %j', async (path, body, message) => {
  await using shop = await createTestApp()
  const response = await shop.createClient().post(path, body)
  expect(response).toMatchObject({ status: 400, body: { success: false } })
  expect(response.body.message).toEqual(
    message instanceof RegExp ? expect.stringMatching(message) : message,
  )
  expect(await listVitals(shop)).toEqual([])
  expect(await listSearches(shop)).toEqual([])
})

test('counts searches by folded text, and none that may name a person', async () => {
  await using shop = await createTestApp()
  const send = async (query: string, results: number) =>
    (await shop.createClient().post('/events/search', { query, results })).body.message
  expect(await send('Silk  Saree', 3)).toBe('Counted.')
  expect(await send('silk saree', 0)).toBe('Counted.')
  expect(await send('asha@example.com', 0)).toBe('Not counted.')
  expect(await send('98765 43210', 0)).toBe('Not counted.')
  await Promise.all(Array.from({ length: 5 }, () => send('Emerald', 0)))
  expect(await listSearches(shop)).toEqual([
    ['emerald', 5, 5],
    ['silk saree', 2, 1],
  ])
})

test('counts no further searches of a day that has its number of different ones', async () => {
  await using shop = await createTestApp()
  const day = toIndianDay(shop.deps.now())
  const rows = Array.from({ length: MAX_QUERIES_PER_DAY }, (_, at) => ({
    ...{ day, query: `piece ${at}`, searches: 1, without_results: 0 },
  }))
  for (let at = 0; at < rows.length; at += 1_000)
    await shop.deps.db
      .insertInto('search_count')
      .values(rows.slice(at, at + 1_000))
      .execute()
  const send = async (query: string) =>
    (await shop.createClient().post('/events/search', { query, results: 0 })).body.message
  expect([await send('piece 7'), await send('another')]).toEqual(['Counted.', 'Not counted.'])
  const editor = await shop.createSignedInUser('editor')
  expect((await editor.get('/editor/searches')).body).toMatchObject({
    total: MAX_QUERIES_PER_DAY + 1,
    fullDays: 1,
    frequent: [{ query: 'piece 7', searches: 2, withoutResults: 1 }, ...Array(49).fill({})],
    withoutResults: [{ query: 'piece 7' }],
  })
})

test('lists the searches of 30 days, those without results apart', async () => {
  await using shop = await createTestApp()
  const editor = await shop.createSignedInUser('editor')
  const empty = { withoutResults: [], frequent: [], total: 0, fullDays: 0 }
  expect((await editor.get('/editor/searches')).body).toEqual(empty)
  const add = (daysAgo: number, query: string, searches: number, without_results: number) =>
    shop.deps.db
      .insertInto('search_count')
      .values({
        ...{ day: toIndianDay(shop.deps.now() - daysAgo * DAY_MS), query },
        ...{ searches, without_results },
      })
      .execute()
  await add(0, 'silk', 4, 0)
  await add(29, 'silk', 1, 1)
  await add(1, 'emerald', 3, 3)
  await add(31, 'ruby', 9, 9)
  const silk = { query: 'silk', searches: 5, withoutResults: 1 }
  const emerald = { query: 'emerald', searches: 3, withoutResults: 3 }
  expect((await editor.get('/editor/searches')).body).toEqual({
    ...{ withoutResults: [emerald, silk], frequent: [silk, emerald], total: 8, fullDays: 0 },
  })
  await deleteExpired(shop.deps)
  expect((await listSearches(shop)).map(([query]) => query)).toEqual(['emerald', 'silk', 'silk'])
})

async function addVisits(
  { deps }: TestApp,
  daysAgo: number,
  build: string,
  [metric, value, visits]: [WebVital, number, number],
): Promise<void> {
  const day = toIndianDay(deps.now() - daysAgo * DAY_MS)
  const key = { day, page_kind: 'product' as const, build, metric }
  const row = { ...key, bucket: toBucket(metric, value), visits }
  await deps.db.insertInto('web_vital_count').values(row).execute()
}

test('shows the 75th percentile of 7 and 28 days, and the build that made it worse', async () => {
  await using shop = await createTestApp()
  const editor = await shop.createSignedInUser('editor')
  const read = async (query = '') => (await editor.get(`/editor/speed${query}`)).body
  expect(await read()).toEqual({ pages: [], builds: [] })
  await addVisits(shop, 91, 'oldest', ['lcp', 9_000, 900])
  await addVisits(shop, 20, 'former', ['lcp', 2_000, 300])
  await addVisits(shop, 20, 'former', ['cls', 0.1, 300])
  // Too few to compare with.
  await addVisits(shop, 9, 'brief', ['lcp', 5_000, 10])
  await addVisits(shop, 3, 'newest', ['lcp', 1_000, 149])
  await addVisits(shop, 2, 'newest', ['lcp', 2_400, 51])
  await addVisits(shop, 2, 'newest', ['cls', 0.1, 200])
  const none = { inp: null, cls: null }
  const newest = {
    ...{ page: 'product', inp: null },
    ...{ lcp: { p75: 2_400, visits: 200 }, cls: { p75: 0.1, visits: 200 } },
  }
  expect(await read()).toEqual({
    pages: [newest],
    builds: [
      {
        ...{ build: 'newest', since: toIndianDay(shop.deps.now() - 3 * DAY_MS), pages: [newest] },
        worse: [{ page: 'product', vital: 'lcp', p75: 2_400, before: 2_000 }],
      },
      expect.objectContaining({
        build: 'brief',
        pages: [{ page: 'product', lcp: { p75: 5_000, visits: 10 }, ...none }],
        worse: [],
      }),
      expect.objectContaining({ build: 'former', worse: [] }),
    ],
  })
  expect(await read('?days=28')).toMatchObject({
    pages: [{ lcp: { p75: 2_000, visits: 510 }, cls: { visits: 500 } }],
  })
  expect((await editor.get('/editor/speed?days=9')).status).toBe(400)
  await deleteExpired(shop.deps)
  expect((await listVitals(shop)).map(({ build }) => build)).not.toContain('oldest')
})

test('of two builds of one day, that of the later release is the newer one', async () => {
  await using shop = await createTestApp()
  const editor = await shop.createSignedInUser('editor')
  for (const [at, compiled] of ['bbbbbbbb-1', 'aaaaaaaa-2'].entries()) {
    await publish(shop, compiled, at)
    await shop.createClient().post('/events/vitals', visit)
  }
  const { builds } = (await editor.get('/editor/speed')).body as { builds: { build: string }[] }
  expect(builds.map(({ build }) => build)).toEqual(['aaaaaaaa', 'bbbbbbbb'])
})
