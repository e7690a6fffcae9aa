import type { Page } from '@playwright/test'
import {
  expect,
  openPage,
  signUpVerified,
  test,
  waitForIsland,
} from '#tests/helpers/browser-test.ts'
import { getProduct } from '#tests/helpers/catalogue.ts'
import { startProxy } from '#tests/helpers/proxy.ts'

test.beforeEach(({ console }) => console.allow(/Failed to load resource|ERR_|fetch/i))

const main = (page: Page) => page.getByRole('main')
const badge = (page: Page) => page.getByRole('banner').getByRole('link', { name: /Cart/ })

async function controlled(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
    .toBe(true)
}

test('F13 offline what was seen is there, what cannot be done says so, and nothing is done later', async ({
  page,
  context,
}) => {
  test.slow()
  await signUpVerified(page)
  const piece = await getProduct(page)
  await openPage(page, '/about')
  await controlled(page)
  await openPage(page, '/cart')
  await openPage(page, `/product/${piece.slug}`)
  await expect(badge(page)).toContainText('0 items in cart')

  await context.setOffline(true)
  await openPage(page, `/product/${piece.slug}`)
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText(piece.title)
  await expect(page.getByRole('banner').getByRole('button', { name: 'Account' })).toBeVisible()
  await (await waitForIsland(page.getByRole('button', { name: 'Add to Cart' }).first())).click()
  await expect(page.getByText('Something went wrong while adding to cart')).toBeVisible()
  await expect(badge(page)).toContainText('0 items in cart')
  await page.goto('/cart')
  await expect(main(page)).toContainText('Something went wrong while fetching your cart')
  await page.goto('/partner')
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText(
    'The moon is behind a cloud',
  )

  await context.setOffline(false)
  // The offline page becomes the one that was asked for by itself.
  await expect(main(page).getByRole('heading', { name: 'Ateliers and makers' })).toBeVisible()
  await openPage(page, '/cart')
  await expect(main(page).getByText('Your Cart is Empty')).toBeVisible()
  await openPage(page, `/product/${piece.slug}`)
  await (await waitForIsland(page.getByRole('button', { name: 'Add to Cart' }).first())).click()
  await expect(badge(page)).toContainText('1 item in cart')
})

test('F3 a server that is really gone: the shop stands, says so, and goes on when it is back', async ({
  page,
  context,
  baseURL,
}) => {
  test.slow()
  await using line = await startProxy(baseURL ?? '')
  await openPage(page, `${line.url}/about`)
  await controlled(page)
  await openPage(page, `${line.url}/shop`)
  const { products } = await (
    await page.request.get(`${line.url}/api/products/get-all-products`)
  ).json()

  await test.step('only the API: a page loaded anew', async () => {
    line.dropConnections(/^\/api/)
    // In a tab of its own: this one still has a list that is fresh enough.
    const anew = await context.newPage()
    await openPage(anew, `${line.url}/shop`)
    const warning = main(anew).getByText('Something went wrong while fetching products.')
    await expect(warning).toBeVisible()
    await expect(main(anew).getByRole('link', { name: products[0].title }).first()).toBeVisible()
    await expect(anew.getByText('Preview backend disconnected.')).toBeVisible()
    line.dropConnections(null)
    await anew.getByRole('button', { name: 'Try again' }).click()
    await expect(warning).toHaveCount(0)
  })
  await test.step('all of it: pages that were seen', async () => {
    line.dropConnections(/./)
    await openPage(page, `${line.url}/about`)
    await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible()
    await page.goto(`${line.url}/faqs`)
    await expect(main(page)).toContainText('The moon is behind a cloud')
  })
  await test.step('back again', async () => {
    line.dropConnections(null)
    await openPage(page, `${line.url}/shop`)
    await expect(page.getByText('Preview backend running in this workspace.')).toBeVisible()
  })
})
