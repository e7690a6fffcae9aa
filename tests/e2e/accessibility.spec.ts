import type { Locator, Page } from '@playwright/test'
import { paths } from '#src/rules/paths.ts'
import { signUpShopper } from '#tests/helpers/shopper.ts'
import { callApi, createAccountData, signUpVerified, updateUser } from '#tools/accounts.ts'
import {
  clickInIsland,
  expect,
  expectAccessible,
  expectAccessibleInBothModes,
  expectNoOverflow,
  MODES,
  openPage,
  recordAnnouncements,
  setMode,
  TEXT_SPACING,
  test,
  waitForHydration,
} from '#tools/browser-test.ts'
import { addToCart, findProduct, getProduct } from '#tools/catalog.ts'
import { addOpenProduct, main, openSearch, toasts } from '#tools/locators.ts'
import { PRODUCT_PATH, SIGNED_IN_ROUTES, VISITOR_ROUTES } from '#tools/routes.ts'
import { DESKTOP, PHONE } from '#tools/viewports.ts'

// Every route and overlay: WCAG 2.2 AA as axe checks it, in both colour modes, on phone and desktop,
// and nothing cut off at any width.

// 320 is also what a window of 1280 px is at 400 % zoom (WCAG 1.4.10).
// The colours of a mode are the same at every width: phone and desktop have one of the modes each.
type Width = [width: number, mode?: (typeof MODES)[number]]
const WIDTHS: Width[] = [[320], [PHONE.width, 'light'], [768], [DESKTOP.width, 'dark'], [1920]]

/** Headings, links and buttons that are cut off at a side and cannot be scrolled to. */
const findCutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main :is(h1, h2, h3, a, button, label)')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect()
        if (width <= 1 || (left >= -1 && right <= innerWidth + 1)) return false
        for (let ancestor: Element | null = element; ancestor; ancestor = ancestor.parentElement) {
          const { overflowX } = getComputedStyle(ancestor)
          if (overflowX === 'auto' || overflowX === 'scroll') return false
        }
        return true
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  )

async function openSettled(page: Page, path: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  await openPage(page, path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
}

/** Texts that a box without a scrollbar cuts off. */
const listCutTexts = (page: Page) =>
  page.locator('main :is(h1, h2, h3, p, a, button, label, dd, dt)').evaluateAll((all) =>
    all
      .filter((input) => input.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((input) => {
        const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(input)
        if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') return false
        const cutX = overflowX !== 'visible' && input.scrollWidth > input.clientWidth + 1
        const cutY = overflowY !== 'visible' && input.scrollHeight > input.clientHeight + 1
        return (cutX || cutY) && input.clientWidth > 1 && !/auto|scroll/.test(overflowX + overflowY)
      })
      .map((input) => input.outerHTML.slice(0, 120)),
  )

/** Text may be twice as large (WCAG 1.4.4), and spaced, and nothing is lost on the narrowest window. */
async function expectRoomForLargeText(page: Page, path: string, spacedSizes: string[]) {
  const setSize = (size: string) =>
    page.evaluate((px) => document.documentElement.style.setProperty('font-size', px), size)
  await setSize('200%')
  await test.step(`${path} with large text`, async () => {
    await page.setViewportSize({ width: 320, height: 844 })
    await expectNoOverflow(page)
  })
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets = [sheet]
  }, TEXT_SPACING)
  for (const size of spacedSizes)
    await test.step(`${path} with spaced text of ${size}`, async () => {
      await setSize(size)
      await expectNoOverflow(page)
      expect(await listCutTexts(page)).toEqual([])
    })
}

/** Checks a route at every width, and by axe on phone and desktop, on one load of the page. */
async function expectFitsAndAccessible(
  page: Page,
  path: string,
  spacedSizes = ['100%'],
): Promise<void> {
  await openSettled(page, path, PHONE.width)
  for (const [width, mode] of WIDTHS)
    await test.step(`${path} at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 })
      await waitForHydration(page)
      await expectNoOverflow(page)
      expect(await findCutOff(page), 'cut off').toEqual([])
      if (mode === undefined) return
      await setMode(page, mode)
      await expectAccessible(page)
    })
  await expectRoomForLargeText(page, path, spacedSizes)
}

/** A new page for each route takes as long as its checks. */
const ROUTES_OF_A_TEST = 6
for (let index = 0; index < VISITOR_ROUTES.length; index += ROUTES_OF_A_TEST) {
  const routes = VISITOR_ROUTES.slice(index, index + ROUTES_OF_A_TEST)
  test(`fit from 320 to 1920 px and are accessible in both colour modes (items 52, 55, 59): ${routes.join(' ')}`, async ({
    page,
  }) => {
    for (const path of routes) await expectFitsAndAccessible(page, path, ['200%', '100%'])
  })
}

test('pages of a user fit every width and are accessible', async ({ page }) => {
  await signUpVerified(page)
  await expectFitsAndAccessible(page, paths.completeProfile)
  // No page may fetch the user while another one signs in.
  await page.goto('about:blank')
  await signUpShopper(page)
  for (const path of SIGNED_IN_ROUTES) await expectFitsAndAccessible(page, path)
})

test('overlays are accessible: search box, side menu, enlarged picture, toast, confirmation (item 59)', async ({
  page,
}) => {
  await openPage(page, PRODUCT_PATH)
  await clickInIsland(page.getByRole('link', { name: /^Enlarge/ }).first())
  await expect(page.getByRole('dialog', { name: 'Enlarged picture' })).toBeVisible()
  await expectAccessibleInBothModes(page)
  await page.keyboard.press('Escape')
  for (const mode of MODES) {
    await setMode(page, mode)
    await addOpenProduct(page)
    await expect(toasts(page).first()).toBeVisible()
    await expectAccessible(page)
  }
  await signUpVerified(page)
  await openPage(page, `${paths.profile}?tab=settings`)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByRole('dialog', { name: 'Delete your account?' })).toBeVisible()
  await expectAccessibleInBothModes(page)
  await openPage(page, paths.about)
  for (const viewport of [DESKTOP, PHONE]) {
    await page.setViewportSize(viewport)
    await expect(await openSearch(page)).toBeFocused()
    await expectAccessibleInBothModes(page)
    await page.keyboard.press('Escape')
  }
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await expectAccessibleInBothModes(page)
})

test('each change is announced once (item 57)', async ({ page }) => {
  const open = async (path: string) => {
    await openPage(page, path)
    // The preview says so once the API has answered.
    await expect(page.getByText('Preview backend running in this workspace.')).toBeVisible()
  }
  await open(paths.shop)
  // A list that has not been fetched yet says that it loads.
  await main(page).getByRole('link', { name: 'High→Low' }).click()
  await expect(page).toHaveURL(/sort=/)
  await expect(main(page).getByText('Loading products...').first()).toBeHidden()
  const ofList = await recordAnnouncements(page)
  await main(page).getByRole('link', { name: 'Low→High' }).click()
  await main(page).getByRole('link', { name: 'Watches', exact: true }).click()
  await expect(main(page).getByRole('heading', { level: 1 })).toContainText('Watches')
  await expect.poll(ofList).toEqual([expect.stringMatching(/^\d+ pieces$/)])
  await open(PRODUCT_PATH)
  const ofProduct = await recordAnnouncements(page)
  await page.getByLabel('Delivery pincode').fill('302002')
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  const delivery = expect.stringMatching(/^Free delivery .+ to 302002$/)
  await expect.poll(ofProduct).toEqual([delivery])
  await clickInIsland(page.getByRole('button', { name: /wishlist: / }).first())
  await expect
    .poll(ofProduct)
    .toEqual([delivery, expect.stringContaining('Please log in to add items to your wishlist')])
})

test('forced colours show what is chosen: an option, a thumbnail, a category', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const { slug } = await findProduct(page, ({ options }) => options.length === 1)
  await openPage(page, `/product/${slug}`)
  const radios = main(page).getByRole('radio')
  await radios.first().check({ force: true })
  const getStyles = (elements: Locator, style: 'outlineStyle' | 'backgroundColor') =>
    elements.evaluateAll(
      (all, name) => all.map((input) => getComputedStyle(input.closest('label') ?? input)[name]),
      style,
    )
  const [chosen, ...others] = await getStyles(radios, 'outlineStyle')
  expect([chosen, others.includes('solid')]).toEqual(['solid', false])
  const thumbnails = page.getByRole('link', { name: /^Picture \d of/ })
  expect(await getStyles(thumbnails, 'outlineStyle')).toEqual(['solid', 'none', 'none'])
  await openPage(page, '/shop/bags')
  const chips = page.getByRole('navigation', { name: 'Category' }).getByRole('link')
  const backgrounds = await getStyles(chips, 'backgroundColor')
  expect(new Set(backgrounds).size, 'one chip differs').toBe(2)
})

test('the longest texts widen no page', async ({ page }) => {
  const { name, password } = createAccountData()
  const email = `${'m'.repeat(35)}${Date.now() % 1000}@example.com`
  await callApi(page, 'POST', '/auth/signup', { name, email, password })
  await callApi(page, 'POST', '/auth/login', { email, password })
  const address = {
    address: 'W'.repeat(200),
    city: 'W'.repeat(80),
    state: 'W'.repeat(80),
    pincode: '302002',
    country: 'W'.repeat(80),
    isDefault: false,
  }
  await updateUser(page, { displayName: 'W'.repeat(80), addresses: [address, address] })
  await addToCart(page, await getProduct(page), 2)
  await callApi(page, 'PUT', '/cart/gift', { wrap: true, note: 'W'.repeat(200) })
  for (const path of [paths.profile, paths.editProfile, paths.cart, paths.checkout]) {
    await openSettled(page, path, PHONE.width)
    for (const [width] of WIDTHS)
      await test.step(`${path} at ${width} px`, async () => {
        await page.setViewportSize({ width, height: 900 })
        await expectNoOverflow(page)
        expect(await findCutOff(page), 'cut off').toEqual([])
      })
  }
})
