import { describe, expect } from 'vitest'
import type { Product } from '#src/contract/catalog.ts'
import { toProductId } from '#src/server/catalog/to-product.ts'
import { test } from '#tests/helpers/api-test.ts'
import { addProducts, createCatalogEntry } from '#tests/helpers/products.ts'

describe('the studio', () => {
  test('lists every product in short, with what needs attention', async ({ shop }) => {
    await addProducts(shop, { slug: 'a', related: ['b'] }, { slug: 'b', price: 10, listPrice: 20 })
    const editor = await shop.createSignedInUser('editor')
    await editor.post(`/editor/products/${toProductId('b')}/archive`)
    const { products, revision } = (await editor.get('/editor/catalog')).body
    expect(products).toMatchObject([
      { slug: 'a', archived: false, unpublished: false, pictureCount: 0, brokenRelated: ['b'] },
      { slug: 'b', archived: true, unpublished: true, price: 10, listPrice: 20, revision: 2 },
    ])
    expect(revision).toBeGreaterThan(0)
  })

  test('previews an entry that is not saved, with related products, and saves nothing', async ({
    shop,
  }) => {
    await addProducts(shop, { slug: 'a' }, { slug: 'b' })
    const editor = await shop.createSignedInUser('editor')
    const rendered: Product[] = []
    shop.deps.renderPage = async (product) => {
      rendered.push(product)
      return `<main>${product.title}</main>`
    }
    const entry = createCatalogEntry({ slug: 'a', title: 'A draft', related: ['b'], price: 5 })
    const { status, body } = await editor.post('/editor/preview', {
      id: toProductId('a'),
      entry,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ html: '<main>A draft</main>', item: { price: 5, slug: 'a' } })
    expect(rendered[0]?.relatedProducts.map(({ slug }) => slug)).toEqual(['b'])
    expect((await editor.get('/products/slug/a')).body.product.title).toBe('The a')
  })

  test('says why there is no preview', async ({ shop }) => {
    const editor = await shop.createSignedInUser('editor')
    const body = { entry: createCatalogEntry({ slug: 'a' }) }
    expect(await editor.post('/editor/preview', body)).toMatchObject({
      status: 503,
      body: { message: 'There is no preview on this server.' },
    })
    shop.deps.renderPage = () => Promise.reject(new Error('The page cannot be rendered.'))
    expect(await editor.post('/editor/preview', body)).toMatchObject({
      status: 503,
      body: { message: 'The page cannot be rendered.' },
    })
  })
})
