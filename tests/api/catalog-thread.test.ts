import { join } from 'node:path'
import { expect } from 'vitest'
import { createCatalogThread } from '#src/server/shop/catalog/create-catalog-thread.ts'
import { test } from '#tests/helpers/api-test.ts'
import { addProducts } from '#tools/products.ts'
import { createTestApp } from '#tools/test-app.ts'
import { createDatabase } from '#tools/worker-database.ts'

const createUrl = async (folder: string): Promise<string> =>
  process.env['TEST_DATABASE_URL'] ? await createDatabase() : `sqlite:${join(folder, 'shop.db')}`

test('a thread answers searches and lists of the catalogue as the process does', async ({
  folder,
}) => {
  const url = await createUrl(folder)
  await using shop = await createTestApp({}, url)
  await addProducts(shop, { slug: 'a', title: 'Zeppelin Watch' }, { slug: 'b', title: 'Blimp' })
  const paths = [
    '/products/search?filters=%3Fsearch%3Dzeppelin',
    '/products/get-all-products',
    '/products/get-all-products?detail=full',
  ]
  const readAll = async () => {
    const bodies: unknown[] = []
    for (const path of paths) bodies.push(await (await shop.request(path)).json())
    return bodies
  }
  const own = await readAll()
  await addProducts(shop, { slug: 'c', title: 'Airship' })
  shop.deps.runInCatalogThread = createCatalogThread({ ...shop.deps.env, DATABASE_URL: url })
  const inThread = await readAll()
  expect(inThread[0]).toEqual(own[0])
  expect(JSON.stringify(inThread[1])).toContain('Airship')
  expect(JSON.stringify(inThread[2])).toContain('Airship')
})

test('a task whose thread has ended fails, and the next task starts another', async ({
  folder,
}) => {
  const url = await createUrl(folder)
  await using shop = await createTestApp({}, url)
  const env = { ...shop.deps.env, DATABASE_URL: 'sqlite:/dev/null/none.db' }
  const run = createCatalogThread(env)
  await expect(run('prepare', {})).rejects.toThrow(/cannot|DATABASE_URL|not/)
  env.DATABASE_URL = url
  await expect(run('search', { filters: '', limit: 1 })).resolves.toMatchObject({ total: 0 })
})
