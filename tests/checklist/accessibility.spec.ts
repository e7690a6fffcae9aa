import type { Page } from '@playwright/test'
import { paths } from '#src/rules/paths.ts'
import { signUpShopper } from '#tests/helpers/shopper.ts'
import {
  countShifts,
  expect,
  expectFocusUncovered,
  openPage,
  test,
  waitForHydration,
} from '#tools/browser-test.ts'
import { main } from '#tools/locators.ts'
import { PRODUCT_PATH, SIGNED_IN_ROUTES, VISITOR_ROUTES } from '#tools/routes.ts'
import { DESKTOP, PHONE } from '#tools/viewports.ts'
import { check } from './check.ts'

/** Pages with all kinds of controls. */
const RICH_ROUTES = [paths.home, paths.shop, PRODUCT_PATH, paths.contact, paths.login] as const
const MAX_STOPS = 90

async function tabThrough(page: Page, routes: readonly string[]): Promise<void> {
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport)
    for (const route of routes)
      await test.step(`${route} at ${viewport.width} px`, async () => {
        await openPage(page, route)
        await expectFocusUncovered(page, 'Tab', MAX_STOPS)
      })
  }
}

check(51, async ({ page }) => {
  test.setTimeout(1_200_000)
  await tabThrough(page, VISITOR_ROUTES)
  await signUpShopper(page)
  await tabThrough(page, SIGNED_IN_ROUTES)
})

const CONTROLS = ':is(a[href], button, input, select, textarea, summary):not([tabindex="-1"])'

check(56, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  for (const route of RICH_ROUTES) {
    await openPage(page, route)
    const invisible = await page.locator(CONTROLS).evaluateAll((all) => {
      const page = getComputedStyle(document.body).backgroundColor
      const isBordered = (of: Element): boolean => {
        const { borderStyle, borderBottomWidth } = getComputedStyle(of)
        return borderStyle !== 'none' && borderBottomWidth !== '0px'
      }
      return all
        .filter((element) =>
          element.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
        )
        .map((element) => element.closest('label') ?? element)
        .filter((element) => {
          if (element.getBoundingClientRect().width <= 1) return false
          const style = getComputedStyle(element)
          const hasBorder = isBordered(element)
          const isFilled = (of: CSSStyleDeclaration) => !/^rgba\(.*, 0\)$/.test(of.backgroundColor)
          const before = getComputedStyle(element, '::before')
          const seen =
            (hasBorder && style.borderBottomColor !== page) || element.textContent?.trim()
          if (element.matches('input:not([type=radio], [type=checkbox]), select, textarea'))
            return !hasBorder && !isBordered(element.closest('form') ?? element)
          if (seen) return false
          const drawn =
            element.matches(':has(svg, img)') || (before.content !== 'none' && isFilled(before))
          // What has no text gets no background of its own over a picture.
          const { left, top, width, height } = element.getBoundingClientRect()
          const below = document.elementsFromPoint(left + width / 2, top + height / 2)
          const ground = below.find(
            (part) => part.matches('img') || isFilled(getComputedStyle(part)),
          )
          return !drawn || (ground?.matches('img') && !element.contains(ground))
        })
        .map((element) => element.outerHTML.slice(0, 120))
    })
    expect(invisible, route).toEqual([])
  }
})

check(58, async ({ page }) => {
  for (const route of RICH_ROUTES) {
    await openPage(page, route)
    const moving = await page.evaluate(() => {
      const parse = (text: string) =>
        Math.max(...text.split(',').map((part) => Number.parseFloat(part)))
      return [...document.querySelectorAll('body *')]
        .filter((element) => parse(getComputedStyle(element).transitionDuration) > 0.01)
        .map((element) => element.outerHTML.slice(0, 90))
        .slice(0, 5)
    })
    expect(moving, route).toEqual([])
    const running = () =>
      page.evaluate(
        () =>
          document.getAnimations().filter((animation) => animation.playState === 'running').length,
      )
    await expect.poll(running, route).toBe(0)
  }
  await openPage(page, paths.home)
  const current = main(page).locator('[aria-current=true]').first()
  const label = await current.getAttribute('aria-label')
  await page.clock.install()
  await page.clock.runFor(20_000)
  await expect(current).toHaveAttribute('aria-label', label ?? '')
})

check(66, async ({ page, console }) => {
  test.setTimeout(600_000)
  console.allow(/preload|404/)
  const session = await page.context().newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 90_000,
  })
  const getShift = await countShifts(page)
  const shifts: Record<string, number> = {}
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport)
    for (const route of [...VISITOR_ROUTES, '/shop?search=emrald', '/shop?search=returns']) {
      await session.send('Network.clearBrowserCache')
      await page.goto(route, { waitUntil: 'load' })
      await waitForHydration(page)
      await page.evaluate(() => document.fonts.ready)
      const shift = await getShift()
      if (shift > 0.002) shifts[`${route} ${viewport.width} px`] = shift
    }
  }
  expect(shifts).toEqual({})
})
