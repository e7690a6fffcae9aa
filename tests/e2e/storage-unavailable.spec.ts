import type { Page } from '@playwright/test'
import {
  expect,
  openPage,
  signUpVerified,
  test,
  waitForIsland,
} from '#tests/helpers/browser-test.ts'
import { getProduct } from '#tests/helpers/catalogue.ts'

// tests/e2e/session.spec.ts has storage that throws on every access, and one that holds nonsense.

const ROUTES = [
  '/',
  '/shop?category=bags',
  '/cart',
  '/checkout',
  '/wishlist',
  '/profile?tab=settings',
]
const OTHERS = ['/profile/edit', '/complete-profile', '/verify-email', '/partner', '/faqs', '/404']

const full = () => {
  Storage.prototype.setItem = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
}

/** Every key is there, and each holds what it must not. */
const wrongKinds = () => {
  const values = ['[]', '{"pieces":"many"}', '[["own:x",{"created":1,"expires":null}]]', '7', '"x"']
  const keys = 'cache intent last toast handover theme link-sent new-account preview-dismissed'
  for (const [at, key] of keys.split(' ').entries())
    for (const storage of [localStorage, sessionStorage])
      storage.setItem(`kairavi-${key}`, values[at % values.length] ?? '')
}

const nothingModern = () => {
  for (const name of ['BroadcastChannel', 'caches', 'CacheStorage'])
    Reflect.deleteProperty(window, name)
  Reflect.deleteProperty(Navigator.prototype, 'serviceWorker')
  Reflect.deleteProperty(Crypto.prototype, 'randomUUID')
}

/** The mode holds for the page at least, and a piece can be put in the cart. */
async function expectShop(page: Page, slug: string): Promise<void> {
  await openPage(page, `/product/${slug}`)
  const mode = page.getByRole('banner').getByRole('button', { name: 'Dark mode' })
  const before = await mode.getAttribute('aria-pressed')
  await mode.click()
  await expect(mode).not.toHaveAttribute('aria-pressed', before ?? '')
  await (await waitForIsland(page.getByRole('button', { name: 'Add to Cart' }).first())).click()
  await expect(page.getByText('Added to cart', { exact: true })).toBeVisible()
}

for (const [how, spoil] of Object.entries({ full, 'of wrong kinds': wrongKinds, nothingModern }))
  test(`F16 every page works when storage is ${how}`, async ({ page }) => {
    test.slow()
    await page.addInitScript(spoil)
    await signUpVerified(page)
    const { slug } = await getProduct(page)
    for (const path of [...ROUTES, ...OTHERS]) {
      await openPage(page, path)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
    }
    await expectShop(page, slug)
  })

test('F16 without room the shopper still comes back from the login', async ({ page }) => {
  const { email, password } = await signUpVerified(page)
  await page.context().clearCookies()
  await page.addInitScript(full)
  const { slug } = await getProduct(page)
  await openPage(page, `/product/${slug}`)
  await (await waitForIsland(page.getByRole('button', { name: 'Buy Now' }).first())).click()
  await page.getByRole('listitem').getByRole('button', { name: 'Log in' }).click()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(`/product/${slug}`)
})

test('F17 without cookies the shop can be read, and the login says what it needs', async ({
  page,
}) => {
  test.slow()
  const { email, password } = await signUpVerified(page)
  await page.context().clearCookies()
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setDocumentCookieDisabled', { disabled: true })
  await page.route('**/api/auth/login', async (route) => {
    const response = await route.fetch()
    await page.context().clearCookies()
    const { 'set-cookie': _, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
  const { slug } = await getProduct(page)
  for (const path of ['/', '/shop', '/cart', '/wishlist', '/profile']) await openPage(page, path)
  await openPage(page, `/product/${slug}`)
  await (await waitForIsland(page.getByRole('button', { name: 'Add to Cart' }).first())).click()
  await page.getByRole('listitem').getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Signing in needs cookies.')).toBeVisible()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('alert')).toContainText('did not keep the sign-in')
  await expect(page).toHaveURL(/\/login\?next=/)
})
