import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Catalog } from '#src/contract/catalog.ts'
import { createCatalogReader, getCatalog } from '#src/server/catalog/service.ts'
import { toProductId } from '#src/server/catalog/to-product.ts'
import { listPublishRequests } from '#src/server/editor/queries.ts'
import { addProducts, createCatalogEntry } from '#tests/helpers/products.ts'
import { createTestApp } from '#tests/helpers/test-app.ts'

const products = '/editor/products'
const a = toProductId('a')

async function openEditor() {
  const shop = await createTestApp()
  await addProducts(shop, { slug: 'a' }, { slug: 'b', category: 'bags', price: 10, related: ['a'] })
  const editor = await shop.createSignedInUser('editor')
  return {
    shop,
    editor,
    get: async (path: string) => (await editor.get(path)).body,
    [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose](),
  }
}

describe('the products of an editor', () => {
  test('are created, saved, archived, restored and copied, each with a request to publish', async () => {
    await using shop = await openEditor()
    const { editor, get } = shop
    const entry = createCatalogEntry({ slug: 'c', title: 'The </script> ring' })
    const created = await editor.post(products, entry)
    expect(created).toMatchObject({ status: 201, body: { product: { revision: 1, entry } } })
    const { id } = created.body.product
    const saved = await editor.put(`${products}/${id}`, { ...entry, price: 99.5, revision: 1 })
    expect(saved.body.product).toMatchObject({ revision: 2, entry: { price: 99.5 } })
    expect((await get('/products/slug/c')).product.price).toBe(99.5)

    await editor.post(`${products}/${id}/archive`)
    expect((await editor.get('/products/slug/c')).status).toBe(404)
    const { gone } = await get('/products/get-all-products?detail=full')
    expect(gone).toEqual(['c'])
    await editor.post(`${products}/${id}/restore`)
    expect((await editor.get('/products/slug/c')).status).toBe(200)
    const copy = (await editor.post(`${products}/${id}/duplicate`)).body.product
    expect(copy).toMatchObject({ revision: 1, archived: true, entry: { slug: 'c-2' } })

    const { versions } = await get(`${products}/${id}/history`)
    expect(versions.map(({ action }: { action: string }) => action)).toEqual([
      'restore',
      'archive',
      'update',
      'create',
    ])
    expect(versions[0].savedBy).not.toBe('')
    expect(versions[2].entry.price).toBe(99.5)
    expect(await listPublishRequests(shop.shop.deps.db)).toHaveLength(5)
    const waiting = { state: 'waiting', waiting: 5, message: '' }
    expect(await get('/editor/publish')).toMatchObject(waiting)
    shop.shop.advanceTime(61_000)
    const message = expect.stringMatching(/^No process publishes:/)
    expect(await get('/editor/publish')).toMatchObject({ ...waiting, message })
  })

  test('redirect from the slug they had, and stay related', async () => {
    await using shop = await openEditor()
    const { editor, get } = shop
    const entry = createCatalogEntry({ slug: 'a-new' })
    expect((await editor.put(`${products}/${a}`, { ...entry, revision: 1 })).status).toBe(200)
    expect(await get('/products/get-all-products?detail=full')).toMatchObject({
      moved: { a: 'a-new' },
      movedCategories: {},
      gone: [],
    })
    const { product } = await get('/products/slug/b')
    expect(product.relatedProducts[0].slug).toBe('a-new')
    // Another product takes the former slug.
    const next = await editor.post(products, createCatalogEntry({ slug: 'a' }))
    expect(next.body.product.id).not.toBe(a)
    expect((await get('/products/get-all-products?detail=full')).moved).toEqual({})
    const { versions } = await get(`${products}/${a}/history`)
    expect(versions.at(-1)).toMatchObject({ revision: 1, savedBy: '', entry: { slug: 'a' } })
  })

  test('of two saves of one version the second gets both versions', async () => {
    await using shop = await openEditor()
    const save = (title: string) =>
      shop.editor.put(`${products}/${a}`, {
        ...createCatalogEntry({ slug: 'a', title }),
        revision: 1,
      })
    const answers = await Promise.all([save('One'), save('Two')])
    const statuses = answers.map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 409])
    const [winner, loser] = statuses[0] === 200 ? ['One', 'Two'] : ['Two', 'One']
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      success: false,
      message: 'Another version of this product was saved meanwhile.',
      current: { revision: 2, entry: { title: winner } },
      submitted: { title: loser },
    })
    expect(await listPublishRequests(shop.shop.deps.db)).toHaveLength(1)
  })

  // The rules of an entry are in tests/unit/studio/form.test.ts.
  test.each([
    [{ price: 0 }, 400, 'price'],
    [{ price: 1e12 }, 400, 'price'],
    [{ slug: 'b' }, 409, 'slug'],
    [{ related: ['missing'] }, 400, 'related.0'],
    [{ pictures: [{ file: 'missing', alt: '' }] }, 400, 'pictures.0.file'],
    [{ options: [{ name: 'Size', values: ['S'] }] }, 400, 'variant.Size'],
    [{ description: [{ title: 'Long', content: 'x'.repeat(5_000_000) }] }, 413, undefined],
  ])('an entry with %o is refused at its field', async (fault, status, field) => {
    await using shop = await openEditor()
    const entry = { ...createCatalogEntry({ slug: 'a' }), ...fault }
    const answer = await shop.editor.put(`${products}/${a}`, { ...entry, revision: 1 })
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject({ success: false, message: expect.stringMatching(/\.$/) })
    expect(answer.body.field).toBe(field)
    expect(await listPublishRequests(shop.shop.deps.db)).toEqual([])
  })

  test('that do not exist are not found', async () => {
    await using shop = await openEditor()
    const { editor } = shop
    const entry = createCatalogEntry({ slug: 'unknown' })
    const path = `${products}/unknown`
    const answers = [
      await editor.get(path),
      await editor.put(path, { ...entry, revision: 1 }),
      await editor.patch(path, { price: 1, revision: 1 }),
      await editor.post(`${path}/archive`),
      await editor.post(`${path}/duplicate`),
      await editor.get(`${path}/history`),
    ]
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(404))
    for (const { body } of answers) expect(body.message).toMatch(/\.$/)
  })
})

test('a signed call asks for a publish, once; any other is refused', async () => {
  const secret = 'a secret of at least 32 characters'
  await using shop = await createTestApp({ PUBLISH_SECRET: secret })
  shop.freezeTime()
  const client = shop.createClient()
  const call = (body: string, headers: Record<string, string> = {}) =>
    client.post('/publish', body, headers)
  const sign = (body: string, secondsAgo = 0, key = secret) => {
    const timestamp = String(Math.floor(shop.deps.now() / 1000) - secondsAgo)
    const signature = createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex')
    return { 'x-kairavi-timestamp': timestamp, 'x-kairavi-signature': signature }
  }
  const signed = sign('{}')
  expect((await call('{}', signed)).status).toBe(202)
  const refused = [
    call('{}', signed),
    call('{}'),
    call('{ }', sign('{}', 1)),
    call('{}', sign('{}', 301)),
    call('{}', sign('{}', -301)),
    call('{}', sign('{}', 2, 'another secret of enough characters')),
    call('{}', { ...sign('{}', 3), 'x-kairavi-timestamp': 'now' }),
  ]
  expect((await Promise.all(refused)).map(({ status }) => status)).toEqual(refused.map(() => 401))
  expect(await listPublishRequests(shop.deps.db)).toHaveLength(1)

  await using closed = await createTestApp()
  expect((await closed.createClient().post('/publish', '{}', sign('{}'))).status).toBe(404)
})

test('a reader for the publisher follows every kind of change, and reads no version twice', async () => {
  await using shop = await openEditor()
  const { editor, shop: app } = shop
  const reader = createCatalogReader(app.deps)
  const bySlug = ({ products }: Catalog, slug: string) =>
    products.find((product) => product.slug === slug)
  const first = await reader.read()
  expect((await reader.read()).products[0]).toBe(first.products[0])

  await addProducts(app, { slug: 'c', category: 'shoes' })
  const second = await reader.read()
  const a1 = { ...createCatalogEntry({ slug: 'a' }), price: 7, revision: 1 }
  await editor.put(`${products}/${a}`, a1)
  const third = await reader.read()
  expect(bySlug(third, 'a')?.price).toBe(7)
  expect(bySlug(third, 'b')?.relatedProducts[0]).toMatchObject({ slug: 'a', price: 7 })
  expect(bySlug(third, 'c')).toBe(bySlug(second, 'c'))

  await editor.put(`${products}/${a}`, { ...a1, category: 'shoes', revision: 2 })
  await editor.post(`${products}/${toProductId('b')}/archive`)
  await editor.post(products, createCatalogEntry({ slug: 'd' }))
  await editor.put(`${products}/${a}`, { ...a1, slug: 'e', category: 'shoes', revision: 3 })
  const { versions, ...last } = await reader.read()
  expect(last).toEqual(await getCatalog(app.deps))
  expect([...versions.keys()]).toEqual(last.products.map(({ slug }) => slug))
})
