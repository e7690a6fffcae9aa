import { test as base, expect } from 'vitest'
import type { FileTable } from '#src/publish/hosting/file-table.ts'
import type { ListingPage } from '#src/rules/listing.ts'
import {
  asksForListing,
  createListingListener,
  type RenderListing,
} from '#src/run/site/serve-listing.ts'
import { test } from '#tests/helpers/api-test.ts'
import { serve } from '#tests/helpers/http-server.ts'
import { addProducts } from '#tests/helpers/products.ts'

const policy = "script-src 'self'"
const table = {
  policy,
  files: new Map(['/shop', '/shop/watches', '/about'].map((path) => [path, {}])),
} as unknown as FileTable

const watch = (slug: string, movement: string, price: number) => ({
  ...{ slug, title: `${slug} watch`, category: 'watches', price },
  technicalDetails: { Movement: `${movement}, Swiss` },
})

/** Serves lists of three watches and a bag. */
const listTest = test.extend('open', async ({ shop }, { onCleanup }) => {
  await addProducts(
    shop,
    watch('one', 'Quartz', 300),
    watch('two', 'Automatic', 200),
    watch('three', 'Quartz', 100),
    { slug: 'four', title: 'Four bag', category: 'bags', price: 50 },
  )
  const cleanup = new AsyncDisposableStack()
  onCleanup(() => cleanup.disposeAsync())
  const renderJson: RenderListing = async (listing) => JSON.stringify(listing)
  return async (path: string, render = renderJson) => {
    const server = cleanup.use(await serve(createListingListener(shop.deps, render, () => table)))
    const response = await fetch(`${server.url.replace(/\/api$/, '')}${path}&scripts=off`)
    const text = await response.text()
    return { response, text, listing: text.startsWith('{') && (JSON.parse(text) as ListingPage) }
  }
})

listTest.for([
  ['/shop/watches?movement=Quartz&sort=price-low-high', ['three', 'one'], []],
  ['/shop?search=quarz', [], ['one', 'three']],
  ['/shop?page=9', ['one', 'two', 'three', 'four'], []],
] as const)('a list without JavaScript, %s, has %j, and also %j', async (row, { open }) => {
  const [path, items, also] = row
  const { response, listing } = await open(path)
  expect(listing).toMatchObject({
    items: items.map((slug) => ({ slug })),
    filtered: { also: also.map((slug) => ({ slug })) },
    pageTotal: items.length,
    counts: { all: 4, watches: 3, bags: 1 },
  })
  // It is neither stored nor indexed, and has the policy of the pages.
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
    'content-security-policy': expect.stringContaining(policy),
  })
})

listTest('offers also the values that other filters exclude', async ({ open }) => {
  const { listing } = await open('/shop/watches?movement=Automatic&price=0-25000')
  const options = listing ? listing.filtered?.options : undefined
  expect(options?.find(({ facet }) => facet === 'movement')?.values).toMatchObject([
    { value: 'Automatic', count: 1, chosen: true },
    { value: 'Quartz', count: 2, chosen: false },
  ])
})

listTest(
  'is a page with a link, which repeats nothing of the query, when rendering fails',
  async ({ shop, open }) => {
    const broken = () => Promise.reject(new Error('broken'))
    const { response, text } = await open('/shop/watches?search=%3Cscript%3E', broken)
    expect(response.status).toBe(503)
    const headers = { 'retry-after': '2', 'cache-control': 'no-store' }
    expect(Object.fromEntries(response.headers)).toMatchObject(headers)
    expect(text).toContain('The shop is busy. Please try again in a moment.')
    expect(text).toContain('<a href="/shop/watches">See the list without filters</a>')
    expect(text).not.toContain('script')
    expect(shop.logs).toHaveLength(1)
  },
)

base.each([
  ['GET', '/shop?scripts=off', true],
  ['HEAD', '/shop/watches?sort=new&scripts=off', true],
  ['GET', '/shop?search=scripts=off', false],
  ['GET', '/shop?sort=new', false],
  ['GET', '/shop/nowhere?scripts=off', false],
  ['GET', '/about?scripts=off', false],
  ['POST', '/shop?scripts=off', false],
])('%s %s is rendered: %s', (method, url, expected) => {
  const request = { method, url } as Parameters<typeof asksForListing>[0]
  expect(asksForListing(request, table)).toBe(expected)
})
