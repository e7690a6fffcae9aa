import type { Page } from '@playwright/test'
import { signIn, signUpVerified } from '#tests/helpers/accounts.ts'
import { expect, expectLateScripts, openPage, test } from '#tests/helpers/browser-test.ts'
import { addToCart, getProduct, listProducts } from '#tests/helpers/catalogue.ts'
import { listItems, main } from '#tests/helpers/locators.ts'
import { holdRequests, recordRequests } from '#tests/helpers/requests.ts'

const PRODUCTS = '**/api/products/get-all-products'
const cards = (page: Page) => page.locator('.listing-grid > li')
const chip = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Category' }).getByRole('button', { name, exact: true })
const count = (page: Page) => page.locator('.listing').getByRole('status')
const island = (page: Page) => page.locator('astro-island')

const recordReact = (page: Page) =>
  recordRequests(page, (request) => /\/_astro\/(?:react|client)\./.test(request.url()))

const mockProducts = (page: Page, products: unknown) =>
  page.route(PRODUCTS, (route) => route.fulfill({ json: { products, revision: 1 } }))

/** Opens a page and waits until its scripts have run, without a sign of use. */
async function openUnused(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.locator('html[data-scripts=ready]').waitFor()
  await page.waitForLoadState('networkidle')
}

test.describe('an unused listing', () => {
  test('compares its cards with the API’s list without React', async ({ page }) => {
    const lists = recordRequests(page, (request) => request.url().endsWith('get-all-products'))
    const react = recordReact(page)
    await openUnused(page, '/shop')
    expect(lists).toHaveLength(1)
    expect(react).toEqual([])
    await page.mouse.move(9, 9)
    await expect(island(page)).not.toHaveAttribute('ssr')
    expect(react).not.toEqual([])
    expect(lists, 'the island has the list').toHaveLength(1)
  })

  test('shows a newer price', async ({ page }) => {
    const [first, ...rest] = await listProducts(page)
    await mockProducts(page, [{ ...first, price: 4_321 }, ...rest])
    await openUnused(page, '/shop')
    await expect(cards(page).first()).toContainText('₹4,321.00')
  })

  test('shows that a later product is gone', async ({ page }) => {
    const products = (await listProducts(page)).slice(0, -1)
    await mockProducts(page, products)
    await openUnused(page, '/shop')
    await expect(count(page)).toHaveText(`${products.length} pieces`)
  })

  test('shows why the list cannot be fetched', async ({ page, console }) => {
    console.allow(/503/)
    await page.route(PRODUCTS, (route) => route.fulfill({ status: 503, json: {} }))
    await openUnused(page, '/shop')
    await expect(page.getByRole('alert')).toContainText('HTTP error! status: 503')
  })

  test('shows what its address asks for, and what a reload does', async ({ page }) => {
    await openUnused(page, '/shop?category=bags')
    await expect(count(page)).toHaveText('7 pieces')
    await expect(island(page)).not.toHaveAttribute('ssr')
    await openUnused(page, '/shop')
    await expect(island(page)).toHaveAttribute('ssr')
    await page.reload()
    await expect(island(page)).not.toHaveAttribute('ssr')
  })

  test('of a category shows its chip on a phone @desktop-and-phone', async ({ page }) => {
    await openUnused(page, '/shop/sunglasses')
    await expect(island(page)).toHaveAttribute('ssr')
    await expect(chip(page, 'Sunglasses')).toBeInViewport({ ratio: 1 })
  })
})

test.describe('the first use of a listing', () => {
  test('a tap filters @desktop-and-phone', async ({ page }) => {
    await openUnused(page, '/shop')
    await chip(page, 'Watches').click()
    await expect(page).toHaveURL(/\/shop\?category=watches$/)
    await expect(chip(page, 'Watches')).toHaveAttribute('aria-pressed', 'true')
    await expect(chip(page, 'Watches')).not.toHaveAttribute('aria-busy')
  })

  test('Enter on a chip that Tab reaches filters, and the focus stays', async ({ page }) => {
    await openUnused(page, '/shop')
    await chip(page, 'All').focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/shop\?category=clothing$/)
    await expect(chip(page, 'Clothing')).toBeFocused()
  })

  test('scrolling to the end adds the next part @desktop-and-phone', async ({ page }) => {
    await openUnused(page, '/shop')
    await expect(cards(page)).toHaveCount(24)
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expect(cards(page)).toHaveCount(48)
    await expect(page.getByRole('navigation', { name: 'Pages of the collection' })).toBeHidden()
  })

  test('what is typed in the search field stays', async ({ page }) => {
    await openUnused(page, '/shop')
    const field = page.locator('#search-box').getByLabel('Search the shop')
    await page.locator('[popovertarget=search-box]').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type('emerald')
    await expect(island(page)).not.toHaveAttribute('ssr')
    await expect(field).toHaveValue('emerald')
    await expect(field).toBeFocused()
  })
})

test.describe('before its scripts have loaded, the cart shows', () => {
  const SCRIPTS = '**/_astro/*.js'
  const empty = (page: Page) => main(page).getByText('Your Cart is Empty')
  const loading = (page: Page) => main(page).getByText('Loading your cart...')

  test('a visitor that it is empty @desktop-and-phone', async ({ page }) => {
    const release = await holdRequests(page, SCRIPTS)
    await page.goto('/cart', { waitUntil: 'commit' })
    await expect(empty(page)).toBeVisible()
    await expect(main(page).getByRole('link', { name: 'Log in' })).toBeVisible()
    await expect(loading(page)).toBeHidden()
    release()
    await page.locator('[data-visitor=known]').waitFor()
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
    await expect(page.locator('[data-visitor]')).toBeAttached()
  })
})

test('the scripts of a visitor’s cart are fetched after its largest paint', async ({ page }) => {
  await openUnused(page, '/cart')
  await expectLateScripts(page)
})

test('the cart of a visitor is shown without React, until a login in another tab', async ({
  page,
  context,
}) => {
  const shopper = await signUpVerified(page)
  const product = await getProduct(page)
  await addToCart(page, product)
  await context.clearCookies()
  const react = recordReact(page)
  await openUnused(page, '/cart')
  await expect(main(page).getByText('Your Cart is Empty')).toBeVisible()
  await expect(page.getByText('Loading your cart...')).toBeHidden()
  await page.mouse.move(9, 9)
  expect(react).toEqual([])
  const other = await context.newPage()
  await openPage(other, '/login?next=%2Fabout')
  await signIn(other, shopper)
  await expect(listItems(page)).toContainText(product.title)
  await expect(main(page).getByText('Your Cart is Empty')).toHaveCount(0)
})
