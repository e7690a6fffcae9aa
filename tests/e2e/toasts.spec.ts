import { shopMessages } from '#src/rules/messages/shop.ts'
import {
  clickInIsland,
  expect,
  getColour,
  openPage,
  test,
  waitForIsland,
} from '#tools/browser-test.ts'
import { addOpenProduct, addToCartButton, header, toast, toasts } from '#tools/locators.ts'
import { PRODUCT_PATH } from '#tools/routes.ts'

const HOUR_MS = 3_600_000

/** The shop's toast API, as its pages use it. */
type ToastApi = typeof import('#src/stores/toasts.ts')['toast']

test('Add to Cart prompts a visitor for a login at the top centre; the first toast of a page needs no request §1.layout.5 §6.2', async ({
  page,
  console,
}) => {
  // What the page fetches when it is idle fails, too.
  console.allow(/ERR_FAILED/)
  await openPage(page, '/shop')
  await clickInIsland(addToCartButton(page))
  const shown = toasts(page)
  await expect(shown).toContainText(shopMessages.cart.addErrors.signIn)
  // Logo and cart stay in view.
  const { y: top = 0, height = 0 } = (await header(page).boundingBox()) ?? {}
  await expect.poll(async () => (await shown.boundingBox())?.y).toBeLessThan(top + height + 40)
  expect((await shown.boundingBox())?.y).toBeGreaterThanOrEqual(top + height)
  const { x = 0, width = 0 } = (await shown.boundingBox()) ?? {}
  const { width: viewport = 0 } = page.viewportSize() ?? {}
  expect(Math.abs(x + width / 2 - viewport / 2)).toBeLessThan(10)

  await openPage(page, PRODUCT_PATH)
  await page.route('**/_astro/**', (route) => route.abort())
  await addOpenProduct(page)
  await expect(toast(page, shopMessages.cart.addErrors.signIn)).toBeVisible()
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true })

  test('a toast that was tapped leaves in its time', async ({ page }) => {
    await openPage(page, '/shop')
    await (await waitForIsland(addToCartButton(page).first())).tap()
    const shown = toast(page, shopMessages.cart.addErrors.signIn)
    await shown.tap({ position: { x: 20, y: 20 } })
    await expect(shown).toHaveCount(0)
  })
})

test('a toast stays while its button has the focus', async ({ page }) => {
  await page.clock.install({ time: 0 })
  await openPage(page, '/shop')
  const add = await waitForIsland(addToCartButton(page).first())
  await page.clock.pauseAt(HOUR_MS)
  await add.click()
  const shown = toasts(page)
  await expect(async () => {
    await page.clock.runFor(20)
    await expect(shown).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await shown.getByRole('button', { name: 'Log in' }).focus()
  await page.clock.runFor(10_000)
  await expect(shown).toBeVisible()
  await add.focus()
  await expect(async () => {
    await page.clock.runFor(5_000)
    await expect(shown).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
})

test('toasts have a colour and a duration for each kind, and at most 20 show §8.23 §9.16', async ({
  page,
}) => {
  const modules = new Set<string>()
  page.on('request', (request) => {
    if (/\/_astro\/.+\.js$/.test(request.url())) modules.add(request.url())
  })
  await page.clock.install({ time: 0 })
  await openPage(page, '/terms')
  const api = await page.evaluateHandle(
    async (urls) => {
      for (const url of urls) {
        const found = Object.values(await import(url)).find(
          (value) =>
            typeof value === 'object' && value !== null && 'dismiss' in value && 'loading' in value,
        )
        if (found) return found as ToastApi
      }
      throw new Error('No module of the page exports the toast API.')
    },
    [...modules],
  )
  await page.clock.pauseAt(HOUR_MS)
  const find = (text: string) => toasts(page).filter({ hasText: text })
  const loading = await api.evaluate((api) => {
    api.success('Good')
    api.error('Bad')
    api.blank('Plain')
    return api.loading('Loading')
  })
  await expect(async () => {
    await page.clock.runFor(20)
    await expect(find('Loading')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  for (const text of ['Good', 'Bad', 'Plain']) await expect(find(text)).toBeVisible()
  const good = await getColour(find('Good'), 'backgroundColor')
  expect(good.green).toBeGreaterThan(0.7 * good.red)
  expect(good.blue).toBeLessThan(0.7 * good.green)
  const bad = await getColour(find('Bad'), 'backgroundColor')
  expect(Math.max(bad.green, bad.blue)).toBeLessThan(0.5 * bad.red)

  await page.clock.runFor(1_000)
  await expect(find('Good')).toBeVisible()
  await page.clock.runFor(1_500)
  await expect(find('Good')).toHaveCount(0)
  for (const text of ['Bad', 'Plain']) await expect(find(text)).toBeVisible()
  await page.clock.runFor(2_500)
  for (const text of ['Bad', 'Plain']) await expect(find(text)).toHaveCount(0)
  await page.clock.fastForward(600_000)
  await expect(find('Loading')).toBeVisible()
  await api.evaluate((api, id) => api.dismiss(id), loading)
  await expect(async () => {
    await page.clock.runFor(100)
    await expect(find('Loading')).toHaveCount(0, { timeout: 1_000 })
  }).toPass()

  await page.clock.resume()
  await api.evaluate((api) => {
    for (let number = 1; number <= 23; number++) api.loading(`Number ${number}.`)
  })
  await expect(toasts(page)).toHaveCount(23)
  // Sonner fades those that are too many out.
  const hidden = toasts(page).and(page.locator('[data-visible=false]'))
  await expect(hidden).toHaveText(['Number 3.', 'Number 2.', 'Number 1.'])
})
