import type { Locator, Page } from '@playwright/test'
import { signUpVerified } from '#tests/helpers/accounts.ts'
import {
  clickInIsland,
  countShifts,
  expect,
  expectAccessible,
  expectNoOverflow,
  openPage,
  test,
  waitForHydration,
} from '#tests/helpers/browser-test.ts'
import { hasDiscount, listProducts, rupees } from '#tests/helpers/catalog.ts'
import { cards, cartLink, main, openSearch, toast } from '#tests/helpers/locators.ts'
import { holdRequests, recordRequests } from '#tests/helpers/requests.ts'

/** Sum of layout shifts; the bar of "good" is 0.1. */
const MAX_SHIFT = 0.002

const PRODUCTS = '**/api/products/get-all-products'

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
const getDistance = (page: Page, place: number) =>
  page.evaluate((before) => Math.abs(scrollY - before), place)

/** Replaces the products of the API. */
const mockProducts = (page: Page, products: unknown) =>
  page.route(PRODUCTS, (route) => route.fulfill({ json: { products, revision: 1 } }))

test('chips and sorts filter in the browser, and the address has the filters §2.shop.2 §2.shop.3 §4.listing-filters.1', async ({
  page,
}) => {
  const all = await listProducts(page)
  const watches = all.filter(({ category }) => category === 'watches')
  const fetches = recordRequests(page, (request) => request.url().endsWith('/get-all-products'))
  await openPage(page, '/shop')
  await expect(chips(page)).toHaveText([
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
  await expect.poll(() => fetches).toHaveLength(1)
  const byPrice = all.toSorted((a, b) => a.price - b.price)
  for (const [name, first] of [
    ['Low→High', byPrice[0]],
    ['High→Low', byPrice.at(-1)],
  ] as const) {
    await sort(page, name).click()
    await isCurrent(sort(page, name))
    await expect(cards(page).first()).toContainText(first?.title ?? '?')
  }
  await chip(page, 'Watches').click()
  await expect(page).toHaveURL(/\/shop\/watches\?sort=price-high-low$/)
  await expect(count(page)).toHaveText(`${watches.length} pieces`)
  await sort(page, 'High→Low').click()
  await expect.poll(() => titles(page)).toEqual(watches.map(({ title }) => title))
  expect(fetches).toHaveLength(1)
})

test('the query preselects filters, which have removable tags and Clear All §2.shop.1 §2.shop.4', async ({
  page,
}) => {
  const all = await listProducts(page)
  await openPage(page, '/shop?category=bags&search=TOTE&sort=new')
  const totes = all.filter(({ category, title }) => category === 'bags' && /tote/i.test(title))
  await expect(cards(page)).toHaveCount(totes.length)
  await isCurrent(chip(page, 'Bags'))
  const tags = page.getByRole('list', { name: 'Active filters' }).getByRole('button')
  await expect(tags).toHaveText(['Bags', '“TOTE”', 'Newest'])
  await page.getByRole('button', { name: 'Remove category Bags' }).click()
  await expect(page).toHaveURL(/\/shop\?sort=new&search=TOTE$/)
  await expect(count(page)).toBeFocused()
  await page.getByRole('button', { name: 'Clear All' }).click()
  await expect(page).toHaveURL(/\/shop$/)
  await expect(tags).toHaveCount(0)
  await isCurrent(chip(page, 'All'))
  await expect(count(page)).toHaveText(`${all.length} pieces`)
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
    const tops = await cards(page).evaluateAll((all) =>
      all.map((card) => card.getBoundingClientRect().top),
    )
    expect(
      tops.filter((top) => top === tops[0]),
      `${width} px`,
    ).toHaveLength(columns)
    await expectNoOverflow(page)
  }
})

test.describe('states §2.shop.6', () => {
  test('"No products found for this category.", also for markup in the address', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 700 })
    await openPage(page, `/shop?search=${encodeURIComponent('"><no such="thing">')}`)
    await expect(page.getByText('No products found for this category.')).toBeVisible()
    await expect(count(page)).toHaveText('0 pieces')
    await expect(page.getByRole('button', { name: /Remove search/ })).toBeVisible()
    await expectNoOverflow(page)
    await page.getByRole('button', { name: 'See all pieces' }).click()
    await expect(cards(page).first()).toBeVisible()
  })

  test('an error message above the published list; a category without an answer counts nothing', async ({
    page,
    console,
  }) => {
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
    requests = 0
    await openPage(page, '/shop?category=watches')
    await expect(page.getByRole('heading', { name: 'HTTP error! status: 503' })).toBeVisible()
    await expect(page).toHaveTitle(/^Watches · /)
    // Else the second call might succeed, and there were nothing to try again.
    await expect.poll(() => requests).toBe(2)
    await page.unroute(PRODUCTS)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(cards(page).first()).toBeVisible()
  })

  test('before the scripts, an address with filters shows skeletons; without them, the static list', async ({
    page,
    console,
  }) => {
    console.allow(/Failed to load resource|hydrating/)
    const heading = page.getByRole('heading', { level: 1 })
    // Of the style sheet, so that readers without one have the static list.
    const loading = page.locator('[data-text="Loading products..."]')
    const release = await holdRequests(page, '**/_astro/Listing.*.js')
    await page.goto('/shop?search=tote', { waitUntil: 'commit' })
    await expect(loading).toBeVisible()
    await expect(heading).toBeHidden()
    await expect(cards(page)).toHaveCount(0)
    release()
    await waitForHydration(page)
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

  test('a newer list replaces the published one', async ({ page }) => {
    const [first, ...rest] = await listProducts(page)
    await mockProducts(page, [...rest.slice(1), { ...first, title: 'Newer', price: 4_321 }])
    await openPage(page, '/shop')
    await expect(count(page)).toHaveText(`${rest.length} pieces`)
    await chip(page, first?.category.replace(/^./, (letter) => letter.toUpperCase()) ?? '').click()
    await expect(cards(page).last()).toContainText('Newer')
    await expect(cards(page).last()).toContainText('₹4,321.00')
  })
})

test('a long list grows by Show more alone, the footer is in reach, and Back restores the list', async ({
  page,
}) => {
  const all = await listProducts(page)
  const many = Array.from({ length: 60 }, (_, at) => {
    const item = all[at % all.length]
    return { ...item, id: `piece-${at}`, title: `Piece ${at}` }
  })
  await mockProducts(page, many)
  await openPage(page, '/shop?search=piece')
  await expect(count(page)).toHaveText('60 pieces')
  const title = await page.title()
  const footer = page.getByRole('contentinfo')
  await footer.getByRole('link').last().scrollIntoViewIfNeeded()
  await expect(footer.getByRole('link').last()).toBeInViewport()
  await expect(cards(page)).toHaveCount(24)
  await more(page).focus()
  await page.keyboard.press('Tab')
  await expect(footer.locator(':focus')).toHaveCount(1)
  await more(page).press('Enter')
  await expect(cards(page)).toHaveCount(48)
  await expect(cards(page).nth(24).getByRole('link')).toBeFocused()
  await expect(cards(page).nth(24)).toBeInViewport()
  await more(page).press('Enter')
  await expect(cards(page)).toHaveCount(60)
  await expect(more(page)).toHaveCount(0)
  await expect(page).toHaveTitle(title)
  const link = cards(page).nth(50).getByRole('link')
  await link.scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => scrollY)
  await link.click()
  await expect(page).toHaveURL(/\/product\//)
  await page.goBack()
  await waitForHydration(page)
  await expect(cards(page)).toHaveCount(60)
  await expect.poll(() => getDistance(page, place)).toBeLessThanOrEqual(MAX_DISTANCE_PX)
  await expect(page).toHaveTitle(title)
})

test('below title matches stands what the search means; filters narrow both and are in the address', async ({
  page,
}) => {
  const getShift = await countShifts(page)
  await openPage(page, '/shop?search=emrald')
  await expect(page.getByText('No products found for this category.')).toBeVisible()
  const also = page.getByRole('region', { name: /^Also in the collection/ })
  await expect(also.getByRole('heading', { name: 'Panna Drop Earrings' })).toBeVisible()
  const empty = page.getByText('No products found for this category.')
  const [matches, below] = [await also.boundingBox(), await empty.boundingBox()]
  expect(below?.y).toBeGreaterThan((matches?.y ?? 0) + (matches?.height ?? 0))
  expect(await getShift()).toBeLessThan(MAX_SHIFT)
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

test('the filters of a category stand above its list, and keep its address and text', async ({
  page,
}) => {
  await openPage(page, '/shop/watches')
  const introduction = page.getByText('Dress watches, divers')
  const menu = (name: string) => page.locator('details').filter({ hasText: name })
  await expect(page.locator('main summary')).toHaveText(['Movement', 'Strap'])
  await menu('Strap').locator('summary').press('Enter')
  await menu('Strap').getByText('Steel').click()
  await expect(page).toHaveURL(/\/shop\/watches\?strap=Steel$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Watches, 3 pieces$/)
  await expect(introduction).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove strap Steel' })).toBeVisible()
  await expect(menu('Strap').getByRole('checkbox')).toHaveCount(2)
  await expect(menu('Strap').getByRole('checkbox', { name: 'Steel' })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(menu('Strap').locator('summary')).toBeFocused()
  await expect(menu('Strap').getByRole('checkbox')).toHaveCount(0)
  await menu('Movement').locator('summary').click()
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
  await expect(page.locator('main summary')).toHaveText(['Size', 'Colour'])
})

test('forced colours show the chosen category', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await openPage(page, '/shop/bags')
  const getBackground = (link: Locator) =>
    link.evaluate((element) => getComputedStyle(element).backgroundColor)
  expect(await getBackground(chip(page, 'Bags'))).not.toBe(await getBackground(chip(page, 'Shoes')))
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

test.describe('a card', () => {
  test('shows all that the specification lists §2.shop.7', async ({ page }) => {
    const product = (await listProducts(page)).find((one) => hasDiscount(one) && one.reviews)
    if (!product) throw new Error('The catalogue has no discounted product with reviews.')
    const { title, price, actualPrice, category, tagline, pictures } = product
    await openPage(page, `/shop?search=${encodeURIComponent(title)}`)
    const card = cards(page).filter({ hasText: title })
    await expect(card.getByRole('img').first()).toHaveAttribute('alt', pictures[0]?.alt ?? '')
    await expect(card.getByText(rupees(price))).toBeVisible()
    await expect(card.locator('s')).toContainText(rupees(actualPrice))
    const percent = Math.round(((actualPrice - price) / actualPrice) * 100)
    for (const text of [`${percent}% off`, category, tagline, '+ 5% tax at checkout'])
      await expect(card.getByText(text, { exact: true })).toBeVisible()
    await expect(card).toContainText(`${product.rating}`)
    await expect(card).toContainText(`(${product.reviews} review`)
    await expect(card.getByRole('button', { name: /Add to Cart/ })).toBeEnabled()
    await expect(card.getByRole('button', { name: /wishlist/ })).toBeEnabled()
  })

  test('its button shows "Adding...", its heart toggles, and a visitor gets a toast', async ({
    page,
  }) => {
    const product = (await listProducts(page, 5)).find(({ options }) => options.length === 0)
    const path = `/shop?search=${encodeURIComponent(product?.title ?? '')}`
    await openPage(page, path)
    const add = cards(page)
      .first()
      .getByRole('button', { name: /^(Add to Cart|Adding\.\.\.)/ })
    const heart = cards(page)
      .first()
      .getByRole('button', { name: /wishlist: / })
    await clickInIsland(heart)
    await expect(toast(page, 'Please log in to add items to your wishlist')).toBeVisible()

    await signUpVerified(page)
    await openPage(page, path)
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
  })
})

test('a reload, Back and a shared link show the same list', async ({ page, context }) => {
  await openPage(page, '/shop')
  await chip(page, 'Jewelry').click()
  await sort(page, 'High→Low').click()
  await expect(page).toHaveURL(/\/shop\/jewelry\?sort=price-high-low$/)
  await expect(cards(page)).not.toHaveCount(0)
  const list = await titles(page)
  await page.reload()
  await expect.poll(() => titles(page)).toEqual(list)
  const other = await context.newPage()
  await openPage(other, page.url())
  await expect.poll(() => titles(other)).toEqual(list)
  await waitForHydration(page)
  await cards(page).nth(2).getByRole('link').click()
  await expect(page).toHaveURL(/\/product\//)
  await page.goBack()
  await waitForHydration(page)
  await expect.poll(() => titles(page)).toEqual(list)
  await page.goBack()
  await expect(page).toHaveURL(/\/shop\/jewelry$/)
  await expect(sort(page, 'High→Low')).not.toHaveAttribute('aria-current')
})

test('Back restores the scroll position; choosing a filter scrolls to the top of the list', async ({
  page,
}) => {
  await openPage(page, '/shop')
  const link = cards(page).nth(21).getByRole('link')
  // Scrolls it from below the bars, as the click does.
  await link.hover()
  const place = await page.evaluate(() => scrollY)
  expect(place).toBeGreaterThan(1_000)
  await link.click()
  await expect(page).toHaveURL(/\/product\//)
  await page.goBack()
  await waitForHydration(page)
  await expect.poll(() => getDistance(page, place)).toBeLessThanOrEqual(MAX_DISTANCE_PX)
  await expect(link).toBeInViewport()
  await expect(chip(page, 'Shoes')).toBeInViewport()
  await chip(page, 'Shoes').click()
  await expect(cards(page).first()).toBeInViewport()
  await expect(count(page)).toBeInViewport()
})

test('/store keeps its query, is not indexed, and its canonical URL is /shop', async ({ page }) => {
  await openPage(page, '/store?sort=new&category=perfumes')
  await expect(page).toHaveURL(/\/store\?sort=new&category=perfumes$/)
  await expect(page.getByRole('button', { name: 'Remove sort Newest' })).toBeVisible()
  await isCurrent(chip(page, 'Perfumes'))
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/)
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/shop$/)
})

test('extreme products fit', async ({ page }) => {
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
  for (const width of [320, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoOverflow(page)
  }
})
