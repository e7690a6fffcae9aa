import type { Page } from '@playwright/test'
import { signUpVerified } from '#tests/helpers/accounts.ts'
import {
  clickInIsland,
  expect,
  expectAccessible,
  expectNoOverflow,
  openPage,
  test,
  waitForHydration,
} from '#tests/helpers/browser-test.ts'
import { hasDiscount, listProducts, rupees } from '#tests/helpers/catalogue.ts'
import { cartLink, toast } from '#tests/helpers/locators.ts'
import { holdRequests, recordRequests } from '#tests/helpers/requests.ts'

const PRODUCTS = '**/api/products/get-all-products'

const titles = (page: Page) => page.locator('.listing-grid h3').allTextContents()
const chip = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Category' }).getByRole('link', { name, exact: true })
const sort = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Sort' }).getByRole('link', { name, exact: true })
const count = (page: Page) => page.locator('.listing').getByRole('status')

/** Scrolls until all products are shown. */
async function showAll(page: Page): Promise<void> {
  const more = page.getByRole('button', { name: 'Show more' })
  await expect(async () => {
    if (await more.isVisible()) await more.scrollIntoViewIfNeeded({ timeout: 500 })
    await expect(more).toHaveCount(0, { timeout: 500 })
  }).toPass()
}

/** Replaces the products of the API. */
async function mockProducts(page: Page, items: unknown): Promise<void> {
  await page.route(PRODUCTS, (route) => route.fulfill({ json: { products: items, revision: 1 } }))
}

test('the query’s category and search are preselected §2.shop.1', async ({ page }) => {
  const all = await listProducts(page)
  await openPage(page, '/shop?category=bags&search=TOTE')
  const wanted = all.filter(
    ({ category, title }) => category === 'bags' && title.toLowerCase().includes('tote'),
  )
  await expect(count(page)).toHaveText(
    `${wanted.length} ${wanted.length === 1 ? 'piece' : 'pieces'}`,
  )
  expect(await titles(page)).toEqual(wanted.map(({ title }) => title))
  await expect(chip(page, 'Bags')).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('button', { name: 'Remove search “TOTE”' })).toBeVisible()
})

test('chips: the specification’s, then the others §2.shop.2', async ({ page }) => {
  await openPage(page, '/shop')
  await expect(page.getByRole('navigation', { name: 'Category' }).getByRole('link')).toHaveText([
    'All',
    'Clothing',
    'Jewelry',
    'Shoes',
    'Accessories',
    'Watches',
    'Bags',
    'Perfumes',
    'Sunglasses',
  ])
})

test('filters in the browser §2.shop.3 §4.listing-filters.1', async ({ page }) => {
  const all = await listProducts(page)
  const fetches = recordRequests(page, (request) => request.url().endsWith('/get-all-products'))
  await openPage(page, '/shop')
  await expect.poll(() => fetches).toHaveLength(1)
  await sort(page, 'Low→High').click()
  const prices = all.map(({ price }) => price).toSorted((a, b) => a - b)
  const shown = async () =>
    (await page.locator('.listing-grid .figures > .font-medium').allTextContents()).map((text) =>
      Number(text.replaceAll(/[^\d.]/g, '')),
    )
  await showAll(page)
  expect(await shown()).toEqual(prices)
  await expect(sort(page, 'Low→High')).toHaveAttribute('aria-current', 'true')
  await sort(page, 'High→Low').click()
  await showAll(page)
  expect(await shown()).toEqual(prices.toReversed())
  await expect(sort(page, 'Low→High')).not.toHaveAttribute('aria-current')
  await chip(page, 'Watches').click()
  await expect(count(page)).toHaveText(
    `${all.filter(({ category }) => category === 'watches').length} pieces`,
  )
  await sort(page, 'High→Low').click()
  await expect
    .poll(() => titles(page))
    .toEqual(all.filter(({ category }) => category === 'watches').map(({ title }) => title))
  expect(fetches).toHaveLength(1)
})

test('active filters have removable tags and a Clear All button §2.shop.4', async ({ page }) => {
  await openPage(page, '/shop?category=bags&search=a&sort=new')
  const tags = page.getByRole('list', { name: 'Active filters' }).getByRole('button')
  await expect(tags).toHaveText(['Bags', '“a”', 'Newest'])
  await page.getByRole('button', { name: 'Remove category Bags' }).click()
  await expect(page).toHaveURL(/\/shop\?sort=new&search=a$/)
  await expect(count(page)).toBeFocused()
  await page.getByRole('button', { name: 'Clear All' }).click()
  await expect(page).toHaveURL(/\/shop$/)
  await expect(tags).toHaveCount(0)
  await expect(chip(page, 'All')).toHaveAttribute('aria-current', 'true')
  await expect(count(page)).toHaveText(`${(await listProducts(page)).length} pieces`)
})

test('the grid has 2 columns on a phone, 4 on a desktop §2.shop.5', async ({ page }) => {
  await openPage(page, '/shop')
  for (const [width, columns] of [
    [320, 2],
    [390, 2],
    [800, 3],
    [1440, 4],
    [1920, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    const tops = await page
      .locator('.listing-grid > li')
      .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().top))
    expect(
      tops.filter((top) => top === tops[0]),
      `${width} px`,
    ).toHaveLength(columns)
    await expectNoOverflow(page)
  }
})

test.describe('states §2.shop.6', () => {
  test('"No products found for this category."', async ({ page }) => {
    await openPage(page, '/shop?search=no+such+thing')
    await expect(page.getByText('No products found for this category.')).toBeVisible()
    await expect(count(page)).toHaveText('0 pieces')
    await page.getByRole('button', { name: 'See all pieces' }).click()
    await expect(page.locator('.listing-grid')).toBeVisible()
  })

  test('an error message above the published list', async ({ page, console }) => {
    console.allow(/503/)
    let requests = 0
    await page.route(PRODUCTS, (route) => {
      requests += 1
      return route.fulfill({ status: 503, json: {} })
    })
    await openPage(page, '/shop')
    await expect(page.getByRole('alert')).toContainText('HTTP error! status: 503')
    // The page retries once.
    await expect.poll(() => requests).toBe(2)
    await expect(page.getByRole('alert')).toContainText('HTTP error! status: 503')
    expect(await titles(page)).toHaveLength(24)
    await expectAccessible(page)
    await page.unroute(PRODUCTS)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('a category without an answer counts nothing', async ({ page, console }) => {
    console.allow(/503/)
    await page.route(PRODUCTS, (route) => route.fulfill({ status: 503, json: {} }))
    await openPage(page, '/shop?category=watches')
    await expect(page.getByRole('heading', { name: 'HTTP error! status: 503' })).toBeVisible()
    await expect(page).toHaveTitle(/^Watches · /)
  })

  test('before the scripts, an address with filters shows "Loading products..." and skeletons', async ({
    page,
  }) => {
    const heading = page.getByRole('heading', { level: 1 })
    const pending = page.locator('.listing-pending')
    const release = await holdRequests(page, '**/_astro/Listing.*.js')
    await page.goto('/shop?search=tote', { waitUntil: 'commit' })
    await expect(pending).toBeVisible()
    await expect(pending.locator('[data-text="Loading products..."]')).toBeVisible()
    await expect(heading).toBeHidden()
    await expect(page.locator('.listing-grid')).toBeHidden()
    release()
    await waitForHydration(page)
    await expect(heading).toContainText('Results for “tote”')
    await expect(page.locator('.listing-grid')).toBeVisible()
    await expect(pending).toHaveCount(0)
  })

  test('without its scripts, the static list comes back', async ({ page, console }) => {
    console.allow(/Failed to load resource|hydrating/)
    await page.route('**/_astro/Listing.*.js*', (route) => route.abort())
    await page.goto('/shop?search=tote')
    await expect(page.locator('.listing-grid')).toBeVisible()
    await expect(page.locator('.listing-pending')).toBeHidden()
  })

  test('a newer list replaces the published one', async ({ page }) => {
    const [first, ...rest] = await listProducts(page)
    await mockProducts(page, [...rest, { ...first, title: 'Made this morning' }])
    await openPage(page, `/shop?category=${first?.category}`)
    await expect(page.locator('.listing-grid h3').last()).toHaveText('Made this morning')
  })
})

test('a long list grows as one scrolls, then asks; Show more focuses the next product', async ({
  page,
}) => {
  const all = await listProducts(page)
  const many = Array.from({ length: 130 }, (_, at) => {
    const item = all[at % all.length]
    return { ...item, id: `piece-${at}`, slug: `piece-${at}`, title: `Piece ${at}` }
  })
  await mockProducts(page, many)
  await openPage(page, '/shop?search=piece')
  const cards = page.locator('.listing-grid > li')
  const more = page.getByRole('button', { name: 'Show more' })
  await expect(count(page)).toHaveText('130 pieces')
  await expect(cards).toHaveCount(24)
  for (const shown of [48, 72, 96, 120]) {
    await more.scrollIntoViewIfNeeded()
    await expect(cards).toHaveCount(shown)
  }
  await more.scrollIntoViewIfNeeded()
  await more.press('Enter')
  await expect(cards).toHaveCount(130)
  await expect(more).toHaveCount(0)
  await expect(cards.nth(120).getByRole('link').first()).toBeFocused()
  await expect(cards.nth(120)).toBeInViewport()
})

test('below title matches stands what the search means; filters narrow both and are in the address', async ({
  page,
}) => {
  await openPage(page, '/shop?search=emrald')
  await expect(page.getByText('No products found for this category.')).toBeVisible()
  const also = page.getByRole('region', { name: /^Also in the collection/ })
  await expect(also.getByRole('heading', { name: 'Panna Drop Earrings' })).toBeVisible()
  const before = await also.getByRole('article').count()
  await page.getByRole('button', { name: /^Filter/ }).click()
  const panel = page.getByRole('dialog', { name: 'Filters' })
  await expectAccessible(page)
  await panel.getByRole('group', { name: 'Material' }).getByText('Leather').click()
  await expect(page).toHaveURL(/\/shop\?search=emrald&material=Leather$/)
  await panel.getByRole('button', { name: /^Show \d+ piece/ }).click()
  await expect(panel).toBeHidden()
  const narrowed = await also.getByRole('article').count()
  expect(narrowed).toBeGreaterThan(0)
  expect(narrowed).toBeLessThan(before)
  await page.reload()
  await waitForHydration(page)
  await expect(also.getByRole('article')).toHaveCount(narrowed)
  await page.getByRole('button', { name: 'Remove material Leather' }).click()
  await expect(page).toHaveURL(/\/shop\?search=emrald$/)
  await expect(also.getByRole('article')).toHaveCount(before)
  // A category's own word leads to the category.
  await openPage(page, '/shop?search=jewellery')
  await page.getByRole('button', { name: 'See all Jewelry' }).click()
  await expect(page).toHaveURL(/\/shop\/jewelry$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Jewelry, \d+ pieces$/)
})

test('words of help lead to their pages, above the pieces that they mean', async ({ page }) => {
  const help = page.getByRole('navigation', { name: 'Pages of help' })
  await openPage(page, '/shop?search=gift')
  await expect(help.getByRole('link')).toHaveText(['Gift wrapping'])
  await expect(page.getByRole('article').first()).toBeVisible()
  await expectAccessible(page)
  await openPage(page, '/shop?search=returns')
  await expect(page.getByText('No products found for this category.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Search “/ })).toHaveCount(0)
  await help.getByRole('link', { name: 'Returns and refunds' }).click()
  await expect(page).toHaveURL(/\/shipping-returns#returns$/)
  await expect(page.getByRole('heading', { name: 'Returns', exact: true })).toBeInViewport()
})

test('a card shows all that the specification lists §2.shop.7', async ({ page }) => {
  const product = (await listProducts(page)).find(hasDiscount)
  if (!product) throw new Error('The catalogue has no discounted product.')
  const { price, actualPrice } = product
  const percent = Math.round(((actualPrice - price) / actualPrice) * 100)
  await openPage(page, '/shop')
  const card = page.getByRole('article').filter({ hasText: product.title })
  await showAll(page)
  await expect(card.locator('img').first()).toHaveAttribute('alt', product.pictures[0]?.alt ?? '')
  await expect(card.getByText(rupees(product.price))).toBeVisible()
  await expect(card.locator('s')).toContainText(rupees(product.actualPrice))
  await expect(card.getByText(`${percent}% off`)).toBeVisible()
  await expect(card).toContainText(`${product.rating}`)
  await expect(card).toContainText(`${product.reviews} reviews`)
  await expect(card.getByText(product.category, { exact: true })).toBeVisible()
  await expect(card.getByText(product.tagline)).toBeVisible()
  await expect(card.getByText('+ 5% tax at checkout')).toBeVisible()
  await expect(card.getByRole('button', { name: /Add to Cart/ })).toBeEnabled()
  await expect(card.getByRole('button', { name: /wishlist/ })).toBeEnabled()
})

test('a card’s button shows "Adding...", its heart toggles, and a visitor gets a toast §2.shop.7', async ({
  page,
}) => {
  await openPage(page, '/shop')
  const first = page
    .getByRole('article')
    .filter({ has: page.locator('button:not([aria-haspopup])', { hasText: /^Add/ }) })
    .first()
  const add = first.getByRole('button', { name: /^(Add to Cart|Adding\.\.\.)/ })
  const heart = first.getByRole('button', { name: /wishlist: / })
  await clickInIsland(heart)
  await expect(toast(page, 'Please log in to add items to your wishlist')).toBeVisible()

  await signUpVerified(page)
  await openPage(page, '/shop')
  const release = await holdRequests(page, '**/api/cart')
  await clickInIsland(add)
  await expect(add).toHaveText(/^Adding\.\.\./)
  await expect(add).toBeDisabled()
  await expect(cartLink(page), 'the count is optimistic').toContainText('1 item in cart')
  release()
  await expect(toast(page, 'Added to cart')).toBeVisible()
  await expect(add).toHaveText(/^Add to Cart/)

  // The heart of the visitor is in the account.
  await expect(heart).toHaveAccessibleName(/^Remove from wishlist: /)
  await heart.click()
  await expect(toast(page, 'Removed from wishlist 💔')).toBeVisible()
  await expect(heart).toHaveAccessibleName(/^Add to wishlist: /)
  await heart.click()
  await expect(toast(page, 'Added to wishlist 💖')).toBeVisible()
  await expect(heart).toHaveAccessibleName(/^Remove from wishlist: /)
})

test('a card opens its product and passes its data on §2.shop.8', async ({ page }) => {
  const [, second] = await listProducts(page)
  await openPage(page, '/shop')
  const label = page.locator('.listing-grid > li').nth(1).locator('p.label')
  await label.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const place = await label.boundingBox()
  await page.mouse.click((place?.x ?? 0) + 2, (place?.y ?? 0) + 2)
  await expect(page).toHaveURL(new RegExp(`/product/${second?.slug}$`))
  const stored = await page.evaluate(() => Object.values<string>({ ...sessionStorage }))
  expect(stored.map((value) => JSON.parse(value))).toContainEqual(
    expect.objectContaining({ slug: second?.slug, title: second?.title }),
  )
})

test('a reload, Back and a shared link show the same list', async ({ page, context }) => {
  await openPage(page, '/shop')
  await chip(page, 'Jewelry').click()
  await sort(page, 'High→Low').click()
  await expect(page).toHaveURL(/\/shop\/jewelry\?sort=price-high-low$/)
  const list = await titles(page)
  await page.reload()
  await waitForHydration(page)
  await expect.poll(() => titles(page)).toEqual(list)
  const other = await context.newPage()
  await openPage(other, page.url())
  await expect.poll(() => titles(other)).toEqual(list)
  await page.locator('.listing-grid a').nth(2).click()
  await expect(page).toHaveURL(/\/product\//)
  await page.goBack()
  await waitForHydration(page)
  await expect.poll(() => titles(page)).toEqual(list)
  await page.goBack()
  await expect(page).toHaveURL(/\/shop\/jewelry$/)
  await expect(sort(page, 'High→Low')).not.toHaveAttribute('aria-current')
})

test('Back restores the scroll position', async ({ page }) => {
  await openPage(page, '/shop')
  const card = page.locator('.listing-grid a').nth(21)
  await card.scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => scrollY)
  expect(place).toBeGreaterThan(1_000)
  await card.click()
  await expect(page).toHaveURL(/\/product\//)
  await page.goBack()
  await waitForHydration(page)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place)
  await expect(card).toBeInViewport()
})

test('choosing a filter scrolls to the top of the list', async ({ page }) => {
  await openPage(page, '/shop')
  await page.locator('.listing-grid > li').nth(20).scrollIntoViewIfNeeded()
  await expect(chip(page, 'Shoes')).toBeInViewport()
  await chip(page, 'Shoes').click()
  await expect(page.locator('.listing-grid > li').first()).toBeInViewport()
  await expect(count(page)).toBeInViewport()
})

test('/store keeps its query, is not indexed, and its canonical URL is /shop', async ({ page }) => {
  const all = await listProducts(page)
  await openPage(page, '/store?sort=new&category=perfumes')
  await expect(page).toHaveURL(/\/store\?sort=new&category=perfumes$/)
  await expect(page.getByRole('button', { name: 'Remove sort Newest' })).toBeVisible()
  const newest = all
    .filter(({ category }) => category === 'perfumes')
    .toSorted((a, b) => Date.parse(b.publishedAt) - Date.parse(a.publishedAt))
  expect(await titles(page)).toEqual(newest.map(({ title }) => title))
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/)
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/shop$/)
})

test.describe('bad input', () => {
  for (const [name, term] of [
    ['2,000 characters', 'a'.repeat(2_000)],
    ['emoji', '🪷'.repeat(300)],
    ['markup', '"><img src=x onerror=alert(1)><script>alert(2)</script>'],
  ] as const)
    test(`a search of ${name} shows no products and fits`, async ({ page }) => {
      await page.setViewportSize({ width: 320, height: 700 })
      await openPage(page, `/shop?search=${encodeURIComponent(term)}`)
      await expect(page.getByText('No products found for this category.')).toBeVisible()
      await expect(page.getByRole('button', { name: /Remove search/ })).toBeVisible()
      await expectNoOverflow(page)
    })

  for (const width of [320, 1440, 1920])
    test(`extreme products fit at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      const [first] = await listProducts(page)
      if (!first) throw new Error('The catalogue is empty.')
      const odd = { ...first, id: 'a', slug: 'odd-a', pictures: [], images: [] }
      await mockProducts(page, [
        { ...odd, title: 'W'.repeat(200), price: 99_99_99_999, actualPrice: 99_99_99_999 },
        { ...odd, id: 'b', title: 'word '.repeat(40), price: 0.5, actualPrice: 99_99_99_999 },
        { ...odd, id: 'c', pictures: first.pictures.slice(0, 1), stock: 0 },
        { id: 'd', slug: 'odd-d', title: 'Bare', price: 1 },
      ])
      await openPage(page, '/shop')
      await expect(count(page)).toHaveText('4 pieces')
      await expect(page.getByText('₹99,99,99,999.00').first()).toBeVisible()
      await expect(page.getByText('₹0.50')).toBeVisible()
      await expect(page.getByRole('button', { name: /^Sold out/ })).toBeDisabled()
      await expect(page.getByText('Compact & Leak-Proof Design')).toBeVisible()
      await expectNoOverflow(page)
    })
})
