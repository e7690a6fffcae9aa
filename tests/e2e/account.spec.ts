import type { Page } from '@playwright/test'
import {
  createAccountData,
  expect,
  expectAccessible,
  expectNoOverflow,
  getMailedLink,
  openPage,
  signUpVerified,
  test,
} from '#tests/helpers/browser-test.ts'

const password = (page: Page) => page.getByLabel('Password', { exact: true })

async function fillSignup(page: Page, given = createAccountData()) {
  await page.getByLabel('Full name').fill(given.name)
  await page.getByLabel('Email', { exact: true }).fill(given.email)
  await password(page).fill(given.password)
  await page.getByLabel('Confirm password').fill(given.password)
  await page.getByLabel(/accept the/).check()
  return given
}

async function signIn(page: Page, given: { email: string; password: string }) {
  await page.getByLabel('Email', { exact: true }).fill(given.email)
  await password(page).fill(given.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

const ACCOUNT_PAGES = ['/login', '/signup', '/verify-email', '/forgot-password', '/reset-password']

test.describe('§1.layout.4 the pages of the door', () => {
  for (const path of ACCOUNT_PAGES)
    test(`${path} is whole and accessible @all-projects`, async ({ page }) => {
      await openPage(page, path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const bare = path === '/login' || path === '/signup'
      await expect(page.getByRole('contentinfo')).toHaveCount(bare ? 0 : 1)
      await expect(page.getByRole('banner')).toHaveCount(bare ? 0 : 1)
      await expectNoOverflow(page)
      await expectAccessible(page)
    })
})

test.describe('§2.signup.1 §4.sign-up.1 signing up', () => {
  test('§2.signup.2 §5.1 every field is asked for, at its place, and the focus is on the first', async ({
    page,
  }) => {
    const calls: string[] = []
    page.on('request', (request) => calls.push(request.url()))
    await openPage(page, '/signup')
    await expect(page.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login')
    await expect(page.getByRole('link', { name: 'terms' })).toHaveAttribute('href', '/terms')
    await page.getByRole('button', { name: 'Create Account' }).click()
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
    await fillSignup(page)
    await page.getByLabel('Confirm password').fill('something else')
    await page.getByRole('button', { name: 'Create Account' }).click()
    await expect(page.getByText('Passwords do not match')).toBeVisible()
    await expect(page.getByLabel('Confirm password')).toBeFocused()
    expect(calls.filter((url) => url.includes('/auth/signup'))).toEqual([])
  })

  test('§2.signup.3 tells what happens, and goes to the inbox once there is a uid', async ({
    page,
  }) => {
    await openPage(page, '/signup?next=%2Fwishlist')
    let release = () => {}
    const held = new Promise<void>((resume) => {
      release = resume
    })
    await page.route('**/api/auth/signup', async (route) => {
      await held
      await route.continue()
    })
    const account = await fillSignup(page)
    await page.getByRole('button', { name: 'Create Account' }).click()
    const busy = page.getByRole('button', { name: 'Creating Account...' })
    await expect(busy).toBeDisabled()
    release()
    await expect(page.getByText('Account created successfully! Redirecting...')).toBeVisible()
    await expect(page).toHaveURL('/verify-email?next=%2Fwishlist')
    await expect(page.getByRole('main')).toContainText(account.email)
  })

  test('without a uid nobody is sent anywhere', async ({ page }) => {
    await page.route('**/api/auth/signup', (route) =>
      route.fulfill({ status: 201, json: { message: 'Created.' } }),
    )
    await openPage(page, '/signup')
    await fillSignup(page)
    await page.getByRole('button', { name: 'Create Account' }).click()
    await expect(page.getByText('Account created successfully! Redirecting...')).toBeVisible()
    await page.waitForTimeout(2_000)
    await expect(page).toHaveURL('/signup')
  })

  test('§8.12 fails in the words of the server, else "Signup failed", and loses nothing typed', async ({
    page,
    console,
  }) => {
    console.allow(/status of (400|500)/)
    console.allow(/ERR_FAILED/)
    await openPage(page, '/signup')
    const account = await fillSignup(page)
    const create = page.getByRole('button', { name: 'Create Account' })
    const endings = [
      [{ status: 400, json: { success: false, message: 'Not today.' } }, 'Not today.'],
      [{ status: 500, body: '<h1>Oh</h1>' }, 'Signup failed'],
    ] as const
    for (const [answer, text] of endings) {
      await page.route('**/api/auth/signup', (route) => route.fulfill(answer), { times: 1 })
      await create.click()
      await expect(page.getByRole('alert')).toHaveText(text)
      await expect(create).toBeFocused()
    }
    await page.route('**/api/auth/signup', (route) => route.abort(), { times: 1 })
    await create.click()
    await expect(page.getByRole('alert')).toHaveText('Signup failed')
    await expect(page.getByLabel('Full name')).toHaveValue(account.name)
    await expect(password(page)).toHaveValue(account.password)
  })

  test('a password that the server knows to be common is refused at its field', async ({
    page,
    console,
  }) => {
    console.allow(/status of 400/)
    await openPage(page, '/signup')
    await fillSignup(page, { ...createAccountData(), password: 'password123' })
    await page.getByRole('button', { name: 'Create Account' }).click()
    await expect(password(page)).toBeFocused()
    await expect(password(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(password(page)).toHaveValue('password123')
  })

  for (const [kind, name] of [
    ['markup', '<img src=x onerror=alert(1)>'],
    ['right-to-left', 'مِيرا نايَر'],
    ['emoji', '🪷 मीरा 🌙'],
  ] as const)
    test(`a name of ${kind} arrives as it was typed`, async ({ page }) => {
      await openPage(page, '/signup')
      const account = await fillSignup(page, { ...createAccountData(), name })
      await page.getByRole('button', { name: 'Create Account' }).click()
      await expect(page).toHaveURL('/verify-email')
      await openPage(page, '/login')
      await signIn(page, account)
      await expect(page).toHaveURL('/complete-profile')
      await openPage(page, '/profile')
      await expect(page.getByRole('heading', { name })).toBeVisible()
      await expectNoOverflow(page)
    })

  test('two presses send one sign-up, and the password can be shown', async ({ page }) => {
    let sent = 0
    await page.route('**/api/auth/signup', (route) => {
      sent += 1
      return route.continue()
    })
    await openPage(page, '/signup')
    await fillSignup(page)
    await password(page).press('Enter')
    await page.getByLabel('Full name').press('Enter')
    await expect(page).toHaveURL('/verify-email')
    expect(sent).toBe(1)
    await openPage(page, '/login')
    await password(page).fill('a lamp')
    await expect(password(page)).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(password(page)).toHaveAttribute('type', 'text')
  })
})

test.describe('verifying', () => {
  test('the link verifies once, leaves the address bar, and leads on to the sign-in', async ({
    page,
    console,
  }) => {
    console.allow(/status of (404|409)/)
    const told: string[] = []
    page.on('request', (request) => told.push(request.postData() ?? ''))
    await openPage(page, '/signup')
    const { email } = await fillSignup(page)
    await page.getByRole('button', { name: 'Create Account' }).click()
    await expect(page).toHaveURL('/verify-email')
    const link = await getMailedLink(page, email, /./)
    const token = new URL(link, 'http://shop.test').searchParams.get('token') ?? ''
    told.length = 0
    await openPage(page, link)
    await expect(page.getByText('Your email address is verified.')).toBeVisible()
    await expect(page).toHaveURL('/verify-email')
    const views = told.filter((body) => body.includes('pageview'))
    expect(views.length).toBeGreaterThan(0)
    expect(views.filter((body) => body.includes(token))).toEqual([])
    await expect(page.getByRole('link', { name: 'Continue to log in' })).toHaveAttribute(
      'href',
      '/login',
    )
    await openPage(page, link)
    const used = await page.getByRole('alert').textContent()
    await openPage(page, '/verify-email?token=nothing')
    await expect(page.getByRole('alert')).toBeVisible()
    expect(await page.getByRole('alert').textContent()).not.toBe(used)
    await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
  })

  test('a link that cannot be asked about may be tried again', async ({ page, console }) => {
    console.allow(/ERR_FAILED/)
    await page.route('**/api/auth/verify-email', (route) => route.abort(), { times: 1 })
    await openPage(page, '/verify-email?token=nothing')
    await expect(page.getByRole('alert')).toContainText('could not be checked')
    console.allow(/status of 404/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('alert')).not.toContainText('could not be checked')
  })

  test('the link is sent again, once a minute', async ({ page }) => {
    await openPage(page, '/verify-email')
    await page.getByLabel('Email', { exact: true }).fill('nobody@visitor.example')
    await page.getByRole('button', { name: 'Send the link again' }).click()
    await expect(page.getByText(/You can ask again in \d+ s\./)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send the link again' })).toBeDisabled()
    await page.reload()
    await expect(page.getByText(/You can ask again in \d+ s\./)).toBeVisible()
  })
})

test.describe('§2.login.1 §5.2 signing in', () => {
  test('§2.login.2 §8.13 says what is missing, refuses plainly, and keeps what was typed', async ({
    page,
    console,
  }) => {
    console.allow(/status of (401|502)/)
    await openPage(page, '/login')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByText('Please enter your email address.')).toBeVisible()
    await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
    await expect(page.getByLabel('Email', { exact: true })).toHaveAttribute('type', 'email')
    await signIn(page, { email: 'nobody@visitor.example', password: 'moonlight on water' })
    await expect(page.getByRole('alert')).toHaveText('Invalid credentials')
    await page.route('**/api/auth/login', (route) =>
      route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }),
    )
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByRole('alert')).toHaveText('Invalid credentials')
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue('nobody@visitor.example')
    await expect(password(page)).toHaveValue('moonlight on water')
    await expect(page.getByRole('link', { name: 'Create an account' })).toHaveAttribute(
      'href',
      '/signup',
    )
  })

  test('§2.login.3 leads to the first details, and home once there is an address', async ({
    page,
  }) => {
    const account = await signUpVerified(page)
    await page.context().clearCookies()
    await openPage(page, '/login')
    await signIn(page, account)
    await expect(page).toHaveURL('/complete-profile')
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
    // A page that needs nobody, so that none asks who is here while the cookies go.
    await openPage(page, '/terms')
    await page.context().clearCookies()
    await openPage(page, '/login')
    await signIn(page, account)
    await expect(page).toHaveURL('/')
  })

  test('T9 leads back to where it was asked for, and never to another site', async ({ page }) => {
    test.slow()
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

  test('whoever is signed in already is led on', async ({ page }) => {
    await signUpVerified(page)
    await page.goto('/login?next=%2Fwishlist')
    await expect(page).toHaveURL('/wishlist')
  })

  test('F17 with cookies off it says that they are needed, and does not go round in circles', async ({
    page,
  }) => {
    const account = await signUpVerified(page)
    await page.context().clearCookies()
    await page.route('**/api/auth/login', async (route) => {
      const answer = await route.fetch()
      const { 'set-cookie': _, ...headers } = answer.headers()
      await page.context().clearCookies()
      await route.fulfill({ response: answer, headers })
    })
    await openPage(page, '/login')
    await signIn(page, account)
    await expect(page.getByRole('alert')).toContainText('allow cookies')
    await expect(page).toHaveURL('/login')
  })
})

test('a forgotten password is replaced by way of the mail', async ({ page, console }) => {
  test.slow()
  const account = await signUpVerified(page)
  await page.context().clearCookies()
  await openPage(page, '/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page).toHaveURL('/forgot-password')
  const answers: string[] = []
  for (const email of ['nobody@visitor.example', account.email]) {
    await openPage(page, '/forgot-password')
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    answers.push((await page.getByRole('main').getByRole('status').textContent()) ?? '')
  }
  expect(answers[0]).toBe(answers[1])
  await openPage(page, await getMailedLink(page, account.email, /password/i))
  await expect(page).toHaveURL('/reset-password')
  await page.getByLabel('New password', { exact: true }).fill('short')
  await page.getByLabel('Confirm new password').fill('short')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expect(page.getByText('Please use at least 8 characters.')).toBeVisible()
  await page.reload()
  for (const label of ['New password', 'Confirm new password'])
    await page.getByLabel(label, { exact: true }).fill('  nine lamps of amer ')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/login')
  console.allow(/status of 401/)
  await openPage(page, '/login')
  await signIn(page, account)
  await expect(page.getByRole('alert')).toHaveText('Invalid credentials')
  await signIn(page, { ...account, password: '  nine lamps of amer ' })
  await expect(page).toHaveURL('/complete-profile')
})

test.describe('F3 the API is down', () => {
  for (const [kind, fulfil] of [
    ['500', { status: 500, json: { success: false, message: 'Something went wrong.' } }],
    ['HTML', { status: 200, contentType: 'text/html', body: '<h1>Hello</h1>' }],
  ] as const)
    test(`with ${kind} the doors stand and say so`, async ({ page, console }) => {
      console.allow(/status of 500/)
      await page.route('**/api/**', (route) => route.fulfill(fulfil))
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

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  for (const path of [...ACCOUNT_PAGES, '/complete-profile', '/profile', '/profile/edit'])
    test(`F18 ${path} says what it needs`, async ({ page }) => {
      await page.goto(path)
      // Playwright's texts and roles pass over whatever stands in a noscript element.
      const note = page.locator('main noscript [role="status"]')
      await expect(note).toBeVisible()
      expect(await note.textContent()).toContain('needs JavaScript')
    })
})
