import { describe, expect, test, vi } from 'vitest'
import { addProducts } from '#tests/helpers/products.ts'
import {
  createShopProduct,
  importToasts,
  openTab,
  rejectWith,
  respondWith,
  type Tab,
  WAIT,
} from '#tests/helpers/tab.ts'

const ruby = createShopProduct('ruby', { stock: 5 })

async function openShop(path = '/'): Promise<Tab> {
  const tab = await openTab(path)
  await addProducts(tab.app, { slug: 'ruby', stock: 5 })
  return tab
}

async function openSignedInShop(path = '/'): Promise<Tab> {
  const tab = await openShop(path)
  await tab.signIn()
  return tab
}

async function openPage() {
  const wishlist = await import('#src/stores/wishlist.ts')
  const { $cartCount } = await import('#src/stores/cart.ts')
  const session = await import('#src/stores/session.ts')
  const listIds = () => [...wishlist.$wishlistIds.get()]
  return { ...wishlist, ...session, ...(await importToasts()), $cartCount, listIds }
}

/** The wishlist page of a user whose wishlist has the ruby. */
async function openWishlistPage(tab: Tab) {
  await tab.signIn()
  const page = await openPage()
  await page.toggleWishlist(ruby)
  await page.openWishlist()
  page.takeToasts()
  tab.requests.length = 0
  return page
}

describe('the wishlist button', () => {
  test('updates immediately, sends the change and shows a toast', async () => {
    await using tab = await openSignedInShop()
    const page = await openPage()
    await page.startSession()
    const duringRequest: unknown[] = []
    tab.intercept(/POST/, (_, pass) => {
      duringRequest.push(page.listIds(), [...page.$wishlistBusy.get()])
      return pass()
    })
    await page.toggleWishlist(ruby)
    expect(duringRequest).toEqual([[ruby.id], [ruby.id]])
    expect(tab.requests.at(-1)).toMatchObject({
      endpoint: 'POST /wishlist/',
      body: { productId: ruby.id },
    })
    expect(page.$wishlistBusy.get().size).toBe(0)
    expect(page.takeToasts()).toEqual(['success: Added to wishlist 💖'])
    await page.toggleWishlist(ruby)
    expect(tab.listCalls(/wishlist/)).toEqual(['POST /wishlist/', `DELETE /wishlist/${ruby.id}`])
    expect(page.listIds()).toEqual([])
    expect(page.takeToasts()).toEqual(['success: Removed from wishlist 💔'])
  })

  test('shows the item on the next page', async () => {
    await using tab = await openSignedInShop()
    await (await openPage()).toggleWishlist(ruby)
    tab.navigate('/shop')
    const page = await openPage()
    await page.startSession()
    expect(page.listIds()).toEqual([ruby.id])
  })

  test('sends two simultaneous presses once', async () => {
    await using tab = await openSignedInShop()
    const page = await openPage()
    await page.startSession()
    await Promise.all([page.toggleWishlist(ruby), page.toggleWishlist(ruby)])
    expect(tab.listCalls(/wishlist/)).toEqual(['POST /wishlist/'])
  })

  test.each([
    ['{"success":true}', 'Added to wishlist 💖', 'Removed from wishlist 💔'],
    ['{"success":true,"message":""}', 'Added to wishlist 💖', 'Removed from wishlist 💔'],
    ['{"success":true,"message":"Noted."}', 'Noted.', 'Noted.'],
  ])(
    'shows the server’s message, else its own, on success: %s (§8.21)',
    async (body, added, removed) => {
      await using tab = await openSignedInShop()
      const page = await openPage()
      tab.intercept(/wishlist/, respondWith(200, body))
      await page.toggleWishlist(ruby)
      await page.toggleWishlist(ruby)
      expect(page.takeToasts()).toEqual([`success: ${added}`, `success: ${removed}`])
    },
  )
})

describe('wishlist failures', () => {
  test('a rejected add shows the server’s message, else "Failed to add to wishlist" (§8.19)', async () => {
    await using tab = await openSignedInShop()
    const page = await openPage()
    await page.addToWishlist({ ...ruby, id: 'gone' })
    tab.intercept(/POST \/wishlist/, rejectWith('Product not found.', 404))
    await page.addToWishlist(ruby)
    tab.intercept(/POST \/wishlist/, rejectWith(undefined, 200))
    await page.addToWishlist(ruby)
    expect(page.takeToasts()).toEqual([
      'error: Product not found.',
      'error: Product not found.',
      'error: Failed to add to wishlist',
    ])
    expect(page.listIds()).toEqual([])
    expect(page.$user.get()?.wishlist).toEqual([])
  })

  test('an add without network shows "Something went wrong while adding to wishlist" (§8.19)', async () => {
    await using tab = await openSignedInShop()
    const page = await openPage()
    tab.goOffline(/wishlist/)
    expect(await page.addToWishlist(ruby)).toBe(false)
    expect(page.takeToasts()).toEqual(['error: Something went wrong while adding to wishlist'])
    expect(page.listIds()).toEqual([])
    expect(page.$user.get()?.wishlist).toEqual([])
  })

  test.each([
    ['a message', rejectWith('Not there.', 404), 'Not there.'],
    ['no message', rejectWith(), 'Failed to remove from wishlist'],
    ['status 200', rejectWith(undefined, 200), 'Failed to remove from wishlist'],
  ])('a removal rejected with %s keeps the item (§8.19)', async (_, interceptor, text) => {
    await using tab = await openShop('/wishlist')
    const page = await openWishlistPage(tab)
    tab.intercept(/DELETE/, interceptor)
    expect(await page.removeFromWishlist(ruby.id)).toBe(false)
    expect(page.takeToasts()).toEqual([`error: ${text}`])
    expect(page.listIds()).toEqual([ruby.id])
    expect(page.$user.get()?.wishlist).toEqual([ruby.id])
    expect(page.$wishlist.get().entries).toHaveLength(1)
  })

  test('a removal without network shows "Something went wrong while removing item" (§8.19)', async () => {
    await using tab = await openShop('/wishlist')
    const page = await openWishlistPage(tab)
    tab.goOffline(/DELETE/)
    expect(await page.removeFromWishlist(ruby.id)).toBe(false)
    expect(page.takeToasts()).toEqual(['error: Something went wrong while removing item'])
    expect(page.listIds()).toEqual([ruby.id])
    expect(page.$user.get()?.wishlist).toEqual([ruby.id])
  })

  test.each([
    ['a rejection', rejectWith(undefined, 200), 'Failed to fetch wishlist'],
    ['a message', respondWith(403, '{"message":"Closed."}'), 'Closed.'],
    ['a proxy’s page', respondWith(502, '<h1>Bad gateway</h1>'), 'Failed to fetch wishlist'],
  ])(
    'a fetch that ends with %s shows a toast and an error (§8.19)',
    async (_, interceptor, text) => {
      await using tab = await openSignedInShop('/wishlist')
      const page = await openPage()
      tab.intercept(/GET \/wishlist/, interceptor)
      await page.openWishlist()
      expect(page.$wishlist.get().error).toBe(text)
      expect(page.takeToasts()).toEqual([`error: ${text}`])
      tab.goOffline(/GET \/wishlist/)
      await page.reloadWishlist()
      expect(page.$wishlist.get().error).toBe('Failed to fetch wishlist')
      expect(page.takeToasts()).toEqual(['error: Failed to fetch wishlist'])
      tab.restoreNetwork()
      await page.reloadWishlist()
      expect(page.$wishlist.get()).toMatchObject({ known: true, error: null })
    },
  )
})

describe('a visitor', () => {
  test('gets a login prompt for an add and a removal, each once a visit (§5.8 §8.20)', async () => {
    await using tab = await openShop()
    const page = await openPage()
    await page.toggleWishlist(ruby)
    expect(page.listIds()).toEqual([ruby.id])
    expect(page.takeToasts()).toEqual(['error: Please log in to add items to your wishlist'])
    await page.toggleWishlist(ruby)
    expect(page.listIds()).toEqual([])
    expect(page.takeToasts()).toEqual(['error: Please log in to manage your wishlist'])
    await page.toggleWishlist(ruby)
    expect(page.takeToasts()).toEqual([])
    expect(tab.listCalls(/wishlist/)).toEqual([])
  })

  test('keeps pieces on the device until an account has them', async () => {
    await using tab = await openShop()
    const gone = { ...ruby, id: 'gone' }
    for (const product of [ruby, gone]) await (await openPage()).addToWishlist(product)
    tab.navigate('/wishlist')
    const page = await openPage()
    await page.startSession()
    await vi.waitFor(() => expect(page.listIds()).toEqual([gone.id, ruby.id]), WAIT)

    await tab.signIn()
    tab.navigate('/login')
    const left = await openPage()
    await left.startSession()
    await vi.waitFor(() => expect(left.listIds()).toEqual([gone.id, ruby.id]), WAIT)
    expect(tab.listCalls(/POST/)).toEqual([])

    tab.navigate('/shop')
    const { startSession, listIds, takeToasts } = await openPage()
    await startSession()
    await vi.waitFor(() => expect(localStorage.getItem('kairavi-wishlist')).toBeNull(), WAIT)
    expect(listIds()).toEqual([ruby.id])
    expect(takeToasts()).toEqual([])
    expect(tab.listCalls(/POST/)).toEqual(['POST /wishlist/', 'POST /wishlist/'])
  })

  test('is prompted to log in to view the wishlist, and nothing is fetched (§8.20)', async () => {
    await using tab = await openShop('/wishlist')
    const page = await openPage()
    const phases: string[] = []
    page.$wishlistPhase.subscribe((phase) => phases.push(phase))
    await page.openWishlist()
    expect(phases).toEqual(['loading', 'visitor'])
    expect(page.takeToasts()).toEqual(['error: Please log in to view your wishlist'])
    expect(tab.listCalls(/wishlist/)).toEqual([])
  })
})

describe('moving an item to the cart', () => {
  test('adds it, raises the count, then removes it and shows "Cart updated" (§4.wishlist-to-cart.1)', async () => {
    await using tab = await openShop('/wishlist')
    const page = await openWishlistPage(tab)
    const changes: string[] = []
    page.$cartCount.listen((count) => changes.push(`count ${count}`))
    page.$wishlist.listen(({ entries }) => changes.push(`entries ${entries.length}`))
    await page.moveToCart(ruby, {})
    expect(tab.listCalls(/POST|DELETE/)).toEqual(['POST /cart', `DELETE /wishlist/${ruby.id}`])
    expect(changes[0]).toBe('count 1')
    expect(changes.at(-1)).toMatch(/^entries 0|^count 1/)
    expect(page.$cartCount.get()).toBe(1)
    expect(page.$wishlist.get().entries).toEqual([])
    await vi.waitFor(() => expect(page.$user.get()?.wishlist).toEqual([]))
    expect(page.takeToasts()).toEqual(['success: Cart updated'])
  })

  test('keeps it when the cart rejects it with "Failed to update cart" (§4.wishlist-to-cart.1)', async () => {
    await using tab = await openShop('/wishlist')
    const page = await openWishlistPage(tab)
    tab.intercept(/POST \/cart/, rejectWith(undefined, 200))
    await page.moveToCart(ruby, {})
    expect(page.takeToasts()).toEqual(['error: Failed to update cart'])
    expect(tab.listCalls(/DELETE/)).toEqual([])
    expect(page.$wishlist.get().entries).toHaveLength(1)
    expect(page.$user.get()?.wishlist).toEqual([ruby.id])
    expect(page.$cartCount.get()).toBe(0)
  })
})

describe('the wishlist over pages and tabs', () => {
  test('is cached over a page change while it is fresh', async () => {
    await using tab = await openShop('/wishlist')
    await openWishlistPage(tab)
    tab.navigate('/wishlist')
    const page = await openPage()
    await page.openWishlist()
    expect(page.$wishlist.get().entries).toHaveLength(1)
    expect(tab.listCalls(/GET \/wishlist/)).toEqual([])
  })

  test('is fetched when the profile lists other items', async () => {
    await using tab = await openShop('/wishlist')
    await openWishlistPage(tab)
    await tab.app.deps.db.deleteFrom('wishlist_item').execute()
    tab.navigate('/wishlist')
    const page = await openPage()
    await page.openWishlist()
    expect(page.$wishlist.get().entries).toEqual([])
  })

  test('follows another tab', async () => {
    await using tab = await openShop('/wishlist')
    const page = await openWishlistPage(tab)
    await tab.app.deps.db.deleteFrom('wishlist_item').execute()
    new BroadcastChannel('kairavi').postMessage('wishlist')
    await vi.waitFor(() => expect(page.listIds()).toEqual([]), WAIT)
  })

  test('is replaced when another user signs in', async () => {
    await using tab = await openShop('/wishlist')
    const page = await openWishlistPage(tab)
    await tab.signIn()
    await page.refreshUser()
    expect(page.listIds()).toEqual([])
    await vi.waitFor(
      () => expect(page.$wishlist.get()).toMatchObject({ entries: [], known: true }),
      WAIT,
    )
  })
})
