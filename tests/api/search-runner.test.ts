import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSearchRunner } from '#src/server/catalog/search-runner.ts'
import { addProducts } from '#tests/helpers/products.ts'
import { createTempDir } from '#tests/helpers/temp-dir.ts'
import { createTestApp, type TestApp } from '#tests/helpers/test-app.ts'
import { createDatabase } from '#tests/helpers/worker-database.ts'

const SEARCH = '/products/search?filters=%3Fsearch%3Dzepelin'

/** The API with searches in a thread, as npm start serves it. */
async function createAppWithThread(): Promise<TestApp & { endThread: () => Promise<void> }> {
  const folder = createTempDir()
  const onPostgres = Boolean(process.env['TEST_DATABASE_URL'])
  const url = onPostgres ? await createDatabase() : `sqlite:${join(folder.path, 'shop.db')}`
  const shop = await createTestApp({}, url)
  const runner = createSearchRunner(url, shop.deps.log)
  shop.deps.search = runner.search
  return {
    ...shop,
    endThread: runner.close,
    async [Symbol.asyncDispose]() {
      await runner.close()
      await shop[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}

test('a search in a thread has the answer of one in the process', async () => {
  await using shop = await createAppWithThread()
  await addProducts(shop, { slug: 'a', title: 'Zeppelin Watch' }, { slug: 'b' })
  const response = await shop.request(SEARCH)
  expect(response.headers.get('content-type')).toBe('application/json')
  const answer = await response.json()
  expect(answer.slug).toEqual(['a'])
  delete shop.deps.search
  expect(await (await shop.request(SEARCH)).json()).toEqual(answer)
})

test('at most 16 searches wait for the thread; others are answered 503, after a second', async () => {
  await using shop = await createAppWithThread()
  await addProducts(shop, { slug: 'a', title: 'Zeppelin Watch' })
  const start = performance.now()
  const responses = await Promise.all(Array.from({ length: 40 }, () => shop.request(SEARCH)))
  expect(performance.now() - start).toBeGreaterThan(950)
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(17)
  const busy = responses.filter(({ status }) => status === 503)
  expect(busy).toHaveLength(23)
  for (const { headers } of busy) expect(headers.get('retry-after')).toBe('3')
})

test('a search after the end of the thread starts another', async () => {
  await using shop = await createAppWithThread()
  await addProducts(shop, { slug: 'a', title: 'Zeppelin Watch' })
  expect((await shop.request(SEARCH)).status).toBe(200)
  await shop.endThread()
  expect((await shop.request(SEARCH)).status).toBe(200)
})
