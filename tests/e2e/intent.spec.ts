import { recordChanges } from '#tests/helpers/requests.ts'
import {
  createAccountData,
  createVerifiedAccount,
  getMailedLink,
  IDLE_SAFE,
  signIn,
} from '#tools/accounts.ts'
import { clickInIsland, expect, openPage, test, waitForIsland } from '#tools/browser-test.ts'
import { getProduct, listProducts } from '#tools/catalog.ts'
import { addToCartButton, followToast, header, listItems, main, toast } from '#tools/locators.ts'

test('a card’s Add to Cart happens after the login, with the card in view', async ({ page }) => {
  const shopper = await createVerifiedAccount(page)
  const product = (await listProducts(page, 5))
    .toSorted((a, b) => a.price - b.price)
    .slice(16)
    .find(({ options }) => options.length === 0)
  if (!product) throw new Error('The catalogue is too small.')
  await openPage(page, '/shop?sort=price-low-high')
  const card = listItems(page).filter({ hasText: product.title })
  const add = await waitForIsland(card.getByRole('button', { name: /^Add to Cart/ }))
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(600)
  await add.click()
  await followToast(page, 'Please log in to add items to your cart.')
  await expect(main(page)).toContainText(`Sign in, and ${product.title} goes into your cart.`)
  await signIn(page, shopper)
  await expect(page).toHaveURL('/shop?sort=price-low-high')
  await expect(page.getByText('Added to cart', { exact: true })).toBeVisible()
  await expect(add).toBeInViewport()
  await expect(header(page)).toContainText('1 item in cart')
})

test('only the tab of the mailed link performs the action', async ({ page }) => {
  const account = createAccountData()
  const product = await getProduct(page, 3)
  const path = `/product/${product.slug}`
  await openPage(page, path)
  await clickInIsland(addToCartButton(page))
  await followToast(page, 'Please log in to add items to your cart.')
  const next = `?next=${encodeURIComponent(path)}`
  await expect(page).toHaveURL(`/login${next}`)
  await page.request.post('/api/auth/signup', { ...IDLE_SAFE, data: account })
  await openPage(page, `/verify-email${next}`)

  const mail = await page.context().newPage()
  const changes = [recordChanges(page), recordChanges(mail)]
  await mail.goto(await getMailedLink(page, account.email), { waitUntil: 'commit' })
  await expect(mail).toHaveURL(path)
  await expect(toast(mail, 'Your email address is verified.')).toBeVisible()
  await expect(toast(mail, 'Added to cart')).toBeVisible()
  await expect(mail.getByRole('banner')).toContainText('1 item in cart')
  await main(page).getByRole('link', { name: 'Continue' }).click()
  await expect(page).toHaveURL(path)
  await expect(header(page)).toContainText('1 item in cart')
  expect(changes).toEqual([[], ['POST /api/cart']])
})

test('Back skips a page that needs a login', async ({ page }) => {
  await openPage(page, '/about')
  for (const path of ['/checkout', '/profile/edit', '/complete-profile']) {
    await page.goto(path)
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`)
    await page.goBack()
    await expect(page).toHaveURL('/about')
  }
})
