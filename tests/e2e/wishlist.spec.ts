import { createVerifiedAccount, signIn, signUpVerified } from '#tests/helpers/accounts.ts'
import { clickInIsland, expect, openPage, test } from '#tests/helpers/browser-test.ts'
import { addToWishlist, getProduct, rupees } from '#tests/helpers/catalog.ts'
import {
  addToWishlistButton,
  cartLink,
  listItems,
  main,
  removeFromWishlistButton,
  toast,
} from '#tests/helpers/locators.ts'
import { holdRequests } from '#tests/helpers/requests.ts'

test('a visitor’s hearts are in the account after the login, and a link shares them', async ({
  page,
  browser,
}) => {
  const shopper = await createVerifiedAccount(page)
  const { slug, title } = await getProduct(page, 4)
  await openPage(page, `/product/${slug}`)
  await clickInIsland(addToWishlistButton(page, title))
  await expect(removeFromWishlistButton(page, title)).toBeVisible()
  await openPage(page, '/wishlist')
  await expect(main(page).getByRole('article')).toHaveText([new RegExp(title)])
  await main(page).getByRole('link', { name: 'Log in' }).click()
  await signIn(page, shopper)
  await expect(main(page).getByRole('article')).toHaveText([new RegExp(title)])

  await main(page).getByRole('button', { name: 'Share by a link' }).click()
  const link = await main(page).getByLabel('Link to this list').inputValue()
  const other = await (await browser.newContext()).newPage()
  await openPage(other, link)
  await expect(main(other).getByRole('article')).toHaveText([new RegExp(title)])
  await main(page).getByRole('button', { name: 'Stop sharing' }).click()
  await expect(main(page).getByRole('button', { name: 'Share by a link' })).toBeVisible()
  await other.reload()
  await expect(main(other).getByRole('heading', { name: 'This wishlist is private' })).toBeVisible()
  await other.context().close()
})

test('loading, a card that shows the product and moves it to the cart, and the empty state §2.wishlist.1 §2.wishlist.2 §2.wishlist.3', async ({
  page,
}) => {
  await signUpVerified(page)
  const [product, other] = [await getProduct(page, 3), await getProduct(page, 5)]
  await addToWishlist(page, product)
  await addToWishlist(page, other)
  const release = await holdRequests(page, '**/api/wishlist/')
  await page.goto('/wishlist')
  await expect(page.getByText('Loading your wishlist...')).toBeVisible()
  release()
  const cards = page.getByRole('list', { name: 'Items on your wishlist' }).getByRole('article')
  await expect(cards).toHaveCount(2)
  await expect(listItems(page)).toHaveCount(2)
  const card = cards.filter({ hasText: product.title })
  await expect(card.locator('img').first()).toBeVisible()
  await expect(card.getByRole('heading', { name: product.title })).toBeVisible()
  await expect(card).toContainText(rupees(product.price))

  await card.getByRole('button', { name: /^Add to Cart/ }).click()
  await expect(toast(page, 'Cart updated')).toBeVisible()
  await expect(cards).toHaveCount(1)
  await expect(cartLink(page)).toContainText('1 item in cart')
  await removeFromWishlistButton(page, other.title).click()
  await expect(toast(page, 'Removed from wishlist 💔')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your Wishlist is Empty' })).toBeVisible()
  const shop = main(page).getByRole('link', { name: 'Continue Shopping' })
  await expect(shop).toHaveAttribute('href', '/shop')
})
