import type { Page, Request } from '@playwright/test'
import { paths } from '#src/rules/paths.ts'
import { answerNext, holdRequests, recordRequests } from '#tests/helpers/requests.ts'
import {
  ADDRESS,
  createAccountData,
  createVerifiedAccount,
  fillSignUp,
  getMailedLink,
  getToken,
  IDLE_SAFE,
  signIn,
  updateUser,
} from '#tools/accounts.ts'
import {
  expect,
  expectAccessible,
  expectTwoColumns,
  openPage,
  test,
  waitForHydration,
} from '#tools/browser-test.ts'
import { main, toast } from '#tools/locators.ts'

const VERIFIED = 'Your email address is verified.'

const password = (page: Page) => page.getByLabel('Password', { exact: true })
const email = (page: Page) => page.getByLabel('Email', { exact: true })
const createButton = (page: Page) => page.getByRole('button', { name: 'Create Account' })

/** Pages of an account that stand alone. */
async function expectNoHeaderAndFooter(page: Page): Promise<void> {
  for (const role of ['contentinfo', 'banner'] as const)
    await expect(page.getByRole(role)).toHaveCount(0)
}

test.describe('signing up §4.sign-up.1', () => {
  test('each error is shown at its field, a failure below the form, and what is typed stays (items 44, 48) §1.layout.4 §2.signup.1 §2.signup.2 §5.1', async ({
    page,
    console,
  }) => {
    console.allow(/status of 500/)
    const sent = recordRequests(page, (request) => request.url().endsWith('/auth/signup'))
    const invalid = main(page).locator('[aria-invalid=true]')
    await page.clock.install()
    await openPage(page, '/signup')
    await expectNoHeaderAndFooter(page)
    await expectTwoColumns(page)
    await expect(page.getByRole('complementary').getByRole('img')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login')
    await expect(page.getByRole('link', { name: 'terms' })).toHaveAttribute('href', '/terms')
    await expect(password(page)).toHaveAccessibleDescription(
      /^At least \d+ characters(?!.*(?:upper|capital|digit|number|symbol|special))/i,
    )
    await createButton(page).click()
    await expect(page.getByLabel('Full name')).toBeFocused()
    await expect(page.getByLabel('Full name')).toHaveAccessibleDescription(
      'Please enter your full name.',
    )
    await expect(invalid).toHaveCount(5)
    await expectAccessible(page)
    const account = await fillSignUp(page)
    await expect(invalid).toHaveCount(0)
    await email(page).fill('asha')
    await page.getByLabel('Confirm password').fill('something else')
    await expect(email(page)).toHaveAccessibleDescription('Please enter a valid email address.')
    await email(page).fill(account.email)
    await expect(email(page)).not.toHaveAttribute('aria-invalid', 'true')
    await createButton(page).click()
    await expect(page.getByText('Passwords do not match')).toBeVisible()
    await expect(page.getByLabel('Confirm password')).toBeFocused()
    expect(sent).toEqual([])

    await page.getByLabel('Confirm password').fill(account.password)
    await answerNext(page, 'POST /auth/signup', { status: 500, json: { success: false } })
    await createButton(page).click()
    await expect(page.getByRole('alert')).toHaveText('Signup failed')
    await expect(createButton(page)).toBeFocused()
    await expect(page.getByLabel('Full name')).toHaveValue(account.name)
    await expect(password(page)).toHaveValue(account.password)

    // A response without a uid leads nowhere.
    await answerNext(page, 'POST /auth/signup', { status: 201, json: { message: 'Created.' } })
    await createButton(page).click()
    await expect(page.getByText('Account created successfully! Redirecting...')).toBeVisible()
    await page.clock.runFor(60_000)
    await expect(page).toHaveURL('/signup')
  })

  for (const by of ['mouse', 'tap @phone'])
    test(`a press on the terms is kept when leaving a field shows its error, by ${by}`, async ({
      page,
    }) => {
      await openPage(page, '/signup')
      await fillSignUp(page)
      const terms = page.getByLabel(/accept the/)
      await terms.uncheck()
      const confirmation = page.getByLabel('Confirm password')
      await confirmation.fill('something else')
      await confirmation.focus()
      await terms.scrollIntoViewIfNeeded()
      const { x, y, width, height } = (await terms.boundingBox()) ?? new DOMRect()
      if (by === 'mouse') {
        await page.mouse.move(x + width / 2, y + height / 2)
        await page.mouse.down()
        await page.mouse.up()
      } else await page.touchscreen.tap(x + width / 2, y + height / 2)
      await expect(page.getByText('Passwords do not match')).toBeVisible()
      await expect(terms).toBeChecked()
      expect((await terms.boundingBox())?.y, 'the box has moved').toBeGreaterThan(y + height)
    })

  test('leads to the inbox; the mailed link verifies, and its token leaves the address bar §2.signup.3', async ({
    page,
    console,
  }) => {
    console.allow(/status of 409/)
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.postData() ?? ''))
    await openPage(page, '/signup?next=%2Fwishlist')
    const release = await holdRequests(page, '**/api/auth/signup')
    const account = await fillSignUp(page)
    await password(page).press('Enter')
    await page.getByLabel('Full name').press('Enter')
    await expect(page.getByRole('button', { name: 'Creating Account...' })).toBeDisabled()
    release()
    await expect(page).toHaveURL('/verify-email?next=%2Fwishlist')
    await expect(main(page)).toContainText(account.email)
    expect(sent.filter((body) => body.includes(account.password))).toHaveLength(1)

    const link = await getMailedLink(page, account.email)
    await page.goto('about:blank')
    sent.length = 0
    // The browser that signed up is signed in, and opens the page that the shopper was on their way to.
    await page.goto(link, { waitUntil: 'commit' })
    await expect(page).toHaveURL('/wishlist')
    await expect(toast(page, VERIFIED)).toBeVisible()
    await expect(main(page).getByText('Your Wishlist is Empty')).toBeVisible()
    const listViews = () => sent.filter((body) => body.includes('pageview'))
    await expect.poll(listViews).not.toEqual([])
    expect(listViews().filter((body) => body.includes(getToken(link)))).toEqual([])
    await page.goBack()
    await expect(page).toHaveURL('about:blank')

    // Another browser is not: it gets the address for its login.
    await page.context().clearCookies()
    const other = createAccountData()
    await page.request.post('/api/auth/signup', { ...IDLE_SAFE, data: other })
    await page.context().clearCookies()
    const otherLink = await getMailedLink(page, other.email)
    await openPage(page, otherLink)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your email is verified')
    await expect(main(page).getByRole('status')).toHaveText(VERIFIED)
    await expect(page).toHaveURL('/verify-email')
    await page.getByRole('link', { name: 'Continue to log in' }).click()
    await expect(email(page)).toHaveValue(other.email)
    await openPage(page, otherLink)
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(email(page)).toBeVisible()
  })
})

test('signing in names the missing field, shows "Invalid credentials", and leads to the first details, or home, and to no other site §2.login.1 §2.login.2 §2.login.3 §5.2', async ({
  page,
  console,
}) => {
  console.allow(/status of 401/)
  const account = await createVerifiedAccount(page)
  await openPage(page, '/login?next=%2F%2Fevil.example')
  await expectNoHeaderAndFooter(page)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Please enter your email address.')).toBeVisible()
  await expect(email(page)).toBeFocused()
  await expect(email(page)).toHaveAttribute('type', 'email')
  await signIn(page, { ...account, password: 'moonlight on water' })
  await expect(page.getByRole('alert')).toHaveText('Invalid credentials')
  await expect(email(page)).toHaveValue(account.email)
  await expect(password(page)).toHaveValue('moonlight on water')
  await expect(password(page)).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password(page)).toHaveAttribute('type', 'text')
  const signup = page.getByRole('link', { name: 'Create an account' })
  await expect(signup).toHaveAttribute('href', '/signup')

  const release = await holdRequests(page, '**/api/auth/login')
  await signIn(page, account)
  await expect(page.getByRole('button', { name: 'Signing In...' })).toBeDisabled()
  release()
  await expect(page).toHaveURL('/complete-profile')
  // No page may fetch the user while the cookies are cleared.
  await page.goto('about:blank')
  await updateUser(page, { addresses: [ADDRESS] })
  await page.context().clearCookies()
  await openPage(page, '/login')
  await signIn(page, account)
  await expect(page).toHaveURL('/')
})

test('the mailed link sets a new password', async ({ page }) => {
  const account = await createVerifiedAccount(page)
  await openPage(page, '/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page).toHaveURL('/forgot-password')
  await email(page).fill(account.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(main(page).getByRole('status')).toBeVisible()

  const link = await getMailedLink(page, account.email, /password/i)
  // As a mail program opens a link. The page before may still have requests of its own.
  const tab = await page.context().newPage()
  const requests: Request[] = []
  tab.on('request', (request) => requests.push(request))
  // Links mailed before have the token in the query.
  for (const path of [link, link.replace('#', '?')]) {
    await openPage(tab, path)
    await expect(tab).toHaveURL('/reset-password')
  }
  const withToken = requests.filter((request) => request.url().includes(getToken(link)))
  expect(withToken.map((request) => request.resourceType())).toEqual(['document'])
  const headers = await Promise.all(requests.map((request) => request.allHeaders()))
  // What a style sheet fetches has its address, which has no token.
  const isStyleSheet = (url: string) => /^http:\/\/[^/]+\/_astro\/[^/?#]+\.css$/.test(url)
  const referers = headers.flatMap(({ referer = '' }) => (referer ? [referer] : []))
  expect(referers.filter((url) => !isStyleSheet(url))).toEqual([])
  expect(headers.length).toBeGreaterThan(10)

  const newPassword = '  nine lamps of amer '
  await tab.reload()
  await waitForHydration(tab)
  for (const label of ['New password', 'Confirm new password'])
    await tab.getByLabel(label, { exact: true }).fill(newPassword)
  await tab.getByRole('button', { name: 'Set the password' }).click()
  await main(tab).getByRole('link', { name: 'Log in' }).click()
  await expect(tab).toHaveURL('/login')
  await signIn(tab, { ...account, password: newPassword })
  await expect(tab).toHaveURL('/complete-profile')
})

test('a page of a mailed link leads on where it is opened without one', async ({ page }) => {
  for (const path of [paths.join, paths.stockAlerts]) {
    await openPage(page, path)
    await main(page).getByRole('link', { name: 'Continue Shopping' }).click()
    await expect(page).toHaveURL(paths.shop)
  }
})
