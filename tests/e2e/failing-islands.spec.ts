import type { Page } from '@playwright/test'
import { signUpVerified } from '#tools/accounts.ts'
import { expect, openPage, test } from '#tools/browser-test.ts'
import { addToCart, getProduct } from '#tools/catalog.ts'
import { main } from '#tools/locators.ts'

const SENTENCE = 'This could not be loaded. Reload the page'

/** Puts a component that throws in place of each island's own. */
async function breakIslands(page: Page): Promise<void> {
  await page.route('**/throws.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export const Throws = () => { throw new Error("thrown by the test") }',
    }),
  )
  await page.addInitScript(() => {
    new MutationObserver(() => {
      for (const island of document.querySelectorAll('astro-island[ssr]:not([data-name])')) {
        island.setAttribute('data-name', island.getAttribute('component-export') ?? '')
        island.setAttribute('component-url', '/throws.js')
        island.setAttribute('component-export', 'Throws')
      }
    }).observe(document, { childList: true, subtree: true })
  })
}

/** @returns the names of hydrated islands that do not show the sentence. */
const listSilentIslands = (page: Page): Promise<string[]> =>
  page.evaluate(
    (sentence) =>
      [...document.querySelectorAll('astro-island:not([ssr])')]
        .filter((island) => island.querySelector('[role=alert]')?.textContent !== sentence)
        .map((island) => island.getAttribute('data-name') ?? ''),
    SENTENCE,
  )

for (const path of ['/shop', '/cart', '/checkout', '/wishlist', '/profile', '/contact'])
  test(`an island of ${path} that throws says so`, async ({ page, console }) => {
    console.allow(/thrown by the test/)
    await signUpVerified(page)
    await breakIslands(page)
    await page.goto(path)
    await expect(main(page).getByText(SENTENCE).first()).toBeVisible()
    await expect.poll(() => listSilentIslands(page)).toEqual([])
  })

for (const path of ['/login', '/signup', '/product/bikaner-drawstring-bucket-bag'])
  test(`an island of ${path} that throws says so to a visitor`, async ({ page, console }) => {
    console.allow(/thrown by the test/)
    await breakIslands(page)
    await page.goto(path)
    await expect(main(page).getByText(SENTENCE).first()).toBeVisible()
    await expect.poll(() => listSilentIslands(page)).toEqual([])
  })

test('the sentence reloads the page', async ({ page, console }) => {
  console.allow(/thrown by the test/)
  await breakIslands(page)
  await page.goto('/cart')
  const reload = main(page).getByRole('link', { name: 'Reload the page' })
  await expect(reload).toBeVisible()
  await page.unroute('**/throws.js')
  const loaded = page.waitForEvent('load')
  await reload.click()
  await loaded
})

for (const [path, chunk] of [
  ['/cart', /CartPage/],
  ['/checkout', /CheckoutPage/],
  ['/wishlist', /WishlistPage/],
  ['/profile', /ProfilePage/],
] as const)
  test(`${path} whose script does not come does not load for ever`, async ({ page, console }) => {
    console.allow(/Error hydrating|Failed to load resource|net::ERR_FAILED/)
    await signUpVerified(page)
    await page.route(new RegExp(`${chunk.source}\\.[\\w-]+\\.js`), (route) => route.abort())
    await page.goto(path)
    await expect(page.getByRole('alert')).toHaveText(
      'A part of this page could not be loaded. Reload the page',
    )
  })

test('a sold-out piece whose further script does not come says so (B7)', async ({
  page,
  console,
}) => {
  console.allow(/Failed to load resource|net::ERR_FAILED/)
  await page.route(/variant-choice\.[\w-]+\.js/, (route) => route.abort())
  await openPage(page, '/product/bikaner-drawstring-bucket-bag')
  await expect(main(page).getByRole('alert')).toHaveText(
    'This could not be loaded. Please reload the page.',
  )
  await expect(page.getByRole('button', { name: 'Tell me when it returns' })).toBeHidden()
})

test('an early press of the button of a sold-out piece is not lost', async ({ page }) => {
  const release = Promise.withResolvers<void>()
  await page.route(/variant-choice\.[\w-]+\.js/, async (route) => {
    await release.promise
    await route.continue()
  })
  await signUpVerified(page)
  await openPage(page, '/product/bikaner-drawstring-bucket-bag')
  const button = page.getByRole('button', { name: 'Tell me when it returns' }).first()
  await button.click()
  await expect(button).toHaveAttribute('aria-busy', 'true')
  release.resolve()
  await expect(
    page
      .getByRole('status')
      .filter({ hasText: /mail|write/i })
      .first(),
  ).toBeVisible()
})

test('a cart with the fields of the specification alone is shown, in cart and checkout', async ({
  page,
}) => {
  await signUpVerified(page)
  await addToCart(page, await getProduct(page))
  const line = { id: 'l1', title: 'A Ring', price: 100.29, quantity: 2, images: [] }
  await page.route('**/api/cart', (route) =>
    route.fulfill({ json: { success: true, cart: [line] } }),
  )
  for (const path of ['/cart', '/checkout']) {
    await openPage(page, path)
    await expect(main(page).getByText('A Ring').first()).toBeVisible()
    await expect(main(page).getByText('₹200.58').first()).toBeVisible()
  }
})

test('a user with uid and email alone has a profile, and can complete it', async ({ page }) => {
  await page.route('**/api/users/getUserProfile', (route) =>
    route.fulfill({ json: { user: { uid: 'asha', email: 'asha@example.com' } } }),
  )
  await openPage(page, '/profile')
  await expect(main(page).getByText('asha@example.com').first()).toBeVisible()
  for (const path of ['/profile/edit', '/complete-profile']) {
    await openPage(page, path)
    await expect(main(page).getByRole('textbox').first()).toBeVisible()
  }
})

test('a wishlist with the fields of the specification alone is shown', async ({ page }) => {
  await signUpVerified(page)
  const product = { _id: 'p1', title: 'A Ring', price: 5, images: [], slug: 'a-ring' }
  await page.route('**/api/wishlist/', (route) =>
    route.fulfill({ json: { success: true, wishlist: [{ id: 'p1', product }] } }),
  )
  await openPage(page, '/wishlist')
  await expect(main(page).getByRole('link', { name: 'A Ring' }).first()).toBeVisible()
  await expect(main(page).getByText('₹5.00').first()).toBeVisible()
})

test('a product with the fields of the specification alone is shown', async ({ page, console }) => {
  console.allow(/Failed to load resource/)
  const product = {
    id: 'p1',
    title: 'A Ring',
    subtitle: 'Of gold',
    images: [],
    price: 5,
    originalPrice: 7,
    discountPercent: 28,
    rating: 4.8,
    reviewCount: 120,
    availability: 'In stock',
    offers: [{ icon: 'gift', title: 'Gift', detail: 'Free' }],
    highlights: ['Light'],
    description: [{ title: 'Care of it', content: 'Wipe it.' }],
    technicalDetails: { Metal: 'Gold' },
    warranty: { duration: '2 years', type: 'All' },
    relatedProducts: [{ image: '/a.webp', title: 'Other', price: 3 }],
  }
  await page.route('**/api/products/slug/**', (route) => route.fulfill({ json: { product } }))
  await page.goto('/product/a-ring')
  await expect(main(page).getByRole('heading', { name: 'A Ring' })).toBeVisible()
  await expect(main(page).getByText('₹5.00').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add to Cart' }).first()).toBeVisible()
})
