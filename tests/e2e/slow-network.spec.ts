import type { Page } from '@playwright/test'
import { expect, openPage, test, waitForHydration } from '#tests/helpers/browser-test.ts'
import { getProduct } from '#tests/helpers/catalogue.ts'
import { startProxy } from '#tests/helpers/proxy.ts'

test.use({ serviceWorkers: 'block' })
test.beforeEach(({ console }) => console.allow(/Service Worker|preload/))

/** Slow 3G: 400 ms there and back, 400 kb/s. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  })
}

interface Seen {
  /** Until the first text was painted, in milliseconds. */
  firstPaint: number
  /** Sum of what moved without being asked to. */
  shift: number
}

const seen = (page: Page): Promise<Seen> =>
  page.evaluate(
    () =>
      new Promise<Seen>((resolve) => {
        let shift = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            if (!Reflect.get(entry, 'hadRecentInput')) shift += Number(Reflect.get(entry, 'value'))
        }).observe({ type: 'layout-shift', buffered: true })
        const [paint] = performance.getEntriesByName('first-contentful-paint')
        requestAnimationFrame(() =>
          setTimeout(() => resolve({ firstPaint: paint?.startTime ?? Infinity, shift })),
        )
      }),
  )

test.describe('F19 on a slow line', () => {
  test.describe.configure({ mode: 'parallel' })
  for (const [name, text] of [
    ['home', 'Shop Now'],
    ['shop', 'Low'],
    ['product', 'Technical Specifications'],
  ] as const)
    test(`${name} is read within 5 s, and nothing jumps`, async ({ page }) => {
      test.slow()
      const { slug } = await getProduct(page)
      await slowDown(page)
      await page.goto({ home: '/', shop: '/shop', product: `/product/${slug}` }[name], {
        waitUntil: 'commit',
      })
      await expect(page.getByRole('main').getByText(text).first()).toBeAttached()
      await page.waitForLoadState('load', { timeout: 60_000 })
      await waitForHydration(page)
      const { firstPaint, shift } = await seen(page)
      expect(firstPaint).toBeLessThan(5_000)
      expect(shift).toBeLessThan(0.1)
    })
})

test.describe('F19 what is pressed before the scripts are there', () => {
  /** Keeps every script back until it is let go. */
  async function holdScripts(page: Page): Promise<() => void> {
    const held = Promise.withResolvers<void>()
    await page.route('**/_astro/*.js', async (route) => {
      await held.promise
      await route.continue()
    })
    return held.resolve
  }

  test('is done once they are: the mode, a heart, a piece for the cart', async ({ page }) => {
    const { slug, title } = await getProduct(page)
    const letGo = await holdScripts(page)
    await page.goto(`/product/${slug}`, { waitUntil: 'commit' })
    const mode = page.getByRole('banner').getByRole('button', { name: 'Dark mode' })
    await mode.click()
    await page.getByRole('button', { name: `Add to wishlist: ${title}` }).click()
    const add = page.getByRole('button', { name: 'Add to Cart' }).first()
    await add.dblclick()
    await expect(add, 'it shows that it was heard').toHaveAttribute('aria-busy', 'true')
    letGo()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(page.getByText('Please log in to add items to your wishlist')).toHaveCount(1)
    await expect(page.getByText('Please log in to add items to your cart.')).toHaveCount(1)
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  })

  test('also a chip of the listing; a form that cannot be sent yet is at rest', async ({
    page,
  }) => {
    const letGo = await holdScripts(page)
    await page.goto('/shop', { waitUntil: 'commit' })
    await page.getByRole('button', { name: 'Bags' }).click()
    letGo()
    await expect(page).toHaveURL('/shop?category=bags')
    await page.unroute('**/_astro/*.js')
    const letFormGo = await holdScripts(page)
    await page.goto('/login', { waitUntil: 'commit' })
    const send = page.getByRole('button', { name: 'Sign In' })
    await expect(send).toBeDisabled()
    // What is typed before is not lost.
    await page.getByLabel('Email', { exact: true }).fill('asha@example.com')
    letFormGo()
    await expect(send).toBeEnabled()
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue('asha@example.com')
  })
})

test('F19 a page that comes in two parts is whole: no island runs its scripts too early', async ({
  page,
  baseURL,
}) => {
  await using line = await startProxy(baseURL ?? '')
  // Everything is in the browser's cache: only the page itself is slow.
  await openPage(page, `${line.url}/about`)
  const letGo = line.splitResponse('<main')
  await page.goto(`${line.url}/about`, { waitUntil: 'commit' })
  await expect(page.locator('header astro-island[ssr]')).toHaveCount(0)
  letGo()
  await expect(page.getByText('Preview backend running in this workspace.')).toBeVisible()
  const modes = page.locator('[data-theme-toggle]')
  await page.getByRole('banner').getByRole('button', { name: 'Dark mode' }).click()
  for (const mode of await modes.all()) await expect(mode).toHaveAttribute('aria-pressed', 'true')
})
