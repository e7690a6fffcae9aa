import { createVerifiedAccount, signIn, signUpVerified } from '#tools/accounts.ts'
import { clickInIsland, expect, openPage, test } from '#tools/browser-test.ts'
import { getProduct } from '#tools/catalog.ts'
import {
  addToCartButton,
  buyNowButton,
  followToast,
  modeButton,
  openSearch,
  toast,
} from '#tools/locators.ts'

/** Pages that store something of their own. */
const ROUTES = [
  ...['/', '/shop?category=bags', '/contact', '/cart', '/wishlist', '/profile/edit'],
  '/verify-email',
]

const throwing = () => {
  const fail = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  for (const storage of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, storage, { get: fail })
}

/** What Firefox has where its setting is off. */
const none = () => {
  for (const storage of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, storage, { configurable: true, get: () => null })
}

/** Filled in fact: some code writes entries as properties, without a call. */
const full = () => {
  const write = (storage: Storage, name: string, size: number): boolean => {
    try {
      storage.setItem(name, 'x'.repeat(size))
      return true
    } catch {
      return false
    }
  }
  // What an earlier page has filled is still full, unless a page has made room.
  if (location.protocol !== 'about:')
    for (const storage of [localStorage, sessionStorage])
      if (write(storage, 'a longer name', 1)) {
        storage.removeItem('a longer name')
        for (let size = 2 ** 23; size >= 1; size /= 2) write(storage, `filled ${size}`, size)
      }
  Storage.prototype.setItem = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
}

/** A key that the page has not written reads as an invalid value, another one on each page. */
const invalid = () => {
  const values = [
    ...['{"bad', '[]', '{"quantity":"many"}', '[["own:x",{"created":1,"expires":null}]]'],
    ...['7', '"x"'],
  ]
  const visit = Number(window.name) + 1
  window.name = String(visit)
  const { getItem, setItem } = Storage.prototype
  const written = new Set<string>()
  Storage.prototype.setItem = function (key, value) {
    written.add(key)
    setItem.call(this, key, value)
  }
  Storage.prototype.getItem = function (key) {
    if (written.has(key)) return getItem.call(this, key)
    return values[(key.length + visit) % values.length] ?? null
  }
}
/** A browser without these APIs. */
const withoutApis = () => {
  for (const name of ['BroadcastChannel', 'caches', 'CacheStorage'])
    Reflect.deleteProperty(window, name)
  Reflect.deleteProperty(Navigator.prototype, 'serviceWorker')
  Reflect.deleteProperty(Crypto.prototype, 'randomUUID')
}

for (const [state, ...scripts] of [
  ['storage that throws', throwing],
  ['no storage', none],
  ['invalid JSON and wrong types in storage', invalid],
  ['full storage, without messaging APIs', full, withoutApis],
] as const)
  test(`every page works with ${state} (F16)`, async ({ page }) => {
    for (const script of scripts) await page.addInitScript(script)
    const account = await signUpVerified(page)
    const { slug } = await getProduct(page)
    for (const path of ROUTES) await openPage(page, path)
    await openPage(page, `/product/${slug}`)
    await modeButton(page).click()
    await expect(modeButton(page)).toHaveAttribute('aria-pressed', 'true')
    await clickInIsland(addToCartButton(page))
    await expect(toast(page, 'Added to cart')).toBeVisible()
    await (await openSearch(page)).fill('watch')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/[?&]search=watch/)
    // The login still leads back.
    await page.goto('about:blank')
    await page.context().clearCookies()
    await openPage(page, `/product/${slug}`)
    await clickInIsland(buyNowButton(page))
    await followToast(page, 'Please log in')
    await signIn(page, account)
    await expect(page).toHaveURL(`/product/${slug}`)
  })

test('without cookies the pages open, and the login shows that it needs them (F17)', async ({
  page,
}) => {
  const account = await createVerifiedAccount(page)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setDocumentCookieDisabled', { disabled: true })
  await page.route('**/api/auth/login', async (route) => {
    const response = await route.fetch()
    await page.context().clearCookies()
    const { 'set-cookie': _, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
  const { slug } = await getProduct(page)
  for (const path of ['/', '/cart', '/profile']) await openPage(page, path)
  await openPage(page, `/product/${slug}`)
  await clickInIsland(addToCartButton(page))
  await followToast(page, 'Please log in')
  await expect(page.getByText('Signing in needs cookies.')).toBeVisible()
  await signIn(page, account)
  await expect(page.getByRole('alert')).toContainText(
    'did not keep the sign-in. Please allow cookies',
  )
  await expect(page).toHaveURL(/\/login\?next=/)
})
