import type { Page } from '@playwright/test'
import { paths } from '#src/rules/paths.ts'
import { test as memberTest } from '#tests/helpers/member.ts'
import { expect, expectAccessible, open, ready, test } from '#tests/helpers/pages.ts'
import { MEMBER_ROUTES, PRODUCT, VISITOR_ROUTES } from '#tests/helpers/routes.ts'

// WCAG 2.2 AA as axe checks it, on every route and over whatever lies upon one, in both colour
// modes, on phone and desktop.

const MODES = ['light', 'dark'] as const

/** Switches the mode and waits until every colour has turned. */
async function lookIn(page: Page, colorScheme: (typeof MODES)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.evaluate(() => {
    const turning = document.getAnimations().filter((one) => one instanceof CSSTransition)
    return Promise.allSettled(turning.map(({ finished }) => finished))
  })
}

/** One page load serves both modes: the colours follow the system by themselves. */
async function expectAccessibleInBothModes(page: Page): Promise<void> {
  const grounds = new Set<string>()
  for (const mode of MODES) {
    await lookIn(page, mode)
    grounds.add(await page.evaluate(() => getComputedStyle(document.body).backgroundColor))
    await expectAccessible(page)
  }
  expect(grounds.size, 'grounds of the two modes').toBe(2)
}

for (const path of VISITOR_ROUTES)
  test(`${path} has nothing that axe minds @both-widths`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expectAccessibleInBothModes(page)
  })

test.describe('what lies upon a page', () => {
  test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

  test('the side menu, or the search box @both-widths', async ({ page }) => {
    await open(page, paths.about)
    const menu = page.getByRole('button', { name: 'Menu', exact: true })
    if (await menu.isVisible()) {
      await menu.click()
      await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
      await expectAccessibleInBothModes(page)
      await page.keyboard.press('Escape')
    }
    await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
    await expect(page.locator('#search-box').getByRole('searchbox')).toBeFocused()
    await expectAccessibleInBothModes(page)
  })

  test('an enlarged picture, then a toast @both-widths', async ({ page }) => {
    await open(page, PRODUCT)
    await (await ready(page.getByRole('link', { name: /^Enlarge/ }).first())).click()
    await expect(page.getByRole('dialog', { name: 'Enlarged picture' })).toBeVisible()
    await expectAccessibleInBothModes(page)
    await page.keyboard.press('Escape')
    for (const mode of MODES) {
      await lookIn(page, mode)
      await (await ready(page.getByRole('button', { name: 'Add to Cart' }).first())).click()
      await expect(page.locator('[data-sonner-toast]').first()).toBeVisible()
      await expectAccessible(page)
    }
  })
})

memberTest.describe('for a member', () => {
  memberTest.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

  for (const path of MEMBER_ROUTES)
    memberTest(`${path} has nothing that axe minds @both-widths`, async ({ page }) => {
      await open(page, path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
      await expectAccessibleInBothModes(page)
    })

  memberTest('the question before an account is deleted @both-widths', async ({ page }) => {
    await open(page, `${paths.profile}?tab=settings`)
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await expect(page.getByRole('dialog', { name: 'Delete your account?' })).toBeVisible()
    await expectAccessibleInBothModes(page)
  })
})
