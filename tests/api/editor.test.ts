import { createHmac } from 'node:crypto'
import { describe, expect } from 'vitest'
import type { Catalog } from '#src/contract/catalog.ts'
import { listPublishRequests } from '#src/server/core/publish-requests/queries.ts'
import { createCatalogReader, getCatalog } from '#src/server/shop/catalog/service.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { test as base } from '#tests/helpers/editor-test.ts'
import { addProducts, createCatalogEntry } from '#tools/products.ts'
import { createTestApp } from '#tools/test-app.ts'

const products = '/editor/products'
const a = toProductId('a')

/** A shop with two products. */
const test = base.extend('app', async ({ studio }) => {
  const { shop, editor } = studio
  await addProducts(shop, { slug: 'a' }, { slug: 'b', category: 'bags', price: 10, related: ['a'] })
  return {
    ...studio,
    get: async (path: string) => (await editor.get(path)).body,
    save: (id: string, revision: number, input: Parameters<typeof createCatalogEntry>[0]) =>
      editor.put(`${products}/${id}`, { ...createCatalogEntry(input), revision }),
  }
})

describe('the products of an editor', () => {
  test('are created, saved, archived, restored, copied and published', async ({ app }) => {
    const { shop, editor, get, save, price } = app
    const entry = createCatalogEntry({ slug: 'c', title: 'The </script> ring' })
    const created = await editor.post(products, entry)
    expect(created).toMatchObject({ status: 201, body: { product: { revision: 1, entry } } })
    const { id } = created.body.product
    const saved = await save(id, 1, { ...entry, price: 99.5 })
    expect(saved.body.product).toMatchObject({ revision: 2, entry: { price: 99.5 } })
    expect(await price('c')).toBe(99.5)

    await editor.post(`${products}/${id}/archive`)
    expect((await editor.get('/products/slug/c')).status).toBe(404)
    expect((await get('/products/get-all-products?detail=full')).gone).toEqual(['/product/c'])
    await editor.post(`${products}/${id}/restore`)
    expect((await editor.get('/products/slug/c')).status).toBe(200)
    const copy = (await editor.post(`${products}/${id}/duplicate`)).body.product
    expect(copy).toMatchObject({ revision: 1, archived: true, entry: { slug: 'c-2' } })

    const { versions } = await get(`${products}/${id}/history`)
    expect(versions).toMatchObject([
      { action: 'restore', savedBy: 'Asha Rao' },
      { action: 'archive' },
      { action: 'update', entry: { price: 99.5 } },
      { action: 'create' },
    ])
    expect(await listPublishRequests(shop.deps.db)).toHaveLength(5)
    const waiting = { state: 'waiting', waiting: 5, message: '' }
    expect(await get('/editor/publish')).toMatchObject(waiting)
    shop.advanceTime(61_000)
    const message = expect.stringMatching(/^No process publishes:/)
    expect(await get('/editor/publish')).toMatchObject({ ...waiting, message })
  })

  test('redirect from the slug they had, and stay related', async ({ app }) => {
    const { editor, get, save } = app
    expect((await save(a, 1, { slug: 'a-new' })).status).toBe(200)
    const list = () => get('/products/get-all-products?detail=full')
    const moved = { moved: { '/product/a': '/product/a-new' }, movedCategories: {}, gone: [] }
    expect(await list()).toMatchObject(moved)
    expect((await get('/products/slug/b')).product.relatedProducts[0].slug).toBe('a-new')
    // Another product takes the former slug.
    const next = await editor.post(products, {
      ...createCatalogEntry({ slug: 'a' }),
      takesFormer: true,
    })
    expect(next.body.product.id).not.toBe(a)
    expect((await list()).moved).toEqual({})
    const { versions } = await get(`${products}/${a}/history`)
    expect(versions.at(-1)).toMatchObject({ revision: 1, savedBy: '', entry: { slug: 'a' } })
  })

  test('of two saves of one version the second gets both versions', async ({ app }) => {
    const save = (title: string) => app.save(a, 1, { slug: 'a', title })
    const answers = await Promise.all([save('One'), save('Two')])
    const [winner, loser] = answers[0].status === 200 ? ['One', 'Two'] : ['Two', 'One']
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      message: 'Another version of this product was saved meanwhile.',
      current: { revision: 2, entry: { title: winner } },
      submitted: { title: loser },
    })
    expect(await listPublishRequests(app.shop.deps.db)).toHaveLength(1)
  })

  // The rules of an entry are in tests/unit: studio/form.test.ts and rules/variants.test.ts.
  test.for([
    [{ price: 0 }, 400, 'price'],
    [{ slug: 'b' }, 409, 'slug'],
    [{ related: ['missing'] }, 400, 'related.0'],
    [{ pictures: [{ file: 'missing', alt: '' }] }, 400, 'pictures.0.file'],
    [{ options: [{ name: 'Size', values: ['S'] }] }, 400, 'variant.Size'],
    [{ variants: [{ choice: {}, stock: 1, picture: 'missing' }] }, 400, 'variants.0.picture'],
    [{ description: [{ title: 'Long', content: 'x'.repeat(5_000_000) }] }, 413, undefined],
  ] as const)('with %o are refused at the field', async ([error, status, field], { app }) => {
    const entry = { ...createCatalogEntry({ slug: 'a' }), ...error, revision: 1 }
    const answer = await app.editor.put(`${products}/${a}`, entry)
    expect([answer.status, answer.body.field]).toEqual([status, field])
    expect(answer.body).toMatchObject({ success: false, message: expect.stringMatching(/\.$/) })
    expect(await listPublishRequests(app.shop.deps.db)).toEqual([])
  })

  test.for([
    ['GET', ''],
    ['PUT', '', { ...createCatalogEntry({ slug: 'x' }), revision: 1 }],
    ['PATCH', '', { price: 1, revision: 1 }],
    ['POST', '/archive'],
    ['POST', '/duplicate'],
    ['GET', '/history'],
    ['PUT', '/presence'],
  ] as const)('are not found by an unknown id: %s %s', async ([method, path, body], { app }) => {
    const answer = await app.editor.request(method, `${products}/unknown${path}`, body)
    expect(answer).toMatchObject({ status: 404, body: { message: expect.stringMatching(/\.$/) } })
  })

  test('change some fields in the list, and are refused at the field', async ({ app }) => {
    const patch = (change: object) => app.editor.patch(`${products}/${a}`, change)
    await app.save(a, 1, { slug: 'a', price: 100, listPrice: 120 })
    const { product } = (await patch({ revision: 2, price: 90, listPrice: null })).body
    expect(product).toMatchObject({ revision: 3, entry: { price: 90, title: 'The a' } })
    expect(product.entry).not.toHaveProperty('listPrice')
    expect((await patch({ revision: 2, stock: 1 })).body).toMatchObject({
      message: 'Another version of this product was saved meanwhile.',
      current: { revision: 3 },
      submitted: { stock: 1 },
    })
    expect((await patch({ revision: 3, listPrice: 80 })).body.field).toBe('listPrice')
  })

  test('may have a description of every length that the form allows', async ({ app }) => {
    const section = { title: 'विवरण', content: 'क'.repeat(4_000) }
    const entry = createCatalogEntry({ slug: 'long', description: Array(12).fill(section) })
    expect((await app.editor.post(products, entry)).status).toBe(201)
  })
})

const PUBLISH_SECRET = 'a secret of at least 32 characters'

/** A shop that takes signed calls for a publish, and a sender of them. */
async function openSigned() {
  const shop = await createTestApp({ PUBLISH_SECRET })
  shop.freezeTime()
  const client = shop.createClient()
  return {
    shop,
    call: (body: string, headers: Record<string, string> = {}) =>
      client.post('/publish', body, headers),
    sign: (body: string, secondsAgo = 0, key = PUBLISH_SECRET) => {
      const timestamp = String(Math.floor(shop.deps.now() / 1000) - secondsAgo)
      const signature = createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex')
      return { 'x-kairavi-timestamp': timestamp, 'x-kairavi-signature': signature }
    },
    [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose](),
  }
}

test('a signed call that fails can be sent again', async () => {
  await using app = await openSigned()
  const { db } = app.shop.deps
  const signed = app.sign('{}')
  await db.schema.alterTable('publish_request').renameTo('not_there').execute()
  expect((await app.call('{}', signed)).status).toBe(500)
  await db.schema.alterTable('not_there').renameTo('publish_request').execute()
  expect((await app.call('{}', signed)).status).toBe(202)
})

test('a signed call asks for a publish, once; any other is refused', async () => {
  await using app = await openSigned()
  const { shop, call, sign } = app
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

test('a reader of the catalogue follows changes, and reads nothing twice', async ({ app }) => {
  const { shop, editor, save } = app
  const reader = createCatalogReader(shop.deps)
  const bySlug = ({ products }: Catalog, slug: string) =>
    products.find((product) => product.slug === slug)
  const first = await reader.read()
  expect((await reader.read()).products[0]).toBe(first.products[0])

  await addProducts(shop, { slug: 'c', category: 'shoes' })
  const second = await reader.read()
  await save(a, 1, { slug: 'a', price: 7 })
  const third = await reader.read()
  expect(bySlug(third, 'a')?.price).toBe(7)
  expect(bySlug(third, 'b')?.relatedProducts[0]).toMatchObject({ slug: 'a', price: 7 })
  expect(bySlug(third, 'c')).toBe(bySlug(second, 'c'))

  await save(a, 2, { slug: 'a', category: 'shoes' })
  await editor.post(`${products}/${toProductId('b')}/archive`)
  await editor.post(products, createCatalogEntry({ slug: 'd' }))
  await save(a, 3, { slug: 'e', category: 'shoes' })
  const { versions, ...last } = await reader.read()
  expect(last).toEqual(await getCatalog(shop.deps))
  expect([...versions.keys()]).toEqual(last.products.map(({ slug }) => slug))
})
