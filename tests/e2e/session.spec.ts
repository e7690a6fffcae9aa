import type { Page } from '@playwright/test'
import {
  type Account,
  expect,
  openPage,
  signUpVerified,
  test,
  waitForIsland,
} from '#tests/helpers/browser-test.ts'
import { getProduct } from '#tests/helpers/catalogue.ts'

async function signIn(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

const account = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Account' })

test('what a visitor wanted happens once after the toast’s Log in', async ({ page }) => {
  const shopper = await signUpVerified(page)
  await page.context().clearCookies()
  const one = await getProduct(page, 0)
  await openPage(page, `/product/${one.slug}`)
  await (await waitForIsland(page.getByRole('button', { name: 'Add to Cart' }).first())).click()
  await expect(page.getByText('Please log in to add items to your cart.')).toBeVisible()
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/login\?next=/)
  await signIn(page, shopper)
  await expect(page).toHaveURL(`/product/${one.slug}`)
  await expect(page.getByText('Added to cart', { exact: true })).toBeVisible()
  const badge = page.getByRole('banner').getByRole('link', { name: /Cart/ })
  await expect(badge).toContainText('1 item in cart')
  await page.reload()
  await expect(badge).toContainText('1 item in cart')
  await openPage(page, '/cart')
  await expect(page.getByRole('main').locator('output')).toHaveText('1')
})

test('Buy Now goes to the checkout', async ({ page }) => {
  await signUpVerified(page)
  const one = await getProduct(page, 0)
  await openPage(page, `/product/${one.slug}`)
  await (await waitForIsland(page.getByRole('button', { name: 'Buy Now' }).first())).click()
  await expect(page).toHaveURL('/checkout')
  await expect(page.getByRole('region', { name: 'Order Summary' })).toContainText(one.title)
})

test('§4.logout.2 logging out ends it in every tab, and Back shows nothing', async ({
  page,
  context,
}) => {
  const shopper = await signUpVerified(page)
  await openPage(page, '/profile')
  await expect(page.getByRole('main')).toContainText(shopper.email)
  const second = await context.newPage()
  await openPage(second, '/about')
  await expect(account(second)).toBeVisible()
  await account(page).click()
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(page).toHaveURL('/login')
  await expect(second.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
  await page.goBack()
  await expect(page.getByText(shopper.email)).toBeHidden()
  expect(
    await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage })),
  ).not.toContain(shopper.email)
})

test('a session that ended elsewhere asks to log in', async ({ page, console }) => {
  console.allow(/401/)
  await signUpVerified(page)
  const one = await getProduct(page, 0)
  await openPage(page, `/product/${one.slug}`)
  await expect(account(page)).toBeVisible()
  await page.context().clearCookies()
  await (await waitForIsland(page.getByRole('button', { name: 'Add to Cart' }).first())).click()
  await expect(page.getByText('Please log in to add items to your cart.')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
})

test('a double press adds once', async ({ page }) => {
  await signUpVerified(page)
  const one = await getProduct(page, 0)
  await openPage(page, `/product/${one.slug}`)
  const add = await waitForIsland(page.getByRole('button', { name: 'Add to Cart' }).first())
  await add.dblclick()
  await expect(page.getByText('Added to cart', { exact: true })).toBeVisible()
  await openPage(page, '/cart')
  await expect(page.getByRole('main').locator('output')).toHaveText('1')
})

const broken = [
  [
    'throws',
    () => {
      const refuse = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      }
      for (const storage of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, storage, { get: refuse })
    },
  ],
  [
    'holds nonsense',
    () => {
      for (const key of [
        'kairavi-cache',
        'kairavi-last',
        'kairavi-intent',
        'kairavi-toast',
        'kairavi-theme',
      ]) {
        sessionStorage.setItem(key, '{"bad')
        localStorage.setItem(key, '{"bad')
      }
    },
  ],
] as const

for (const [how, spoil] of broken)
  test(`every page works when storage ${how}`, async ({ page }) => {
    test.slow()
    await page.addInitScript(spoil)
    await signUpVerified(page)
    const one = await getProduct(page, 0)
    for (const path of [
      '/',
      '/shop',
      `/product/${one.slug}`,
      '/cart',
      '/checkout',
      '/wishlist',
      '/profile',
      '/contact',
    ])
      await openPage(page, path)
    await openPage(page, `/product/${one.slug}`)
    await (await waitForIsland(page.getByRole('button', { name: 'Add to Cart' }).first())).click()
    await expect(page.getByText('Added to cart', { exact: true })).toBeVisible()
  })
