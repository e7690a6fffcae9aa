import type { Page } from '@playwright/test'
import {
  type Account,
  expect,
  openPage,
  signUpVerified,
  test,
  waitForIsland,
} from '#tests/helpers/browser-test.ts'
import { addToCart, addToWishlist, getProduct, listProducts } from '#tests/helpers/catalogue.ts'

const main = (page: Page) => page.getByRole('main')
const badge = (page: Page) => page.getByRole('banner').getByRole('link', { name: /Cart/ })
const account = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Account' })
const logIn = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Log in' })
const heart = (page: Page) => page.getByRole('button', { name: /wishlist: / }).first()

async function signIn(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

async function logOut(page: Page): Promise<void> {
  await account(page).click()
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(page).toHaveURL('/login')
}

test('F10 two tabs agree on who it is, on the cart, the wishlist and the colour mode', async ({
  page,
  context,
}) => {
  test.slow()
  const shopper = await signUpVerified(page)
  await page.context().clearCookies()
  const piece = await getProduct(page)
  const other = await context.newPage()
  await openPage(page, `/product/${piece.slug}`)
  await openPage(other, '/cart')
  await expect(main(other).getByText('Your Cart is Empty')).toBeVisible()

  await test.step('signed in here, signed in there', async () => {
    await openPage(other, '/login?next=%2Fcart')
    await signIn(other, shopper)
    await expect(other).toHaveURL('/cart')
    await expect(account(page)).toBeVisible()
  })
  await test.step('added here, in the list there', async () => {
    await (await waitForIsland(page.getByRole('button', { name: 'Add to Cart' }).first())).click()
    await expect(main(other).getByRole('listitem')).toHaveCount(1)
    await expect(badge(other)).toContainText('1 item in cart')
  })
  await test.step('removed there, gone from the badge here', async () => {
    await main(other)
      .getByRole('button', { name: /^Remove/ })
      .click()
    await expect(badge(page)).toContainText('0 items in cart')
  })
  await test.step('kept here, on the wishlist there; taken off there, the heart here is empty', async () => {
    await openPage(other, '/wishlist')
    await heart(page).click()
    await expect(main(other).getByRole('listitem')).toHaveCount(1)
    await main(other)
      .getByRole('button', { name: /^Remove from wishlist/ })
      .click()
    await expect(main(other).getByText('Your Wishlist is Empty')).toBeVisible()
    await expect(heart(page)).toHaveAccessibleName(`Add to wishlist: ${piece.title}`)
  })
  await test.step('dark there, dark here', async () => {
    await other.getByRole('banner').getByRole('button', { name: 'Dark mode' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  })
  await test.step('logged out there, nobody here', async () => {
    await logOut(other)
    await expect(logIn(page)).toBeVisible()
    await expect(badge(page)).toContainText('0 items in cart')
  })
})

test('a visitor’s open cart and wishlist fill when they sign in elsewhere, again and again', async ({
  page,
  context,
}) => {
  test.slow()
  const shopper = await signUpVerified(page)
  const [first, second] = await listProducts(page)
  if (!first || !second) throw new Error('The shop has fewer than two products.')
  await addToCart(page, first)
  await addToWishlist(page, second)
  await page.context().clearCookies()

  const wishlist = await context.newPage()
  const door = await context.newPage()
  await openPage(page, '/cart')
  await openPage(wishlist, '/wishlist')
  await expect(main(page).getByText('Your Cart is Empty')).toBeVisible()
  await expect(main(wishlist).getByText('Please log in to view your wishlist')).toBeVisible()
  for (const time of ['once', 'twice'])
    await test.step(time, async () => {
      await openPage(door, '/login?next=%2Fabout')
      await signIn(door, shopper)
      await expect(door).toHaveURL('/about')
      await expect(main(page).getByRole('listitem')).toContainText(first.title)
      await expect(main(wishlist).getByRole('listitem')).toContainText(second.title)
      await logOut(door)
      await expect(main(page).getByText('Your Cart is Empty')).toBeVisible()
    })
})
