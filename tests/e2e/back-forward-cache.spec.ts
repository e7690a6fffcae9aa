import { logOut, signUpVerified } from '#tools/accounts.ts'
import { expect, openPage, test, waitForServiceWorker } from '#tools/browser-test.ts'
import { addToCart, getProduct } from '#tools/catalog.ts'
import { accountButton, cartLink, loginLink, main, modeButton } from '#tools/locators.ts'

// Playwright disables the back-forward cache, and Chromium's headless shell has none.
test.use({
  serviceWorkers: 'allow',
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({
        ...launchOptions,
        ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
        ignoreDefaultArgs: ['--disable-back-forward-cache'],
      }),
    { scope: 'worker' },
  ],
})

test('a restored page shows the current cart, login and colour mode (F10) (item 40)', async ({
  page,
}) => {
  await signUpVerified(page)
  const product = await getProduct(page)
  await openPage(page, '/about')
  await expect(accountButton(page)).toBeVisible()
  // On a first visit the worker starts late: taking control of a page in the cache would evict it.
  await waitForServiceWorker(page)
  await page.evaluate(() => Object.assign(window, { restored: true }))
  await openPage(page, `/product/${product.slug}`)
  await modeButton(page).click()
  // As from another device: no message to other pages.
  await addToCart(page, product, 2)
  await page.goBack({ waitUntil: 'commit' })
  // A page that is loaded again has a window without the mark.
  expect(await page.evaluate(() => 'restored' in window)).toBe(true)
  await expect(cartLink(page)).toContainText('2 items in cart')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.goForward({ waitUntil: 'commit' })
  await logOut(page)
  await page.goBack({ waitUntil: 'commit' })
  await expect(loginLink(page)).toBeVisible()
  await expect(cartLink(page)).toContainText('0 items in cart')
})

test('after a logout, restored pages show nothing of the user and lead to the login', async ({
  page,
}) => {
  const { email } = await signUpVerified(page)
  await addToCart(page, await getProduct(page))
  await openPage(page, '/profile')
  await expect(main(page)).toContainText(email)
  await openPage(page, '/profile/edit')
  await expect(main(page).getByLabel('Email', { exact: true })).toHaveValue(email)
  await openPage(page, '/checkout')
  await expect(main(page)).toContainText(email)
  await logOut(page)
  for (const path of ['/checkout', '/profile/edit']) {
    await page.goBack({ waitUntil: 'commit' })
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`)
  }
  // Nor before the server responds.
  await page.route('**/api/users/getUserProfile', () => undefined)
  await page.goBack({ waitUntil: 'commit' })
  await expect(page).toHaveURL('/profile')
  await expect(page.getByText(email)).toHaveCount(0)
  await expect(accountButton(page)).toHaveCount(0)
})
