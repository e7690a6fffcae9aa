import {
  expect,
  expectAccessible,
  expectAccessibleInBothModes,
  expectNoOverflow,
  test,
} from '#tests/helpers/browser-test.ts'
import { DESKTOP, logIn, PHONE, press } from '#tests/helpers/studio.ts'

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
  'Schedule',
  'Import',
  'Releases',
  'Security',
  'Team',
  'Products',
]

for (const [device, viewport, expectScreenAccessible] of [
  ['desktop', DESKTOP, expectAccessibleInBothModes],
  // The colours are those of the desktop.
  ['phone', PHONE, expectAccessible],
] as const)
  test(`every screen is accessible and fits: ${device}`, async ({ page }) => {
    await logIn(page, 'admin')
    await page.setViewportSize(viewport)
    await page.goto('/studio/products/new')
    await press(page, 'Save and publish')
    await expect(page.getByText('Fill this in.').first()).toBeVisible()
    await expectScreenAccessible(page)
    for (const name of SCREENS)
      await test.step(name, async () => {
        await page.getByRole('navigation').getByRole('link', { name }).click()
        await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
        await expect(page.getByText('Loading…')).toHaveCount(0)
        await expectNoOverflow(page)
        await expectScreenAccessible(page)
      })
    const row = page.getByRole('row').nth(1)
    await row.getByRole('checkbox').check()
    await press(page, 'Change price')
    await expectScreenAccessible(page)
    await press(page, 'Close')
    await row.getByRole('link').click()
    await press(page, 'History')
    await expectScreenAccessible(page)
    await expectNoOverflow(page)
    for (const record of ['home', 'about', 'shipping-returns'])
      await test.step(record, async () => {
        await page.goto(`/studio/content/${record}`)
        await expect(page.getByRole('textbox', { name: /^Title/ }).first()).toBeVisible()
        await expectNoOverflow(page)
        await expectScreenAccessible(page)
      })
    for (const record of ['search-synonyms', 'search-pins'])
      await test.step(record, async () => {
        await page.goto(`/studio/content/${record}`)
        await press(page, 'What changes')
        await expect(page.getByText(/^No query finds|^Nothing was searched/).first()).toBeVisible()
        await expectNoOverflow(page)
        await expectScreenAccessible(page)
      })
  })
