import type { Page, Route } from '@playwright/test'
import { signUpVerified } from '#tests/helpers/accounts.ts'
import { expect, openPage, test, waitForIsland } from '#tests/helpers/browser-test.ts'
import { addToCart, getItemCount, getProduct } from '#tests/helpers/catalogue.ts'
import { cartLink, increaseButton, listItems, main } from '#tests/helpers/locators.ts'
import { dropResponses } from '#tests/helpers/requests.ts'

// The service worker is blocked, so that every request passes through `page.route`.
test.use({ serviceWorkers: 'block' })
test.beforeEach(({ console }) => console.allow(/Failed to load resource|Service Worker/))

/** The button while it is idle or pending. */
const addButton = (page: Page) =>
  waitForIsland(page.getByRole('button', { name: /^(Add to Cart|Adding...)$/ }).first())

test('two or three clicks, or Enter with a click, add once (F11)', async ({ page }) => {
  await signUpVerified(page)
  let expected = 0
  for (const [index, click] of [
    () => addButton(page).then((add) => add.dblclick()),
    // The first response arrives before the second click.
    () => addButton(page).then((add) => add.dblclick({ delay: 90 })),
    () => addButton(page).then((add) => add.click({ clickCount: 3, delay: 30 })),
    async () => {
      const add = await addButton(page)
      await add.press('Enter')
      // `click` would wait until the button is enabled.
      await add.dispatchEvent('click')
    },
  ].entries()) {
    await openPage(page, `/product/${(await getProduct(page, index)).slug}`)
    await click()
    await expect(page.getByText('Added to cart', { exact: true })).toBeVisible()
    expected += 1
    await expect(cartLink(page)).toContainText(`${expected} item`)
  }
  expect(await getItemCount(page)).toBe(expected)
  // A later click adds again.
  await expect(page.locator('[data-sonner-toast], [aria-busy=true]')).toHaveCount(0)
  await (await addButton(page)).click()
  await expect(cartLink(page)).toContainText(`${expected + 1} items`)
  expect(await getItemCount(page)).toBe(expected + 1)
})

test('a lost response is requested under the same key (F12)', async ({ page }) => {
  await signUpVerified(page)
  const product = await getProduct(page, 1)
  await openPage(page, `/product/${product.slug}`)
  await test.step('the client retries once', async () => {
    const keys = await dropResponses(page, '**/api/cart', 'POST')
    await (await addButton(page)).click()
    await expect(page.getByText('Added to cart', { exact: true })).toBeVisible()
    expect(new Set(keys).size).toBe(1)
    expect(keys).toHaveLength(2)
    expect(await getItemCount(page)).toBe(1)
  })
  await test.step('a second loss shows the error and rolls back; another click does not add twice', async () => {
    await page.unroute('**/api/cart')
    await openPage(page, `/product/${product.slug}`)
    const keys = await dropResponses(page, '**/api/cart', 'POST', 2)
    let reads = 0
    const failReads = (route: Route) => {
      if (route.request().method() !== 'GET') return route.fallback()
      reads += 1
      return route.abort('connectionreset')
    }
    await page.route('**/api/cart', failReads)
    await (await addButton(page)).click()
    await expect(page.getByText('Something went wrong while adding to cart')).toBeVisible()
    await expect(cartLink(page)).toContainText('1 item in cart')
    // The refetch fails too, with its retry: the outcome stays unknown.
    await expect.poll(() => reads).toBe(2)
    await page.unroute('**/api/cart', failReads)
    await (await addButton(page)).click()
    await expect(cartLink(page)).toContainText('2 items in cart')
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
    expect(await getItemCount(page)).toBe(2)
  })
})

test('a removal whose response is lost shows the error, and the refetch shows its result', async ({
  page,
}) => {
  await signUpVerified(page)
  const [product, other] = [await getProduct(page, 0), await getProduct(page, 2)]
  await addToCart(page, product, 3)
  await addToCart(page, other)
  await openPage(page, '/cart')
  await dropResponses(page, '**/api/cart/*', 'DELETE')
  await main(page)
    .getByRole('button', { name: `Remove ${product.title}` })
    .click()
  await expect(page.getByText('Something went wrong while removing item')).toBeVisible()
  await expect(listItems(page)).toHaveCount(1)
  await expect(cartLink(page)).toContainText('1 item in cart')
})

test('pending changes are sent when the page is left', async ({ page }) => {
  await signUpVerified(page)
  await addToCart(page, await getProduct(page, 0))
  await openPage(page, '/cart')
  await increaseButton(page).click()
  await increaseButton(page).click()
  await page.goto('/about')
  await expect.poll(() => getItemCount(page)).toBe(3)
  await expect(cartLink(page)).toContainText('3 items in cart')
})
