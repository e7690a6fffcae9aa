import { expect } from 'vitest'
import type { Product } from '#src/contract/catalog.ts'
import { RenderError } from '#src/server/core/errors.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { test } from '#tests/helpers/editor-test.ts'
import { addProducts, createCatalogEntry } from '#tools/products.ts'

test('lists every product in short, with what needs attention', async ({ shop, editor }) => {
  await addProducts(shop, { slug: 'a', related: ['b'] }, { slug: 'b', price: 10, listPrice: 20 })
  await editor.post(`/editor/products/${toProductId('b')}/archive`)
  const { products, revision } = (await editor.get('/editor/catalog')).body
  expect(products).toMatchObject([
    { slug: 'a', archived: false, unpublished: false, pictureCount: 0, brokenRelated: ['b'] },
    { slug: 'b', archived: true, unpublished: true, price: 10, listPrice: 20, revision: 2 },
  ])
  expect(revision).toBeGreaterThan(0)
})

test('previews an entry, or says why not, and saves nothing', async ({ shop, editor }) => {
  await addProducts(shop, { slug: 'a' }, { slug: 'b' })
  const entry = createCatalogEntry({ slug: 'a', title: 'A draft', related: ['b'], price: 5 })
  const preview = () => editor.post('/editor/preview', { id: toProductId('a'), entry })
  const refused = (status: number, message: string) => ({ status, body: { message } })
  expect(await preview()).toMatchObject(refused(503, 'There is no preview on this server.'))
  shop.deps.renderPage = () => Promise.reject(new RenderError('it reads nothing'))
  expect(await preview()).toMatchObject(
    refused(500, 'The page cannot be rendered: it reads nothing'),
  )
  const rendered: Product[] = []
  shop.deps.renderPage = async (product) => {
    rendered.push(product)
    return `<main>${product.title}</main>`
  }
  const item = { price: 5, slug: 'a' }
  expect(await preview()).toMatchObject({
    status: 200,
    body: { html: '<main>A draft</main>', item },
  })
  expect(rendered[0]?.relatedProducts.map(({ slug }) => slug)).toEqual(['b'])
  expect((await editor.get('/products/slug/a')).body.product.title).toBe('The a')
})
