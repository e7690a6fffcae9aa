import type { RequestListener } from 'node:http'
import { test as base, expect } from 'vitest'
import type { FileTable } from '#src/publish/hosting/file-table.ts'
import type { ListingPage } from '#src/rules/listing/listing.ts'
import {
  asksForFilters,
  asksForListing,
  createListingListener,
  type RenderListing,
} from '#src/run/site/serve-listing.ts'
import { HttpError, RenderError, UnavailableError } from '#src/server/core/errors.ts'
import { test } from '#tests/helpers/api-test.ts'
import { serve } from '#tools/http-server.ts'
import { addProducts } from '#tools/products.ts'

const policy = "script-src 'self'"
const table = {
  policy,
  files: new Map(['/shop', '/store', '/shop/watches', '/about'].map((path) => [path, {}])),
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
  const site: RequestListener = (_, response) => void response.end('The static page')
  const listen = async (render: RenderListing): Promise<string> => {
    const listener = createListingListener(shop.deps, render, () => table, site)
    return cleanup.use(await serve(listener)).url.replace(/\/api$/, '')
  }
  const open = async (path: string, render = renderJson) => {
    const response = await fetch(`${await listen(render)}${path}&scripts=off`)
    const text = await response.text()
    return { response, text, listing: text.startsWith('{') && (JSON.parse(text) as ListingPage) }
  }
  return Object.assign(open, { listen })
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

listTest('a list with JavaScript is rendered once for each release', async ({ open }) => {
  let renderings = 0
  const render: RenderListing = async (listing) =>
    JSON.stringify([++renderings, listing.items.length])
  const server = await open.listen(render)
  const ask = async (path: string) => {
    const response = await fetch(server + path)
    return [await response.text(), response.headers.get('cache-control')]
  }
  expect(await ask('/shop?sort=new&utm_source=a')).toEqual(['[1,4]', 'private, no-cache'])
  expect(await ask('/shop?utm_source=b&sort=new')).toEqual(['[1,4]', 'private, no-cache'])
  expect(await ask('/store?sort=price-low-high&search=')).toEqual(['[2,4]', 'private, no-cache'])
  expect(await ask('/shop/watches?movement=Quartz')).toEqual(['[3,2]', 'private, no-cache'])
})

listTest(
  'where nothing is found, or a list fails or takes long, the static page is sent',
  async ({ open, shop }) => {
    const server = await open.listen(async ({ filtered }) => {
      if (filtered?.filters.sort === 'new') throw new Error('a broken page')
      return filtered?.filters.search === '' ? 'A list' : new Promise(() => {})
    })
    for (const query of ['search=umbrella', 'sort=new', 'search=watch', 'search=bag&sort=new']) {
      const response = await fetch(`${server}/shop?${query}`)
      expect(await response.text(), query).toBe('The static page')
    }
    expect(shop.logs.map(({ message }) => message)).toEqual(['a list was not rendered'])
  },
)

base.each([
  ['/shop?sort=new', 'text/html,*/*', true],
  ['/store?category=watches&sort=new', 'text/html', true],
  ['/shop/watches?movement=Quartz', 'text/html', true],
  ['/store?category=watches', 'text/html', false],
  ['/shop?utm_source=a', 'text/html', false],
  ['/shop?sort=', 'text/html', false],
  ['/shop', 'text/html', false],
  ['/shop/nowhere?sort=new', 'text/html', false],
  ['/about?sort=new', 'text/html', false],
  ['/shop?sort=new', '*/*', false],
])('%s with Accept %s is rendered: %s', (url, accept, expected) => {
  expect(asksForFilters({ method: 'GET', url, headers: { accept } }, table)).toBe(expected)
})

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
