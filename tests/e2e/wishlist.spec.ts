import {
  expect,
  expectAccessible,
  expectNoOverflow,
  openPage,
  signUpVerified,
  test,
} from '#tests/helpers/browser-test.ts'
import { addToWishlist, getProduct } from '#tests/helpers/catalogue.ts'

test('§8.20 a visitor is asked to log in to view it', async ({ page }) => {
  await openPage(page, '/wishlist')
  const main = page.getByRole('main')
  await expect(
    page.getByText('Please log in to view your wishlist').filter({ visible: true }),
  ).toHaveCount(2)
  await expect(main.getByText('Please log in to view your wishlist')).toBeVisible()
  await expect(main.getByRole('link', { name: 'Log in' })).toHaveAttribute(
    'href',
    '/login?next=%2Fwishlist',
  )
})

test('§2.wishlist.3 an empty one leads to the shop', async ({ page }) => {
  await signUpVerified(page)
  await openPage(page, '/wishlist')
  await expect(page.getByText('Your Wishlist is Empty')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Continue Shopping' })).toHaveAttribute(
    'href',
    '/shop',
  )
})

test('§2.wishlist.1 a card has everything; §2.wishlist.2 it goes to the cart @all-projects', async ({
  page,
}) => {
  await signUpVerified(page)
  const [one, other] = [await getProduct(page, 3), await getProduct(page, 5)]
  await addToWishlist(page, one)
  await addToWishlist(page, other)
  await openPage(page, '/wishlist')
  const main = page.getByRole('main')
  await expect(main.getByRole('listitem')).toHaveCount(2)
  await expectNoOverflow(page)
  await expectAccessible(page)
  const card = main.getByRole('listitem').filter({ hasText: one.title })
  await card.getByRole('button', { name: /^Add to Cart/ }).click()
  await expect(page.getByText('Cart updated', { exact: true })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: /Cart/ })).toContainText(
    '1 item in cart',
  )
  await expect(main.getByRole('listitem')).toHaveCount(1)
  await main.getByRole('button', { name: `Remove from wishlist: ${other.title}` }).click()
  await expect(page.getByText('Removed from wishlist 💔')).toBeVisible()
  await expect(page.getByText('Your Wishlist is Empty')).toBeVisible()
})
