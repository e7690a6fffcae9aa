import type { Page } from '@playwright/test'
import { createVerifiedAccount, logOut, signIn, signUpVerified } from '#tests/helpers/accounts.ts'
import { clickInIsland, expect, openPage, test } from '#tests/helpers/browser-test.ts'
import { addToCart, addToWishlist, getProduct } from '#tests/helpers/catalog.ts'
import {
  accountButton,
  addToCartButton,
  cartLink,
  increaseButton,
  listItems,
  loginLink,
  main,
  modeButton,
  removeButton,
} from '#tests/helpers/locators.ts'

const heart = (page: Page) => page.getByRole('button', { name: /wishlist: / }).first()

test('two tabs agree on user, cart, wishlist and mode (F10)', async ({ page, context }) => {
  const shopper = await createVerifiedAccount(page)
  const product = await getProduct(page)
  const other = await context.newPage()
  await openPage(page, `/product/${product.slug}`)
  await openPage(other, '/cart')
  await expect(main(other).getByText('Your Cart is Empty')).toBeVisible()

  await test.step('a login reaches the other tab', async () => {
    await openPage(other, '/login?next=%2Fcart')
    await signIn(other, shopper)
    await expect(other).toHaveURL('/cart')
    await expect(accountButton(page)).toBeVisible()
  })
  await test.step('an added item appears in the other tab’s cart', async () => {
    await clickInIsland(addToCartButton(page))
    await expect(listItems(other)).toHaveCount(1)
    await expect(cartLink(other)).toContainText('1 item in cart')
  })
  await test.step('a quantity and a removal reach the count', async () => {
    await increaseButton(other).click()
    await expect(cartLink(page)).toContainText('2 items in cart')
    await removeButton(other).click()
    await expect(cartLink(page)).toContainText('0 items in cart')
  })
  await test.step('a wishlist item appears in and disappears from the other tab', async () => {
    await openPage(other, '/wishlist')
    await heart(page).click()
    await expect(listItems(other)).toHaveCount(1)
    await main(other)
      .getByRole('button', { name: /^Remove from wishlist/ })
      .click()
    await expect(main(other).getByText('Your Wishlist is Empty')).toBeVisible()
    await expect(heart(page)).toHaveAccessibleName(`Add to wishlist: ${product.title}`)
  })
  await test.step('the colour mode follows', async () => {
    await modeButton(other).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  })
  await test.step('a logout reaches the other tab', async () => {
    await logOut(other)
    await expect(loginLink(page)).toBeVisible()
    await expect(cartLink(page)).toContainText('0 items in cart')
  })
})

test('an open cart and wishlist fill with each login in another tab, and lose it with the logout', async ({
  page,
  context,
}) => {
  const shopper = await signUpVerified(page)
  const [first, second] = [await getProduct(page, 0), await getProduct(page, 1)]
  await addToCart(page, first)
  await addToWishlist(page, second)
  await page.context().clearCookies()

  const wishlist = await context.newPage()
  const other = await context.newPage()
  await openPage(page, '/cart')
  await openPage(wishlist, '/wishlist')
  await expect(main(page).getByText('Your Cart is Empty')).toBeVisible()
  await expect(main(wishlist).getByText('Please log in to view your wishlist')).toBeVisible()
  for (const login of ['first login', 'second login'])
    await test.step(login, async () => {
      await openPage(other, '/login?next=%2Fabout')
      await signIn(other, shopper)
      await expect(other).toHaveURL('/about')
      await expect(listItems(page)).toContainText(first.title)
      await expect(listItems(wishlist)).toContainText(second.title)
      await logOut(other)
      await expect(main(page).getByText('You have been logged out')).toBeVisible()
    })
  expect(
    await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage })),
  ).not.toContain(shopper.email)
})
