import { describe, expect, test, vi } from 'vitest'
import { addProducts } from '#tests/helpers/products.ts'
import { openTab, respondWith, type Tab } from '#tests/helpers/tab.ts'

async function openPage() {
  const stores = {
    ...(await import('#src/stores/session.ts')),
    ...(await import('#src/stores/sign-in.ts')),
    ...(await import('#src/stores/sign-out.ts')),
    ...(await import('#src/stores/cart.ts')),
  }
  const { takeToasts } = await import('#src/stores/toasts.ts')
  const said = () => takeToasts().map(({ kind, text }) => `${kind}: ${text}`)
  return { ...stores, said }
}

/** Somebody with an account of the real API, not signed in here. */
async function member(tab: Tab) {
  const { uid, email, password } = await tab.app.signUpVerified('meera')
  return { uid, email, password }
}

const refusing = (message?: string) => respondWith(500, JSON.stringify({ success: false, message }))
const NO_LINE = () => Promise.reject(new TypeError('Failed to fetch'))

describe('who is here (§6.1)', () => {
  test('a visitor has no user object; the user is the server’s', async () => {
    await using tab = await openTab()
    const page = await openPage()
    await page.startSession()
    expect([page.$user.get(), page.$signedIn.get(), page.$sessionError.get()]).toEqual([
      null,
      false,
      null,
    ])
    const uid = await tab.signIn()
    await page.refreshUser()
    expect(page.$user.get()).toMatchObject({ uid, displayName: 'Asha Rao', role: 'customer' })
    expect(page.$signedIn.get()).toBe(true)
  })

  test('fields are merged into the local user; clearing resets loading and error too', async () => {
    await using tab = await openTab()
    await tab.signIn()
    const page = await openPage()
    await page.startSession()
    page.updateLocalUser({ city: 'Jaipur' })
    expect(page.$user.get()).toMatchObject({ displayName: 'Asha Rao', city: 'Jaipur' })
    page.$sessionLoading.set(true)
    page.$sessionError.set('Something')
    page.clearUser()
    expect([page.$user.get(), page.$sessionLoading.get(), page.$sessionError.get()]).toEqual([
      null,
      false,
      null,
    ])
  })
})

describe('at app start (§4.cart-count.2)', () => {
  test('the user is fetched, the count is that of the user’s cart; without a user it is reset', async () => {
    await using tab = await openTab()
    const uid = await tab.signIn()
    const [id = ''] = await addProducts(tab.app, { slug: 'ring', category: 'jewelry' })
    const { addToCart } = await import('#src/stores/add-to-cart.ts')
    const ring = { id, slug: 'ring', title: 'Ring', price: 1, images: [], category: 'jewelry' }
    await addToCart({ ...ring, stock: 50, variant: {} }, { quantity: 4 })

    tab.navigate('/')
    tab.requests.length = 0
    const page = await openPage()
    await import('#src/stores/cart.ts')
    await page.startSession()
    expect(tab.listCalls()).toEqual(['GET /users/getUserProfile'])
    expect(page.$user.get()).toMatchObject({ uid, cart: [id, id, id, id] })
    expect(page.$cartCount.get()).toBe(4)

    tab.clearCookies()
    await page.refreshUser()
    expect([page.$user.get(), page.$cartCount.get()]).toEqual([null, 0])
  })

  test.each([
    ['the server’s message', refusing('Back at noon.'), 'Back at noon.'],
    ['else "Failed to fetch user details"', refusing(), 'Failed to fetch user details'],
    ['and so without an answer', NO_LINE, 'Failed to fetch user details'],
  ])('a profile that cannot be fetched: %s (§8.15)', async (_, line, text) => {
    await using tab = await openTab()
    await tab.signIn()
    const page = await openPage()
    tab.intercept(/getUserProfile/, line)
    await page.startSession()
    expect([page.$sessionError.get(), page.$sessionLoading.get()]).toEqual([text, false])
  })
})

describe('signing in (§4.login.1)', () => {
  test('holds the returned user, then fetches the whole profile and holds that', async () => {
    await using tab = await openTab('/login')
    const { uid, email, password } = await member(tab)
    const page = await openPage()
    const held: unknown[] = []
    page.$user.listen((user) => held.push(user?.displayName))
    tab.intercept(/auth\/login/, async (_, pass) => {
      const answer = await pass()
      const body = (await answer.json()) as { user: object }
      const login = { ...body, user: { ...body.user, displayName: 'From the login' } }
      return new Response(JSON.stringify(login), answer)
    })
    const result = await page.signIn({ email, password })
    expect(result).toMatchObject({ ok: true, user: { uid, displayName: 'meera' } })
    expect(tab.listCalls()).toEqual(['POST /auth/login', 'GET /users/getUserProfile'])
    expect(tab.requests[0]?.body).toEqual({ email, password })
    expect(held).toEqual(['From the login', 'meera'])
  })

  test.each([
    ['the server’s message', refusing('Closed for the night.'), 'Closed for the night.'],
    ['else "Invalid credentials"', refusing(), 'Invalid credentials'],
    ['and so without an answer', NO_LINE, 'Invalid credentials'],
  ])('a login that fails: %s (§8.13)', async (_, line, message) => {
    await using tab = await openTab('/login')
    const page = await openPage()
    tab.intercept(/auth\/login/, line)
    const result = await page.signIn({ email: 'a@b.example', password: 'wrong words' })
    expect(result).toMatchObject({ ok: false, message })
    expect([page.$user.get(), page.$sessionLoading.get()]).toEqual([null, false])
  })

  test('the real server says "Invalid credentials" too (§8.13)', async () => {
    await using _tab = await openTab('/login')
    const page = await openPage()
    const result = await page.signIn({ email: 'a@b.example', password: 'wrong words' })
    expect(result).toMatchObject({ ok: false, message: 'Invalid credentials' })
  })

  test.each([
    ['the server’s message', refusing('This token is used.'), 'This token is used.'],
    ['else "Google login failed"', refusing(), 'Google login failed'],
    ['and so without an answer', NO_LINE, 'Google login failed'],
  ])('a social sign-in that fails: %s (§8.14)', async (_, line, message) => {
    await using tab = await openTab('/login')
    const page = await openPage()
    tab.intercept(/auth\/google/, line)
    const result = await page.signInWithGoogle({ idToken: 'a.b.c' })
    expect(result).toMatchObject({ ok: false, message })
    expect(tab.requests[0]).toMatchObject({
      endpoint: 'POST /auth/google',
      body: { idToken: 'a.b.c' },
    })
  })
})

describe('signing up (§8.12)', () => {
  const signup = { name: 'Meera', email: 'meera@example.com', password: 'a lamp on the stepwell' }

  test('sends name, email and password and gives the uid it is told (§2.signup.3)', async () => {
    await using tab = await openTab('/signup')
    const page = await openPage()
    expect(await page.signUp(signup)).toMatchObject({ ok: true, uid: expect.any(String) })
    expect(tab.requests).toMatchObject([{ endpoint: 'POST /auth/signup', body: signup }])
    tab.intercept(/signup/, respondWith(201, '{"message":"Welcome."}'))
    expect(await page.signUp(signup)).toEqual({ ok: true, uid: undefined, message: 'Welcome.' })
  })

  test.each([
    ['the server’s message', refusing('Not today.'), 'Not today.'],
    ['else "Signup failed"', refusing(), 'Signup failed'],
    ['and so without an answer', NO_LINE, 'Signup failed'],
  ])('fails with %s', async (_, line, message) => {
    await using tab = await openTab('/signup')
    const page = await openPage()
    tab.intercept(/signup/, line)
    expect(await page.signUp(signup)).toMatchObject({ ok: false, message })
  })
})

describe('logging out', () => {
  test('loading is on and the error cleared; §4.logout.2 the user is cleared, the flag set, /login opened (§2.other.1) (§4.logout.1)', async () => {
    await using tab = await openTab('/profile')
    await tab.signIn()
    const page = await openPage()
    await page.startSession()
    page.$sessionError.set('An old error')
    const leaving = page.signOut()
    expect([page.$sessionLoading.get(), page.$sessionError.get()]).toEqual([true, null])
    expect(page.$signedOut.get()).toBe(false)
    await leaving
    expect([page.$user.get(), page.$signedOut.get(), tab.visited]).toEqual([null, true, ['/login']])
    expect(page.$sessionLoading.get(), '§4.logout.4 loading is off at the end').toBe(false)
    await page.refreshUser()
    expect(page.$user.get(), 'the server forgot the session').toBeNull()
  })

  test.each([
    ['the server’s message', refusing('Try later.'), 'Try later.'],
    ['else "Logout failed"', refusing(), 'Logout failed'],
    ['and so for a network error', NO_LINE, 'Logout failed'],
  ])('failing (§8.22): %s; the user stays, and stays here (§4.logout.3)', async (_, line, text) => {
    await using tab = await openTab('/profile')
    const uid = await tab.signIn()
    const page = await openPage()
    await page.startSession()
    tab.intercept(/logout/, line)
    await page.signOut()
    expect([page.$sessionError.get(), page.said()]).toEqual([text, [`error: ${text}`]])
    expect([page.$user.get()?.uid, page.$signedOut.get(), tab.visited]).toEqual([uid, false, []])
    expect(page.$sessionLoading.get(), '§4.logout.4 loading is off at the end').toBe(false)
    await vi.waitFor(() => expect(page.$signedIn.get()).toBe(true))
  })
})
