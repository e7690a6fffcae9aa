import type { Page } from '@playwright/test'
import type { Product } from '#src/contract/catalog.ts'
import { createSearchIndex } from '#src/rules/search-index.ts'
import { clickInIsland, expect, openPage, test } from '#tests/helpers/browser-test.ts'
import { hasDiscount, listProducts } from '#tests/helpers/catalog.ts'
import { main, openSearch, suggestions } from '#tests/helpers/locators.ts'
import { searchRules } from '#tests/helpers/search-rules.ts'
import { addFigure, check } from './check.ts'

const count = (page: Page) => main(page).getByRole('status').first()
const menu = (page: Page, name: string) => page.locator('main details').filter({ hasText: name })

/** The places that the search field suggests for a text. */
async function suggest(page: Page, text: string, isReady: (hrefs: string[]) => boolean) {
  await page.getByRole('search').getByLabel('Search the shop').fill(text)
  const list = async () =>
    suggestions(page).evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
  await expect
    .poll(async () => isReady(await list()), { timeout: 3_000 })
    .toBe(true)
    .catch(() => {})
  return list()
}

/** Lets the page have 10,000 products. */
async function mockLargeCatalogue(page: Page): Promise<void> {
  const response = await page.request.get('/api/products/get-all-products?detail=full')
  const { products } = (await response.json()) as { products: Product[] }
  const repeat = <Item extends { id: string; slug: string }>(items: Item[]) =>
    Array.from({ length: 10_000 }, (_, at) => {
      const item = items[at % items.length] as Item
      return at < items.length
        ? item
        : { ...item, id: `${item.id}${at}`, slug: `${item.slug}-${at}` }
    })
  const index = createSearchIndex(repeat(products), searchRules)
  await page.route('**/search-index.json*', (route) => route.fulfill({ json: index }))
  const items = repeat(await listProducts(page))
  await page.route('**/api/products/get-all-products', (route) =>
    route.fulfill({ json: { products: items, revision: 1 } }),
  )
  await page.addInitScript(() => {
    const durations: number[] = []
    Object.assign(window, { durations })
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (Number(Reflect.get(entry, 'interactionId')) > 0) durations.push(entry.duration)
    })
    observer.observe({ type: 'event', durationThreshold: 16, buffered: true } as object)
  })
}

const getDurations = (page: Page): Promise<number[]> => page.evaluate('durations')

check(16, async ({ page }) => {
  await openPage(page, '/shop')
  await clickInIsland(page.getByRole('button', { name: /^Filter/ }))
  const facets = await page
    .getByRole('dialog')
    .getByRole('group')
    .locator('legend')
    .allTextContents()
  const [first] = (await listProducts(page)).filter((one) => hasDiscount(one) && one.reviews)
  expect(first, 'a card with every fact').toBeDefined()
  // Title and tagline are found by the search, the category by its chip.
  for (const fact of ['Price', 'Availability', 'Rating', 'Discount'])
    expect(facets.join(), fact).toMatch(new RegExp(fact, 'i'))
})

check(29, async ({ page }) => {
  for (const query of ['emerald', 'tote', 'silk', 'braclet', 'oud']) {
    await openPage(page, '/terms')
    await openSearch(page)
    const hrefs = await suggest(page, query, (all) => all.some((href) => /product/.test(href)))
    const first = hrefs.find((href) => href.startsWith('/product/'))
    expect(hrefs.length).toBeLessThanOrEqual(10)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/search=/)
    await expect(page.locator(`main article a[href="${first}"]`).first(), query).toBeVisible()
  }
})

test.describe('10,000 products', () => {
  check(21, async ({ page }) => {
    await mockLargeCatalogue(page)
    await openPage(page, '/shop/watches')
    await menu(page, 'Strap').locator('summary').click()
    const boxes = menu(page, 'Strap').locator('label')
    await expect(boxes.first()).toBeVisible()
    const text = await count(page).innerText()
    await page.evaluate(() => {
      const said: string[] = []
      Object.assign(window, { said })
      const status = document.querySelector('main [role=status]')
      if (!status) throw new Error('The list has no status.')
      new MutationObserver(() => said.push(status.textContent)).observe(status, {
        ...{ subtree: true, childList: true, characterData: true },
      })
    })
    await page.evaluate('durations.length = 0')
    for (const at of [0, 0, 1, 1, 0]) await boxes.nth(at).click()
    await expect(count(page)).not.toHaveText(text)
    await expect.poll(() => page.evaluate('said.length')).toBe(5)
    expect(Number.parseInt(await count(page).innerText(), 10), 'of 10,000').toBeGreaterThan(200)
    const durations = await getDurations(page)
    addFigure(`${Math.max(0, ...durations)} ms`)
    expect(Math.max(0, ...durations), durations.join()).toBeLessThanOrEqual(200)
  })

  check(33, async ({ page }) => {
    await mockLargeCatalogue(page)
    await openPage(page, '/terms')
    const field = await openSearch(page)
    await field.fill('silk')
    await expect(suggestions(page).first()).toBeVisible()
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await expect(suggestions(page)).not.toHaveCount(0)
    await page.evaluate('durations.length = 0')
    await field.fill('')
    for (const key of 'emerald') await page.keyboard.press(key)
    await expect(suggestions(page).first()).toContainText(/emerald|panna/i)
    const durations = (await getDurations(page)).toSorted((a, b) => a - b)
    expect(durations[Math.floor(durations.length / 2)] ?? 0, durations.join()).toBeLessThanOrEqual(
      100,
    )
  })
})
