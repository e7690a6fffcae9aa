import type { JSHandle, Page } from '@playwright/test'
import {
  expect,
  openPage,
  signUpVerified,
  test,
  waitForIsland,
} from '#tests/helpers/browser-test.ts'

const PHONE = { width: 390, height: 844 }
const HOUR_MS = 3_600_000

test('§1.layout.1 the header has logo, links, search, wishlist, cart with count, account and mode', async ({
  page,
}) => {
  await openPage(page, '/about')
  const header = page.getByRole('banner')
  const link = (name: string | RegExp) => header.getByRole('link', { name })
  await expect(link('Kairavi, home')).toHaveAttribute('href', '/')
  const nav = header.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(nav).toHaveText(['Home', 'Shop', 'About', 'Contact'])
  const places = await nav.evaluateAll((links) => links.map((one) => one.getAttribute('href')))
  expect(places).toEqual(['/', '/shop', '/about', '/contact'])
  await expect(header.getByRole('button', { name: 'Search' })).toBeVisible()
  await expect(header.getByRole('button', { name: 'Dark mode' })).toBeVisible()
  await expect(link(/^Wishlist/)).toHaveAttribute('href', '/wishlist')
  await expect(link(/^Cart/)).toHaveAttribute('href', '/cart')
  await expect(link(/^Cart/)).toContainText('0 items in cart')
  await expect(link('Log in')).toHaveAttribute('href', '/login')

  await signUpVerified(page)
  const { products } = await (await page.request.get('/api/products/get-all-products')).json()
  const body = { productId: products[0].id, quantity: 2, variant: products[0].variant }
  expect((await page.request.post('/api/cart', { data: body })).ok()).toBe(true)
  await openPage(page, '/about')
  await expect(link(/^Cart/)).toContainText('2 items in cart')
  await expect(link('Log in')).toHaveCount(0)
  await header.getByRole('button', { name: 'Account' }).click()
  await expect(link('Profile')).toHaveAttribute('href', '/profile')
  await expect(header.getByRole('button', { name: 'Logout' })).toBeVisible()

  await page.setViewportSize(PHONE)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  for (const name of ['Home', 'Shop', 'About', 'Contact', 'Wishlist', 'Cart', 'Profile'])
    await expect(menu.getByRole('link', { name, exact: true }), '§1.layout.2').toBeVisible()
  await expect(menu.getByRole('button', { name: 'Logout' })).toBeVisible()
})

test('§1.layout.3 §2.other.2 §2.other.3 the footer leads to categories, the house, and nowhere', async ({
  page,
}) => {
  await openPage(page, '/')
  const footer = page.getByRole('contentinfo')
  const hrefs = (title: string) =>
    footer
      .getByRole('navigation', { name: title })
      .getByRole('link')
      .evaluateAll((links) => links.map((one) => one.getAttribute('href')))
  const categories = 'watches perfumes sunglasses bags clothing jewelry shoes accessories'
  expect(await hrefs('Shop')).toEqual(
    categories.split(' ').map((name) => `/store?category=${name}`),
  )
  expect(await hrefs('The house')).toEqual(['/about', '/contact', '/partner', '/faqs', '/terms'])
  await expect(footer.getByText('14, Chandni Haveli, Amer Road')).toBeVisible()
  await expect(footer.getByRole('link', { name: 'care@kairavi.example' })).toBeVisible()
  await expect(footer.getByRole('link', { name: '+91 141 555 0142' })).toBeVisible()
  await expect(footer.getByText('Mon – Sat 9 AM – 7 PM')).toBeVisible()
  for (const name of ['Instagram', 'Pinterest', 'YouTube'])
    await expect(footer.getByRole('link', { name })).toHaveAttribute('href', '#social')

  for (const path of ['/partner', '/faqs', '/terms', '/store?sort=new', '/store?category=bags']) {
    const answer = await page.request.get(path)
    expect(answer.status(), path).toBe(200)
    expect(await answer.text(), path).toMatch(/<h1[^>]*>[^<]+/)
  }
})

test('§1.layout.4 login and sign-up hide header and footer', async ({ page }) => {
  for (const path of ['/login', '/signup']) {
    await openPage(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('.site-header, footer')).toHaveCount(0)
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  }
  await openPage(page, '/contact')
  await expect(page.locator('.site-header')).toHaveCount(1)
  await expect(page.getByRole('contentinfo')).toHaveCount(1)
})

test('§9.9 the header blurs what is beneath once it is compact, and grows again', async ({
  page,
}) => {
  await openPage(page, '/about')
  const header = page.getByRole('banner')
  const height = async () => (await header.boundingBox())?.height
  const blur = () => header.evaluate((element) => getComputedStyle(element).backdropFilter)
  expect([await height(), await blur()]).toEqual([88, 'none'])
  await page.evaluate(() => scrollTo(0, 200))
  await expect.poll(height).toBe(64)
  expect(await blur()).toMatch(/blur\(\d+px\)/)
  await page.evaluate(() => scrollTo(0, 0))
  await expect.poll(height).toBe(88)
})

test('§5.6 a blank term does nothing; a term is trimmed, encoded and looked for', async ({
  page,
}) => {
  await openPage(page, '/contact')
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
  const field = page.locator('#search-box').getByRole('searchbox')
  for (const blank of ['', '   ', '\t ']) {
    await field.fill(blank)
    await field.press('Enter')
  }
  await expect(page).toHaveURL(/\/contact$/)
  await field.fill('  clutch & co/ś ')
  await field.press('Enter')
  await expect(page).toHaveURL(/\/shop\?search=clutch%20%26%20co%2F%C5%9B$/)
  await expect(field).toBeHidden()
  await expect(page.getByRole('button', { name: 'Remove search “clutch & co/ś”' })).toBeVisible()
})

/** The shop's own way of saying things, as its pages use it. */
interface Say {
  success(text: string): number
  error(text: string): number
  blank(text: string): number
  loading(text: string): number
  dismiss(id: number): void
}

/** Opens a page and finds it among the modules that the page loads. */
async function openForToasts(page: Page): Promise<JSHandle<Say>> {
  const modules = new Set<string>()
  page.on('request', (request) => {
    if (/\/_astro\/.+\.js$/.test(request.url())) modules.add(request.url())
  })
  await openPage(page, '/terms')
  return page.evaluateHandle(
    async (urls) => {
      for (const url of urls) {
        const found = Object.values(await import(url)).find(
          (one) => typeof one === 'object' && one !== null && 'dismiss' in one && 'loading' in one,
        )
        if (found) return found as Say
      }
      throw new Error('No module of the page has the toasts.')
    },
    [...modules],
  )
}

/** Red, green and blue of an element's ground, 0 to 255. */
const groundOf = (page: Page, text: string) =>
  page
    .locator('[data-sonner-toast]')
    .filter({ hasText: text })
    .evaluate((toast) => {
      const brush = document.createElement('canvas').getContext('2d')
      if (!brush) throw new Error('No canvas here.')
      brush.fillStyle = getComputedStyle(toast).backgroundColor
      brush.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0] = brush.getImageData(0, 0, 1, 1).data
      return { red, green, blue }
    })

test.describe('toasts', () => {
  test('§1.layout.5 §8.1 §6.2 stand at the top centre, e.g. for a visitor who adds to the cart', async ({
    page,
  }) => {
    await openPage(page, '/shop')
    await (await waitForIsland(page.getByRole('button', { name: /^Add to Cart/ }).first())).click()
    const toast = page.locator('[data-sonner-toast]')
    await expect(toast).toContainText('Please log in to add items to your cart.')
    await expect.poll(async () => (await toast.boundingBox())?.y).toBeLessThan(60)
    const { x = 0, width = 0 } = (await toast.boundingBox()) ?? {}
    const { width: window = 0 } = page.viewportSize() ?? {}
    expect(Math.abs(x + width / 2 - window / 2)).toBeLessThan(10)
  })

  test('§8.23 success is yellow for 2 s, error red for 4 s, blank 4 s, loading until dismissed', async ({
    page,
  }) => {
    await page.clock.install({ time: 0 })
    const say = await openForToasts(page)
    await page.clock.pauseAt(HOUR_MS)
    const toast = (text: string) => page.locator('[data-sonner-toast]').filter({ hasText: text })
    const loading = await say.evaluate((shop) => {
      shop.success('Good')
      shop.error('Bad')
      shop.blank('Plain')
      return shop.loading('Patience')
    })
    await expect(async () => {
      await page.clock.runFor(20)
      await expect(toast('Patience')).toBeVisible({ timeout: 200 })
    }).toPass()
    for (const text of ['Good', 'Bad', 'Plain', 'Patience']) await expect(toast(text)).toBeVisible()
    const good = await groundOf(page, 'Good')
    expect(good.red).toBeGreaterThan(140)
    expect(good.green).toBeGreaterThan(0.7 * good.red)
    expect(good.blue).toBeLessThan(0.7 * good.green)
    const bad = await groundOf(page, 'Bad')
    expect(bad.red).toBeGreaterThan(110)
    expect(Math.max(bad.green, bad.blue)).toBeLessThan(0.5 * bad.red)

    await page.clock.runFor(1_000)
    await expect(toast('Good')).toBeVisible()
    await page.clock.runFor(1_500)
    await expect(toast('Good')).toHaveCount(0)
    for (const text of ['Bad', 'Plain', 'Patience']) await expect(toast(text)).toBeVisible()
    await page.clock.runFor(2_500)
    for (const text of ['Bad', 'Plain']) await expect(toast(text)).toHaveCount(0)
    await page.clock.fastForward(600_000)
    await expect(toast('Patience')).toBeVisible()
    await say.evaluate((shop, id) => shop.dismiss(id), loading)
    await expect(async () => {
      await page.clock.runFor(100)
      await expect(toast('Patience')).toHaveCount(0, { timeout: 200 })
    }).toPass()
  })

  test('§9.16 at most 20 show at once', async ({ page }) => {
    const say = await openForToasts(page)
    await say.evaluate((shop) => {
      for (let number = 1; number <= 23; number++) shop.loading(`Number ${number}.`)
    })
    await expect(page.locator('[data-sonner-toast][data-visible=true]')).toHaveCount(20)
    await expect(page.getByText('Number 23.')).toBeVisible()
    await expect(page.locator('[data-sonner-toast][data-visible=false]')).toHaveCount(3)
  })
})
