import { describe, expect, vi } from 'vitest'
import type { User } from '#src/contract/account.ts'
import { importToasts, showList, type Tab, WAIT } from '#tests/helpers/tab.ts'
import { createTabTest } from '#tests/helpers/tab-test.ts'
import { addProducts } from '#tools/products.ts'

async function openPage() {
  const session = await import('#src/stores/session.ts')
  const navigation = await import('#src/stores/navigation.ts')
  return { ...session, ...navigation, ...(await importToasts()) }
}

/** A page whose user is signed in. */
async function openPageOfUser(tab: Tab) {
  const uid = await tab.signIn()
  const page = await openPage()
  await page.currentUser()
  return { ...page, uid }
}

const test = createTabTest('/', openPage).extend<{
  userPage: Awaited<ReturnType<typeof openPageOfUser>>
}>({ userPage: async ({ tab }, use) => use(await openPageOfUser(tab)) })

describe('the user', () => {
  test('is null for a visitor, without an error (§6.1)', async ({ tab, page }) => {
    await page.currentUser()
    expect([page.$user.get(), page.$sessionError.get()]).toEqual([null, null])
    expect(page.$signedIn.get()).toBe(false)
    expect(tab.listCalls()).toEqual(['GET /users/getUserProfile'])
  })

  test('is fetched once a page, with the cookie', async ({ tab, userPage: page }) => {
    await Promise.all([page.currentUser(), page.currentUser()])
    expect(page.$user.get()?.uid).toBe(page.uid)
    expect(page.$signedIn.get()).toBe(true)
    expect(tab.requests).toMatchObject([
      { endpoint: 'GET /users/getUserProfile', credentials: 'include' },
    ])
  })

  test.for(['{}', '{"user":{}}', '{"user":{"uid":7,"displayName":"Somebody"}}', '{"user":"asha"}'])(
    'is null after the response %s',
    async (body, { tab, page }) => {
      await tab.signIn()
      tab.intercept(/getUserProfile/, `200 ${body}`)
      await page.currentUser()
      expect(page.$user.get()).toBeNull()
      expect(page.$sessionReady.get()).toBe(true)
      expect(page.$sessionLoading.get()).toBe(false)
    },
  )

  test('is fetched once more for all actions after a failure', async ({ tab, page }) => {
    await tab.signIn()
    tab.intercept(/./, 'no answer')
    await page.currentUser()
    expect(tab.listCalls()).toHaveLength(2)
    tab.restoreNetwork()
    const users = await Promise.all([page.currentUser(), page.currentUser()])
    expect(users.map((user) => user?.displayName)).toEqual(['Asha Rao', 'Asha Rao'])
    expect(tab.listCalls()).toHaveLength(3)
  })

  test('is as the last page knew until the first answer', async ({ tab, userPage }) => {
    userPage.updateLocalUser({ cart: ['ruby', 'pearl'] })
    tab.clearCookies()
    tab.navigate('/shop')
    const release = tab.holdResponses(/getUserProfile/)
    const page = await openPage()
    const started = page.currentUser()
    expect(page.$sessionHint.get()).toEqual({ itemCount: 2, isStaff: false })
    expect([page.$signedIn.get(), page.$sessionReady.get()]).toEqual([true, false])
    release()
    await started
    expect(page.$signedIn.get()).toBe(false)
    tab.navigate('/shop')
    const next = await openPage()
    await next.currentUser()
    expect(next.$sessionHint.get()).toBeUndefined()
  })

  test('is no user once a call says that the session has ended, also in other tabs', async ({
    tab,
    userPage: page,
  }) => {
    const told: unknown[] = []
    new BroadcastChannel('kairavi').onmessage = ({ data }) => told.push(data)
    tab.clearCookies()
    const { call } = await import('#src/api-client/call.ts')
    for (let times = 0; times < 2; times++) await call('GET /cart')
    expect(page.$user.get()).toBeNull()
    await vi.waitFor(() => expect(told).toEqual(['session']), WAIT)
  })

  test('is fetched when a page shows it, and not by its import', async ({ tab, page }) => {
    await tab.signIn()
    await import('#src/stores/wishlist.ts')
    expect([page.$signedIn.get(), tab.listCalls()]).toEqual([false, []])
    for (let shown = 0; shown < 2; shown++) page.$user.listen(() => undefined)
    await vi.waitFor(() => expect(page.$user.get()?.displayName).toBe('Asha Rao'), WAIT)
    expect(tab.listCalls()).toEqual(['GET /users/getUserProfile'])
  })

  test('is not fetched where islands are rendered without a browser', async ({ tab, page }) => {
    vi.stubGlobal('addEventListener', undefined)
    page.$user.listen(() => undefined)
    await Promise.resolve()
    expect([page.$sessionLoading.get(), tab.listCalls()]).toEqual([false, []])
  })

  test('is not fetched before a prerendered page is shown', async ({ tab, page }) => {
    const prerendered = Object.assign(new EventTarget(), { prerendering: true })
    vi.stubGlobal('document', prerendered)
    const started = page.currentUser()
    await Promise.resolve()
    expect(tab.listCalls()).toEqual([])
    prerendered.dispatchEvent(new Event('prerenderingchange'))
    await started
    expect(tab.listCalls()).toEqual(['GET /users/getUserProfile'])
  })

  test('keeps the lists that are known where an answer has none (§5)', async ({
    tab,
    userPage: page,
  }) => {
    page.updateLocalUser({ cart: ['ruby'], wishlist: ['pearl'] })
    tab.intercept(/getUserProfile/, `200 {"user":{"uid":"${page.uid}","cart":null}}`)
    await page.refreshUser()
    expect(page.$user.get()).toMatchObject({ cart: ['ruby'], wishlist: ['pearl'] })
    page.clearUser()
    page.setUser({ uid: 'other' } as User)
    expect(page.$user.get()).toMatchObject({ cart: [], wishlist: [] })
  })

  test('merges fields into a signed-in user only (§6.1)', async ({ userPage: page }) => {
    page.updateLocalUser({ phone: '98290 12345' })
    expect(page.$user.get()).toMatchObject({
      uid: page.uid,
      displayName: 'Asha Rao',
      phone: '98290 12345',
    })
    page.clearUser()
    page.updateLocalUser({ phone: '1' })
    expect(page.$user.get()).toBeNull()
  })

  test('an older response never replaces a newer one', async ({ tab, userPage: page }) => {
    const release = tab.holdResponses(/getUserProfile/)
    const first = page.refreshUser()
    await vi.waitFor(() => expect(tab.listCalls()).toHaveLength(2), WAIT)
    tab.restoreNetwork()
    const newer = await tab.signIn()
    await page.refreshUser()
    release()
    await first
    expect(page.$user.get()?.uid).toBe(newer)
  })
})

describe('the tab’s storage', () => {
  test('has no personal data', async ({ tab, userPage: { $user } }) => {
    const { email, displayName } = $user.get() ?? {}
    for (const secret of [email, displayName])
      expect(JSON.stringify(tab.stored)).not.toContain(secret)
  })

  test('loses private responses when the user is cleared', async ({ tab, page }) => {
    await addProducts(tab.app, { slug: 'ruby' })
    await tab.signIn()
    const { $wishlist, $wishlistPhase } = await import('#src/stores/wishlist.ts')
    await showList($wishlist, $wishlistPhase)
    expect(tab.stored).toHaveProperty('kairavi-cache')
    page.clearUser()
    expect(tab.stored).toEqual({})
  })

  const throwSecurityError = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  const store = (text: string) => {
    for (const key of ['kairavi-session-hint', 'kairavi-intent']) localStorage.setItem(key, text)
    for (const key of ['kairavi-cache', 'kairavi-toast']) sessionStorage.setItem(key, text)
  }
  const block = () => {
    const methods = ['getItem', 'setItem', 'removeItem']
    const area = Object.fromEntries(methods.map((name) => [name, throwSecurityError]))
    for (const name of ['sessionStorage', 'localStorage']) vi.stubGlobal(name, area)
  }

  test.for([
    ...[
      ...['{"bad', '[["own:x:cart",null]]', 'null', '{"isStaff":true}', '{"itemCount":1}'],
      ...['{"isStaff":true,"itemCount":-1}', '{"isStaff":true,"itemCount":1.5}'],
    ].map((text) => [`contain ${text}`, () => store(text)] as const),
    ['throw on every access', block] as const,
  ])('may %s', async ([_, prepare], { tab }) => {
    prepare()
    await tab.signIn()
    const page = await openPage()
    const { $cartPhase } = await import('#src/stores/cart.ts')
    const { $cart } = await import('#src/stores/cart-lines.ts')
    const { findIntent, intentPath } = await import('#src/stores/intent.ts')
    const { showStoredToast } = await import('#src/stores/toasts.ts')
    await showList($cart, $cartPhase)
    showStoredToast()
    expect(page.$sessionHint.get()).toBeUndefined()
    expect(page.$user.get()).not.toBeNull()
    expect($cart.get()).toMatchObject({ known: true, error: null })
    expect([intentPath(), findIntent(), page.listToasts()]).toEqual([null, undefined, []])
  })
})

test('a logout that fails keeps user and page, with the error; otherwise it clears error and user, and opens /login (§4.logout.1 §4.logout.2 §4.logout.3 §4.logout.4)', async ({
  tab,
  userPage: page,
}) => {
  const read = () => ({
    uid: page.$user.get()?.uid,
    error: page.$sessionError.get(),
    loading: page.$sessionLoading.get(),
    signedOut: page.$signedOut.get(),
    visited: tab.visited,
  })
  const before = { uid: page.uid, error: null, loading: false, signedOut: false, visited: [] }
  tab.intercept(/logout/, 'no answer')
  await page.signOut()
  expect(read()).toEqual({ ...before, error: 'Logout failed' })
  tab.restoreNetwork()
  const leaving = page.signOut()
  expect(read()).toEqual({ ...before, loading: true })
  await leaving
  const after = { error: null, loading: false, signedOut: true, visited: ['/login'] }
  expect(read()).toEqual({ uid: undefined, ...after })
  await page.refreshUser()
  expect(page.$user.get(), 'the server ended the session').toBeNull()
})

const pageRestored = () => Object.assign(new Event('pageshow'), { persisted: true })

test.for([
  ['a restored page', (tab: Tab) => tab.dispatch(pageRestored())],
  ['another tab', () => new BroadcastChannel('kairavi').postMessage('session')],
] as const)(
  'a session that ended elsewhere is not shown while it is fetched: %s',
  async ([_, notify], { tab, userPage: page }) => {
    localStorage.removeItem('kairavi-session-hint')
    const release = tab.holdResponses(/getUserProfile/)
    notify(tab)
    await vi.waitFor(() => expect(page.$user.get()).toBeNull(), WAIT)
    release()
    await vi.waitFor(() => expect(page.$user.get()?.uid).toBe(page.uid), WAIT)
  },
)
