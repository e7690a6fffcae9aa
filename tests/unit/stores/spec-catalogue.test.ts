import { afterEach, describe, expect, test, vi } from 'vitest'
import { addProducts } from '#tests/helpers/products.ts'
import { openTab, respondWith, type Tab } from '#tests/helpers/tab.ts'

const soon = { timeout: 4_000, interval: 10 }
const MINUTE = 60_000

afterEach(() => {
  vi.useRealTimers()
})

async function openShopPage(tab: Tab) {
  if ((await tab.app.deps.db.selectFrom('product').select('id').execute()).length === 0)
    await addProducts(tab.app, { slug: 'first' }, { slug: 'second' })
  const page = await import('#src/stores/listing.ts')
  page.$products.listen(() => undefined)
  page.$productsError.listen(() => undefined)
  page.loadProducts()
  return page
}

type Page = Awaited<ReturnType<typeof openShopPage>>

const slugsOf = (page: Page) => page.$products.get().data?.map(({ slug }) => slug)

describe('the products of the listing', () => {
  test('come in the server’s order', async () => {
    await using tab = await openTab('/shop')
    const page = await openShopPage(tab)
    await vi.waitFor(() => expect(slugsOf(page)).toEqual(['first', 'second']), soon)
  })

  test.each([['{"products":null}'], ['{"products":"many"}'], ['{}']])(
    'anything but a list counts as empty: %s',
    async (body) => {
      await using tab = await openTab('/shop')
      tab.intercept(/get-all-products/, respondWith(200, body))
      const page = await openShopPage(tab)
      await vi.waitFor(() => expect(page.$products.get().data).toEqual([]), soon)
    },
  )

  test.each([
    ['a status that is not ok', respondWith(503, '{"message":"Hm"}'), 'HTTP error! status: 503'],
    [
      'no answer at all',
      () => Promise.reject(new TypeError('Failed to fetch')),
      'Something went wrong while fetching products.',
    ],
  ])('%s (§8.11)', async (_, line, text) => {
    await using tab = await openTab('/shop')
    tab.intercept(/get-all-products/, line)
    const page = await openShopPage(tab)
    await vi.waitFor(() => expect(page.$productsError.get()).toBe(text), soon)
    tab.restoreNetwork()
    page.retryProducts()
    await vi.waitFor(() => expect(page.$productsError.get()).toBeNull(), soon)
    expect(slugsOf(page)).toEqual(['first', 'second'])
  })
})

describe('the data cache (§9.14)', () => {
  /** The shop page opened again `minutes` after it was left: what it shows until it has asked. */
  async function openedAgainAfter(minutes: number) {
    await using tab = await openTab('/shop')
    const first = await openShopPage(tab)
    await vi.waitFor(() => expect(slugsOf(first)).toHaveLength(2), soon)
    tab.navigate('/shop')
    tab.requests.length = 0
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + minutes * MINUTE)
    const page = await import('#src/stores/listing.ts')
    const shown: unknown[] = []
    page.$products.listen(({ data, loading }) => shown.push([data?.length, loading]))
    page.loadProducts()
    await vi.waitFor(() => expect(shown.at(-1)).toEqual([2, false]), soon)
    return { shown, asked: tab.listCalls() }
  }

  const AT_ONCE = [2, true]
  const ASKED = ['GET /products/get-all-products']

  test('is fresh for 5 minutes: nothing is asked', async () => {
    expect((await openedAgainAfter(4.9)).asked).toEqual([])
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
    await openShopPage(tab)
    await vi.waitFor(() => expect(tab.listCalls()).toHaveLength(2), soon)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(tab.listCalls()).toHaveLength(2)
  })

  test('nothing is fetched again when the window gets the focus', async () => {
    await using tab = await openTab('/shop')
    const page = await openShopPage(tab)
    await vi.waitFor(() => expect(slugsOf(page)).toHaveLength(2), soon)
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    vi.setSystemTime(Date.now() + 10 * MINUTE)
    tab.dispatch(new Event('focus'))
    tab.dispatch(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(5_000)
    expect(tab.listCalls()).toHaveLength(1)
  })
})

describe('the product page (§8.18)', () => {
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
