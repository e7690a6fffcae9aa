import { expect, test } from '#tests/helpers/browser-test.ts'
import { listProducts } from '#tests/helpers/catalogue.ts'
import { main, region } from '#tests/helpers/locators.ts'
import { NO_SCRIPT_ROUTES, PRODUCT_PATH } from '#tests/helpers/routes.ts'

test.use({ javaScriptEnabled: false })

for (const path of NO_SCRIPT_ROUTES)
  test(`${path} is complete without JavaScript`, async ({ page, request }) => {
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

test('/shop shows every product with its price and links to it', async ({ page }) => {
  const products = await listProducts(page)
  await page.goto('/shop')
  const cards = main(page).getByRole('article')
  await expect(cards).toHaveCount(products.length)
  expect(await cards.filter({ hasText: /₹[\d,]+\.\d\d/ }).count()).toBe(products.length)
  await expect(page.getByRole('button', { name: 'Clothing' })).toBeHidden()
  await cards.first().getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(products[0]?.title ?? '')
})

test('a product page is complete but for its controls', async ({ page }) => {
  await page.goto(PRODUCT_PATH)
  await expect(page.getByText('₹1,95,000.00').first()).toBeVisible()
  for (const name of ['Product Details', 'Technical Specifications', 'Warranty & Support'])
    await expect(page.getByRole('heading', { name })).toBeVisible()
  const related = region(page, 'You May Also Like').getByRole('listitem')
  expect(await related.count()).toBeGreaterThan(2)
  const large = main(page).locator('img').first()
  await expect
    .poll(() => large.evaluate((one: HTMLImageElement) => one.naturalWidth))
    .toBeGreaterThan(0)
})

test('questions open and close', async ({ page }) => {
  await page.goto('/faqs')
  const question = page.locator('main details').first()
  const answer = question.locator(':scope > :not(summary)').first()
  const open = await answer.isVisible()
  await question.locator('summary').click()
  await expect(answer).toBeVisible({ visible: !open })
})
