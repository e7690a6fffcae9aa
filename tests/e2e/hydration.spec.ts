import type { Page } from '@playwright/test'
import { signIn, signUpVerified } from '#tests/helpers/accounts.ts'
import { expect, expectLateScripts, openPage, test } from '#tests/helpers/browser-test.ts'
import { addToCart, getProduct, listProducts } from '#tests/helpers/catalogue.ts'
import { header, listItems, main } from '#tests/helpers/locators.ts'
import { holdRequests } from '#tests/helpers/requests.ts'
import { PRODUCT_PATH } from '#tests/helpers/routes.ts'

const PRODUCTS = '**/api/products/get-all-products'
const SCRIPTS = '**/_astro/*.js'
const cards = (page: Page) => page.locator('.listing-grid > li')
const count = (page: Page) => page.locator('.listing').getByRole('status')

const mockProducts = (page: Page, products: unknown) =>
  page.route(PRODUCTS, (route) => route.fulfill({ json: { products, revision: 1 } }))

for (const path of ['/', '/shop', PRODUCT_PATH, '/cart'])
  test(`the scripts of ${path} are fetched after its largest paint`, async ({ page }) => {
    await openPage(page, path)
    await expectLateScripts(page)
  })

/** Texts of the controls without a node of React's, of those that a locator finds. */
const listStatic = (page: Page) =>
  page
    .locator('astro-island button, astro-island input, astro-island textarea, astro-island select')
    .evaluateAll((controls) =>
      controls
        .filter((control) => !Object.keys(control).some((key) => key.startsWith('__reactFiber')))
        .map((control) => control.outerHTML.slice(0, 100)),
    )

for (const path of ['/shop', PRODUCT_PATH, '/login', '/signup', '/contact'])
  test(`every control of ${path} is React's`, async ({ page }) => {
    await openPage(page, path)
    await expect.poll(() => listStatic(page)).toEqual([])
    const link = header(page).getByRole('link', { name: /^Cart/ })
    if (path.startsWith('/shop'))
      expect(await link.evaluate((node) => Object.keys(node).join())).toContain('__reactFiber')
    // Buttons of the static page would be dead.
    const all = await page.locator('main button, main input').count()
    expect(await page.locator('main astro-island').locator('button, input').count()).toBe(all)
  })

test.describe('the listing', () => {
  test('shows a newer price', async ({ page }) => {
    const [first, ...rest] = await listProducts(page)
    await mockProducts(page, [{ ...first, price: 4_321 }, ...rest])
    await openPage(page, '/shop')
    await expect(cards(page).first()).toContainText('₹4,321.00')
  })

  test('shows that a later product is gone', async ({ page }) => {
    const products = (await listProducts(page)).slice(0, -1)
    await mockProducts(page, products)
    await openPage(page, '/shop')
    await expect(count(page)).toHaveText(`${products.length} pieces`)
  })

  test('of a category shows its chip on a phone @desktop-and-phone', async ({ page }) => {
    await openPage(page, '/shop/sunglasses')
    const chip = page
      .getByRole('navigation', { name: 'Category' })
      .getByRole('link', { name: 'Sunglasses', exact: true })
    await expect(chip).toBeInViewport({ ratio: 1 })
  })
})

test.describe('before its scripts have loaded, the cart shows', () => {
  const empty = (page: Page) => main(page).getByText('Your Cart is Empty')
  const loading = (page: Page) => main(page).getByText('Loading your cart...')

  test('a visitor that it is empty @desktop-and-phone', async ({ page }) => {
    const release = await holdRequests(page, SCRIPTS)
    await page.goto('/cart', { waitUntil: 'commit' })
    await expect(empty(page)).toBeVisible()
    await expect(main(page).getByRole('link', { name: 'Log in' })).toBeVisible()
    await expect(loading(page)).toBeHidden()
    release()
    await expect(loading(page)).toHaveCount(0)
    await expect(empty(page)).toBeVisible()
  })

  test('a shopper that it loads, in a new tab too', async ({ page, context }) => {
    await signUpVerified(page)
    await addToCart(page, await getProduct(page))
    await openPage(page, '/about')
    const tab = await context.newPage()
    const release = await holdRequests(tab, SCRIPTS)
    await tab.goto('/cart', { waitUntil: 'commit' })
    await expect(loading(tab)).toBeVisible()
    await expect(empty(tab)).toBeHidden()
    release()
    await expect(listItems(tab)).toHaveCount(1)
    await expect(empty(tab)).toHaveCount(0)
  })

  test('that it loads where the session has ended, and then that it is empty', async ({
    page,
    context,
  }) => {
    await signUpVerified(page)
    await openPage(page, '/about')
    await context.clearCookies()
    const release = await holdRequests(page, SCRIPTS)
    await page.goto('/cart', { waitUntil: 'commit' })
    await expect(loading(page)).toBeVisible()
    await expect(empty(page)).toBeHidden()
    release()
    await expect(empty(page)).toBeVisible()
    await page.reload({ waitUntil: 'commit' })
    await expect(empty(page)).toBeVisible()
  })
})

test('the cart of a visitor is filled by a login in another tab', async ({ page, context }) => {
  const shopper = await signUpVerified(page)
  const product = await getProduct(page)
  await addToCart(page, product)
  await context.clearCookies()
  await openPage(page, '/cart')
  await expect(main(page).getByText('Your Cart is Empty')).toBeVisible()
  const other = await context.newPage()
  await openPage(other, '/login?next=%2Fabout')
  await signIn(other, shopper)
  await expect(listItems(page)).toContainText(product.title)
  await expect(main(page).getByText('Your Cart is Empty')).toHaveCount(0)
})
