import { expect, test } from 'vitest'
import { deleteOldPageViews } from '#src/server/events/handlers.ts'
import type { JsonResponse } from '#tests/helpers/api-client.ts'
import { createTestApp } from '#tests/helpers/test-app.ts'

const view = { name: 'pageview', url: 'https://kairavi.example/shop', domain: 'kairavi.example' }

test('stores a page view without query and without visitor data', async () => {
  await using shop = await createTestApp()
  const url = 'https://kairavi.example/reset-password?token=secret#part'
  const referrer = 'https://search.example/find?q=my+name'
  const response = await shop.createClient().post('/events', { ...view, url, referrer })
  expect(response.status).toBe(202)
  expect(response.headers.getSetCookie()).toEqual([])
  expect(await shop.deps.db.selectFrom('page_view').selectAll().execute()).toMatchObject([
    {
      url: 'https://kairavi.example/reset-password',
      referrer: 'https://search.example/find',
      domain: 'kairavi.example',
    },
  ])
})

test.each([
  ['url', 'javascript:alert(1)'],
  ['url', 'nothing'],
  ['url', `https://a.example/${'x'.repeat(2_000)}`],
  ['name', 'purchase'],
  ['domain', 7],
  ['visitor', 'asha'],
])('rejects %s as %j', async (field, value) => {
  await using shop = await createTestApp()
  const response = await shop.createClient().post('/events', { ...view, [field]: value })
  expect(response.status).toBe(400)
  expect(await shop.deps.db.selectFrom('page_view').selectAll().execute()).toEqual([])
})

test('limits one subnet to 600 page views a minute', async () => {
  await using shop = await createTestApp({ LIMITS: 'true' })
  const responses: JsonResponse[] = []
  // In batches: requests that wait longer than two seconds for a PostgreSQL connection fail.
  for (let n = 0; n < 620; n += 20)
    responses.push(
      ...(await Promise.all(
        Array.from({ length: 20 }, () => shop.createClient().post('/events', view)),
      )),
    )
  expect(responses.filter(({ status }) => status === 202)).toHaveLength(600)
})

test('deletes page views after 400 days', async () => {
  await using shop = await createTestApp()
  await shop.createClient().post('/events', view)
  shop.advanceTime(401 * 24 * 60 * 60_000)
  await shop.createClient().post('/events', view)
  await deleteOldPageViews(shop.deps)
  expect(await shop.deps.db.selectFrom('page_view').selectAll().execute()).toHaveLength(1)
})
