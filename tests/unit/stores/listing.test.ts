import { afterEach, describe, expect, vi } from 'vitest'
import { NO_FILTERS } from '#src/rules/listing.ts'
import { addProducts } from '#tests/helpers/products.ts'
import { failNetwork, openTab, respondWith, type Tab, WAIT } from '#tests/helpers/tab.ts'
import { createTabTest } from '#tests/helpers/tab-test.ts'

const MINUTE = 60_000

afterEach(() => {
  vi.useRealTimers()
})

const chips = { all: 3, bags: 2, watches: 1 }

/** Stubs the browser's history, whose entries are the tab's address. */
function stubHistory(tab: Tab, path: string) {
  const entries = [{ path, state: null as unknown }]
  let index = 0
  const restoreEntry = () => {
    const { pathname, search } = new URL(entries[index]?.path ?? '/', 'http://shop.test')
    Object.assign(location, { pathname, search })
    Object.assign(history, { state: entries[index]?.state ?? null })
  }
  vi.stubGlobal('history', {
    state: null,
    pushState(state: unknown, _: string, url: string) {
      entries.splice(index + 1, Number.POSITIVE_INFINITY, { path: url, state })
      index += 1
      restoreEntry()
    },
    replaceState(state: unknown) {
      entries[index] = { path: entries[index]?.path ?? '/', state }
      restoreEntry()
    },
  })
  restoreEntry()
  const go = (steps: number) => {
    index += steps
    restoreEntry()
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

/** Subscribes and fetches, like an island. */
function listen({ $products, $productsError, loadProducts }: Awaited<ReturnType<typeof openPage>>) {
  $productsError.listen(() => undefined)
  $products.listen(() => undefined)
  loadProducts()
}

const test = createTabTest('/').extend<{ page: Awaited<ReturnType<typeof openPage>> }>({
  page: async ({ tab }, use) => use(await openPage(tab)),
})

describe('the address of the listing', () => {
  test('sets category and search term', async ({ tab }) => {
    const page = await openPage(tab, '/shop?category=bags&search=clutch')
    page.openListing(chips)
    expect(page.$filters.get()).toEqual({ ...NO_FILTERS, category: 'bags', search: 'clutch' })
  })

  test('has an entry for each filter change, which Back reverts', async ({ page }) => {
    page.openListing(chips)
    page.setFilters({ category: 'bags' })
    page.setFilters({ sort: 'price-low-high' })
    expect(page.address.path()).toBe('/shop/bags?sort=price-low-high')
    page.address.go(-1)
    expect(page.$filters.get()).toEqual({ ...NO_FILTERS, category: 'bags' })
    page.address.go(-1)
    expect(page.$filters.get().category).toBe('all')
    page.address.go(2)
    expect(page.$filters.get().sort).toBe('price-low-high')
  })

  test('has no new entry when the filter stays the same', async ({ tab }) => {
    const page = await openPage(tab, '/shop?category=bags')
    page.openListing(chips)
    page.setFilters({ category: 'bags' })
    expect(page.address.length()).toBe(1)
  })

  test('stays /store with filters; /shop/2 becomes /shop', async ({ tab }) => {
    const store = await openPage(tab, '/store?sort=new')
    store.openListing(chips)
    store.setFilters({ category: 'bags' })
    expect(store.address.path()).toBe('/store?category=bags&sort=new')
    const second = await openPage(tab, '/shop/2')
    second.setFilters({ category: 'watches', sort: 'default' })
    expect(second.address.path()).toBe('/shop/watches')
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
    expect(page.$shown.get()).toBe(72)
    page.setFilters({ sort: 'new' })
    expect(page.$shown.get()).toBe(24)
    page.address.go(-1)
    expect(page.$shown.get()).toBe(72)
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
  test('come from the API in its order', async ({ tab, page }) => {
    await addProducts(tab.app, { slug: 'one' }, { slug: 'two' })
    expect(tab.listCalls()).toEqual([])
    listen(page)
    await vi.waitFor(() => expect(page.titles()).toEqual(['The one', 'The two']), WAIT)
    expect(tab.listCalls()).toEqual(['GET /products/get-all-products'])
    expect(page.$productsError.get()).toBeNull()
  })

  test('have an error after a non-ok status, which one retry clears (§8.11)', async ({
    tab,
    page,
  }) => {
    await addProducts(tab.app, { slug: 'one' })
    tab.intercept(/products/, respondWith(503, '<h1>Busy</h1>'))
    listen(page)
    await vi.waitFor(() => expect(page.$productsError.get()).toBe('HTTP error! status: 503'), WAIT)
    tab.restoreNetwork()
    await vi.waitFor(() => expect(page.titles()).toEqual(['The one']), WAIT)
    expect(page.$productsError.get()).toBeNull()
    expect(tab.requests).toHaveLength(2)
  })

  test.for([
    ['a 503', respondWith(503, '{"message":"Hm"}'), 'HTTP error! status: 503'],
    ['no network', failNetwork, 'Something went wrong while fetching products.'],
    ['HTML', respondWith(200, '<!doctype html>'), 'Something went wrong while fetching products.'],
  ] as const)(
    'have an error after %s, and a manual retry fetches them (§8.11)',
    async ([_, interceptor, text], { tab, page }) => {
      await addProducts(tab.app, { slug: 'one' }, { slug: 'two' })
      tab.intercept(/get-all-products/, interceptor)
      listen(page)
      await vi.waitFor(() => expect(page.$productsError.get()).toBe(text), WAIT)
      await vi.waitFor(() => expect(tab.requests).toHaveLength(2), WAIT)
      tab.restoreNetwork()
      page.retryProducts()
      await vi.waitFor(() => expect(page.$productsError.get()).toBeNull(), WAIT)
      expect(page.titles()).toEqual(['The one', 'The two'])
    },
  )

  test.for(['{}', '{"products":null}', '{"products":"many"}'])(
    'are empty when the response has no array: %s',
    async (body, { tab, page }) => {
      tab.intercept(/./, respondWith(200, body))
      listen(page)
      await vi.waitFor(() => expect(page.titles()).toEqual([]), WAIT)
    },
  )

  test('exclude invalid entries and have the card’s defaults for missing fields', async ({
    tab,
    page,
  }) => {
    const bare = { _id: '7', slug: 'bare', title: 'Bare', price: 0.5 }
    const invalid = [null, 'text', 42, [], {}, { ...bare, title: '' }, { ...bare, price: '1' }]
    tab.intercept(/./, respondWith(200, JSON.stringify({ products: [...invalid, bare] })))
    listen(page)
    await vi.waitFor(() => expect(page.titles()).toEqual(['Bare']), WAIT)
    expect(page.$products.get().data?.[0]).toMatchObject({
      id: '7',
      actualPrice: 0.5,
      rating: 4.8,
      reviews: 120,
      category: 'Travel',
      tagline: 'Compact & Leak-Proof Design',
      images: [],
      variant: {},
    })
  })
})

describe('the data cache', () => {
  /** Opens the page, leaves it, opens it again after `minutes`. @returns the shown states. */
  async function reopenAfter(minutes: number) {
    await using tab = await openTab('/shop')
    await addProducts(tab.app, { slug: 'one' }, { slug: 'two' })
    const first = await openPage(tab)
    listen(first)
    await vi.waitFor(() => expect(first.titles()).toHaveLength(2), WAIT)
    tab.navigate('/shop')
    tab.requests.length = 0
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + minutes * MINUTE)
    const page = await openPage(tab)
    const shown: unknown[] = []
    page.$products.listen(({ data, loading }) => shown.push([data?.length, loading]))
    page.loadProducts()
    await vi.waitFor(() => expect(shown.at(-1)).toEqual([2, false]), WAIT)
    return { shown, calls: tab.listCalls() }
  }

  const CACHED_WHILE_LOADING = [2, true]
  const FETCH = ['GET /products/get-all-products']

  test('is fresh for 5 minutes: nothing is fetched (§9.14)', async () => {
    const { shown, calls } = await reopenAfter(4.9)
    expect(new Set(shown.map((state) => JSON.stringify(state)))).toEqual(new Set(['[2,false]']))
    expect(calls).toEqual([])
  })

  test.each([5.1, 29.9])(
    'is shown for 30 minutes: after %f it is shown while it is fetched again (§9.14)',
    async (minutes) => {
      const { shown, calls } = await reopenAfter(minutes)
      expect(shown).toContainEqual(CACHED_WHILE_LOADING)
      expect(calls).toEqual(FETCH)
    },
  )

  test('is discarded after 30 minutes (§9.14)', async () => {
    const { shown, calls } = await reopenAfter(30.1)
    expect(shown).not.toContainEqual(CACHED_WHILE_LOADING)
    expect(calls).toEqual(FETCH)
  })

  test('fetches a failing list twice in all, whatever loads it, until a manual retry', async ({
    tab,
    page,
  }) => {
    tab.goOffline(/get-all-products/)
    const first = page.loadProducts()
    await vi.waitFor(() => expect(page.$productsError.get()).not.toBeNull(), WAIT)
    await Promise.all([first, page.loadProducts()])
    await page.loadProducts()
    expect(tab.listCalls()).toHaveLength(2)
    await page.retryProducts()
    expect(tab.listCalls()).toHaveLength(4)
  })

  test('is not fetched when the window gets the focus (§9.14)', async ({ tab, page }) => {
    await addProducts(tab.app, { slug: 'one' }, { slug: 'two' })
    listen(page)
    await vi.waitFor(() => expect(page.titles()).toHaveLength(2), WAIT)
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    vi.setSystemTime(Date.now() + 10 * MINUTE)
    tab.dispatch(new Event('focus'))
    tab.dispatch(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(5_000)
    expect(tab.listCalls()).toHaveLength(1)
  })
})

describe('the search index of a large catalogue', () => {
  test('is that of the API, for the latest filters', async ({ tab }) => {
    await addProducts(tab.app, { slug: 'a', title: 'Silk Stole' }, { slug: 'b', title: 'Tote' })
    tab.intercept(/search-index/, respondWith(200, '{"searchUrl":"/api/products/search"}'))
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
    expect(tab.listCalls(/search-index/)).toHaveLength(1)
  })
})
