import { describe, expect, test, vi } from 'vitest'
import { toListingItem } from '#src/rules/listing-item.ts'
import { addProducts, createCatalogEntry } from '#tests/helpers/products.ts'
import { failNetwork, openTab, rejectWith, respondWith, WAIT } from '#tests/helpers/tab.ts'

/** @returns a function that reads the page's product. */
async function openPage(slug: string) {
  const { $product, openProduct } = await import('#src/stores/product.ts')
  $product.listen(() => undefined)
  openProduct(slug)
  return () => $product.get()
}

describe('the product page', () => {
  test('has no product at an unknown address', async () => {
    await using _tab = await openTab('/product/none')
    const product = await openPage('none')
    await vi.waitFor(() => expect(product().data).toBeNull(), WAIT)
  })

  test('has the product of its address', async () => {
    await using tab = await openTab('/product/first')
    await addProducts(tab.app, { slug: 'first' })
    const product = await openPage('first')
    await vi.waitFor(() => expect(product().data?.title).toBe('The first'), WAIT)
  })

  test.each([
    ['the server’s message', rejectWith('Hm.'), 'Hm.'],
    ['else "Failed to load product."', rejectWith(), 'Failed to load product.'],
    ['the same without a response', failNetwork, 'Failed to load product.'],
    ['the same for an HTML page', respondWith(200, '<h1>Hello</h1>'), 'Failed to load product.'],
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
