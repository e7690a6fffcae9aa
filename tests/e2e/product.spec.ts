import type { Locator, Page } from '@playwright/test'
import type { Product } from '#src/contract/catalog.ts'
import { signUpVerified } from '#tests/helpers/accounts.ts'
import {
  expect,
  expectAccessible,
  expectFocusUncovered,
  expectLateScripts,
  expectNoOverflow,
  openPage,
  test,
  waitForHydration,
  waitForIsland,
} from '#tests/helpers/browser-test.ts'
import { findProduct, hasDiscount, listProducts, rupees } from '#tests/helpers/catalogue.ts'
import { listItems, main, region, toast } from '#tests/helpers/locators.ts'

test('scripts and other pictures are fetched after the main picture has painted', async ({
  page,
}) => {
  const { slug, pictures } = await findProduct(page, ({ pictures }) => pictures.length > 1)
  await openPage(page, `/product/${slug}`)
  const second = page.locator('.gallery-track img').nth(1)
  const isLoaded = () => second.evaluate((image: HTMLImageElement) => image.naturalWidth > 0)
  await expectLateScripts(page)
  expect(await isLoaded(), pictures[1]?.base).toBe(false)
  await page.getByRole('link', { name: /^Picture 2 of/ }).hover()
  await expect.poll(isLoaded).toBe(true)
})

test('a prerendered page runs nothing until it is shown', async ({ page }) => {
  const { slug } = await findProduct(page, hasDiscount)
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
  await expect.poll(early).toEqual(expect.arrayContaining(['/api/events']))
  const rules: unknown = JSON.parse(
    (await page.locator('script[type=speculationrules]').textContent()) ?? '',
  )
  expect(rules).toMatchObject({ prerender: [{ where: { href_matches: '/product/*' } }] })
})

test('the product page has every part of the specification', async ({ page }) => {
  const product = await findProduct(page, hasDiscount)
  await openPage(page, `/product/${product.slug}`)

  await test.step('breadcrumb Home / Shop / title §2.product.1', async () => {
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
    await expect(crumbs.getByRole('listitem')).toHaveCount(3)
    await expect(crumbs).toHaveText(`Home/Shop/${product.title}`)
    await expect(crumbs.getByRole('link', { name: 'Shop' })).toHaveAttribute('href', '/shop')
  })
  await test.step('main image and thumbnails §2.product.2', async () => {
    const main = page.locator('.gallery-track img').first()
    await expect(main).toHaveAttribute('alt', product.pictures[0]?.alt ?? '')
    await expect(page.getByRole('list', { name: 'Thumbnails' }).getByRole('link')).toHaveCount(
      Math.min(4, product.pictures.length),
    )
  })
  await test.step('discount badge §2.product.3', async () => {
    await expect(page.getByText(`${product.discountPercent}% off`)).toBeVisible()
  })
  await test.step('title, subtitle, 5-star rating and review count §2.product.4', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(product.title)
    await expect(page.getByText(product.subtitle, { exact: true })).toBeVisible()
    await expect(page.getByText(`${product.reviewCount} reviews`)).toBeVisible()
  })
  await test.step('price, and originalPrice struck through §2.product.5', async () => {
    await expect(page.getByText(rupees(product.price)).first()).toBeVisible()
    await expect(page.locator('main s')).toContainText(rupees(product.originalPrice))
    await expect(page.getByText('+ 5% tax at checkout')).toBeVisible()
  })
  await test.step('availability text, offers, key highlights §2.product.6', async () => {
    await expect(page.getByText(product.availability, { exact: true })).toBeVisible()
    for (const { detail } of product.offers)
      await expect(region(page, 'Offers')).toContainText(detail)
    for (const highlight of product.highlights)
      await expect(region(page, 'Key Highlights')).toContainText(highlight)
  })
  await test.step('delivery note §2.product.7 §9.12', async () => {
    await expect(page.getByText('arrives by Tomorrow')).toBeVisible()
    await expect(page.getByText('Easy 7-day return & replacement policy')).toBeVisible()
  })
  await test.step('Add to Cart, the heart and Buy Now §2.product.9', async () => {
    await expect(page.getByRole('button', { name: 'Add to Cart', exact: true })).toBeEnabled()
    await expect(page.getByRole('main').getByRole('button', { name: /wishlist/ })).toBeEnabled()
    await expect(page.getByRole('button', { name: 'Buy Now' })).toBeEnabled()
  })
  await test.step('trust tiles §2.product.10', async () => {
    for (const tile of ['100% Genuine', 'Secure Payment', 'Fast Delivery', 'Easy Returns'])
      await expect(page.getByText(tile, { exact: true })).toBeVisible()
  })
  await test.step('Product Details sections §2.product.11', async () => {
    for (const { title } of product.description)
      await expect(
        region(page, 'Product Details').getByRole('heading', { name: title }),
      ).toBeVisible()
  })
  await test.step('Technical Specifications §2.product.12', async () => {
    const rows = region(page, 'Technical Specifications')
    for (const [name, value] of Object.entries(product.technicalDetails)) {
      await expect(rows.getByText(name, { exact: true })).toBeVisible()
      await expect(rows.getByText(value, { exact: true }).first()).toBeVisible()
    }
  })
  await test.step('Warranty & Support §2.product.13', async () => {
    await expect(region(page, 'Warranty & Support')).toContainText(
      product.warranty?.duration ?? '?',
    )
    await expect(region(page, 'Warranty & Support')).toContainText(product.warranty?.type ?? '?')
  })
  await test.step('You May Also Like §2.product.14', async () => {
    const row = region(page, 'You May Also Like')
    for (const { title, price, slug } of product.relatedProducts) {
      const card = row.getByRole('link', { name: title })
      await expect(card).toHaveAttribute('href', `/product/${slug}`)
      await expect(card).toContainText(rupees(price))
    }
  })
  await test.step('on paper', async () => {
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText(rupees(product.price)).first()).toBeVisible()
    await expect(region(page, 'Technical Specifications')).toBeVisible()
  })
})

test('Check rejects a wrong pincode and names a valid one §2.product.8 §9.12', async ({ page }) => {
  const { slug } = await findProduct(page)
  await openPage(page, `/product/${slug}`)
  const estimate = page.getByText('Estimated delivery: 2–4 days')
  const field = page.getByLabel('Delivery pincode')
  const check = page.getByRole('button', { name: 'Check', exact: true })
  await expect(estimate).toBeVisible()
  for (const wrong of ['', '12345', '012345', 'abcdef', '1234567']) {
    await field.fill(wrong)
    await check.click()
    await expect(page.getByText('Enter a valid 6-digit pincode.')).toBeVisible()
    await expect(field).toBeFocused()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(estimate).toBeVisible()
  }
  await field.fill('302 002')
  await field.press('Enter')
  const range = page.getByText(/^Free delivery \w+, .+ – .+ to 302002$/)
  await expect(range).toBeVisible()
  await expect(estimate).toBeHidden()
  await expect(page.getByText('arrives by Tomorrow')).toBeHidden()
  await expect(page.getByText('Enter a valid 6-digit pincode.')).toBeHidden()
  await page.reload()
  await expect(range).toBeVisible()
  await expect(field).toHaveValue('302002')
})

test('the main image is the first, with at most 4 thumbnails, on every product page §2.product.2 §9.12', async ({
  page,
}) => {
  const pages = await Promise.all(
    (await listProducts(page)).map(async ({ slug, images: [main = ''] }) => {
      const html = await (await page.request.get(`/product/${slug}`)).text()
      const track = /<ul class="gallery-track"[\s\S]*?<\/li>/.exec(html)?.[0] ?? ''
      const thumbnails = html.match(/aria-label="Picture \d of/g)?.length ?? 0
      const hasTexts = [
        'arrives by Tomorrow',
        'Easy 7-day return &amp; replacement policy',
        'Estimated delivery: 2–4 days',
      ].every((text) => html.includes(text))
      const isFirst = track.includes(main.replace(/\/\d+\.\w+$/, ''))
      return { slug, isFirst, thumbnails, hasTexts }
    }),
  )
  expect(pages.length).toBeGreaterThan(50)
  expect(pages.filter(({ isFirst, hasTexts }) => !isFirst || !hasTexts)).toEqual([])
  expect(Math.max(...pages.map(({ thumbnails }) => thumbnails))).toBeLessThanOrEqual(4)
})

test.describe('the gallery', () => {
  const current = (page: Page) =>
    page.getByRole('list', { name: 'Thumbnails' }).locator('[aria-current="true"]')
  const isAt = (page: Page, at: number) =>
    expect(current(page)).toHaveAccessibleName(new RegExp(`^Picture ${at} of`))

  test('follows thumbnails, arrow keys and swipes', async ({ page }) => {
    const { slug, pictures } = await findProduct(page, ({ images }) => images.length >= 3)
    await openPage(page, `/product/${slug}`)
    await page.getByRole('link', { name: `Picture 2 of ${pictures.length}` }).click()
    await isAt(page, 2)
    await expect(page.getByText(`2 / ${pictures.length}`)).toBeVisible()
    await expect(page).not.toHaveURL(/#/)
    await page.keyboard.press('ArrowRight')
    await isAt(page, 3)
    await expect(current(page)).toBeFocused()
    await page.locator('.gallery-track').evaluate((track) => track.scrollTo({ left: 0 }))
    await isAt(page, 1)
  })

  test('shows each picture that gets the focus', async ({ page }) => {
    const { slug, pictures } = await findProduct(page)
    expect(pictures.length).toBeGreaterThan(2)
    await openPage(page, `/product/${slug}`)
    await waitForHydration(page)
    const links = page.getByRole('link', { name: /^Enlarge/ })
    await links.first().focus()
    for (let index = 1; index < pictures.length; index++) {
      await page.keyboard.press('Tab')
      await expect(links.nth(index)).toBeFocused()
      await expect(page.getByText(`${index + 1} / ${pictures.length}`)).toBeVisible()
    }
  })

  test('enlarges a picture in a dialog that Escape closes', async ({ page }) => {
    const { slug, pictures } = await findProduct(page)
    await openPage(page, `/product/${slug}`)
    const opener = page.getByRole('link', { name: /^Enlarge/ }).first()
    await opener.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Enlarged picture' })
    await expect(dialog.getByRole('img')).toHaveAttribute('src', /\/960\.webp$/)
    await expectAccessible(page)
    await page.keyboard.press('ArrowRight')
    await expect(dialog.getByRole('status')).toHaveText(`2 / ${pictures.length}`)
    await dialog.getByRole('button', { name: 'Previous picture' }).click()
    await expect(dialog.getByRole('status')).toHaveText(`1 / ${pictures.length}`)
    await expect(dialog.getByRole('button', { name: 'Next picture' })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(opener).toBeFocused()
  })

  test('zooms by plus, minus and a click, never beyond the pixels of the picture', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const { slug } = await findProduct(page)
    await openPage(page, `/product/${slug}`)
    await page
      .getByRole('link', { name: /^Enlarge/ })
      .first()
      .click()
    const picture = page.getByRole('dialog', { name: 'Enlarged picture' }).getByRole('img')
    // Pixels of the picture in one CSS pixel.
    const density = () =>
      picture.evaluate((image: HTMLImageElement) => {
        const { width } = image.getBoundingClientRect()
        return Math.round((100 * image.naturalWidth) / width) / 100
      })
    await expect.poll(density).toBeGreaterThan(2)
    const fit = await density()
    for (let press = 0; press < 8; press++) await page.keyboard.press('+')
    await expect.poll(density).toBe(1)
    for (let press = 0; press < 8; press++) await page.keyboard.press('-')
    await expect.poll(density).toBe(fit)
    await picture.click()
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
  const scripts = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.goto(`/product/${slug}`)
  const group = page.getByRole('group', { name })
  await group.getByText(first, { exact: true }).last().click()
  await page.getByLabel('Quantity').fill('2')
  await page.getByLabel('Delivery pincode').fill('302')
  await page.getByLabel('Quantity').press('Enter')
  scripts.resolve()
  await waitForHydration(page)
  await expect(page.getByRole('button', { name: 'Add to Cart', exact: true })).toBeEnabled()
  await expect(page.getByRole('group', { name: `${name} ${first}` })).toBeVisible()
  await expect(page.getByLabel('Quantity')).toHaveValue('2')
  await expect(page.getByLabel('Delivery pincode')).toHaveValue('302')
  await page.getByLabel('Quantity').fill('')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Quantity')).toHaveValue('1')
})

test.describe('a dialog that cannot be loaded', () => {
  test.use({ serviceWorkers: 'block' })
  test.beforeEach(({ console }) => console.allow(/ERR_FAILED|Service Worker/))

  test('of a picture: the link of the picture is followed', async ({ page, console }) => {
    // The browser's own view of a picture has styles, which the policy of pictures does not allow.
    console.allow(/inline style/)
    const { slug } = await findProduct(page)
    await openPage(page, `/product/${slug}`)
    await page.route('**/EnlargedPictures.*.js', (route) => route.abort())
    await page
      .getByRole('link', { name: /^Enlarge/ })
      .first()
      .click()
    await expect(page).toHaveURL(/\/960\.webp$/)
  })

  test('of options: a card opens the product page, the cart shows a toast', async ({ page }) => {
    await signUpVerified(page)
    const { slug, title, options } = await findProduct(
      page,
      ({ options, stock }) => options.length === 1 && stock > 0,
    )
    await page.route('**/VariantChooser.*.js', (route) => route.abort())
    await openPage(page, `/shop?search=${encodeURIComponent(title)}`)
    await page
      .getByRole('article')
      .filter({ hasText: title })
      .first()
      .getByRole('button', { name: /^Add to Cart/ })
      .click()
    await expect(page).toHaveURL(`/product/${slug}`)
    await waitForHydration(page)
    await page
      .getByRole('group')
      .getByText(options[0]?.values[0] ?? '', { exact: true })
      .last()
      .click()
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
    await expect(toast(page, 'Added to cart')).toBeVisible()
    await openPage(page, '/cart')
    await page.getByRole('button', { name: /^Change/ }).click()
    await expect(toast(page, 'Something went wrong while updating cart')).toBeVisible()
  })
})

test('a card shows its second picture while it is hovered', async ({ page }) => {
  const { title, pictures } = await findProduct(page, ({ pictures }) => pictures.length > 1)
  await openPage(page, `/shop?search=${encodeURIComponent(title)}`)
  const card = page.getByRole('article').filter({ hasText: title }).first()
  const second = card.locator(`img[src^="${pictures[1]?.base}/"]`)
  const isLoaded = () => second.evaluate((image: HTMLImageElement) => image.naturalWidth > 0)
  await expect(second).toBeHidden()
  expect(await isLoaded()).toBe(false)
  await card.hover()
  await expect(second).toBeVisible()
  await expect.poll(isLoaded).toBe(true)
  await page.mouse.move(0, 0)
  await expect(second).toBeHidden()
})

test('no option is chosen for the shopper: product page, card, cart', async ({ page }) => {
  await signUpVerified(page)
  const { slug, title, options } = await findProduct(
    page,
    (item) => item.options.length > 0 && item.stock > 1,
  )
  const [{ name, values } = { name: '', values: [] }] = options
  const [first = '', second = ''] = values
  const label = `Choose a ${name.toLowerCase()}`
  const chosen = (container: Page | Locator, value: string) =>
    container.getByRole('group', { name }).getByRole('radio', { name: value, exact: true })

  await test.step('a press without a choice leads to it', async () => {
    await openPage(page, `/product/${slug}`)
    await expect(
      page.getByRole('group', { name }).getByRole('radio', { checked: true }),
    ).toHaveCount(0)
    await page.getByRole('button', { name: label }).press('Enter')
    await expect(page.getByRole('alert')).toHaveText(`${label} first.`)
    await expect(chosen(page, first)).toBeFocused()
    await page.getByRole('button', { name: 'Buy Now' }).click()
    await expect(page).toHaveURL(`/product/${slug}`)
    await page.getByRole('group', { name }).getByText(second, { exact: true }).last().click()
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
    await expect(toast(page, 'Added to cart')).toBeVisible()
  })
  await test.step('a card’s button asks in a dialog, by keyboard', async () => {
    await openPage(page, `/shop?search=${encodeURIComponent(title)}`)
    const add = page
      .getByRole('article')
      .first()
      .getByRole('button', { name: /^Add to Cart/ })
    const dialog = page.getByRole('dialog', { name: label })
    await (await waitForIsland(add)).press('Enter')
    await expect(dialog.getByRole('link', { name: 'Size guide' })).toHaveAttribute(
      'href',
      /^\/sizes#/,
    )
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(add).toBeFocused()
    await add.press('Enter')
    await dialog.getByRole('button', { name: 'Add to Cart' }).press('Enter')
    await expect(chosen(dialog, first)).toBeFocused()
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(toast(page, 'Added to cart')).toBeVisible()
  })
  await test.step('the cart changes it, and merges equal lines', async () => {
    await openPage(page, '/cart')
    const rows = listItems(page).filter({ hasText: title })
    await expect(rows).toHaveCount(2)
    await rows
      .first()
      .getByRole('button', { name: /^Change/ })
      .click()
    const dialog = page.getByRole('dialog', { name: label })
    await expect(chosen(dialog, second)).toBeChecked()
    await expect(dialog.getByRole('link', { name: 'Size guide' })).toBeVisible()
    await dialog.getByText(first, { exact: true }).last().click()
    await dialog.getByRole('button', { name: 'Update' }).click()
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText(`${name} ${first}`)
    await expect(rows.locator('output')).toHaveText('2')
  })
  await test.step('an engraving is checked, previewed and stands on its line', async () => {
    const pendant = await findProduct(page, (item) => item.slug === 'neelam-oval-halo-pendant')
    await openPage(page, `/product/${pendant.slug}`)
    const field = await waitForIsland(page.getByLabel('Engraving'))
    await field.fill('आशा')
    await expect(field).toHaveAccessibleDescription(/Please use letters, digits, spaces/)
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
    await expect(field).toBeFocused()
    await field.fill('A & R')
    await expect(page.getByText('Preview: A & R')).toBeVisible()
    await expect(page.locator('.offer-preview')).toHaveCSS('font-variant-numeric', 'lining-nums')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
    await expect(toast(page, 'Added to cart')).toBeVisible()
    await openPage(page, '/cart')
    await expect(listItems(page).filter({ hasText: pendant.title })).toContainText(
      'Engraving “A & R”',
    )
  })
})

test('name, price and the buttons of every product show at first, and stay in view', async ({
  page,
}) => {
  const slugs = (await listProducts(page)).map(({ slug }) => slug)
  await openPage(page, `/product/${slugs[0]}`)
  const contents = await page.evaluateHandle(fetchContents, slugs)
  const add = page.locator('.buy-actions button').first()
  for (const [width, height] of [
    [390, 844],
    [820, 1180],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    const place = width < 768 ? '.buy-summary' : 'main header'
    expect(await contents.evaluate(findHiddenAtFirst, place), `${width} px`).toEqual([])
    await page.getByText('Estimated delivery').scrollIntoViewIfNeeded()
    await expect(add).toBeInViewport({ ratio: 1 })
  }
})

test('a sold-out product offers the mail on the first screen, and no initials', async ({
  page,
}) => {
  const { slug } = await findProduct(page, ({ slug, stock }) => stock === 0 && /bag$/.test(slug))
  for (const [width, height] of [
    [820, 1180],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    await openPage(page, `/product/${slug}`)
    await expect(page.getByText('Up to three letters')).toHaveCount(1)
    await expect(page.getByLabel('Initials')).toHaveCount(0)
    const mail = page.getByRole('button', { name: 'Tell me when it returns' })
    await expect(mail).toBeInViewport({ ratio: 1 })
    const edge = await page.locator('.buy-actions').boundingBox()
    expect((await mail.boundingBox())?.x).toBe(edge?.x)
  }
})

for (const [width, height] of [
  [390, 844],
  [820, 1180],
  [1440, 900],
] as const)
  test(`the buttons follow the choice, and cover no control with the focus at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    await openPage(page, '/product/kalam-lacquer-fountain-pen')
    await waitForHydration(page)
    await page.getByLabel('Quantity').focus()
    await page.keyboard.press('Tab')
    await expect(page.locator('.buy-actions button').first()).toBeFocused()
    await expectFocusUncovered(page, 12)
  })

const fetchContents = (slugs: string[]): Promise<Element[]> =>
  Promise.all(
    slugs.map(async (slug) => {
      const html = await (await fetch(`/product/${slug}`)).text()
      const { body } = new DOMParser().parseFromString(html, 'text/html')
      return body.querySelector('main') ?? body
    }),
  )

/** Shows the contents in this page. @returns the names of those with a part below the first screen. */
function findHiddenAtFirst(contents: Element[], place: string): string[] {
  scrollTo({ top: 0, behavior: 'instant' })
  const isInView = (selector: string) => {
    const { top, bottom, height } =
      document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
    return height > 0 && top >= 0 && bottom <= innerHeight
  }
  return contents.flatMap((content) => {
    document.querySelector('main')?.replaceWith(content)
    const title = content.querySelector('h1')?.textContent ?? '?'
    const text = document.querySelector(place)?.textContent ?? ''
    const isShown = text.includes(title) && text.includes('₹')
    return isShown && isInView(place) && isInView('.buy-actions button') ? [] : [title]
  })
}

test('structured data and link preview describe the product', async ({ page }) => {
  const product = await findProduct(page, ({ options }) => options.length === 0)
  await page.goto(`/product/${product.slug}`)
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents()
  const data = texts.flatMap((text) => JSON.parse(text) as object[])
  expect(data).toContainEqual(
    expect.objectContaining({
      '@type': 'Product',
      name: product.title,
      offers: expect.objectContaining({ price: product.price.toFixed(2), priceCurrency: 'INR' }),
      aggregateRating: expect.objectContaining({ ratingValue: product.rating }),
    }),
  )
  expect(data).toContainEqual(expect.objectContaining({ '@type': 'BreadcrumbList' }))
  const preview = page.locator('meta[property="og:image"]')
  await expect(preview).toHaveAttribute(
    'content',
    new RegExp(`/share-product-${product.slug}-\\w+\\.jpg$`),
  )
  const amount = page.locator('meta[property="product:price:amount"]')
  await expect(amount).toHaveAttribute('content', product.price.toFixed(2))
  const accept = { headers: { accept: 'text/markdown' } }
  const markdown = await page.request.get(`/product/${product.slug}`, accept)
  expect(markdown.headers()['content-type']).toBe('text/markdown; charset=utf-8')
  expect(await markdown.text()).toContain(`(INR ${product.price.toFixed(2)})`)
})

test.describe('a product newer than the last build', () => {
  const address = '/product/made-this-morning'
  const call = '**/api/products/slug/made-this-morning'

  /** Mocks the product of `address`: the first one of the catalogue with `change`. */
  async function mockProduct(page: Page, change: Partial<Product> = {}): Promise<Product> {
    const made = { ...(await findProduct(page)), slug: 'made-this-morning', ...change }
    await page.route(call, (route) => route.fulfill({ json: { product: made } }))
    return made
  }

  // The document itself has status 404.
  test.beforeEach(({ console }) => console.allow(/404/))

  test('shows "Loading product details...", then every part §2.product.15', async ({ page }) => {
    const made = await findProduct(page)
    const held = Promise.withResolvers<void>()
    await page.route(call, async (route) => {
      await held.promise
      await route.fulfill({ json: { product: made } })
    })
    await page.goto(address)
    await expect(page.getByText('Loading product details...')).toBeVisible()
    held.resolve()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(made.title)
    await expect(page).toHaveTitle(new RegExp(made.title))
    await expect(region(page, 'Technical Specifications')).toBeVisible()
    await page.getByRole('link', { name: /^Picture 2 of/ }).click()
    await expect(page.getByText(/^2 \/ \d+$/)).toBeVisible()
    await expectNoOverflow(page)
    await expectAccessible(page)
  })

  test('shows the data of the listing while it loads', async ({ page }) => {
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
  })

  test('"Product not found." when the product does not exist §8.18', async ({ page }) => {
    await openPage(page, address)
    await expect(page.getByText('Product not found.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'See the collection' })).toBeVisible()
    await expectAccessible(page)
  })

  test('"Failed to load product.", with a retry §8.18', async ({ page, console }) => {
    console.allow(/500|ERR_FAILED/)
    await page.route(call, (route) => route.abort())
    await openPage(page, address)
    await expect(page.getByText('Failed to load product.')).toBeVisible()
    await page.unroute(call)
    const made = await mockProduct(page)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(made.title)
  })

  test('empty parts show their fallbacks §2.product.11 §2.product.12', async ({ page }) => {
    await mockProduct(page, {
      description: [],
      technicalDetails: { Weight: '', Origin: 'Jaipur' },
      warranty: undefined,
      offers: [],
      highlights: [],
      relatedProducts: [],
      countryOfOrigin: '',
    })
    await page.goto(address)
    await expect(page.getByText('Details coming soon...')).toBeVisible()
    const rows = region(page, 'Technical Specifications')
    await expect(rows.getByRole('definition')).toHaveText(['–', 'Jaipur'])
    await expect(region(page, 'Warranty & Support').getByRole('definition')).toHaveText(['–', '–'])
    await expect(region(page, 'You May Also Like')).toHaveCount(0)
  })

  test('"Sold out" is shown and disables the buttons', async ({ page }) => {
    await mockProduct(page, { stock: 0, availability: 'Sold out' })
    await page.goto(address)
    await expect(page.locator('header').getByText('Sold out', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sold out' })).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Buy Now' })).toBeDisabled()
  })

  for (const width of [320, 390, 1024, 1920])
    test(`extreme values fit at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      const { pictures } = await findProduct(page)
      const nine = Array.from({ length: 9 }, (_, at) => {
        const [first] = pictures
        return {
          base: `/odd/${at}`,
          width: 960,
          height: 1200,
          placeholder: '',
          alt: first?.alt ?? '',
        }
      })
      await page.route('**/odd/**', (route) => route.fulfill({ status: 200, body: '' }))
      await mockProduct(page, {
        title: 'W'.repeat(200),
        subtitle: 'x'.repeat(200),
        price: 0.5,
        originalPrice: 99_99_99_999,
        discountPercent: 99,
        pictures: nine,
        options: [{ name: 'Size', values: ['y'.repeat(80), 'S', 'M'] }],
        technicalDetails: { ['n'.repeat(60)]: 'v'.repeat(300) },
      })
      await page.goto(address)
      await waitForHydration(page)
      await expect(page.getByText('₹0.50').first()).toBeVisible()
      await expect(page.getByText('₹99,99,99,999.00')).toBeVisible()
      await expect(page.getByRole('list', { name: 'Thumbnails' }).getByRole('link')).toHaveCount(4)
      await expect(page.getByText('1 / 9')).toBeVisible()
      await expectNoOverflow(page)
    })

  for (const count of [0, 1])
    test(`a product with ${count} pictures is rendered`, async ({ page }) => {
      const { pictures } = await findProduct(page)
      await mockProduct(page, { pictures: pictures.slice(0, count) })
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('list', { name: 'Thumbnails' })).toHaveCount(0)
      await expect(page.getByRole('link', { name: /^Enlarge/ })).toHaveCount(count)
      await expectNoOverflow(page)
    })
})
