import type { Page } from '@playwright/test'
import { paths } from '#src/rules/paths.ts'
import { test as memberTest } from '#tests/helpers/member.ts'
import { expect, expectNoOverflow, open, signUpVerified, test } from '#tests/helpers/pages.ts'
import { MEMBER_ROUTES, PRODUCT, VISITOR_ROUTES } from '#tests/helpers/routes.ts'

// 320 is also what a window of 1280 px is at 400 % zoom (WCAG 1.4.10).
const WIDTHS = [320, 390, 768, 1440, 1920]
const TOUCH_PX = 44
/** Half of what counts as good. */
const MAX_SHIFT = 0.05

async function fitsAtEveryWidth(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 320, height: 800 })
  await open(page, path)
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    await test.step(`${width} px`, () => expectNoOverflow(page))
    expect(await cutOff(page), `cut off at ${width} px`).toEqual([])
  }
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

for (const path of VISITOR_ROUTES)
  test(`${path} fits from 320 to 1920 px`, ({ page }) => fitsAtEveryWidth(page, path))

memberTest.describe('for a member', () => {
  for (const path of MEMBER_ROUTES)
    memberTest(`${path} fits from 320 to 1920 px`, ({ page }) => fitsAtEveryWidth(page, path))
})

test('/complete-profile fits from 320 to 1920 px', async ({ page }) => {
  await signUpVerified(page)
  await fitsAtEveryWidth(page, paths.completeProfile)
})

test('the header is the same on every page', async ({ page }) => {
  const places = () =>
    page
      .getByRole('banner')
      .locator('a, button')
      .evaluateAll((controls) =>
        controls
          .map((control) => control.getBoundingClientRect())
          .filter(({ width }) => width > 0)
          .map(({ x, y, width, height }) => [x, y, width, height].map(Math.round)),
      )
  await open(page, paths.home)
  const home = await places()
  expect(home.length).toBeGreaterThan(8)
  for (const path of [paths.shop, PRODUCT, paths.about, paths.cart, paths.terms]) {
    await open(page, path)
    expect(await places(), path).toEqual(home)
  }
})

for (const width of [320, 390, 768, 1440])
  test(`controls of header and gallery can be touched at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await open(page, PRODUCT)
    const small = await page.locator('header.site-header :is(a, button), main button').evaluateAll(
      (controls, least) =>
        controls
          .map((control) => ({ control, box: control.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 0 && Math.min(box.width, box.height) < least)
          .map(
            ({ control, box }) => `${control.outerHTML.slice(0, 90)} ${box.width}×${box.height}`,
          ),
      TOUCH_PX,
    )
    expect(small).toEqual([])
  })

test.describe('nothing jumps', () => {
  for (const path of [paths.home, paths.shop, PRODUCT])
    test(`${path} while it loads, and when the header shrinks @every-look`, async ({ page }) => {
      await page.addInitScript(() => {
        const shifts = { sum: 0 }
        Object.assign(window, { shifts })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            if ('value' in entry && typeof entry.value === 'number') shifts.sum += entry.value
        }).observe({ type: 'layout-shift', buffered: true })
      })
      await open(page, path)
      await page.evaluate(() => document.fonts.ready)
      await page.evaluate(() => scrollTo(0, 200))
      await expect.poll(async () => (await page.getByRole('banner').boundingBox())?.height).toBe(64)
      expect(await page.evaluate('shifts.sum')).toBeLessThan(MAX_SHIFT)
    })
})
