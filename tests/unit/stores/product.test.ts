import { describe, expect, test, vi } from 'vitest'
import { toListingItem } from '#src/rules/listing-item.ts'
import { addProducts, createCatalogEntry } from '#tests/helpers/products.ts'
import { failNetwork, openTab, rejectWith, WAIT } from '#tests/helpers/tab.ts'

/** @returns a function that reads the page's product. */
async function openPage(slug: string) {
  const { $product, openProduct } = await import('#src/stores/product.ts')
  $product.listen(() => undefined)
  openProduct(slug)
  return () => $product.get()
}

describe('the product page', () => {
  test.each([
    ['first', 'The first'],
    ['none', null],
  ])('at /product/%s has the product %s', async (slug, title) => {
    await using tab = await openTab(`/product/${slug}`)
    await addProducts(tab.app, { slug: 'first' })
    const product = await openPage(slug)
    const getTitle = () => (product().data === null ? null : product().data?.title)
    await vi.waitFor(() => expect(getTitle()).toBe(title), WAIT)
  })

  test.each([
    ['the server’s message', rejectWith('Hm.'), 'Hm.'],
    ['else "Failed to load product."', rejectWith(), 'Failed to load product.'],
    ['the same without a response', failNetwork, 'Failed to load product.'],
  ])('has an error when the fetch fails: %s', async (_, interceptor, error) => {
    await using tab = await openTab('/product/first')
    tab.intercept(/products\/slug/, interceptor)
    const product = await openPage('first')
    await vi.waitFor(() => expect(product()).toMatchObject({ error, loading: false }), WAIT)
  })
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
