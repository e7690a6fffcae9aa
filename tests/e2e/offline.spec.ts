import { signUpVerified } from '#tools/accounts.ts'
import { clickInIsland, expect, openPage, test, waitForServiceWorker } from '#tools/browser-test.ts'
import { getProduct } from '#tools/catalog.ts'
import { accountButton, addToCartButton, cartLink, main } from '#tools/locators.ts'

test.use({ serviceWorkers: 'allow' })
test.beforeEach(({ console }) => console.allow(/Failed to load resource|ERR_|fetch/i))

test('offline, visited pages open, a listing filters, actions show their error, and none is sent later (F13)', async ({
  page,
  context,
}) => {
  await signUpVerified(page)
  const product = await getProduct(page)
  const chip = (name: string) =>
    page.getByRole('navigation', { name: 'Category' }).getByRole('link', { name })
  const heading = page.getByRole('heading', { level: 1 })
  await openPage(page, '/about')
  await waitForServiceWorker(page)
  await openPage(page, '/cart')
  await openPage(page, '/shop')
  await chip('Watches').click()
  // What a list needs is kept once it is shown.
  await expect(heading).toHaveText(/^Watches, \d+ pieces$/)
  await openPage(page, `/product/${product.slug}`)
  await expect(cartLink(page)).toContainText('0 items in cart')
  await expect(accountButton(page)).toBeVisible()

  await context.setOffline(true)
  await openPage(page, '/shop')
  await chip('Bags').click()
  await expect(heading).toHaveText(/^Bags, \d+ pieces$/)
  await openPage(page, `/product/${product.slug}`)
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText(product.title)
  await expect(accountButton(page)).toBeVisible()
  await clickInIsland(addToCartButton(page))
  await expect(page.getByText('Something went wrong while adding to cart')).toBeVisible()
  await expect(cartLink(page)).toContainText('0 items in cart')
  await page.goto('/cart')
  await expect(main(page)).toContainText('Something went wrong while fetching your cart')
  await page.goto('/partner')
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText(
    'The moon is behind a cloud',
  )
  const kept = page.getByRole('region', { name: 'Pages on this device' })
  await expect(kept.getByRole('link', { name: product.title })).toHaveAttribute(
    'href',
    `/product/${product.slug}`,
  )
  await expect(kept.getByRole('link', { name: /Offline/ })).toHaveCount(0)

  const script = page.locator('script[src*="offline"]')
  const isKept = (src: string) => caches.match(src).then((kept) => kept !== undefined)
  expect(await page.evaluate(isKept, (await script.getAttribute('src')) ?? '')).toBe(true)

  await context.setOffline(false)
  // The offline page loads the requested page by itself.
  await expect(main(page).getByRole('heading', { name: 'Ateliers and makers' })).toBeVisible()
  await openPage(page, '/cart')
  await expect(main(page).getByText('Your Cart is Empty')).toBeVisible()
  await openPage(page, `/product/${product.slug}`)
  await clickInIsland(addToCartButton(page))
  await expect(cartLink(page)).toContainText('1 item in cart')
})
