import { describe, expect, test } from 'vitest'
import { failNetwork, openTab, rejectWith, respondWith } from '#tests/helpers/tab.ts'

const openPage = async () => ({
  ...(await import('#src/stores/session.ts')),
  ...(await import('#src/stores/sign-in.ts')),
})

const UNREACHABLE = 'The house cannot be reached just now. Please try again in a moment.'

describe('signing in', () => {
  test('stores the returned user, then fetches the whole profile (§4.login.1)', async () => {
    await using tab = await openTab('/login')
    const { uid, email, password } = await tab.app.signUpVerified('meera')
    const page = await openPage()
    const names: unknown[] = []
    page.$user.listen((user) => names.push(user?.displayName))
    tab.intercept(/auth\/login/, async (_, pass) => {
      const response = await pass()
      const body = (await response.json()) as { user: object }
      const login = { ...body, user: { ...body.user, displayName: 'From the login' } }
      return new Response(JSON.stringify(login), response)
    })
    const result = await page.signIn({ email, password })
    expect(result).toMatchObject({ ok: true, user: { uid, displayName: 'meera' } })
    expect(tab.listCalls()).toEqual(['POST /auth/login', 'GET /users/getUserProfile'])
    expect(tab.requests[0]?.body).toEqual({ email, password })
    expect(names).toEqual(['From the login', 'meera'])
  })

  test.each([
    ['the server’s message', rejectWith('Closed for the night.'), 'Closed for the night.'],
    ['else "Invalid credentials"', rejectWith(undefined, 401), 'Invalid credentials'],
    ['"Invalid credentials" without a body', respondWith(401, ''), 'Invalid credentials'],
    ['"Invalid credentials" for an empty object', respondWith(400, '{}'), 'Invalid credentials'],
    [
      '"Invalid credentials" for a message that is no text',
      respondWith(403, '{"message":7}'),
      'Invalid credentials',
    ],
    ['"Invalid credentials" for no object', respondWith(429, 'null'), 'Invalid credentials'],
    [
      'the message of a server that fails',
      rejectWith('Closed for a moment.', 503),
      'Closed for a moment.',
    ],
    ['that the server fails', rejectWith(), UNREACHABLE],
    ['that the server fails without a body', respondWith(500, ''), UNREACHABLE],
    [
      'that a call was aborted',
      () => Promise.reject(new DOMException('', 'AbortError')),
      UNREACHABLE,
    ],
    ['that a proxy answers with HTML', respondWith(403, '<h1>Forbidden</h1>'), UNREACHABLE],
    ['that an answer is not the API’s', respondWith(502, '<h1>Bad gateway</h1>'), UNREACHABLE],
    ['that there is no user in it', respondWith(200, '{"user":{}}'), UNREACHABLE],
    ['that there is no response', failNetwork, UNREACHABLE],
  ])('a failed login shows %s (§8.13)', async (_, interceptor, message) => {
    await using tab = await openTab('/login')
    const page = await openPage()
    tab.intercept(/auth\/login/, interceptor)
    const result = await page.signIn({ email: 'a@b.example', password: 'wrong words' })
    expect(result).toMatchObject({ ok: false, message })
    expect([page.$user.get(), page.$sessionLoading.get()]).toEqual([null, false])
  })

  test('the API rejects a wrong password with "Invalid credentials" (§8.13)', async () => {
    await using _tab = await openTab('/login')
    const page = await openPage()
    const result = await page.signIn({ email: 'a@b.example', password: 'wrong words' })
    expect(result).toMatchObject({ ok: false, message: 'Invalid credentials' })
    expect([page.$user.get(), page.$sessionLoading.get()]).toEqual([null, false])
  })

  test.each([
    ['the server’s message', rejectWith('This token is used.'), 'This token is used.'],
    ['else "Google login failed"', rejectWith(), 'Google login failed'],
    ['"Google login failed" without a response', failNetwork, 'Google login failed'],
  ])('a failed social sign-in shows %s', async (_, interceptor, message) => {
    await using tab = await openTab('/login')
    const page = await openPage()
    tab.intercept(/auth\/google/, interceptor)
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

  test('sends name, email and password and returns the uid', async () => {
    await using tab = await openTab('/signup')
    const page = await openPage()
    expect(await page.signUp(signup)).toMatchObject({ ok: true, uid: expect.any(String) })
    expect(tab.requests).toMatchObject([{ endpoint: 'POST /auth/signup', body: signup }])
    tab.intercept(/signup/, respondWith(201, '{"message":"Welcome."}'))
    expect(await page.signUp(signup)).toEqual({ ok: true, uid: undefined, message: 'Welcome.' })
  })

  test.each([
    ['the server’s message', rejectWith('Not today.'), 'Not today.'],
    ['else "Signup failed"', rejectWith(), 'Signup failed'],
    ['"Signup failed" without a response', failNetwork, 'Signup failed'],
  ])('a failed sign-up shows %s (§8.12)', async (_, interceptor, message) => {
    await using tab = await openTab('/signup')
    const page = await openPage()
    tab.intercept(/signup/, interceptor)
    expect(await page.signUp(signup)).toMatchObject({ ok: false, message })
  })
})
