import { afterEach, describe, expect, test, vi } from 'vitest'
import type { User } from '#src/contract/account.ts'
import { addProducts, updateProduct } from '#tests/helpers/products.ts'
import {
  createShopProduct,
  failNetwork,
  importToasts,
  openTab,
  rejectWith,
  respondWith,
  type Tab,
  WAIT,
} from '#tests/helpers/tab.ts'

afterEach(() => {
  vi.useRealTimers()
})

const ruby = createShopProduct('ruby', {
  images: ['/api/media/ruby/960.webp', '/api/media/b/960.webp'],
})

async function openShop(path = '/', { stock = 5 } = {}): Promise<Tab> {
  const tab = await openTab(path)
  await addProducts(tab.app, { slug: 'ruby', stock })
  return tab
}

async function openSignedInShop(path?: string, product?: { stock: number }): Promise<Tab> {
  const tab = await openShop(path, product)
  await tab.signIn()
  return tab
}

const openPage = async () => ({
  ...(await import('#src/stores/cart.ts')),
  ...(await import('#src/stores/cart-lines.ts')),
  ...(await import('#src/stores/session.ts')),
  ...(await importToasts()),
})

const createUser = (): User => ({
  ...{ uid: 'asha', displayName: 'Asha Rao', email: 'asha@example.com', phone: '', gender: '' },
  ...{ dob: '', photoURL: '', role: 'customer', isVerified: true, created_at: { _seconds: 0 } },
  ...{ address: '', city: '', state: '', pincode: '', country: '', addresses: [] },
  ...{ primary_address: null, orders: [], wishlist: [], cart: [], hasPassword: true },
  gift: { wrap: false, note: '' },
})

/** A page whose signed-in user has this list as cart. */
async function openPageWithCart(cart: string[]) {
  const stores = {
    ...(await import('#src/stores/cart.ts')),
    ...(await import('#src/stores/session.ts')),
  }
  const setCart = (list: unknown) => stores.setUser({ ...createUser(), cart: list as string[] })
  setCart(cart)
  const change = (apply: (ids: readonly string[]) => string[]) =>
    stores.updateLocalUser({ cart: apply(stores.$user.get()?.cart ?? []) })
  return { ...stores, setCart, change }
}

describe('the cart count', () => {
  test('follows the user’s cart: added, removed and cleared (§4.cart-count.1)', async () => {
    const page = await openPageWithCart(['a', 'a', 'a'])
    page.change((ids) => page.changeCount(ids, 'a', 1))
    page.change((ids) => page.changeCount(ids, 'b', 2))
    page.change((ids) => page.changeCount(ids, 'b', -1))
    expect(page.$cartCount.get()).toBe(5)
    page.clearUser()
    expect(page.$cartCount.get()).toBe(0)
  })

  test('never drops below 0 (§9.10)', async () => {
    const page = await openPageWithCart(['a'])
    page.change((ids) => page.changeCount(ids, 'a', -4))
    expect(page.$cartCount.get()).toBe(0)
    page.change((ids) => page.changeCount(ids, 'a', -2))
    expect(page.$cartCount.get()).toBe(0)
  })

  test.each([
    [[{ quantity: 2 }, { quantity: 3 }], 5],
    [['a', 'a', 'b'], 3],
    [['a', 'a', { quantity: 3 }], 5],
    [[], 0],
    ['three', 7],
    ['two', 7],
    [2, 7],
    [true, 7],
    [{ length: 3 }, 7],
    [{ quantity: 2 }, 7],
    [null, 7],
    [undefined, 7],
  ])('counts %j as %i: a value that is no list is ignored (§5.10)', async (list, expected) => {
    const page = await openPageWithCart(Array<string>(7).fill('a'))
    page.setCart(list)
    expect(page.$cartCount.get()).toBe(expected)
  })
})

describe('the count at app start', () => {
  test('is that of the fetched user’s cart, and 0 without a user (§4.cart-count.2)', async () => {
    await using tab = await openSignedInShop()
    const first = await openPage()
    await first.addToCart(ruby, { quantity: 3 })
    await vi.waitFor(() => expect(tab.listCalls(/GET \/cart/)).toHaveLength(1), WAIT)

    tab.navigate('/')
    tab.requests.length = 0
    const page = await openPage()
    await page.startSession()
    expect(tab.listCalls()).toEqual(['GET /users/getUserProfile'])
    expect(page.$user.get()?.uid).toBe(first.$user.get()?.uid)
    expect(page.$user.get()?.cart).toEqual([ruby.id, ruby.id, ruby.id])
    expect(page.$cartCount.get()).toBe(3)

    tab.clearCookies()
    await page.refreshUser()
    expect([page.$user.get(), page.$cartCount.get()]).toEqual([null, 0])
  })

  test('is the previous page’s until the server responds', async () => {
    await using tab = await openSignedInShop()
    const first = await openPage()
    await first.addToCart(ruby, { quantity: 2 })
    tab.navigate('/cart')
    const page = await openPage()
    const starting = page.startSession()
    expect(page.$signedIn.get()).toBe(true)
    expect(page.$cartCount.get()).toBe(2)
    await starting
  })

  test('is 0 after the user is cleared (§4.cart-count.2)', async () => {
    await using _tab = await openSignedInShop()
    const page = await openPage()
    await page.addToCart(ruby)
    page.clearUser()
    expect(page.$cartCount.get()).toBe(0)
    expect(page.$cart.get().lines).toEqual([])
  })
})

describe('adding', () => {
  test('updates immediately and shows the server’s message (§4.adding-to-cart.1 §8.3)', async () => {
    await using _tab = await openSignedInShop()
    const page = await openPage()
    await page.startSession()
    const adding = page.addToCart(ruby)
    await vi.waitFor(() => expect(page.$user.get()?.cart).toEqual([ruby.id]))
    expect(page.$cartCount.get()).toBe(1)
    expect(await adding).toBe(true)
    expect(page.listToasts()).toEqual(['success: Added to cart'])
  })

  test('sends the product’s fields and an idempotency key (§4.adding-to-cart.1)', async () => {
    await using tab = await openSignedInShop()
    const page = await openPage()
    await page.addToCart(ruby, { quantity: 2 })
    expect(tab.requests.find(({ endpoint }) => endpoint === 'POST /cart')).toEqual({
      endpoint: 'POST /cart',
      body: {
        productId: ruby.id,
        title: 'The ruby',
        price: 1_234.5,
        quantity: 2,
        variant: {},
        image: '/api/media/ruby/960.webp',
        category: 'jewelry',
      },
      idempotencyKey: expect.stringMatching(/^[\da-f]{32}$/),
      credentials: 'include',
    })
  })

  test('rolls back and shows the server’s message when it is rejected (§8.2)', async () => {
    await using _tab = await openSignedInShop()
    const page = await openPage()
    expect(await page.addToCart({ ...ruby, id: 'gone' })).toBe(false)
    expect(page.$user.get()?.cart).toEqual([])
    expect(page.$cartCount.get()).toBe(0)
    expect(page.listToasts()).toEqual(['error: Product not found.'])
  })

  test.each([
    [200, '{"success":false}'],
    [200, '{}'],
    [200, '{"message":""}'],
    [409, '{"success":false,"message":""}'],
  ])('is rejected by %i %s, with "Failed to add to cart" (§8.2)', async (status, body) => {
    await using tab = await openSignedInShop()
    const page = await openPage()
    tab.intercept(/POST \/cart/, respondWith(status, body))
    expect(await page.addToCart(ruby)).toBe(false)
    expect(page.$cartCount.get()).toBe(0)
    expect(page.$user.get()?.cart).toEqual([])
    expect(page.listToasts()).toEqual(['error: Failed to add to cart'])
  })

  test.each([
    [200, '{"success":true,"message":"Reserved for you."}', 'success: Reserved for you.'],
    [200, '{"success":true,"message":""}', 'success: Added to cart'],
    [409, '{"success":false,"message":"Sold out"}', 'error: Sold out'],
  ])('shows the server’s message, else its own: %i %s (§8.2 §8.3)', async (status, body, toast) => {
    await using tab = await openSignedInShop()
    const page = await openPage()
    tab.intercept(/POST \/cart/, respondWith(status, body))
    await page.addToCart(ruby, { quantity: 2 })
    expect(page.listToasts()).toEqual([toast])
  })

  test('rolls back without network (§8.2)', async () => {
    await using tab = await openSignedInShop()
    const page = await openPage()
    await page.startSession()
    tab.goOffline(/cart/)
    expect(await page.addToCart(ruby)).toBe(false)
    expect(page.$user.get()?.cart).toEqual([])
    expect(page.$cartCount.get()).toBe(0)
    expect(page.listToasts()).toEqual(['error: Something went wrong while adding to cart'])
  })

  test('adds once when pressed twice', async () => {
    await using tab = await openSignedInShop()
    const page = await openPage()
    await Promise.all([page.addToCart(ruby), page.addToCart(ruby)])
    expect(tab.listCalls(/POST \/cart/)).toHaveLength(1)
    expect(page.$cartCount.get()).toBe(1)
  })

  test('retries a lost response with the same idempotency key', async () => {
    await using tab = await openSignedInShop()
    const page = await openPage()
    let requests = 0
    tab.intercept(/POST \/cart/, async (_, pass) => {
      const response = await pass()
      requests += 1
      if (requests === 1) throw new TypeError('Failed to fetch')
      return response
    })
    expect(await page.addToCart(ruby)).toBe(true)
    const keys = tab.requests
      .filter(({ endpoint }) => endpoint === 'POST /cart')
      .map(({ idempotencyKey }) => idempotencyKey)
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
    await page.openCart()
    expect(page.$cartCount.get()).toBe(1)
  })

  test('sends the same key when pressed again after a lost response', async () => {
    await using tab = await openSignedInShop()
    const page = await openPage()
    await page.startSession()
    tab.intercept(/POST \/cart/, async (_, pass) => {
      await pass()
      throw new TypeError('Failed to fetch')
    })
    tab.goOffline(/GET \/cart/)
    expect(await page.addToCart(ruby)).toBe(false)
    tab.restoreNetwork()
    expect(await page.addToCart(ruby)).toBe(true)
    const keys = tab.requests
      .filter(({ endpoint }) => endpoint === 'POST /cart')
      .map(({ idempotencyKey }) => idempotencyKey)
    expect(new Set(keys).size).toBe(1)
    await page.openCart()
    await vi.waitFor(() => expect(page.$cartCount.get()).toBe(1), WAIT)
  })

  test('shows the server’s quantity when the stock is smaller', async () => {
    await using _tab = await openSignedInShop()
    const page = await openPage()
    await page.addToCart(ruby, { quantity: 9 })
    expect(page.listToasts()).toEqual(['success: Only 5 left.'])
    await vi.waitFor(() => expect(page.$cartCount.get()).toBe(5), WAIT)
  })

  test('stops at 10 of one product and at the stock', async () => {
    await using tab = await openSignedInShop('/', { stock: 50 })
    const page = await openPage()
    await page.addToCart(ruby, { quantity: 10 })
    await page.addToCart(ruby)
    await page.openCart()
    await vi.waitFor(() => expect(page.$cart.get().lines[0]?.quantity).toBe(10), WAIT)
    expect(page.$cart.get().lines[0]?.maxQuantity).toBe(10)
    expect(page.listToasts()).toEqual([
      'success: Added to cart',
      'error: You can have at most 10 of one piece.',
    ])
    await updateProduct(tab.app, ruby.id, { stock: 3 })
    await page.reloadCart()
    expect(page.$cart.get().lines[0]?.maxQuantity).toBe(3)
  })

  test('prompts a visitor to log in and sends nothing (§5.7 §8.1)', async () => {
    await using tab = await openShop()
    const page = await openPage()
    expect(await page.addToCart(ruby)).toBe(false)
    expect(page.listToasts()).toEqual(['error: Please log in to add items to your cart.'])
    expect(tab.listCalls(/cart/)).toEqual([])
  })

  test('prompts to log in when the session has ended', async () => {
    await using tab = await openSignedInShop()
    const page = await openPage()
    await page.startSession()
    tab.clearCookies()
    expect(await page.addToCart(ruby)).toBe(false)
    expect(page.$user.get()).toBeNull()
    expect(page.$cartCount.get()).toBe(0)
    expect(page.listToasts()).toEqual(['error: Please log in to add items to your cart.'])
  })
})

/** The cart page of a user whose cart has two rubies. */
async function openCartPage(tab: Tab) {
  await tab.signIn()
  const page = await openPage()
  await page.addToCart(ruby, { quantity: 2 })
  await page.openCart()
  await vi.waitFor(() => expect(page.$cart.get().known).toBe(true), WAIT)
  const [line] = page.$cart.get().lines
  if (!line) throw new Error('The cart is empty')
  page.takeToasts()
  tab.requests.length = 0
  return { ...page, line, shownQuantity: () => page.$cart.get().lines[0]?.quantity }
}

describe('the quantity buttons', () => {
  test.each([
    [1, 3],
    [-1, 1],
  ])('send the change %i, then fetch the cart (§4.cart-row.1)', async (step, expected) => {
    await using tab = await openShop('/cart')
    const page = await openCartPage(tab)
    await page.changeQuantity(page.line, step)
    expect(page.shownQuantity()).toBe(expected)
    await vi.waitFor(
      () => expect(tab.listCalls()).toEqual([`PATCH /cart/${page.line.id}`, 'GET /cart']),
      WAIT,
    )
    expect(tab.requests[0]?.body).toEqual({ change: step })
    await vi.waitFor(() => expect(page.$cart.get().lines[0]?.quantity).toBe(expected), WAIT)
    expect(page.$cartCount.get()).toBe(expected)
    expect(page.listToasts()).toEqual(['success: Cart updated successfully'])
    expect(page.$cart.get().lines[0]?.note).toBe('Cart updated')
  })

  test('send several presses as one change with one key', async () => {
    await using tab = await openShop('/cart')
    const page = await openCartPage(tab)
    for (const step of [1, 1, 1, -1]) await page.changeQuantity(page.line, step)
    expect(page.shownQuantity()).toBe(4)
    await vi.waitFor(() => expect(tab.listCalls(/GET \/cart/)).toHaveLength(1), WAIT)
    const changes = tab.requests.filter(({ endpoint }) => endpoint.startsWith('PATCH'))
    expect(changes.map(({ body }) => body)).toEqual([{ change: 2 }])
    expect(changes[0]?.idempotencyKey).toMatch(/^[\da-f]{32}$/)
    await vi.waitFor(() => expect(page.$cart.get().lines[0]?.quantity).toBe(4), WAIT)
  })

  test('send nothing when the presses cancel out', async () => {
    await using tab = await openShop('/cart')
    const page = await openCartPage(tab)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await page.changeQuantity(page.line, 1)
    await page.changeQuantity(page.line, -1)
    await vi.advanceTimersByTimeAsync(600)
    expect(tab.listCalls()).toEqual([])
    expect(page.shownQuantity()).toBe(2)
  })

  test('stop at 1 and at the stock', async () => {
    await using tab = await openShop('/cart')
    const page = await openCartPage(tab)
    for (let press = 0; press < 9; press++) await page.changeQuantity(page.line, 1)
    expect(page.shownQuantity()).toBe(5)
    for (let press = 0; press < 9; press++) await page.changeQuantity(page.line, -1)
    expect(page.shownQuantity()).toBe(1)
  })

  test('are disabled while the row’s request is pending', async () => {
    await using tab = await openShop('/cart')
    const page = await openCartPage(tab)
    const release = tab.holdResponses(/PATCH/)
    await page.changeQuantity(page.line, 1)
    await vi.waitFor(() => expect(page.$cart.get().lines[0]?.busy).toBe(true), WAIT)
    await page.changeQuantity(page.line, 1)
    expect(page.shownQuantity()).toBe(3)
    release()
    await vi.waitFor(() => expect(page.$cart.get().lines[0]?.busy).toBe(false), WAIT)
    expect(page.shownQuantity()).toBe(3)
  })

  test('send a debounced change when the page is left', async () => {
    await using tab = await openShop('/cart')
    const page = await openCartPage(tab)
    await page.changeQuantity(page.line, 1)
    tab.dispatch(new Event('pagehide'))
    expect(tab.listCalls()).toEqual([`PATCH /cart/${page.line.id}`])
    await vi.waitFor(() => expect(tab.listCalls(/GET/)).toHaveLength(1), WAIT)
  })

  test('show the server’s message and its cart after a rejection (§8.5)', async () => {
    await using tab = await openShop('/cart')
    const page = await openCartPage(tab)
    await tab.app.deps.db.deleteFrom('cart_item').execute()
    await page.changeQuantity(page.line, 1)
    await vi.waitFor(() => expect(page.$cart.get().lines).toEqual([]), WAIT)
    expect(page.listToasts()).toEqual([expect.stringMatching(/^error: .+/)])
    expect(page.$cartCount.get()).toBe(0)
  })

  test.each([
    ['{"success":true,"message":"One more is yours."}', 'One more is yours.'],
    ['{"success":true,"message":""}', 'Cart updated successfully'],
  ])('show %s as a toast, and "Cart updated" in the row (§8.6)', async (body, text) => {
    await using tab = await openShop('/cart')
    const page = await openCartPage(tab)
    tab.intercept(/PATCH/, respondWith(200, body))
    await page.changeQuantity(page.line, 1)
    await vi.waitFor(() => expect(page.listToasts()).toEqual([`success: ${text}`]), WAIT)
    expect(page.$cart.get().lines[0]?.note).toBe('Cart updated')
  })

  test('show a rejection’s message as a toast, and "Failed to update cart" in the row (§8.5)', async () => {
    await using tab = await openShop('/cart')
    const page = await openCartPage(tab)
    tab.intercept(/PATCH/, rejectWith('Only 2 left.', 409))
    await page.changeQuantity(page.line, 1)
    await vi.waitFor(() => expect(page.listToasts()).toEqual(['error: Only 2 left.']), WAIT)
    expect(page.$cart.get().lines[0]?.note).toBe('Failed to update cart')
  })

  test('fall back to "Failed to update cart", in the row too (§8.5)', async () => {
    await using tab = await openShop('/cart')
    const page = await openCartPage(tab)
    tab.intercept(/PATCH/, respondWith(200, '{"success":false}'))
    await page.changeQuantity(page.line, 1)
    await vi.waitFor(
      () => expect(page.listToasts()).toEqual(['error: Failed to update cart']),
      WAIT,
    )
    expect(page.$cart.get().lines[0]?.note).toBe('Failed to update cart')
    expect(page.shownQuantity()).toBe(2)
  })

  test('show "Something went wrong while updating cart" without network (§8.5)', async () => {
    await using tab = await openShop('/cart')
    const page = await openCartPage(tab)
    tab.goOffline(/PATCH/)
    await page.changeQuantity(page.line, 1)
    await vi.waitFor(
      () => expect(page.listToasts()).toEqual(['error: Something went wrong while updating cart']),
      WAIT,
    )
    expect(page.shownQuantity()).toBe(2)
    expect(page.$cartCount.get()).toBe(2)
  })

  test('prompt a visitor to log in and send nothing (§5.7 §8.4)', async () => {
    await using tab = await openShop('/cart')
    const page = await openPage()
    await page.changeQuantity({ id: 'any' }, 1)
    expect(page.listToasts()).toEqual(['error: Please log in to update your cart.'])
    expect(tab.listCalls(/cart/)).toEqual([])
  })
})

describe('changing the options of a line', () => {
  const RING = {
    slug: 'ring',
    options: [{ name: 'Size', values: ['10', '12'] }],
    variant: { Size: '10' },
  }

  async function openRing() {
    const tab = await openTab('/cart')
    const [productId] = await addProducts(tab.app, RING)
    await tab.signIn()
    const page = await openPage()
    await page.openCart()
    for (const Size of ['10', '12'])
      await page.addToCart(createShopProduct('ring', { id: productId ?? '' }), {
        variant: { Size },
      })
    await vi.waitFor(() => expect(page.$cart.get().lines).toHaveLength(2), WAIT)
    page.takeToasts()
    const [line] = page.$cart.get().lines
    if (!line) throw new Error('the line is missing')
    return { tab, page, line }
  }

  test('is shown at once, and the refetched cart has the merged line', async () => {
    const { tab, page, line } = await openRing()
    await using _ = tab
    const release = tab.holdResponses(/PUT/)
    const changed = page.changeVariant(line, { Size: '12' })
    await vi.waitFor(() => expect(page.$cart.get().lines[0]?.busy).toBe(true), WAIT)
    expect(page.$cart.get().lines[0]?.variant).toEqual({ Size: '12' })
    release()
    await changed
    await vi.waitFor(() => expect(page.$cart.get().lines).toHaveLength(1), WAIT)
    expect(page.$cart.get().lines).toMatchObject([{ id: line.id, quantity: 2, busy: false }])
    expect(page.$cartCount.get()).toBe(2)
    expect(page.takeToasts()).toEqual(['success: Cart updated successfully'])
  })

  test('is rolled back when the call fails; its key is no other change’s', async () => {
    const { tab, page, line } = await openRing()
    await using _ = tab
    tab.intercept(/PUT/, failNetwork)
    await page.changeVariant(line, { Size: '12' })
    expect(page.takeToasts()).toEqual(['error: Something went wrong while updating cart'])
    expect(page.$cart.get().lines[0]?.variant).toEqual({ Size: '10' })
    tab.restoreNetwork()
    await page.changeQuantity(line, 1)
    await vi.waitFor(() => expect(page.$cart.get().lines[0]?.note).toBe('Cart updated'), WAIT)
    const keys = tab.requests.flatMap(({ endpoint, idempotencyKey }) =>
      /PUT|PATCH/.test(endpoint) ? [idempotencyKey] : [],
    )
    expect(new Set(keys).size).toBe(2)
  })
})

describe('remove', () => {
  test('lowers the count by 1 until the cart is fetched (§4.cart-row.2 §8.9)', async () => {
    await using tab = await openShop('/cart')
    const page = await openCartPage(tab)
    const counts: number[] = []
    page.$cartCount.listen((count) => counts.push(count))
    await page.removeLine(page.line)
    expect(counts).toEqual([1, 0])
    expect(tab.listCalls()).toEqual([`DELETE /cart/${page.line.id}`, 'GET /cart'])
    expect(page.listToasts()).toEqual(['success: Item removed from cart.'])
    expect(page.$cart.get().lines).toEqual([])
  })

  test('discards a debounced change', async () => {
    await using tab = await openShop('/cart')
    const page = await openCartPage(tab)
    await page.changeQuantity(page.line, 1)
    await page.removeLine(page.line)
    expect(tab.listCalls(/PATCH/)).toEqual([])
    expect(page.$cartCount.get()).toBe(0)
  })

  test('shows the server’s message, else "Failed to remove item", when it is rejected (§8.8)', async () => {
    await using tab = await openShop('/cart')
    const page = await openCartPage(tab)
    tab.intercept(/DELETE/, respondWith(500, '{"success":false,"message":"Not now."}'))
    await page.removeLine(page.line)
    tab.intercept(/DELETE/, respondWith(500, '{"success":false}'))
    await page.removeLine(page.line)
    expect(page.listToasts()).toEqual(['error: Not now.', 'error: Failed to remove item'])
    expect(page.$cartCount.get()).toBe(2)
  })

  test('shows "Something went wrong while removing item" without network (§8.8)', async () => {
    await using tab = await openShop('/cart')
    const page = await openCartPage(tab)
    tab.goOffline(/DELETE/)
    await page.removeLine(page.line)
    expect(page.listToasts()).toEqual(['error: Something went wrong while removing item'])
    expect(page.$cart.get().lines).toHaveLength(1)
  })

  test('prompts a visitor to log in and sends nothing (§5.7 §8.7)', async () => {
    await using tab = await openShop('/cart')
    const page = await openPage()
    await page.removeLine({ id: 'any' })
    expect(page.listToasts()).toEqual(['error: Please log in to manage your cart.'])
    expect(tab.listCalls(/cart/)).toEqual([])
  })
})

describe('a removed line', () => {
  test('comes back with its quantity and options by Undo', async () => {
    const tab = await openTab('/cart')
    await using _ = tab
    const variant = { Size: '12' }
    const [id = ''] = await addProducts(tab.app, {
      slug: 'ring',
      options: [{ name: 'Size', values: ['10', '12'] }],
      variant: { Size: '10' },
    })
    await tab.signIn()
    const page = await openPage()
    await page.openCart()
    await page.addToCart(createShopProduct('ring', { id }), { variant, quantity: 3 })
    await vi.waitFor(() => expect(page.$cart.get().lines).toHaveLength(1), WAIT)
    expect(page.$removedLine.get()).toBeNull()
    await page.removeLine(page.$cart.get().lines[0] ?? { id: '' })
    expect(page.$cart.get().lines).toEqual([])
    await page.undoRemoval()
    await vi.waitFor(() => expect(page.$cart.get().lines).toHaveLength(1), WAIT)
    expect(page.$cart.get().lines).toMatchObject([{ quantity: 3, variant }])
    expect(page.$removedLine.get()).toBeNull()
  })

  test('saved for later is on the wishlist; when that fails, it stays', async () => {
    await using tab = await openSignedInShop('/cart')
    const page = await openPage()
    await page.openCart()
    await page.addToCart(ruby, { quantity: 2 })
    await vi.waitFor(() => expect(page.$cart.get().lines).toHaveLength(1), WAIT)
    const [line] = page.$cart.get().lines
    if (!line) throw new Error('the line is missing')
    tab.intercept(/POST \/wishlist/, failNetwork)
    await page.saveForLater(line)
    expect(page.$cart.get().lines).toHaveLength(1)
    tab.restoreNetwork()
    await page.saveForLater(line)
    expect(page.$cart.get().lines).toEqual([])
    expect(page.$user.get()?.wishlist).toEqual([ruby.id])
    expect(tab.requests.findLast(({ endpoint }) => endpoint === 'POST /wishlist/')?.body).toEqual({
      productId: ruby.id,
      saved: { variant: {}, quantity: 2 },
    })
  })
})

describe('fetching the cart', () => {
  test('is skipped for a visitor, whose cart is empty (§4.cart-count.3)', async () => {
    await using tab = await openShop('/cart')
    const page = await openPage()
    await page.openCart()
    expect(tab.listCalls()).toEqual(['GET /users/getUserProfile'])
    expect(page.$cart.get()).toMatchObject({ lines: [], error: null })
  })

  test('happens again when another user signs in (§4.cart-count.3)', async () => {
    await using tab = await openShop('/cart')
    const page = await openCartPage(tab)
    await tab.signIn()
    await page.refreshUser()
    await vi.waitFor(() => expect(tab.listCalls(/GET \/cart/)).toHaveLength(1), WAIT)
    await vi.waitFor(() => expect(page.$cart.get()).toMatchObject({ lines: [], known: true }))
    expect(page.$cartCount.get()).toBe(0)
  })

  test('happens when a visitor signs in in another tab (§4.cart-count.3)', async () => {
    await using tab = await openShop('/cart')
    const page = await openPage()
    await page.openCart()
    await tab.signIn()
    await page.refreshUser()
    await vi.waitFor(() => expect(page.$cart.get()).toMatchObject({ lines: [], known: true }))
    expect(tab.listCalls(/GET \/cart/)).toHaveLength(1)
  })

  test('is skipped on the next page while the cart is fresh', async () => {
    await using tab = await openShop('/cart')
    await openCartPage(tab)
    tab.navigate('/cart')
    const page = await openPage()
    await page.openCart()
    expect(page.$cart.get().lines).toHaveLength(1)
    expect(tab.listCalls(/GET \/cart/)).toEqual([])
  })

  test('happens when the profile has another item count', async () => {
    await using tab = await openShop('/cart')
    await openCartPage(tab)
    await tab.app.deps.db.updateTable('cart_item').set({ quantity: 4 }).execute()
    tab.navigate('/cart')
    const page = await openPage()
    await page.openCart()
    expect(page.$cart.get().lines[0]?.quantity).toBe(4)
  })

  test('shows the server’s message, else "Failed to fetch cart", when it is rejected (§8.10)', async () => {
    await using tab = await openSignedInShop('/cart')
    const page = await openPage()
    tab.intercept(/GET \/cart/, respondWith(403, '{"success":false,"message":"Closed."}'))
    await page.openCart()
    expect(page.$cart.get().error).toBe('Closed.')
    tab.intercept(/GET \/cart/, respondWith(200, '{"success":false}'))
    await page.reloadCart()
    expect(page.$cart.get().error).toBe('Failed to fetch cart')
    expect(page.listToasts()).toEqual(['error: Closed.', 'error: Failed to fetch cart'])
  })

  test.each([
    ['no network', failNetwork],
    ['a proxy’s page', respondWith(502, '<h1>Bad gateway</h1>')],
  ])('fails with its own text and "Unable to load cart": %s (§8.10)', async (_, interceptor) => {
    await using tab = await openSignedInShop('/cart')
    const page = await openPage()
    tab.intercept(/GET \/cart/, interceptor)
    await page.openCart()
    expect(tab.listCalls(/GET \/cart/)).toHaveLength(2)
    expect(page.$cart.get().error).toBe('Something went wrong while fetching your cart')
    expect(page.listToasts()).toEqual(['error: Unable to load cart'])
    tab.restoreNetwork()
    await page.reloadCart()
    expect(page.$cart.get()).toMatchObject({ known: true, error: null, loading: false })
  })

  test('fails the same way when the profile cannot be fetched (§8.10)', async () => {
    await using tab = await openSignedInShop('/cart')
    const page = await openPage()
    tab.goOffline()
    await page.openCart()
    expect(page.$cart.get().error).toBe('Something went wrong while fetching your cart')
    expect(page.listToasts()).toEqual(['error: Unable to load cart'])
  })

  test('never replaces a newer response by an older one', async () => {
    await using tab = await openShop('/cart')
    const page = await openCartPage(tab)
    const release = tab.holdResponses(/GET \/cart/)
    const first = page.reloadCart()
    await vi.waitFor(() => expect(tab.listCalls(/GET \/cart/)).toHaveLength(1), WAIT)
    tab.restoreNetwork()
    await page.changeQuantity(page.line, 1)
    await vi.waitFor(() => expect(tab.listCalls(/GET \/cart/)).toHaveLength(2), WAIT)
    await vi.waitFor(() => expect(page.$cart.get().lines[0]?.quantity).toBe(3), WAIT)
    release()
    await first
    expect(page.$cart.get().lines[0]?.quantity).toBe(3)
    expect(page.$cartCount.get()).toBe(3)
  })
})

describe('the cart over tabs', () => {
  test('is fetched after another tab’s change, and broadcasts its own', async () => {
    await using tab = await openShop('/cart')
    const page = await openCartPage(tab)
    const other = new BroadcastChannel('kairavi')
    try {
      const received: unknown[] = []
      other.onmessage = (event) => received.push((event as MessageEvent).data)
      await tab.app.deps.db.updateTable('cart_item').set({ quantity: 5 }).execute()
      other.postMessage('cart')
      await vi.waitFor(() => expect(page.$cartCount.get()).toBe(5), WAIT)
      await page.changeQuantity(page.line, -1)
      await vi.waitFor(() => expect(received).toEqual(['cart']), WAIT)
    } finally {
      other.close()
    }
  })

  test('is fetched after a change made while the page fetched the profile', async () => {
    await using tab = await openShop('/cart')
    await openCartPage(tab)
    tab.navigate('/cart')
    const page = await openPage()
    const other = new BroadcastChannel('kairavi')
    const received = new BroadcastChannel('kairavi')
    tab.intercept(/GET \/users/, async (_, pass) => {
      const profile = await pass()
      await tab.app.deps.db.updateTable('cart_item').set({ quantity: 5 }).execute()
      other.postMessage('cart')
      await new Promise((resolve) => {
        received.onmessage = resolve
      })
      return profile
    })
    try {
      await page.openCart()
      await vi.waitFor(() => expect(page.$cart.get().lines[0]?.quantity).toBe(5), WAIT)
      expect(page.$cartCount.get()).toBe(5)
    } finally {
      other.close()
      received.close()
    }
  })
})

test('every call sends credentials, and scripts cannot read the session cookie (§6.3)', async () => {
  await using tab = await openSignedInShop('/cart')
  const page = await openPage()
  await page.addToCart(ruby)
  await page.openCart()
  const { toggleWishlist } = await import('#src/stores/wishlist.ts')
  await toggleWishlist(ruby)
  expect(new Set(tab.requests.map(({ credentials }) => credentials))).toEqual(new Set(['include']))
  expect(new Set(tab.listCalls())).toEqual(
    new Set(['GET /users/getUserProfile', 'POST /cart', 'GET /cart', 'POST /wishlist/']),
  )
  const client = await tab.app.signUpVerified('meera')
  const login = await client.post('/auth/login', { email: client.email, password: client.password })
  expect(login.headers.getSetCookie().join()).toMatch(/; HttpOnly/i)
})
