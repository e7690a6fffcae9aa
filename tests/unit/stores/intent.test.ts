import { expect, vi } from 'vitest'
import { createShopProduct, type Tab } from '#tests/helpers/tab.ts'
import { createTabTest } from '#tests/helpers/tab-test.ts'

const RUBY = { slug: 'ruby', stock: 5, variant: { Colour: 'Ruby' } }
const ruby = createShopProduct('ruby', RUBY)
const productId = ruby.id

const PAGE = '/product/ruby?from=shop#details'

const importPage = async () => ({
  ...(await import('#src/stores/cart.ts')),
  ...(await import('#src/stores/wishlist.ts')),
  ...(await import('#src/stores/intent.ts')),
  ...(await import('#src/stores/session.ts')),
  ...(await import('#src/stores/toasts.ts')),
})
type Page = Awaited<ReturnType<typeof importPage>>

/** Opens the page again and replays the stored intent. @returns the changes that are sent. */
async function reopenPage(tab: Tab, path = PAGE) {
  tab.navigate(path)
  tab.requests.length = 0
  const { replayIntent } = await import('#src/islands/page-frame/replay-intent.ts')
  await replayIntent()
  return tab.requests.filter(({ endpoint }) => endpoint.startsWith('POST'))
}

const pressLogIn = ({ takeToasts }: Page) => takeToasts()[0]?.action?.onPress()

const test = createTabTest(PAGE, importPage, RUBY)

test.for([
  ['adding', (page: Page) => page.addToCart(ruby, { quantity: 2 }), { productId, quantity: 2 }, 0],
  ['buying', (page: Page) => page.buyNow(ruby), { productId, quantity: 1 }, '/checkout'],
  ['liking', (page: Page) => page.toggleWishlist(ruby), { productId }, 0],
] as const)(
  '%s is replayed once after login, at the same page and scroll position',
  async ([_, act, body, next], { tab, page }) => {
    await act(page)
    vi.stubGlobal('scrollY', 640)
    expect(page.$waitingToasts.get()[0]?.action?.label).toBe('Log in')
    pressLogIn(page)
    expect(tab.visited).toEqual([`/login?next=${encodeURIComponent(PAGE)}`])
    tab.navigate('/login')
    expect((await importPage()).intentPath()).toBe(PAGE)
    await tab.signIn()
    vi.stubGlobal('scrollY', 0)
    expect(await reopenPage(tab)).toMatchObject([{ body }])
    expect(scrollTo).toHaveBeenCalledWith({ top: 640, behavior: 'instant' })
    expect(tab.visited.at(-1)).toBe(next || tab.visited[0])
    expect(await reopenPage(tab)).toEqual([])
  },
)

test('an intent is not replayed unless "Log in" was pressed', async ({ tab, page }) => {
  await page.addToCart(ruby)
  await tab.signIn()
  expect(await reopenPage(tab)).toEqual([])
})

test('an intent is replayed on its own page alone, once the visitor has logged in', async ({
  tab,
  page,
}) => {
  await page.addToCart(ruby)
  pressLogIn(page)
  expect(await reopenPage(tab)).toEqual([])
  await tab.signIn()
  expect(await reopenPage(tab, '/product/other')).toEqual([])
  expect(await reopenPage(tab)).toHaveLength(1)
})

test.for([
  [{}, true],
  [{ intent: undefined }, true],
  [{ path: 'https://evil.example' }, false],
  [{ path: 7 }, false],
  [{ scrollY: '1' }, false],
  [{ at: 'now' }, false],
  [{ intent: null }, false],
  [{ intent: { kind: 'steal', product: ruby } }, false],
  [{ intent: { kind: 'add', product: { ...ruby, id: 7 } } }, false],
  [{ intent: { kind: 'add', product: { ...ruby, images: {} } } }, false],
  [{ intent: { kind: 'add', product: ruby, quantity: 10, variant: {} } }, true],
  [{ intent: { kind: 'add', product: ruby, quantity: 11 } }, false],
  [{ intent: { kind: 'add', product: ruby, quantity: 1.5 } }, false],
  [{ intent: { kind: 'add', product: ruby, quantity: '1' } }, false],
  [{ intent: { kind: 'add', product: ruby, variant: 'Ruby' } }, false],
] as const)('a stored intent with %j can be read: %s', ([change, isStored], { page }) => {
  const intent = { kind: 'add', product: ruby }
  const stored = { intent, path: '/product/ruby', scrollY: 0, at: Date.now(), ...change }
  expect(page.isStoredIntent(stored)).toBe(isStored)
})

test.for([
  ['waits for the checkout that it leads to', '200 {"success":true}', []],
  ['is shown where it leads nowhere', '409 {"message":"Sold out."}', ['Welcome']],
] as const)(
  'a toast from before a replayed Buy Now %s',
  async ([_, answer, shown], { tab, page }) => {
    await page.buyNow(ruby)
    pressLogIn(page)
    await tab.signIn()
    page.toastOnNextPage('success', 'Welcome')
    tab.intercept(/POST .*cart/, answer)
    await reopenPage(tab)
    const { takeToasts, showStoredToast } = await importPage()
    const listTexts = () => takeToasts().map(({ text }) => text)
    expect(listTexts().filter((text) => text === 'Welcome')).toEqual(shown)
    showStoredToast()
    expect([...shown, ...listTexts()]).toEqual(['Welcome'])
  },
)

test('an intent is deleted after an hour and at logout', async ({ tab, page }) => {
  page.keepIntent({ kind: 'wishlist', product: ruby })
  expect(page.intentPath()).toBe(PAGE)
  vi.useFakeTimers({ now: Date.now() + 61 * 60_000, toFake: ['Date'] })
  expect(page.intentPath()).toBeNull()
  vi.useRealTimers()
  await tab.signIn()
  await page.signOut()
  expect(page.intentPath()).toBeNull()
})

test('an intent never redirects to another site', ({ page }) => {
  page.keepIntent({ kind: 'wishlist', product: ruby })
  const stored = JSON.parse(localStorage.getItem('kairavi-intent') ?? '{}')
  localStorage.setItem('kairavi-intent', JSON.stringify({ ...stored, path: '//evil.example/' }))
  expect(page.intentPath()).toBeNull()
})

test('the tab of a mailed link has the intent, or the page, of the tab that signed up', async ({
  tab,
  page,
}) => {
  const { nextPath } = await import('#src/stores/navigation.ts')
  page.keepIntent({ kind: 'wishlist', product: ruby })
  const openTabOfMail = () => vi.stubGlobal('sessionStorage', { getItem: () => null })
  openTabOfMail()
  tab.navigate('/verify-email')
  expect(nextPath()).toBe(PAGE)

  tab.navigate('/signup?next=%2Fcheckout')
  const signup = await import('#src/stores/navigation.ts')
  signup.redirectToVerifyEmail()
  tab.navigate('/verify-email')
  expect(signup.nextPath()).toBe('/checkout')
  tab.navigate('/checkout')
  expect((await importPage()).findIntent()).toBeUndefined()
})
