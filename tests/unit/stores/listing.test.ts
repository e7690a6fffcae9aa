import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { addProducts } from '#tests/helpers/products.ts'
import { openTab, respondWith, type Tab } from '#tests/helpers/tab.ts'

beforeEach(() => {
  vi.resetModules()
})
afterEach(() => {
  vi.useRealTimers()
})

const settled = { timeout: 4_000, interval: 10 }
const chips = ['all', 'bags', 'watches']

/** A history like a browser's, moving the tab's address. */
function browse(tab: Tab, path: string) {
  const entries = [{ path, state: null as unknown }]
  let at = 0
  const arrive = () => {
    const { pathname, search } = new URL(entries[at]?.path ?? '/', 'http://shop.test')
    Object.assign(location, { pathname, search })
    Object.assign(history, { state: entries[at]?.state ?? null })
  }
  vi.stubGlobal('history', {
    state: null,
    pushState(state: unknown, _: string, url: string) {
      entries.splice(at + 1, Number.POSITIVE_INFINITY, { path: url, state })
      at += 1
      arrive()
    },
    replaceState(state: unknown) {
      entries[at] = { path: entries[at]?.path ?? '/', state }
      arrive()
    },
  })
  arrive()
  const go = (steps: number) => {
    at += steps
    arrive()
    tab.dispatch(new Event('popstate'))
  }
  return { path: () => entries[at]?.path, length: () => entries.length, go }
}

/** The shop's listing page at `path`. */
async function openPage(tab: Tab, path = '/shop') {
  const address = browse(tab, path)
  const listing = await import('#src/stores/listing.ts')
  const titles = () => listing.$products.get().data?.map(({ title }) => title)
  return { ...listing, address, titles }
}

/** What an island does: it listens and asks. */
function listen({ $products, $productsError, loadProducts }: Awaited<ReturnType<typeof openPage>>) {
  $productsError.listen(() => undefined)
  $products.listen(() => undefined)
  loadProducts()
}

describe('the address of the listing', () => {
  test('category preselects a category; search fills the search term', async () => {
    await using tab = await openTab()
    const page = await openPage(tab, '/shop?category=bags&search=clutch')
    page.openListing(chips)
    expect(page.$filters.get()).toEqual({ category: 'bags', sort: 'default', search: 'clutch' })
  })

  test('every choice is written into the address, and Back takes back one', async () => {
    await using tab = await openTab()
    const page = await openPage(tab)
    page.openListing(chips)
    page.setFilters({ category: 'bags' })
    page.setFilters({ sort: 'price-low-high' })
    expect(page.address.path()).toBe('/shop?category=bags&sort=price-low-high')
    page.address.go(-1)
    expect(page.$filters.get()).toEqual({ category: 'bags', sort: 'default', search: '' })
    page.address.go(-1)
    expect(page.$filters.get().category).toBe('all')
    page.address.go(2)
    expect(page.$filters.get().sort).toBe('price-low-high')
  })

  test('choosing what is chosen is no step', async () => {
    await using tab = await openTab()
    const page = await openPage(tab, '/shop?category=bags')
    page.openListing(chips)
    page.setFilters({ category: 'bags' })
    expect(page.address.length()).toBe(1)
  })

  test('/store keeps its name, a later page of the listing becomes the listing', async () => {
    await using tab = await openTab()
    const store = await openPage(tab, '/store?sort=new')
    store.openListing(chips)
    store.setFilters({ category: 'bags' })
    expect(store.address.path()).toBe('/store?category=bags&sort=new')
    const second = await openPage(tab, '/shop/2')
    second.setFilters({ category: 'watches', sort: 'default' })
    expect(second.address.path()).toBe('/shop?category=watches')
  })

  test('Clear All resets category to all, sort to default and search to empty. (§4.listing-filters.5)', async () => {
    await using tab = await openTab()
    const page = await openPage(tab, '/shop?category=bags&sort=new&search=a')
    page.openListing(chips)
    page.clearAll()
    expect(page.$filters.get()).toEqual({ category: 'all', sort: 'default', search: '' })
    expect(page.address.path()).toBe('/shop')
  })

  test('what was shown more of is shown again after coming back', async () => {
    await using tab = await openTab()
    const page = await openPage(tab, '/shop?category=bags')
    page.openListing(chips)
    page.showMore()
    page.showMore()
    expect(page.$shown.get()).toBe(288)
    page.setFilters({ sort: 'new' })
    expect(page.$shown.get()).toBe(96)
    page.address.go(-1)
    expect(page.$shown.get()).toBe(288)
  })

  test('a closed listing follows no more', async () => {
    await using tab = await openTab()
    const page = await openPage(tab)
    const close = page.openListing(chips)
    page.setFilters({ category: 'bags' })
    close()
    page.address.go(-1)
    expect(page.$filters.get().category).toBe('bags')
  })
})

describe('the products of the listing', () => {
  test('come from the API, in its order', async () => {
    await using tab = await openTab()
    await addProducts(tab.app, { slug: 'one' }, { slug: 'two' })
    const page = await openPage(tab)
    expect(tab.listCalls()).toEqual([])
    listen(page)
    await vi.waitFor(() => expect(page.titles()).toEqual(['The one', 'The two']), settled)
    expect(tab.listCalls()).toEqual(['GET /products/get-all-products'])
    expect(page.$productsError.get()).toBeNull()
  })

  test('a non-ok status is told, and tried once more (§8.11)', async () => {
    await using tab = await openTab()
    await addProducts(tab.app, { slug: 'one' })
    tab.intercept(/products/, respondWith(503, '<h1>Busy</h1>'))
    const page = await openPage(tab)
    listen(page)
    await vi.waitFor(
      () => expect(page.$productsError.get()).toBe('HTTP error! status: 503'),
      settled,
    )
    tab.restoreNetwork()
    await vi.waitFor(() => expect(page.titles()).toEqual(['The one']), settled)
    expect(page.$productsError.get()).toBeNull()
    expect(tab.requests).toHaveLength(2)
  })

  test.each([
    ['no network', (tab: Tab) => tab.goOffline()],
    [
      'an answer that is no JSON',
      (tab: Tab) => tab.intercept(/./, respondWith(200, '<!doctype html>')),
    ],
  ])('%s is told by "Something went wrong while fetching products." (§8.11)', async (_, spoil) => {
    await using tab = await openTab()
    spoil(tab)
    const page = await openPage(tab)
    listen(page)
    await vi.waitFor(
      () => expect(page.$productsError.get()).toBe('Something went wrong while fetching products.'),
      settled,
    )
  })

  test('asked again by hand they come', async () => {
    await using tab = await openTab()
    await addProducts(tab.app, { slug: 'one' })
    tab.goOffline()
    const page = await openPage(tab)
    listen(page)
    await vi.waitFor(() => expect(tab.requests).toHaveLength(2), settled)
    tab.restoreNetwork()
    page.retryProducts()
    await vi.waitFor(() => expect(page.titles()).toEqual(['The one']), settled)
    expect(page.$productsError.get()).toBeNull()
  })

  test.each(['{}', '{"products":null}', '{"products":"many"}'])(
    'anything but an array counts as empty: %s',
    async (answer) => {
      await using tab = await openTab()
      tab.intercept(/./, respondWith(200, answer))
      const page = await openPage(tab)
      listen(page)
      await vi.waitFor(() => expect(page.titles()).toEqual([]), settled)
    },
  )

  test('what is no product is left out, and gaps are filled with the defaults of the card', async () => {
    await using tab = await openTab()
    const bare = { _id: '7', slug: 'bare', title: 'Bare', price: 0.5 }
    const broken = [null, 'text', 42, [], {}, { ...bare, title: '' }, { ...bare, price: '1' }]
    tab.intercept(/./, respondWith(200, JSON.stringify({ products: [...broken, bare] })))
    const page = await openPage(tab)
    listen(page)
    await vi.waitFor(() => expect(page.titles()).toEqual(['Bare']), settled)
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

describe('the data cache (§9.14)', () => {
  /** The shop page opened again `minutes` after it was left: what it shows until it has asked. */
  async function openedAgainAfter(minutes: number) {
    await using tab = await openTab('/shop')
    await addProducts(tab.app, { slug: 'one' }, { slug: 'two' })
    const first = await openPage(tab)
    listen(first)
    await vi.waitFor(() => expect(first.titles()).toHaveLength(2), settled)
    tab.navigate('/shop')
    tab.requests.length = 0
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + minutes * 60_000)
    const page = await openPage(tab)
    const shown: unknown[] = []
    page.$products.listen(({ data, loading }) => shown.push([data?.length, loading]))
    page.loadProducts()
    await vi.waitFor(() => expect(shown.at(-1)).toEqual([2, false]), settled)
    return { shown, asked: tab.listCalls() }
  }

  const AT_ONCE = [2, true]
  const ASKED = ['GET /products/get-all-products']

  test('is fresh for 5 minutes: nothing is asked', async () => {
    const { shown, asked } = await openedAgainAfter(4.9)
    expect(shown.every((one) => JSON.stringify(one) === '[2,false]')).toBe(true)
    expect(asked).toEqual([])
  })

  test.each([5.1, 29.9])(
    'is kept for 30 minutes: after %f it is shown at once, and asked for again',
    async (minutes) => {
      const { shown, asked } = await openedAgainAfter(minutes)
      expect(shown).toContainEqual(AT_ONCE)
      expect(asked).toEqual(ASKED)
    },
  )

  test('is gone after 30 minutes', async () => {
    const { shown, asked } = await openedAgainAfter(30.1)
    expect(shown).not.toContainEqual(AT_ONCE)
    expect(asked).toEqual(ASKED)
  })

  test('a failed fetch is tried once more, and not again', async () => {
    await using tab = await openTab('/shop')
    tab.goOffline(/get-all-products/)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    listen(await openPage(tab))
    await vi.waitFor(() => expect(tab.listCalls()).toHaveLength(2), settled)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(tab.listCalls()).toHaveLength(2)
  })

  test('nothing is fetched again when the window gets the focus', async () => {
    await using tab = await openTab('/shop')
    await addProducts(tab.app, { slug: 'one' }, { slug: 'two' })
    const page = await openPage(tab)
    listen(page)
    await vi.waitFor(() => expect(page.titles()).toHaveLength(2), settled)
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    vi.setSystemTime(Date.now() + 10 * 60_000)
    tab.dispatch(new Event('focus'))
    tab.dispatch(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(5_000)
    expect(tab.listCalls()).toHaveLength(1)
  })
})
