import { describe, expect, test, vi } from 'vitest'
import { toProductId } from '#src/server/catalog/to-product-row.ts'
import type { ShopProduct } from '#src/stores/intent.ts'
import { addProducts } from '#tests/helpers/products.ts'
import { openTab, respondWith, type Tab } from '#tests/helpers/tab.ts'

const opened = { timeout: 4_000, interval: 10 }

const ruby: ShopProduct = {
  id: toProductId('ruby'),
  slug: 'ruby',
  title: 'The ruby',
  price: 1_234.5,
  images: [],
  category: 'jewelry',
  stock: 5,
  variant: {},
}

const stocked = new WeakSet<Tab>()

async function openPage(tab: Tab) {
  if (!stocked.has(tab)) await addProducts(tab.app, { slug: 'ruby', stock: 5 })
  stocked.add(tab)
  const list = await import('#src/stores/wishlist.ts')
  const change = await import('#src/stores/wishlist.ts')
  const { moveToCart } = await import('#src/stores/wishlist.ts')
  const { $cartCount } = await import('#src/stores/cart.ts')
  const session = await import('#src/stores/session.ts')
  const toasts = await import('#src/stores/toasts.ts')
  const said = () => toasts.takeToasts().map(({ kind, text }) => `${kind}: ${text}`)
  const kept = () => [...list.$wishlistIds.get()]
  return { ...list, ...change, ...session, moveToCart, $cartCount, said, kept }
}

/** A page whose user keeps the ruby on the wishlist. */
async function openWishlistPage(tab: Tab) {
  await tab.signIn()
  const page = await openPage(tab)
  await page.toggleWishlist(ruby)
  await page.openWishlist()
  page.said()
  tab.requests.length = 0
  return page
}

describe('the heart', () => {
  test('fills immediately, sends the change and shows its toast (§8.21)', async () => {
    await using tab = await openTab()
    await tab.signIn()
    const page = await openPage(tab)
    await page.startSession()
    const seen: unknown[] = []
    tab.intercept(/POST/, (_, pass) => {
      seen.push(page.kept(), [...page.$wishlistBusy.get()])
      return pass()
    })
    await page.toggleWishlist(ruby)
    expect(seen).toEqual([[ruby.id], [ruby.id]])
    expect(tab.requests.at(-1)).toMatchObject({
      endpoint: 'POST /wishlist/',
      body: { productId: ruby.id },
    })
    expect(page.$wishlistBusy.get().size).toBe(0)
    expect(page.said()).toEqual(['success: Added to wishlist 💖'])
    await page.toggleWishlist(ruby)
    expect(tab.listCalls().at(-1)).toBe(`DELETE /wishlist/${ruby.id}`)
    expect(page.kept()).toEqual([])
    expect(page.said()).toEqual(['success: Removed from wishlist 💔'])
  })

  test('is filled on the next page', async () => {
    await using tab = await openTab()
    await tab.signIn()
    await (await openPage(tab)).toggleWishlist(ruby)
    tab.navigate('/shop')
    const page = await openPage(tab)
    await page.startSession()
    expect(page.kept()).toEqual([ruby.id])
  })

  test('pressed twice at once is sent once', async () => {
    await using tab = await openTab()
    await tab.signIn()
    const page = await openPage(tab)
    await page.startSession()
    await Promise.all([page.toggleWishlist(ruby), page.toggleWishlist(ruby)])
    expect(tab.listCalls(/wishlist/)).toEqual(['POST /wishlist/'])
  })

  test('shows the message of the server, else its own (§8.21)', async () => {
    await using tab = await openTab()
    await tab.signIn()
    const page = await openPage(tab)
    for (const body of ['{"success":true}', '{"success":true,"message":""}']) {
      tab.intercept(/wishlist/, respondWith(200, body))
      await page.toggleWishlist(ruby)
      await page.toggleWishlist(ruby)
      expect(page.said()).toEqual([
        'success: Added to wishlist 💖',
        'success: Removed from wishlist 💔',
      ])
    }
    tab.intercept(/wishlist/, respondWith(200, '{"success":true,"message":"Noted."}'))
    await page.toggleWishlist(ruby)
    await page.toggleWishlist(ruby)
    expect(page.said()).toEqual(['success: Noted.', 'success: Noted.'])
  })
})

describe('failures (§8.19)', () => {
  test('adding: the server’s words, else "Failed to add to wishlist"; the heart empties', async () => {
    await using tab = await openTab()
    await tab.signIn()
    const page = await openPage(tab)
    await page.addToWishlist({ ...ruby, id: 'gone' })
    tab.intercept(/wishlist/, respondWith(200, '{"success":false}'))
    await page.addToWishlist(ruby)
    expect(page.said()).toEqual(['error: Product not found.', 'error: Failed to add to wishlist'])
    expect(page.kept()).toEqual([])
  })

  test('adding on a broken line: "Something went wrong while adding to wishlist"', async () => {
    await using tab = await openTab()
    await tab.signIn()
    const page = await openPage(tab)
    tab.goOffline(/wishlist/)
    expect(await page.addToWishlist(ruby)).toBe(false)
    expect(page.said()).toEqual(['error: Something went wrong while adding to wishlist'])
    expect(page.kept()).toEqual([])
  })

  test('removing: the server’s message, else "Failed to remove from wishlist"; the item stays', async () => {
    await using tab = await openTab('/wishlist')
    const page = await openWishlistPage(tab)
    tab.intercept(/DELETE/, respondWith(404, '{"success":false,"message":"Not there."}'))
    expect(await page.removeFromWishlist(ruby.id)).toBe(false)
    for (const status of [200, 500]) {
      tab.intercept(/DELETE/, respondWith(status, '{"success":false}'))
      expect(await page.removeFromWishlist(ruby.id)).toBe(false)
    }
    expect(page.said()).toEqual([
      'error: Not there.',
      'error: Failed to remove from wishlist',
      'error: Failed to remove from wishlist',
    ])
    expect(page.kept()).toEqual([ruby.id])
    expect(page.$wishlist.get().entries).toHaveLength(1)
  })

  test('removing on a broken line: "Something went wrong while removing item"', async () => {
    await using tab = await openTab('/wishlist')
    const page = await openWishlistPage(tab)
    tab.goOffline(/DELETE/)
    expect(await page.removeFromWishlist(ruby.id)).toBe(false)
    expect(page.said()).toEqual(['error: Something went wrong while removing item'])
    expect(page.kept()).toEqual([ruby.id])
  })

  test.each([
    ['rejected', respondWith(200, '{"success":false}'), 'Failed to fetch wishlist'],
    ['refused with words', respondWith(403, '{"message":"Closed."}'), 'Closed.'],
    ['not ours', respondWith(502, '<h1>Bad gateway</h1>'), 'Failed to fetch wishlist'],
    ['offline', () => Promise.reject(new TypeError('Offline')), 'Failed to fetch wishlist'],
  ])('fetching, %s: toast and page', async (_, line, words) => {
    await using tab = await openTab('/wishlist')
    await tab.signIn()
    const page = await openPage(tab)
    tab.intercept(/GET \/wishlist/, line)
    await page.openWishlist()
    expect(page.$wishlist.get().error).toBe(words)
    expect(page.said()).toEqual([`error: ${words}`])
    tab.restoreNetwork()
    await page.reloadWishlist()
    expect(page.$wishlist.get()).toMatchObject({ known: true, error: null })
  })
})

describe('a visitor (§8.20)', () => {
  test('is asked to log in to add and to remove, and nothing is sent (§5.8)', async () => {
    await using tab = await openTab()
    const page = await openPage(tab)
    await page.toggleWishlist(ruby)
    await page.removeFromWishlist(ruby.id)
    expect(page.said()).toEqual([
      'error: Please log in to add items to your wishlist',
      'error: Please log in to manage your wishlist',
    ])
    expect(tab.listCalls(/wishlist/)).toEqual([])
  })

  test('is prompted to log in to view it, and nothing is fetched', async () => {
    await using tab = await openTab('/wishlist')
    const page = await openPage(tab)
    const { $wishlistPhase } = await import('#src/stores/wishlist.ts')
    const seen: string[] = []
    $wishlistPhase.subscribe((phase) => seen.push(phase))
    await page.openWishlist()
    expect(seen).toEqual(['loading', 'visitor'])
    expect(page.said()).toEqual(['error: Please log in to view your wishlist'])
    expect(tab.listCalls(/wishlist/)).toEqual([])
  })
})

describe('to the cart (§4.wishlist-to-cart.1)', () => {
  test('is added first, counted, then taken off', async () => {
    await using tab = await openTab('/wishlist')
    const page = await openWishlistPage(tab)
    const happened: string[] = []
    page.$cartCount.listen((count) => happened.push(`count ${count}`))
    page.$wishlist.listen(({ entries }) => happened.push(`kept ${entries.length}`))
    await page.moveToCart(ruby)
    expect(tab.listCalls(/POST|DELETE/)).toEqual(['POST /cart', `DELETE /wishlist/${ruby.id}`])
    expect(happened[0]).toBe('count 1')
    expect(happened.at(-1)).toMatch(/^kept 0|^count 1/)
    expect(page.$wishlist.get().entries).toEqual([])
    expect(page.$cartCount.get()).toBe(1)
    expect(page.said()).toEqual(['success: Cart updated'])
  })

  test('stays on the wishlist when the cart refuses: "Failed to update cart"', async () => {
    await using tab = await openTab('/wishlist')
    const page = await openWishlistPage(tab)
    tab.intercept(/POST \/cart/, respondWith(200, '{"success":false}'))
    await page.moveToCart(ruby)
    expect(page.said()).toEqual(['error: Failed to update cart'])
    expect(tab.listCalls(/DELETE/)).toEqual([])
    expect(page.$wishlist.get().entries).toHaveLength(1)
    expect(page.$cartCount.get()).toBe(0)
  })
})

describe('the list over pages and tabs', () => {
  test('is kept over a page change while it is fresh', async () => {
    await using tab = await openTab('/wishlist')
    await openWishlistPage(tab)
    tab.navigate('/wishlist')
    const page = await openPage(tab)
    await page.openWishlist()
    expect(page.$wishlist.get().entries).toHaveLength(1)
    expect(tab.listCalls(/GET \/wishlist/)).toEqual([])
  })

  test('is fetched when the profile tells of others', async () => {
    await using tab = await openTab('/wishlist')
    await openWishlistPage(tab)
    await tab.app.deps.db.deleteFrom('wishlist_item').execute()
    tab.navigate('/wishlist')
    const page = await openPage(tab)
    await page.openWishlist()
    expect(page.$wishlist.get().entries).toEqual([])
  })

  test('follows another tab', async () => {
    await using tab = await openTab('/wishlist')
    const page = await openWishlistPage(tab)
    await tab.app.deps.db.deleteFrom('wishlist_item').execute()
    new BroadcastChannel('kairavi').postMessage('wishlist')
    await vi.waitFor(() => expect(page.kept()).toEqual([]), opened)
  })

  test('is another after another user has signed in', async () => {
    await using tab = await openTab('/wishlist')
    const page = await openWishlistPage(tab)
    await tab.signIn()
    await page.refreshUser()
    expect(page.kept()).toEqual([])
    await vi.waitFor(
      () => expect(page.$wishlist.get()).toMatchObject({ entries: [], known: true }),
      opened,
    )
  })
})
