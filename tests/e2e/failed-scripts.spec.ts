import { signUpVerified } from '#tests/helpers/accounts.ts'
import {
  expect,
  expectNoOverflow,
  openPage,
  test,
  waitForHydration,
} from '#tests/helpers/browser-test.ts'
import { main, region } from '#tests/helpers/locators.ts'
import { PRODUCT_PATH } from '#tests/helpers/routes.ts'
import { PHONE } from '#tests/helpers/viewports.ts'

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
