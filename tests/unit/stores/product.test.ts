import { expect, test, vi } from 'vitest'
import { toListingItem } from '#src/rules/listing-item.ts'
import { addProducts, createCatalogEntry } from '#tests/helpers/products.ts'
import { openTab, WAIT } from '#tests/helpers/tab.ts'

test.each([
  ['first', 'The first'],
  ['none', null],
])('the page /product/%s has the product %s', async (slug, title) => {
  await using tab = await openTab(`/product/${slug}`)
  await addProducts(tab.app, { slug: 'first' })
  const { $product, openProduct } = await import('#src/stores/product.ts')
  $product.listen(() => undefined)
  openProduct(slug)
  const expected = title && expect.objectContaining({ title })
  await vi.waitFor(() => expect($product.get().data).toEqual(expected), WAIT)
})

test('the stored preview is that of its own product only', async () => {
  await using tab = await openTab()
  const { savePreview, readPreview } = await import('#src/stores/product-preview.ts')
  expect(readPreview('one')).toBeUndefined()
  await addProducts(tab.app, { slug: 'one' })
  const response = await tab.app.request('/products/slug/one')
  const { product } = (await response.json()) as { product: Parameters<typeof toListingItem>[0] }
  savePreview(toListingItem(product))
  expect(readPreview('one')?.title).toBe(createCatalogEntry({ slug: 'one' }).title)
  expect(readPreview('two')).toBeUndefined()
  sessionStorage.setItem('kairavi-product-preview', '{"slug":')
  expect(readPreview('one')).toBeUndefined()
})
