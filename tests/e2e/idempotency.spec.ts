import { signUpVerified } from '#tests/helpers/accounts.ts'
import { expect, openPage, test, waitForIsland } from '#tests/helpers/browser-test.ts'
import { addToCart, getItemCount, getProduct } from '#tests/helpers/catalog.ts'
import { cartLink, increaseButton, toast } from '#tests/helpers/locators.ts'
import { dropResponses } from '#tests/helpers/requests.ts'

test.beforeEach(({ console }) => console.allow(/Failed to load resource/))

test('a double click adds once, also after a lost response; a later click adds again (F11) (F12)', async ({
  page,
}) => {
  await signUpVerified(page)
  const keys = await dropResponses(page, '**/api/cart', 'POST')
  await openPage(page, `/product/${(await getProduct(page)).slug}`)
  const add = page.getByRole('button', { name: /^(Add to Cart|Adding...)$/ }).first()
  await (await waitForIsland(add)).dblclick()
  await expect(toast(page, 'Added to cart')).toBeVisible()
  await expect(cartLink(page)).toContainText('1 item')
  await expect(add).toHaveText('Add to Cart')
  await add.click()
  await expect(cartLink(page)).toContainText('2 items')
  await expect.poll(() => getItemCount(page)).toBe(2)
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(2)
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
