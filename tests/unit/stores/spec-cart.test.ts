import { describe, expect, test, vi } from 'vitest'
import { addProducts, updateProduct } from '#tests/helpers/products.ts'
import { openTab, respondWith, type Tab } from '#tests/helpers/tab.ts'

const soon = { timeout: 4_000, interval: 10 }

/** A page of the shop that sells one bag, and what it says in toasts since it was last asked. */
async function openPage(tab: Tab) {
  const [id = ''] = await addProducts(tab.app, { slug: 'bag', category: 'bags' })
  const stores = {
    ...(await import('#src/stores/session.ts')),
    ...(await import('#src/stores/cart.ts')),
    ...(await import('#src/stores/add-to-cart.ts')),
    ...(await import('#src/stores/cart-lines.ts')),
  }
  const { takeToasts } = await import('#src/stores/toasts.ts')
  const said = () => takeToasts().map(({ kind, text }) => `${kind}: ${text}`)
  const bag = {
    id,
    slug: 'bag',
    title: 'The bag',
    price: 1_234.5,
    images: ['/api/media/bag/960.webp', '/api/media/bag-2/960.webp'],
    category: 'bags',
    stock: 50,
    variant: {},
  }
  return { ...stores, bag, said }
}

const OK_WITHOUT_WORDS = respondWith(200, '{"success":true,"message":""}')

describe('the server’s words come first', () => {
  test('a successful add: the server’s message, else "Added to cart" (§8.3)', async () => {
    await using tab = await openTab()
    await tab.signIn()
    const page = await openPage(tab)
    tab.intercept(/POST \/cart/, respondWith(200, '{"success":true,"message":"Kept for you."}'))
    await page.addToCart(page.bag)
    tab.intercept(/POST \/cart/, OK_WITHOUT_WORDS)
    await page.addToCart(page.bag, { quantity: 2 })
    expect(page.said()).toEqual(['success: Kept for you.', 'success: Added to cart'])
  })

  test('a refused add: the server’s message, else "Failed to add to cart" (§8.2)', async () => {
    await using tab = await openTab()
    await tab.signIn()
    const page = await openPage(tab)
    tab.intercept(/POST \/cart/, respondWith(409, '{"success":false,"message":"Sold out"}'))
    await page.addToCart(page.bag)
    tab.intercept(/POST \/cart/, respondWith(200, '{"message":""}'))
    await page.addToCart(page.bag)
    tab.goOffline(/POST \/cart/)
    await page.addToCart(page.bag)
    expect(page.said()).toEqual([
      'error: Sold out',
      'error: Failed to add to cart',
      'error: Something went wrong while adding to cart',
    ])
    expect(page.$user.get()?.cart).toEqual([])
  })

  test('an update: the server’s message, else "Cart updated successfully", and the row says "Cart updated" (§8.6)', async () => {
    await using tab = await openTab('/cart')
    await tab.signIn()
    const page = await openPage(tab)
    await page.addToCart(page.bag, { quantity: 2 })
    await page.openCart()
    await vi.waitFor(() => expect(page.$cart.get().known).toBe(true), soon)
    const [line] = page.$cart.get().lines
    if (!line) throw new Error('The cart is empty.')
    const noted = () => page.$cart.get().lines[0]?.note
    const press = async () => {
      page.said()
      await page.changeQuantity(line, 1)
      const heard: string[] = []
      await vi.waitFor(() => expect(heard.push(...page.said())).toBe(1), soon)
      return [heard[0], noted()]
    }

    tab.intercept(/PATCH/, respondWith(200, '{"success":true,"message":"One more is yours."}'))
    expect(await press()).toEqual(['success: One more is yours.', 'Cart updated'])

    tab.intercept(/PATCH/, OK_WITHOUT_WORDS)
    expect(await press()).toEqual(['success: Cart updated successfully', 'Cart updated'])

    tab.intercept(/PATCH/, respondWith(409, '{"success":false,"message":"Only 2 left."}'))
    expect(await press()).toEqual(['error: Only 2 left.', 'Failed to update cart'])
  })
})

test('a visitor is asked to log in by each of the three, and nothing is sent (§5.7)', async () => {
  await using tab = await openTab()
  const page = await openPage(tab)
  await page.addToCart(page.bag)
  await page.changeQuantity({ id: 'any' }, 1)
  await page.removeLine({ id: 'any' })
  expect(page.said()).toEqual([
    'error: Please log in to add items to your cart.',
    'error: Please log in to update your cart.',
    'error: Please log in to manage your cart.',
  ])
  expect(tab.listCalls(/cart/)).toEqual([])
})

test('a cart takes 10 of one piece at most, and never more than the stock (§9.17)', async () => {
  await using tab = await openTab()
  await tab.signIn()
  const page = await openPage(tab)
  await page.addToCart(page.bag, { quantity: 10 })
  await page.addToCart(page.bag)
  await page.openCart()
  await vi.waitFor(() => expect(page.$cart.get().lines[0]?.quantity).toBe(10), soon)
  expect(page.$cart.get().lines[0]?.maxQuantity).toBe(10)
  expect(page.said()).toEqual([
    'success: Added to cart',
    'error: You can have at most 10 of one piece.',
  ])
  await updateProduct(tab.app, page.bag.id, { stock: 3 })
  await page.reloadCart()
  expect(page.$cart.get().lines[0]?.maxQuantity).toBe(3)
})

test('every call sends credentials, and the session is a cookie that scripts cannot read (§6.3)', async () => {
  await using tab = await openTab('/cart')
  await tab.signIn()
  const page = await openPage(tab)
  await page.addToCart(page.bag)
  await page.openCart()
  const { toggleWishlist } = await import('#src/stores/wishlist.ts')
  await toggleWishlist(page.bag)
  expect(new Set(tab.requests.map(({ credentials }) => credentials))).toEqual(new Set(['include']))
  expect(new Set(tab.listCalls())).toEqual(
    new Set(['GET /users/getUserProfile', 'POST /cart', 'GET /cart', 'POST /wishlist/']),
  )
  const someone = await tab.app.signUpVerified('meera')
  const login = await someone.post('/auth/login', {
    email: someone.email,
    password: someone.password,
  })
  expect(login.headers.getSetCookie().join()).toMatch(/; HttpOnly/i)
})
