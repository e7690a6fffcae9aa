import { afterEach, describe, expect, vi } from 'vitest'
import { addProducts } from '#tests/helpers/products.ts'
import {
  createShopProduct,
  failNetwork,
  importToasts,
  openTab,
  respondAs,
  type Tab,
  WAIT,
} from '#tests/helpers/tab.ts'
import { createTabTest } from '#tests/helpers/tab-test.ts'

afterEach(() => {
  vi.useRealTimers()
})

const ruby = createShopProduct('ruby', {
  images: ['/api/media/ruby/960.webp', '/api/media/b/960.webp'],
})

const importPage = async () => ({
  ...(await import('#src/stores/cart.ts')),
  ...(await import('#src/stores/cart-lines.ts')),
  ...(await import('#src/stores/session.ts')),
  ...(await importToasts()),
})
type Page = Awaited<ReturnType<typeof importPage>>

/** The cart page of the signed-in user, whose cart has two rubies. */
async function openCartPage(tab: Tab, page: Page) {
  await page.addToCart(ruby, { quantity: 2 })
  await page.openCart()
  await vi.waitFor(() => expect(page.$cart.get().known).toBe(true), WAIT)
  const [line] = page.$cart.get().lines
  if (!line) throw new Error('The cart is empty')
  page.takeToasts()
  tab.requests.length = 0
  return { ...page, line, shownQuantity: () => page.$cart.get().lines[0]?.quantity }
}

const test = createTabTest('/cart', [{ slug: 'ruby', stock: 5 }]).extend<{
  /** Of a visitor. */
  visitorPage: Page
  /** Of a signed-in user with an empty cart. */
  page: Page
  cartPage: Awaited<ReturnType<typeof openCartPage>>
}>({
  visitorPage: async ({ tab: _ }, use) => use(await importPage()),
  page: async ({ tab, visitorPage }, use) => {
    await tab.signIn()
    await use(visitorPage)
  },
  cartPage: async ({ tab, page }, use) => use(await openCartPage(tab, page)),
})

describe('the cart count', () => {
  test('follows the cart, never below 0 (§4.cart-count.1 §9.10)', async ({ page }) => {
    await page.startSession()
    page.updateLocalUser({ cart: ['a', 'a', 'a'] })
    const counts = [
      ['a', 1],
      ['b', 2],
      ['b', -1],
      ['a', -9],
      ['b', -2],
    ].map(([id, delta]) => {
      const cart = page.changeCount(page.$user.get()?.cart ?? [], String(id), Number(delta))
      page.updateLocalUser({ cart })
      return page.$cartCount.get()
    })
    expect(counts).toEqual([4, 6, 5, 1, 0])
    expect(page.changeCount(['a', 'b', 'a'], 'a', -1)).toEqual(['a', 'b'])
    page.updateLocalUser({ cart: ['a'] })
    page.clearUser()
    expect([page.$cartCount.get(), page.$cart.get().lines]).toEqual([0, []])
  })

  test('ignores a value that is no list (§5.10)', async ({ page }) => {
    await page.startSession()
    for (const [list, count] of [
      [['a', 'a', 'b', 'c', 'd', 'e', 'f'], 7],
      ...['three', 2, true, { length: 3 }, { quantity: 2 }, null, undefined].map((one) => [one, 7]),
      [[{ quantity: 2 }, { quantity: 3 }], 5],
      [['a', 'a', { quantity: 3 }, { quantity: 0 }, { quantity: '2' }, {}], 8],
      [[], 0],
    ]) {
      page.updateLocalUser({ cart: list as string[] })
      expect([list, page.$cartCount.get()]).toEqual([list, count])
    }
  })

  test('at app start is that of the fetched user (§4.cart-count.2)', async ({
    tab,
    page: first,
  }) => {
    await first.addToCart(ruby, { quantity: 3 })
    await vi.waitFor(() => expect(tab.listCalls(/GET \/cart/)).toHaveLength(1), WAIT)

    tab.navigate('/')
    tab.requests.length = 0
    const page = await importPage()
    const starting = page.startSession()
    // That of the previous page until the server responds.
    expect([page.$signedIn.get(), page.$cartCount.get()]).toEqual([true, 3])
    await starting
    expect(tab.listCalls()).toEqual(['GET /users/getUserProfile'])
    expect(page.$user.get()).toMatchObject({
      uid: first.$user.get()?.uid,
      cart: [ruby.id, ruby.id, ruby.id],
    })
    expect(page.$cartCount.get()).toBe(3)

    tab.clearCookies()
    await page.refreshUser()
    expect([page.$user.get(), page.$cartCount.get()]).toEqual([null, 0])
  })
})

describe('adding', () => {
  test('is shown at once, and sends fields and key (§4.adding-to-cart.1 §8.3)', async ({
    tab,
    page,
  }) => {
    await page.startSession()
    const adding = page.addToCart(ruby, { quantity: 2 })
    await vi.waitFor(() => expect(page.$user.get()?.cart).toEqual([ruby.id, ruby.id]))
    expect(page.$cartCount.get()).toBe(2)
    expect(await adding).toBe(true)
    expect(page.listToasts()).toEqual(['success: Added to cart'])
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

  test.for([
    ['200 {"success":true,"message":"Reserved."}', 'success: Reserved.'],
    ['200 {"success":true,"message":""}', 'success: Added to cart'],
    ['409 {"success":false,"message":"Sold out"}', 'error: Sold out'],
    ['409 {"message":"Only 2 left.","field":"quantity"}', 'blank: Only 2 left.'],
    ['409 {"success":false,"message":""}', 'error: Failed to add to cart'],
    ['no answer', 'error: Something went wrong while adding to cart'],
  ] as const)(
    'shows why, and is rolled back unless it succeeds: %s "%s" (§8.2 §8.3)',
    async ([answer, toast], { tab, page }) => {
      await page.startSession()
      tab.intercept(/POST \/cart/, respondAs(answer))
      // A failed addition is rolled back without the server's cart.
      if (toast.startsWith('error')) tab.goOffline(/GET \/cart/)
      expect(await page.addToCart(ruby)).toBe(toast.startsWith('success'))
      expect(page.listToasts()).toEqual([toast])
      await vi.waitFor(() => expect(page.$user.get()?.cart).toEqual([]), WAIT)
      expect(page.$cartCount.get()).toBe(0)
    },
  )

  test('adds once when pressed twice', async ({ tab, page }) => {
    await Promise.all([page.addToCart(ruby), page.addToCart(ruby)])
    expect(tab.listCalls(/POST \/cart/)).toHaveLength(1)
    expect(page.$cartCount.get()).toBe(1)
  })

  test('sends the same key when pressed again after a lost response', async ({ tab, page }) => {
    await page.startSession()
    tab.intercept(/POST \/cart/, async (_, pass) => {
      await pass()
      throw new TypeError('Failed to fetch')
    })
    tab.goOffline(/GET \/cart/)
    expect(await page.addToCart(ruby)).toBe(false)
    tab.restoreNetwork()
    expect(await page.addToCart(ruby)).toBe(true)
    const posts = tab.requests.filter(({ endpoint }) => endpoint === 'POST /cart')
    expect(new Set(posts.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
    await page.openCart()
    await vi.waitFor(() => expect(page.$cartCount.get()).toBe(1), WAIT)
  })

  test('prompts to log in when the session has ended', async ({ tab, page }) => {
    await page.startSession()
    tab.clearCookies()
    expect(await page.addToCart(ruby)).toBe(false)
    expect([page.$user.get(), page.$cartCount.get()]).toEqual([null, 0])
    expect(page.listToasts()).toEqual(['error: Please log in to add items to your cart.'])
  })
})

test.for([
  ['add items to', (page: Page) => page.addToCart(ruby)],
  ['update', (page: Page) => page.changeQuantity({ id: 'any' }, 1)],
  ['manage', (page: Page) => page.removeLine({ id: 'any' })],
] as const)(
  'a visitor is prompted to log in to %s the cart, and nothing is sent (§5.7 §8.1 §8.4 §8.7)',
  async ([verb, act], { tab, visitorPage }) => {
    await act(visitorPage)
    expect(visitorPage.listToasts()).toEqual([`error: Please log in to ${verb} your cart.`])
    expect(tab.listCalls(/cart/)).toEqual([])
  },
)

describe('the quantity buttons', () => {
  test.for([
    [1, 3],
    [-1, 1],
  ] as const)(
    'send the change %i, then fetch the cart (§4.cart-row.1)',
    async ([step, expected], { tab, cartPage: page }) => {
      await page.changeQuantity(page.line, step)
      expect(page.shownQuantity()).toBe(expected)
      await vi.waitFor(
        () => expect(tab.listCalls()).toEqual([`PATCH /cart/${page.line.id}`, 'GET /cart']),
        WAIT,
      )
      expect(tab.requests[0]?.body).toEqual({ change: step })
      await vi.waitFor(() => expect(page.shownQuantity()).toBe(expected), WAIT)
      expect(page.$cartCount.get()).toBe(expected)
      expect(page.listToasts()).toEqual(['success: Cart updated successfully'])
      expect(page.$cart.get().lines[0]?.note).toBe('Cart updated')
    },
  )

  test('send several presses as one change with one key', async ({ tab, cartPage: page }) => {
    for (const step of [1, 1, 1, -1]) await page.changeQuantity(page.line, step)
    expect(page.shownQuantity()).toBe(4)
    await vi.waitFor(() => expect(tab.listCalls(/GET \/cart/)).toHaveLength(1), WAIT)
    const changes = tab.requests.filter(({ endpoint }) => endpoint.startsWith('PATCH'))
    expect(changes.map(({ body }) => body)).toEqual([{ change: 2 }])
    expect(changes[0]?.idempotencyKey).toMatch(/^[\da-f]{32}$/)
    await vi.waitFor(() => expect(page.shownQuantity()).toBe(4), WAIT)
  })

  test('send nothing when the presses cancel out', async ({ tab, cartPage: page }) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await page.changeQuantity(page.line, 1)
    await page.changeQuantity(page.line, -1)
    await vi.advanceTimersByTimeAsync(600)
    expect(tab.listCalls()).toEqual([])
    expect(page.shownQuantity()).toBe(2)
  })

  test('stop at 1 and at the stock', async ({ cartPage: page }) => {
    for (let press = 0; press < 9; press++) await page.changeQuantity(page.line, 1)
    expect(page.shownQuantity()).toBe(5)
    for (let press = 0; press < 9; press++) await page.changeQuantity(page.line, -1)
    expect(page.shownQuantity()).toBe(1)
  })

  test('are disabled while the row’s request is pending', async ({ tab, cartPage: page }) => {
    const release = tab.holdResponses(/PATCH/)
    await page.changeQuantity(page.line, 1)
    await vi.waitFor(() => expect(page.$cart.get().lines[0]?.busy).toBe(true), WAIT)
    await page.changeQuantity(page.line, 1)
    expect(page.shownQuantity()).toBe(3)
    release()
    await vi.waitFor(() => expect(page.$cart.get().lines[0]?.busy).toBe(false), WAIT)
    expect(page.shownQuantity()).toBe(3)
  })

  test('send a debounced change when the page is left', async ({ tab, cartPage: page }) => {
    await page.changeQuantity(page.line, 1)
    tab.dispatch(new Event('pagehide'))
    expect(tab.listCalls()).toEqual([`PATCH /cart/${page.line.id}`])
    await vi.waitFor(() => expect(tab.listCalls(/GET/)).toHaveLength(1), WAIT)
  })

  test.for([
    ['200 {"success":true,"message":"Yours."}', 'success: Yours.', 'Cart updated'],
    ['200 {"success":true,"message":""}', 'success: Cart updated successfully', 'Cart updated'],
    [
      '409 {"message":"Only 2 left.","field":"quantity"}',
      'blank: Only 2 left.',
      'Failed to update cart',
    ],
    ['200 {"success":false}', 'error: Failed to update cart', 'Failed to update cart'],
    ['no answer', 'error: Something went wrong while updating cart', 'Failed to update cart'],
  ] as const)(
    '%s shows the toast "%s", and "%s" in the row (§8.5 §8.6)',
    async ([answer, toast, note], { tab, cartPage: page }) => {
      tab.intercept(/PATCH/, respondAs(answer))
      // A failed change is rolled back without the server's cart.
      if (toast.startsWith('error')) tab.goOffline(/GET \/cart/)
      await page.changeQuantity(page.line, 1)
      await vi.waitFor(() => expect(page.listToasts()).toEqual([toast]), WAIT)
      expect(page.$cart.get().lines[0]?.note).toBe(note)
      await vi.waitFor(() => expect([page.shownQuantity(), page.$cartCount.get()]).toEqual([2, 2]))
    },
  )
})

describe('with options', () => {
  const RING = {
    slug: 'ring',
    options: [{ name: 'Size', values: ['10', '12'] }],
    variant: { Size: '10' },
  }

  /** A cart of a ring in each of these sizes. */
  async function openRings(...rings: { Size: string; quantity: number }[]) {
    const tab = await openTab('/cart')
    const [id = ''] = await addProducts(tab.app, RING)
    await tab.signIn()
    const page = await importPage()
    await page.openCart()
    for (const { Size, quantity } of rings)
      await page.addToCart(createShopProduct('ring', { id }), { variant: { Size }, quantity })
    await vi.waitFor(() => expect(page.$cart.get().lines).toHaveLength(rings.length), WAIT)
    page.takeToasts()
    const [line] = page.$cart.get().lines
    if (!line) throw new Error('the line is missing')
    return { tab, page, line, [Symbol.asyncDispose]: tab[Symbol.asyncDispose] }
  }
  const openBothRings = () => openRings({ Size: '10', quantity: 1 }, { Size: '12', quantity: 1 })

  test('a change is shown at once, and the refetched cart has the merged line', async () => {
    await using opened = await openBothRings()
    const { tab, page, line } = opened
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

  test('a change is rolled back when the call fails; its key is no other change’s', async () => {
    await using opened = await openBothRings()
    const { tab, page, line } = opened
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

  test('a removed line comes back to its place with its quantity and options by Undo', async () => {
    await using opened = await openRings({ Size: '12', quantity: 3 }, { Size: '10', quantity: 1 })
    const { page, line } = opened
    expect(page.$removedLine.get()).toBeNull()
    await page.removeLine(line)
    expect(page.$removedLine.get()).toMatchObject({ index: 0, saved: null })
    await page.undoRemoval()
    await vi.waitFor(() => expect(page.$cart.get().lines).toHaveLength(2), WAIT)
    expect(page.$cart.get().lines).toMatchObject([
      { quantity: 3, variant: { Size: '12' } },
      { quantity: 1, variant: { Size: '10' } },
    ])
    expect(page.$removedLine.get()).toBeNull()
  })
})

describe('remove', () => {
  test('lowers the count by 1 at first (§4.cart-row.2 §8.9)', async ({ tab, cartPage: page }) => {
    const counts: number[] = []
    page.$cartCount.listen((count) => counts.push(count))
    await page.removeLine(page.line)
    expect(counts).toEqual([1, 0])
    expect(tab.listCalls()).toEqual([`DELETE /cart/${page.line.id}`, 'GET /cart'])
    expect(page.listToasts()).toEqual(['success: Item removed from cart.'])
    expect(page.$cart.get().lines).toEqual([])
  })

  test('discards a debounced change', async ({ tab, cartPage: page }) => {
    await page.changeQuantity(page.line, 1)
    await page.removeLine(page.line)
    expect(tab.listCalls(/PATCH/)).toEqual([])
    expect(page.$cartCount.get()).toBe(0)
  })

  test('keeps the line when it fails, and shows why (§8.8)', async ({ tab, cartPage: page }) => {
    for (const [answer, text] of [
      ['500 {"success":false}', 'Failed to remove item'],
      ['no answer', 'Something went wrong while removing item'],
    ] as const) {
      tab.intercept(/DELETE/, respondAs(answer))
      await page.removeLine(page.line)
      expect(page.takeToasts()).toEqual([`error: ${text}`])
      expect([page.shownQuantity(), page.$cartCount.get()]).toEqual([2, 2])
    }
  })
})

test('a line saved for later is on the wishlist until Undo', async ({ tab, cartPage: page }) => {
  tab.intercept(/POST \/wishlist/, failNetwork)
  await page.saveForLater(page.line)
  expect(page.$cart.get().lines).toHaveLength(1)
  tab.restoreNetwork()
  await page.saveForLater(page.line)
  expect(page.$cart.get().lines).toEqual([])
  expect(page.$user.get()?.wishlist).toEqual([ruby.id])
  expect(tab.requests.findLast(({ endpoint }) => endpoint === 'POST /wishlist/')?.body).toEqual({
    productId: ruby.id,
    saved: { variant: {}, quantity: 2 },
  })
  expect(page.takeToasts().at(-1)).toBe('success: Saved to your wishlist.')
  await page.undoRemoval()
  await vi.waitFor(() => expect(page.shownQuantity()).toBe(2), WAIT)
  expect(page.$user.get()?.wishlist).toEqual([])
})

describe('fetching the cart', () => {
  test('happens when a visitor signs in elsewhere (§4.cart-count.3)', async ({
    tab,
    visitorPage: page,
  }) => {
    await page.openCart()
    expect(tab.listCalls()).toEqual(['GET /users/getUserProfile'])
    expect(page.$cart.get()).toMatchObject({ lines: [], error: null })
    await tab.signIn()
    await page.refreshUser()
    await vi.waitFor(() => expect(page.$cart.get()).toMatchObject({ lines: [], known: true }))
    expect(tab.listCalls(/GET \/cart/)).toHaveLength(1)
  })

  test('happens again for another user (§4.cart-count.3)', async ({ tab, cartPage: page }) => {
    await tab.signIn()
    await page.refreshUser()
    await vi.waitFor(() => expect(tab.listCalls(/GET \/cart/)).toHaveLength(1), WAIT)
    await vi.waitFor(() => expect(page.$cart.get()).toMatchObject({ lines: [], known: true }))
    expect(page.$cartCount.get()).toBe(0)
  })

  test('is skipped for a fresh cart, unless the profile has another count', async ({
    tab,
    cartPage: _,
  }) => {
    tab.navigate('/cart')
    const page = await importPage()
    await page.openCart()
    expect(page.$cart.get().lines).toHaveLength(1)
    expect(tab.listCalls(/GET \/cart/)).toEqual([])
    await tab.app.deps.db.updateTable('cart_item').set({ quantity: 4 }).execute()
    tab.navigate('/cart')
    const next = await importPage()
    await next.openCart()
    expect(next.$cart.get().lines[0]?.quantity).toBe(4)
  })

  const LOST = 'Something went wrong while fetching your cart'
  test.for([
    [/GET \/cart/, '403 {"message":"Closed."}', 'Closed.', 'Closed.'],
    [/GET \/cart/, '200 {"success":false}', 'Failed to fetch cart', 'Failed to fetch cart'],
    [/GET \/cart/, 'no answer', LOST, 'Unable to load cart'],
    [/./, 'no answer', LOST, 'Unable to load cart'],
  ] as const)(
    'fails at %s %s with the text "%s" and the toast "%s" (§8.10)',
    async ([pattern, answer, error, toast], { tab, page }) => {
      tab.intercept(pattern, respondAs(answer))
      await page.openCart()
      expect(page.$cart.get().error).toBe(error)
      expect(page.listToasts()).toEqual([`error: ${toast}`])
      tab.restoreNetwork()
      await page.reloadCart()
      await vi.waitFor(() =>
        expect(page.$cart.get()).toMatchObject({ error: null, loading: false }),
      )
    },
  )
})

describe('the cart over tabs', () => {
  test('follows another tab’s change, and broadcasts its own', async ({ tab, cartPage: page }) => {
    using other = openChannel()
    const received: unknown[] = []
    other.onmessage = (event) => received.push((event as MessageEvent).data)
    await tab.app.deps.db.updateTable('cart_item').set({ quantity: 5 }).execute()
    other.postMessage('cart')
    await vi.waitFor(() => expect(page.$cartCount.get()).toBe(5), WAIT)
    await page.changeQuantity(page.line, -1)
    await vi.waitFor(() => expect(received).toEqual(['cart']), WAIT)
  })

  test('is fetched after a change beside the fetch of the profile', async ({
    tab,
    cartPage: _,
  }) => {
    tab.navigate('/cart')
    const page = await importPage()
    using other = openChannel()
    using receiver = openChannel()
    tab.intercept(/GET \/users/, async (_request, pass) => {
      const profile = await pass()
      await tab.app.deps.db.updateTable('cart_item').set({ quantity: 5 }).execute()
      other.postMessage('cart')
      await new Promise((resolve) => {
        receiver.onmessage = resolve
      })
      return profile
    })
    await page.openCart()
    await vi.waitFor(() => expect(page.$cart.get().lines[0]?.quantity).toBe(5), WAIT)
    expect(page.$cartCount.get()).toBe(5)
  })
})

const openChannel = (): BroadcastChannel & Disposable => {
  const channel = new BroadcastChannel('kairavi')
  return Object.assign(channel, { [Symbol.dispose]: () => channel.close() })
}
