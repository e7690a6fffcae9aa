import { describe, expect, test } from 'vitest'
import { openTab, respondWith, type Tab } from '#tests/helpers/tab.ts'

const openPage = async () => ({
  ...(await import('#src/stores/session.ts')),
  ...(await import('#src/stores/sign-in.ts')),
})

/** Creates an account without signing this tab in. */
async function member(tab: Tab) {
  const { uid, email, password } = await tab.app.signUpVerified('meera')
  return { uid, email, password }
}

const refusing = (message?: string) => respondWith(500, JSON.stringify({ success: false, message }))
const NO_LINE = () => Promise.reject(new TypeError('Failed to fetch'))

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
    ['also without a response', NO_LINE, 'Invalid credentials'],
    [
      'also from the API',
      (_: Request, pass: () => Promise<Response>) => pass(),
      'Invalid credentials',
    ],
  ])('a login that fails: %s (§8.13)', async (_, line, message) => {
    await using tab = await openTab('/login')
    const page = await openPage()
    tab.intercept(/auth\/login/, line)
    const result = await page.signIn({ email: 'a@b.example', password: 'wrong words' })
    expect(result).toMatchObject({ ok: false, message })
    expect([page.$user.get(), page.$sessionLoading.get()]).toEqual([null, false])
  })

  test.each([
    ['the server’s message', refusing('This token is used.'), 'This token is used.'],
    ['else "Google login failed"', refusing(), 'Google login failed'],
    ['also without a response', NO_LINE, 'Google login failed'],
  ])('a social sign-in that fails: %s', async (_, line, message) => {
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

describe('signing up', () => {
  const signup = { name: 'Meera', email: 'meera@example.com', password: 'a lamp on the stepwell' }

  test('sends name, email and password and gives the uid it is told', async () => {
    await using tab = await openTab('/signup')
    const page = await openPage()
    expect(await page.signUp(signup)).toMatchObject({ ok: true, uid: expect.any(String) })
    expect(tab.requests).toMatchObject([{ endpoint: 'POST /auth/signup', body: signup }])
    tab.intercept(/signup/, respondWith(201, '{"message":"Welcome."}'))
    expect(await page.signUp(signup)).toEqual({ ok: true, uid: undefined, message: 'Welcome.' })
  })
})
