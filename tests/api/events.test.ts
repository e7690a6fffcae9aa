import { expect, test } from 'vitest'
import { deleteOldPageViews } from '#src/server/events/handlers.ts'
import type { JsonResponse } from '#tests/helpers/api-client.ts'
import { createTestApp } from '#tests/helpers/test-app.ts'

const view = { name: 'pageview', url: 'https://kairavi.example/shop', domain: 'kairavi.example' }

test('a page view is counted without its query, and without the visitor', async () => {
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
])('%s as %j is refused', async (field, value) => {
  await using shop = await createTestApp()
  const response = await shop.createClient().post('/events', { ...view, [field]: value })
  expect(response.status).toBe(400)
  expect(await shop.deps.db.selectFrom('page_view').selectAll().execute()).toEqual([])
})

test('one household is counted 600 times a minute at most', async () => {
  await using shop = await createTestApp({ LIMITS: 'true' })
  const answers: JsonResponse[] = []
  // Twenty at a time: all at once would wait for PostgreSQL's ten connections in vain.
  for (let n = 0; n < 620; n += 20)
    answers.push(
      ...(await Promise.all(
        Array.from({ length: 20 }, () => shop.createClient().post('/events', view)),
      )),
    )
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(600)
})

test('views are forgotten after 400 days', async () => {
  await using shop = await createTestApp()
  await shop.createClient().post('/events', view)
  shop.advanceTime(401 * 24 * 60 * 60_000)
  await shop.createClient().post('/events', view)
  await deleteOldPageViews(shop.deps)
  expect(await shop.deps.db.selectFrom('page_view').selectAll().execute()).toHaveLength(1)
})
