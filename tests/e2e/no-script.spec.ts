import type { Page } from '@playwright/test'
import { paths } from '#src/rules/paths.ts'
import { expect, expectNoOverflow, test } from '#tools/browser-test.ts'
import { cards, main, openSearch } from '#tools/locators.ts'
import { NO_SCRIPT_ROUTES, PRODUCT_PATH } from '#tools/routes.ts'

test.use({ javaScriptEnabled: false })

/** The text of noscript, in which Playwright finds nothing by role. */
const notice = (page: Page) => page.locator('main noscript p').filter({ visible: true })

test('every page is complete without JavaScript; those of an account show that they need it (F18)', async ({
  page,
}) => {
  for (const path of NO_SCRIPT_ROUTES)
    await test.step(path, async () => {
      await page.goto(path)
      await expect(main(page).getByRole('heading', { level: 1 })).toHaveCount(1)
      await expect(main(page)).not.toContainText(/Loading|undefined|\[object/)
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
      const nav = page.getByRole('navigation', { name: 'Main' })
      await expect(nav.getByRole('link')).toHaveText(['Home', 'Shop', 'About', 'Contact'])
      for (const name of ['Dark mode', 'Pause the pictures'])
        await expect(page.getByRole('button', { name })).toBeHidden()
    })
  for (const path of [
    ...[paths.login, paths.signup, paths.verifyEmail, paths.forgotPassword, paths.resetPassword],
    ...[paths.join, paths.completeProfile, paths.profile, paths.editProfile],
    ...[paths.cart, paths.checkout, paths.wishlist],
  ])
    await test.step(path, async () => {
      await page.goto(path)
      await expect(notice(page)).toContainText(/needs? JavaScript.*\w\.$/s)
      await expect(page.getByText(/^Loading/)).toBeHidden()
    })
})

test('a term is searched, a category filtered and sorted, and a product page complete but for its controls (item 24)', async ({
  page,
}) => {
  await page.goto('/terms')
  const field = await openSearch(page)
  await expect(field).toBeFocused()
  await field.fill('silk')
  await field.press('Enter')
  await expect(page).toHaveURL(/\/shop\?search=silk&scripts=off$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Results for “silk”')
  await expect(page.locator('main noscript input[type=search]')).toHaveValue('silk')

  await page.getByRole('link', { name: 'Watches' }).first().click()
  const form = page.locator('main noscript form')
  await expect(notice(page)).toContainText('JavaScript is off in this browser.')
  await page.locator('main noscript a').click()
  await expect(page).toHaveURL(/\/shop\/watches\?scripts=off$/)
  await form.locator('summary', { hasText: 'Movement' }).click()
  await form.getByText('Quartz').click()
  await form.locator('select').selectOption('price-high-low')
  await form.getByText('Show the list').click()
  await expect(page).toHaveURL(/\/shop\/watches\?.*sort=price-high-low.*movement=Quartz/)
  await expect(main(page).getByRole('status')).toHaveText('2 pieces')
  await expect(form.locator('input:checked')).toHaveValue('Quartz')
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/shop\/watches$/)
  await expectNoOverflow(page)
  await expect(cards(page)).toHaveCount(2)
  await cards(page).first().getByRole('link').first().click()
  await expect(page).toHaveURL(/\/product\//)

  await page.goto(PRODUCT_PATH)
  await expect(page.getByText(/^₹[\d,]+\.\d\d$/).first()).toBeVisible()
  const large = main(page).getByRole('img').first()
  await expect
    .poll(() => large.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  await expect(notice(page)).toContainText('Ordering needs JavaScript')
  await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeHidden()
  await expect(page.getByLabel('Delivery pincode')).toBeHidden()
  await page.getByRole('link', { name: /^Picture 2 of/ }).click()
  await expect(page.getByRole('link', { name: /^Enlarge/ }).nth(1)).toBeInViewport()
})
