import type { Page, Route } from '@playwright/test'
import {
  expect,
  signUpVerified,
  test,
  waitForHydration,
  waitForIsland,
} from '#tests/helpers/browser-test.ts'
import { getProduct } from '#tests/helpers/catalogue.ts'

test.use({ serviceWorkers: 'block' })

// The last is of a worker that is not let in, so that every call passes through the test.
test.beforeEach(({ console }) => console.allow(/Failed to load resource|Service Worker/))

const NO_CART = 'Something went wrong while fetching your cart'
const NO_USER = 'Failed to fetch user details'
const NO_WISHLIST = 'Failed to fetch wishlist'
const IN_WORDS = 'The house is closed for a moment.'

interface Fault {
  line: (route: Route) => unknown
  /** What the listing says. */
  listing: string
  /** The server's own words, where it still finds some: they go before the fallbacks. */
  words?: string
}

const faults: Record<string, Fault> = {
  'refuses connections': {
    line: (route) => route.abort('connectionrefused'),
    listing: 'Something went wrong while fetching products.',
  },
  'answers 500': {
    line: (route) => route.fulfill({ status: 500, body: 'Internal Server Error' }),
    listing: 'HTTP error! status: 500',
  },
  'answers 503 in words': {
    line: (route) => route.fulfill({ status: 503, json: { success: false, message: IN_WORDS } }),
    listing: 'HTTP error! status: 503',
    words: IN_WORDS,
  },
  'answers with a web page': {
    line: (route) => route.fulfill({ status: 200, body: '<!doctype html><title>Hello</title>' }),
    listing: 'Something went wrong while fetching products.',
  },
  hangs: { line: () => undefined, listing: 'Something went wrong while fetching products.' },
}

/** Ten seconds pass in one: tests/e2e/failed-requests.spec.ts waits them out in full. */
const hurry = () => {
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  AbortSignal.timeout = (ms) => timeout(ms / 10)
}

const main = (page: Page) => page.getByRole('main')
const account = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Account' })

/** Opens a page whose pictures may never come. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  await waitForHydration(page)
}

async function expectSane(page: Page): Promise<void> {
  await expect(account(page)).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('2 items in cart')
  await expect(page.getByText(/^Loading/).filter({ visible: true })).toHaveCount(0)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

for (const [what, { line, listing, words }] of Object.entries(faults))
  test(`F3 every page with an island when the API ${what}`, async ({ page }) => {
    test.slow()
    await page.addInitScript(hurry)
    await signUpVerified(page)
    const piece = await getProduct(page)
    await page.request.post('/api/cart', { data: { productId: piece.id, quantity: 2 } })
    await open(page, '/about')
    await expect(page.getByRole('banner')).toContainText('2 items in cart')
    await page.route('**/api/**', line)

    await test.step('a product cannot be added or kept, and both are said', async () => {
      await open(page, `/product/${piece.slug}`)
      await expectSane(page)
      await page.getByRole('button', { name: 'Add to Cart' }).first().click()
      await expect(page.getByText('Something went wrong while adding to cart')).toBeVisible()
      await page.getByRole('button', { name: `Add to wishlist: ${piece.title}` }).click()
      await expect(page.getByText('Something went wrong while adding to wishlist')).toBeVisible()
      await expectSane(page)
    })

    const texts: [path: string, text: string, wayOn: string][] = [
      ['/cart', NO_CART, 'Try again'],
      ['/checkout', NO_CART, 'Continue Shopping'],
      ['/wishlist', NO_WISHLIST, 'Try again'],
      ['/profile', words ?? NO_USER, 'Try again'],
      ['/profile/edit', words ?? NO_USER, 'Try again'],
      ['/complete-profile', words ?? NO_USER, 'Skip for now'],
      ['/verify-email?token=some', 'could not be checked just now', 'Try again'],
      ['/product/newer-than-the-build', words ?? 'Failed to load product.', 'Try again'],
      ['/shop', listing, 'Try again'],
    ]
    for (const [path, text, wayOn] of texts)
      await test.step(`${path}: ${text}`, async () => {
        await page.goto(path, { waitUntil: 'domcontentloaded' })
        await expect(main(page).getByText(text).first()).toBeVisible()
        const way = main(page).getByRole(wayOn === 'Try again' ? 'button' : 'link', { name: wayOn })
        await expect(way.first()).toBeVisible()
        await expectSane(page)
      })
    // Below the warning stands what was published.
    await expect(main(page).getByRole('link', { name: piece.title }).first()).toBeVisible()

    await test.step('a failed logout leaves the user where they are', async () => {
      await account(page).click()
      await page.getByRole('button', { name: 'Logout' }).first().click()
      await expect(page.getByText(words ?? 'Logout failed', { exact: true })).toBeVisible()
      await expect(page).toHaveURL('/shop')
      await expectSane(page)
    })

    await test.step('the API is back, and so is everything', async () => {
      await page.unroute('**/api/**')
      await page.goto('/profile')
      await expect(page.getByRole('tab', { name: 'Profile Info' })).toBeVisible()
    })
  })

test('F3 who cannot be asked for is not sent to log in', async ({ page }) => {
  await signUpVerified(page)
  const piece = await getProduct(page)
  await page.route('**/api/users/getUserProfile', (route) => route.abort('connectionrefused'))
  for (const path of ['/checkout', '/profile/edit', '/complete-profile']) {
    await open(page, path)
    await expect(
      main(page)
        .getByText(new RegExp(`${NO_CART}|${NO_USER}`))
        .first(),
    ).toBeVisible()
    await expect(page).toHaveURL(path)
  }
  // A tab that never had an answer does not know of the login either.
  await page.evaluate(() => sessionStorage.clear())
  await open(page, `/product/${piece.slug}`)
  await (await waitForIsland(page.getByRole('button', { name: 'Add to Cart' }).first())).click()
  await expect(page.getByText('Something went wrong while adding to cart')).toBeVisible()
  await expect(page.getByText('Please log in', { exact: false })).toHaveCount(0)
})
