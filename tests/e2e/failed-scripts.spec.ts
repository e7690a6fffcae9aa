import type { Request } from '@playwright/test'
import { signUpVerified } from '#tools/accounts.ts'
import { expect, expectNoOverflow, openPage, test, waitForHydration } from '#tools/browser-test.ts'
import { addToCart, getProduct } from '#tools/catalog.ts'
import { main, region } from '#tools/locators.ts'
import { PRODUCT_PATH } from '#tools/routes.ts'
import { PHONE } from '#tools/viewports.ts'

const FAILURE = 'A part of this page could not be loaded. Reload the page'

test.use({ viewport: PHONE })

test('a press on an island whose script does not come says so, and a reload helps', async ({
  page,
  console,
}) => {
  console.allow(/Error hydrating|Failed to load resource|net::ERR_FAILED/)
  await page.route(/BuyBox\.[\w-]+\.js/, (route) => route.abort())
  const failed = page.waitForEvent('console', (message) =>
    message.text().includes('Error hydrating'),
  )
  await page.goto(PRODUCT_PATH)
  const share = main(page).getByRole('button', { name: 'Share this piece' })
  // Pressed before Astro has tried twice.
  await share.click()
  await failed
  await expect(page.getByRole('alert')).toHaveText(FAILURE)
  await expect(share).not.toHaveAttribute('aria-busy')
  await expectNoOverflow(page)
  await page.unroute(/BuyBox\.[\w-]+\.js/)
  await page.getByRole('link', { name: 'Reload the page' }).click()
  await waitForHydration(page)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a form whose script does not come says so before a press', async ({ page, console }) => {
  console.allow(/Error hydrating|Failed to load resource|net::ERR_FAILED/)
  await page.route(/LoginForm\.[\w-]+\.js/, (route) => route.abort())
  await page.goto('/login')
  await expect(page.getByRole('alert')).toHaveText(FAILURE)
})

test('a cart and a checkout of which a script does not come show their pieces, or say so', async ({
  page,
  console,
}) => {
  console.allow(/Error hydrating|Failed to load resource|net::ERR_FAILED|imported module|preload/)
  await signUpVerified(page)
  const product = await getProduct(page)
  await addToCart(page, product)
  const shownOrSaid = main(page)
    .getByText(product.title)
    .or(page.getByRole('alert').filter({ hasText: /reload|could not be loaded/i }))
  for (const path of ['/cart', '/checkout']) {
    const scripts = new Set<string>()
    const note = (request: Request) => {
      if (/\/_astro\/.+\.js$/.test(request.url())) scripts.add(request.url())
    }
    page.on('request', note)
    await openPage(page, path)
    page.off('request', note)
    expect(scripts.size).toBeGreaterThan(3)
    for (const url of scripts) {
      await page.route(url, (route) => route.abort())
      await page.goto(path, { waitUntil: 'commit' })
      await expect(shownOrSaid.first(), url).toBeVisible({ timeout: 15_000 })
      await page.unroute(url)
    }
  }
})

test('the reviews of a product stay where the form for one’s own does not come', async ({
  page,
  console,
}) => {
  console.allow(/Failed to load resource|net::ERR_FAILED|dynamically imported module|OwnReview/)
  await page.route(/OwnReview\.[\w-]+\.js/, (route) => route.abort())
  await signUpVerified(page)
  await openPage(page, PRODUCT_PATH)
  const reviews = region(page, 'Reviews')
  await reviews.scrollIntoViewIfNeeded()
  await expect(reviews.getByText('This could not be loaded. Please reload the page.')).toBeVisible()
  await expect(reviews.getByRole('listitem').first()).toBeVisible()
})
