import {
  expect,
  openPage,
  signUpVerified,
  test,
  waitForIsland,
} from '#tests/helpers/browser-test.ts'
import { addToCart, getProduct } from '#tests/helpers/catalogue.ts'

test.use({ serviceWorkers: 'block' })

test.beforeEach(({ console }) => console.allow(/Failed to load resource|ERR_|Service Worker/))

const ends = [
  ['nothing answers', (route) => route.abort('connectionrefused')],
  ['a proxy answers', (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' })],
  ['a page answers', (route) => route.fulfill({ status: 200, body: '<!doctype html>' })],
] as const satisfies [string, Parameters<import('@playwright/test').Page['route']>[1]][]

for (const [how, line] of ends) {
  test(`§8.10 the cart when ${how}`, async ({ page }) => {
    await signUpVerified(page)
    await page.route('**/api/**', line)
    await openPage(page, '/cart')
    await expect(page.getByText('Something went wrong while fetching your cart')).toBeVisible()
    await expect(page.getByText('Unable to load cart')).toBeVisible()
    await page.unroute('**/api/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Your Cart is Empty')).toBeVisible()
  })

  test(`the checkout and the wishlist when ${how}`, async ({ page }) => {
    await signUpVerified(page)
    await page.route('**/api/**', line)
    await openPage(page, '/checkout')
    await expect(page.getByText('Something went wrong while fetching your cart')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Continue Shopping' })).toBeVisible()
    await openPage(page, '/wishlist')
    await expect(page.getByRole('main').getByText('Failed to fetch wishlist')).toBeVisible()
  })
}

test('a server that hangs is given up within ten seconds', async ({ page }) => {
  await signUpVerified(page)
  await page.route('**/api/users/getUserProfile', () => undefined)
  await page.goto('/cart')
  await expect(page.getByText('Loading your cart...')).toBeVisible()
  await expect(page.getByText('Something went wrong while fetching your cart')).toBeVisible({
    timeout: 11_500,
  })
})

test('an add that goes offline is taken back, and says so', async ({ page, context }) => {
  await signUpVerified(page)
  const one = await getProduct(page, 0)
  await openPage(page, `/product/${one.slug}`)
  const badge = page.getByRole('banner').getByRole('link', { name: /Cart/ })
  await expect(badge).toContainText('0 items in cart')
  const add = await waitForIsland(page.getByRole('button', { name: 'Add to Cart' }).first())
  await context.setOffline(true)
  await add.click()
  await expect(page.getByText('Something went wrong while adding to cart')).toBeVisible()
  await expect(badge).toContainText('0 items in cart')
  await context.setOffline(false)
  await add.click()
  await expect(page.getByText('Added to cart', { exact: true })).toBeVisible()
  await expect(badge).toContainText('1 item in cart')
})

test('§4.cart-row.1 a change whose answer is lost is made once', async ({ page }) => {
  await signUpVerified(page)
  await addToCart(page, await getProduct(page, 0))
  await openPage(page, '/cart')
  let lost = 0
  await page.route('**/api/cart/*', async (route) => {
    if (route.request().method() !== 'PATCH' || lost > 0) return route.continue()
    lost += 1
    await route.fetch()
    return route.abort('connectionreset')
  })
  await page.getByRole('button', { name: /^One more/ }).click()
  await expect(page.getByText('Cart updated successfully')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('main').locator('output')).toHaveText('2')
})

test('§8.22 a logout that fails leaves the user where they are', async ({ page }) => {
  await signUpVerified(page)
  await openPage(page, '/about')
  await page.route('**/api/auth/logout', (route) => route.abort('connectionrefused'))
  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByText('Logout failed')).toBeVisible()
  await expect(page).toHaveURL('/about')
  await expect(page.getByRole('banner').getByRole('button', { name: 'Account' })).toBeVisible()
})
