import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { User } from '#src/contract/account.ts'
import { toProductId } from '#src/server/catalog/to-product-row.ts'
import type { ShopProduct } from '#src/stores/intent.ts'
import { addProducts, updateProduct } from '#tests/helpers/products.ts'
import { openTab, respondWith, type Tab } from '#tests/helpers/tab.ts'

beforeEach(() => {
  vi.resetModules()
})
afterEach(() => {
  vi.useRealTimers()
})

const ruby: ShopProduct = {
  id: toProductId('ruby'),
  slug: 'ruby',
  title: 'The ruby',
  price: 1_234.5,
  images: ['/api/media/ruby/960.webp'],
  category: 'jewelry',
  stock: 50,
  variant: {},
}

const stocked = new WeakSet<Tab>()

/** A page of the shop with one product on sale. */
async function openPage(tab: Tab) {
  if (!stocked.has(tab)) await addProducts(tab.app, { slug: 'ruby', stock: 5 })
  stocked.add(tab)
  const cart = await import('#src/stores/cart.ts')
  const add = await import('#src/stores/add-to-cart.ts')
  const change = await import('#src/stores/cart-lines.ts')
  const session = await import('#src/stores/session.ts')
  const toasts = await import('#src/stores/toasts.ts')
  const said = () => toasts.$waitingToasts.get().map(({ kind, text }) => `${kind}: ${text}`)
  return { ...cart, ...add, ...change, ...session, said, product: ruby }
}

const settled = { timeout: 4_000, interval: 10 }

const createUser = (): User => ({
  ...{ uid: 'asha', displayName: 'Asha Rao', email: 'asha@example.com', phone: '', gender: '' },
  ...{ dob: '', photoURL: '', role: 'customer', isVerified: true, created_at: { _seconds: 0 } },
  ...{ address: '', city: '', state: '', pincode: '', country: '', addresses: [] },
  ...{ primary_address: null, orders: [], wishlist: [], cart: [], hasPassword: true },
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
  test('is set, raised, lowered (by 1 by default) and reset (§4.cart-count.1)', async () => {
    const page = await openPageWithCart(['a', 'a', 'a'])
    page.change((ids) => page.addItems(ids, 'a'))
    page.change((ids) => page.addItems(ids, 'b', 2))
    page.change((ids) => page.removeItems(ids, 'b'))
    expect(page.$cartCount.get()).toBe(5)
    page.clearUser()
    expect(page.$cartCount.get()).toBe(0)
  })

  test('never drops below 0 (§9.10)', async () => {
    const page = await openPageWithCart(['a'])
    page.change((ids) => page.removeItems(ids, 'a', 4))
    expect(page.$cartCount.get()).toBe(0)
    page.change((ids) => page.removeItems(ids, 'a', 2))
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
  ])('is set from %j as %i: only a list counts (§5.10)', async (list, expected) => {
    const page = await openPageWithCart(Array<string>(7).fill('a'))
    page.setCart(list)
    expect(page.$cartCount.get()).toBe(expected)
  })
})

describe('the count at app start (§4.cart-count.2)', () => {
  test('comes from the cart of the fetched user', async () => {
    await using tab = await openTab()
    await tab.signIn()
    const first = await openPage(tab)
    await first.addToCart(first.product, { quantity: 3 })
    await vi.waitFor(() => expect(tab.listCalls(/GET \/cart/)).toHaveLength(1), settled)
    tab.navigate('/cart')
    tab.requests.length = 0
    const page = await openPage(tab)
    await page.startSession()
    expect(tab.listCalls()).toEqual(['GET /users/getUserProfile'])
    expect(page.$cartCount.get()).toBe(3)
    expect(page.$user.get()?.cart).toEqual(Array(3).fill(first.product.id))
    tab.clearCookies()
    await page.refreshUser()
    expect([page.$user.get(), page.$cartCount.get()]).toEqual([null, 0])
  })

  test('is shown from the page before until the server has answered', async () => {
    await using tab = await openTab()
    await tab.signIn()
    const first = await openPage(tab)
    await first.addToCart(first.product, { quantity: 2 })
    tab.navigate('/cart')
    const page = await openPage(tab)
    const starting = page.startSession()
    expect(page.$signedIn.get()).toBe(true)
    expect(page.$cartCount.get()).toBe(2)
    await starting
  })

  test('is reset when the user is null', async () => {
    await using tab = await openTab()
    await tab.signIn()
    const page = await openPage(tab)
    await page.addToCart(page.product)
    page.clearUser()
    expect(page.$cartCount.get()).toBe(0)
    expect(page.$cart.get().lines).toEqual([])
  })
})

describe('adding (§4.adding-to-cart.1)', () => {
  test('marks the product immediately and shows the server’s message', async () => {
    await using tab = await openTab()
    await tab.signIn()
    const page = await openPage(tab)
    await page.startSession()
    const adding = page.addToCart(page.product)
    await vi.waitFor(() => expect(page.$user.get()?.cart).toEqual([page.product.id]))
    expect(page.$cartCount.get()).toBe(1)
    expect(await adding).toBe(true)
    expect(page.said()).toEqual(['success: Added to cart'])
  })

  test('shows the message of the server, else "Added to cart" (§8.3)', async () => {
    await using tab = await openTab()
    await tab.signIn()
    const page = await openPage(tab)
    tab.intercept(/POST \/cart/, respondWith(200, '{"success":true,"message":"Kept for you."}'))
    await page.addToCart(page.product)
    tab.intercept(/POST \/cart/, respondWith(200, '{"success":true,"message":""}'))
    await page.addToCart(page.product, { quantity: 2 })
    expect(page.said()).toEqual(['success: Kept for you.', 'success: Added to cart'])
  })

  test('sends what the specification lists, and a key', async () => {
    await using tab = await openTab()
    await tab.signIn()
    const page = await openPage(tab)
    await page.addToCart(page.product, { quantity: 2 })
    expect(tab.requests.find(({ endpoint }) => endpoint === 'POST /cart')).toEqual({
      endpoint: 'POST /cart',
      body: {
        productId: page.product.id,
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

  test('takes the piece back when the server refuses, and says why (§8.2)', async () => {
    await using tab = await openTab()
    await tab.signIn()
    const page = await openPage(tab)
    expect(await page.addToCart({ ...page.product, id: 'gone' })).toBe(false)
    expect(page.$user.get()?.cart).toEqual([])
    expect(page.$cartCount.get()).toBe(0)
    expect(page.said()).toEqual(['error: Product not found.'])
  })

  test.each([
    [200, '{"success":false}'],
    [200, '{}'],
    [409, '{"success":false,"message":""}'],
  ])('counts %i %s as refused: "Failed to add to cart"', async (status, body) => {
    await using tab = await openTab()
    await tab.signIn()
    const page = await openPage(tab)
    tab.intercept(/POST \/cart/, respondWith(status, body))
    expect(await page.addToCart(page.product)).toBe(false)
    expect(page.$cartCount.get()).toBe(0)
    expect(page.said()).toEqual(['error: Failed to add to cart'])
  })

  test('takes the piece back when the line breaks', async () => {
    await using tab = await openTab()
    await tab.signIn()
    const page = await openPage(tab)
    await page.startSession()
    tab.goOffline(/cart/)
    expect(await page.addToCart(page.product)).toBe(false)
    expect(page.$user.get()?.cart).toEqual([])
    expect(page.$cartCount.get()).toBe(0)
    expect(page.said()).toEqual(['error: Something went wrong while adding to cart'])
  })

  test('a double press adds once', async () => {
    await using tab = await openTab()
    await tab.signIn()
    const page = await openPage(tab)
    await Promise.all([page.addToCart(page.product), page.addToCart(page.product)])
    expect(tab.listCalls(/POST \/cart/)).toHaveLength(1)
    expect(page.$cartCount.get()).toBe(1)
  })

  test('an answer that is lost after the fact does not add twice', async () => {
    await using tab = await openTab()
    await tab.signIn()
    const page = await openPage(tab)
    let lost = 0
    tab.intercept(/POST \/cart/, async (_, pass) => {
      const answer = await pass()
      lost += 1
      if (lost === 1) throw new TypeError('Failed to fetch')
      return answer
    })
    expect(await page.addToCart(page.product)).toBe(true)
    const keys = tab.requests
      .filter(({ endpoint }) => endpoint === 'POST /cart')
      .map(({ idempotencyKey }) => idempotencyKey)
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
    await page.openCart()
    expect(page.$cartCount.get()).toBe(1)
  })

  test('pressing again after no answer at all sends the same key', async () => {
    await using tab = await openTab()
    await tab.signIn()
    const page = await openPage(tab)
    await page.startSession()
    tab.intercept(/POST \/cart/, async (_, pass) => {
      await pass()
      throw new TypeError('Failed to fetch')
    })
    tab.goOffline(/GET \/cart/)
    expect(await page.addToCart(page.product)).toBe(false)
    tab.restoreNetwork()
    expect(await page.addToCart(page.product)).toBe(true)
    const keys = tab.requests
      .filter(({ endpoint }) => endpoint === 'POST /cart')
      .map(({ idempotencyKey }) => idempotencyKey)
    expect(new Set(keys).size).toBe(1)
    await page.openCart()
    await vi.waitFor(() => expect(page.$cartCount.get()).toBe(1), settled)
  })

  test('the refetched sum stays when the server gave fewer', async () => {
    await using tab = await openTab()
    await tab.signIn()
    const page = await openPage(tab)
    await page.addToCart(page.product, { quantity: 9 })
    expect(page.said()).toEqual(['success: Only 5 left.'])
    await vi.waitFor(() => expect(page.$cartCount.get()).toBe(5), settled)
  })

  test('asks a visitor to log in, and sends nothing (§5.7 §8.1)', async () => {
    await using tab = await openTab()
    const page = await openPage(tab)
    expect(await page.addToCart(page.product)).toBe(false)
    expect(page.said()).toEqual(['error: Please log in to add items to your cart.'])
    expect(tab.listCalls(/cart/)).toEqual([])
  })

  test('asks to log in when the session ended elsewhere', async () => {
    await using tab = await openTab()
    await tab.signIn()
    const page = await openPage(tab)
    await page.startSession()
    tab.clearCookies()
    expect(await page.addToCart(page.product)).toBe(false)
    expect(page.$user.get()).toBeNull()
    expect(page.$cartCount.get()).toBe(0)
    expect(page.said()).toEqual(['error: Please log in to add items to your cart.'])
  })
})

/** A page that shows the cart with two pieces of the ruby. */
async function openCartPage(tab: Tab) {
  await tab.signIn()
  const page = await openPage(tab)
  await page.addToCart(page.product, { quantity: 2 })
  await page.openCart()
  await vi.waitFor(() => expect(page.$cart.get().known).toBe(true), settled)
  const [line] = page.$cart.get().lines
  if (!line) throw new Error('The cart is empty')
  const { takeToasts } = await import('#src/stores/toasts.ts')
  takeToasts()
  tab.requests.length = 0
  return { ...page, line, shown: () => page.$cart.get().lines[0]?.quantity }
}

describe('plus and minus (§4.cart-row.1)', () => {
  test.each([
    [1, 3],
    [-1, 1],
  ])('%i is sent as such, then the cart is fetched again', async (step, expected) => {
    await using tab = await openTab('/cart')
    const page = await openCartPage(tab)
    await page.changeQuantity(page.line, step)
    expect(page.shown()).toBe(expected)
    await vi.waitFor(
      () => expect(tab.listCalls()).toEqual([`PATCH /cart/${page.line.id}`, 'GET /cart']),
      settled,
    )
    expect(tab.requests[0]?.body).toEqual({ change: step })
    await vi.waitFor(() => expect(page.$cart.get().lines[0]?.quantity).toBe(expected), settled)
    expect(page.$cartCount.get()).toBe(expected)
    expect(page.said()).toEqual(['success: Cart updated successfully'])
    expect(page.$cart.get().lines[0]?.note).toBe('Cart updated')
  })

  test('a burst is one signed change under one key', async () => {
    await using tab = await openTab('/cart')
    const page = await openCartPage(tab)
    for (const step of [1, 1, 1, -1]) await page.changeQuantity(page.line, step)
    expect(page.shown()).toBe(4)
    await vi.waitFor(() => expect(tab.listCalls(/GET \/cart/)).toHaveLength(1), settled)
    const changes = tab.requests.filter(({ endpoint }) => endpoint.startsWith('PATCH'))
    expect(changes.map(({ body }) => body)).toEqual([{ change: 2 }])
    expect(changes[0]?.idempotencyKey).toMatch(/^[\da-f]{32}$/)
    await vi.waitFor(() => expect(page.$cart.get().lines[0]?.quantity).toBe(4), settled)
  })

  test('a burst that comes to nothing sends nothing', async () => {
    await using tab = await openTab('/cart')
    const page = await openCartPage(tab)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await page.changeQuantity(page.line, 1)
    await page.changeQuantity(page.line, -1)
    await vi.advanceTimersByTimeAsync(600)
    expect(tab.listCalls()).toEqual([])
    expect(page.shown()).toBe(2)
  })

  test('stops at 1 and at what can be had', async () => {
    await using tab = await openTab('/cart')
    const page = await openCartPage(tab)
    for (let press = 0; press < 9; press++) await page.changeQuantity(page.line, 1)
    expect(page.shown()).toBe(5)
    for (let press = 0; press < 9; press++) await page.changeQuantity(page.line, -1)
    expect(page.shown()).toBe(1)
  })

  test('the row is disabled while its request is pending', async () => {
    await using tab = await openTab('/cart')
    const page = await openCartPage(tab)
    let let_through = () => {}
    const held = new Promise<void>((resolve) => {
      let_through = resolve
    })
    tab.intercept(/PATCH/, async (_, pass) => {
      await held
      return pass()
    })
    await page.changeQuantity(page.line, 1)
    await vi.waitFor(() => expect(page.$cart.get().lines[0]?.busy).toBe(true), settled)
    await page.changeQuantity(page.line, 1)
    expect(page.shown()).toBe(3)
    let_through()
    await vi.waitFor(() => expect(page.$cart.get().lines[0]?.busy).toBe(false), settled)
    expect(page.shown()).toBe(3)
  })

  test('what was pressed for is sent when the page is left at once', async () => {
    await using tab = await openTab('/cart')
    const page = await openCartPage(tab)
    await page.changeQuantity(page.line, 1)
    tab.dispatch(new Event('pagehide'))
    expect(tab.listCalls()).toEqual([`PATCH /cart/${page.line.id}`])
    await vi.waitFor(() => expect(tab.listCalls(/GET/)).toHaveLength(1), settled)
  })

  test('tells the server’s words and shows what it confirmed (§8.5)', async () => {
    await using tab = await openTab('/cart')
    const page = await openCartPage(tab)
    await tab.app.deps.db.deleteFrom('cart_item').execute()
    await page.changeQuantity(page.line, 1)
    await vi.waitFor(() => expect(page.$cart.get().lines).toEqual([]), settled)
    expect(page.said()).toEqual([expect.stringMatching(/^error: .+/)])
    expect(page.$cartCount.get()).toBe(0)
  })

  test.each([
    [200, '{"success":true,"message":"One more is yours."}', 'success: One more is yours.'],
    [200, '{"success":true,"message":""}', 'success: Cart updated successfully'],
    [409, '{"success":false,"message":"Only 2 left."}', 'error: Only 2 left.'],
  ])(
    'after %i %s, the toast is "%s", with a note in the row (§8.6)',
    async (status, body, text) => {
      await using tab = await openTab('/cart')
      const page = await openCartPage(tab)
      tab.intercept(/PATCH/, respondWith(status, body))
      await page.changeQuantity(page.line, 1)
      await vi.waitFor(() => expect(page.said()).toEqual([text]), settled)
      const note = status === 200 ? 'Cart updated' : 'Failed to update cart'
      expect(page.$cart.get().lines[0]?.note).toBe(note)
    },
  )

  test('falls back to "Failed to update cart", in the row too (§8.5)', async () => {
    await using tab = await openTab('/cart')
    const page = await openCartPage(tab)
    tab.intercept(/PATCH/, respondWith(200, '{"success":false}'))
    await page.changeQuantity(page.line, 1)
    await vi.waitFor(() => expect(page.said()).toEqual(['error: Failed to update cart']), settled)
    expect(page.$cart.get().lines[0]?.note).toBe('Failed to update cart')
    expect(page.shown()).toBe(2)
  })

  test('a broken line: "Something went wrong while updating cart" (§8.5)', async () => {
    await using tab = await openTab('/cart')
    const page = await openCartPage(tab)
    tab.goOffline(/PATCH/)
    await page.changeQuantity(page.line, 1)
    await vi.waitFor(
      () => expect(page.said()).toEqual(['error: Something went wrong while updating cart']),
      settled,
    )
    expect(page.shown()).toBe(2)
    expect(page.$cartCount.get()).toBe(2)
  })

  test('asks a visitor to log in, and sends nothing (§5.7 §8.4)', async () => {
    await using tab = await openTab('/cart')
    const page = await openPage(tab)
    await page.changeQuantity({ id: 'any' }, 1)
    expect(page.said()).toEqual(['error: Please log in to update your cart.'])
    expect(tab.listCalls(/cart/)).toEqual([])
  })
})

test('a line takes 10 at most, and never more than the stock (§9.17)', async () => {
  await using tab = await openTab()
  await tab.signIn()
  const page = await openPage(tab)
  await updateProduct(tab.app, ruby.id, { stock: 50 })
  await page.addToCart(page.product, { quantity: 10 })
  await page.addToCart(page.product)
  await page.openCart()
  await vi.waitFor(() => expect(page.$cart.get().lines[0]?.quantity).toBe(10), settled)
  expect(page.$cart.get().lines[0]?.maxQuantity).toBe(10)
  expect(page.said()).toEqual([
    'success: Added to cart',
    'error: You can have at most 10 of one piece.',
  ])
  await updateProduct(tab.app, ruby.id, { stock: 3 })
  await page.reloadCart()
  expect(page.$cart.get().lines[0]?.maxQuantity).toBe(3)
})

describe('remove (§4.cart-row.2)', () => {
  test('lowers the count by 1, then the refetched sum stays (§8.9)', async () => {
    await using tab = await openTab('/cart')
    const page = await openCartPage(tab)
    const counts: number[] = []
    page.$cartCount.listen((count) => counts.push(count))
    await page.removeLine(page.line)
    expect(counts).toEqual([1, 0])
    expect(tab.listCalls()).toEqual([`DELETE /cart/${page.line.id}`, 'GET /cart'])
    expect(page.said()).toEqual(['success: Item removed from cart.'])
    expect(page.$cart.get().lines).toEqual([])
  })

  test('drops what was pressed for and not sent', async () => {
    await using tab = await openTab('/cart')
    const page = await openCartPage(tab)
    await page.changeQuantity(page.line, 1)
    await page.removeLine(page.line)
    expect(tab.listCalls(/PATCH/)).toEqual([])
    expect(page.$cartCount.get()).toBe(0)
  })

  test('refused: the server’s words, else "Failed to remove item" (§8.8)', async () => {
    await using tab = await openTab('/cart')
    const page = await openCartPage(tab)
    tab.intercept(/DELETE/, respondWith(500, '{"success":false,"message":"Not now."}'))
    await page.removeLine(page.line)
    tab.intercept(/DELETE/, respondWith(500, '{"success":false}'))
    await page.removeLine(page.line)
    expect(page.said()).toEqual(['error: Not now.', 'error: Failed to remove item'])
    expect(page.$cartCount.get()).toBe(2)
  })

  test('a broken line: "Something went wrong while removing item" (§8.8)', async () => {
    await using tab = await openTab('/cart')
    const page = await openCartPage(tab)
    tab.goOffline(/DELETE/)
    await page.removeLine(page.line)
    expect(page.said()).toEqual(['error: Something went wrong while removing item'])
    expect(page.$cart.get().lines).toHaveLength(1)
  })

  test('asks a visitor to log in, and sends nothing (§5.7 §8.7)', async () => {
    await using tab = await openTab('/cart')
    const page = await openPage(tab)
    await page.removeLine({ id: 'any' })
    expect(page.said()).toEqual(['error: Please log in to manage your cart.'])
    expect(tab.listCalls(/cart/)).toEqual([])
  })
})

describe('fetching the cart (§4.cart-count.3)', () => {
  test('a visitor’s is empty and is not asked for', async () => {
    await using tab = await openTab('/cart')
    const page = await openPage(tab)
    await page.openCart()
    expect(tab.listCalls()).toEqual(['GET /users/getUserProfile'])
    expect(page.$cart.get()).toMatchObject({ lines: [], error: null })
  })

  test('is fetched again when another user signs in', async () => {
    await using tab = await openTab('/cart')
    const page = await openCartPage(tab)
    await tab.signIn()
    await page.refreshUser()
    await vi.waitFor(() => expect(tab.listCalls(/GET \/cart/)).toHaveLength(1), settled)
    await vi.waitFor(() => expect(page.$cart.get()).toMatchObject({ lines: [], known: true }))
    expect(page.$cartCount.get()).toBe(0)
  })

  test('is fetched when a visitor signs in elsewhere', async () => {
    await using tab = await openTab('/cart')
    const page = await openPage(tab)
    await page.openCart()
    await tab.signIn()
    await page.refreshUser()
    await vi.waitFor(() => expect(page.$cart.get()).toMatchObject({ lines: [], known: true }))
    expect(tab.listCalls(/GET \/cart/)).toHaveLength(1)
  })

  test('is kept over page changes while it is fresh', async () => {
    await using tab = await openTab('/cart')
    await openCartPage(tab)
    tab.navigate('/cart')
    const page = await openPage(tab)
    await page.openCart()
    expect(page.$cart.get().lines).toHaveLength(1)
    expect(tab.listCalls(/GET \/cart/)).toEqual([])
  })

  test('is fetched when the profile tells of another number of pieces', async () => {
    await using tab = await openTab('/cart')
    await openCartPage(tab)
    await tab.app.deps.db.updateTable('cart_item').set({ quantity: 4 }).execute()
    tab.navigate('/cart')
    const page = await openPage(tab)
    await page.openCart()
    expect(page.$cart.get().lines[0]?.quantity).toBe(4)
  })

  test('refused: the server’s words, else "Failed to fetch cart" (§8.10)', async () => {
    await using tab = await openTab('/cart')
    await tab.signIn()
    const page = await openPage(tab)
    tab.intercept(/GET \/cart/, respondWith(403, '{"success":false,"message":"Closed."}'))
    await page.openCart()
    expect(page.$cart.get().error).toBe('Closed.')
    tab.intercept(/GET \/cart/, respondWith(200, '{"success":false}'))
    await page.reloadCart()
    expect(page.$cart.get().error).toBe('Failed to fetch cart')
    expect(page.said()).toEqual(['error: Closed.', 'error: Failed to fetch cart'])
  })

  test.each([
    ['nothing gets through', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['something else answers', respondWith(502, '<h1>Bad gateway</h1>')],
  ])('broke, %s: its text and "Unable to load cart" (§8.10)', async (_, line) => {
    await using tab = await openTab('/cart')
    await tab.signIn()
    const page = await openPage(tab)
    tab.intercept(/GET \/cart/, line)
    await page.openCart()
    expect(tab.listCalls(/GET \/cart/)).toHaveLength(2)
    expect(page.$cart.get().error).toBe('Something went wrong while fetching your cart')
    expect(page.said()).toEqual(['error: Unable to load cart'])
    tab.restoreNetwork()
    await page.reloadCart()
    expect(page.$cart.get()).toMatchObject({ known: true, error: null, loading: false })
  })

  test('says the same when not even the user can be asked for', async () => {
    await using tab = await openTab('/cart')
    await tab.signIn()
    const page = await openPage(tab)
    tab.goOffline()
    await page.openCart()
    expect(page.$cart.get().error).toBe('Something went wrong while fetching your cart')
    expect(page.said()).toEqual(['error: Unable to load cart'])
  })

  test('an old answer never overwrites a newer one', async () => {
    await using tab = await openTab('/cart')
    const page = await openCartPage(tab)
    let let_through = () => {}
    tab.intercept(/GET \/cart/, async (_, pass) => {
      const old = await pass()
      await new Promise<void>((resolve) => {
        let_through = resolve
      })
      return old
    })
    const first = page.reloadCart()
    await vi.waitFor(() => expect(tab.listCalls(/GET \/cart/)).toHaveLength(1), settled)
    tab.restoreNetwork()
    await page.changeQuantity(page.line, 1)
    await vi.waitFor(() => expect(tab.listCalls(/GET \/cart/)).toHaveLength(2), settled)
    await vi.waitFor(() => expect(page.$cart.get().lines[0]?.quantity).toBe(3), settled)
    let_through()
    await first
    expect(page.$cart.get().lines[0]?.quantity).toBe(3)
    expect(page.$cartCount.get()).toBe(3)
  })
})

describe('tabs agree', () => {
  test('another tab’s change is fetched, and ours is told', async () => {
    await using tab = await openTab('/cart')
    const page = await openCartPage(tab)
    const other = new BroadcastChannel('kairavi')
    try {
      const heard: unknown[] = []
      other.onmessage = (event) => heard.push((event as MessageEvent).data)
      await tab.app.deps.db.updateTable('cart_item').set({ quantity: 5 }).execute()
      other.postMessage('cart')
      await vi.waitFor(() => expect(page.$cartCount.get()).toBe(5), settled)
      await page.changeQuantity(page.line, -1)
      await vi.waitFor(() => expect(heard).toEqual(['cart']), settled)
    } finally {
      other.close()
    }
  })
})
