import type { Page } from '@playwright/test'
import { formatRupees } from '#src/rules/money.ts'
import {
  expect,
  expectAccessible,
  expectNoOverflow,
  openPage,
  signUpVerified,
  test,
} from '#tests/helpers/browser-test.ts'
import { addToCart, getProduct, listProducts } from '#tests/helpers/catalogue.ts'

const badge = (page: Page) => page.getByRole('banner').getByRole('link', { name: /Cart/ })
const main = (page: Page) => page.getByRole('main')

test('§2.cart.3 an empty cart leads to the shop, a visitor’s to log in too', async ({ page }) => {
  await openPage(page, '/cart')
  await expect(main(page).getByText('Your Cart is Empty')).toBeVisible()
  await expect(main(page).getByRole('link', { name: 'Log in' })).toHaveAttribute(
    'href',
    '/login?next=%2Fcart',
  )
  await signUpVerified(page)
  await openPage(page, '/cart')
  await expect(main(page).getByText('Your Cart is Empty')).toBeVisible()
  await expect(main(page).getByRole('link', { name: 'Log in' })).toHaveCount(0)
  await expect(main(page).getByRole('link', { name: 'Start Shopping' })).toHaveAttribute(
    'href',
    '/shop',
  )
})

test('§2.cart.2 a row has everything, and nothing is out of place @all-projects', async ({
  page,
}) => {
  test.slow()
  await signUpVerified(page)
  const [one, other] = [await getProduct(page, 0), await getProduct(page, 7)]
  await addToCart(page, one, 2)
  await addToCart(page, other)
  await openPage(page, '/cart')
  const row = main(page).getByRole('listitem').filter({ hasText: one.title })
  await expect(row.getByRole('link', { name: one.title })).toBeVisible()
  await expect(row.getByText(`Unit price ${formatRupees(one.price)}`)).toBeVisible()
  await expect(row.getByText(`Line total ${formatRupees(one.price * 2)}`)).toBeVisible()
  await expect(row.locator('output')).toHaveText('2')
  await expect(row.getByRole('button', { name: `Remove ${one.title}` })).toBeVisible()
  await expect(main(page)).toContainText('+ 5% tax at checkout')
  await expectNoOverflow(page)
  await expectAccessible(page)
  await main(page).getByRole('link', { name: 'Proceed to Buy' }).click()
  await expect(page).toHaveURL(/\/checkout$/)
})

test('§4.cart-row.1 presses in a burst are one change; the sum follows', async ({ page }) => {
  await signUpVerified(page)
  const one = await getProduct(page, 1)
  await addToCart(page, one)
  await openPage(page, '/cart')
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(request.postDataJSON())
  })
  const plus = main(page).getByRole('button', { name: `One more of ${one.title}` })
  const minus = main(page).getByRole('button', { name: `One less of ${one.title}` })
  await expect(minus).toBeDisabled()
  await plus.evaluate((button: HTMLButtonElement) => {
    for (let press = 0; press < 3; press++) button.click()
  })
  await expect(main(page).locator('output')).toHaveText('4')
  await expect(page.getByText('Cart updated successfully')).toBeVisible()
  await expect(main(page).getByText('Cart updated', { exact: true })).toBeVisible()
  expect(sent).toEqual([{ change: 3 }])
  await expect(badge(page)).toContainText('4 items in cart')
  await expect(main(page)).toContainText(formatRupees(one.price * 4))
})

test('plus stops at ten and says why', async ({ page }) => {
  await signUpVerified(page)
  const [one] = await listProducts(page, 10)
  if (!one) throw new Error('No product has ten pieces.')
  await addToCart(page, one, 10)
  await openPage(page, '/cart')
  await expect(main(page).getByRole('button', { name: /^One more/ })).toBeDisabled()
  await expect(main(page).getByText('You can have at most 10 of one piece.')).toBeVisible()
})

test('§8.9 §4.cart-row.2 remove says so, keeps the keyboard’s place and empties', async ({
  page,
}) => {
  await signUpVerified(page)
  const [one, other] = [await getProduct(page, 0), await getProduct(page, 2)]
  await addToCart(page, one, 3)
  await addToCart(page, other)
  await openPage(page, '/cart')
  await main(page)
    .getByRole('button', { name: `Remove ${one.title}` })
    .press('Enter')
  await expect(page.getByText('Item removed from cart.')).toBeVisible()
  await expect(main(page).getByRole('listitem')).toHaveCount(1)
  await expect(badge(page)).toContainText('1 item in cart')
  await expect
    .poll(() =>
      page.evaluate(() => document.querySelector('main')?.contains(document.activeElement)),
    )
    .toBe(true)
  await main(page)
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expect(main(page).getByText('Your Cart is Empty')).toBeVisible()
})

test('two tabs and a page gone back to agree', async ({ page, context }) => {
  test.slow()
  await signUpVerified(page)
  const one = await getProduct(page, 0)
  await addToCart(page, one)
  await openPage(page, '/cart')
  const second = await context.newPage()
  await openPage(second, '/cart')
  await second.getByRole('button', { name: /^One more/ }).click()
  await expect(page.getByRole('main').locator('output')).toHaveText('2')
  await expect(badge(page)).toContainText('2 items in cart')
  await second.goto('/about')
  await page.getByRole('button', { name: /^One more/ }).click()
  await expect(page.getByRole('main').locator('output')).toHaveText('3')
  await second.goBack()
  await expect(second.getByRole('main').locator('output')).toHaveText('3')
})

test('§2.cart.4 while it loads it says so, in the shape of what comes', async ({ page }) => {
  await signUpVerified(page)
  const held = Promise.withResolvers<void>()
  await page.route('**/api/cart', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/cart')
  await expect(page.getByText('Loading your cart...')).toBeVisible()
  held.resolve()
  await expect(page.getByText('Your Cart is Empty')).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  for (const path of ['/cart', '/checkout', '/wishlist'])
    test(`${path} says what it needs`, async ({ page }) => {
      await page.goto(path)
      await expect(page.locator('main noscript [role=status]')).toBeVisible()
      await expect(page.getByText(/^Loading/)).toBeHidden()
    })
})
