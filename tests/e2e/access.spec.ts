import { paths } from '#src/rules/paths.ts'
import { test as memberTest } from '#tests/helpers/member.ts'
import { expect, expectAccessible, open, ready, test } from '#tests/helpers/pages.ts'
import { MEMBER_ROUTES, PRODUCT, VISITOR_ROUTES } from '#tests/helpers/routes.ts'

// WCAG 2.2 AA as axe checks it, on every route and over whatever lies upon one, in both colour
// modes, on phone and desktop.

for (const path of VISITOR_ROUTES)
  test(`${path} has nothing that axe minds @every-look`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expectAccessible(page)
  })

test.describe('what lies upon a page', () => {
  test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

  test('the side menu, or the search box @every-look', async ({ page }) => {
    await open(page, paths.about)
    const menu = page.getByRole('button', { name: 'Menu', exact: true })
    if (await menu.isVisible()) {
      await menu.click()
      await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
    }
    await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
    await expect(page.locator('#search-box').getByRole('searchbox')).toBeFocused()
    await expectAccessible(page)
  })

  test('an enlarged picture, then a toast @every-look', async ({ page }) => {
    await open(page, PRODUCT)
    await (await ready(page.getByRole('link', { name: /^Enlarge/ }).first())).click()
    await expect(page.getByRole('dialog', { name: 'Enlarged picture' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await (await ready(page.getByRole('button', { name: 'Add to Cart' }).first())).click()
    await expect(page.locator('[data-sonner-toast]')).toBeVisible()
    await expectAccessible(page)
  })
})

memberTest.describe('for a member', () => {
  memberTest.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

  for (const path of MEMBER_ROUTES)
    memberTest(`${path} has nothing that axe minds @every-look`, async ({ page }) => {
      await open(page, path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
      await expectAccessible(page)
    })

  memberTest('the question before an account is deleted @every-look', async ({ page }) => {
    await open(page, `${paths.profile}?tab=settings`)
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await expect(page.getByRole('dialog', { name: 'Delete your account?' })).toBeVisible()
    await expectAccessible(page)
  })
})
