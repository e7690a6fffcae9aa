import type { Locator, Page } from '@playwright/test'
import { holdRequests, recordRequests } from '#tests/helpers/requests.ts'
import {
  clickInIsland,
  countShifts,
  expect,
  expectAccessible,
  expectNoOverflow,
  openPage,
  test,
  waitForHydration,
} from '#tools/browser-test.ts'
import { listProducts } from '#tools/catalog.ts'
import { cards, main, openSearch } from '#tools/locators.ts'
import { PHONE } from '#tools/viewports.ts'

declare global {
  /** Number of cards that each commit has added. */
  var addedCards: number[]
  /** What a press has shown, in its order. */
  var shownSteps: string[]
}

/** Sum of layout shifts; the bar of "good" is 0.1. */
const MAX_SHIFT = 0.002

const titles = (page: Page) => cards(page).getByRole('heading').allTextContents()
const chips = (page: Page) => page.getByRole('navigation', { name: 'Category' }).getByRole('link')
const chip = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Category' }).getByRole('link', { name, exact: true })
const sort = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Sort' }).getByRole('link', { name, exact: true })
const count = (page: Page) => main(page).getByRole('status')
const more = (page: Page) => page.getByRole('button', { name: 'Show more' })
const isCurrent = (link: Locator) => expect(link).toHaveAttribute('aria-current', 'true')

/** Cards that were not rendered before have their real height after Back. */
const MAX_DISTANCE_PX = 50

/** Replaces the products of the API. */
const mockProducts = (page: Page, products: unknown) =>
  page.route('**/api/products/get-all-products', (route) =>
    route.fulfill({ json: { products, revision: 1 } }),
  )

test('chips and sorts filter in the browser; a reload, a shared link and Back show the same list (item 20) §2.shop.2 §2.shop.3 §4.listing-filters.1', async ({
  page,
  context,
}) => {
  const all = await listProducts(page)
  const fetches = recordRequests(page, (request) => request.url().endsWith('/get-all-products'))
  await openPage(page, '/shop')
  const categories = 'Clothing,Jewelry,Shoes,Accessories,Watches,Bags,Perfumes,Sunglasses'
  await expect(chips(page)).toHaveText(['All', ...categories.split(',')])
  for (const name of ['Low→High', 'High→Low']) {
    await sort(page, name).click()
    await isCurrent(sort(page, name))
  }
  await chip(page, 'Jewelry').click()
  await expect(page).toHaveURL(/\/shop\/jewelry\?sort=price-high-low$/)
  const jewelry = all.filter(({ category }) => category === 'jewelry')
  await expect(count(page)).toHaveText(`${jewelry.length} pieces`)
  const [dearest] = jewelry.toSorted((a, b) => b.price - a.price)
  await expect(cards(page).first()).toContainText(dearest?.title ?? '?')
  // Cards are added in several steps.
  await expect(cards(page)).toHaveCount(jewelry.length)
  const shown = await titles(page)
  expect(fetches).toHaveLength(1)

  await page.reload()
  await expect.poll(() => titles(page)).toEqual(shown)
  const other = await context.newPage()
  await openPage(other, page.url())
  await expect.poll(() => titles(other)).toEqual(shown)
  await other.close()
  await waitForHydration(page)
  await cards(page).nth(2).getByRole('link').click()
  await expect(page).toHaveURL(/\/product\//)
  await page.goBack()
  await waitForHydration(page)
  await expect.poll(() => titles(page)).toEqual(shown)
  // An entry of the history for each choice.
  await page.goBack()
  await expect(page).toHaveURL(/\/shop\?sort=price-high-low$/)
})

/** The lowest y of the first name, by the size of the window. */
const FIRST_NAMES = [
  { width: 390, height: 844, max: 760 },
  { width: 1440, height: 900, max: 820 },
]

test('each list begins on the first screen, with the name of its first piece, and its bar is one row', async ({
  page,
}) => {
  const categories = new Set((await listProducts(page)).map(({ category }) => category))
  for (const path of ['/shop', ...[...categories].map((category) => `/shop/${category}`)]) {
    await page.goto(path)
    await page.evaluate(() => document.fonts.ready)
    for (const { width, height, max } of FIRST_NAMES) {
      await page.setViewportSize({ width, height })
      const name = await cards(page).first().getByRole('heading').boundingBox()
      expect(name?.y, `${path} at ${width}`).toBeLessThanOrEqual(max)
    }
  }
  await page.setViewportSize({ width: 1024, height: 768 })
  const tops = await chips(page).evaluateAll((links) =>
    links.map((link) => link.getBoundingClientRect().top),
  )
  expect(new Set(tops).size).toBe(1)
})

/** The number of a column and of a row, in the order in which they are read. */
const listPlaces = (page: Page) =>
  page.locator('.listing-grid > li').evaluateAll((items) =>
    items.map((item) => {
      const { top, left, right } = item.getBoundingClientRect()
      return { isStill: item.matches('.card-still'), top: top + scrollY, left, right }
    }),
  )

test('each page of all pieces has a wide picture, and so has a category with one, in the order of the keyboard and without a gap before it', async ({
  page,
}) => {
  for (const path of ['/shop', '/shop/2', '/shop/3', '/shop/clothing']) {
    await openPage(page, path)
    for (const width of [390, 768, 1000, 1440])
      await test.step(`${path} at ${width} px`, async () => {
        await page.setViewportSize({ width, height: 900 })
        const still = main(page).locator('.card-still')
        await expect(still.getByRole('img')).toBeVisible()
        const places = await listPlaces(page)
        const asRead = places.toSorted((a, b) => a.top - b.top || a.left - b.left)
        expect(asRead).toEqual(places)
        const number = places.findIndex(({ isStill }) => isStill)
        const [first, last] = [places[0], places[number]]
        const columns = places.filter(({ top }) => top === first?.top).length
        const rowEnd = places[columns - 1]?.right ?? 0
        // It begins a row or ends one.
        expect(last?.right).toBeCloseTo(rowEnd, 0)
        expect(number % columns === 0 || places[number - 1]?.top === last?.top).toBe(true)
      })
  }
})

test('Tab goes through cards and their wide picture in the order in which they are seen', async ({
  page,
}) => {
  await openPage(page, '/shop/clothing')
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await cards(page).nth(1).getByRole('heading').getByRole('link').focus()
    const seen: { top: number; left: number }[] = []
    for (let count = 0; count < 20; count++) {
      await page.keyboard.press('Tab')
      seen.push(
        await page.evaluate(() => {
          const item = document.activeElement?.closest('.listing-grid > li')
          const { top = 0, left = 0 } = item?.getBoundingClientRect() ?? {}
          return { top: Math.round(top + scrollY), left: Math.round(left) }
        }),
      )
    }
    expect(
      seen.toSorted((a, b) => a.top - b.top || a.left - b.left),
      `${width} px`,
    ).toEqual(seen)
  }
})

test('a search that a page of help answers offers the categories, too', async ({ page }) => {
  await openPage(page, '/shop?search=returns')
  await expect(main(page).getByRole('link', { name: 'Returns and refunds' })).toBeVisible()
  await clickInIsland(main(page).getByRole('button', { name: 'Jewelry', exact: true }))
  await expect(page).toHaveURL('/shop/jewelry')
})

test('before the scripts, an address with filters shows its list (items 20, 22)', async ({
  page,
}) => {
  const heading = page.getByRole('heading', { level: 1 })
  for (const [path, title] of [
    ['/store?category=watches', 'Watches, '],
    ['/store?sort=new', 'New arrivals, '],
    ['/shop?search=tote', 'Results for “tote”, '],
    ['/shop/watches?movement=Quartz', 'Watches, '],
  ] as const) {
    const release = await holdRequests(page, '**/_astro/*.js')
    await page.goto(path, { waitUntil: 'commit' })
    await expect(heading).toContainText(title)
    await expect(cards(page).first()).toBeVisible()
    // The document is read to its end.
    await expect(page.getByRole('contentinfo')).toBeVisible()
    const shown = await cards(page).allTextContents()
    release()
    await waitForHydration(page)
    expect(await cards(page).allTextContents()).toEqual(shown)
    await expect(page).toHaveURL(path)
    await page.unroute('**/_astro/*.js')
  }
})

test('on a host of static files, an address with filters shows skeletons before the scripts; without them, the static list', async ({
  page,
  console,
}) => {
  console.allow(/Failed to load resource|hydrating/)
  await page.route('/shop?*', async (route) =>
    route.fulfill({ response: await route.fetch({ url: new URL('/shop', page.url()).href }) }),
  )
  const heading = page.getByRole('heading', { level: 1 })
  // The style sheet shows this text, so that readers without one have the static list.
  const loading = page.locator('[data-text="Loading products..."]')
  await page.goto('/about')
  const release = await holdRequests(page, '**/_astro/Listing.*.js')
  await page.goto('/shop?search=tote', { waitUntil: 'commit' })
  await expect(loading).toBeVisible()
  await expect(heading).toBeHidden()
  await expect(cards(page)).toHaveCount(0)
  release()
  await expect(heading).toContainText('Results for “tote”')
  await expect(cards(page).first()).toBeVisible()
  await expect(loading).toHaveCount(0)
  await page.route('**/_astro/Listing.*.js*', (route) => route.abort())
  await page.goto('/shop?search=tote')
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish()
  })
  await expect(cards(page).first()).toBeVisible()
  await expect(loading).toBeHidden()
})

test('a long list grows by Show more alone, the footer is in reach, Back restores list and place, and a filter leads to the top (items 20, 22)', async ({
  page,
}) => {
  const all = await listProducts(page)
  const many = Array.from({ length: 60 }, (_, index) => {
    const item = all[index % all.length]
    return { ...item, id: `piece-${index}`, title: `Piece ${index}` }
  })
  await mockProducts(page, many)
  await openPage(page, '/shop?search=piece')
  await expect(count(page)).toHaveText('60 pieces')
  const title = await page.title()
  const footer = page.getByRole('contentinfo')
  await footer.getByRole('link').last().scrollIntoViewIfNeeded()
  await expect(footer.getByRole('link').last()).toBeInViewport()
  await expect(cards(page)).toHaveCount(24)
  await more(page).press('Enter')
  await expect(cards(page)).toHaveCount(48)
  await expect(cards(page).nth(24).getByRole('link')).toBeFocused()
  await expect(cards(page).nth(24)).toBeInViewport()
  await more(page).press('Enter')
  await expect(cards(page)).toHaveCount(60)
  await expect(more(page)).toHaveCount(0)
  const link = cards(page).nth(50).getByRole('link')
  await link.scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => scrollY)
  await link.click()
  await expect(page).toHaveURL(/\/product\//)
  await page.goBack()
  await waitForHydration(page)
  await expect(cards(page)).toHaveCount(60)
  await expect(page).toHaveTitle(title)
  const getDistance = () => page.evaluate((before) => Math.abs(scrollY - before), place)
  await expect.poll(getDistance).toBeLessThanOrEqual(MAX_DISTANCE_PX)
  await chip(page, 'Shoes').click()
  await expect(cards(page).first()).toBeInViewport()
  await expect(count(page)).toBeInViewport()
})

test('the cards of a press come in turns, so that the next press is heard between them', async ({
  page,
}) => {
  const all = await listProducts(page)
  const many = Array.from({ length: 60 }, (_, index) => ({
    ...all[index % all.length],
    id: `piece-${index}`,
    slug: `piece-${index}`,
    title: `Piece ${index}`,
    price: 1_000 + index,
  }))
  await mockProducts(page, many)
  await openPage(page, '/shop?sort=price-low-high')
  await expect
    .poll(() => titles(page))
    .toEqual(Array.from({ length: 24 }, (_, index) => `Piece ${index}`))
  await page.evaluate(() => {
    globalThis.addedCards = []
    const isCard = (node: Node) => node instanceof Element && node.querySelector('.product-card')
    new MutationObserver((records) => {
      const added = records.flatMap(({ addedNodes }) => [...addedNodes].filter(isCard))
      if (added.length > 0) globalThis.addedCards.push(added.length)
    }).observe(document.querySelector('main') as HTMLElement, { childList: true, subtree: true })
  })
  await sort(page, 'High→Low').click()
  await expect
    .poll(() => titles(page))
    .toEqual(Array.from({ length: 24 }, (_, index) => `Piece ${59 - index}`))
  const added = await page.evaluate(() => globalThis.addedCards)
  expect(added.length).toBeGreaterThanOrEqual(12)
  expect(Math.max(...added)).toBeLessThanOrEqual(2)
})

test('the hydration of the list computes no style of its cards again', async ({
  page,
  browser,
}) => {
  await openPage(page, '/shop')
  // The cards out of sight are rendered once the page is loaded.
  await expect(page.locator('html')).toHaveAttribute('data-scrolled', '')
  await browser.startTracing(page, { categories: ['devtools.timeline'] })
  await page.evaluate(() => {
    const section = document.querySelector('.listing-section') as HTMLElement
    section.toggleAttribute('data-open')
    return getComputedStyle(section).color
  })
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as {
    traceEvents: { name: string; args: { elementCount?: number } }[]
  }
  const computed = traceEvents.map(({ args }) => args.elementCount ?? 0)
  expect(Math.max(...computed)).toBeGreaterThan(0)
  expect(computed.reduce((sum, count) => sum + count)).toBeLessThan(100)
})

test('a press shows in a frame before that of its pieces, and a card is laid out and painted on its own', async ({
  page,
}) => {
  await openPage(page, '/shop')
  await page.evaluate(() => {
    globalThis.shownSteps = []
    const add = (step: string) => {
      if (globalThis.shownSteps.at(-1) !== step) globalThis.shownSteps.push(step)
    }
    document.addEventListener(
      'click',
      () => requestAnimationFrame(() => setTimeout(() => add('frame'))),
      true,
    )
    new MutationObserver(() => add('press')).observe(
      document.querySelector('nav[aria-label=Sort]') as HTMLElement,
      { subtree: true, attributeFilter: ['aria-current'] },
    )
    // A slow answer replaces the whole list by its skeleton.
    const hasCard = (node: Node) =>
      node instanceof Element && node.querySelector('.product-card') !== null
    new MutationObserver((changes) => {
      if (changes.some(({ addedNodes }) => [...addedNodes].some(hasCard))) add('pieces')
    }).observe(document.body, { subtree: true, childList: true })
  })
  for (const name of ['Low→High', 'High→Low', 'Low→High', 'High→Low']) {
    await page.evaluate(() => globalThis.shownSteps.splice(0))
    await sort(page, name).click()
    await expect.poll(() => page.evaluate(() => globalThis.shownSteps.at(-1))).toBe('pieces')
    // All of its turns.
    await expect(main(page).locator('.card-grid .card-skeleton')).toHaveCount(0)
    expect(await page.evaluate(() => globalThis.shownSteps)).toEqual(['press', 'frame', 'pieces'])
  }
  await expect(cards(page).locator('xpath=..').first()).toHaveCSS('contain', 'layout paint')
})

test('the tax on a card is one line, also on a phone', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await openPage(page, '/shop')
  const lines = await page.locator('.card-note').evaluateAll((notes) =>
    notes.map((note) => {
      const range = document.createRange()
      range.selectNodeContents(note)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    }),
  )
  expect(lines.length).toBeGreaterThan(10)
  expect(new Set(lines)).toEqual(new Set([1]))
})

test('below title matches stands what the search means; filters narrow both, are in the address, and have tags and Clear All (items 31, 34) §2.shop.1 §2.shop.4 §2.shop.6', async ({
  page,
}) => {
  const getShift = await countShifts(page)
  // On a slow machine, the published list would be shown first, as to those whose script does not come.
  const session = await page.context().newCDPSession(page)
  await session.send('Animation.enable')
  await session.send('Animation.setPlaybackRate', { playbackRate: 0 })
  await openPage(page, '/shop?search=emrald')
  const empty = page.getByText('No products found for this category.')
  await expect(empty).toBeVisible()
  const also = page.getByRole('region', { name: /in the collection/i })
  await expect(also.getByRole('heading', { name: 'Panna Drop Earrings' })).toBeVisible()
  const [matches, below] = [await also.boundingBox(), await empty.boundingBox()]
  expect(below?.y).toBeGreaterThan((matches?.y ?? 0) + (matches?.height ?? 0))
  expect(await getShift()).toBeLessThan(MAX_SHIFT)
  await session.detach()
  await expect(await openSearch(page)).toHaveValue('emrald')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  const before = await also.getByRole('article').count()
  await page.getByRole('button', { name: /^Filter/ }).click()
  const panel = page.getByRole('dialog', { name: 'Filters' })
  await expectAccessible(page)
  await panel.getByRole('group', { name: 'Material' }).getByText('Leather').click()
  await expect(page).toHaveURL(/\/shop\?search=emrald&material=Leather$/)
  await panel.getByRole('button', { name: /^Show \d+ piece/ }).click()
  await expect(panel).toBeHidden()
  const tags = page.getByRole('list', { name: 'Active filters' }).getByRole('button')
  await expect(tags).toHaveText(['“emrald”', 'Leather'])
  await expect.poll(() => also.getByRole('article').count()).toBeLessThan(before)
  const narrowed = await also.getByRole('article').count()
  expect(narrowed).toBeGreaterThan(0)
  await page.reload()
  await waitForHydration(page)
  await expect(also.getByRole('article')).toHaveCount(narrowed)
  await page.getByRole('button', { name: 'Remove material Leather' }).click()
  await expect(page).toHaveURL(/\/shop\?search=emrald$/)
  await expect(also.getByRole('article')).toHaveCount(before)
  await expect(count(page)).toBeFocused()
  await page.getByRole('button', { name: 'Clear All' }).click()
  await expect(page).toHaveURL(/\/shop$/)
  await expect(tags).toHaveCount(0)
  await isCurrent(chip(page, 'All'))
  // A category's own word leads to the category, a word of help to its page.
  await openPage(page, '/shop?search=jewellery')
  await page.getByRole('button', { name: 'See all Jewelry' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Jewelry, \d+ pieces$/)
  await openPage(page, '/shop?search=returns')
  const help = page.getByRole('navigation', { name: 'Pages of help' })
  await help.getByRole('link', { name: 'Returns and refunds' }).click()
  await expect(page.getByRole('heading', { name: 'Returns', exact: true })).toBeInViewport()
})

test('the filters of a category stand above its list, and keep its address and text (items 17, 18, 19)', async ({
  page,
}) => {
  await openPage(page, '/shop/watches')
  const introduction = page.getByText('Dress watches, divers')
  // Playwright knows no role of a summary.
  const summaries = main(page).locator('summary')
  const menu = (name: string) => main(page).getByRole('group').filter({ hasText: name })
  await expect(summaries).toHaveText(['Movement', 'Strap'])
  await summaries.last().press('Enter')
  await menu('Strap').getByText('Steel').click()
  await expect(page).toHaveURL(/\/shop\/watches\?strap=Steel$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Watches, 3 pieces$/)
  await expect(introduction).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove strap Steel' })).toBeVisible()
  const steel = menu('Strap').getByRole('checkbox', { name: 'Steel' })
  await expect(steel).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(summaries.last()).toBeFocused()
  await expect(steel).toBeHidden()
  await summaries.first().click()
  const handWound = menu('Movement').getByRole('checkbox', { name: 'Hand-wound 0' })
  await expect(handWound).toBeDisabled()
  await expectAccessible(page)
  await page.getByRole('heading', { level: 1 }).click()
  await expect(handWound).toBeHidden()
  await page.reload()
  await waitForHydration(page)
  await expect(count(page)).toHaveText('3 pieces')
  await expect(introduction).toBeVisible()
  // Another category does not have the filter.
  await chip(page, 'Shoes').click()
  await expect(page).toHaveURL(/\/shop\/shoes$/)
  await expect(summaries).toHaveText(['Size', 'Colour'])
})

test('the grid has 2 columns on a phone, 4 on a desktop; a newer list replaces the published one, and extreme products fit §2.shop.5', async ({
  page,
}) => {
  const [first] = await listProducts(page)
  const odd = { ...first, slug: 'odd', pictures: [], images: [] }
  await mockProducts(page, [
    { ...odd, id: 'a', title: 'W'.repeat(200), price: 99_99_99_999, actualPrice: 99_99_99_999 },
    { ...odd, id: 'b', title: 'word '.repeat(40), price: 0.5, actualPrice: 99_99_99_999 },
    { ...odd, id: 'c', pictures: first?.pictures.slice(0, 1), stock: 0 },
    { id: 'd', slug: 'bare', title: 'Bare', price: 1 },
  ])
  await openPage(page, '/shop')
  await expect(count(page)).toHaveText('4 pieces')
  await expect(page.getByRole('button', { name: /^Sold out/ })).toBeDisabled()
  for (const [width, columns] of [
    [320, 2],
    [800, 3],
    [1440, 4],
    [1920, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoOverflow(page)
    const tops = await cards(page).evaluateAll((all) =>
      all.map((card) => card.getBoundingClientRect().top),
    )
    const inFirstRow = tops.filter((top) => top === tops[0])
    expect(inFirstRow, `${width} px`).toHaveLength(columns)
  }
})

test('the text of a picture that does not come stands inside its card, also where it would be enlarged', async ({
  page,
  console,
}) => {
  console.allow(/ERR_FAILED/)
  await page.route(/\.(avif|webp|jpg)(\?|$)/, (route) => route.abort())
  await openPage(page, '/shop/shoes')
  const picture = cards(page).first().getByRole('img').first()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBe(0)
  const { text, alt, zoom, insets } = await picture.evaluate((image: HTMLImageElement) => {
    const { content, paddingTop, paddingLeft, paddingRight } = getComputedStyle(image, '::after')
    const box = image.getBoundingClientRect()
    const frame = image.closest('.card-picture')?.getBoundingClientRect() ?? box
    const zoom = Number(getComputedStyle(image).scale)
    return {
      text: content,
      alt: image.alt,
      zoom,
      insets: [
        box.top + Number.parseFloat(paddingTop) * zoom - frame.top,
        box.left + Number.parseFloat(paddingLeft) * zoom - frame.left,
        frame.right - (box.right - Number.parseFloat(paddingRight) * zoom),
      ],
    }
  })
  expect(text).toBe(`"${alt}"`)
  expect(zoom).toBeGreaterThan(1)
  for (const inset of insets) expect(inset).toBeGreaterThanOrEqual(8)
})
