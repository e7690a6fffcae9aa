import { expect, test } from '#tests/helpers/browser-test.ts'
import { findProduct, listProducts } from '#tests/helpers/catalogue.ts'
import { main, openSearch, region } from '#tests/helpers/locators.ts'
import { NO_SCRIPT_ROUTES, PRODUCT_PATH } from '#tests/helpers/routes.ts'

test.use({ javaScriptEnabled: false })

test('every page is complete without JavaScript', async ({ page, request }) => {
  for (const path of NO_SCRIPT_ROUTES)
    await test.step(path, async () => {
      await page.goto(path)
      await expect(main(page).getByRole('heading', { level: 1 })).toHaveCount(1)
      await expect(main(page)).not.toContainText(/Loading|undefined|\[object/)
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
      const nav = page.getByRole('navigation', { name: 'Main' })
      await expect(nav.getByRole('link')).toHaveText(['Home', 'Shop', 'About', 'Contact'])
      await expect(page.getByRole('contentinfo').getByText('care@kairavi.example')).toBeVisible()
      for (const name of ['Dark mode', 'Pause the pictures'])
        await expect(page.getByRole('button', { name })).toBeHidden()
      const hrefs = await main(page)
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
      for (const href of new Set(hrefs.filter((one) => /^\/[^/]/.test(one)).slice(0, 8)))
        expect((await request.get(href)).status(), href).toBe(200)
    })
})

test('/ shows hero, products and prices', async ({ page }) => {
  await page.goto('/')
  await expect(
    page.getByRole('heading', { name: 'Luxury, made in moonlight', level: 2 }),
  ).toBeVisible()
  const featured = region(page, 'Featured Products').getByRole('article')
  await expect(featured).toHaveCount(4)
  await expect(featured.first()).toContainText(/₹[\d,]+\.\d\d/)
  await page.getByRole('link', { name: 'Shop Now' }).first().click()
  await expect(page).toHaveURL(/\/shop$/)
})

test('the search field opens the shop with its term', async ({ page }) => {
  await page.goto('/terms')
  const field = await openSearch(page)
  await expect(field).toBeFocused()
  await field.fill('silk')
  await field.press('Enter')
  await expect(page).toHaveURL(/\/shop\?search=silk$/)
})

for (const path of ['/shop', '/store?category=bags'])
  test(`${path} shows products with prices, and its pages show every product`, async ({ page }) => {
    const titles = (await listProducts(page)).map(({ title }) => title)
    await page.goto(path)
    const notice = page.locator('main noscript p')
    await expect(notice).toBeVisible()
    expect(await notice.textContent()).toContain('Search and filters need JavaScript')
    const cards = main(page).getByRole('article')
    const shown: string[] = []
    const next = page.getByRole('link', { name: 'Next' })
    for (;;) {
      expect(await cards.filter({ hasText: /₹[\d,]+\.\d\d/ }).count()).toBe(await cards.count())
      shown.push(...(await cards.getByRole('heading').allTextContents()))
      if ((await next.count()) === 0) break
      const path = await next.getAttribute('href')
      await next.click()
      await expect(page).toHaveURL(path ?? '')
    }
    expect(shown).toEqual(titles)
    await expect(page.getByRole('group', { name: 'Category' })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Clothing' })).toBeHidden()
    await page.getByRole('link', { name: 'Watches' }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Watches')
    const [first] = await cards.getByRole('heading').allTextContents()
    await cards.first().getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(first ?? '')
  })

test('a product page is complete but for its controls', async ({ page }) => {
  const product = await findProduct(page, ({ slug }) => PRODUCT_PATH.endsWith(slug))
  await page.goto(PRODUCT_PATH)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(product.title)
  await expect(page.getByText('₹1,95,000.00').first()).toBeVisible()
  await expect(page.getByText(product.availability, { exact: true })).toBeVisible()
  await expect(region(page, 'Technical Specifications')).toBeVisible()
  for (const name of ['Product Details', 'Technical Specifications', 'Warranty & Support'])
    await expect(page.getByRole('heading', { name })).toBeVisible()
  const related = region(page, 'You May Also Like').getByRole('listitem')
  expect(await related.count()).toBeGreaterThan(2)
  const large = main(page).locator('img').first()
  await expect
    .poll(() => large.evaluate((one: HTMLImageElement) => one.naturalWidth))
    .toBeGreaterThan(0)
  await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeHidden()
  const notice = page.locator('main noscript [role="status"]')
  await expect(notice).toBeVisible()
  expect(await notice.textContent()).toMatch(
    /^Ordering needs JavaScript.*care@kairavi\.example\.$/s,
  )
  await expect(page.getByLabel('Delivery pincode')).toBeHidden()
  await page.getByRole('link', { name: /^Picture 2 of/ }).click()
  await expect(page.locator('#picture-2')).toBeInViewport()
})

test('questions open and close', async ({ page }) => {
  await page.goto('/faqs')
  const question = page.locator('main details').first()
  const answer = question.locator(':scope > :not(summary)').first()
  const open = await answer.isVisible()
  await question.locator('summary').click()
  await expect(answer).toBeVisible({ visible: !open })
})

const account = [
  '/login',
  '/signup',
  '/verify-email',
  '/forgot-password',
  '/reset-password',
  '/join',
]
const profile = ['/complete-profile', '/profile', '/profile/edit']
test('pages of an account show that they need JavaScript (F18)', async ({ page }) => {
  for (const path of [...account, ...profile, '/cart', '/checkout', '/wishlist'])
    await test.step(path, async () => {
      await page.goto(path)
      // Playwright's text and role locators ignore the content of noscript.
      const notice = page.locator('main noscript [role="status"]')
      await expect(notice).toBeVisible()
      expect(await notice.textContent()).toContain('needs JavaScript')
      // The end of the sentence, without a space before it.
      expect(await notice.textContent()).toMatch(/\w\.$/)
      await expect(page.locator('main [class*=skeleton-pulse]:visible')).toHaveCount(0)
      await expect(page.getByText(/^Loading/)).toBeHidden()
    })
})
