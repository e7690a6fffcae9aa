import type { Page } from '@playwright/test'
import type { ListingItem } from '#src/contract/catalog.ts'
import { productPath } from '#src/rules/paths.ts'
import { expect, openPage } from '#tests/helpers/browser-test.ts'
import { findProduct, listProducts } from '#tests/helpers/catalog.ts'
import { main, region } from '#tests/helpers/locators.ts'
import { check } from './check.ts'

/** The first product of each category. */
async function listSamples(page: Page): Promise<ListingItem[]> {
  const found = await listProducts(page)
  return [...new Map(found.map((item) => [item.category, item])).values()]
}

/** The structured data of the open page. */
const readStructuredData = async (page: Page): Promise<Record<string, unknown>[]> =>
  (await page.locator('script[type="application/ld+json"]').allTextContents()).flatMap(
    (text): unknown => JSON.parse(text),
  ) as Record<string, unknown>[]

check(10, async ({ page }) => {
  for (const { slug } of await listSamples(page)) {
    await openPage(page, productPath(slug))
    await expect(main(page).getByRole('article')).not.toHaveCount(0)
    await expect(main(page).getByRole('tablist')).toHaveCount(0)
  }
})

check(13, async ({ page }) => {
  const all = await listProducts(page)
  const samples = [...all.filter(({ reviews }) => reviews).slice(0, 3)]
  samples.push(...all.filter(({ reviews }) => !reviews).slice(0, 3))
  for (const { slug, reviews } of samples) {
    await openPage(page, productPath(slug))
    const hasRating = JSON.stringify(await readStructuredData(page)).includes('aggregateRating')
    expect(hasRating, slug).toBe(Boolean(reviews))
    const list = region(page, 'Reviews').locator('ul, ol').getByRole('listitem')
    expect((await list.filter({ hasText: /\w{3}/ }).count()) > 0, slug).toBe(hasRating)
  }
})

const DIMENSIONS = /size|length|width|height|weight|diameter|depth|drop|thickness/i
const UNIT = /\d\s*(?:mm|cm|m|g|kg|ml|ct|carats?|in)\b|×|EU|UK|IN\b/i

check(14, async ({ page }) => {
  const all = await listProducts(page)
  for (const { slug, options } of all) {
    const { technicalDetails } = await findProduct(page, (item) => item.slug === slug)
    for (const [name, value] of Object.entries(technicalDetails))
      if (DIMENSIONS.test(name) && /\d/.test(value)) expect(value, `${slug}: ${name}`).toMatch(UNIT)
    if (!options.some(({ name }) => /size|length/i.test(name))) continue
    const html = await (await page.request.get(productPath(slug))).text()
    expect(html, `${slug} leads to its size guide`).toMatch(/href="\/sizes#/)
  }
})

check(63, async ({ page }) => {
  for (const path of ['/', '/shop', '/about', '/care', '/404', '/cart']) {
    await page.goto(path)
    expect(JSON.stringify(await readStructuredData(page)), path).not.toContain('"Offer"')
  }
  for (const { slug, stock } of await listSamples(page)) {
    await openPage(page, productPath(slug))
    expect(JSON.stringify(await readStructuredData(page)), slug).toContain('"Offer"')
    if (stock > 0) await expect(page.locator('.buy-bar button')).toBeEnabled()
  }
})
