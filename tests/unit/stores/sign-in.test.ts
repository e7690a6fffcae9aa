import { describe, expect } from 'vitest'
import { createTabTest } from '#tests/helpers/tab-test.ts'

const openPage = async () => ({
  ...(await import('#src/stores/session.ts')),
  ...(await import('#src/stores/sign-in.ts')),
})

const test = createTabTest('/login', openPage)

const UNREACHABLE = 'The house cannot be reached just now. Please try again in a moment.'

describe('signing in', () => {
  test('stores the returned user, then the whole profile (§4.login.1)', async ({ tab, page }) => {
    const { uid, email, password } = await tab.app.signUpVerified('meera')
    const names: unknown[] = []
    await page.currentUser()
    tab.requests.length = 0
    page.$user.listen((user) => names.push(user?.displayName))
    tab.intercept(/auth\/login/, async (_, pass) => {
      const response = await pass()
      const text = (await response.text()).replace('"displayName":"meera"', '"displayName":"M"')
      return new Response(text, response)
    })
    const result = await page.signIn({ email, password })
    expect(result).toMatchObject({ ok: true, user: { uid, displayName: 'meera' } })
    expect(tab.listCalls()).toEqual(['POST /auth/login', 'GET /users/getUserProfile'])
    expect(tab.requests[0]?.body).toEqual({ email, password })
    expect(names).toEqual(['M', 'meera'])
  })

  test.for([
    ['403 {"message":"Closed for the night."}', 'Closed for the night.'],
    ['503 {"message":"Closed for a moment."}', 'Closed for a moment.'],
    ['401 {"success":false}', 'Invalid credentials'],
    ['401 ', 'Invalid credentials'],
    ['403 {"message":7}', 'Invalid credentials'],
    ['500 {"success":false}', UNREACHABLE],
    ['200 {"user":{}}', UNREACHABLE],
    ['no answer', UNREACHABLE],
  ] as const)(
    'a login answered with %s shows "%s" (§8.13)',
    async ([answer, message], { tab, page }) => {
      tab.intercept(/auth\/login/, answer)
      const result = await page.signIn({ email: 'a@b.example', password: 'wrong words' })
      expect(result).toMatchObject({ ok: false, message })
      expect([page.$user.get(), page.$sessionLoading.get()]).toEqual([null, false])
    },
  )
})

test('signing up sends name, email and password and returns the uid', async ({ tab, page }) => {
  const signup = { name: 'Meera', email: 'meera@example.com', password: 'a lamp on the stepwell' }
  expect(await page.signUp(signup)).toMatchObject({ ok: true, uid: expect.any(String) })
  expect(tab.requests).toMatchObject([{ endpoint: 'POST /auth/signup', body: signup }])
  tab.intercept(/signup/, '201 {"message":"Welcome."}')
  expect(await page.signUp(signup)).toEqual({ ok: true, uid: undefined, message: 'Welcome.' })
})
