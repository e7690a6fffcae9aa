import type { Locator, Page } from '@playwright/test'
import type { ListingItem, Product } from '#src/contract/catalog.ts'
import { holdRequests } from '#tests/helpers/requests.ts'
import { signUpVerified } from '#tools/accounts.ts'
import {
  clickInIsland,
  expect,
  expectAccessible,
  expectNoOverflow,
  openPage,
  test,
  waitForHydration,
} from '#tools/browser-test.ts'
import { addToCart, findProduct, listProducts, rupees } from '#tools/catalog.ts'
import { main, openResult, region, toast } from '#tools/locators.ts'
import { DESKTOP, PHONE } from '#tools/viewports.ts'

const enlargeLinks = (page: Page) => page.getByRole('link', { name: /^Enlarge/ })
const thumbnail = (page: Page, index: number) =>
  page.getByRole('link', { name: new RegExp(`^Picture ${index} of`) })

/** The radios of an option, on a product page or in a dialog. */
const radio = (container: Page | Locator, name: string, value: string) =>
  container.getByRole('group', { name }).getByRole('radio', { name: value, exact: true })

test('a prerendered page runs nothing until it is shown', async ({ page }) => {
  const { slug } = await findProduct(page)
  // DevTools, and so Playwright, turn prerendering off: the page is told that it is prerendered.
  await page.addInitScript(() => {
    const state = { prerendering: true }
    Object.defineProperty(document, 'prerendering', { get: () => state.prerendering })
    document.addEventListener('prerenderingchange', () => {
      state.prerendering = false
    })
  })
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  const early = () =>
    requests.filter((path) => /\.js$|^\/api\/(?!media)/.test(path) && path !== '/sw.js')
  await page.goto(`/product/${slug}`)
  // Scripts would be fetched some frames after the main picture.
  await page.evaluate(async () => {
    await document.querySelector<HTMLImageElement>('img[fetchpriority=high]')?.decode()
    for (let frame = 0; frame < 30; frame++) await new Promise(requestAnimationFrame)
  })
  expect(early()).toEqual([])
  await page.evaluate(() => document.dispatchEvent(new Event('prerenderingchange')))
  await waitForHydration(page)
  await expect.poll(early).toContain('/api/events')
  const rules = await page.locator('script[type=speculationrules]').textContent()
  expect(JSON.parse(rules ?? '')).toMatchObject({
    prerender: [{ where: { href_matches: '/product/*' } }],
  })
})

test('the product page has every part of the specification, and checks a pincode (items 8, 9, 10) §2.product.9', async ({
  page,
}) => {
  const product = await findProduct(page, ({ price, actualPrice }) => actualPrice > price)
  await openPage(page, `/product/${product.slug}`)
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
  const { duration = '?', type = '?' } = product.warranty ?? {}
  const { technicalDetails: details } = product
  const badges = ['100% Genuine', 'Secure Payment', 'Fast Delivery', 'Easy Returns']
  const sections = product.description.map(({ title }) => title)
  for (const [row, container, ...texts] of [
    ['§2.product.1', crumbs, `Home/Shop/${product.title}`],
    ['§2.product.3', main(page), `${product.discountPercent}% off`],
    ['§2.product.4', main(page), product.title, product.subtitle, `${product.rating}`],
    ['§2.product.5', main(page), rupees(product.price), '+ 5% tax at checkout'],
    ['§2.product.5', main(page).locator('s'), rupees(product.originalPrice)],
    ['§2.product.6', main(page), product.availability],
    ['§2.product.6', region(page, 'Offers'), ...product.offers.map(({ detail }) => detail)],
    ['§2.product.6', region(page, 'Key Highlights'), ...product.highlights],
    ['§2.product.7', main(page), 'arrives by Tomorrow', 'Easy 7-day return & replacement policy'],
    ['§2.product.10', main(page), ...badges],
    ['§2.product.11', region(page, 'Product Details'), ...sections],
    ['§2.product.12', region(page, 'Technical Specifications'), ...Object.entries(details).flat()],
    ['§2.product.13', region(page, 'Warranty & Support'), duration, type],
  ] as const)
    await test.step(`has ${row}`, async () => {
      for (const text of texts) await expect(container.first()).toContainText(text)
    })
  await expect(crumbs.getByRole('link', { name: 'Shop' })).toHaveAttribute('href', '/shop')
  const rating = page.getByRole('link', { name: `(${product.reviewCount} review` })
  await expect(rating).toHaveAttribute('href', '#reviews')
  // A row for each number of stars, and the newest reviews.
  const rows = region(page, 'Reviews').getByRole('listitem')
  await expect(rows).toHaveCount(5 + product.newestReviews.length)
  await test.step('main image and thumbnails §2.product.2 §9.12', async () => {
    const alt = product.pictures[0]?.alt ?? ''
    await expect(enlargeLinks(page).first().getByRole('img')).toHaveAttribute('alt', alt)
    const thumbnails = page.getByRole('list', { name: 'Thumbnails' }).getByRole('link')
    await expect(thumbnails).toHaveCount(Math.min(4, product.pictures.length))
  })
  for (const name of ['Add to Cart', /wishlist/, 'Buy Now'])
    await expect(main(page).getByRole('button', { name }).first()).toBeEnabled()
  await test.step('You May Also Like §2.product.14', async () => {
    for (const { title, price, slug } of product.relatedProducts) {
      const cards = region(page, 'You May Also Like').getByRole('listitem')
      const card = cards.filter({ hasText: title })
      await expect(card.getByRole('link').first()).toHaveAttribute('href', `/product/${slug}`)
      await expect(card).toContainText(rupees(price))
    }
  })
  await page.getByText('Easy 7-day return & replacement policy').click()
  await expect(main(page).getByText(/within 7 days .* Returns are free/)).toBeVisible()
  // What is not seen at first is below, not behind a tab.
  await expect(main(page).getByRole('tablist')).toHaveCount(0)

  await test.step('Check rejects a wrong pincode, and keeps a valid one §2.product.8', async () => {
    const field = page.getByLabel('Delivery pincode')
    const estimate = page.getByText('Estimated delivery: 2–4 days')
    await field.fill('012345')
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await expect(field).toHaveAccessibleDescription('Enter a valid 6-digit pincode.')
    await expect(field).toBeFocused()
    await expect(estimate).toBeVisible()
    await field.fill('302 002')
    await field.press('Enter')
    const range = /^Free delivery \w+, .+ – .+ to 302002$/
    await expect(page.getByRole('status').getByText(range)).toBeVisible()
    await expect(estimate).toBeHidden()
    await page.reload()
    await expect(field).toHaveValue('302002')
    // Price, tax, cost and days of delivery stand together.
    const tax = await page.getByText('+ 5% tax at checkout').first().boundingBox()
    const days = await page.getByText(range).first().boundingBox()
    expect((days?.y ?? 0) - (tax?.y ?? 0)).toBeLessThan(60)
  })
})

test('the gallery follows thumbnails, keys, swipes and the focus, and enlarges a picture up to its pixels (items 1, 2, 4, 53)', async ({
  page,
}) => {
  const { slug, title, pictures } = await findProduct(page, ({ images }) => images.length >= 3)
  const isAt = async (index: number) => {
    await expect(thumbnail(page, index)).toHaveAttribute('aria-current', 'true')
    const announced = page.getByRole('status').filter({ hasText: new RegExp(`^${index} / \\d+$`) })
    await expect(announced).toBeVisible()
  }
  await openPage(page, `/product/${slug}`)
  await test.step('a picture is fetched when it is asked for', async () => {
    const second = enlargeLinks(page).nth(1).getByRole('img', { includeHidden: true })
    const isLoaded = () => second.evaluate((image: HTMLImageElement) => image.naturalWidth > 0)
    expect(await isLoaded(), 'before it is asked for').toBe(false)
    await thumbnail(page, 2).hover()
    await expect.poll(isLoaded).toBe(true)
  })
  await test.step('thumbnails, arrow keys, swipes and the focus', async () => {
    await thumbnail(page, 2).click()
    await isAt(2)
    await expect(page).not.toHaveURL(/#/)
    await page.keyboard.press('ArrowRight')
    await isAt(3)
    await expect(thumbnail(page, 3)).toBeFocused()
    const track = page.getByRole('list', { name: `Pictures of ${title}` })
    await track.evaluate((list) => list.scrollTo({ left: 0 }))
    await isAt(1)
    await enlargeLinks(page).first().focus()
    await page.keyboard.press('Tab')
    await expect(enlargeLinks(page).nth(1)).toBeFocused()
    await isAt(2)
  })
  await page.setViewportSize(PHONE)
  await openPage(page, `/product/${slug}`)
  for (const index of pictures.keys()) {
    await expect(thumbnail(page, index + 1)).toBeInViewport({ ratio: 1 })
    const { width = 0, height = 0 } = (await thumbnail(page, index + 1).boundingBox()) ?? {}
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  }
  await expect(enlargeLinks(page).nth(1)).toBeInViewport({ ratio: 0.45 })
  await enlargeLinks(page).first().press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Enlarged picture' })
  const picture = dialog.getByRole('img')
  await expect(picture).toHaveAttribute('src', /\/960\.webp$/)
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('status')).toHaveText(`2 / ${pictures.length}`)
  await dialog.getByRole('button', { name: 'Previous picture' }).click()
  await expect(dialog.getByRole('status')).toHaveText(`1 / ${pictures.length}`)
  for (const name of ['Next picture', 'Close'])
    await expect(dialog.getByRole('button', { name })).toBeVisible()
  await test.step('it is enlarged until a pixel of it is one of the page, and moved', async () => {
    // Pixels of the picture in one CSS pixel.
    const density = () =>
      picture.evaluate((image: HTMLImageElement) => {
        const { width } = image.getBoundingClientRect()
        return Math.round((100 * image.naturalWidth) / width) / 100
      })
    await expect.poll(density).toBeGreaterThan(2)
    const fit = await density()
    await dialog.getByRole('button', { name: 'Zoom in' }).click()
    await expect.poll(density).toBeLessThan(fit)
    for (let press = 0; press < 8; press++) await page.keyboard.press('+')
    await expect.poll(density).toBe(1)
    await expect(dialog.getByRole('button', { name: 'Zoom in' })).toBeDisabled()
    const left = () => picture.evaluate((image) => image.getBoundingClientRect().left)
    const before = await left()
    await page.keyboard.press('ArrowRight')
    await expect.poll(left).toBeLessThan(before)
    for (let press = 0; press < 8; press++) await page.keyboard.press('-')
    await expect.poll(density).toBe(fit)
    await picture.dblclick()
    await expect.poll(density).toBe(1)
  })
})

test('what is chosen and typed before the scripts run counts', async ({ page }) => {
  const { slug, options } = await findProduct(
    page,
    ({ options, stock }) => options.length === 1 && stock > 2,
  )
  const [{ name, values } = { name: '', values: [] }] = options
  const [first = ''] = values
  const release = await holdRequests(page, '**/*.js')
  await page.goto(`/product/${slug}`)
  const group = page.getByRole('group', { name })
  await group.getByText(first, { exact: true }).last().click()
  await page.getByLabel('Quantity').fill('2')
  await page.getByLabel('Delivery pincode').fill('302')
  await page.getByLabel('Quantity').press('Enter')
  release()
  await waitForHydration(page)
  await expect(page.getByRole('button', { name: 'Add to Cart', exact: true })).toBeEnabled()
  await expect(page.getByRole('group', { name: `${name} ${first}` })).toBeVisible()
  await expect(page.getByLabel('Quantity')).toHaveValue('2')
  await expect(page.getByLabel('Delivery pincode')).toHaveValue('302')
  await page.getByLabel('Quantity').fill('')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Quantity')).toHaveValue('1')
})

test('a dialog that cannot be loaded: a picture and a card lead to a page, the cart shows a toast', async ({
  page,
  console,
}) => {
  // The browser's own view of a picture has styles, which the policy of pictures does not allow.
  console.allow(/ERR_FAILED|inline style/)
  await page.route(/(EnlargedPictures|VariantChooser)\..*\.js$/, (route) => route.abort())
  await signUpVerified(page)
  const { id, slug, title, options } = await findProduct(
    page,
    ({ options, stock }) => options.length === 1 && stock > 0,
  )
  const card = await openResult(page, title)
  await clickInIsland(card.getByRole('button', { name: /^Add to Cart/ }))
  await expect(page).toHaveURL(`/product/${slug}`)
  await clickInIsland(enlargeLinks(page).first())
  await expect(page).toHaveURL(/\/960\.webp$/)
  const [{ name, values } = { name: '', values: [] }] = options
  await addToCart(page, { id, variant: { [name]: values[0] ?? '' } })
  await openPage(page, '/cart')
  await clickInIsland(page.getByRole('button', { name: /^Change/ }))
  await expect(toast(page, 'Something went wrong while updating cart')).toBeVisible()
})

test('a card shows its further pictures by the pointer and by the keys, and loads them then (item 15)', async ({
  page,
}) => {
  const { title, pictures } = await findProduct(page, ({ pictures }) => pictures.length > 2)
  const card = await openResult(page, title)
  // Further pictures have no name: the card has that of the piece.
  const picture = (index: number) => card.locator(`img[src^="${pictures[index]?.base}/"]`)
  await expect(card.getByRole('img')).toHaveCount(1)
  const box = await card.getByRole('img').boundingBox()
  if (!box) throw new Error('The card has no picture.')
  for (const [index, share] of [0.5, 0.9].entries()) {
    await page.mouse.move(box.x + box.width * share, box.y + box.height / 2)
    await expect(picture(index + 1)).toBeInViewport()
    await expect
      .poll(() => picture(index + 1).evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
  }
  await page.mouse.move(0, 0)
  await expect(picture(0)).toBeInViewport()
  await card.getByRole('link', { name: title }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(picture(1)).toBeInViewport()
})

test('a card keeps its first picture if the further ones do not come', async ({
  page,
  console,
}) => {
  console.allow(/ERR_FAILED|Failed to load resource/)
  await page.route('**/api/products/get-all-products*', (route) => route.abort())
  await openPage(page, '/shop')
  const cards = main(page).getByRole('listitem')
  const withSlides = cards.filter({ has: page.locator('.card-slides') }).first()
  const title = (await withSlides.getByRole('heading').textContent()) ?? ''
  const card = cards.filter({ has: page.getByRole('link', { name: title, exact: true }) }).first()
  // A card is hydrated some time after its list.
  await expect(async () => {
    await card.getByRole('link', { name: title }).press('ArrowRight')
    await expect(card.locator('.card-slides')).toHaveCount(0, { timeout: 2_000 })
  }).toPass()
  await expect(card.getByRole('img').first()).toBeInViewport()
})

test('no option is chosen for the shopper, and an engraving is checked (item 7)', async ({
  page,
}) => {
  await signUpVerified(page)
  const { slug, title, options } = await findProduct(
    page,
    (item) => item.options.length > 0 && item.stock > 1,
  )
  const [{ name, values } = { name: '', values: [] }] = options
  const [first = ''] = values
  const label = `Choose a ${name.toLowerCase()}`

  await test.step('a press without a choice leads to it', async () => {
    await openPage(page, `/product/${slug}`)
    const group = page.getByRole('group', { name })
    await expect(group.getByRole('radio', { checked: true })).toHaveCount(0)
    await page.getByRole('button', { name: label }).press('Enter')
    await expect(page.getByRole('alert')).toHaveText(`${label} first.`)
    await expect(radio(page, name, first)).toBeFocused()
    await page.getByRole('button', { name: 'Buy Now' }).click()
    await expect(page).toHaveURL(`/product/${slug}`)
  })
  await test.step('a card’s button asks in a dialog, by keyboard', async () => {
    const card = await openResult(page, title)
    const add = card.getByRole('button', { name: /^Add to Cart/ })
    const dialog = page.getByRole('dialog', { name: label })
    await add.press('Enter')
    const guide = dialog.getByRole('link', { name: 'Size guide' })
    await expect(guide).toHaveAttribute('href', /^\/sizes#/)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(add).toBeFocused()
    await add.press('Enter')
    await dialog.getByRole('button', { name: 'Add to Cart' }).press('Enter')
    await expect(radio(dialog, name, first)).toBeFocused()
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(toast(page, 'Added to cart')).toBeVisible()
  })
  await test.step('an engraving is checked and previewed', async () => {
    await openPage(page, '/product/neelam-oval-halo-pendant')
    const field = page.getByLabel('Engraving')
    await field.fill('आशा')
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
    await expect(field).toBeFocused()
    await field.fill('A & R')
    await expect(page.getByText('Preview: A & R')).toBeVisible()
    await expectAccessible(page)
  })
})

const TABLET = { width: 820, height: 1180 }

test('the first screen has name, price and buttons of the longest title, or the mail of a sold-out piece (items 6, 12)', async ({
  page,
}) => {
  const products = await listProducts(page)
  const [longest] = products.toSorted((a, b) => b.title.length - a.title.length)
  if (!longest) throw new Error('The catalogue is empty.')
  await openPage(page, `/product/${longest.slug}`)
  for (const screen of [PHONE, TABLET, DESKTOP]) {
    const isPhone = screen === PHONE
    await page.setViewportSize(screen)
    await page.evaluate(() => scrollTo(0, 0))
    const heading = page.getByRole('heading', { level: 1, name: longest.title })
    await expect(heading).toBeInViewport({ ratio: 1 })
    // On a phone the price stands beside the button.
    const prices = main(page).getByText(rupees(longest.price))
    await expect(prices.nth(isPhone ? 1 : 0)).toBeInViewport({ ratio: 1 })
    const add = page.getByRole('button', { name: /^(Add to Cart|Choose)/ })
    await expect(add).toBeInViewport({ ratio: 1 })
    // A trial: nothing covers the field.
    if (!isPhone) await page.getByLabel('Quantity').click({ trial: true })
    await page.getByText('Estimated delivery').scrollIntoViewIfNeeded()
    await expect(add).toBeInViewport({ ratio: 1 })
  }

  const soldOut = await findProduct(page, ({ slug, stock }) => stock === 0 && /bag$/.test(slug))
  await openPage(page, `/product/${soldOut.slug}`)
  await expect(page.getByLabel('Initials')).toHaveCount(0)
  await expect(main(page)).not.toContainText(/arrives by|Estimated delivery/)
  for (const screen of [PHONE, TABLET, DESKTOP]) {
    await page.setViewportSize(screen)
    const mail = page.getByRole('button', { name: 'Tell me when it returns' })
    await expect(mail).toBeInViewport({ ratio: 1 })
    const others = page.getByRole('button', { name: /^(Sold out|Buy Now)$/ })
    await expect(others).toHaveCount(2)
    // On a phone it is in the bar, with the look of the first button.
    if (screen === PHONE) continue
    const y = (await mail.boundingBox())?.y ?? 0
    for (const other of await others.all())
      expect((await other.boundingBox())?.y).toBeGreaterThan(y)
  }
})

/** What the buy row lies on, at every position of the page: choices and hints of the form before it. */
const listCovered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const row = document.querySelector('.buy-actions')
    const parts = [...document.querySelectorAll('.option, .offer-text, .buy-form p, .buy-form a')]
    const before = parts.filter((part) => !row?.contains(part))
    if (!row || before.length === 0) throw new Error('The page has no choice.')
    const covered = new Set<string>()
    const { scrollHeight } = document.documentElement
    for (let top = 0; top <= scrollHeight - innerHeight; top += 40) {
      scrollTo({ top, behavior: 'instant' })
      const { top: start, bottom: end } = row.getBoundingClientRect()
      for (const part of before) {
        const box = part.getBoundingClientRect()
        const isShown = box.height > 0 && box.bottom > 0 && box.top < innerHeight
        if (isShown && box.bottom > start + 1 && box.top < end - 1)
          covered.add(part.textContent ?? '')
      }
    }
    return [...covered]
  })

const countValues = (options: ListingItem['options']): number =>
  options.reduce((sum, { values }) => sum + values.length, 0)

test('the buy row covers no choice and no hint, wherever the page is scrolled', async ({
  page,
}) => {
  const products = await listProducts(page)
  const [most] = products.toSorted((a, b) => countValues(b.options) - countValues(a.options))
  const engraved = products.find(({ slug }) => /^anant/.test(slug))
  for (const slug of [most?.slug, engraved?.slug]) {
    await openPage(page, `/product/${slug}`)
    for (const width of [768, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await listCovered(page), `${slug} at ${width} px`).toEqual([])
    }
  }
})

test.describe('a product newer than the last build', () => {
  const address = '/product/made-this-morning'
  const call = '**/api/products/slug/made-this-morning'

  /** Opens the page of a product: the first one of the catalogue with `change`. */
  async function openMocked(page: Page, slug: string, change: Partial<Product>) {
    const json = { product: { ...(await findProduct(page)), slug, ...change } }
    await page.route(`**/api/products/slug/${slug}`, (route) => route.fulfill({ json }))
    await openPage(page, `/product/${slug}`)
  }

  // The document itself has status 404.
  test.beforeEach(({ console }) => console.allow(/404/))

  test('shows the card that opened it while it loads, an error with a retry, then every part §2.product.15 §2.shop.8 §8.18', async ({
    page,
    console,
  }) => {
    console.allow(/ERR_FAILED/)
    const [item] = await listProducts(page)
    const added = { ...item, slug: 'made-this-morning', title: 'Made this morning' }
    await page.route('**/api/products/get-all-products', (route) =>
      route.fulfill({ json: { products: [added], revision: 1 } }),
    )
    await page.route(call, () => undefined)
    await openPage(page, '/shop')
    await main(page).getByRole('link', { name: added.title }).click()
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Made this morning')
    await expect(page.getByText('Loading product details...')).toBeVisible()

    await page.route(call, (route) => route.abort())
    await openPage(page, address)
    await expect(page.getByText('Failed to load product.')).toBeVisible()
    await page.unroute(call)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Product not found.')).toBeVisible()
    await expect(page).toHaveTitle('Product not found · Kairavi')
    await expect(page.getByRole('link', { name: 'See the collection' })).toBeVisible()
    await expectAccessible(page)

    await openMocked(page, 'made-at-noon', { title: 'Made at noon' })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Made at noon')
    await expect(page).toHaveTitle(/Made at noon/)
    await thumbnail(page, 2).click()
    await expect(page.getByText(/^2 \/ \d+$/)).toBeVisible()
    await expectAccessible(page)
  })

  test('its reviews are sorted, and those that are not in the page are loaded, after a failure again', async ({
    page,
    console,
  }) => {
    console.allow(/503/)
    const all = Array.from({ length: 10 }, (_, index) => ({
      id: `${index}`,
      stars: 1 + (index % 5),
      title: `No. ${index}`,
      text: 'Fine.',
      author: 'Mira',
      isVerifiedPurchase: index === 0,
      date: `2026-10-${20 - index}T06:30:00.000Z`,
    }))
    let isDown = true
    await page.route('**/api/reviews/product/**', (route) =>
      isDown
        ? route.fulfill({ status: 503, json: { success: false } })
        : route.fulfill({ json: { reviews: all.slice(8), total: 10 } }),
    )
    const newestReviews = all.slice(0, 8)
    await openMocked(page, 'reviewed', { rating: 3, reviewCount: 10, newestReviews })
    const reviews = region(page, 'Reviews')
    const titles = reviews.getByText(/^No\. \d$/)
    await expect(titles).toHaveCount(8)
    await reviews.getByLabel('Order').selectOption('Highest first')
    await expect(titles.first()).toHaveText('No. 4')
    const showAll = reviews.getByRole('button', { name: 'Show all 10 reviews' })
    await showAll.click()
    await expect(reviews.getByRole('alert')).toHaveText('The reviews could not be loaded just now.')
    isDown = false
    await showAll.click()
    await expect(titles).toHaveCount(10)
    await expect(titles.nth(1)).toHaveText('No. 9')
    await expect(showAll).toHaveCount(0)
  })

  test('empty parts show their fallbacks, and extreme values fit', async ({ page }) => {
    await openMocked(page, 'empty', {
      description: [],
      offers: [],
      highlights: [],
      relatedProducts: [],
      warranty: undefined,
      technicalDetails: { Weight: '', Origin: 'Jaipur' },
      countryOfOrigin: '',
      stock: 0,
      availability: 'Sold out',
    })
    await expect(page.getByText('Details coming soon...')).toBeVisible()
    const rows = region(page, 'Technical Specifications')
    await expect(rows.getByRole('definition')).toHaveText(['–', 'Jaipur'])
    for (const name of ['Warranty & Support', 'You May Also Like'])
      await expect(region(page, name)).toHaveCount(0)
    for (const name of ['Sold out', 'Buy Now'])
      await expect(page.getByRole('button', { name })).toBeDisabled()

    const { pictures } = await findProduct(page)
    const alt = pictures[0]?.alt ?? ''
    const nine = Array.from({ length: 9 }, (_, index) => ({
      base: `/odd/${index}`,
      width: 960,
      height: 1200,
      placeholder: '',
      alt,
    }))
    await page.route('**/odd/**', (route) => route.fulfill({ status: 200, body: '' }))
    await openMocked(page, 'extreme', {
      title: 'W'.repeat(200),
      subtitle: 'x'.repeat(200),
      pictures: nine,
      price: 0.5,
      originalPrice: 99_99_99_999,
      discountPercent: 99,
      options: [{ name: 'Size', values: ['y'.repeat(80), 'S', 'M'] }],
      technicalDetails: { ['n'.repeat(60)]: 'v'.repeat(300) },
    })
    await expect(page.getByText('₹0.50').first()).toBeVisible()
    await expect(page.getByText('₹99,99,99,999.00')).toBeVisible()
    const thumbnails = page.getByRole('list', { name: 'Thumbnails' })
    await expect(thumbnails.getByRole('link', { name: /^Picture/ })).toHaveCount(4)
    await expect(thumbnails.getByRole('link', { name: '5 more' })).toHaveText('+5')
    for (const width of [320, 1024, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoOverflow(page)
    }
    for (const count of [0, 1]) {
      await openMocked(page, `with-${count}`, { pictures: pictures.slice(0, count) })
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(enlargeLinks(page)).toHaveCount(count)
      await expectNoOverflow(page)
    }
  })
})
