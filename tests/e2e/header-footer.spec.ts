import { expect, expectAccessible, openPage, test } from '#tests/helpers/browser-test.ts'

const PHONE = { width: 390, height: 844 }

test('§4.header.1 the header is compact past 20 px, and nothing moves', async ({ page }) => {
  await openPage(page, '/about')
  const header = page.getByRole('banner')
  const height = async () => (await header.boundingBox())?.height
  const headingAt = () =>
    page.getByRole('heading', { level: 1 }).evaluate((h1) => h1.getBoundingClientRect().y + scrollY)
  const before = await headingAt()
  await expect.poll(height).toBe(88)
  await page.evaluate(() => scrollTo(0, 20))
  await expect.poll(height).toBe(88)
  await page.evaluate(() => scrollTo(0, 21))
  await expect.poll(height).toBe(64)
  expect(await headingAt()).toBe(before)
})

test('§4.header.2 §4.header.3 the search box opens, ignores blanks and searches', async ({
  page,
}) => {
  await openPage(page, '/terms')
  const icon = page.getByRole('banner').getByRole('button', { name: 'Search' })
  const field = page.locator('#search-box').getByRole('searchbox')
  await icon.click()
  await expect(field).toBeFocused()
  await icon.click()
  await expect(field).toBeHidden()
  await icon.click()
  await field.fill('   ')
  await field.press('Enter')
  await expect(page).toHaveURL(/\/terms$/)
  await expect(field).toBeVisible()
  await field.press('Escape')
  await expect(field).toBeHidden()
  await expect(icon).toBeFocused()
  await icon.click()
  await field.fill('  gold & silk ')
  await field.press('Enter')
  await expect(page).toHaveURL(/\/shop\?search=gold%20%26%20silk$/)
})

test('§1.layout.2 the side menu repeats the header, traps and returns focus', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await openPage(page, '/about')
  const button = page.getByRole('button', { name: 'Menu', exact: true })
  await button.click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  for (const name of ['Home', 'Shop', 'About', 'Contact', 'Wishlist', 'Cart', 'Log in'])
    await expect(menu.getByRole('link', { name, exact: true })).toBeVisible()
  await expect(menu.getByRole('searchbox')).toBeVisible()
  await expect(menu.getByRole('button', { name: 'Dark mode' })).toBeVisible()
  await expectAccessible(page)
  for (let tab = 0; tab < 20; tab++) {
    await page.keyboard.press('Tab')
    const escaped = await page.evaluate(
      () => !document.activeElement?.closest('dialog') && document.activeElement !== document.body,
    )
    expect(escaped).toBe(false)
  }
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()
})

test('§1.layout.1 the colour mode is kept, and tabs agree on it', async ({ context, page }) => {
  await openPage(page, '/faqs')
  const root = page.locator('html')
  const toggle = page.getByRole('banner').getByRole('button', { name: 'Dark mode' })
  await expect(toggle).toHaveAttribute('aria-pressed', 'false')
  await toggle.click()
  await expect(toggle).toHaveAttribute('aria-pressed', 'true')
  const other = await context.newPage()
  await openPage(other, '/terms')
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark')
  await other.getByRole('banner').getByRole('button', { name: 'Dark mode' }).click()
  await expect(root).toHaveAttribute('data-theme', 'light')
})

test('§1.layout.3 the footer leads to categories and company pages', async ({ page }) => {
  await openPage(page, '/terms')
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('link', { name: 'Jewelry' })).toHaveAttribute(
    'href',
    '/store?category=jewelry',
  )
  for (const name of ['About', 'Contact', 'Become a Partner', 'FAQs', 'Terms'])
    await expect(footer.getByRole('link', { name, exact: true })).toBeVisible()
  await footer.getByRole('link', { name: 'Instagram' }).click()
  await expect(page).toHaveURL(/\/terms#social$/)
})

test('§1.layout.6 §9.15 a bar runs for 400 ms on every navigation', async ({ page }) => {
  await page.addInitScript(() => {
    const animate = Element.prototype.animate
    Element.prototype.animate = function (frames, options) {
      const runs = JSON.parse(sessionStorage.getItem('runs') ?? '[]')
      const { duration } = typeof options === 'object' ? options : { duration: options }
      sessionStorage.setItem('runs', JSON.stringify([...runs, duration]))
      return animate.call(this, frames, options)
    }
  })
  await openPage(page, '/terms')
  await openPage(page, '/faqs')
  expect(await page.evaluate(() => sessionStorage.getItem('runs'))).toBe('[400,400]')
})

test('§1.layout.7 a page view is sent for each page, and not under GPC', async ({ page }) => {
  const views: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/events')) views.push(request.postDataJSON().url)
  })
  await openPage(page, '/terms')
  await openPage(page, '/faqs')
  await expect.poll(() => views.map((url) => new URL(url).pathname)).toEqual(['/terms', '/faqs'])
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
  )
  await openPage(page, '/about')
  await page.waitForLoadState()
  expect(views).toHaveLength(2)
})

test('§1.layout.8 pages seen are there without a connection', async ({
  context,
  page,
  console,
}) => {
  console.allow(/ERR_INTERNET_DISCONNECTED/)
  await openPage(page, '/terms')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
    .toBe(true)
  await openPage(page, '/faqs')
  await context.setOffline(true)
  await page.goto('/faqs')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Asked, and answered')
  await page.goto('/partner')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The moon is behind a cloud')
  const kept = await page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const requests = await Promise.all(caches_.map((cache) => cache.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(kept).toContain('/faqs')
  expect(kept.filter((path) => path.startsWith('/api/'))).toEqual([])
})

test('§1.layout.9 the preview banner follows the backend and can be dismissed', async ({
  page,
  console,
}) => {
  console.allow(/Failed to load resource/)
  await openPage(page, '/terms')
  await expect(page.getByText('Preview backend running in this workspace.')).toBeVisible()
  await page.route('**/api/health', (route) => route.abort())
  await openPage(page, '/faqs')
  await expect(page.getByText('Preview backend disconnected.')).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await openPage(page, '/about')
  await expect(page.getByText(/^Preview backend/)).toBeHidden()
})
