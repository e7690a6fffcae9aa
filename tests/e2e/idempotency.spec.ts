import { signUpVerified } from '#tests/helpers/accounts.ts'
import { expect, openPage, test, waitForIsland } from '#tests/helpers/browser-test.ts'
import { addToCart, getItemCount, getProduct } from '#tests/helpers/catalog.ts'
import { cartLink, increaseButton, toast, toasts } from '#tests/helpers/locators.ts'
import { dropResponses } from '#tests/helpers/requests.ts'

// The service worker is blocked, so that every request passes through `page.route`.
test.use({ serviceWorkers: 'block' })
test.beforeEach(({ console }) => console.allow(/Failed to load resource|Service Worker/))

test('a double click, a slow one and a triple one add once each, also after a lost response (F11) (F12)', async ({
  page,
}) => {
  await signUpVerified(page)
  const keys = await dropResponses(page, '**/api/cart', 'POST')
  let expected = 0
  for (const options of [
    { clickCount: 2 },
    // The first response arrives before the second click.
    { clickCount: 2, delay: 90 },
    { clickCount: 3, delay: 30 },
  ]) {
    await openPage(page, `/product/${(await getProduct(page, expected)).slug}`)
    const add = page.getByRole('button', { name: /^(Add to Cart|Adding...)$/ }).first()
    await (await waitForIsland(add)).click(options)
    await expect(toast(page, 'Added to cart')).toBeVisible()
    expected += 1
    await expect(cartLink(page)).toContainText(`${expected} item`)
    // A later click adds again.
    await expect(toasts(page)).toHaveCount(0)
    await add.click()
    expected += 1
    await expect(cartLink(page)).toContainText(`${expected} items`)
  }
  expect(await getItemCount(page)).toBe(expected)
  expect(keys).toHaveLength(expected + 1)
  expect(new Set(keys).size).toBe(expected)
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
