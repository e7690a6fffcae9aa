import type { Page } from '@playwright/test'
import { expect, openPage, signUpVerified, test } from '#tests/helpers/browser-test.ts'
import { getProduct } from '#tests/helpers/catalogue.ts'

// Playwright turns the browser's page cache off.
test.use({
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
    { scope: 'worker' },
  ],
})

const main = (page: Page) => page.getByRole('main')
const badge = (page: Page) => page.getByRole('banner').getByRole('link', { name: /Cart/ })
const account = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Account' })
const logIn = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Log in' })

async function logOut(page: Page): Promise<void> {
  await account(page).click()
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(page).toHaveURL('/login')
}

/** Marks the page, so that a restored one is told from one that is loaded anew. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { restored: true }))
const isRestored = (page: Page) => page.evaluate(() => 'restored' in window)

test('F10 shows the cart, the login and the mode as they are now', async ({ page }) => {
  test.slow()
  await signUpVerified(page)
  const piece = await getProduct(page)
  await openPage(page, '/about')
  await expect(account(page)).toBeVisible()
  await mark(page)
  await openPage(page, `/product/${piece.slug}`)
  await page.getByRole('banner').getByRole('button', { name: 'Dark mode' }).click()
  // Without a word to other pages, as from another device.
  const { id } = piece
  await page.request.post('/api/cart', { data: { productId: id, quantity: 2 } })
  await page.goBack({ waitUntil: 'commit' })
  expect(await isRestored(page), 'the browser kept the page').toBe(true)
  await expect(badge(page)).toContainText('2 items in cart')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.goForward({ waitUntil: 'commit' })
  await logOut(page)
  await page.goBack({ waitUntil: 'commit' })
  await expect(logIn(page)).toBeVisible()
  await expect(badge(page)).toContainText('0 items in cart')
})

test('after logging out shows nothing of the one who left, and leads to the login', async ({
  page,
}) => {
  test.slow()
  const shopper = await signUpVerified(page)
  await page.request.post('/api/cart', { data: { productId: (await getProduct(page)).id } })
  await openPage(page, '/profile')
  await expect(main(page)).toContainText(shopper.email)
  await openPage(page, '/profile/edit')
  await expect(main(page).getByLabel('Email', { exact: true })).toHaveValue(shopper.email)
  await openPage(page, '/checkout')
  await expect(main(page)).toContainText(shopper.email)
  await logOut(page)
  for (const path of ['/checkout', '/profile/edit']) {
    await page.goBack({ waitUntil: 'commit' })
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`)
  }
  // What is shown first is not theirs either: the server is not waited for.
  await page.route('**/api/users/getUserProfile', () => undefined)
  await page.goBack({ waitUntil: 'commit' })
  await expect(page).toHaveURL('/profile')
  await expect(page.getByText(shopper.email)).toHaveCount(0)
  await expect(account(page)).toHaveCount(0)
})
