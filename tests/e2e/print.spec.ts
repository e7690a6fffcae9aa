import type { Page } from '@playwright/test'
import { paths } from '#src/rules/paths.ts'
import { signUpVerified } from '#tools/accounts.ts'
import { expect, openPage, test } from '#tools/browser-test.ts'
import { addToCart, getProduct } from '#tools/catalog.ts'
import { listItems } from '#tools/locators.ts'
import { PRODUCT_PATH } from '#tools/routes.ts'

/** The number of A4 pages that the open page prints on. */
async function countPages(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: 'A4' })
  const count = /\/Count (\d+)/.exec(pdf.toString('latin1'))?.[1]
  return Number(count)
}

test('pages take no more paper than their text, a cart with one piece and its checkout a page each', async ({
  page,
}) => {
  await signUpVerified(page)
  await addToCart(page, await getProduct(page))
  for (const [path, limit] of [
    [paths.sizes, 1],
    [paths.shippingReturns, 3],
    [paths.privacy, 3],
    [PRODUCT_PATH, 3],
  ] as const) {
    await openPage(page, path)
    expect(await countPages(page), path).toBeLessThanOrEqual(limit)
  }
  await openPage(page, paths.cart)
  await expect(listItems(page)).toHaveCount(1)
  expect(await countPages(page)).toBe(1)
  await openPage(page, paths.checkout)
  await expect(page.getByRole('button', { name: /^Proceed to Pay/ })).toBeVisible()
  expect(await countPages(page)).toBe(1)
})

test('paper is white and its ink dark in the dark mode too, and has the answers of the FAQs that are closed', async ({
  page,
}) => {
  await openPage(page, paths.faqs)
  const getColours = () =>
    page
      .getByRole('heading', { level: 1 })
      .evaluate((title) => [
        getComputedStyle(title).color,
        getComputedStyle(document.body).backgroundColor,
      ])
  // A closed answer has no role.
  const answer = page.locator('main details:not([open]) > div').first()
  await expect(answer).toBeHidden()
  const banner = page.getByRole('complementary', { name: 'Preview backend' })
  await expect(banner).toBeVisible()
  await page.emulateMedia({ media: 'print', colorScheme: 'light' })
  await expect(answer).toBeVisible()
  await expect(banner).toBeHidden()
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeHidden()
  await expect(page.locator('.progress-bar')).toHaveCSS('display', 'none')
  const light = await getColours()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  expect(await getColours()).toEqual(light)
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'))
  expect(await getColours()).toEqual(light)
})
