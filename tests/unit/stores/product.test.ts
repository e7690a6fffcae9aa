import { describe, expect, test, vi } from 'vitest'
import { toListingItem } from '#src/rules/listing-item.ts'
import { addProducts, createCatalogueEntry } from '#tests/helpers/products.ts'
import { openTab, respondWith } from '#tests/helpers/tab.ts'

const soon = { timeout: 4_000, interval: 10 }

describe('the product page', () => {
  async function openProductPage(slug: string) {
    const page = await import('#src/stores/product.ts')
    page.$product.listen(() => undefined)
    page.openProduct(slug)
    return () => page.$product.get()
  }

  test('has no product where there is none', async () => {
    await using _tab = await openTab('/product/none')
    const product = await openProductPage('none')
    await vi.waitFor(() => expect(product().data).toBeNull(), soon)
  })

  test('has the product of its address', async () => {
    await using tab = await openTab('/product/first')
    await addProducts(tab.app, { slug: 'first' })
    const product = await openProductPage('first')
    await vi.waitFor(() => expect(product().data?.title).toBe('The first'), soon)
  })

  test.each([
    ['the server’s message', respondWith(500, '{"success":false,"message":"Hm."}'), 'Hm.'],
    ['else "Failed to load product."', respondWith(500, '{"success":false}'), undefined],
    ['and so without an answer', () => Promise.reject(new TypeError('Failed')), undefined],
    ['or for another page', respondWith(200, '<h1>Hello</h1>'), undefined],
  ])('fails with %s', async (_, line, said) => {
    await using tab = await openTab('/product/first')
    tab.intercept(/products\/slug/, line)
    const product = await openProductPage('first')
    await vi.waitFor(
      () =>
        expect(product()).toMatchObject({
          error: said ?? 'Failed to load product.',
          loading: false,
        }),
      soon,
    )
  })
})

describe('the product data passed along', () => {
  test('is there for the page of that product, and for no other', async () => {
    await using tab = await openTab()
    const { savePreview, readPreview } = await import('#src/stores/product.ts')
    expect(readPreview('one')).toBeUndefined()
    await addProducts(tab.app, { slug: 'one' })
    const answer = await tab.app.request('/products/slug/one')
    const { product } = (await answer.json()) as { product: Parameters<typeof toListingItem>[0] }
    savePreview(toListingItem(product))
    expect(readPreview('one')?.title).toBe(createCatalogueEntry({ slug: 'one' }).title)
    expect(readPreview('two')).toBeUndefined()
    sessionStorage.setItem('kairavi-product-preview', '{"slug":')
    expect(readPreview('one')).toBeUndefined()
  })
})
