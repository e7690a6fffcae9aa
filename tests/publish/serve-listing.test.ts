import { describe, expect, test } from 'vitest'
import type { FileTable } from '#src/publish/hosting/file-table.ts'
import type { ListingPage } from '#src/rules/listing.ts'
import {
  asksForListing,
  createListingListener,
  type RenderListing,
} from '#src/run/site/serve-listing.ts'
import { serve } from '#tests/helpers/http-server.ts'
import { addProducts } from '#tests/helpers/products.ts'
import { createTestApp } from '#tests/helpers/test-app.ts'

const policy = "script-src 'self'"
const table = {
  policy,
  files: new Map(['/shop', '/shop/watches'].map((path) => [path, {}])),
} as unknown as FileTable

const watch = (name: string, movement: string, price: number) => ({
  slug: name,
  title: `${name} watch`,
  category: 'watches',
  price,
  technicalDetails: { Movement: `${movement}, Swiss` },
})

/** Serves lists of three watches and a bag. */
async function openShop(renderListing: RenderListing) {
  const shop = await createTestApp()
  await addProducts(
    shop,
    watch('one', 'Quartz', 300),
    watch('two', 'Automatic', 200),
    watch('three', 'Quartz', 100),
    { slug: 'four', title: 'Four bag', category: 'bags', price: 50 },
  )
  const server = await serve(createListingListener(shop.deps, renderListing, () => table))
  return {
    shop,
    open: (path: string) => fetch(server.url.replace(/\/api$/, '') + path),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await shop[Symbol.asyncDispose]()
    },
  }
}

const renderJson: RenderListing = async (listing) => JSON.stringify(listing)

describe('a list without JavaScript', () => {
  test.each([
    ['/shop/watches?movement=Quartz&sort=price-low-high&scripts=off', ['three', 'one'], []],
    ['/shop?category=bags&scripts=off', ['four'], []],
    ['/shop?search=quarz&scripts=off', [], ['one', 'three']],
    ['/shop?search=nothing&scripts=off', [], []],
    ['/shop?page=9&scripts=off', ['one', 'two', 'three', 'four'], []],
  ])('%s has %j, and also %j', async (path, items, also) => {
    await using site = await openShop(renderJson)
    const listing = (await (await site.open(path)).json()) as ListingPage
    expect(listing.items.map(({ slug }) => slug)).toEqual(items)
    expect(listing.filtered?.also.map(({ slug }) => slug)).toEqual(also)
    expect(listing.pageTotal).toBe(items.length)
    expect(listing.counts).toMatchObject({ all: 4, watches: 3, bags: 1 })
  })

  test('offers the values of its category, also those that other filters exclude', async () => {
    await using site = await openShop(renderJson)
    const path = '/shop/watches?movement=Automatic&price=0-25000&scripts=off'
    const { filtered } = (await (await site.open(path)).json()) as ListingPage
    const movement = filtered?.options.find(({ facet }) => facet === 'movement')
    expect(movement?.values.map(({ value, count, chosen }) => [value, count, chosen])).toEqual([
      ['Automatic', 1, true],
      ['Quartz', 2, false],
    ])
  })

  test('is neither stored nor indexed, and has the policy of the pages', async () => {
    await using site = await openShop(renderJson)
    const { headers } = await site.open('/shop?sort=new&scripts=off')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(headers.get('content-security-policy')).toContain(policy)
  })

  test('that cannot be rendered is a page with a way on, which repeats nothing of the query', async () => {
    await using site = await openShop(() => Promise.reject(new Error('broken')))
    const response = await site.open('/shop/watches?search=%3Cscript%3E&scripts=off')
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('2')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const html = await response.text()
    expect(html).toContain('The shop is busy. Please try again in a moment.')
    expect(html).toContain('<a href="/shop/watches">See the list without filters</a>')
    expect(html).not.toContain('script')
    expect(site.shop.logs).toHaveLength(1)
  })
})

test.each([
  ['GET', '/shop?scripts=off', true],
  ['HEAD', '/shop/watches?sort=new&scripts=off', true],
  ['GET', '/shop?search=scripts=off', false],
  ['GET', '/shop?sort=new', false],
  ['GET', '/shop/nowhere?scripts=off', false],
  ['GET', '/about?scripts=off', false],
  ['POST', '/shop?scripts=off', false],
])('%s %s is rendered: %s', (method, url, expected) => {
  expect(asksForListing({ method, url } as Parameters<typeof asksForListing>[0], table)).toBe(
    expected,
  )
})
