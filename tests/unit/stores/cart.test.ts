import { describe, expect, vi } from 'vitest'
import type { CartLine } from '#src/stores/cart-lines.ts'
import { createShopProduct, importToasts, showList, type Tab, WAIT } from '#tests/helpers/tab.ts'
import { createTabTest } from '#tests/helpers/tab-test.ts'
import { updateProduct } from '#tools/products.ts'

const ruby = createShopProduct('ruby', {
  images: ['/api/media/ruby/960.webp', '/api/media/b/960.webp'],
})

const RING = {
  slug: 'ring',
  options: [{ name: 'Size', values: ['10', '12'] }],
  variant: { Size: '10' },
}

const importPage = async () => ({
  ...(await import('#src/stores/cart.ts')),
  ...(await import('#src/stores/cart-lines.ts')),
  ...(await import('#src/stores/session.ts')),
  ...(await importToasts()),
})
type Page = Awaited<ReturnType<typeof importPage>>

const showCart = ({ $cart, $cartPhase }: Page) => showList($cart, $cartPhase)

/** The cart page of the signed-in user, whose cart has two rubies. */
async function openCartPage(tab: Tab, page: Page) {
  await page.addToCart(ruby, { quantity: 2 })
  await showCart(page)
  await vi.waitFor(() => expect(page.$cart.get().known).toBe(true), WAIT)
  const [line] = page.$cart.get().lines
  if (!line) throw new Error('The cart is empty')
  page.takeToasts()
  tab.requests.length = 0
  return { ...page, line, shownQuantity: () => page.$cart.get().lines[0]?.quantity }
}

/** The page of a signed-in user with an empty cart. */
async function openPage(tab: Tab): Promise<Page> {
  await tab.signIn()
  return importPage()
}

const test = createTabTest('/cart', openPage, { slug: 'ruby', stock: 5 }, RING).extend<{
  cartPage: Awaited<ReturnType<typeof openCartPage>>
}>({ cartPage: async ({ tab, page }, use) => use(await openCartPage(tab, page)) })

describe('the cart count', () => {
  test('follows the cart, never below 0 (§4.cart-count.1 §9.10)', async ({ page }) => {
    await page.currentUser()
    page.updateLocalUser({ cart: ['a', 'b', 'a'] })
    const changes = [
      ['b', 2, 'ababb'],
      ['a', -1, 'abbb'],
      ['a', -9, 'bbb'],
      ['b', -9, ''],
    ] as const
    for (const [id, delta, expected] of changes) {
      page.updateLocalUser({ cart: page.changeCount(page.$user.get()?.cart ?? [], id, delta) })
      expect(page.$user.get()?.cart.join('')).toBe(expected)
      expect(page.$cartCount.get()).toBe(expected.length)
    }
  })

  test('counts lines by their quantity, and ignores a value that is no list (§5.10)', async ({
    page,
  }) => {
    await page.currentUser()
    for (const [list, count] of [
      [['a', 'a', { quantity: 3 }, { quantity: 0 }, { quantity: '2' }, {}], 8],
      ...['three', 2, { length: 3 }, null, undefined].map((value) => [value, 8]),
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
    const starting = page.currentUser()
    // That of the previous page until the server responds.
    expect([page.$signedIn.get(), page.$cartCount.get()]).toEqual([true, 3])
    await starting
    expect(tab.listCalls()).toEqual(['GET /users/getUserProfile'])
    expect(page.$user.get()?.uid).toBe(first.$user.get()?.uid)
    expect(page.$cartCount.get()).toBe(3)
    page.clearUser()
    expect([page.$cartCount.get(), page.$cart.get().lines]).toEqual([0, []])
  })
})

describe('adding', () => {
  test('is shown at once, and two presses send fields and key once (§4.adding-to-cart.1 §8.3 F11)', async ({
    tab,
    page,
  }) => {
    await page.currentUser()
    const adding = [1, 2].map(() => page.addToCart(ruby, { quantity: 2 }))
    await vi.waitFor(() => expect(page.$user.get()?.cart).toEqual([ruby.id, ruby.id]))
    expect(page.$cartCount.get()).toBe(2)
    expect(await Promise.all(adding)).toEqual([true, true])
    expect(page.$cartCount.get()).toBe(2)
    expect(page.listToasts()).toEqual(['success: Added to cart'])
    const { title, price, category } = ruby
    expect(tab.requests.filter(({ endpoint }) => endpoint === 'POST /cart')).toMatchObject([
      {
        body: {
          productId: ruby.id,
          title,
          price,
          quantity: 2,
          variant: {},
          category,
          image: '/api/media/ruby/960.webp',
        },
        idempotencyKey: expect.stringMatching(/^[\da-f]{32}$/),
        credentials: 'include',
      },
    ])
  })

  test('sends the same key when pressed again after a lost response (F12)', async ({
    tab,
    page,
  }) => {
    await page.currentUser()
    tab.intercept(/POST \/cart/, async (_, pass) => {
      await pass()
      throw new TypeError('Failed to fetch')
    })
    tab.intercept(/GET \/cart/, 'no answer')
    expect(await page.addToCart(ruby)).toBe(false)
    tab.restoreNetwork()
    expect(await page.addToCart(ruby)).toBe(true)
    const posts = tab.requests.filter(({ endpoint }) => endpoint === 'POST /cart')
    expect(new Set(posts.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
    await showCart(page)
    await vi.waitFor(() => expect(page.$cartCount.get()).toBe(1), WAIT)
  })

  test.for<[path: string, label?: string]>([['/shop', 'View cart'], ['/cart']])(
    'on %s shows the piece, with a way to the cart: %s',
    async ([path, label], { tab }) => {
      tab.navigate(path)
      await tab.signIn()
      const page = await importPage()
      const { $waitingToasts } = await import('#src/stores/toasts.ts')
      await page.addToCart(ruby)
      const [toast] = $waitingToasts.get()
      expect(toast?.product).toEqual({ title: ruby.title, image: ruby.images[0] })
      expect(toast?.action?.label).toBe(label)
      toast?.action?.onPress()
      expect(tab.visited).toEqual(label ? ['/cart'] : [])
    },
  )

  test('prompts to log in when the session has ended', async ({ tab, page }) => {
    await page.currentUser()
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
  async ([verb, act], { tab, page }) => {
    tab.clearCookies()
    await act(page)
    expect(page.listToasts()).toEqual([`error: Please log in to ${verb} your cart.`])
    expect(tab.listCalls(/cart/)).toEqual([])
  },
)

describe('the quantity buttons', () => {
  test.for([
    [[-1], -1],
    [[1, 1, 1, -1], 2],
  ] as const)(
    'send several presses as one change with one key, then fetch the cart: %j (§4.cart-row.1)',
    async ([steps, change], { tab, cartPage: page }) => {
      for (const step of steps) await page.changeQuantity(page.line, step)
      expect(page.shownQuantity()).toBe(2 + change)
      const calls = [`PATCH /cart/${page.line.id}`, 'GET /cart']
      await vi.waitFor(() => expect(tab.listCalls()).toEqual(calls), WAIT)
      expect(tab.requests[0]).toMatchObject({
        body: { change },
        idempotencyKey: expect.stringMatching(/^[\da-f]{32}$/),
      })
      await vi.waitFor(() => expect(page.$cart.get().loading).toBe(false), WAIT)
      expect([page.shownQuantity(), page.$cartCount.get()]).toEqual([2 + change, 2 + change])
    },
  )

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

  test.for(['beforeunload', 'pagehide'])(
    'send a debounced change when the page is left (%s)',
    async (type, { tab, cartPage: page }) => {
      await page.changeQuantity(page.line, 1)
      tab.dispatch(new Event(type))
      expect(tab.listCalls()).toEqual([`PATCH /cart/${page.line.id}`])
      await vi.waitFor(() => expect(tab.listCalls(/GET/)).toHaveLength(1), WAIT)
    },
  )
})

const LIMIT = 'blank: Only 2 left.'
const IN_CART = 'blank: It is in your cart already. Only 2 left.'
test.for([
  ['200 {"success":true,"message":"Yours."}', 'success: Yours.', 'success: Yours.'],
  ['200 {"success":true}', 'success: Added to cart', 'success: Cart updated successfully'],
  ['409 {"message":"Only 2 left.","field":"quantity"}', IN_CART, LIMIT],
] as const)(
  'adding and changing show the message of %s, else their own, in a toast, and in the row (§8.3 §8.6)',
  async ([answer, added, changed], { tab, cartPage: page }) => {
    tab.intercept(/POST|PATCH/, answer)
    await page.addToCart(ruby)
    await page.changeQuantity(page.line, 1)
    await vi.waitFor(() => expect(page.listToasts()).toEqual([added, changed]), WAIT)
    const note = answer.startsWith('200') ? 'Cart updated' : 'Failed to update cart'
    expect(page.$cart.get().lines[0]?.note).toBe(note)
  },
)

describe('with options', () => {
  /** The cart page with a ring in each of these sizes. */
  async function openRings(page: Page, ...rings: { Size: string; quantity: number }[]) {
    await showCart(page)
    for (const { Size, quantity } of rings)
      await page.addToCart(createShopProduct('ring'), { variant: { Size }, quantity })
    await vi.waitFor(() => expect(page.$cart.get().lines).toHaveLength(rings.length), WAIT)
    page.takeToasts()
    return page.$cart.get().lines as [CartLine, ...CartLine[]]
  }

  test('a change is shown at once, and the refetched cart has the merged line', async ({
    tab,
    page,
  }) => {
    const [line] = await openRings(page, { Size: '10', quantity: 1 }, { Size: '12', quantity: 1 })
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

  test('a change is of its line alone, sent once, and on the next page without the refetch', async ({
    tab,
    page,
  }) => {
    const [line] = await openRings(page, { Size: '10', quantity: 1 })
    await page.addToCart(ruby)
    await vi.waitFor(() => expect(page.$cart.get().lines).toHaveLength(2), WAIT)
    const listVariants = ({ $cart }: Page) =>
      $cart.get().lines.map(({ slug, variant }) => `${slug} ${variant['Size'] ?? ''}`)
    const shown = expect.arrayContaining(['ring 12', 'ruby '])
    tab.intercept(/GET \/cart/, 'no answer')
    const release = tab.holdResponses(/PUT/)
    const changed = page.changeVariant(line, { Size: '12' })
    await vi.waitFor(() => expect(listVariants(page)).toEqual(shown), WAIT)
    await page.changeVariant(line, { Size: '10' })
    release()
    await changed
    expect(tab.listCalls(/PUT/)).toHaveLength(1)
    tab.restoreNetwork()
    tab.navigate('/cart')
    const next = await importPage()
    await showCart(next)
    expect(listVariants(next)).toEqual(shown)
  })

  test('the limit of a line follows the other lines of the product, also while they change', async ({
    page,
  }) => {
    const [first, second] = await openRings(
      page,
      { Size: '10', quantity: 5 },
      { Size: '12', quantity: 5 },
    )
    const listLines = () => page.$cart.get().lines.map(({ quantity }) => quantity)
    await page.changeQuantity(first, 1)
    expect(listLines()).toEqual([5, 5])
    const limitMessage = 'You can have at most 10 of one piece.'
    expect(page.$cart.get().lines).toMatchObject([
      { maxQuantity: 5, limitMessage },
      { maxQuantity: 5, limitMessage },
    ])
    await page.changeQuantity(second as CartLine, -1)
    for (const _ of [1, 2]) await page.changeQuantity(first, 1)
    expect(listLines()).toEqual([6, 4])
    await vi.waitFor(() => expect(page.cart.$pending.get()).toEqual([]), WAIT)
    await page.reloadCart()
    expect(listLines()).toEqual([6, 4])
  })

  test('a removed line comes back to its place with its quantity and options by Undo', async ({
    page,
  }) => {
    const [line] = await openRings(page, { Size: '12', quantity: 3 }, { Size: '10', quantity: 1 })
    expect(page.$removedLine.get()).toBeNull()
    await page.undoRemoval()
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

test('removing discards a debounced change, and lowers the count by 1 at first (§4.cart-row.2 §8.9)', async ({
  tab,
  cartPage: page,
}) => {
  await page.changeQuantity(page.line, 1)
  const counts: number[] = []
  page.$cartCount.listen((count) => counts.push(count))
  await page.removeLine(page.line)
  expect(counts).toEqual([2, 1, 0])
  expect(tab.listCalls()).toEqual([`DELETE /cart/${page.line.id}`, 'GET /cart'])
  expect(page.listToasts()).toEqual(['success: Item removed from cart.'])
  expect(page.$cart.get().lines).toEqual([])
})

test('a line of which fewer come back says how many are left', async ({ tab, cartPage: page }) => {
  await page.removeLine(page.line)
  await updateProduct(tab.app, ruby.id, { stock: 1 })
  page.takeToasts()
  await page.undoRemoval()
  expect(page.takeToasts()).toEqual(['success: Only 1 left.'])
})

test('a line saved for later is on the wishlist until Undo, where it was not before', async ({
  tab,
  cartPage: page,
}) => {
  tab.intercept(/POST \/wishlist/, 'no answer')
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
  // The row says it, and no toast.
  expect(page.takeToasts()).toEqual(['error: Something went wrong while adding to wishlist'])
  await page.undoRemoval()
  await vi.waitFor(() => expect(page.shownQuantity()).toBe(2), WAIT)
  expect(page.$user.get()?.wishlist).toEqual([])
  expect(page.takeToasts()).toEqual(['success: Back in your cart.'])
  const { addToWishlist } = await import('#src/stores/wishlist.ts')
  await addToWishlist(ruby)
  const [again] = page.$cart.get().lines
  if (again) await page.saveForLater(again)
  await page.undoRemoval()
  await vi.waitFor(() => expect(page.shownQuantity()).toBe(2), WAIT)
  expect(page.$user.get()?.wishlist).toEqual([ruby.id])
})

test('a piece that is in the cart, and of which no more can be added, says so in the frame of an add', async ({
  cartPage: page,
}) => {
  await page.addToCart(ruby, { quantity: 3 })
  page.takeToasts()
  expect(await page.addToCart(ruby, { quantity: 4 })).toBe(false)
  const { $waitingToasts } = await import('#src/stores/toasts.ts')
  expect($waitingToasts.get()).toMatchObject([
    {
      kind: 'blank',
      text: 'It is in your cart already. Only 5 left.',
      product: { title: ruby.title, image: ruby.images[0] },
    },
  ])
})

test('gift wrap and words are shown at once and saved', async ({ cartPage: page }) => {
  const gift = { wrap: true, note: 'For Meera' }
  const saved = page.setGift(gift)
  await vi.waitFor(() => expect(page.$gift.get()).toEqual(gift), WAIT)
  expect(await saved).toBe(true)
  await page.refreshUser()
  expect(page.$gift.get()).toEqual(gift)
})

test('the newer of two gifts stays, and other tabs are told', async ({ tab, cartPage: page }) => {
  const told: string[] = []
  new BroadcastChannel('kairavi').onmessage = ({ data }) => told.push(data)
  let calls = 0
  tab.intercept(/PUT \/cart\/gift/, async (_, passOn) => {
    calls += 1
    // The first one is slow on its way to the server.
    if (calls === 1) await new Promise((resolve) => setTimeout(resolve, 200))
    return passOn()
  })
  const newer = { wrap: false, note: 'For Meera' }
  await Promise.all([page.setGift({ wrap: true, note: 'For Meera' }), page.setGift(newer)])
  await page.refreshUser()
  expect(page.$gift.get()).toEqual(newer)
  await vi.waitFor(() => expect(told).toContain('session'), WAIT)
})

test.for(['beforeunload', 'pagehide'])(
  'a gift that waits for an earlier one is sent at %s',
  async (event, { tab, cartPage: page }) => {
    const arrived = Promise.withResolvers<void>()
    tab.intercept(/PUT \/cart\/gift/, async (request, passOn) => {
      if ((await request.clone().text()).includes('For Meera')) await arrived.promise
      return passOn()
    })
    const earlier = page.setGift({ wrap: true, note: 'For Meera' })
    await vi.waitFor(() => expect(tab.listCalls(/gift/)).toHaveLength(1), WAIT)
    const later = page.setGift({ wrap: true, note: 'For Asha' })
    await vi.waitFor(() => expect(page.$gift.get().note).toBe('For Asha'), WAIT)
    expect(tab.listCalls(/gift/)).toHaveLength(1)
    tab.dispatch(new Event(event))
    await vi.waitFor(() => expect(tab.listCalls(/gift/)).toHaveLength(2), WAIT)
    expect(await later).toBe(true)
    arrived.resolve()
    await earlier
  },
)

describe('fetching the cart', () => {
  test('happens when a visitor signs in elsewhere (§4.cart-count.3)', async ({ tab, page }) => {
    tab.clearCookies()
    await showCart(page)
    expect(tab.listCalls()).toEqual(['GET /users/getUserProfile'])
    expect(page.$cart.get()).toMatchObject({ lines: [], error: null })
    await tab.signIn()
    await page.refreshUser()
    await vi.waitFor(() => expect(page.$cart.get()).toMatchObject({ lines: [], known: true }))
    expect(tab.listCalls(/GET \/cart/)).toHaveLength(1)
  })

  test('happens with every page: what is paid is asked afresh', async ({ tab, cartPage: _ }) => {
    tab.navigate('/cart')
    const page = await importPage()
    await showList(page.$cart, page.$cartPhase)
    expect(page.$cart.get().lines).toHaveLength(1)
    expect(tab.listCalls(/GET \/cart/)).toHaveLength(1)
  })

  test('happens again where a change was sent meanwhile', async ({ tab, cartPage: page }) => {
    const release = tab.holdResponses(/GET \/cart/)
    const fetched = page.reloadCart()
    await vi.waitFor(() => expect(tab.listCalls(/GET \/cart/)).toHaveLength(1), WAIT)
    await page.changeQuantity(page.line, 1)
    await vi.waitFor(() => expect(tab.listCalls(/PATCH/)).toHaveLength(1), WAIT)
    tab.restoreNetwork()
    release()
    await fetched
    // After the change, which may still be on its way.
    await vi.waitFor(() => expect(tab.listCalls(/GET \/cart/)).toHaveLength(2), WAIT)
    await vi.waitFor(() => expect(page.$cart.get().loading).toBe(false), WAIT)
    expect(page.shownQuantity()).toBe(3)
  })

  const LOST = 'Something went wrong while fetching your cart'
  test.for([
    [/GET \/cart/, '403 {"message":"Closed."}', 'Closed.', 'Closed.'],
    [/GET \/cart/, '403 {}', 'Failed to fetch cart', 'Failed to fetch cart'],
    [/GET \/cart/, 'no answer', LOST, 'Unable to load cart'],
    [/./, 'no answer', LOST, 'Unable to load cart'],
  ] as const)(
    'fails at %s %s with the text "%s" and the toast "%s" (§8.10)',
    async ([pattern, answer, error, toast], { tab, page }) => {
      tab.intercept(pattern, answer)
      await showCart(page)
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

test('the cart follows another tab’s change, and broadcasts its own', async ({
  tab,
  cartPage: page,
}) => {
  const other = new BroadcastChannel('kairavi')
  const received: unknown[] = []
  other.onmessage = (event) => received.push((event as MessageEvent).data)
  await tab.app.deps.db.updateTable('cart_item').set({ quantity: 5 }).execute()
  other.postMessage('cart')
  await vi.waitFor(() => expect(page.$cartCount.get()).toBe(5), WAIT)
  await page.changeQuantity(page.line, -1)
  await vi.waitFor(() => expect(received).toEqual(['cart']), WAIT)
})
