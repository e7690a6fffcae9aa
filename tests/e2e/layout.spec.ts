import type { Page } from '@playwright/test'
import { paths } from '#src/rules/paths.ts'
import { signUpShopper } from '#tests/helpers/shopper.ts'
import { callApi } from '#tools/accounts.ts'
import {
  countShifts,
  expect,
  expectNoOverflow,
  openPage,
  test,
  WITH_MOTION,
} from '#tools/browser-test.ts'
import { header, main } from '#tools/locators.ts'
import { PRODUCT_PATH, SIGNED_IN_ROUTES } from '#tools/routes.ts'
import { DESKTOP, PHONE } from '#tools/viewports.ts'

const MIN_TOUCH_PX = 44
/** Half of the threshold that Core Web Vitals rates as good. */
const MAX_SHIFT = 0.05

test('the header is the same on every page, and its controls and those of the gallery are at least 44 px at every width (item 52)', async ({
  page,
}) => {
  const controls = header(page).getByRole('link').or(header(page).getByRole('button'))
  const getBoxes = async () => {
    await page.evaluate(() => document.fonts.ready)
    return controls.evaluateAll((all) =>
      all
        .map((control) => control.getBoundingClientRect())
        .map(({ x, y, width, height }) => [x, y, width, height].map(Math.round)),
    )
  }
  await openPage(page, paths.home)
  const home = await getBoxes()
  expect(home.length).toBeGreaterThan(8)
  for (const path of [paths.shop, paths.about, paths.cart, paths.terms, PRODUCT_PATH]) {
    await openPage(page, path)
    expect(await getBoxes(), path).toEqual(home)
  }
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    const inMain = page.getByRole('main').getByRole('button')
    const small = await controls.or(inMain).evaluateAll(
      (all, min) =>
        all
          .map((control) => ({ control, box: control.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 0 && Math.min(box.width, box.height) < min)
          .map(
            ({ control, box }) => `${control.outerHTML.slice(0, 90)} ${box.width}×${box.height}`,
          ),
      MIN_TOUCH_PX,
    )
    expect(small, `${width} px`).toEqual([])
  }
})

test.describe('with motion', () => {
  test.use(WITH_MOTION)

  test('a progress bar runs for 400 ms on every navigation §1.layout.6 §9.15', async ({ page }) => {
    await page.addInitScript(() => {
      const { animate } = Element.prototype
      Element.prototype.animate = function (frames, options) {
        const runs = Number(sessionStorage.getItem('runs')) + 1
        sessionStorage.setItem('runs', `${runs}`)
        Object.assign(window, { duration: Object(options).duration ?? options })
        return animate.call(this, frames, options)
      }
    })
    for (const runs of [1, 2]) {
      await openPage(page, '/terms')
      // It starts with the scripts of the page, which may come after the islands.
      await expect
        .poll(() => page.evaluate('[Number(sessionStorage.getItem("runs")), window.duration]'))
        .toEqual([runs, 400])
    }
  })

  // tests/e2e/slow-network.spec.ts has the desktop.
  test('layout does not shift while a page loads, and when the header shrinks @phone', async ({
    page,
  }) => {
    const getShift = await countShifts(page)
    for (const path of [paths.home, paths.shop, PRODUCT_PATH]) {
      await openPage(page, path)
      await page.evaluate(() => document.fonts.ready)
      await page.evaluate(() => scrollTo(0, 200))
      await expect.poll(async () => (await header(page).boundingBox())?.height).toBe(64)
      expect(await getShift(), path).toBeLessThan(MAX_SHIFT)
    }
  })
})

test('in a low window, as with large text, neither header nor bars stay in view', async ({
  page,
}) => {
  await signUpShopper(page)
  await page.setViewportSize({ width: 320, height: 470 })
  for (const path of [paths.shop, paths.cart]) {
    await openPage(page, path)
    await page.evaluate(() => scrollTo(0, 500))
    await expect(header(page)).not.toBeInViewport()
    await expect(page.locator('.listing-bar, .checkout-bar')).toHaveCSS('position', 'static')
  }
})

/** The cells of a column and how many lines their texts take. */
const listCells = (page: Page, column: number) =>
  page.locator(`.text-table td:nth-child(${column})`).evaluateAll((cells) =>
    cells.map((cell) => {
      const range = document.createRange()
      range.selectNodeContents(cell)
      const tops = [...range.getClientRects()].map(({ top }) => Math.round(top))
      const { left, width } = cell.getBoundingClientRect()
      return { left, width, lines: new Set(tops).size }
    }),
  )

test('in tables of texts, a short value keeps to one line, and sentences stand below each other on a phone', async ({
  page,
}) => {
  await openPage(page, paths.shippingReturns)
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport)
    const days = await listCells(page, 2)
    expect(days.length).toBeGreaterThan(4)
    expect(days.map(({ lines }) => lines)).toEqual(days.map(() => 1))
  }
  await openPage(page, paths.privacy)
  const table = main(page).getByRole('table').first()
  await expect(table.getByRole('columnheader')).toHaveCount(3)
  await expect(table.getByRole('row').nth(1).getByRole('cell')).toHaveCount(3)
  await page.setViewportSize(PHONE)
  const [[what], [why]] = [await listCells(page, 1), await listCells(page, 2)]
  expect(why?.left).toBe(what?.left)
  expect(why?.width).toBeGreaterThan(300)
  await expect(table.getByRole('row').first().getByRole('cell')).toHaveCount(3)
})

const MAX_SHIFT_SIGNED_IN = 0.002

for (const device of ['desktop', 'phone @phone'])
  test(`layout does not shift while a page of a shopper loads, on a ${device}`, async ({
    page,
  }) => {
    await signUpShopper(page)
    await callApi(page, 'PUT', '/wishlist-share')
    const getShift = await countShifts(page)
    for (const path of SIGNED_IN_ROUTES) {
      await openPage(page, path)
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
      await page.waitForLoadState('networkidle')
      expect(await getShift(), path).toBeLessThan(MAX_SHIFT_SIGNED_IN)
    }
  })

test('the name of a product is not broken at its hyphen, and fits a narrow window in large text', async ({
  page,
}) => {
  await openPage(page, '/product/maharani-top-handle-bag')
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport)
    const word = page.getByRole('heading', { level: 1 }).getByText('Top-Handle', { exact: true })
    expect(await word.evaluate((node) => node.getClientRects().length)).toBe(1)
  }
  await page.setViewportSize({ width: 320, height: 800 })
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await expectNoOverflow(page)
})
