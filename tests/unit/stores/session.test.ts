import { describe, expect, test, vi } from 'vitest'
import { addProducts } from '#tests/helpers/products.ts'
import { openTab, respondWith, type Tab } from '#tests/helpers/tab.ts'

const opened = { timeout: 4_000, interval: 10 }

async function openPage() {
  const session = await import('#src/stores/session.ts')
  const signOut = await import('#src/stores/sign-out.ts')
  const toasts = await import('#src/stores/toasts.ts')
  const said = () => toasts.$waitingToasts.get().map(({ kind, text }) => `${kind}: ${text}`)
  return { ...session, ...signOut, said }
}

/** A page whose user is signed in. */
async function openPageOfUser(tab: Tab) {
  const uid = await tab.signIn()
  const page = await openPage()
  await page.startSession()
  return { ...page, uid }
}

describe('a visitor or a signed-in user (§6.1)', () => {
  test('a visitor has no user and no error', async () => {
    await using tab = await openTab()
    const page = await openPage()
    await page.startSession()
    expect(page.$user.get()).toBeNull()
    expect(page.$signedIn.get()).toBe(false)
    expect(page.$sessionError.get()).toBeNull()
    expect(tab.listCalls()).toEqual(['GET /users/getUserProfile'])
  })

  test('the cookie brings the user, fetched once per page', async () => {
    await using tab = await openTab()
    const page = await openPageOfUser(tab)
    await Promise.all([page.startSession(), page.currentUser()])
    const asha = { uid: page.uid, displayName: 'Asha Rao', role: 'customer' }
    expect(page.$user.get()).toMatchObject(asha)
    expect(page.$signedIn.get()).toBe(true)
    expect(tab.requests).toMatchObject([
      { endpoint: 'GET /users/getUserProfile', credentials: 'include' },
    ])
  })

  test.each([
    [401, '{"success":false,"message":"Please log in."}'],
    [500, '{"success":false,"message":"Something went wrong."}'],
    [200, '<!doctype html>'],
    [200, ''],
    [200, '[]'],
    [200, '{}'],
    [200, '{"user":{}}'],
    [200, '{"user":{"uid":7,"displayName":"Somebody"}}'],
    [200, '{"user":"asha"}'],
    [200, '{"success":false,"message":"No."}'],
  ])('no user comes of an answer %i %s', async (status, body) => {
    await using tab = await openTab()
    await tab.signIn()
    tab.intercept(/getUserProfile/, respondWith(status, body))
    const page = await openPage()
    await page.startSession()
    expect(page.$user.get()).toBeNull()
    expect(page.$sessionReady.get()).toBe(true)
    expect(page.$sessionLoading.get()).toBe(false)
  })

  test('the server’s words, else "Failed to fetch user details" (§8.15)', async () => {
    await using tab = await openTab()
    tab.intercept(/getUserProfile/, respondWith(403, '{"success":false,"message":"Closed."}'))
    const page = await openPage()
    await page.startSession()
    expect(page.$sessionError.get()).toBe('Closed.')
    expect(page.$sessionLoading.get()).toBe(false)
    tab.intercept(/getUserProfile/, respondWith(500, '{"success":false}'))
    await page.refreshUser()
    expect(page.$sessionError.get()).toBe('Failed to fetch user details')
    tab.goOffline()
    await page.refreshUser()
    expect(page.$sessionError.get()).toBe('Failed to fetch user details')
    tab.restoreNetwork()
    await page.currentUser()
    expect(page.$sessionError.get()).toBeNull()
  })

  test('a failure to ask does not sign anybody out', async () => {
    await using tab = await openTab()
    const page = await openPageOfUser(tab)
    tab.goOffline()
    await page.refreshUser()
    expect(page.$user.get()?.uid).toBe(page.uid)
  })

  test('fields are merged into the user, and only into one', async () => {
    await using tab = await openTab()
    const page = await openPageOfUser(tab)
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

  test('clearing the user resets loading and error', async () => {
    await using tab = await openTab()
    const page = await openPageOfUser(tab)
    page.$sessionError.set('Logout failed')
    page.$sessionLoading.set(true)
    page.clearUser()
    expect(page.$sessionError.get()).toBeNull()
    expect(page.$sessionLoading.get()).toBe(false)
    expect(page.$signedIn.get()).toBe(false)
  })

  test('every call sends credentials, and scripts cannot read the session cookie (§6.3)', async () => {
    await using tab = await openTab('/cart')
    await tab.signIn()
    const [id = ''] = await addProducts(tab.app, { slug: 'bag', category: 'bags' })
    const bag = { id, slug: 'bag', title: 'The bag', price: 1, images: [], category: 'bags' }
    const { addToCart } = await import('#src/stores/add-to-cart.ts')
    const { openCart } = await import('#src/stores/cart.ts')
    const { toggleWishlist } = await import('#src/stores/wishlist.ts')
    await addToCart({ ...bag, stock: 50, variant: {} })
    await openCart()
    await toggleWishlist({ ...bag, stock: 50, variant: {} })
    expect(new Set(tab.requests.map(({ credentials }) => credentials))).toEqual(
      new Set(['include']),
    )
    expect(new Set(tab.listCalls())).toEqual(
      new Set(['GET /users/getUserProfile', 'POST /cart', 'GET /cart', 'POST /wishlist/']),
    )
    const meera = await tab.app.signUpVerified('meera')
    const { email, password } = meera
    const login = await meera.post('/auth/login', { email, password })
    expect(login.headers.getSetCookie().join()).toMatch(/; HttpOnly/i)
  })

  test('an older answer never replaces a newer one', async () => {
    await using tab = await openTab()
    const page = await openPageOfUser(tab)
    let let_through = () => {}
    tab.intercept(/getUserProfile/, async (_, pass) => {
      const old = await pass()
      await new Promise<void>((resolve) => {
        let_through = resolve
      })
      return old
    })
    const first = page.refreshUser()
    await vi.waitFor(() => expect(tab.listCalls()).toHaveLength(2), opened)
    tab.restoreNetwork()
    const newer = await tab.signIn()
    await page.refreshUser()
    let_through()
    await first
    expect(page.$user.get()?.uid).toBe(newer)
  })
})

describe('what this tab keeps', () => {
  test('tells nothing of who it is', async () => {
    await using tab = await openTab()
    const { $user } = await openPageOfUser(tab)
    const kept = JSON.stringify(Object.fromEntries(keptEntries()))
    const { uid, email, displayName } = $user.get() ?? {}
    for (const secret of [uid, email, displayName])
      expect(kept.replaceAll(/own:[\w-]+/g, '')).not.toContain(secret)
  })

  test('the private answers go with the user', async () => {
    await using tab = await openTab('/cart')
    await addProducts(tab.app, { slug: 'ruby' })
    await tab.signIn()
    const page = await openPage()
    const { openCart } = await import('#src/stores/cart.ts')
    await openCart()
    expect(keptEntries().map(([key]) => key)).toContain('kairavi-cache')
    page.clearUser()
    expect(keptEntries()).toEqual([])
  })

  test.each([
    '{"bad',
    '7',
    '[]',
    '[["own:x:cart",null]]',
    '{"itemCount":-1}',
    '{"itemCount":"3"}',
    'null',
  ])('may be %s without harm', async (broken) => {
    await using tab = await openTab('/cart')
    for (const key of ['kairavi-cache', 'kairavi-session-hint', 'kairavi-intent', 'kairavi-toast'])
      sessionStorage.setItem(key, broken)
    await tab.signIn()
    const page = await openPage()
    const { openCart } = await import('#src/stores/cart.ts')
    const { $cart } = await import('#src/stores/cart-lines.ts')
    const { findIntent, intentPath } = await import('#src/stores/intent.ts')
    const { showStoredToast } = await import('#src/stores/toasts.ts')
    await openCart()
    showStoredToast()
    expect($cart.get()).toMatchObject({ known: true, error: null })
    expect([intentPath(), findIntent(), page.said()]).toEqual([null, undefined, []])
  })

  test('may be refused altogether', async () => {
    await using tab = await openTab('/cart')
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
    await tab.signIn()
    const page = await openPage()
    const { openCart } = await import('#src/stores/cart.ts')
    const { $cart } = await import('#src/stores/cart-lines.ts')
    await openCart()
    expect($cart.get().known).toBe(true)
    expect(page.$user.get()).not.toBeNull()
  })
})

const keptEntries = (): [string, string][] =>
  Array.from({ length: sessionStorage.length }, (_, at) => {
    const key = sessionStorage.key(at) ?? ''
    return [key, sessionStorage.getItem(key) ?? '']
  })

describe('logging out', () => {
  test('clears the user, sets the flag and goes to /login (§4.logout.2)', async () => {
    await using tab = await openTab('/shop')
    const page = await openPageOfUser(tab)
    await page.signOut()
    expect(page.$user.get()).toBeNull()
    expect(page.$signedOut.get()).toBe(true)
    expect(tab.visited).toEqual(['/login'])
    await page.refreshUser()
    expect(page.$user.get()).toBeNull()
  })

  test('loading is on and the error cleared while pending, then loading is off (§4.logout.1 §4.logout.4)', async () => {
    await using tab = await openTab()
    const page = await openPageOfUser(tab)
    page.$sessionError.set('Logout failed')
    const leaving = page.signOut()
    expect(page.$sessionLoading.get()).toBe(true)
    expect(page.$sessionError.get()).toBeNull()
    expect(page.$signedOut.get()).toBe(false)
    await leaving
    expect(page.$sessionLoading.get()).toBe(false)
  })

  test.each([
    ['the server’s words', respondWith(503, '{"success":false,"message":"Not now."}'), 'Not now.'],
    ['its own words', respondWith(500, '{"success":false}'), 'Logout failed'],
    ['no network', () => Promise.reject(new TypeError('Failed to fetch')), 'Logout failed'],
  ])(
    'fails with %s: the user stays, where they are (§4.logout.3 §8.22)',
    async (_, line, words) => {
      await using tab = await openTab('/shop')
      const page = await openPageOfUser(tab)
      tab.intercept(/logout/, line)
      await page.signOut()
      expect(page.$user.get()?.uid).toBe(page.uid)
      expect(page.$signedIn.get()).toBe(true)
      expect(page.$sessionError.get()).toBe(words)
      expect(page.said()).toEqual([`error: ${words}`])
      expect(page.$signedOut.get()).toBe(false)
      expect(page.$sessionLoading.get()).toBe(false)
      expect(tab.visited).toEqual([])
    },
  )
})

describe('tabs agree on who is signed in', () => {
  test('another tab signed out', async () => {
    await using tab = await openTab()
    const page = await openPageOfUser(tab)
    tab.clearCookies()
    new BroadcastChannel('kairavi').postMessage('session')
    await vi.waitFor(() => expect(page.$user.get()).toBeNull(), opened)
  })

  test('a page gone back to asks again', async () => {
    await using tab = await openTab()
    const page = await openPageOfUser(tab)
    tab.clearCookies()
    tab.dispatch(Object.assign(new Event('pageshow'), { persisted: true }))
    await vi.waitFor(() => expect(page.$user.get()).toBeNull(), opened)
  })
})
