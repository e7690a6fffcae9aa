import type { Page } from '@playwright/test'
import { createRandom } from '#scripts/catalog/random.ts'
import type { ListingItem, Product } from '#src/contract/catalog.ts'
import { createSearchIndex } from '#src/rules/search-index.ts'
import helpQueries from '#tests/fixtures/help-queries.json' with { type: 'json' }
import kinds from '#tests/fixtures/query-kinds.json' with { type: 'json' }
import { clickInIsland, expect, openPage, test } from '#tests/helpers/browser-test.ts'
import { hasDiscount, listProducts } from '#tests/helpers/catalog.ts'
import { cards, main, openSearch, suggestions } from '#tests/helpers/locators.ts'
import { isFound, salespersonQueries } from '#tests/helpers/salesperson-queries.ts'
import { addFigure, check } from './check.ts'

const count = (page: Page) => main(page).getByRole('status').first()
const menu = (page: Page, name: string) => page.locator('main details').filter({ hasText: name })

/** The pieces that a search shows, in the order of the page, as a reader without JavaScript has them. */
async function search(page: Page, query: string): Promise<ListingItem[]> {
  const all = new Map((await listProductsOnce(page)).map((item) => [item.slug, item]))
  const response = await page.request.get(`/shop?scripts=off&search=${encodeURIComponent(query)}`)
  const links = (await response.text()).matchAll(/<h3[^>]*><a href="\/product\/([^"]+)"/g)
  return [...links].flatMap(([, slug = '']) => all.get(slug) ?? [])
}

let listed: ListingItem[] | undefined
const listProductsOnce = async (page: Page) => (listed ??= await listProducts(page))

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
  const index = createSearchIndex(repeat(products))
  await page.route('**/search-index.json*', (route) => route.fulfill({ json: index }))
  const items = repeat(await listProductsOnce(page))
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

check(15, async ({ page }) => {
  await openPage(page, '/shop')
  const link = cards(page).nth(5).getByRole('link').first()
  const picture = cards(page).nth(5).locator('.card-picture')
  const getShown = () =>
    picture.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      const shown = [...element.querySelectorAll('img')].findLast((image) => {
        const box = image.getBoundingClientRect()
        return Math.abs(box.x - x) < 2 && box.width > 0 && image.checkVisibility()
      })
      return width * height * y > 0 ? shown?.currentSrc.replace(/\/\d+\.\w+$/, '') : undefined
    })
  await link.scrollIntoViewIfNeeded()
  const box = (await picture.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const hovered = new Set<string | undefined>()
  for (const part of [0.1, 0.5, 0.9]) {
    await page.mouse.move(box.x + box.width * part, box.y + box.height * 0.7, { steps: 3 })
    await expect.poll(async () => !hovered.has(await getShown()), `hover at ${part}`).toBe(true)
    hovered.add(await getShown())
  }
  await page.mouse.move(0, 0)
  await link.focus()
  const byKeys = new Set([await getShown()])
  for (const press of [1, 2]) {
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => !byKeys.has(await getShown()), `key ${press}`).toBe(true)
    byKeys.add(await getShown())
  }
  expect([hovered.size, byKeys.size]).toEqual([3, 3])
})

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

check(17, async ({ page }) => {
  await openPage(page, '/shop/watches')
  await menu(page, 'Strap').locator('summary').click()
  const names = () => menu(page, 'Strap').locator('label').allInnerTexts()
  const toNames = (texts: string[]) => texts.map((text) => text.replace(/\s*\d.*/s, ''))
  await expect.poll(names).not.toEqual([])
  const before = toNames(await names())
  await menu(page, 'Strap').getByText('Steel').click()
  await expect(page.getByRole('button', { name: 'Remove strap Steel' })).toBeVisible()
  await expect(menu(page, 'Strap').getByRole('checkbox', { name: 'Steel' })).toBeChecked()
  expect(toNames(await names())).toEqual(before)
})

check(18, async ({ page }) => {
  for (const [category, promoted] of [
    ['watches', ['Movement', 'Strap']],
    ['jewelry', ['Metal', 'Stone']],
    ['bags', undefined],
    ['shoes', undefined],
  ] as const) {
    await openPage(page, `/shop/${category}`)
    const names = page.locator('main details.promoted-filter > summary')
    if (promoted) await expect(names).toHaveText([...promoted])
    expect(await names.count(), category).toBeGreaterThanOrEqual(2)
    expect(await names.count(), category).toBeLessThanOrEqual(4)
    await expect(names.last()).toBeInViewport()
  }
})

check(19, async ({ page }) => {
  await openPage(page, '/shop/watches')
  const values = async (name: string) => {
    const boxes = menu(page, name).getByRole('checkbox')
    await expect(boxes.first()).toBeAttached()
    return boxes.evaluateAll((all) =>
      (all as HTMLInputElement[]).map((box) => ({
        count: Number(/\d+(?=\s*pieces?$)/.exec(box.labels?.[0]?.textContent ?? '')?.[0]),
        disabled: box.disabled,
      })),
    )
  }
  const total = Number.parseInt(await count(page).innerText(), 10)
  await menu(page, 'Strap').locator('summary').click()
  const straps = await values('Strap')
  expect(straps.reduce((sum, { count }) => sum + count, 0)).toBe(total)
  await menu(page, 'Strap').getByText('Steel').click()
  await menu(page, 'Movement').locator('summary').click()
  const movements = await values('Movement')
  const left = Number.parseInt(await count(page).innerText(), 10)
  expect(movements.reduce((sum, { count }) => sum + count, 0)).toBe(left)
  expect(movements.some(({ count }) => count === 0)).toBe(true)
  for (const { count, disabled } of movements) expect(disabled).toBe(count === 0)
})

check(23, async ({ page }) => {
  const found = new Set<string>()
  const titles = new Set<string>()
  let path: string | undefined = '/shop'
  while (path) {
    const html = await (await page.request.get(path)).text()
    for (const [, slug = ''] of html.matchAll(/<h3[^>]*><a href="\/product\/([^"]+)"/g))
      found.add(slug)
    const title = /<title>([^<]+)/.exec(html)?.[1] ?? ''
    expect(titles.has(title), title).toBe(false)
    titles.add(title)
    expect(/<link rel="canonical" href="([^"]+)"/.exec(html)?.[1]).toMatch(new RegExp(`${path}$`))
    path = /<a [^>]*href="(\/shop\/\d+)"[^>]*rel="next"|rel="next"[^>]*href="(\/shop\/\d+)"/
      .exec(html)
      ?.slice(1)
      .find(Boolean)
  }
  expect(found.size).toBe((await listProducts(page)).length)
})

check(25, async ({ page }) => {
  await openPage(page, '/shop')
  const opener = page.getByRole('button', { name: /^Filter/ })
  await clickInIsland(opener)
  const panel = page.getByRole('dialog', { name: 'Filters' })
  await expect(panel.locator(':focus')).toHaveCount(1)
  for (let stop = 0; stop < 8; stop++) {
    await page.keyboard.press('Tab')
    const outside = page.locator(':focus:not(dialog, dialog *, body)')
    await expect(outside).toHaveCount(0)
  }
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(opener).toBeFocused()
})

type Expected = (typeof salespersonQueries)[number] | (typeof helpQueries)[number]
const expectedOf = new Map<string, Expected>(
  [...salespersonQueries, ...helpQueries, ...kinds.more].map((one) => [one.query, one]),
)

check(26, async ({ page }) => {
  await openPage(page, '/terms')
  await openSearch(page)
  const titles = (await listProducts(page)).slice(0, 10).map(({ title }) => title)
  const missed: Record<string, string[]> = {}
  for (const [kind, queries] of Object.entries({ ...kinds.kinds, exact: titles })) {
    expect(queries.length, kind).toBe(10)
    missed[kind] = []
    for (const query of queries) {
      const expected = expectedOf.get(query)
      const isHit =
        expected && 'page' in expected
          ? (await suggest(page, query, (hrefs) => hrefs.slice(0, 3).includes(expected.page)))
              .slice(0, 3)
              .includes(expected.page)
          : hits(await search(page, query), expected ?? { query, title: query })
      if (!isHit) missed[kind].push(query)
    }
  }
  const all = Object.values(missed).flat()
  expect(all.length, JSON.stringify(missed)).toBeLessThanOrEqual(4)
})

/** Whether one of the first three pieces is what a query means. */
function hits(
  found: ListingItem[],
  expected: Expected | { query: string; title: string },
): boolean {
  const top = found.slice(0, 3)
  if ('title' in expected) return top.some(({ title }) => title === expected.title)
  if ('page' in expected) return false
  const { first = [], category, maxPrice = Infinity } = expected
  return top.some(
    (one) =>
      (first.length === 0 || first.includes(one.slug)) &&
      one.price <= maxPrice &&
      (!category || one.category === category),
  )
}

const random = createRandom(27)
const letter = () => String.fromCharCode(97 + random.whole(0, 25))

check(27, async ({ page }) => {
  const missed: string[] = []
  const all = await listProducts(page)
  for (const { slug, title } of all) {
    // A letter of the longest word, which a typing error does not turn into another word.
    const word = title.split(/[^\p{L}]+/u).reduce((a, b) => (b.length > a.length ? b : a))
    const at = title.indexOf(word) + random.whole(1, word.length - 2)
    const [before, rest] = [title.slice(0, at), title.slice(at)]
    for (const query of [
      before + letter() + rest.slice(1),
      before + rest.slice(1),
      before + (rest[1] ?? '') + (rest[0] ?? '') + rest.slice(2),
    ])
      if (!(await search(page, query)).slice(0, 3).some((one) => one.slug === slug))
        missed.push(query)
  }
  expect(missed.length / (3 * all.length), missed.join(', ')).toBeLessThanOrEqual(0.05)
})

check(28, async ({ page }) => {
  const found: string[] = []
  for (let nth = 0; nth < 200; nth++) {
    const word = Array.from({ length: random.whole(5, 12) }, letter).join('')
    if ((await search(page, word)).length > 0) found.push(word)
  }
  expect(found.length, found.join(', ')).toBeLessThanOrEqual(2)
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

check(30, async ({ page }) => {
  await openPage(page, '/terms')
  await openSearch(page)
  const missed: string[] = []
  for (const { query, page: path } of helpQueries) {
    const hrefs = await suggest(page, query, (all) => all.slice(0, 4).includes(path))
    if (!hrefs.slice(0, 4).includes(path)) missed.push(query)
  }
  expect(missed.length / helpQueries.length, missed.join(', ')).toBeLessThanOrEqual(0.05)
})

check(31, async ({ page }) => {
  await openPage(page, '/shop?search=umbrella')
  await expect(main(page).getByRole('button', { name: 'Watches' })).toBeVisible()
  await expect(main(page).getByRole('button', { name: 'See all pieces' })).toBeVisible()
  const count = await page.request.get('/api/editor/searches')
  expect(count.status(), 'editors have a list of searches without a result').not.toBe(404)
})

check(34, async ({ page }) => {
  await openPage(page, '/shop?search=emrald')
  await expect(await openSearch(page)).toHaveValue('emrald')
})

check(65, async ({ page }) => {
  const missed: string[] = []
  for (const one of salespersonQueries)
    if (!isFound(one, await search(page, one.query))) missed.push(one.query)
  await openPage(page, '/terms')
  await openSearch(page)
  for (const { query, page: path } of helpQueries) {
    const hrefs = await suggest(page, query, (all) => all.slice(0, 4).includes(path))
    if (!hrefs.slice(0, 4).includes(path)) missed.push(query)
  }
  const total = salespersonQueries.length + helpQueries.length
  expect(total).toBeGreaterThanOrEqual(160)
  addFigure(`${total - missed.length} of ${total}; not: ${missed.join(', ')}`)
  expect(missed.length / total, missed.join(', ')).toBeLessThanOrEqual(0.05)
})

// The service worker is blocked, so that the page has the index of 10,000 products.
test.describe('10,000 products', () => {
  test.use({ serviceWorkers: 'block' })
  test.beforeEach(({ console }) => console.allow(/Service Worker/))

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
