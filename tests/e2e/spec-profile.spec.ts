import type { Locator, Page, Route } from '@playwright/test'
import type { User } from '#src/contract/account.ts'
import { expect, openPage, signUpVerified, test } from '#tests/helpers/browser-test.ts'

const toast = (page: Page, text: string) =>
  page.locator('[data-sonner-toast]').getByText(text, { exact: true })

/** Holds the next call to a path until it is let go. */
async function hold(page: Page, path: string): Promise<() => void> {
  let letGo = (): void => undefined
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const wait = async (route: Route) => {
    await held
    await route.continue()
  }
  await page.route(path, wait, { times: 1 })
  return letGo
}

/** The column that a part of a two-column page stands in begins here, in pixels. */
const leftOf = async (part: Locator): Promise<number> => (await part.boundingBox())?.x ?? -1

/** Whether letters are written in red. */
const isRed = (part: Locator): Promise<boolean> =>
  part.evaluate((element) => {
    const brush = document.createElement('canvas').getContext('2d')
    if (!brush) throw new Error('No canvas here.')
    brush.fillStyle = getComputedStyle(element).color
    brush.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = brush.getImageData(0, 0, 1, 1).data
    return red > 100 && green < red / 2 && blue < red / 2
  })

const home = {
  address: '14, Amer Road',
  city: 'Jaipur',
  state: 'Rajasthan',
  pincode: '302002',
  country: 'India',
  isDefault: true,
}
const away = {
  address: '3, Marine Drive',
  city: 'Mumbai',
  state: 'Maharashtra',
  pincode: '400020',
  country: 'India',
  isDefault: false,
}

/** Lets the profile arrive changed. */
const withProfile = (page: Page, change: Partial<User>) =>
  page.route('**/api/users/getUserProfile', async (route) => {
    const response = await route.fetch()
    const { user } = (await response.json()) as { user: User }
    await route.fulfill({ response, json: { user: { ...user, ...change } } })
  })

test('§2.signup.1 §2.login.1 two columns, and "Signing In..." while busy', async ({ page }) => {
  await openPage(page, '/signup')
  const panel = page.getByRole('main').getByRole('complementary')
  await expect(panel.getByRole('listitem')).toHaveCount(3)
  await expect(panel.locator('img')).toBeVisible()
  const [form, aside] = [await leftOf(page.locator('form')), await leftOf(panel)]
  expect(Math.abs(form - aside)).toBeGreaterThan(400)

  const account = await signUpVerified(page)
  await page.context().clearCookies()
  await openPage(page, '/login')
  await page.getByLabel('Email', { exact: true }).fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  const letGo = await hold(page, '**/api/auth/login')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Signing In...' })).toBeDisabled()
  letGo()
  await expect(page).toHaveURL(/\/complete-profile$/)
})

test('§2.complete-profile.1 §2.complete-profile.2 §5.3 §8.16 the first details', async ({
  page,
  console,
}) => {
  console.allow(/Failed to load resource/)
  await signUpVerified(page)
  await openPage(page, '/complete-profile')
  const form = page.getByRole('main').locator('form')
  const panel = page.getByRole('main').getByRole('complementary')
  await expect(panel.getByRole('listitem')).toHaveCount(3)
  expect(Math.abs((await leftOf(form)) - (await leftOf(panel)))).toBeGreaterThan(400)
  const controls = await form
    .locator('input, select')
    .evaluateAll((all) =>
      all.map((one) => `${one.getAttribute('name')}${one.matches(':required') ? ' *' : ''}`),
    )
  expect(controls).toEqual([
    'phone *',
    'gender *',
    'dob *',
    'address *',
    'city *',
    'state *',
    'pincode *',
    'country',
  ])
  await expect(form.getByLabel('Country')).toHaveValue('')
  const genders = form.getByLabel('Gender').getByRole('option')
  await expect(genders, '§9.7').toHaveText(['Please choose', 'Male', 'Female', 'Other'])
  await expect(form.getByRole('link', { name: 'Skip for now' })).toHaveAttribute('href', '/')

  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/complete-profile') && request.method() === 'POST') sent += 1
  })
  const save = form.getByRole('button', { name: 'Save & Continue' })
  await save.click()
  await expect(form.getByLabel('Phone')).toBeFocused()
  expect(sent).toBe(0)
  await form.getByLabel('Phone').fill('98290 12345')
  await form.getByLabel('Gender').selectOption('Female')
  await form.getByLabel('Date of birth').fill('1990-02-03')
  await form.getByLabel('Address').fill(home.address)
  await form.getByLabel('City').fill(home.city)
  await form.getByLabel('State').fill(home.state)
  await form.getByLabel('Pincode').fill(home.pincode)

  await page.route('**/api/users/complete-profile', (route) => route.abort(), { times: 1 })
  await save.click()
  const failure = form.getByRole('alert')
  await expect(failure).toHaveText('Profile update failed')
  expect(await isRed(failure)).toBe(true)

  const letGo = await hold(page, '**/api/users/complete-profile')
  await save.click()
  await expect(form.getByRole('button', { name: 'Saving...' })).toBeDisabled()
  letGo()
  await expect(page).toHaveURL(/:\d+\/$/)
  await expect(toast(page, 'Profile updated successfully!')).toBeVisible()
})

test('§2.profile.7 without a user: "No user data found." and the way to the login', async ({
  page,
}) => {
  await openPage(page, '/profile')
  await expect(page.getByRole('heading', { name: 'No user data found.' })).toBeVisible()
  const login = page.getByRole('main').getByRole('link', { name: 'Log in' })
  await expect(login).toHaveAttribute('href', /^\/login/)
})

test('§2.profile.1 §2.profile.2 §2.profile.3 §2.profile.4 §2.profile.5 §2.profile.6 §6.4 a new member’s profile', async ({
  page,
  console,
}) => {
  console.allow(/404/)
  const account = await signUpVerified(page)
  await openPage(page, '/profile')
  const main = page.getByRole('main')
  const badges = main.getByRole('list', { name: 'Account' })
  await expect(main.getByRole('heading', { name: account.name })).toBeVisible()
  await expect(main.getByText(account.email).first()).toBeVisible()
  await expect(main.locator('[data-placeholder-avatar]')).toBeVisible()
  await expect(badges.getByText('Role: Customer', { exact: true })).toBeVisible()
  await expect(badges.getByText('Active', { exact: true })).toBeVisible()
  await expect(badges.getByText('Verified', { exact: true })).toBeVisible()
  await expect(badges.getByText(/^Joined \d{1,2} [A-Z][a-z]+ \d{4}$/)).toBeVisible()
  await expect(main.getByRole('link', { name: 'Edit Profile' })).toHaveAttribute(
    'href',
    '/profile/edit',
  )

  const tabs = main.getByRole('tab')
  await expect(tabs).toHaveText(['Profile Info', 'Orders', 'Wishlist', 'Settings'])
  const panel = main.getByRole('tabpanel')
  await expect(panel.getByRole('term')).toHaveText([
    'Full name',
    'Email',
    'Phone',
    'Primary address',
    'Country',
    'Member since',
  ])
  await expect(panel.getByRole('definition')).toHaveText([
    account.name,
    account.email,
    'Not provided',
    'Not added',
    'Not added',
    /^\d{1,2} [A-Z][a-z]+ \d{4}$/,
  ])
  await tabs.filter({ hasText: 'Orders' }).click()
  await expect(panel.getByText("You haven't placed any orders yet.")).toBeVisible()
  await tabs.filter({ hasText: 'Wishlist' }).click()
  await expect(panel.getByText('Your wishlist is empty.')).toBeVisible()
  await tabs.filter({ hasText: 'Settings' }).click()
  await expect(panel.getByRole('button', { name: 'Change Password' })).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Logout' })).toBeVisible()

  await withProfile(page, {
    photoURL: '/no-such-photo.jpg',
    isVerified: false,
    role: 'editor',
    addresses: [away, home],
    primary_address: home,
    phone: '+91 98290 12345',
  })
  await openPage(page, '/profile')
  await expect(main.locator('[data-placeholder-avatar]')).toBeVisible()
  await expect(badges.getByText('Role: Editor', { exact: true })).toBeVisible()
  await expect(badges.getByText('Verified', { exact: true })).toHaveCount(0)
  const facts = panel.getByRole('definition')
  await expect(facts.nth(2)).toHaveText('+91 98290 12345')
  await expect(facts.nth(3)).toHaveText('14, Amer Road, Jaipur, Rajasthan, 302002, India')
  await expect(facts.nth(4)).toHaveText('India')
  await expect(panel.getByRole('heading', { name: 'Other addresses' })).toBeVisible()
  await expect(panel.getByRole('listitem')).toHaveText([
    '3, Marine Drive, Mumbai, Maharashtra, 400020, India',
  ])

  await page.unroute('**/api/users/getUserProfile')
  await withProfile(page, { photoURL: '/apple-touch-icon.png' })
  await openPage(page, '/profile?tab=settings')
  await expect(main.locator('img[src="/apple-touch-icon.png"]')).toBeVisible()
  await page.unroute('**/api/users/getUserProfile')
  await panel.getByRole('button', { name: 'Logout' }).click()
  await expect(page, '§2.other.1').toHaveURL(/\/login$/)
})

test('§2.profile.4 §2.profile.5 orders with id, date and total; wishes with image, title and price', async ({
  page,
}) => {
  const login = { email: 'asha@kairavi.example', password: 'moonlight over amer' }
  expect((await page.request.post('/api/auth/login', { data: login })).ok()).toBe(true)
  const answer = await page.request.get('/api/users/getUserProfile')
  const { user } = (await answer.json()) as { user: User }
  expect(user.orders.length).toBeGreaterThan(0)
  expect(user.wishlist.length).toBeGreaterThan(0)
  const day = new Intl.DateTimeFormat('en-IN', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'Asia/Kolkata',
  })
  const rupees = (amount: number) =>
    `₹${amount.toLocaleString('en-IN', { minimumFractionDigits: 2 })}`

  await openPage(page, '/profile?tab=orders')
  const panel = page.getByRole('tabpanel')
  const rows = panel.getByRole('row')
  await expect(rows.first()).toHaveText(/Order\s*Date\s*Total/)
  await expect(rows).toHaveCount(user.orders.length + 1)
  for (const [at, { id, date, total }] of user.orders.entries())
    await expect(rows.nth(at + 1).locator('th, td')).toHaveText([
      id,
      day.format(new Date(date)),
      rupees(total),
    ])

  await page.getByRole('tab', { name: 'Wishlist' }).click()
  const wishes = panel.getByRole('listitem')
  await expect(wishes).toHaveCount(user.wishlist.length)
  for (const wish of await wishes.all()) {
    await expect(wish.locator('img')).toBeVisible()
    await expect(wish.getByRole('link')).toHaveText(/\S/)
    await expect(wish).toContainText(/₹[\d,]+\.\d\d/)
  }
})

test('§2.profile-edit.1 §2.profile-edit.2 §2.profile-edit.3 §2.profile-edit.4 §2.profile-edit.5 §5.4 §5.5 §8.17 editing', async ({
  page,
  console,
}) => {
  test.slow()
  console.allow(/Failed to load resource/)
  const account = await signUpVerified(page)
  const details = { displayName: account.name, addresses: [home, away] }
  expect((await page.request.put('/api/users/update', { data: details })).ok()).toBe(true)
  await openPage(page, '/profile/edit')
  const form = page.getByRole('main').locator('form')
  await expect(form.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/profile')
  await expect(form.getByLabel('Full name')).toHaveValue(account.name)
  const email = form.getByLabel('Email')
  await expect(email).toHaveValue(account.email)
  await expect(email).not.toBeEditable()
  await form.getByLabel('Phone').fill('+91 98290 12345')
  await form.getByLabel('Gender').selectOption('Other')
  await form.getByLabel('Date of birth').fill('1990-02-03')

  const rows = form.getByRole('listitem')
  await expect(rows).toHaveCount(2)
  const five = ['Address', 'City', 'State', 'Pincode', 'Country']
  const written = await rows
    .last()
    .locator('input')
    .evaluateAll((all) =>
      all.map((one) =>
        one instanceof HTMLInputElement
          ? [one.labels?.[0]?.textContent?.replace(/ .*/, ''), one.value]
          : [],
      ),
    )
  expect(written).toEqual(
    [away.address, away.city, away.state, away.pincode, away.country].map((text, at) => [
      five[at],
      text,
    ]),
  )
  const defaults = form.getByRole('button', { name: /^Make Default/ })
  const pressed = () =>
    defaults.evaluateAll((all) => all.map((one) => one.getAttribute('aria-pressed') === 'true'))
  expect(await pressed()).toEqual([true, false])
  await defaults.last().click()
  expect(await pressed(), '§4.address-editing.1 exactly one').toEqual([false, true])

  await expect(form.getByRole('heading', { name: 'Add New Address' })).toBeVisible()
  const fresh = form.getByRole('group', { name: 'New address' })
  const add = fresh.getByRole('button', { name: 'Add Address' })
  await fresh.getByLabel('State').fill('Goa')
  await add.click()
  await expect(fresh.getByText('Please fill at least address and city.')).toBeVisible()
  await fresh.getByLabel('Address').fill('1, Beach Road')
  await add.click()
  await expect(fresh.getByText('Please fill at least address and city.')).toBeVisible()
  await expect(rows).toHaveCount(2)
  await fresh.getByLabel('City').fill('Panaji')
  await add.click()
  await expect(toast(page, 'Address added!')).toBeVisible()
  await expect(rows).toHaveCount(3)
  await rows
    .first()
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expect(rows).toHaveCount(2)
  expect(await pressed()).toEqual([true, false])

  const save = form.getByRole('button', { name: 'Save Changes' })
  const update = '**/api/users/update'
  await page.route(update, (route) => route.abort(), { times: 1 })
  await save.click()
  await expect(toast(page, 'Something went wrong!')).toBeVisible()
  for (const [answer, text] of [
    [{ success: false }, 'Failed to update profile'],
    [{ success: true, user: null }, 'Failed to update profile.'],
  ] as const) {
    await page.route(update, (route) => route.fulfill({ json: answer }), { times: 1 })
    await save.click()
    await expect(toast(page, text)).toBeVisible()
  }
  await expect(form.getByLabel('Date of birth')).toHaveValue('1990-02-03')

  const letGo = await hold(page, update)
  await save.click()
  await expect(form.getByRole('button', { name: 'Saving...' })).toBeDisabled()
  letGo()
  await expect(page).toHaveURL(/\/profile$/)
  await expect(toast(page, 'Profile updated successfully!')).toBeVisible()
  const panel = page.getByRole('tabpanel')
  await expect(panel.getByRole('definition').nth(3)).toHaveText(
    '3, Marine Drive, Mumbai, Maharashtra, 400020, India',
  )
  await expect(panel.getByRole('listitem')).toHaveText(['1, Beach Road, Panaji, Goa'])
})
