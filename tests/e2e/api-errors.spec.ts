import type { Route } from '@playwright/test'
import { signUpVerified } from '#tools/accounts.ts'
import { expect, openPage, test } from '#tools/browser-test.ts'
import { addToCart, getProduct } from '#tools/catalog.ts'
import { accountButton, header, main, quantity, toast } from '#tools/locators.ts'

test.beforeEach(({ console }) => console.allow(/Failed to load resource/))

const NO_CART = 'Something went wrong while fetching your cart'
const NO_WISHLIST = 'Failed to fetch wishlist'
const MESSAGE = 'The house is closed for a moment.'

/** Refuses every call; tests/unit/api-client/call.test.ts has all errors with their outcomes. */
const respond = (route: Route) =>
  route.fulfill({ status: 503, json: { success: false, message: MESSAGE } })

test('every page shows its error when the API answers 503 with a message (F3)', async ({
  page,
}) => {
  await signUpVerified(page)
  const product = await getProduct(page)
  await addToCart(page, product, 2)
  await openPage(page, '/about')
  await expect(header(page)).toContainText('2 items in cart')
  await page.route('**/api/**', respond)

  const pages: [path: string, text: string, control: string][] = [
    ['/cart', NO_CART, 'Try again'],
    ['/checkout', NO_CART, 'Continue Shopping'],
    ['/wishlist', NO_WISHLIST, 'Try again'],
    ['/wishlist/shared?token=0123456789', MESSAGE, 'Continue Shopping'],
    ['/profile', MESSAGE, 'Try again'],
    ['/profile/edit', MESSAGE, 'Try again'],
    ['/complete-profile', MESSAGE, 'Skip for now'],
    ['/verify-email?token=some', 'could not be checked just now', 'Try again'],
    ['/product/newer-than-the-build', MESSAGE, 'Try again'],
    ['/shop', 'HTTP error! status: 503', 'Try again'],
  ]
  for (const [path, text, name] of pages)
    await test.step(`${path}: ${text}`, async () => {
      await page.goto(path, { waitUntil: 'domcontentloaded' })
      await expect(main(page).getByText(text).first()).toBeVisible()
      if (/^.(?:cart|wishlist)$/.test(path))
        await expect(main(page).getByRole('alert')).toContainText(text)
      const control = main(page).getByRole(name === 'Try again' ? 'button' : 'link', { name })
      await expect(control.first()).toBeVisible()
      if (path === '/cart') await expect(toast(page, 'Unable to load cart')).toBeVisible()
      // The header has a user and the count of the cart, and nothing is left loading.
      await expect(accountButton(page)).toBeVisible()
      await expect(header(page)).toContainText('2 items in cart')
      await expect(page.getByText(/^Loading/).filter({ visible: true })).toHaveCount(0)
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      // Whether there is a session is not known: the page does not redirect to the login.
      await expect(page).not.toHaveURL(/\/login/)
    })
  // The published list stays below the warning.
  await expect(main(page).getByRole('link', { name: product.title }).first()).toBeVisible()

  await test.step('once the API answers, Try again loads the cart', async () => {
    await page.goto('/cart', { waitUntil: 'domcontentloaded' })
    const retry = main(page).getByRole('button', { name: 'Try again' })
    await expect(retry).toBeVisible()
    await page.unroute('**/api/**', respond)
    await retry.click()
    await expect(quantity(page)).toHaveText('2')
  })
})
