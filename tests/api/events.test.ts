import { expect } from 'vitest'
import { DAY_MS } from '#src/rules/constants.ts'
import { deleteExpired } from '#src/server/jobs/delete-expired.ts'
import { startJobs } from '#src/server/jobs/jobs.ts'
import { getVisitCounts } from '#src/server/shop/events/visit-counts.ts'
import { test as base } from '#tests/helpers/api-test.ts'
import { addProducts } from '#tools/products.ts'
import type { TestApp } from '#tools/test-app.ts'

const SITE_URL = 'https://kairavi.example'
const view = { name: 'pageview', url: `${SITE_URL}/shop`, domain: 'kairavi.example' }

const test = base.extend('env', { SITE_URL })

/** What is counted, once it is written. */
async function listRows({ deps }: TestApp) {
  await getVisitCounts(deps).flush()
  return deps.db.selectFrom('page_view_count').selectAll().orderBy('day').orderBy('path').execute()
}

const listCounts = async (shop: TestApp) =>
  (await listRows(shop)).map(({ path, views }) => [path, views])

test('counts page views by known path, and stores nothing else of the request', async ({
  shop,
  visitor,
}) => {
  await addProducts(shop, { slug: 'chand-bali', category: 'watches' })
  for (const path of [
    ...['/shop', '/shop?search=my+name', '/shop/2'],
    '/product/chand-bali',
    '/verify-email?token=secret#part',
    '/cart?token=secret#part',
    '/shop/watches/2?search=my+name',
    ...['/shop/unknown', '/product/unknown', '/product/', '/constructor', `/${'x'.repeat(150)}`],
  ]) {
    const event = { ...view, url: SITE_URL + path, referrer: 'https://a.example' }
    const { status, headers } = await visitor.post('/events', event)
    expect([path, status, headers.getSetCookie()]).toEqual([path, 202, []])
  }
  expect(await listCounts(shop)).toEqual([
    ['/404', 5],
    ['/cart', 1],
    ['/product/chand-bali', 1],
    ['/shop', 3],
    ['/shop/watches', 1],
  ])
})

const OTHER_SITE = 'url must be the address of a page of this site.'

test.for([
  ['url', 'javascript:alert(1)', OTHER_SITE],
  ['url', 'nothing', OTHER_SITE],
  ['url', 'https://other.example/shop', OTHER_SITE],
  ['url', `${SITE_URL}/${'x'.repeat(180)}`, 'url may have at most 200 characters.'],
  ['referrer', 'x'.repeat(201), 'referrer may have at most 200 characters.'],
  ['name', 'purchase', 'name must be "pageview".'],
  ['domain', undefined, 'domain is missing.'],
  ['domain', 7, 'domain must be a text.'],
] as const)('rejects %s as %j', async ([field, value, message], { shop, visitor }) => {
  const response = await visitor.post('/events', { ...view, [field]: value })
  expect(response).toMatchObject({ status: 400, body: { success: false, message, field } })
  expect(await listCounts(shop)).toEqual([])
})

test('counts parallel page views of a day in India, which are deleted after 13 months', async ({
  shop,
  visitor,
}) => {
  const listDays = async () => (await listRows(shop)).map(({ day, views }) => ({ day, views }))
  // A minute before midnight.
  shop.freezeTime()
  shop.advanceTime(Date.parse('2027-01-01T18:29:00Z') - shop.deps.now())
  await visitor.post('/events', view)
  shop.advanceTime(60_000)
  await Promise.all(Array.from({ length: 20 }, () => visitor.post('/events', view)))
  const [first, second] = [
    { day: '2027-01-01', views: 1 },
    { day: '2027-01-02', views: 20 },
  ]
  for (const [days, left] of [
    [395, [first, second]],
    [1, [second]],
    [1, []],
  ] as const) {
    shop.advanceTime(days * DAY_MS)
    await deleteExpired(shop.deps)
    expect(await listDays()).toEqual(left)
  }
})

test('views that cannot be written are written later, with those that have come since', async ({
  shop,
  visitor,
}) => {
  await visitor.post('/events', view)
  const { flush } = getVisitCounts(shop.deps)
  const rename = (from: string, to: string) =>
    shop.deps.db.schema.alterTable(from).renameTo(to).execute()
  await rename('page_view_count', 'not_there')
  await expect(flush()).rejects.toThrow(/page_view_count/)
  await visitor.post('/events', view)
  await rename('not_there', 'page_view_count')
  await Promise.all([flush(), flush()])
  expect(await listCounts(shop)).toEqual([['/shop', 2]])
})

test('a view of a page that was seen a moment ago asks the database nothing', async ({
  shop,
  visitor,
}) => {
  await addProducts(shop, { slug: 'chand-bali' })
  const seen = { ...view, url: `${SITE_URL}/product/chand-bali` }
  await visitor.post('/events', seen)
  await shop.deps.db.deleteFrom('product').execute()
  await visitor.post('/events', seen)
  expect(await listCounts(shop)).toEqual([['/product/chand-bali', 2]])
  // Written, it is not known any more.
  await visitor.post('/events', seen)
  expect(await listCounts(shop)).toEqual([
    ['/404', 1],
    ['/product/chand-bali', 2],
  ])
})

test('a shop that stops writes what it has counted', async ({ shop, visitor }) => {
  const jobs = startJobs(shop.deps, 'all')
  await visitor.post('/events', view)
  await jobs.stop()
  const rows = await shop.deps.db.selectFrom('page_view_count').select('views').execute()
  expect(rows).toEqual([{ views: 1 }])
})

test('counts a limited number of different rows in memory', async ({ shop }) => {
  const { views, flush } = getVisitCounts(shop.deps)
  const add = (path: string) => views.add({ day: '2027-01-01', path, views: 1 })
  const paths = Array.from({ length: 10_000 }, (_, nth) => `/product/${nth}`)
  expect(paths.every(add)).toBe(true)
  expect([add('/product/another'), add('/product/1')]).toEqual([false, true])
  await flush()
  expect(add('/product/another')).toBe(true)
  expect(await listRows(shop)).toHaveLength(10_001)
})
