import type { Locator, Page } from '@playwright/test'
import {
  COLOR_RULES,
  expect,
  expectAccessible,
  expectNoOverflow,
  setMode,
  test,
} from '#tools/browser-test.ts'
import { findProduct } from '#tools/catalog.ts'
import { button, logIn, press } from '#tools/studio.ts'
import { DESKTOP, PHONE } from '#tools/viewports.ts'

// They change nothing.
test.describe.configure({ mode: 'parallel' })
test.beforeEach(({ page }) => logIn(page, 'admin'))

const SCREENS = [
  'Content',
  'Pictures',
  'Launches',
  'Today',
  'Speed',
  'Searches',
  'Messages',
  'Customers',
  'Reviews',
  'Import',
  'Releases',
  'Security',
  'Team',
  'Products',
]

/** On a phone and on a desktop, each in one of the modes, whose colours are the same at every width. */
async function expectFitsAndAccessible(page: Page): Promise<void> {
  for (const [mode, viewport] of [
    ['dark', PHONE],
    ['light', DESKTOP],
  ] as const) {
    await page.setViewportSize(viewport)
    await setMode(page, mode)
    await expectNoOverflow(page)
    await (mode === 'dark' ? expectAccessible(page) : expectAccessible(page, COLOR_RULES))
  }
}

test('every screen is accessible and fits', async ({ page }) => {
  await page.goto('/studio')
  for (const name of SCREENS)
    await test.step(name, async () => {
      await page.getByRole('navigation').getByRole('link', { name }).click()
      await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
      await expect(page.getByText('Loading…')).toHaveCount(0)
      await expectFitsAndAccessible(page)
    })
  const { title } = await findProduct(page, ({ variants = [] }) => variants.length > 0)
  await page.getByRole('searchbox').fill(title)
  await page.getByRole('row').nth(1).getByRole('checkbox').check()
  await press(page, 'Change price')
  await expectFitsAndAccessible(page)
  await press(page, 'Close')
  await page.getByRole('link', { name: `Stock of the variants of ${title}` }).click()
  await expect(button(page, 'Remove all variants')).toBeVisible()
  await press(page, 'History')
  await expectFitsAndAccessible(page)
})

test('every form is accessible and fits', async ({ page }) => {
  await page.goto('/studio/products/new')
  await press(page, 'Save and publish')
  await expect(page.getByText('Fill this in.').first()).toBeVisible()
  await expectFitsAndAccessible(page)
  for (const record of ['home', 'about', 'shipping-returns'])
    await test.step(record, async () => {
      await page.goto(`/studio/content/${record}`)
      await expect(page.getByRole('textbox', { name: /^Title/ }).first()).toBeVisible()
      await expectFitsAndAccessible(page)
    })
  for (const record of ['search-synonyms', 'search-pins'])
    await test.step(record, async () => {
      await page.goto(`/studio/content/${record}`)
      await press(page, 'What changes')
      await expect(page.getByText(/^No query finds|^Nothing was searched/).first()).toBeVisible()
      await expectFitsAndAccessible(page)
    })
})

test('in forced colours, the chosen page and the chosen view look chosen', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/studio/products')
  const getGround = (element: Locator) =>
    element.evaluate((node) => getComputedStyle(node).backgroundColor)
  for (const [name, state] of [
    ['Studio', 'aria-current'],
    ['Saved views', 'aria-pressed'],
  ] as const) {
    const parts = page.getByRole('navigation', { name }).locator(`:is(a, [aria-pressed])`)
    const chosen = parts.and(page.locator(`[${state}]:not([${state}=false])`)).first()
    const other = parts.and(page.locator(`:not([${state}]), [${state}=false]`)).first()
    expect(await getGround(chosen), name).not.toBe(await getGround(other))
  }
})
