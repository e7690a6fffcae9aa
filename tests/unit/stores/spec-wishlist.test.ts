import { describe, expect, test, vi } from 'vitest'
import { addProducts } from '#tests/helpers/products.ts'
import { openTab, respondWith, type Tab } from '#tests/helpers/tab.ts'

async function openPage(tab: Tab) {
  const [id = ''] = await addProducts(tab.app, { slug: 'shawl', category: 'clothing' })
  const stores = {
    ...(await import('#src/stores/session.ts')),
    ...(await import('#src/stores/wishlist.ts')),
    ...(await import('#src/stores/wishlist.ts')),
    wishes: await import('#src/stores/wishlist.ts'),
  }
  const { $cartCount } = await import('#src/stores/cart.ts')
  const { takeToasts } = await import('#src/stores/toasts.ts')
  const said = () => takeToasts().map(({ kind, text }) => `${kind}: ${text}`)
  const shawl = {
    id,
    slug: 'shawl',
    title: 'The shawl',
    price: 9_000,
    images: [],
    category: 'clothing',
    stock: 50,
    variant: {},
  }
  return { ...stores, $cartCount, shawl, said }
}

const NO_WORDS = '{"success":true,"message":""}'
const REFUSED = '{"success":false}'

test('success: the server’s message, else "Added to wishlist 💖" and "Removed from wishlist 💔" (§8.21)', async () => {
  await using tab = await openTab()
  await tab.signIn()
  const page = await openPage(tab)
  const both = async () => {
    await page.toggleWishlist(page.shawl)
    await page.toggleWishlist(page.shawl)
    return page.said()
  }
  await page.startSession()
  const fallbacks = ['success: Added to wishlist 💖', 'success: Removed from wishlist 💔']
  expect(await both()).toEqual(fallbacks)
  expect(tab.listCalls(/wishlist/)).toEqual([
    'POST /wishlist/',
    `DELETE /wishlist/${page.shawl.id}`,
  ])
  tab.intercept(/wishlist/, respondWith(200, NO_WORDS))
  expect(await both()).toEqual(fallbacks)
  tab.intercept(/wishlist/, respondWith(200, '{"success":true,"message":"Noted."}'))
  expect(await both()).toEqual(['success: Noted.', 'success: Noted.'])
})

describe('failure (§8.19)', () => {
  test('adding: the server’s message, "Failed to add to wishlist", "Something went wrong while adding to wishlist"', async () => {
    await using tab = await openTab()
    await tab.signIn()
    const page = await openPage(tab)
    tab.intercept(
      /POST \/wishlist/,
      respondWith(404, '{"success":false,"message":"Product not found."}'),
    )
    await page.addToWishlist(page.shawl)
    tab.intercept(/POST \/wishlist/, respondWith(200, REFUSED))
    await page.addToWishlist(page.shawl)
    tab.goOffline(/POST \/wishlist/)
    await page.addToWishlist(page.shawl)
    expect(page.said()).toEqual([
      'error: Product not found.',
      'error: Failed to add to wishlist',
      'error: Something went wrong while adding to wishlist',
    ])
    expect(page.$user.get()?.wishlist).toEqual([])
  })

  test('removing: the server’s message, "Failed to remove from wishlist", "Something went wrong while removing item"', async () => {
    await using tab = await openTab()
    await tab.signIn()
    const page = await openPage(tab)
    await page.addToWishlist(page.shawl)
    page.said()
    tab.intercept(/DELETE \/wishlist/, respondWith(404, '{"success":false,"message":"Not there."}'))
    await page.removeFromWishlist(page.shawl.id)
    tab.intercept(/DELETE \/wishlist/, respondWith(200, REFUSED))
    await page.removeFromWishlist(page.shawl.id)
    tab.goOffline(/DELETE \/wishlist/)
    await page.removeFromWishlist(page.shawl.id)
    expect(page.said()).toEqual([
      'error: Not there.',
      'error: Failed to remove from wishlist',
      'error: Something went wrong while removing item',
    ])
    expect(page.$user.get()?.wishlist).toEqual([page.shawl.id])
  })

  test('fetching: "Failed to fetch wishlist", as a toast and on the page', async () => {
    await using tab = await openTab('/wishlist')
    await tab.signIn()
    const { wishes, said } = await openPage(tab)
    tab.intercept(/GET \/wishlist/, respondWith(200, REFUSED))
    await wishes.openWishlist()
    expect([wishes.$wishlist.get().error, said()]).toEqual([
      'Failed to fetch wishlist',
      ['error: Failed to fetch wishlist'],
    ])
    tab.goOffline(/GET \/wishlist/)
    await wishes.reloadWishlist()
    expect([wishes.$wishlist.get().error, said()]).toEqual([
      'Failed to fetch wishlist',
      ['error: Failed to fetch wishlist'],
    ])
  })
})

describe('from the wishlist to the cart (§4.wishlist-to-cart.1)', () => {
  test('adds first, says "Cart updated" (§2.wishlist.2), raises the count, then removes', async () => {
    await using tab = await openTab('/wishlist')
    await tab.signIn()
    const page = await openPage(tab)
    await page.addToWishlist(page.shawl)
    page.said()
    tab.requests.length = 0
    await page.moveToCart(page.shawl)
    expect(tab.listCalls(/^(POST|DELETE)/)).toEqual([
      'POST /cart',
      `DELETE /wishlist/${page.shawl.id}`,
    ])
    expect(page.said()).toEqual(['success: Cart updated'])
    expect(page.$cartCount.get()).toBe(1)
    await vi.waitFor(() => expect(page.$user.get()?.wishlist).toEqual([]))
  })

  test('stays on the wishlist when the cart refuses: "Failed to update cart" (§8.2)', async () => {
    await using tab = await openTab('/wishlist')
    await tab.signIn()
    const page = await openPage(tab)
    await page.addToWishlist(page.shawl)
    page.said()
    tab.intercept(/POST \/cart/, respondWith(200, REFUSED))
    await page.moveToCart(page.shawl)
    expect(page.said()).toEqual(['error: Failed to update cart'])
    expect(tab.listCalls(/DELETE/)).toEqual([])
    expect(page.$cartCount.get()).toBe(0)
    expect(page.$user.get()?.wishlist).toEqual([page.shawl.id])
  })
})
