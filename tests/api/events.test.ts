import { expect } from 'vitest'
import { DAY_MS } from '#src/rules/constants.ts'
import { deleteExpired } from '#src/server/delete-expired.ts'
import { test as base } from '#tests/helpers/api-test.ts'
import { addProducts } from '#tests/helpers/products.ts'
import type { TestApp } from '#tests/helpers/test-app.ts'

const SITE_URL = 'https://kairavi.example'
const view = { name: 'pageview', url: `${SITE_URL}/shop`, domain: 'kairavi.example' }

const test = base.extend('env', { SITE_URL })

const listCounts = async ({ deps }: TestApp) =>
  (await deps.db.selectFrom('page_view_count').selectAll().orderBy('path').execute()).map(
    ({ path, views }) => [path, views],
  )

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

test('counts parallel page views of a day in India, which are deleted after 400 days', async ({
  shop,
  visitor,
}) => {
  const { db } = shop.deps
  const listDays = () =>
    db.selectFrom('page_view_count').select(['day', 'views']).orderBy('day').execute()
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
    [399, [first, second]],
    [1, [second]],
    [1, []],
  ] as const) {
    shop.advanceTime(days * DAY_MS)
    await deleteExpired(shop.deps)
    expect(await listDays()).toEqual(left)
  }
})
