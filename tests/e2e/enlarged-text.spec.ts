import type { Page } from '@playwright/test'
import { expectNoOverflow, openPage, test } from '#tests/helpers/browser-test.ts'
import { SIGNED_IN_ROUTES, VISITOR_ROUTES } from '#tests/helpers/routes.ts'
import { signedInTest } from '#tests/helpers/signed-in-test.ts'

// WCAG 2.2, 1.4.4 and 1.4.10: text may be twice as large, and nothing is lost beside the window.

async function expectRoomForEnlargedText(page: Page, routes: readonly string[]): Promise<void> {
  for (const route of routes) {
    await openPage(page, route)
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 })
      await test.step(`${route} at ${width} px`, () => expectNoOverflow(page))
    }
  }
}

test('pages with text of twice the size are as wide as the window', async ({ page }) => {
  test.slow()
  await expectRoomForEnlargedText(page, VISITOR_ROUTES)
})

signedInTest('so are those of a signed-in shopper', async ({ page }) => {
  signedInTest.slow()
  await expectRoomForEnlargedText(page, SIGNED_IN_ROUTES)
})
