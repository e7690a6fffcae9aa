import { holdRequests } from '#tests/helpers/requests.ts'
import { callApi, signUpVerified } from '#tools/accounts.ts'
import { expect, openPage, recordAnnouncements, test } from '#tools/browser-test.ts'
import { addToCart, getProduct, rupees } from '#tools/catalog.ts'
import { decreaseButton, increaseButton, listItems, main, toast } from '#tools/locators.ts'

test('a row shows product, prices and controls; plus, Remove, Undo and Save for later disable it while pending, are announced once, and move the focus (items 36, 39) §2.cart.1 §2.cart.2 §4.cart-row.3', async ({
  page,
}) => {
  await signUpVerified(page)
  const [product, other] = [await getProduct(page, 0), await getProduct(page, 7)]
  await addToCart(page, product, 2)
  await addToCart(page, other)
  await openPage(page, '/cart')
  await expect(page.getByRole('heading', { level: 1, name: 'Your Cart' })).toBeVisible()
  await expect(listItems(page)).toHaveCount(2)
  const row = listItems(page).filter({ hasText: product.title })
  const minus = row.getByRole('button', { name: `One less of ${product.title}` })
  const link = (title: string) => main(page).getByRole('link', { name: title })
  await expect(row.locator('img')).toBeVisible()
  await expect(link(product.title)).toHaveAttribute('href', `/product/${product.slug}`)
  await expect(row.getByText(`Unit price ${rupees(product.price)}`)).toBeVisible()
  await expect(row.getByText(`Line total ${rupees(product.price * 2)}`)).toBeVisible()
  await expect(page.getByRole('button', { name: `One less of ${other.title}` })).toBeDisabled()
  await expect(minus).toBeEnabled()
  await expect(main(page)).toContainText('Shipping is free.')

  const listAnnouncements = await recordAnnouncements(page)
  const release = await holdRequests(page, '**/api/cart/*')
  await row.getByRole('button', { name: `One more of ${product.title}` }).click()
  await expect(minus).toBeDisabled()
  await expect(row.getByRole('button', { name: /^Remove/ })).toBeDisabled()
  release()
  await expect(row.getByRole('status').first()).toHaveText('3')
  await expect(row.getByText('Cart updated', { exact: true })).toBeVisible()
  await expect(row).toContainText(`Line total ${rupees(3 * product.price)}`)
  await expect.poll(listAnnouncements).toEqual(['Cart updated successfully'])

  await row.getByRole('button', { name: /^Remove/ }).press('Enter')
  await expect(toast(page, 'Item removed from cart.')).toBeVisible()
  await expect(listItems(page)).toHaveCount(1)
  await expect(link(other.title)).toBeFocused()
  await main(page).getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(toast(page, 'Back in your cart.')).toBeVisible()
  await expect(link(product.title)).toBeFocused()
  await expect(listItems(page).getByRole('heading')).toHaveText([product.title, other.title])
  await listItems(page)
    .filter({ hasText: other.title })
    .getByRole('button', { name: /^Save .+ for later/ })
    .press('Enter')
  await expect(main(page).getByText('Saved to your wishlist.')).toBeVisible()
  await expect(toast(page, 'Saved to your wishlist.')).toHaveCount(0)
  await expect(link(product.title)).toBeFocused()
})

test('a change that is not sent yet is sent when the page is left; the words of the gift card stay when they are not saved', async ({
  page,
  console,
}) => {
  console.allow(/500/)
  await signUpVerified(page)
  await addToCart(page, await getProduct(page))
  await openPage(page, '/cart')
  await increaseButton(page).click()
  await page.goto('/about')
  const readCart = () => callApi(page, 'GET', '/cart')
  await expect.poll(readCart).toMatchObject({ cart: [{ quantity: 2 }] })

  await openPage(page, '/cart')
  const wrap = main(page).getByLabel('Gift wrap, with our compliments')
  const card = main(page).getByLabel('Words for the card')
  // The wrap is still being saved when the words are, which fails.
  const wrapSaved = Promise.withResolvers<void>()
  const noteFails = Promise.withResolvers<void>()
  await page.route('**/api/cart/gift', async (route) => {
    const { note } = route.request().postDataJSON()
    await (note ? noteFails : wrapSaved).promise
    if (note) await route.fulfill({ status: 500, json: {} })
    else await route.continue()
  })
  await wrap.click()
  await card.fill('For Asha')
  await card.press('Tab')
  wrapSaved.resolve()
  await expect(toast(page, 'Cart updated successfully')).toBeVisible()
  noteFails.resolve()
  await expect(toast(page, 'Failed to update cart')).toBeVisible()
  await expect(card).toHaveValue('For Asha')
  await page.unroute('**/api/cart/gift')
  // Leaving the field saves the words; the press that leaves it counts, too.
  await card.fill('For Meera')
  await wrap.click()
  await expect(wrap).not.toBeChecked()
  await wrap.click()
  await card.fill('For Asha, with love')
  await main(page).getByRole('link', { name: 'Proceed to Buy' }).click()
  await expect(main(page)).toContainText('Gift wrap, with a card: “For Asha, with love”')
})

test('an empty cart, a full line, and the end of the session §2.cart.3', async ({
  page,
  console,
}) => {
  console.allow(/status of 401/)
  await signUpVerified(page)
  const empty = main(page).getByText('Your Cart is Empty')
  const login = main(page).getByRole('link', { name: 'Log in' })
  await openPage(page, '/cart')
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
