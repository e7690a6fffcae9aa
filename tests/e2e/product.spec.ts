import type { Page } from '@playwright/test'
import type { CartItem } from '#src/contract/cart.ts'
import type { ListingItem, Product } from '#src/contract/catalog.ts'
import {
  expect,
  expectAccessible,
  expectNoOverflow,
  openPage,
  signUpVerified,
  test,
  waitForHydration,
} from '#tests/helpers/browser-test.ts'

const rupees = (amount: number) =>
  amount.toLocaleString('en-IN', { style: 'currency', currency: 'INR' })

async function listing(page: Page): Promise<ListingItem[]> {
  const answer = await page.request.get('/api/products/get-all-products')
  return ((await answer.json()) as { products: ListingItem[] }).products
}

/** The first product of the catalogue that `which` accepts, as the API has it. */
async function product(
  page: Page,
  which: (item: ListingItem) => boolean = () => true,
): Promise<Product> {
  const item = (await listing(page)).find(which)
  if (!item) throw new Error('The catalogue has no such product.')
  const answer = await page.request.get(`/api/products/slug/${item.slug}`)
  return ((await answer.json()) as { product: Product }).product
}

const reduced = ({ price, actualPrice }: ListingItem) => actualPrice > price
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('the product page fits and is accessible @all-projects', async ({ page }) => {
  const { slug } = await product(page, reduced)
  await openPage(page, `/product/${slug}`)
  await expectNoOverflow(page)
  await expectAccessible(page)
})

test('every part of the product page is there, in the order of the specification', async ({
  page,
}) => {
  const given = await product(page, reduced)
  await openPage(page, `/product/${given.slug}`)

  await test.step('§2.product.1 breadcrumb Home / Shop / title', async () => {
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
    await expect(crumbs.getByRole('listitem')).toHaveCount(3)
    await expect(crumbs).toHaveText(`Home/Shop/${given.title}`)
    await expect(crumbs.getByRole('link', { name: 'Shop' })).toHaveAttribute('href', '/shop')
  })
  await test.step('§2.product.2 main image and thumbnails', async () => {
    const main = page.locator('.gallery-track img').first()
    await expect(main).toHaveAttribute('alt', given.pictures[0]?.alt ?? '')
    await expect(page.getByRole('list', { name: 'Thumbnails' }).getByRole('link')).toHaveCount(
      Math.min(4, given.pictures.length),
    )
  })
  await test.step('§2.product.3 discount badge', async () => {
    await expect(page.getByText(`${given.discountPercent}% off`)).toBeVisible()
  })
  await test.step('§2.product.4 title, subtitle, 5-star rating and review count', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(given.title)
    await expect(page.getByText(given.subtitle, { exact: true })).toBeVisible()
    await expect(page.getByText(`${given.reviewCount} reviews`)).toBeVisible()
  })
  await test.step('§2.product.5 price, and originalPrice struck through', async () => {
    await expect(page.getByText(rupees(given.price)).first()).toBeVisible()
    await expect(page.locator('main s')).toContainText(rupees(given.originalPrice))
    await expect(page.getByText('+ 5% tax at checkout')).toBeVisible()
  })
  await test.step('§2.product.6 availability text, offers, key highlights', async () => {
    await expect(page.getByText(given.availability, { exact: true })).toBeVisible()
    for (const { detail } of given.offers)
      await expect(region(page, 'Offers')).toContainText(detail)
    for (const highlight of given.highlights)
      await expect(region(page, 'Key Highlights')).toContainText(highlight)
  })
  await test.step('§2.product.7 §9.12 delivery note', async () => {
    await expect(page.getByText('arrives by Tomorrow')).toBeVisible()
    await expect(page.getByText('Easy 7-day return & replacement policy')).toBeVisible()
  })
  await test.step('§2.product.9 Add to Cart, the heart and Buy Now', async () => {
    await expect(page.getByRole('button', { name: 'Add to Cart', exact: true })).toBeEnabled()
    await expect(page.getByRole('main').getByRole('button', { name: /wishlist/ })).toBeEnabled()
    await expect(page.getByRole('button', { name: 'Buy Now' })).toBeEnabled()
  })
  await test.step('§2.product.10 trust tiles', async () => {
    for (const tile of ['100% Genuine', 'Secure Payment', 'Fast Delivery', 'Easy Returns'])
      await expect(page.getByText(tile, { exact: true })).toBeVisible()
  })
  await test.step('§2.product.11 Product Details sections', async () => {
    for (const { title } of given.description)
      await expect(
        region(page, 'Product Details').getByRole('heading', { name: title }),
      ).toBeVisible()
  })
  await test.step('§2.product.12 Technical Specifications', async () => {
    const rows = region(page, 'Technical Specifications')
    for (const [name, value] of Object.entries(given.technicalDetails)) {
      await expect(rows.getByText(name, { exact: true })).toBeVisible()
      await expect(rows.getByText(value, { exact: true }).first()).toBeVisible()
    }
  })
  await test.step('§2.product.13 Warranty & Support', async () => {
    await expect(region(page, 'Warranty & Support')).toContainText(given.warranty?.duration ?? '?')
    await expect(region(page, 'Warranty & Support')).toContainText(given.warranty?.type ?? '?')
  })
  await test.step('§2.product.14 You May Also Like', async () => {
    const row = region(page, 'You May Also Like')
    for (const { title, price, slug } of given.relatedProducts) {
      const card = row.getByRole('link', { name: title })
      await expect(card).toHaveAttribute('href', `/product/${slug}`)
      await expect(card).toContainText(rupees(price))
    }
  })
})

test('§2.product.8 §9.12 the pincode field and its Check', async ({ page }) => {
  const { slug } = await product(page)
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
  await expect(page.getByText('Estimated delivery: 2–4 days to 302002')).toBeVisible()
  await expect(page.getByText('Enter a valid 6-digit pincode.')).toBeHidden()
})

test.describe('the gallery', () => {
  const current = (page: Page) =>
    page.getByRole('list', { name: 'Thumbnails' }).locator('[aria-current="true"]')

  test('follows thumbnails, arrow keys and swipes', async ({ page }) => {
    const { slug, pictures } = await product(page, ({ images }) => images.length >= 3)
    await openPage(page, `/product/${slug}`)
    await page.getByRole('link', { name: `Picture 2 of ${pictures.length}` }).click()
    await expect(current(page)).toHaveAttribute('data-show', '1')
    await expect(page.locator('[data-count]')).toHaveText(`2 / ${pictures.length}`)
    await expect(page).not.toHaveURL(/#/)
    await page.keyboard.press('ArrowRight')
    await expect(current(page)).toHaveAttribute('data-show', '2')
    await expect(current(page)).toBeFocused()
    await page.locator('.gallery-track').evaluate((track) => track.scrollTo({ left: 0 }))
    await expect(current(page)).toHaveAttribute('data-show', '0')
  })

  test('enlarges a picture in a dialog that Escape closes', async ({ page }) => {
    const { slug, pictures } = await product(page)
    await openPage(page, `/product/${slug}`)
    const opener = page.getByRole('link', { name: /^Enlarge/ }).first()
    await opener.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Enlarged picture' })
    await expect(dialog.getByRole('img')).toHaveAttribute('src', /\/960\.webp$/)
    await expectAccessible(page)
    await page.keyboard.press('ArrowRight')
    await expect(dialog.getByRole('status')).toHaveText(`2 / ${pictures.length}`)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(opener).toBeFocused()
  })
})

test('options are radios, the product’s own chosen, and the choice goes into the cart', async ({
  page,
}) => {
  const all = await listing(page)
  const details = await Promise.all(all.map((item) => product(page, ({ id }) => id === item.id)))
  const given = details.find(
    ({ options, stock }) => (options[0]?.values.length ?? 0) > 1 && stock > 0,
  )
  const [option] = given?.options ?? []
  if (!given || !option) throw new Error('No product of the catalogue has options.')
  const own = given.variant[option.name] ?? ''
  const other = option.values.find((value) => value !== own) ?? ''
  await signUpVerified(page)
  await openPage(page, `/product/${given.slug}`)
  const group = page.getByRole('group', { name: option.name })
  await expect(group.getByRole('radio', { name: own, exact: true })).toBeChecked()
  await group.getByText(other, { exact: true }).last().click()
  await expect(group.getByRole('radio', { name: other, exact: true })).toBeChecked()
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await expect(page.getByText('Added to cart')).toBeVisible()
  const answer = await page.request.get('/api/cart')
  const { cart } = (await answer.json()) as { cart: CartItem[] }
  expect(cart).toMatchObject([{ productId: given.id, variant: { [option.name]: other } }])
})

for (const [name, size] of [
  ['a phone', { width: 390, height: 844 }],
  ['a wide screen', { width: 1440, height: 900 }],
] as const)
  test(`the buttons stay in view on ${name}`, async ({ page }) => {
    await page.setViewportSize(size)
    const { slug } = await product(page)
    await openPage(page, `/product/${slug}`)
    const add = page.getByRole('button', { name: 'Add to Cart', exact: true })
    await expect(add).toBeInViewport({ ratio: 1 })
    await page.getByText('Estimated delivery').scrollIntoViewIfNeeded()
    await expect(add).toBeInViewport({ ratio: 1 })
  })

test('structured data and link preview tell of the product', async ({ page }) => {
  const given = await product(page)
  await page.goto(`/product/${given.slug}`)
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents()
  const data = texts.flatMap((text) => JSON.parse(text) as object[])
  expect(data).toContainEqual(
    expect.objectContaining({
      '@type': 'Product',
      name: given.title,
      offers: expect.objectContaining({ price: given.price.toFixed(2), priceCurrency: 'INR' }),
      aggregateRating: expect.objectContaining({ ratingValue: given.rating }),
    }),
  )
  expect(data).toContainEqual(expect.objectContaining({ '@type': 'BreadcrumbList' }))
  const preview = page.locator('meta[property="og:image"]')
  await expect(preview).toHaveAttribute('content', new RegExp(given.images[0] ?? '?'))
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the product page reads completely', async ({ page }) => {
    const given = await product(page)
    await page.goto(`/product/${given.slug}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(given.title)
    await expect(page.getByText(rupees(given.price)).first()).toBeVisible()
    await expect(page.getByText(given.availability, { exact: true })).toBeVisible()
    await expect(region(page, 'Technical Specifications')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeHidden()
    await page.getByRole('link', { name: /^Picture 2 of/ }).click()
    await expect(page.locator('#picture-2')).toBeInViewport()
  })
})

test.describe('a product that is newer than the last build', () => {
  const address = '/product/made-this-morning'
  const call = '**/api/products/slug/made-this-morning'

  /** The API has the product of that address: another one of its products, changed. */
  async function publish(page: Page, change: Partial<Product> = {}): Promise<Product> {
    const made = { ...(await product(page)), slug: 'made-this-morning', ...change }
    await page.route(call, (route) => route.fulfill({ json: { product: made } }))
    return made
  }

  test.beforeEach(({ console }) => {
    // The document itself answers 404.
    console.allow(/404/)
  })

  test('§2.product.15 is loaded with "Loading product details..." and shown whole', async ({
    page,
  }) => {
    const made = await product(page)
    let answer = () => {}
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(call, async (route) => {
      await asked
      await route.fulfill({ json: { product: made } })
    })
    await page.goto(address)
    await expect(page.getByText('Loading product details...')).toBeVisible()
    answer()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(made.title)
    await expect(page).toHaveTitle(new RegExp(made.title))
    await expect(region(page, 'Technical Specifications')).toBeVisible()
    await page.getByRole('link', { name: /^Picture 2 of/ }).click()
    await expect(page.locator('[data-count]')).toHaveText(/^2 /)
    await expectNoOverflow(page)
    await expectAccessible(page)
  })

  test('shows at once what the listing passed along', async ({ page }) => {
    const [item] = await listing(page)
    const known = { ...item, slug: 'made-this-morning', title: 'Made this morning' }
    await openPage(page, '/about')
    await page.evaluate(
      (passed) => sessionStorage.setItem('kairavi-handover', passed),
      JSON.stringify(known),
    )
    await page.route(call, () => undefined)
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Made this morning')
    await expect(page.getByText('Loading product details...')).toBeVisible()
  })

  test('§8.18 "Product not found." when there is no product', async ({ page }) => {
    await openPage(page, address)
    await expect(page.getByText('Product not found.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'See the collection' })).toBeVisible()
    await expectAccessible(page)
  })

  test('§8.18 "Failed to load product." when it cannot be had', async ({ page, console }) => {
    console.allow(/500|ERR_FAILED/)
    await page.route(call, (route) => route.abort())
    await openPage(page, address)
    await expect(page.getByText('Failed to load product.')).toBeVisible()
    await page.unroute(call)
    const made = await publish(page)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(made.title)
  })

  test('§2.product.11 §2.product.12 empty parts have their fallbacks', async ({ page }) => {
    await publish(page, {
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

  test('sold out disables the buttons and says why', async ({ page }) => {
    await publish(page, { stock: 0, availability: 'Sold out' })
    await page.goto(address)
    await expect(page.locator('header').getByText('Sold out', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sold out' })).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Buy Now' })).toBeDisabled()
  })

  for (const width of [320, 390, 1024, 1920])
    test(`odd input fits at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      const { pictures } = await product(page)
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
      await publish(page, {
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
      await expect(page.locator('[data-count]')).toHaveText('1 / 9')
      await expectNoOverflow(page)
    })

  for (const count of [0, 1])
    test(`a product with ${count} pictures is shown`, async ({ page }) => {
      const { pictures } = await product(page)
      await publish(page, { pictures: pictures.slice(0, count) })
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('list', { name: 'Thumbnails' })).toHaveCount(0)
      await expect(page.getByRole('link', { name: /^Enlarge/ })).toHaveCount(count)
      await expectNoOverflow(page)
    })
})
