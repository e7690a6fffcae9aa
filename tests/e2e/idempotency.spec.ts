import type { Page, Route } from '@playwright/test'
import {
  expect,
  openPage,
  signUpVerified,
  test,
  waitForIsland,
} from '#tests/helpers/browser-test.ts'
import { addToCart, getProduct } from '#tests/helpers/catalogue.ts'

// Every call passes through the test.
test.use({ serviceWorkers: 'block' })
test.beforeEach(({ console }) => console.allow(/Failed to load resource|Service Worker/))

const main = (page: Page) => page.getByRole('main')
const badge = (page: Page) => page.getByRole('banner').getByRole('link', { name: /Cart/ })
const addButton = (page: Page) =>
  waitForIsland(page.getByRole('button', { name: /^(Add to Cart|Adding...)$/ }).first())

/** Pieces in the cart as the server has them. */
async function pieces(page: Page): Promise<number> {
  const { cart } = await (await page.request.get('/api/cart')).json()
  return cart.reduce((sum: number, { quantity }: { quantity: number }) => sum + quantity, 0)
}

/** The server does it, and its first answers are lost on the way. */
async function loseAnswers(page: Page, path: string, method: string, times = 1): Promise<string[]> {
  const keys: string[] = []
  await page.route(path, async (route: Route) => {
    if (route.request().method() !== method) return route.fallback()
    keys.push((await route.request().headerValue('idempotency-key')) ?? 'none')
    if (keys.length > times) return route.fallback()
    await route.fetch()
    return route.abort('connectionreset')
  })
  return keys
}

test('F11 two presses and three, quick and slow, and Enter with a press, each add once', async ({
  page,
}) => {
  await signUpVerified(page)
  let expected = 0
  for (const [at, press] of [
    () => addButton(page).then((add) => add.dblclick()),
    // The first answer is there before the second press.
    () => addButton(page).then((add) => add.dblclick({ delay: 90 })),
    () => addButton(page).then((add) => add.click({ clickCount: 3, delay: 30 })),
    async () => {
      const add = await addButton(page)
      await add.press('Enter')
      // Not `click`, which would wait until the button is at rest.
      await add.dispatchEvent('click')
    },
  ].entries()) {
    await openPage(page, `/product/${(await getProduct(page, at)).slug}`)
    await press()
    await expect(page.getByText('Added to cart', { exact: true })).toBeVisible()
    expected += 1
    await expect(badge(page)).toContainText(`${expected} item`)
  }
  expect(await pieces(page)).toBe(expected)
  // It is no lasting spell: pressed again later, it adds again.
  await page.waitForFunction(
    () => !document.querySelector('[data-sonner-toast], [aria-busy=true]'),
    undefined,
    { timeout: 10_000 },
  )
  await (await addButton(page)).click()
  await expect(badge(page)).toContainText(`${expected + 1} items`)
  expect(await pieces(page)).toBe(expected + 1)
})

test('F12 an answer lost after the fact is asked for again under the same key', async ({
  page,
}) => {
  await signUpVerified(page)
  const piece = await getProduct(page, 1)
  await openPage(page, `/product/${piece.slug}`)
  await test.step('once: the shop asks again by itself', async () => {
    const keys = await loseAnswers(page, '**/api/cart', 'POST')
    await (await addButton(page)).click()
    await expect(page.getByText('Added to cart', { exact: true })).toBeVisible()
    expect(new Set(keys).size).toBe(1)
    expect(keys).toHaveLength(2)
    expect(await pieces(page)).toBe(1)
  })
  await test.step('and again: said, taken back, and pressed for anew it is no second piece', async () => {
    await page.unroute('**/api/cart')
    await openPage(page, `/product/${piece.slug}`)
    const keys = await loseAnswers(page, '**/api/cart', 'POST', 2)
    let reads = 0
    const unread = (route: Route) => {
      if (route.request().method() !== 'GET') return route.fallback()
      reads += 1
      return route.abort('connectionreset')
    }
    await page.route('**/api/cart', unread)
    await (await addButton(page)).click()
    await expect(page.getByText('Something went wrong while adding to cart')).toBeVisible()
    await expect(badge(page)).toContainText('1 item in cart')
    // Nor can the cart be read, so that nobody knows: not at the second try either.
    await expect.poll(() => reads).toBe(2)
    await page.unroute('**/api/cart', unread)
    await (await addButton(page)).click()
    await expect(badge(page)).toContainText('2 items in cart')
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
    expect(await pieces(page)).toBe(2)
  })
})

test('§4.cart-row.2 §8.8 a removal whose answer is lost; the truth comes with the next fetch', async ({
  page,
}) => {
  await signUpVerified(page)
  const [one, other] = [await getProduct(page, 0), await getProduct(page, 2)]
  await addToCart(page, one, 3)
  await addToCart(page, other)
  await openPage(page, '/cart')
  await loseAnswers(page, '**/api/cart/*', 'DELETE')
  await main(page)
    .getByRole('button', { name: `Remove ${one.title}` })
    .click()
  await expect(page.getByText('Something went wrong while removing item')).toBeVisible()
  await expect(main(page).getByRole('listitem')).toHaveCount(1)
  await expect(badge(page)).toContainText('1 item in cart')
})

test('an old answer never overwrites a newer one', async ({ page }) => {
  await signUpVerified(page)
  const piece = await getProduct(page, 3)
  await addToCart(page, piece)
  await openPage(page, '/cart')
  const quantity = main(page).locator('output')
  await expect(quantity).toHaveText('1')
  // The cart fetched after the first burst is held back until the second is done.
  const old = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  let reads = 0
  await page.route('**/api/cart', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    reads += 1
    const answer = await route.fetch()
    if (reads === 1) {
      held.resolve()
      await old.promise
    }
    return route.fulfill({ response: answer })
  })
  const plus = main(page).getByRole('button', { name: /^One more/ })
  await plus.click()
  await held.promise
  for (let press = 0; press < 3; press++) await plus.click()
  await main(page)
    .getByRole('button', { name: /^One less/ })
    .click()
  await expect(quantity).toHaveText('4')
  await expect(badge(page)).toContainText('4 items in cart')
  await expect.poll(() => reads).toBeGreaterThan(1)
  old.resolve()
  await expect.poll(() => pieces(page)).toBe(4)
  await expect(quantity).toHaveText('4')
  await expect(badge(page)).toContainText('4 items in cart')
})

test('a burst that the page is left in the middle of is not lost', async ({ page }) => {
  await signUpVerified(page)
  await addToCart(page, await getProduct(page, 0))
  await openPage(page, '/cart')
  const plus = main(page).getByRole('button', { name: /^One more/ })
  await plus.click()
  await plus.click()
  await page.goto('/about')
  await expect.poll(() => pieces(page)).toBe(3)
  await expect(badge(page)).toContainText('3 items in cart')
})
