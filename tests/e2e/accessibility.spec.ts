import type { Page } from '@playwright/test'
import { paths } from '#src/rules/paths.ts'
import {
  expect,
  expectAccessible,
  expectNoOverflow,
  openPage,
  signUpVerified,
  test,
  waitForHydration,
  waitForIsland,
} from '#tests/helpers/browser-test.ts'
import { PRODUCT_PATH, SIGNED_IN_ROUTES, VISITOR_ROUTES } from '#tests/helpers/routes.ts'
import { signedInTest as memberTest } from '#tests/helpers/signed-in-test.ts'

// Every route, and whatever lies upon one: WCAG 2.2 AA as axe checks it, in both colour modes, on
// phone and desktop; and nothing cut off at any width. One page load serves them all.

// 320 is also what a window of 1280 px is at 400 % zoom (WCAG 1.4.10).
const WIDTHS = [320, 390, 768, 1440, 1920]
/** Widths that axe looks at. */
const PHONE = 390
const DESKTOP = 1440

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

/** Headings, links and buttons that something cuts off at a side without being scrollable. */
const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main :is(h1, h2, h3, a, button, label)')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect()
        if (width <= 1 || (left >= -1 && right <= innerWidth + 1)) return false
        for (let one: Element | null = element; one; one = one.parentElement) {
          const { overflowX } = getComputedStyle(one)
          if (overflowX === 'auto' || overflowX === 'scroll') return false
        }
        return true
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  )

async function walk(page: Page, path: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: PHONE, height: 844 })
  await openPage(page, path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  for (const width of WIDTHS)
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 })
      await waitForHydration(page)
      await expectNoOverflow(page)
      expect(await cutOff(page), 'cut off').toEqual([])
      if (width === PHONE || width === DESKTOP) await expectAccessibleInBothModes(page)
    })
}

for (const path of VISITOR_ROUTES)
  test(`${path} fits from 320 to 1920 px and has nothing that axe minds`, ({ page }) =>
    walk(page, path))

test('/complete-profile fits from 320 to 1920 px and has nothing that axe minds', async ({
  page,
}) => {
  await signUpVerified(page)
  await walk(page, paths.completeProfile)
})

test.describe('what lies upon a page', () => {
  test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

  test('the side menu, or the search box @desktop-and-phone', async ({ page }) => {
    await openPage(page, paths.about)
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

  test('an enlarged picture, then a toast @desktop-and-phone', async ({ page }) => {
    await openPage(page, PRODUCT_PATH)
    await (await waitForIsland(page.getByRole('link', { name: /^Enlarge/ }).first())).click()
    await expect(page.getByRole('dialog', { name: 'Enlarged picture' })).toBeVisible()
    await expectAccessibleInBothModes(page)
    await page.keyboard.press('Escape')
    for (const mode of MODES) {
      await lookIn(page, mode)
      await (await waitForIsland(page.getByRole('button', { name: 'Add to Cart' }).first())).click()
      await expect(page.locator('[data-sonner-toast]').first()).toBeVisible()
      await expectAccessible(page)
    }
  })
})

memberTest.describe('for a member', () => {
  memberTest.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

  for (const path of SIGNED_IN_ROUTES)
    memberTest(`${path} fits from 320 to 1920 px and has nothing that axe minds`, ({ page }) =>
      walk(page, path),
    )

  memberTest('the question before an account is deleted @desktop-and-phone', async ({ page }) => {
    await openPage(page, `${paths.profile}?tab=settings`)
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await expect(page.getByRole('dialog', { name: 'Delete your account?' })).toBeVisible()
    await expectAccessibleInBothModes(page)
  })
})
