import type { Page } from '@playwright/test'
import { observeInteractions } from '#lab/measure/interactions.ts'
import { createSearchIndex } from '#src/channels/search-index.ts'
import type { Product } from '#src/contract/catalog.ts'
import { packIndex } from '#src/rules/search/search-index.ts'
import { searchRules } from '#tests/helpers/search-rules.ts'
import { clickInIsland, expect, openPage, recordAnnouncements } from '#tools/browser-test.ts'
import { listProducts } from '#tools/catalog.ts'
import { main, openSearch, suggestions } from '#tools/locators.ts'
import { addFigure, check } from './check.ts'

const count = (page: Page) => main(page).getByRole('status').first()
const menu = (page: Page, name: string) => page.locator('main details').filter({ hasText: name })

/** Lets the page have 10,000 products. */
async function mockLargeCatalog(page: Page): Promise<void> {
  const response = await page.request.get('/api/products/get-all-products?detail=full')
  const { products } = (await response.json()) as { products: Product[] }
  const repeat = <Item extends { id: string; slug: string }>(items: Item[]) =>
    Array.from({ length: 10_000 }, (_, index) => {
      const item = items[index % items.length] as Item
      return index < items.length
        ? item
        : { ...item, id: `${item.id}${index}`, slug: `${item.slug}-${index}` }
    })
  const index = packIndex(createSearchIndex(repeat(products), searchRules))
  await page.route('**/search-index.json*', (route) => route.fulfill({ json: index }))
  const items = repeat(await listProducts(page))
  await page.route('**/api/products/get-all-products', (route) =>
    route.fulfill({ json: { products: items, revision: 1 } }),
  )
  await page.addInitScript(observeInteractions)
}

/** Forgets the interactions so far. */
const clearDurations = (page: Page) => page.evaluate('interactions.length = 0')
const getDurations = (page: Page) =>
  page.evaluate(() => globalThis.interactions.map(({ duration }) => duration))

check(16, async ({ page }) => {
  await openPage(page, '/shop')
  await clickInIsland(page.getByRole('button', { name: /^Filter/ }))
  const facets = page.getByRole('dialog').getByRole('group')
  // Title and tagline are found by the search, the category by its chip.
  for (const name of [/Price/, /Availability/])
    await expect(facets.filter({ has: page.locator('legend', { hasText: name }) })).toHaveCount(1)
})

check(21, async ({ page }) => {
  await mockLargeCatalog(page)
  await openPage(page, '/shop/watches')
  await menu(page, 'Strap').locator('summary').click()
  const boxes = menu(page, 'Strap').locator('label')
  await expect(boxes.first()).toBeVisible()
  const text = await count(page).innerText()
  const listAnnouncements = await recordAnnouncements(page)
  await clearDurations(page)
  // One after the other: presses that are faster than the announcements share one.
  for (const [presses, index] of [0, 0, 1, 1, 0].entries()) {
    await boxes.nth(index).click()
    await expect.poll(async () => (await listAnnouncements()).length).toBe(presses + 1)
  }
  await expect(count(page)).not.toHaveText(text)
  expect(Number.parseInt(await count(page).innerText(), 10), 'of 10,000').toBeGreaterThan(200)
  const durations = await getDurations(page)
  addFigure(`${Math.max(0, ...durations)} ms`)
  expect(Math.max(0, ...durations), durations.join()).toBeLessThanOrEqual(200)
})

check(33, async ({ page }) => {
  await mockLargeCatalog(page)
  await openPage(page, '/terms')
  const field = await openSearch(page)
  await field.fill('silk')
  await expect(suggestions(page).first()).toBeVisible()
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await clearDurations(page)
  await field.fill('')
  for (const key of 'emerald') await page.keyboard.press(key)
  await expect(suggestions(page).first()).toContainText(/emerald|panna/i)
  const durations = (await getDurations(page)).toSorted((a, b) => a - b)
  expect(durations[Math.floor(durations.length / 2)] ?? 0, durations.join()).toBeLessThanOrEqual(
    100,
  )
})
