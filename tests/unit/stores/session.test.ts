import { describe, expect, test, vi } from 'vitest'
import { addProducts } from '#tests/helpers/products.ts'
import {
  failNetwork,
  importToasts,
  openTab,
  rejectWith,
  respondWith,
  type Tab,
  WAIT,
} from '#tests/helpers/tab.ts'

async function openPage() {
  const session = await import('#src/stores/session.ts')
  const navigation = await import('#src/stores/navigation.ts')
  return { ...session, ...navigation, ...(await importToasts()) }
}

/** A page whose user is signed in. */
async function openPageOfUser(tab: Tab) {
  const uid = await tab.signIn()
  const page = await openPage()
  await page.startSession()
  return { ...page, uid }
}

describe('the user', () => {
  test('is null for a visitor, without an error (§6.1)', async () => {
    await using tab = await openTab()
    const page = await openPage()
    await page.startSession()
    expect(page.$user.get()).toBeNull()
    expect(page.$signedIn.get()).toBe(false)
    expect(page.$sessionError.get()).toBeNull()
    expect(tab.listCalls()).toEqual(['GET /users/getUserProfile'])
  })

  test('is the server’s after a refresh (§6.1)', async () => {
    await using tab = await openTab()
    const page = await openPage()
    await page.startSession()
    const uid = await tab.signIn()
    await page.refreshUser()
    expect(page.$user.get()).toMatchObject({ uid, displayName: 'Asha Rao', role: 'customer' })
    expect(page.$signedIn.get()).toBe(true)
  })

  test('is fetched once a page, with the cookie', async () => {
    await using tab = await openTab()
    const page = await openPageOfUser(tab)
    await Promise.all([page.startSession(), page.currentUser()])
    expect(page.$user.get()?.uid).toBe(page.uid)
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
  ])('is null after the response %i %s', async (status, body) => {
    await using tab = await openTab()
    await tab.signIn()
    tab.intercept(/getUserProfile/, respondWith(status, body))
    const page = await openPage()
    await page.startSession()
    expect(page.$user.get()).toBeNull()
    expect(page.$sessionReady.get()).toBe(true)
    expect(page.$sessionLoading.get()).toBe(false)
  })

  test.each([
    ['the server’s message', rejectWith('Back at noon.'), 'Back at noon.'],
    ['the message of a 403', rejectWith('Closed.', 403), 'Closed.'],
    ['else "Failed to fetch user details"', rejectWith(), 'Failed to fetch user details'],
    ['the same without a response', failNetwork, 'Failed to fetch user details'],
  ])('a failed fetch has %s as error (§8.15)', async (_, interceptor, text) => {
    await using tab = await openTab()
    await tab.signIn()
    const page = await openPage()
    tab.intercept(/getUserProfile/, interceptor)
    await page.startSession()
    expect([page.$sessionError.get(), page.$sessionLoading.get()]).toEqual([text, false])
    tab.goOffline()
    await page.refreshUser()
    expect(page.$sessionError.get()).toBe('Failed to fetch user details')
    tab.restoreNetwork()
    await page.currentUser()
    expect(page.$sessionError.get()).toBeNull()
  })

  test('is fetched once more for actions after a failure, whatever their number', async () => {
    await using tab = await openTab()
    await tab.signIn()
    const page = await openPage()
    tab.goOffline()
    await page.startSession()
    expect(tab.listCalls()).toHaveLength(2)
    tab.restoreNetwork()
    const users = await Promise.all([page.currentUser(), page.currentUser()])
    expect(users.map((user) => user?.displayName)).toEqual(['Asha Rao', 'Asha Rao'])
    expect(tab.listCalls()).toHaveLength(3)
  })

  test('stays after a failed refresh', async () => {
    await using tab = await openTab()
    const page = await openPageOfUser(tab)
    tab.goOffline()
    await page.refreshUser()
    expect(page.$user.get()?.uid).toBe(page.uid)
  })

  test('merges fields into a signed-in user only (§6.1)', async () => {
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

  test('clearing it resets loading and error (§6.1)', async () => {
    await using tab = await openTab()
    const page = await openPageOfUser(tab)
    page.$sessionError.set('Logout failed')
    page.$sessionLoading.set(true)
    page.clearUser()
    expect(page.$user.get()).toBeNull()
    expect(page.$sessionError.get()).toBeNull()
    expect(page.$sessionLoading.get()).toBe(false)
    expect(page.$signedIn.get()).toBe(false)
  })

  test('an older response never replaces a newer one', async () => {
    await using tab = await openTab()
    const page = await openPageOfUser(tab)
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
  test('has no personal data', async () => {
    await using tab = await openTab()
    const { $user } = await openPageOfUser(tab)
    const stored = JSON.stringify(Object.fromEntries(listStoredEntries()))
    const { uid, email, displayName } = $user.get() ?? {}
    for (const secret of [uid, email, displayName])
      expect(stored.replaceAll(/own:[\w-]+/g, '')).not.toContain(secret)
  })

  test('loses private responses when the user is cleared', async () => {
    await using tab = await openTab('/cart')
    await addProducts(tab.app, { slug: 'ruby' })
    await tab.signIn()
    const page = await openPage()
    const { openCart } = await import('#src/stores/cart.ts')
    await openCart()
    expect(listStoredEntries().map(([key]) => key)).toContain('kairavi-cache')
    page.clearUser()
    expect(listStoredEntries()).toEqual([])
  })

  test.each([
    '{"bad',
    '7',
    '[]',
    '[["own:x:cart",null]]',
    '{"itemCount":-1}',
    '{"itemCount":"3"}',
    'null',
  ])('may contain %s', async (invalid) => {
    await using tab = await openTab('/cart')
    localStorage.setItem('kairavi-session-hint', invalid)
    for (const key of ['kairavi-cache', 'kairavi-intent', 'kairavi-toast'])
      sessionStorage.setItem(key, invalid)
    await tab.signIn()
    const page = await openPage()
    const { openCart } = await import('#src/stores/cart.ts')
    const { $cart } = await import('#src/stores/cart-lines.ts')
    const { findIntent, intentPath } = await import('#src/stores/intent.ts')
    const { showStoredToast } = await import('#src/stores/toasts.ts')
    await openCart()
    showStoredToast()
    expect($cart.get()).toMatchObject({ known: true, error: null })
    expect([intentPath(), findIntent(), page.listToasts()]).toEqual([null, undefined, []])
  })

  test('may throw on every access', async () => {
    await using tab = await openTab('/cart')
    const throwSecurityError = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    for (const area of ['sessionStorage', 'localStorage'])
      vi.stubGlobal(area, {
        getItem: throwSecurityError,
        setItem: throwSecurityError,
        removeItem: throwSecurityError,
      })
    await tab.signIn()
    const page = await openPage()
    const { openCart } = await import('#src/stores/cart.ts')
    const { $cart } = await import('#src/stores/cart-lines.ts')
    await openCart()
    expect($cart.get().known).toBe(true)
    expect(page.$user.get()).not.toBeNull()
  })
})

const listStoredEntries = (): [string, string][] =>
  Array.from({ length: sessionStorage.length }, (_, at) => {
    const key = sessionStorage.key(at) ?? ''
    return [key, sessionStorage.getItem(key) ?? '']
  })

describe('logging out', () => {
  test('sets loading, clears the error, then the user, and opens /login (§4.logout.1 §4.logout.2)', async () => {
    await using tab = await openTab('/profile')
    const page = await openPageOfUser(tab)
    page.$sessionError.set('Logout failed')
    const leaving = page.signOut()
    expect([page.$sessionLoading.get(), page.$sessionError.get()]).toEqual([true, null])
    expect(page.$signedOut.get()).toBe(false)
    await leaving
    expect([page.$user.get(), page.$signedOut.get(), tab.visited]).toEqual([null, true, ['/login']])
    expect(page.$sessionLoading.get(), 'loading is off at the end §4.logout.4').toBe(false)
    await page.refreshUser()
    expect(page.$user.get(), 'the server ended the session').toBeNull()
  })

  test.each([
    ['the server’s message', rejectWith('Not now.', 503), 'Not now.'],
    ['else "Logout failed"', rejectWith(), 'Logout failed'],
    ['"Logout failed" without a response', failNetwork, 'Logout failed'],
  ])(
    'that fails shows %s and keeps user and page (§4.logout.3 §8.22)',
    async (_, interceptor, text) => {
      await using tab = await openTab('/profile')
      const page = await openPageOfUser(tab)
      tab.intercept(/logout/, interceptor)
      await page.signOut()
      expect(page.$user.get()?.uid).toBe(page.uid)
      expect(page.$sessionError.get()).toBe(text)
      expect(page.listToasts()).toEqual([`error: ${text}`])
      expect([page.$signedOut.get(), tab.visited]).toEqual([false, []])
      expect(page.$sessionLoading.get(), 'loading is off at the end §4.logout.4').toBe(false)
      await vi.waitFor(() => expect(page.$signedIn.get()).toBe(true))
    },
  )
})

const pageRestored = () => Object.assign(new Event('pageshow'), { persisted: true })

describe('the session over tabs and pages', () => {
  test('ends when another tab signs out', async () => {
    await using tab = await openTab()
    const page = await openPageOfUser(tab)
    tab.clearCookies()
    new BroadcastChannel('kairavi').postMessage('session')
    await vi.waitFor(() => expect(page.$user.get()).toBeNull(), WAIT)
  })

  test.each([
    ['a restored page', (tab: Tab) => tab.dispatch(pageRestored())],
    ['another tab', () => new BroadcastChannel('kairavi').postMessage('session')],
  ])('that ended elsewhere is not shown while it is fetched: %s', async (_, notify) => {
    await using tab = await openTab()
    const page = await openPageOfUser(tab)
    localStorage.removeItem('kairavi-session-hint')
    const release = tab.holdResponses(/getUserProfile/)
    notify(tab)
    await vi.waitFor(() => expect(page.$user.get()).toBeNull(), WAIT)
    release()
    await vi.waitFor(() => expect(page.$user.get()?.uid).toBe(page.uid), WAIT)
  })

  test('is fetched again when the page is restored', async () => {
    await using tab = await openTab()
    const page = await openPageOfUser(tab)
    tab.clearCookies()
    tab.dispatch(pageRestored())
    await vi.waitFor(() => expect(page.$user.get()).toBeNull(), WAIT)
  })
})
