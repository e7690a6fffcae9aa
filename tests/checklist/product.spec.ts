import type { Page } from '@playwright/test'
import type { ListingItem } from '#src/contract/catalog.ts'
import { productPath } from '#src/rules/paths.ts'
import { clickInIsland, expect, openPage } from '#tests/helpers/browser-test.ts'
import { findProduct, listProducts, rupees } from '#tests/helpers/catalog.ts'
import { main, region } from '#tests/helpers/locators.ts'
import { check } from './check.ts'

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1440, height: 900 }
const SCREENS = [PHONE, { width: 820, height: 1180 }, DESKTOP]
const MIN_TOUCH_PX = 44

const thumbnails = (page: Page) => page.getByRole('list', { name: 'Thumbnails' }).getByRole('link')

/** The first product of each category that `filter` accepts. */
async function listSamples(page: Page, filter: (item: ListingItem) => boolean = () => true) {
  const found = (await listProducts(page)).filter(filter)
  return [...new Map(found.map((item) => [item.category, item])).values()]
}

/** The structured data of the open page. */
const readStructuredData = async (page: Page): Promise<Record<string, unknown>[]> =>
  (await page.locator('script[type="application/ld+json"]').allTextContents()).flatMap(
    (text): unknown => JSON.parse(text),
  ) as Record<string, unknown>[]

check(1, async ({ page }) => {
  await page.setViewportSize(PHONE)
  for (const { slug } of await listSamples(page)) {
    await openPage(page, productPath(slug))
    expect(await thumbnails(page).count(), slug).toBeGreaterThanOrEqual(3)
    for (const thumbnail of (await thumbnails(page).all()).slice(0, 3)) {
      await expect(thumbnail).toBeInViewport({ ratio: 1 })
      const { width = 0, height = 0 } = (await thumbnail.boundingBox()) ?? {}
      expect(Math.min(width, height), slug).toBeGreaterThanOrEqual(MIN_TOUCH_PX)
    }
  }
})

check(2, async ({ page }) => {
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport)
    for (const { slug, images } of await listSamples(page)) {
      await openPage(page, productPath(slug))
      const more = Number((await thumbnails(page).last().innerText()).replace('+', '') || 1)
      expect((await thumbnails(page).count()) - 1 + more, slug).toBe(images.length)
      for (const thumbnail of await thumbnails(page).all())
        await expect(thumbnail).toBeInViewport({ ratio: 1 })
    }
  }
})

check(4, async ({ page }) => {
  for (const viewport of SCREENS) {
    await page.setViewportSize(viewport)
    const { slug, pictures } = await findProduct(page)
    const width = pictures[0]?.width ?? 0
    await openPage(page, productPath(slug))
    const opener = page.getByRole('link', { name: /^Enlarge/ }).first()
    const shown = await opener
      .getByRole('img')
      .evaluate((image) => image.getBoundingClientRect().width * devicePixelRatio)
    await clickInIsland(opener)
    const enlarged = page.getByRole('dialog', { name: 'Enlarged picture' }).getByRole('img')
    const getPixels = () => enlarged.evaluate((image: HTMLImageElement) => image.naturalWidth)
    await expect.poll(getPixels).toBeGreaterThan(0)
    // Twice what was shown, as far as the photograph has it.
    expect(await getPixels(), `${viewport.width} px`).toBeGreaterThanOrEqual(
      Math.min(2 * shown, width),
    )
    expect(await getPixels()).toBeGreaterThan(shown)
    // What is under the pointer stays there.
    const fit = (await enlarged.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const at = { x: fit.x + fit.width * 0.4, y: fit.y + fit.height * 0.4 }
    await page.mouse.dblclick(at.x, at.y)
    await expect.poll(async () => (await enlarged.boundingBox())?.width).toBeGreaterThan(fit.width)
    const box = (await enlarged.boundingBox()) ?? { x: 0, y: 0, width: 1, height: 1 }
    expect((at.x - box.x) / box.width).toBeCloseTo(0.4, 1)
    expect((at.y - box.y) / box.height).toBeCloseTo(0.4, 1)
  }
})

check(6, async ({ page }) => {
  const { slug } = await findProduct(page, ({ stock }) => stock === 0)
  await openPage(page, productPath(slug))
  await expect(main(page).getByRole('button', { name: 'Sold out' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Tell me when it returns' })).toBeEnabled()
  const inStock = await findProduct(page, ({ options, stock }) => options.length > 0 && stock > 0)
  await openPage(page, productPath(inStock.slug))
  for (const { name, values } of inStock.options)
    for (const value of values)
      await expect(
        page.getByRole('group', { name }).getByRole('radio', { name: value, exact: true }),
      ).toBeEnabled()
})

check(7, async ({ page }) => {
  for (const { slug } of await listSamples(page, ({ options, stock }) => !!options[0] && !!stock)) {
    await openPage(page, productPath(slug))
    await expect(page.locator('.buy-bar button')).toHaveText(/^Choose an? /)
  }
})

check(8, async ({ page }) => {
  const { slug, price } = await findProduct(page)
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport)
    await openPage(page, productPath(slug))
    const texts = [rupees(price), '+ 5% tax at checkout', 'Free delivery', /Tomorrow|to \d{6}/]
    const boxes: number[] = []
    for (const text of texts) {
      const shown = page.locator('.product-panel').getByText(text).first()
      await expect(shown).toBeVisible()
      boxes.push((await shown.boundingBox())?.y ?? 0)
    }
    expect(Math.max(...boxes) - Math.min(...boxes)).toBeLessThan(160)
  }
})

check(9, async ({ page }) => {
  const { slug } = await findProduct(page)
  await openPage(page, productPath(slug))
  const policy = (await readStructuredData(page)).find(
    (data) => data['@type'] === 'MerchantReturnPolicy',
  )
  expect(policy?.['returnFees']).toMatch(/FreeReturn$/)
  const disclosure = page
    .locator('.product-panel details')
    .filter({ hasText: /return/i })
    .first()
  await disclosure.locator('summary').click()
  const days = new RegExp(`within ${policy?.['merchantReturnDays']} days`)
  await expect(disclosure.getByText(days)).toBeVisible()
  await expect(disclosure.getByText(/Returns are free/)).toBeVisible()
})

check(10, async ({ page }) => {
  for (const { slug } of await listSamples(page)) {
    await openPage(page, productPath(slug))
    await expect(main(page).getByRole('article')).not.toHaveCount(0)
    await expect(main(page).getByRole('tablist')).toHaveCount(0)
  }
})

check(12, async ({ page }) => {
  for (const { slug, title, price } of await listSamples(page))
    for (const viewport of SCREENS) {
      await page.setViewportSize(viewport)
      await page.goto(productPath(slug))
      const name = page.getByRole('heading', { level: 1, name: title })
      const button = page.locator('.buy-bar button')
      const prices = main(page).getByText(rupees(price)).filter({ visible: true })
      for (const shown of [name, button, prices])
        await expect
          .poll(
            () =>
              shown.evaluateAll((all) =>
                all
                  .map((one) => one.getBoundingClientRect())
                  .some(({ top, bottom }) => top >= 0 && bottom <= innerHeight),
              ),
            `${slug} at ${viewport.width} px: ${shown}`,
          )
          .toBe(true)
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
