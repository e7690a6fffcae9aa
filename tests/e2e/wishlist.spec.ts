import { holdRequests } from '#tests/helpers/requests.ts'
import { callApi, createVerifiedAccount, signIn, signUpVerified } from '#tools/accounts.ts'
import { clickInIsland, countShifts, expect, openPage, test } from '#tools/browser-test.ts'
import { addToWishlist, getProduct, rupees } from '#tools/catalog.ts'
import {
  addToWishlistButton,
  cartLink,
  listItems,
  main,
  removeFromWishlistButton,
  toast,
} from '#tools/locators.ts'

test('a visitor’s heart is in the account after the login, a link shares it, the button of a card shows "Adding..." and moves it to the cart, and the list is empty §2.wishlist.1 §2.wishlist.2 §2.wishlist.3', async ({
  page,
  browser,
}) => {
  const shopper = await createVerifiedAccount(page)
  const [product, other] = [await getProduct(page, 4), await getProduct(page, 5)]
  const cards = main(page).getByRole('article')
  await openPage(page, `/product/${product.slug}`)
  await clickInIsland(addToWishlistButton(page, product.title))
  await expect(removeFromWishlistButton(page, product.title)).toBeVisible()
  await openPage(page, '/wishlist')
  const getShift = await countShifts(page)
  await expect(cards).toHaveText([new RegExp(product.title)])
  await main(page).getByRole('link', { name: 'Log in' }).click()
  await signIn(page, shopper)
  await expect(page).toHaveURL('/wishlist')
  await expect(cards).toHaveText([new RegExp(product.title)])

  await test.step('a link shares it', async () => {
    await main(page).getByRole('button', { name: 'Share by a link' }).click()
    const link = await main(page).getByLabel('Link to this list').inputValue()
    const visitor = await (await browser.newContext()).newPage()
    await openPage(visitor, link)
    await expect(main(visitor).getByRole('article')).toHaveText([new RegExp(product.title)])
    await main(page).getByRole('button', { name: 'Stop sharing' }).click()
    await expect(main(page).getByRole('button', { name: 'Share by a link' })).toBeVisible()
    await visitor.reload()
    const isPrivate = main(visitor).getByRole('heading', { name: 'This wishlist is private' })
    await expect(isPrivate).toBeVisible()
    await visitor.context().close()
  })
  await addToWishlist(page, other)
  const release = await holdRequests(page, '**/api/wishlist/')
  const releaseShare = await holdRequests(page, '**/api/wishlist-share')
  await page.goto('/wishlist')
  await expect(page.getByText('Loading your wishlist...')).toBeVisible()
  release()
  await expect(listItems(page)).toHaveCount(2)
  releaseShare()
  await expect(main(page).getByRole('button', { name: 'Share by a link' })).toBeVisible()
  expect(await getShift()).toBeLessThan(0.01)
  const card = cards.filter({ hasText: product.title })
  await expect(card.locator('img').first()).toBeVisible()
  await expect(card).toContainText(rupees(product.price))
  const releaseAdd = await holdRequests(page, '**/api/cart')
  const add = card.getByRole('button', { name: /^(Add to Cart|Adding\.\.\.)/ })
  await clickInIsland(add)
  await expect(add).toHaveText(/^Adding\.\.\./)
  await expect(add).toBeDisabled()
  releaseAdd()
  await expect(toast(page, 'Cart updated')).toBeVisible()
  await expect(cards).toHaveCount(1)
  await expect(cartLink(page)).toContainText('1 item in cart')
  await removeFromWishlistButton(page, other.title).click()
  await expect(page.getByRole('heading', { name: 'Your Wishlist is Empty' })).toBeVisible()
  const shop = main(page).getByRole('link', { name: 'Continue Shopping' })
  await expect(shop).toHaveAttribute('href', '/shop')
})

for (const device of ['desktop', 'phone @phone'])
  test(`a shared list does not move when its link arrives, on a ${device}`, async ({ page }) => {
    await signUpVerified(page)
    await addToWishlist(page, await getProduct(page, 4))
    await callApi(page, 'PUT', '/wishlist-share')
    const getShift = await countShifts(page)
    const release = await holdRequests(page, '**/api/wishlist-share')
    await openPage(page, '/wishlist')
    await expect(listItems(page)).toHaveCount(1)
    const before = await listItems(page).first().boundingBox()
    release()
    await expect(main(page).getByLabel('Link to this list')).toBeVisible()
    expect(await listItems(page).first().boundingBox()).toEqual(before)
    expect(await getShift()).toBeLessThan(0.002)
  })

test('what a visitor keeps is shown by its address of now, and nothing is said of what is gone', async ({
  page,
}) => {
  const product = await getProduct(page, 4)
  const keep = (id: string) =>
    page.evaluate(
      (kept) => localStorage.setItem('kairavi-wishlist', JSON.stringify(kept)),
      [{ id, slug: 'its-former-slug' }],
    )
  await page.route('**/get-all-products?slugs=its-former-slug', (route) =>
    route.fulfill({ json: { products: [product] } }),
  )
  await openPage(page, '/wishlist')
  await keep(product.id)
  await page.reload()
  await expect(main(page).getByRole('article')).toHaveText([new RegExp(product.title)])
  await keep('gone')
  await page.reload()
  await expect(main(page)).toContainText('Please log in to view your wishlist')
  await expect(main(page).getByRole('list', { name: 'Items on your wishlist' })).toHaveCount(0)
})
