import type { Page } from '@playwright/test'
import { createVerifiedAccount, logOut, signIn } from '#tools/accounts.ts'
import { clickInIsland, expect, openPage, test } from '#tools/browser-test.ts'
import { getProduct } from '#tools/catalog.ts'
import {
  accountButton,
  addToCartButton,
  cartLink,
  listItems,
  loginLink,
  main,
  modeButton,
} from '#tools/locators.ts'

const heart = (page: Page) => page.getByRole('button', { name: /wishlist: / }).first()

test('two tabs agree on user, cart, wishlist and mode (F10) (item 40)', async ({
  page,
  context,
}) => {
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
    const kept = 'JSON.stringify({ ...localStorage, ...sessionStorage })'
    expect(await page.evaluate<string>(kept)).not.toContain(shopper.email)
  })
})
