import type { Page, Request } from '@playwright/test'
import {
  createAccountData,
  createVerifiedAccount,
  fillSignUp,
  getMailedLink,
  getToken,
  signIn,
  signUpVerified,
} from '#tests/helpers/accounts.ts'
import {
  expect,
  expectAccessible,
  expectNoOverflow,
  expectTwoColumns,
  openPage,
  test,
} from '#tests/helpers/browser-test.ts'
import { main } from '#tests/helpers/locators.ts'
import { answerNext, holdRequests, recordRequests } from '#tests/helpers/requests.ts'

const password = (page: Page) => page.getByLabel('Password', { exact: true })

const email = (page: Page) => page.getByLabel('Email', { exact: true })
const createButton = (page: Page) => page.getByRole('button', { name: 'Create Account' })

const ACCOUNT_PAGES = [
  '/login',
  '/signup',
  '/verify-email',
  '/forgot-password',
  '/reset-password',
  '/join',
]

test('login and sign-up have no header and footer §1.layout.4', async ({ page }) => {
  for (const path of ACCOUNT_PAGES) {
    await openPage(page, path)
    const bare = path === '/login' || path === '/signup'
    await expect(page.getByRole('contentinfo')).toHaveCount(bare ? 0 : 1)
    await expect(page.getByRole('banner')).toHaveCount(bare ? 0 : 1)
    await expect(page.locator('.site-header, footer')).toHaveCount(bare ? 0 : 2)
    if (bare) await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  }
})

test.describe('signing up §4.sign-up.1', () => {
  test('a marketing panel stands beside the form §2.signup.1', async ({ page }) => {
    await openPage(page, '/signup')
    await expectTwoColumns(page)
    await expect(page.getByRole('complementary').locator('img')).toBeVisible()
  })

  test('every field is required §2.signup.2 §5.1', async ({ page }) => {
    const calls = recordRequests(page, (request) => request.url().includes('/auth/signup'))
    await openPage(page, '/signup')
    await expect(page.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login')
    await expect(page.getByRole('link', { name: 'terms' })).toHaveAttribute('href', '/terms')
    await createButton(page).click()
    await expect(page.getByLabel('Full name')).toBeFocused()
    for (const text of [
      'Please enter your full name.',
      'Please enter your email address.',
      'Please enter a password.',
      'Please enter the password again.',
      'Please accept the terms to open an account.',
    ])
      await expect(page.getByText(text)).toBeVisible()
    await expect(page.getByLabel('Full name')).toHaveAccessibleDescription(
      'Please enter your full name.',
    )
    await expectAccessible(page)
    await fillSignUp(page)
    await page.getByLabel('Confirm password').fill('something else')
    await createButton(page).click()
    await expect(page.getByText('Passwords do not match')).toBeVisible()
    await expect(page.getByLabel('Confirm password')).toBeFocused()
    expect(calls).toEqual([])
  })

  test('a response with a uid leads to the inbox §2.signup.3', async ({ page }) => {
    await openPage(page, '/signup?next=%2Fwishlist')
    const release = await holdRequests(page, '**/api/auth/signup')
    const account = await fillSignUp(page)
    await createButton(page).click()
    const busy = page.getByRole('button', { name: 'Creating Account...' })
    await expect(busy).toBeDisabled()
    release()
    await expect(page.getByText('Account created successfully! Redirecting...')).toBeVisible()
    await expect(page).toHaveURL('/verify-email?next=%2Fwishlist')
    await expect(main(page)).toContainText(account.email)
  })

  test('a response without a uid leads nowhere', async ({ page }) => {
    await page.clock.install()
    await page.route('**/api/auth/signup', (route) =>
      route.fulfill({ status: 201, json: { message: 'Created.' } }),
    )
    await openPage(page, '/signup')
    await fillSignUp(page)
    await createButton(page).click()
    await expect(page.getByText('Account created successfully! Redirecting...')).toBeVisible()
    await page.clock.runFor(60_000)
    await expect(page).toHaveURL('/signup')
  })

  test('a failure shows the server’s message or "Signup failed" and leaves the fields §8.12', async ({
    page,
    console,
  }) => {
    console.allow(/status of (400|500)|ERR_FAILED/)
    await openPage(page, '/signup')
    const account = await fillSignUp(page)
    const create = createButton(page)
    const responses = [
      [{ status: 400, json: { success: false, message: 'Not today.' } }, 'Not today.'],
      [{ status: 500, body: '<h1>Oh</h1>' }, 'Signup failed'],
      [{ status: 500, json: { success: false } }, 'Signup failed'],
    ] as const
    for (const [response, text] of responses) {
      await answerNext(page, 'POST /auth/signup', response)
      await create.click()
      await expect(page.getByRole('alert')).toHaveText(text)
      await expect(create).toBeFocused()
    }
    await answerNext(page, 'POST /auth/signup')
    await create.click()
    await expect(page.getByRole('alert')).toHaveText('Signup failed')
    await expect(page.getByLabel('Full name')).toHaveValue(account.name)
    await expect(password(page)).toHaveValue(account.password)
  })

  test('a common password is rejected at its field', async ({ page, console }) => {
    console.allow(/status of 400/)
    await openPage(page, '/signup')
    await fillSignUp(page, { ...createAccountData(), password: 'password123' })
    await createButton(page).click()
    await expect(password(page)).toBeFocused()
    await expect(password(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(password(page)).toHaveValue('password123')
  })

  test('a name of markup, right-to-left letters and emoji is stored as typed', async ({ page }) => {
    const name = '<img src=x onerror=alert(1)> مِيرا نايَر 🪷 मीरा 🌙'
    await openPage(page, '/signup')
    const account = await fillSignUp(page, { ...createAccountData(), name })
    await createButton(page).click()
    await expect(page).toHaveURL('/verify-email')
    await openPage(page, '/login')
    await signIn(page, account)
    await expect(page).toHaveURL('/complete-profile')
    await openPage(page, '/profile')
    await expect(page.getByRole('heading', { name })).toBeVisible()
    await expectNoOverflow(page)
  })

  test('two submits send one sign-up, and the password can be shown', async ({ page }) => {
    const sent = recordRequests(page, (request) => request.url().endsWith('/api/auth/signup'))
    await openPage(page, '/signup')
    await fillSignUp(page)
    await password(page).press('Enter')
    await page.getByLabel('Full name').press('Enter')
    await expect(page).toHaveURL('/verify-email')
    expect(sent).toHaveLength(1)
    await openPage(page, '/login')
    await password(page).fill('a lamp')
    await expect(password(page)).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(password(page)).toHaveAttribute('type', 'text')
  })
})

test.describe('verifying', () => {
  test('the link verifies once, its token leaves the address bar, and the login follows', async ({
    page,
    console,
  }) => {
    console.allow(/status of (404|409)/)
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.postData() ?? ''))
    await openPage(page, '/signup')
    const account = await fillSignUp(page)
    await createButton(page).click()
    await expect(page).toHaveURL('/verify-email')
    const link = await getMailedLink(page, account.email)
    const token = getToken(link)
    await page.goto('about:blank')
    sent.length = 0
    await openPage(page, link)
    await expect(page.getByText('Your email address is verified.')).toBeVisible()
    await expect(page).toHaveURL('/verify-email')
    const views = sent.filter((body) => body.includes('pageview'))
    expect(views.length).toBeGreaterThan(0)
    expect(views.filter((body) => body.includes(token))).toEqual([])
    await expect(page.getByRole('link', { name: 'Continue to log in' })).toHaveAttribute(
      'href',
      '/login',
    )
    await openPage(page, link)
    const used = await page.getByRole('alert').textContent()
    await openPage(page, '/verify-email#token=nothing')
    await expect(page.getByRole('alert')).toHaveText(/not valid/)
    expect(used).not.toMatch(/not valid/)
    await expect(email(page)).toBeVisible()
  })

  test('a link whose check failed can be tried again', async ({ page, console }) => {
    console.allow(/ERR_FAILED/)
    await answerNext(page, 'POST /auth/verify-email')
    await openPage(page, '/verify-email?token=nothing')
    await expect(page.getByRole('alert')).toContainText('could not be checked')
    console.allow(/status of 404/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('alert')).not.toContainText('could not be checked')
  })

  test('the link can be sent again once a minute', async ({ page }) => {
    await openPage(page, '/verify-email')
    await email(page).fill('nobody@visitor.example')
    await page.getByRole('button', { name: 'Send the link again' }).click()
    await expect(page.getByText(/You can ask again in \d+ s\./)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send the link again' })).toBeDisabled()
    await page.reload()
    await expect(page.getByText(/You can ask again in \d+ s\./)).toBeVisible()
  })
})

test.describe('signing in §2.login.1 §5.2', () => {
  test('names the missing field, shows "Invalid credentials", and leaves the fields §2.login.2', async ({
    page,
    console,
  }) => {
    console.allow(/status of (401|502)/)
    await openPage(page, '/login')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByText('Please enter your email address.')).toBeVisible()
    await expect(email(page)).toBeFocused()
    await expect(email(page)).toHaveAttribute('type', 'email')
    await signIn(page, { email: 'nobody@visitor.example', password: 'moonlight on water' })
    await expect(page.getByRole('alert')).toHaveText('Invalid credentials')
    await page.route('**/api/auth/login', (route) =>
      route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }),
    )
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByRole('alert')).toContainText('cannot be reached')
    await expect(email(page)).toHaveValue('nobody@visitor.example')
    await expect(password(page)).toHaveValue('moonlight on water')
    await expect(page.getByRole('link', { name: 'Create an account' })).toHaveAttribute(
      'href',
      '/signup',
    )
  })

  test('Continue with Google shows "Connecting...", and Cancel closes its popup', async ({
    page,
  }) => {
    await holdRequests(page, '**/api/auth/google/nonce')
    await openPage(page, '/login')
    const google = page.getByRole('button', { name: 'Continue with Google' })
    const opening = page.waitForEvent('popup')
    await google.click()
    const closed = (await opening).waitForEvent('close')
    await expect(page.getByRole('button', { name: 'Connecting...' })).toBeDisabled()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await closed
    await expect(google).toBeEnabled()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('leads to the first details, or home §2.login.3', async ({ page }) => {
    const account = await createVerifiedAccount(page)
    await openPage(page, '/login')
    const release = await holdRequests(page, '**/api/auth/login')
    await signIn(page, account)
    await expect(page.getByRole('button', { name: 'Signing In...' })).toBeDisabled()
    // Not that of the login page: with the details of below, /complete-profile would be left.
    const profile = page.waitForResponse(
      (response) =>
        response.url().endsWith('/api/users/getUserProfile') &&
        response.frame().url().endsWith('/complete-profile'),
    )
    release()
    await expect(page).toHaveURL('/complete-profile')
    await profile
    await page.request.post('/api/users/complete-profile', {
      data: {
        phone: '98290 12345',
        gender: 'Female',
        dob: '1990-04-12',
        addresses: [
          { address: '7, Jalebi Chowk', city: 'Jaipur', state: 'Rajasthan', pincode: '302002' },
        ],
      },
    })
    // No page may fetch the user while the cookies are cleared.
    await page.goto('about:blank')
    await page.context().clearCookies()
    await openPage(page, '/login')
    await signIn(page, account)
    await expect(page).toHaveURL('/')
  })

  test('leads back to `next`, and never to another site (T9)', async ({ page }) => {
    const account = await signUpVerified(page)
    for (const [next, to] of [
      ['/wishlist', '/wishlist'],
      ['//evil.example', '/complete-profile'],
      ['https://evil.example', '/complete-profile'],
      ['/\\evil.example', '/complete-profile'],
      ['javascript:alert(1)', '/complete-profile'],
    ] as const) {
      await openPage(page, '/terms')
      await page.context().clearCookies()
      await openPage(page, `/login?next=${encodeURIComponent(next)}`)
      await signIn(page, account)
      await expect(page).toHaveURL(to)
    }
  })

  test('a signed-in user is redirected to `next`', async ({ page }) => {
    await signUpVerified(page)
    await page.goto('/login?next=%2Fwishlist')
    await expect(page).toHaveURL('/wishlist')
  })
})

test('the mailed link sets a new password', async ({ page, console }) => {
  const account = await createVerifiedAccount(page)
  await openPage(page, '/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page).toHaveURL('/forgot-password')
  const responses: string[] = []
  for (const address of ['nobody@visitor.example', account.email]) {
    await openPage(page, '/forgot-password')
    await email(page).fill(address)
    await page.getByRole('button', { name: 'Send the link' }).click()
    responses.push((await main(page).getByRole('status').textContent()) ?? '')
  }
  expect(responses[0]).toBe(responses[1])
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  const link = await getMailedLink(page, account.email, /password/i)
  await openPage(page, link)
  await expect(page).toHaveURL('/reset-password')
  expect(requests.filter((request) => request.url().includes(getToken(link)))).toEqual([])
  // Links mailed before have the token in the query.
  await openPage(page, link.replace('#', '?'))
  await expect(page).toHaveURL('/reset-password')
  const headers = await Promise.all(requests.map((request) => request.allHeaders()))
  // What a style sheet fetches has its address, which has no token.
  const isStyleSheet = (url: string) => /^http:\/\/[^/]+\/_astro\/[^/?#]+\.css$/.test(url)
  const referers = headers.flatMap(({ referer = '' }) => (referer ? [referer] : []))
  expect(referers.filter((url) => !isStyleSheet(url))).toEqual([])
  expect(headers.length).toBeGreaterThan(10)
  await page.getByLabel('New password', { exact: true }).fill('short')
  await page.getByLabel('Confirm new password').fill('short')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expect(page.getByText('Please use at least 8 characters.')).toBeVisible()
  await page.reload()
  for (const label of ['New password', 'Confirm new password'])
    await page.getByLabel(label, { exact: true }).fill('  nine lamps of amer ')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await main(page).getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/login')
  console.allow(/status of 401/)
  await openPage(page, '/login')
  await signIn(page, account)
  await expect(page.getByRole('alert')).toHaveText('Invalid credentials')
  await signIn(page, { ...account, password: '  nine lamps of amer ' })
  await expect(page).toHaveURL('/complete-profile')
})

test.describe('the API fails (F3)', () => {
  for (const [kind, response] of [
    ['500', { status: 500, json: { success: false, message: 'Something went wrong.' } }],
    ['HTML', { status: 200, contentType: 'text/html', body: '<h1>Hello</h1>' }],
  ] as const)
    test(`with ${kind}, the account pages render and show the error`, async ({ page, console }) => {
      console.allow(/status of 500/)
      await page.route('**/api/**', (route) => route.fulfill(response))
      for (const path of ACCOUNT_PAGES) {
        await openPage(page, path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      }
      await openPage(page, '/login')
      await signIn(page, { email: 'nobody@visitor.example', password: 'moonlight on water' })
      await expect(page.getByRole('alert')).toBeVisible()
      await openPage(page, '/profile')
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    })
})
