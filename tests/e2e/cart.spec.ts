import type { Page } from '@playwright/test'
import { signUpVerified } from '#tests/helpers/accounts.ts'
import { expect, openPage, test } from '#tests/helpers/browser-test.ts'
import { addToCart, getProduct, rupees } from '#tests/helpers/catalog.ts'
import {
  cartLink,
  decreaseButton,
  increaseButton,
  listItems,
  main,
  removeButton,
  toast,
  toasts,
} from '#tests/helpers/locators.ts'
import { holdRequests } from '#tests/helpers/requests.ts'

/** Records the live regions whose text changes, each with its text. */
const recordAnnouncements = (page: Page) =>
  page.evaluate(() => {
    const live = '[aria-live=polite], [role=status], [role=alert], output:not([aria-live])'
    const said = new Set<string>()
    Object.assign(window, { said })
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement
        const text = element?.closest(live)?.textContent
        if (text) said.add(text)
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })

const listAnnouncements = (page: Page) =>
  page.evaluate(() => [...(window as unknown as { said: Set<string> }).said])

test('a row shows product, prices and controls §2.cart.1 §2.cart.2', async ({ page }) => {
  await signUpVerified(page)
  const [product, other] = [await getProduct(page, 0), await getProduct(page, 7)]
  await addToCart(page, product, 2)
  await addToCart(page, other)
  await openPage(page, '/cart')
  await expect(page.getByRole('heading', { level: 1, name: 'Your Cart' })).toBeVisible()
  const rows = page.getByRole('list', { name: 'Items in your cart' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  const row = rows.filter({ hasText: product.title })
  await expect(row.locator('img')).toBeVisible()
  const link = row.getByRole('link', { name: product.title })
  await expect(link).toHaveAttribute('href', `/product/${product.slug}`)
  await expect(row.getByText(`Unit price ${rupees(product.price)}`)).toBeVisible()
  await expect(row.getByText(`Line total ${rupees(product.price * 2)}`)).toBeVisible()
  await expect(row.locator('output')).toHaveText('2')
  await expect(row.getByRole('button', { name: `One less of ${product.title}` })).toBeEnabled()
  await expect(row.getByRole('button', { name: `Remove ${product.title}` })).toBeVisible()
  await expect(page.getByRole('button', { name: `One less of ${other.title}` })).toBeDisabled()
  await expect(main(page)).toContainText('The total includes 5% tax.')
  await main(page).getByRole('link', { name: 'Proceed to Buy' }).click()
  await expect(page).toHaveURL(/\/checkout$/)
})

test('plus and Remove disable the row while pending, update the count and show toasts §4.cart-row.3', async ({
  page,
}) => {
  await signUpVerified(page)
  const [product, other] = [await getProduct(page, 0), await getProduct(page, 2)]
  await addToCart(page, product, 2)
  await addToCart(page, other)
  await openPage(page, '/cart')
  await expect(cartLink(page)).toContainText('3 items in cart')
  const row = listItems(page).filter({ hasText: product.title })
  const minus = row.getByRole('button', { name: `One less of ${product.title}` })
  await expect(minus).toBeEnabled()

  await recordAnnouncements(page)
  const release = await holdRequests(page, '**/api/cart/*')
  await row.getByRole('button', { name: `One more of ${product.title}` }).click()
  await expect(minus).toBeDisabled()
  await expect(row.getByRole('button', { name: /^Remove/ })).toBeDisabled()
  release()
  await expect(row.locator('output')).toHaveText('3')
  await expect(toast(page, 'Cart updated successfully')).toBeVisible()
  await expect(row.getByText('Cart updated', { exact: true })).toBeVisible()
  await expect(cartLink(page)).toContainText('4 items in cart')
  await expect(row).toContainText(`Line total ${rupees(3 * product.price)}`)
  expect(await listAnnouncements(page)).toEqual(['Cart updated successfully'])
  await page.unroute('**/api/cart/*')

  const link = (title: string) => main(page).getByRole('link', { name: title })
  await row.getByRole('button', { name: /^Remove/ }).press('Enter')
  await expect(toast(page, 'Item removed from cart.')).toBeVisible()
  await expect(listItems(page)).toHaveCount(1)
  await expect(cartLink(page)).toContainText('1 item in cart')
  await expect(link(other.title)).toBeFocused()
  await main(page).getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(link(product.title)).toBeFocused()
  await expect(listItems(page).getByRole('heading')).toHaveText([product.title, other.title])

  await listItems(page)
    .filter({ hasText: other.title })
    .getByRole('button', { name: /^Save for later/ })
    .press('Enter')
  await expect(toast(page, 'Saved to your wishlist.')).toBeVisible()
  await expect(toasts(page).filter({ hasText: /Added to wishlist/ })).toHaveCount(0)
  await expect(link(product.title)).toBeFocused()
  await removeButton(page).click()
  await expect(main(page).getByText('Your Cart is Empty')).toBeVisible()
})

test('the words of the gift card are saved on the way to the checkout, and stay when they are not', async ({
  page,
  console,
}) => {
  await signUpVerified(page)
  await addToCart(page, await getProduct(page))
  await openPage(page, '/cart')
  const card = main(page).getByLabel('Words for the card')
  console.allow(/500/)
  // The wrap is still being saved when the words are, which fails.
  const wrapSaved = Promise.withResolvers<void>()
  const noteFails = Promise.withResolvers<void>()
  await page.route('**/api/cart/gift', async (route) => {
    const { note } = route.request().postDataJSON()
    await (note ? noteFails : wrapSaved).promise
    if (note) await route.fulfill({ status: 500, json: {} })
    else await route.continue()
  })
  await main(page).getByLabel('Gift wrap, with our compliments').click()
  await card.fill('For Asha')
  await card.press('Tab')
  wrapSaved.resolve()
  await expect(toast(page, 'Cart updated successfully')).toBeVisible()
  noteFails.resolve()
  await expect(toast(page, 'Failed to update cart')).toBeVisible()
  await expect(card).toHaveValue('For Asha')
  await page.unroute('**/api/cart/gift')
  await card.fill('For Asha, with love')
  await main(page).getByRole('link', { name: 'Proceed to Buy' }).click()
  await expect(main(page)).toContainText('Gift wrap, with a card: “For Asha, with love”')
})

test('"Loading your cart...", an error, an empty cart, a full line, and the end of the session §2.cart.3 §2.cart.4', async ({
  page,
  console,
}) => {
  console.allow(/Failed to load resource/)
  await signUpVerified(page)
  const empty = main(page).getByText('Your Cart is Empty')
  const login = main(page).getByRole('link', { name: 'Log in' })
  const held = Promise.withResolvers<void>()
  await page.route('**/api/cart', async (route) => {
    await held.promise
    await route.fulfill({ status: 500, json: { success: false, message: 'The vault is closed.' } })
  })
  await page.goto('/cart')
  await expect(page.getByText('Loading your cart...')).toBeVisible()
  held.resolve()
  await expect(main(page).getByRole('alert')).toHaveText('The vault is closed.')
  await page.unroute('**/api/cart')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(empty).toBeVisible()
  await expect(login).toHaveCount(0)
  const shop = main(page).getByRole('link', { name: 'Start Shopping' })
  await expect(shop).toHaveAttribute('href', '/shop')

  await addToCart(page, await getProduct(page, 0, 10), 10)
  await openPage(page, '/cart')
  await expect(increaseButton(page)).toBeDisabled()
  await expect(main(page).getByText('You can have at most 10 of one piece.')).toBeVisible()
  await page.context().clearCookies()
  await decreaseButton(page).click()
  await expect(main(page).getByText('Your cart is kept for you.')).toBeVisible()
  await expect(empty).toHaveCount(0)
  await expect(login).toHaveAttribute('href', '/login?next=%2Fcart')
})
