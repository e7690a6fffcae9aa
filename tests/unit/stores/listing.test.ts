import { describe, expect, vi } from 'vitest'
import { NO_FILTERS } from '#src/rules/listing/listing.ts'
import { type Tab, WAIT } from '#tests/helpers/tab.ts'
import { createTabTest } from '#tests/helpers/tab-test.ts'
import { addProducts } from '#tools/products.ts'

const BARE = { _id: '7', slug: 'bare', title: 'Bare', price: 0.5 }
const chips = { all: 3, bags: 2, watches: 1 }

/** Stubs the browser's history, whose entries are the tab's address. */
function stubHistory(tab: Tab, path: string) {
  const entries = [{ path, state: null as unknown }]
  let index = 0
  const show = () => {
    const { path = '/', state } = entries[index] ?? {}
    const { pathname, search } = new URL(path, 'http://shop.test')
    Object.assign(location, { pathname, search })
    Object.assign(history, { state })
  }
  vi.stubGlobal('history', {
    pushState(state: unknown, _: string, path: string) {
      index += 1
      entries.splice(index, Number.POSITIVE_INFINITY, { path, state })
      show()
    },
    replaceState(state: unknown) {
      Object.assign(entries[index] ?? {}, { state })
      show()
    },
  })
  show()
  const go = (steps: number) => {
    index += steps
    show()
    tab.dispatch(new Event('popstate'))
  }
  return { path: () => entries[index]?.path, length: () => entries.length, go }
}

async function openPage(tab: Tab, path = '/shop') {
  const address = stubHistory(tab, path)
  const listing = await import('#src/stores/listing.ts')
  const titles = () => listing.$products.get().data?.map(({ title }) => title)
  return { ...listing, address, titles }
}

/** Subscribes, like an island. */
function listen({ $products, $productsError }: Awaited<ReturnType<typeof openPage>>) {
  $productsError.listen(() => undefined)
  $products.listen(() => undefined)
}

const test = createTabTest('/shop', (tab) => openPage(tab))

describe('the address of the listing', () => {
  test('has an entry for each filter change, which Back reverts', async ({ page }) => {
    page.openListing(chips)
    page.setFilters({ category: 'bags' })
    page.setFilters({ sort: 'price-low-high' })
    expect(page.address.path()).toBe('/shop/bags?sort=price-low-high')
    expect(page.$listPressed.get()).toBe(true)
    page.address.go(-1)
    expect(page.$listPressed.get()).toBe(false)
    expect(page.$filters.get()).toEqual({ ...NO_FILTERS, category: 'bags' })
    page.address.go(-1)
    expect(page.$filters.get().category).toBe('all')
    page.address.go(2)
    expect(page.$filters.get().sort).toBe('price-low-high')
  })

  test.for([
    ['/shop/2', { category: 'watches' }, '/shop/watches', 2],
    ['/store?sort=new', { category: 'bags' }, '/store?category=bags&sort=new', 2],
    // The filter stays the same.
    ['/shop?category=bags', { category: 'bags' }, '/shop?category=bags', 1],
  ] as const)(
    'of %s with the filter %o is %s, and has %i entries',
    async ([path, filter, expected, length], { tab }) => {
      const page = await openPage(tab, path)
      page.openListing(chips)
      page.setFilters(filter)
      expect([page.address.path(), page.address.length()]).toEqual([expected, length])
    },
  )

  test.for([
    ['/shop?category=hats', ['There is no category “hats”. This is the whole collection.']],
    [
      '/store?category=toString',
      ['There is no category “tostring”. This is the whole collection.'],
    ],
    ['/shop?category=BAGS', []],
    ['/shop?category=all', []],
    ['/shop', []],
  ] as const)('%s says %o of its category', async ([path, said], { tab }) => {
    const page = await openPage(tab, path)
    const { takeToasts } = await import('#src/stores/toasts.ts')
    page.openListing(chips)
    expect(takeToasts().map(({ text }) => text)).toEqual(said)
  })

  test('is reset by Clear All: category all, sort default, search empty (§4.listing-filters.5)', async ({
    tab,
  }) => {
    const page = await openPage(tab, '/shop?category=bags&sort=new&search=a')
    page.openListing(chips)
    page.clearAll()
    expect(page.$filters.get()).toEqual(NO_FILTERS)
    expect(page.address.path()).toBe('/shop')
  })

  test('restores the number of shown products on Back', async ({ tab }) => {
    const page = await openPage(tab, '/shop?category=bags')
    page.openListing(chips)
    page.showMore()
    page.showMore()
    expect(page.$visibleCount.get()).toBe(72)
    page.setFilters({ sort: 'new' })
    expect(page.$visibleCount.get()).toBe(24)
    page.address.go(-1)
    expect(page.$visibleCount.get()).toBe(72)
  })

  test.for([{ shown: 12 }, { shown: '72' }, { shown: null }, 72])(
    'shows one part where its entry has %j',
    (state, { page }) => {
      history.replaceState(state, '')
      page.openListing(chips)
      expect(page.$visibleCount.get()).toBe(24)
    },
  )

  test('restores the place in a list of several parts, once', ({ tab, page }) => {
    page.openListing(chips)
    vi.stubGlobal('scrollY', 500)
    tab.dispatch(new Event('pagehide'))
    page.restoreListScroll()
    expect(scrollTo).not.toHaveBeenCalled()
    page.showMore()
    tab.dispatch(new Event('pagehide'))
    page.restoreListScroll()
    page.restoreListScroll()
    expect(scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 500, behavior: 'instant' })
    expect(history.state).toEqual({ shown: 48 })
  })

  test('is ignored by a closed listing', async ({ page }) => {
    const close = page.openListing(chips)
    page.setFilters({ category: 'bags' })
    close()
    page.address.go(-1)
    expect(page.$filters.get().category).toBe('bags')
  })
})

describe('the products of the listing', () => {
  test('have an error after a status, which a retry clears (§8.11)', async ({ tab, page }) => {
    await addProducts(tab.app, { slug: 'one' })
    tab.intercept(/products/, '503 <h1>Busy</h1>')
    listen(page)
    await vi.waitFor(() => expect(page.$productsError.get()).toBe('HTTP error! status: 503'), WAIT)
    tab.restoreNetwork()
    await vi.waitFor(() => expect(page.titles()).toEqual(['The one']), WAIT)
    expect(page.$productsError.get()).toBeNull()
    expect(tab.requests).toHaveLength(2)
  })

  test.for([
    ['many', []],
    [[null, 42, [], {}, { ...BARE, price: '1' }, BARE], ['Bare']],
  ] as const)(
    'are those of %j that are products: %j',
    async ([products, titles], { tab, page }) => {
      tab.intercept(/./, `200 ${JSON.stringify({ products })}`)
      listen(page)
      await vi.waitFor(() => expect(page.titles()).toEqual(titles), WAIT)
    },
  )
})

describe('the data cache', () => {
  const FETCH = ['GET /products/get-all-products']

  // Fresh for 5 minutes, shown while it is fetched again for 30, then discarded.
  test.for([
    [4.9, false, []],
    [5.1, true, FETCH],
    [29.9, true, FETCH],
    [30.1, false, FETCH],
  ] as const)(
    'after %f minutes is shown while it loads: %s, with the calls %j (§9.14)',
    async ([minutes, isShownWhileLoading, calls], { tab, page: first }) => {
      await addProducts(tab.app, { slug: 'one' }, { slug: 'two' })
      listen(first)
      await vi.waitFor(() => expect(first.titles()).toEqual(['The one', 'The two']), WAIT)
      tab.navigate('/shop')
      tab.requests.length = 0
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
      const page = await openPage(tab)
      const shown: string[] = []
      page.$products.listen(({ data, loading }) =>
        shown.push(`${data?.length} ${loading ? 'loading' : 'loaded'}`),
      )
      await vi.waitFor(() => expect(shown.at(-1)).toBe('2 loaded'), WAIT)
      expect(shown.includes('2 loading')).toBe(isShownWhileLoading)
      if (calls.length === 0) expect(new Set(shown).size).toBe(1)
      expect(tab.listCalls()).toEqual(calls)
    },
  )

  test('fetches a failing list twice in all until a manual retry', async ({ tab, page }) => {
    await addProducts(tab.app, { slug: 'one' })
    tab.intercept(/get-all-products/, 'no answer')
    listen(page)
    await vi.waitFor(() => expect(page.$productsError.get()).not.toBeNull(), WAIT)
    await vi.waitFor(() => expect(page.$products.get().loading).toBe(false), WAIT)
    listen(page)
    await Promise.resolve()
    expect(tab.listCalls()).toHaveLength(2)
    expect(page.$productsError.get()).toBe('Something went wrong while fetching products.')
    tab.restoreNetwork()
    await page.retryProducts()
    expect(tab.listCalls()).toHaveLength(3)
    expect([page.$productsError.get(), page.titles()]).toEqual([null, ['The one']])
  })
})

test('a card is fetched once, and again after a failure', async ({ tab }) => {
  const page = await import('#src/stores/product-cards.ts')
  await addProducts(tab.app, { slug: 'a' }, { slug: 'b' })
  tab.intercept(/./, '503 ')
  await page.loadCards(['a'])
  expect([page.$cardsError.get(), page.$cards.get().size]).toEqual(['HTTP error! status: 503', 0])
  const asked: (string | null)[] = []
  tab.intercept(/./, async ({ url }, pass) => {
    asked.push(new URL(url).searchParams.get('slugs'))
    return pass()
  })
  for (const slugs of [['a'], ['a', 'b', 'gone'], ['gone', 'b', 'a']]) await page.loadCards(slugs)
  expect(asked).toEqual(['a', 'b,gone'])
  expect(page.$cardsError.get()).toBeNull()
  const titles = [...page.$cards.get()].map(([slug, card]) => [slug, card?.title])
  expect(titles).toEqual([
    ['a', 'The a'],
    ['b', 'The b'],
    ['gone', undefined],
  ])
})

test('the search index of a large catalogue is that of the API, for the latest filters', async ({
  tab,
}) => {
  await addProducts(tab.app, { slug: 'a', title: 'Silk Stole' }, { slug: 'b', title: 'Tote' })
  tab.intercept(/search-index/, '200 {"searchUrl":"/api/products/search"}')
  const { $search, loadSearch } = await import('#src/stores/search-index.ts')
  await loadSearch('?search=silk')
  expect($search.get()?.index).toMatchObject({ slug: ['a'], total: 1 })
  const release = tab.holdResponses(/search$/)
  const former = loadSearch('?search=zeppelin')
  expect($search.get()).toBeUndefined()
  const latest = loadSearch('?search=tote')
  release()
  await Promise.all([former, latest])
  expect($search.get()?.index).toMatchObject({ slug: ['b'], total: 1 })
  expect(tab.listCalls(/^GET .*search-index/)).toHaveLength(1)
})

test('the search index is fetched twice in all, and again by a retry', async ({ tab }) => {
  await addProducts(tab.app, { slug: 'a', title: 'Silk Stole' })
  const { $search, loadSearch } = await import('#src/stores/search-index.ts')
  const path = /search-index/
  for (const answer of ['no answer', '503 {"slug":[]}']) {
    tab.requests.length = 0
    tab.intercept(path, answer)
    await loadSearch('?search=silk')
    expect([$search.get(), tab.listCalls(path).length]).toEqual([null, 2])
  }
  tab.intercept(path, '200 {"searchUrl":"/api/products/search"}')
  tab.intercept(/products\/search$/, '503 ')
  tab.requests.length = 0
  await loadSearch('?search=silk')
  expect([$search.get(), tab.listCalls().length]).toEqual([null, 3])
  tab.intercept(/products\/search$/, (_, pass) => pass())
  const retried = loadSearch('?search=silk')
  expect($search.get()).toBeUndefined()
  await retried
  expect($search.get()?.index.slug).toEqual(['a'])
})
