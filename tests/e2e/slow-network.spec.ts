import { paths } from '#src/rules/paths.ts'
import { holdRequests, recordChanges } from '#tests/helpers/requests.ts'
import { IDLE_SAFE, signUpVerified } from '#tools/accounts.ts'
import { countShifts, expect, openPage, test, waitForHydration } from '#tools/browser-test.ts'
import { getProduct } from '#tools/catalog.ts'
import { addToCartButton, addToWishlistButton, main, modeButton } from '#tools/locators.ts'
import { startProxy } from '#tools/proxy.ts'
import { PRODUCT_PATH } from '#tools/routes.ts'
import { PHONE } from '#tools/viewports.ts'

test.beforeEach(({ console }) => console.allow(/preload/))

// tests/e2e/layout.spec.ts has the shift of the home page.
test('on Slow 3G, a page shows text within 5 s and does not shift (F19)', async ({ page }) => {
  const session = await page.context().newCDPSession(page)
  // 400 ms round trip, 400 kbit/s.
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  })
  const getShift = await countShifts(page)
  // A busy machine delays a paint: the fastest of some loads shows what the page needs.
  for (const path of [paths.shop, PRODUCT_PATH, paths.login, paths.signup])
    await expect(async () => {
      await session.send('Network.clearBrowserCache')
      await page.goto(path, { waitUntil: 'load' })
      await waitForHydration(page)
      expect(await getShift()).toBeLessThan(0.1)
      const paint = 'performance.getEntriesByName("first-contentful-paint")[0].startTime'
      expect(await page.evaluate(paint)).toBeLessThan(5_000)
    }, path).toPass({ timeout: 150_000 })
})

test('presses before the scripts have loaded take effect once they have, a chip is a link, and a form is disabled until then (F19)', async ({
  page,
}) => {
  const { slug, title } = await getProduct(page)
  const release = await holdRequests(page, '**/_astro/*.js')
  await page.goto('/shop', { waitUntil: 'commit' })
  await main(page).getByRole('link', { name: 'Bags', exact: true }).click()
  await expect(page).toHaveURL('/shop/bags')
  const login = await page.context().newPage()
  const releaseLogin = await holdRequests(login, '**/_astro/*.js')
  await login.goto('/login', { waitUntil: 'commit' })
  const submit = login.getByRole('button', { name: 'Sign In' })
  await expect(submit).toBeDisabled()
  // Text that is typed before stays.
  await login.getByLabel('Email', { exact: true }).fill('asha@example.com')
  releaseLogin()
  await expect(submit).toBeEnabled()
  await expect(login.getByLabel('Email', { exact: true })).toHaveValue('asha@example.com')
  await login.close()

  await page.goto(`/product/${slug}`, { waitUntil: 'commit' })
  await modeButton(page).click()
  await addToWishlistButton(page, title).click()
  const add = addToCartButton(page)
  await add.dblclick()
  await expect(add, 'the press is shown as pending').toHaveAttribute('aria-busy', 'true')
  await expect(add).toHaveCSS('opacity', '0.7')
  await expect(add).toHaveCSS('background-image', /linear-gradient/)
  release()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByText('Please log in to add items to your wishlist')).toHaveCount(1)
  await expect(page.getByText('Please log in to add items to your cart.')).toHaveCount(1)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
})

test('an early press of the heart of a kept piece keeps it (F19)', async ({ page }) => {
  await signUpVerified(page)
  const { id, title } = await getProduct(page)
  await page.request.post('/api/wishlist/', { ...IDLE_SAFE, data: { productId: id } })
  const changes = recordChanges(page)
  const release = await holdRequests(page, '**/_astro/*.js')
  await page.goto('/shop', { waitUntil: 'commit' })
  const heart = addToWishlistButton(page, title)
  await heart.click()
  await expect(heart).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(page.getByRole('button', { name: `Remove from wishlist: ${title}` })).toBeVisible()
  await waitForHydration(page)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  expect(changes.filter((change) => change.startsWith('DELETE'))).toEqual([])
})

test('the side menu opens and closes before the scripts have loaded, and is React’s after them (F19)', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  const release = await holdRequests(page, '**/_astro/*.js')
  await page.goto('/about', { waitUntil: 'commit' })
  const open = page.getByRole('button', { name: 'Menu', exact: true })
  const menu = page.getByRole('dialog', { name: 'Menu' })
  const close = menu.getByRole('button', { name: 'Close menu' })
  await open.click()
  await expect(menu).toBeVisible()
  await close.click()
  await expect(menu).toBeHidden()
  await expect(open).toBeFocused()
  await open.click()
  await expect(menu).toBeVisible()
  release()
  await waitForHydration(page)
  // The page behind the open dialog is inert.
  await expect(page.locator('[aria-controls=side-menu]')).toHaveAttribute('aria-expanded', 'true')
  await close.click()
  await expect(menu).toBeHidden()
  await expect(open).toBeFocused()
  await expect(open).toHaveAttribute('aria-expanded', 'false')
})

test('filters open before the scripts have loaded, and the values that are pressed then are applied after them (F19)', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  const release = await holdRequests(page, '**/_astro/*.js')
  await page.goto('/shop', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Filters' })
  await panel.getByText('Under ₹25,000').click()
  await panel.getByRole('button', { name: 'Close filters' }).click()
  await expect(panel).toBeHidden()
  await main(page).locator('summary').filter({ hasText: 'Price' }).click()
  const menu = main(page).getByRole('group').filter({ hasText: 'Price' })
  await menu.getByText('Over ₹2,50,000').click()
  release()
  await expect(page).toHaveURL(/\/shop\?price=.*&price=/)
  const tags = page.getByRole('list', { name: 'Active filters' }).getByRole('button')
  await expect(tags).toHaveText(['Over ₹2,50,000', 'Under ₹25,000'])
  // The menu that is open is React's: its values are counted.
  for (const name of [/^Under ₹25,000 \d+ piece/, /^Over ₹2,50,000 \d+ piece/])
    await expect(menu.getByRole('checkbox', { name })).toBeChecked()
  await menu.getByText('Under ₹25,000').click()
  await expect(tags).toHaveText(['Over ₹2,50,000'])
})

test('a panel of filters that is open before the scripts have loaded is React’s after them (F19)', async ({
  page,
}) => {
  const release = await holdRequests(page, '**/_astro/*.js')
  await page.goto('/shop/watches', { waitUntil: 'commit' })
  const open = page.getByRole('button', { name: /^Filter/ })
  await open.click()
  const panel = page.getByRole('dialog', { name: 'Filters' })
  release()
  await panel.getByRole('group', { name: 'Movement' }).getByText('Quartz').click()
  await expect(page).toHaveURL('/shop/watches?movement=Quartz')
  await panel.getByRole('button', { name: /^Show \d+ piece/ }).click()
  await expect(panel).toBeHidden()
  await expect(open).toBeFocused()
})

test('the forms of login and sign-up do not move while they arrive (F19)', async ({
  page,
  baseURL,
}) => {
  await using proxy = await startProxy(baseURL ?? '')
  const getShift = await countShifts(page)
  for (const [path, part] of [
    [paths.login, 'Forgot your password?'],
    [paths.signup, 'Confirm password'],
  ] as const) {
    const release = proxy.splitResponse(part)
    await page.goto(`${proxy.url}${path}`, { waitUntil: 'commit' })
    await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    )
    release()
    await waitForHydration(page)
    expect(await getShift(), path).toBeLessThan(0.01)
  }
})

test('a page that arrives in two parts hydrates completely (F19)', async ({ page, baseURL }) => {
  await using proxy = await startProxy(baseURL ?? '')
  // All scripts are in the browser's cache: only the page itself is slow.
  await openPage(page, `${proxy.url}/about`)
  const release = proxy.splitResponse('<main')
  await page.goto(`${proxy.url}/about`, { waitUntil: 'commit' })
  // A press starts the scripts before the rest of the page is there.
  await modeButton(page).click()
  release()
  await expect(page.getByText('Preview backend running in this workspace.')).toBeVisible()
  const modes = page.getByRole('button', { name: 'Dark mode', includeHidden: true })
  for (const mode of await modes.all()) await expect(mode).toHaveAttribute('aria-pressed', 'true')
})
