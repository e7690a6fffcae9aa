import type { Page } from '@playwright/test'
import { paths } from '#src/rules/paths.ts'
import { signUpVerified } from '#tests/helpers/accounts.ts'
import { expect, openPage, test } from '#tests/helpers/browser-test.ts'
import { addToCart, getProduct } from '#tests/helpers/catalog.ts'
import { listItems, main } from '#tests/helpers/locators.ts'
import { PRODUCT_PATH } from '#tests/helpers/routes.ts'

/** The number of A4 pages that the open page prints on. */
async function countPages(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: 'A4' })
  const count = /\/Count (\d+)/.exec(pdf.toString('latin1'))?.[1]
  return Number(count)
}

test('pages take no more paper than their text', async ({ page }) => {
  for (const [path, limit] of [
    [paths.sizes, 1],
    [PRODUCT_PATH, 3],
    [paths.shippingReturns, 3],
    [paths.privacy, 3],
  ] as const) {
    await openPage(page, path)
    expect(await countPages(page), path).toBeLessThanOrEqual(limit)
  }
})

test('a cart with one piece and its checkout print on a page each', async ({ page }) => {
  await signUpVerified(page)
  await addToCart(page, await getProduct(page))
  await openPage(page, paths.cart)
  await expect(listItems(page)).toHaveCount(1)
  expect(await countPages(page)).toBe(1)
  await openPage(page, paths.checkout)
  await expect(page.getByRole('button', { name: /^Proceed to Pay/ })).toBeVisible()
  expect(await countPages(page)).toBe(1)
})

test('paper is white and its ink dark in the dark mode too', async ({ page }) => {
  await openPage(page, PRODUCT_PATH)
  const getColours = () =>
    main(page).evaluate((element) => {
      const title = element.querySelector('h1') ?? element
      return [getComputedStyle(title).color, getComputedStyle(document.body).backgroundColor]
    })
  await page.emulateMedia({ media: 'print', colorScheme: 'light' })
  const light = await getColours()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  expect(await getColours()).toEqual(light)
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'))
  expect(await getColours()).toEqual(light)
})

test('the answers of the FAQs are on paper while they are closed', async ({ page }) => {
  await openPage(page, paths.faqs)
  const answer = page.locator('main details:not([open]) > div').first()
  await expect(answer).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(answer).toBeVisible()
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeHidden()
})
