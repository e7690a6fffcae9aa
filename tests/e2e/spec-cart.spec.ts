import type { Locator, Page, Route } from '@playwright/test'
import type { ListingItem } from '#src/contract/catalog.ts'
import {
  expect,
  openPage,
  signUpVerified,
  test,
  waitForHydration,
} from '#tests/helpers/browser-test.ts'

const rupees = (amount: number): string =>
  `₹${amount.toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

async function products(page: Page): Promise<[ListingItem, ListingItem]> {
  const answer = await page.request.get('/api/products/get-all-products')
  const { products: all } = (await answer.json()) as { products: ListingItem[] }
  const [first, second] = all.filter(({ stock }) => stock >= 5)
  if (!first || !second) throw new Error('The catalogue has too little in stock.')
  return [first, second]
}

async function put(page: Page, path: string, data: object): Promise<void> {
  const answer = await page.request.post(`/api${path}`, { data })
  expect(answer.ok(), await answer.text()).toBe(true)
}

const inCart = (page: Page, { id, variant }: ListingItem, quantity: number) =>
  put(page, '/cart', { productId: id, quantity, variant })

/** Holds every call to a path until it is let go, so that what shows meanwhile can be read. */
async function hold(page: Page, path: string): Promise<() => void> {
  let letGo = (): void => undefined
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(path, async (route: Route) => {
    await held
    await route.continue()
  })
  return letGo
}

const toast = (page: Page, text: string) =>
  page.locator('[data-sonner-toast]').getByText(text, { exact: true })
const badge = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Cart/ })

test('§2.cart.1 §2.cart.2 §4.cart-row.1 §8.6 §4.cart-row.2 §8.9 the cart: rows, plus, remove, and the way on', async ({
  page,
}) => {
  const [first, second] = await products(page)
  await signUpVerified(page)
  await inCart(page, first, 2)
  await inCart(page, second, 1)
  await openPage(page, '/cart')
  await expect(page.getByRole('heading', { level: 1, name: 'Your Cart' })).toBeVisible()
  const rows = page.getByRole('list', { name: 'Items in your cart' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  const row = rows.filter({ hasText: first.title })
  await expect(row.locator('img')).toBeVisible()
  await expect(row.getByRole('link', { name: first.title })).toHaveAttribute(
    'href',
    `/product/${first.slug}`,
  )
  await expect(row).toContainText(`Unit price ${rupees(first.price)}`)
  await expect(row).toContainText(`Line total ${rupees(2 * first.price)}`)
  await expect(row.locator('output')).toHaveText('2')
  await expect(badge(page)).toContainText('3 items in cart')
  const less = row.getByRole('button', { name: `One less of ${first.title}` })
  await expect(less).toBeEnabled()

  const letGo = await hold(page, '**/api/cart/*')
  await row.getByRole('button', { name: `One more of ${first.title}` }).click()
  await expect(less, '§4.cart-row.3 buttons rest while their request runs').toBeDisabled()
  await expect(row.getByRole('button', { name: /^Remove/ })).toBeDisabled()
  letGo()
  await expect(row.locator('output')).toHaveText('3')
  await expect(toast(page, 'Cart updated successfully')).toBeVisible()
  await expect(row.getByText('Cart updated', { exact: true })).toBeVisible()
  await expect(badge(page)).toContainText('4 items in cart')
  await expect(row).toContainText(`Line total ${rupees(3 * first.price)}`)
  await page.unroute('**/api/cart/*')

  await rows
    .filter({ hasText: second.title })
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expect(toast(page, 'Item removed from cart.')).toBeVisible()
  await expect(rows).toHaveCount(1)
  await expect(badge(page)).toContainText('3 items in cart')
  await page.getByRole('link', { name: 'Proceed to Buy' }).click()
  await expect(page).toHaveURL(/\/checkout$/)
})

test('§2.cart.4 §8.10 "Loading your cart...", then the error text with its toast', async ({
  page,
  console,
}) => {
  console.allow(/Failed to load resource/)
  await signUpVerified(page)
  await page.route('**/api/cart', (route) =>
    route.fulfill({ status: 500, json: { success: false, message: 'The vault is closed.' } }),
  )
  await page.goto('/cart')
  await expect(page.getByText('Loading your cart...')).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('The vault is closed.')
  await page.unroute('**/api/cart')

  await page.route('**/api/cart', (route) => route.abort())
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'Something went wrong while fetching your cart',
  )
  await expect(toast(page, 'Unable to load cart')).toBeVisible()

  await page.goto('/checkout')
  await expect(page.getByRole('main').getByRole('alert'), '§2.checkout.5').toHaveText(
    'Something went wrong while fetching your cart',
  )
  await expect(page.getByRole('link', { name: 'Continue Shopping' })).toHaveAttribute(
    'href',
    '/shop',
  )
  await page.unroute('**/api/cart')
  await openPage(page, '/checkout')
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to Shop' })).toHaveAttribute('href', '/shop')
})

const block = (page: Page, name: string): Locator => page.getByRole('region', { name })

test('§2.checkout.1 §2.checkout.2 §2.checkout.3 §2.checkout.4 §9.2 §9.6 the checkout summary', async ({
  page,
}) => {
  const [first, second] = await products(page)
  const account = await signUpVerified(page)
  await inCart(page, first, 3)
  await inCart(page, second, 1)
  await openPage(page, '/checkout')
  await expect(page.getByRole('link', { name: 'Back to Cart' })).toHaveAttribute('href', '/cart')
  const shipping = block(page, 'Shipping Address')
  await expect(shipping).toContainText('Address not provided')
  await expect(shipping).toContainText(account.name)
  await expect(shipping).toContainText(account.email)

  const payment = page.getByRole('group', { name: 'Payment Method' }).getByRole('radio')
  const values = await payment.evaluateAll((radios) =>
    radios.map((radio) => (radio instanceof HTMLInputElement ? [radio.value, radio.checked] : [])),
  )
  expect(values).toEqual([
    ['razorpay', true],
    ['cod', false],
  ])
  await expect(page.getByRole('radio', { name: /^Pay via Razorpay/ })).toBeChecked()
  await expect(page.getByRole('radio', { name: /^Cash on Delivery/ })).not.toBeChecked()

  const subtotal = Math.round(first.price * 100) * 3 + Math.round(second.price * 100)
  const tax = Math.floor((subtotal * 5 + 50) / 100)
  const order = block(page, 'Order Summary')
  const line = order.getByRole('listitem').filter({ hasText: first.title })
  await expect(line).toContainText('Quantity: 3')
  await expect(line).toContainText(rupees((Math.round(first.price * 100) * 3) / 100))
  await expect(order.getByRole('term')).toHaveText(['Subtotal', 'Tax (5%)', 'Total'])
  await expect(order.getByRole('definition')).toHaveText(
    [subtotal, tax, subtotal + tax].map((paise) => rupees(paise / 100)),
  )

  for (const method of [/^Pay via Razorpay/, /^Cash on Delivery/]) {
    await page.getByRole('radio', { name: method }).check()
    const alerts: string[] = []
    page.once('dialog', (dialog) => {
      alerts.push(`${dialog.type()}: ${dialog.message()}`)
      void dialog.accept()
    })
    const pay = `Proceed to Pay ${rupees((subtotal + tax) / 100)}`
    await order.getByRole('button', { name: pay, exact: true }).click()
    expect(alerts).toEqual(['alert: Payment integration will go here.'])
    await expect(page).toHaveURL(/\/checkout$/)
  }

  const address = {
    address: '14, Amer Road',
    city: 'Jaipur',
    state: 'Rajasthan',
    pincode: '302002',
    country: 'India',
    isDefault: true,
  }
  const saved = await page.request.put('/api/users/update', {
    data: { displayName: account.name, phone: '98290 12345', addresses: [address] },
  })
  expect(saved.ok()).toBe(true)
  await openPage(page, '/checkout')
  await expect(shipping.locator('address > span')).toHaveText([
    '14, Amer Road',
    'Jaipur',
    'Rajasthan - 302002',
    'India',
  ])
  await expect(shipping).toContainText(/\+?91?\s?98290\s?12345/)
})

test('§2.wishlist.1 §2.wishlist.2 §2.wishlist.3 the wishlist, from loading to empty', async ({
  page,
  console,
}) => {
  console.allow(/Failed to load resource/)
  const [first, second] = await products(page)
  await signUpVerified(page)
  await put(page, '/wishlist/', { productId: first.id })
  await put(page, '/wishlist/', { productId: second.id })

  const letGo = await hold(page, '**/api/wishlist/')
  await page.goto('/wishlist')
  await expect(page.getByText('Loading your wishlist...')).toBeVisible()
  letGo()
  await waitForHydration(page)
  const cards = page.getByRole('list', { name: 'Items on your wishlist' }).getByRole('article')
  await expect(cards).toHaveCount(2)
  const card = cards.filter({ hasText: first.title })
  await expect(card.locator('img')).toBeVisible()
  await expect(card.getByRole('heading', { name: first.title })).toBeVisible()
  await expect(card).toContainText(rupees(first.price))

  const changes: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^(POST|DELETE)/.test(request.method()) && /cart|wishlist/.test(pathname))
      changes.push(`${request.method()} ${pathname}`)
  })
  await card.getByRole('button', { name: /^Add to Cart/ }).click()
  await expect(toast(page, 'Cart updated')).toBeVisible()
  await expect(cards).toHaveCount(1)
  await expect(badge(page)).toContainText('1 item in cart')
  expect(changes).toEqual(['POST /api/cart', `DELETE /api/wishlist/${first.id}`])

  await page.getByRole('button', { name: `Remove from wishlist: ${second.title}` }).click()
  await expect(toast(page, 'Removed from wishlist 💔')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your Wishlist is Empty' })).toBeVisible()
  const away = page.getByRole('main').getByRole('link', { name: 'Continue Shopping' })
  await expect(away).toHaveAttribute('href', '/shop')

  await page.route('**/api/wishlist/', (route) => route.fulfill({ json: { success: false } }))
  // The page may still write its cache when it is left: it goes as the next one begins.
  await page.addInitScript(() => sessionStorage.clear())
  await openPage(page, '/wishlist')
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Failed to fetch wishlist')
})
