import { test as base, expect } from 'vitest'
import type { FileTable } from '#src/publish/hosting/file-table.ts'
import type { ListingPage } from '#src/rules/listing/listing.ts'
import {
  asksForListing,
  createListingListener,
  type RenderListing,
} from '#src/run/site/serve-listing.ts'
import { HttpError, RenderError, UnavailableError } from '#src/server/core/errors.ts'
import { test } from '#tests/helpers/api-test.ts'
import { serve } from '#tests/helpers/http-server.ts'
import { addProducts } from '#tests/helpers/products.ts'

const policy = "script-src 'self'"
const table = {
  policy,
  files: new Map(['/shop', '/shop/watches', '/about'].map((path) => [path, {}])),
} as unknown as FileTable

const watch = (slug: string, movement: string, price: number) => ({
  slug,
  title: `${slug} watch`,
  category: 'watches',
  price,
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
  'is a page with a link and the reason, which repeats nothing of the query, when rendering fails',
  async ({ shop, open }) => {
    const wait = { retryAfter: 3 }
    for (const [error, status, retryAfter, sentence] of [
      [new HttpError(503, 'Not published yet.', wait), 503, '3', 'Not published yet.'],
      [new HttpError(503, 'Another version.'), 503, null, 'Another version.'],
      [new UnavailableError('no database'), 503, '2', 'The shop is busy.'],
      [new RenderError('a broken page'), 500, null, 'Something went wrong.'],
      [new Error('a broken page'), 500, null, 'Something went wrong.'],
    ] as const) {
      const { response, text } = await open('/shop/watches?search=%3Cscript%3E', () =>
        Promise.reject(error),
      )
      expect([response.status, response.headers.get('retry-after')]).toEqual([status, retryAfter])
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(text).toContain(sentence)
      expect(text).toContain('<a href="/shop/watches">See the list without filters</a>')
      expect(text).not.toMatch(/script|broken|database/)
    }
    // What the shop itself says is no surprise to its operator.
    expect(shop.logs).toHaveLength(3)
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
