import { expect, vi } from 'vitest'
import { toListingItem } from '#src/rules/listing/listing-item.ts'
import { WAIT } from '#tests/helpers/tab.ts'
import { createTabTest } from '#tests/helpers/tab-test.ts'
import { product } from '../rules/product.ts'

const openPage = async () => ({
  ...(await import('#src/stores/product.ts')),
  ...(await import('#src/stores/product-preview.ts')),
})

const test = createTabTest('/product/first', openPage, { slug: 'first' })

test('a slug has its product, or none', async ({ tab }) => {
  for (const [slug, data] of [
    ['first', { title: 'The first' }],
    ['none', null],
  ] as const) {
    tab.navigate(`/product/${slug}`)
    const page = await openPage()
    page.$product.listen(() => undefined)
    const expected = { data, loading: false, error: null }
    await vi.waitFor(() => expect(page.$product.get()).toMatchObject(expected), WAIT)
  }
})

test.for([7, 'x', [], { slug: 7, pictures: [] }, { slug: 'first' }])(
  'a stored value that is not a product, %j, is not shown: the product is fetched',
  async (data, { tab }) => {
    const entry = ['product/first', { data, created: Date.now() }]
    sessionStorage.setItem('kairavi-cache', JSON.stringify([entry]))
    tab.navigate('/product/first')
    const page = await openPage()
    page.$product.listen(() => undefined)
    await vi.waitFor(() => expect(page.$product.get().data?.title).toBe('The first'), WAIT)
  },
)

test('the stored preview is that of its own product only', ({ page }) => {
  expect(page.readPreview('moon-ring')).toBeUndefined()
  page.savePreview(toListingItem(product))
  expect(page.readPreview('moon-ring')?.title).toBe('Moon ring')
  expect(page.readPreview('two')).toBeUndefined()
  sessionStorage.setItem('kairavi-product-preview', '{"slug":')
  expect(page.readPreview('moon-ring')).toBeUndefined()
})
