import type { Page } from '@playwright/test'
import { holdRequests } from '#tests/helpers/requests.ts'
import { signUpVerified } from '#tools/accounts.ts'
import { expect, openPage, test, waitForHydration } from '#tools/browser-test.ts'
import { addToCart, getProduct } from '#tools/catalog.ts'
import { accountButton, listItems, main } from '#tools/locators.ts'
import { PRODUCT_PATH } from '#tools/routes.ts'
import { PHONE } from '#tools/viewports.ts'

const SCRIPTS = '**/_astro/*.js'

/** The controls of islands without a node of React's, and those outside of islands, which are dead. */
const listDead = (page: Page) =>
  page.evaluate(() => {
    const controls = ':is(button, input, textarea, select)'
    const isReact = (control: Element) =>
      Object.keys(control).some((key) => key.startsWith('__reactFiber'))
    return (
      [...document.querySelectorAll(`astro-island ${controls}, main :is(button, input)`)]
        // The browser handles the static filters until their script is loaded.
        .filter(
          (control) => !isReact(control) && !control.matches('[commandfor], .facet-value input'),
        )
        .map((control) => control.outerHTML.slice(0, 100))
    )
  })

test('the scripts of a page are fetched after its first paint and main picture, and make each control React’s', async ({
  page,
}) => {
  for (const path of ['/', '/shop', PRODUCT_PATH, '/cart', '/signup', '/contact'])
    await test.step(path, async () => {
      await openPage(page, path)
      const { shown, starts } = await page.evaluate(() => {
        const picture = document.querySelector<HTMLImageElement>('img[fetchpriority=high]')
        const paints = performance.getEntriesByName('first-contentful-paint')
        const pictures = performance.getEntriesByName(picture?.currentSrc ?? '', 'resource')
        const resources = performance.getEntriesByType('resource')
        return {
          shown: [
            ...paints.map(({ startTime }) => startTime),
            ...pictures.map((entry) => (entry as PerformanceResourceTiming).responseEnd),
          ],
          starts: resources
            .filter(({ name }) => name.endsWith('.js'))
            .map(({ startTime }) => startTime),
        }
      })
      expect(shown).not.toEqual([])
      expect(starts.length).toBeGreaterThan(3)
      expect(Math.min(...starts)).toBeGreaterThan(Math.max(...shown))
      // An island below the first view is hydrated when it comes into view.
      for (const island of await page.locator('astro-island[client=visible]').all())
        await island.locator('section').first().scrollIntoViewIfNeeded()
      // The slideshow of the home page has a script of its own.
      if (path !== '/') await expect.poll(() => listDead(page)).toEqual([])
    })
})

test('before its scripts have loaded, the cart shows a visitor that it is empty, a shopper that it loads, and where the session has ended then that it is empty §2.cart.4', async ({
  page,
  context,
}) => {
  const empty = (page: Page) => main(page).getByText('Your Cart is Empty')
  const loading = (page: Page) => main(page).getByText('Loading your cart...')
  const releaseAll = await holdRequests(page, SCRIPTS)
  await page.goto('/cart', { waitUntil: 'commit' })
  await expect(empty(page)).toBeVisible()
  await expect(main(page).getByRole('link', { name: 'Log in' })).toBeVisible()
  await expect(loading(page)).toBeHidden()
  releaseAll()
  await waitForHydration(page)
  await expect(loading(page)).toHaveCount(0)
  await expect(empty(page)).toBeVisible()
  await page.goto('about:blank')
  await signUpVerified(page)
  await addToCart(page, await getProduct(page))
  await openPage(page, '/about')
  // A page knows of the session once the API has answered.
  await expect(accountButton(page)).toBeVisible()
  const tab = await context.newPage()
  for (const hasSession of [true, false]) {
    if (!hasSession) {
      // A call of an open page would have no session, and end it before the cart is opened.
      for (const open of [page, tab]) await open.goto('about:blank')
      await context.clearCookies()
    }
    const release = await holdRequests(tab, SCRIPTS)
    await tab.goto('/cart', { waitUntil: 'commit' })
    await expect(loading(tab)).toBeVisible()
    await expect(empty(tab)).toBeHidden()
    release()
    await expect(listItems(tab)).toHaveCount(hasSession ? 1 : 0)
    await expect(empty(tab)).toHaveCount(hasSession ? 0 : 1)
  }
  await tab.reload({ waitUntil: 'commit' })
  await expect(empty(tab)).toBeVisible()
})

test('an open panel of filters keeps focus and scroll while its script arrives (B20)', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  const release = Promise.withResolvers<void>()
  await page.route(/controls\.[\w-]+\.js/, async (route) => {
    await release.promise
    await route.continue()
  })
  await openPage(page, '/shop')
  await page.getByRole('button', { name: /^Filter/ }).click()
  const panel = page.getByRole('dialog', { name: 'Filters' })
  await expect(panel).toBeVisible()
  // Its content scrolls.
  await page.setViewportSize({ ...PHONE, height: 240 })
  const box = panel.getByRole('checkbox').last()
  const value = await box.getAttribute('value')
  await box.focus()
  const content = panel.locator('> div')
  const scroll = () => content.evaluate((element) => element.scrollTop)
  await content.evaluate((element) => element.scrollTo(0, 30))
  const before = await scroll()
  expect(before).toBeGreaterThan(0)
  release.resolve()
  await expect(panel.getByRole('group', { name: 'Material' })).toBeAttached()
  await expect(panel.locator('input:focus')).toHaveValue(value ?? '')
  expect(await scroll()).toBe(before)
})
