import { expect, test } from 'vitest'
import { DAY_MS } from '#src/rules/constants.ts'
import { deleteExpired } from '#src/server/delete-expired.ts'
import { addProducts } from '#tests/helpers/products.ts'
import { createTestApp, type TestApp } from '#tests/helpers/test-app.ts'

const SITE = { SITE_URL: 'https://kairavi.example' }
const view = { name: 'pageview', url: 'https://kairavi.example/shop', domain: 'kairavi.example' }

const listCounts = async ({ deps }: TestApp) =>
  (await deps.db.selectFrom('page_view_count').selectAll().orderBy('path').execute()).map(
    ({ path, views }) => [path, views],
  )

test('counts page views by known path, and stores nothing else of the request', async () => {
  await using shop = await createTestApp(SITE)
  await addProducts(shop, { slug: 'chand-bali', category: 'watches' })
  for (const path of [
    '/shop',
    '/shop?search=my+name',
    '/shop/2',
    '/product/chand-bali',
    '/verify-email?token=secret#part',
    '/login',
    '/cart?token=secret#part',
    '/shop/watches/2?search=my+name',
    '/shop/unknown',
    '/product/unknown',
    '/product/',
    '/constructor',
    `/${'x'.repeat(150)}`,
  ]) {
    const event = { ...view, url: `https://kairavi.example${path}`, referrer: 'https://a.example' }
    const response = await shop.createClient().post('/events', event)
    expect([path, response.status]).toEqual([path, 202])
    expect(response.headers.getSetCookie()).toEqual([])
  }
  expect(await listCounts(shop)).toEqual([
    ['/404', 5],
    ['/cart', 1],
    ['/product/chand-bali', 1],
    ['/shop', 3],
    ['/shop/watches', 1],
  ])
})

test.each([
  ['url', 'javascript:alert(1)', 'url must be the address of a page of this site.'],
  ['url', 'nothing', 'url must be the address of a page of this site.'],
  ['url', 'https://other.example/shop', 'url must be the address of a page of this site.'],
  ['url', `${SITE.SITE_URL}/${'x'.repeat(180)}`, 'url may have at most 200 characters.'],
  ['referrer', 'x'.repeat(201), 'referrer may have at most 200 characters.'],
  ['name', 'purchase', 'name must be "pageview".'],
  ['name', undefined, 'name must be "pageview".'],
  ['domain', undefined, 'domain is missing.'],
  ['domain', 7, 'domain must be a text.'],
])('rejects %s as %j', async (field, value, message) => {
  await using shop = await createTestApp(SITE)
  const response = await shop.createClient().post('/events', { ...view, [field]: value })
  expect(response).toMatchObject({ status: 400, body: { success: false, message, field } })
  expect(await listCounts(shop)).toEqual([])
})

test('a day begins at midnight in India', async () => {
  await using shop = await createTestApp(SITE)
  shop.freezeTime()
  const now = shop.deps.now()
  shop.advanceTime(Date.parse('2027-01-01T18:29:00Z') - now)
  await shop.createClient().post('/events', view)
  shop.advanceTime(60_000)
  await shop.createClient().post('/events', view)
  const rows = await shop.deps.db
    .selectFrom('page_view_count')
    .select('day')
    .orderBy('day')
    .execute()
  expect(rows.map(({ day }) => day)).toEqual(['2027-01-01', '2027-01-02'])
})

test('parallel page views are counted one by one', async () => {
  await using shop = await createTestApp(SITE)
  await Promise.all(Array.from({ length: 20 }, () => shop.createClient().post('/events', view)))
  expect(await listCounts(shop)).toEqual([['/shop', 20]])
})

test.each([
  ['in India of the same day as in UTC', '09:00'],
  ['in India of the next day', '20:00'],
])('deletes page views after 400 days, at a time that is %s', async (_, time) => {
  await using shop = await createTestApp(SITE)
  shop.freezeTime()
  shop.advanceTime(Date.parse(`2027-01-01T${time}:00Z`) - shop.deps.now())
  await shop.createClient().post('/events', view)
  const listAfter = async (days: number) => {
    shop.advanceTime(days * DAY_MS)
    await deleteExpired(shop.deps)
    return listCounts(shop)
  }
  expect(await listAfter(400)).toEqual([['/shop', 1]])
  expect(await listAfter(1)).toEqual([])
})
