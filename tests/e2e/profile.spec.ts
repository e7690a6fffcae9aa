import type { Locator, Page } from '@playwright/test'
import type { User } from '#src/contract/account.ts'
import { ADDRESS, signUpVerified, updateUser } from '#tests/helpers/accounts.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleInBothModes,
  expectNoOverflow,
  expectTwoColumns,
  openPage,
  test,
} from '#tests/helpers/browser-test.ts'
import { rupees } from '#tests/helpers/catalogue.ts'
import { listItems, main, toast } from '#tests/helpers/locators.ts'
import { answerNext, holdRequests, recordRequests } from '#tests/helpers/requests.ts'

const OTHER_ADDRESS = {
  address: '3, Marine Drive',
  city: 'Mumbai',
  state: 'Maharashtra',
  pincode: '400020',
  country: 'India',
  isDefault: false,
}
const USER_URL = '**/api/users/getUserProfile'
const UPDATE_URL = '**/api/users/update'

const panel = (page: Page, name: string) => page.getByRole('tabpanel', { name })
const tab = (page: Page, name: string) => page.getByRole('tab', { name })

/** Signs a user with two addresses up. */
async function signUpWithAddresses(page: Page) {
  const account = await signUpVerified(page)
  await updateUser(page, { phone: '98290 12345', addresses: [ADDRESS, OTHER_ADDRESS] })
  return account
}

/** Replaces fields of the user in the API's response. */
const mockUser = (page: Page, fields: Partial<User>) =>
  page.route(USER_URL, async (route) => {
    const response = await route.fetch()
    const { user } = (await response.json()) as { user: User }
    await route.fulfill({ response, json: { user: { ...user, ...fields } } })
  })

/** Whether the text of an element is red. */
const isRed = (element: Locator): Promise<boolean> =>
  element.evaluate((node) => {
    const context = document.createElement('canvas').getContext('2d')
    if (!context) throw new Error('The browser has no canvas.')
    context.fillStyle = getComputedStyle(node).color
    context.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
    return red > 100 && green < red / 2 && blue < red / 2
  })

test.describe('the first details §2.complete-profile.1', () => {
  test('a benefit list stands beside the form of eight fields', async ({ page }) => {
    await signUpVerified(page)
    await openPage(page, '/complete-profile')
    await expectTwoColumns(page)
    const controls = await main(page)
      .locator('form :is(input, select)')
      .evaluateAll((all) =>
        all.map((one) => `${one.getAttribute('name')}${one.matches(':required') ? ' *' : ''}`),
      )
    const required = ['phone', 'gender', 'dob', 'address', 'city', 'state', 'pincode']
    expect(controls).toEqual([...required.map((name) => `${name} *`), 'country'])
  })

  test('each field but the country is required, with its message §2.complete-profile.2 §5.3', async ({
    page,
  }) => {
    await signUpVerified(page)
    await openPage(page, '/complete-profile')
    const sent = recordRequests(
      page,
      (request) => request.method() === 'POST' && request.url().endsWith('/complete-profile'),
    )
    await expect(page.getByRole('link', { name: 'Skip for now' })).toHaveAttribute('href', '/')
    await expect(listItems(page)).toHaveCount(3)
    await expect(page.getByLabel(/^Country/)).toHaveValue('')
    await page.getByRole('button', { name: 'Save & Continue' }).click()
    for (const text of [
      'Please enter your phone number.',
      'Please choose one.',
      'Please enter your date of birth.',
      'Please enter your address.',
      'Please enter your city.',
      'Please enter your state.',
      'Please enter your pincode.',
    ])
      await expect(page.getByText(text)).toBeVisible()
    await expect(page.getByLabel('Phone')).toBeFocused()
    await expect(page.getByLabel(/^Country/)).not.toHaveAttribute('aria-invalid')
    expect(sent).toEqual([])
    await expectNoOverflow(page)
    await expectAccessibleInBothModes(page)
  })

  test('a failure leaves the fields; success shows a toast and leads home §2.complete-profile.2 §8.16 §9.7', async ({
    page,
    console,
  }) => {
    console.allow(/status of (400|500)|ERR_FAILED/)
    await signUpVerified(page)
    await openPage(page, '/complete-profile')
    const url = '**/api/users/complete-profile'
    const save = page.getByRole('button', { name: 'Save & Continue' })
    await page.getByLabel('Phone').fill('+91 98290 12345')
    const genders = page.getByLabel('Gender').getByRole('option')
    await expect(genders).toHaveText(['Please choose', 'Male', 'Female', 'Other'])
    await page.getByLabel('Gender').selectOption('Other')
    await page.getByLabel('Date of birth').fill('2990-01-01')
    await page.getByLabel('Address').fill(ADDRESS.address)
    await page.getByLabel('City').fill('<b>Jaipur</b>')
    await page.getByLabel('State').selectOption('Rajasthan')
    await page.getByLabel('Pincode').fill('012345')
    await save.click()
    await expect(page.getByText('A date of birth cannot be in the future.')).toBeVisible()
    await expect(page.getByText('Enter a valid 6-digit pincode.')).toBeVisible()
    await page.getByLabel('Date of birth').fill('1990-04-12')
    await page.getByLabel('Pincode').fill('302 002')
    const failure = page.getByRole('alert')
    await answerNext(page, 'POST /users/complete-profile')
    await save.click()
    await expect(failure).toHaveText('Profile update failed')
    expect(await isRed(failure)).toBe(true)
    await answerNext(page, 'POST /users/complete-profile', { status: 500, json: {} })
    const failed = page.waitForResponse(url)
    await save.click()
    expect((await failed).status()).toBe(500)
    await expect(failure).toHaveText('Profile update failed')
    await expect(page.getByLabel('City')).toHaveValue('<b>Jaipur</b>')

    const release = await holdRequests(page, url)
    await save.click()
    await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled()
    release()
    await expect(page).toHaveURL('/')
    await expect(toast(page, 'Profile updated successfully!')).toBeVisible()
    await openPage(page, '/profile')
    await expect(panel(page, 'Profile Info')).toContainText('<b>Jaipur</b>, Rajasthan')
  })

  test('a visitor is sent to the login with the way back', async ({ page }) => {
    await page.goto('/complete-profile')
    await expect(page).toHaveURL('/login?next=%2Fcomplete-profile')
  })
})

test.describe('the profile', () => {
  test('shows avatar, name, email and badges §2.profile.1 §6.4', async ({ page }) => {
    const account = await signUpWithAddresses(page)
    await openPage(page, '/profile')
    await expect(main(page).locator('[data-placeholder-avatar]')).toBeVisible()
    await expect(main(page).getByRole('heading', { name: account.name })).toBeVisible()
    await expect(main(page).getByText(account.email).first()).toBeVisible()
    const badges = main(page).getByRole('list', { name: 'Account' })
    for (const text of ['Role: Customer', 'Active', 'Verified'])
      await expect(badges.getByText(text, { exact: true })).toBeVisible()
    await expect(badges.getByText(/^Joined \d{1,2} [A-Z][a-z]+ \d{4}$/)).toBeVisible()
    const edit = main(page).getByRole('link', { name: 'Edit Profile' })
    await expect(edit).toHaveAttribute('href', '/profile/edit')
    for (const name of ['Orders', 'Wishlist', 'Settings']) {
      await tab(page, name).click()
      await expect(panel(page, name)).toBeVisible()
    }
  })

  test('the photo is shown, or the placeholder where it fails to load §2.profile.1 §6.4', async ({
    page,
    console,
  }) => {
    console.allow(/404|Content Security Policy/)
    await signUpVerified(page)
    await mockUser(page, { photoURL: '/no-such-photo.jpg', isVerified: false, role: 'editor' })
    await openPage(page, '/profile')
    const badges = main(page).getByRole('list', { name: 'Account' })
    await expect(main(page).locator('[data-placeholder-avatar]')).toBeVisible()
    await expect(badges.getByText('Role: Editor', { exact: true })).toBeVisible()
    await expect(badges.getByText('Verified', { exact: true })).toHaveCount(0)
    await page.unroute(USER_URL)
    await mockUser(page, { photoURL: '/apple-touch-icon.png' })
    await openPage(page, '/profile')
    await expect(main(page).locator('img[src="/apple-touch-icon.png"]')).toBeVisible()
  })

  test('has four tabs that follow the keys and the address §2.profile.2', async ({ page }) => {
    await signUpVerified(page)
    await openPage(page, '/profile?tab=orders')
    const names = ['Profile Info', 'Orders', 'Wishlist', 'Settings']
    await expect(page.getByRole('tab')).toHaveText(names)
    await expect(tab(page, 'Orders')).toHaveAttribute('aria-selected', 'true')
    await tab(page, 'Orders').focus()
    await page.keyboard.press('ArrowRight')
    await expect(tab(page, 'Wishlist')).toBeFocused()
    await expect(page).toHaveURL('/profile?tab=wishlist')
    await page.keyboard.press('End')
    await expect(tab(page, 'Settings')).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(panel(page, 'Profile Info')).toBeVisible()
    await expect(page).toHaveURL('/profile')
    await openPage(page, '/profile?tab=nonsense')
    await expect(panel(page, 'Profile Info')).toBeVisible()
  })

  test('a new account’s tabs show what is missing §2.profile.3 §2.profile.4 §2.profile.5 §2.profile.6', async ({
    page,
  }) => {
    const account = await signUpVerified(page)
    await openPage(page, '/profile')
    const info = panel(page, 'Profile Info')
    await expect(info.getByRole('term')).toHaveText([
      'Full name',
      'Email',
      'Phone',
      'Primary address',
      'Country',
      'Member since',
    ])
    await expect(info.getByRole('definition')).toHaveText([
      account.name,
      account.email,
      'Not provided',
      'Not added',
      'Not added',
      /^\d{1,2} [A-Z][a-z]+ \d{4}$/,
    ])
    await tab(page, 'Orders').click()
    await expect(page.getByText("You haven't placed any orders yet.")).toBeVisible()
    await tab(page, 'Wishlist').click()
    await expect(page.getByText('Your wishlist is empty.')).toBeVisible()
    await tab(page, 'Settings').click()
    for (const name of ['Change Password', 'Logout'])
      await expect(panel(page, 'Settings').getByRole('button', { name })).toBeVisible()
  })

  test('joins the primary address and lists the others §2.profile.3', async ({ page }) => {
    await signUpWithAddresses(page)
    await openPage(page, '/profile')
    const info = panel(page, 'Profile Info')
    const facts = info.getByRole('definition')
    await expect(facts.nth(2)).toHaveText('+91 98290 12345')
    await expect(facts.nth(3)).toHaveText('7, Jalebi Chowk, Jaipur, Rajasthan, 302002, India')
    await expect(facts.nth(4)).toHaveText('India')
    await expect(info.getByRole('heading', { name: 'Other addresses' })).toBeVisible()
    const others = info.getByRole('listitem').getByRole('paragraph')
    await expect(others).toHaveText(['3, Marine Drive, Mumbai, Maharashtra, 400020, India'])
  })

  test('shows orders with id, date and total, and wishlist items with image, title and price §2.profile.4 §2.profile.5', async ({
    page,
  }) => {
    const login = { email: 'asha@kairavi.example', password: 'moonlight over amer' }
    expect((await page.request.post('/api/auth/login', { data: login })).ok()).toBe(true)
    const response = await page.request.get('/api/users/getUserProfile')
    const { user } = (await response.json()) as { user: User }
    expect(user.orders.length).toBeGreaterThan(0)
    expect(user.wishlist.length).toBeGreaterThan(0)
    const date = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' })

    await openPage(page, '/profile?tab=orders')
    const rows = panel(page, 'Orders').getByRole('row')
    await expect(rows.first()).toHaveText(/Order\s*Date\s*Total/)
    await expect(rows).toHaveCount(user.orders.length + 1)
    for (const [index, order] of user.orders.entries()) {
      await expect(rows.nth(index + 1).locator('th, td')).toContainText([
        order.id,
        date.format(new Date(order.date)),
        rupees(order.total),
      ])
      await expect(rows.nth(index + 1)).toContainText(order.state ?? '?')
      for (const { title } of order.items ?? [])
        await expect(rows.nth(index + 1).getByRole('link', { name: title })).toBeVisible()
    }

    await tab(page, 'Wishlist').click()
    const items = panel(page, 'Wishlist').getByRole('listitem')
    await expect(items).toHaveCount(user.wishlist.length)
    for (const item of await items.all()) {
      await expect(item.locator('img')).toBeVisible()
      await expect(item.getByRole('link')).toHaveText(/\S/)
      await expect(item.getByRole('link')).toHaveAttribute('href', /^\/product\//)
      await expect(item).toContainText(/₹[\d,]+\.\d\d/)
    }
  })

  test('a visitor gets "No user data found." §2.profile.7', async ({ page }) => {
    await openPage(page, '/profile')
    await expect(page.getByRole('heading', { name: 'No user data found.' })).toBeVisible()
    const login = main(page).getByRole('link', { name: 'Log in' })
    await expect(login).toHaveAttribute('href', '/login?next=%2Fprofile')
    await expectAccessible(page)
  })

  test('a failed fetch shows the error and can be retried', async ({ page, console }) => {
    console.allow(/status of 500/)
    await signUpVerified(page)
    await page.route(USER_URL, (route) => route.fulfill({ status: 500, json: {} }))
    await openPage(page, '/profile')
    await expect(page.getByText('Failed to fetch user details')).toBeVisible()
    await page.unroute(USER_URL)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('tablist')).toBeVisible()
  })
})

test.describe('settings §2.profile.6', () => {
  test('the password is changed on the page', async ({ page, console }) => {
    console.allow(/status of 401/)
    const account = await signUpVerified(page)
    await openPage(page, '/profile?tab=settings')
    await page.getByRole('button', { name: 'Change Password' }).click()
    await page.getByLabel('Current password').fill('not this one')
    await page.getByLabel('New password').fill('nine lamps of amer')
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByLabel('Current password')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('New password')).toHaveValue('nine lamps of amer')
    await page.getByLabel('Current password').fill(account.password)
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByText(/password is changed/i)).toBeVisible()
    await expect(page.getByLabel('Current password')).toHaveCount(0)
    const login = { email: account.email, password: 'nine lamps of amer' }
    const response = await page.request.post('/api/auth/login', { data: login })
    expect(response.ok()).toBe(true)
  })

  test('another device is listed and can be signed out', async ({ page, browser, baseURL }) => {
    const { email, password } = await signUpVerified(page)
    const other = await browser.newContext({ ...(baseURL ? { baseURL } : {}) })
    await other.request.post('/api/auth/login', { data: { email, password } })
    await openPage(page, '/profile?tab=settings')
    const devices = page.getByRole('list', { name: 'Signed-in devices' }).getByRole('listitem')
    await expect(devices).toHaveCount(2)
    await expect(devices.first()).toContainText('This device')
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await expect(devices).toHaveCount(1)
    const response = await other.request.get('/api/users/getUserProfile')
    expect(await response.json()).toMatchObject({ user: null })
    await other.close()
  })

  test('Logout leads to the login page §2.other.1', async ({ page }) => {
    await signUpVerified(page)
    await openPage(page, '/profile?tab=settings')
    await panel(page, 'Settings').getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
  })

  test('the data can be downloaded, and the account deleted after a confirmation', async ({
    page,
    console,
  }) => {
    console.allow(/status of 401/)
    const account = await signUpVerified(page)
    await openPage(page, '/profile?tab=settings')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download my data' }).click()
    expect((await download).suggestedFilename()).toBe('kairavi-my-data.json')
    const open = page.getByRole('button', { name: 'Delete my account' })
    await open.click()
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(open).toBeFocused()
    await open.click()
    await dialog.getByLabel('Your password').fill('not this one')
    await dialog.getByRole('button', { name: 'Delete for good' }).click()
    await expect(dialog.getByLabel('Your password')).toHaveAttribute('aria-invalid', 'true')
    await dialog.getByLabel('Your password').fill(account.password)
    await dialog.getByRole('button', { name: 'Delete for good' }).click()
    await expect(page).toHaveURL('/')
    await openPage(page, '/profile')
    await expect(page.getByText('No user data found.')).toBeVisible()
  })
})

test.describe('editing', () => {
  const rows = (page: Page) => main(page).locator('form').getByRole('listitem')
  const newAddress = (page: Page) => page.getByRole('group', { name: 'New address' })
  const saveButton = (page: Page) => page.getByRole('button', { name: 'Save Changes' })
  const backLink = (page: Page) => page.getByRole('link', { name: 'Back', exact: true })

  test('has all fields, and the email read-only §2.profile-edit.1 §2.profile-edit.2 §5.5', async ({
    page,
  }) => {
    const account = await signUpWithAddresses(page)
    await openPage(page, '/profile/edit')
    await expect(backLink(page)).toHaveAttribute('href', '/profile')
    await expect(page.getByLabel('Full name')).toHaveValue(account.name)
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(account.email)
    await expect(page.getByLabel('Email', { exact: true })).not.toBeEditable()
    for (const name of ['Phone', 'Gender', 'Date of birth'])
      await expect(page.getByLabel(name)).toBeEditable()
  })

  test('Make Default marks exactly one of the addresses, Remove deletes one §2.profile-edit.3 §4.address-editing.1', async ({
    page,
  }) => {
    await signUpWithAddresses(page)
    await openPage(page, '/profile/edit')
    await expect(rows(page)).toHaveCount(2)
    const fields = await rows(page)
      .last()
      .locator('input, select')
      .evaluateAll((inputs) =>
        inputs.map((input) =>
          input instanceof HTMLInputElement || input instanceof HTMLSelectElement
            ? [input.labels?.[0]?.textContent?.replace(/ .*/, ''), input.value]
            : [],
        ),
      )
    expect(fields).toEqual([
      ['Address', '3, Marine Drive'],
      ['City', 'Mumbai'],
      ['State', 'Maharashtra'],
      ['Pincode', '400020'],
      ['Country', 'India'],
    ])
    const pressed = page.getByRole('button', { name: /^Make Default/, pressed: true })
    await expect(pressed).toHaveText([/address 1/])
    await page.getByRole('button', { name: 'Make Default address 2' }).click()
    await expect(pressed).toHaveText([/address 2/])
    await page.getByRole('button', { name: 'Remove address 2' }).click()
    await expect(pressed).toHaveText([/address 1/])
    await expect(page.getByRole('button', { name: /^Remove address/ })).toHaveCount(1)
  })

  test('adds an address, shows "Saving..." and the changes on the profile §2.profile-edit.1 §2.profile-edit.4 §2.profile-edit.5 §5.4', async ({
    page,
  }) => {
    await signUpWithAddresses(page)
    await openPage(page, '/profile/edit')
    await expect(page.getByRole('heading', { name: 'Add New Address' })).toBeVisible()
    const add = newAddress(page).getByRole('button', { name: 'Add Address' })
    const missing = newAddress(page).getByText('Please fill at least address and city.')
    await newAddress(page).getByLabel('State').selectOption('Jammu and Kashmir')
    await add.click()
    await expect(missing).toBeVisible()
    await expect(newAddress(page).getByLabel('Address')).toBeFocused()
    await newAddress(page).getByLabel('Address').fill('3, Dal Gate')
    await add.click()
    await expect(missing).toBeVisible()
    await expect(rows(page)).toHaveCount(2)
    await saveButton(page).click()
    await expect(page.getByText('Add this address, or clear it, before you save.')).toBeVisible()
    await newAddress(page).getByLabel('City').fill('Srinagar')
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Address added!')).toBeVisible()
    await expect(rows(page)).toHaveCount(3)
    await page.getByRole('button', { name: 'Make Default address 3' }).click()
    await page.getByLabel('Full name').fill('Meera Rathore')
    const release = await holdRequests(page, UPDATE_URL)
    await saveButton(page).click()
    await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled()
    release()
    await expect(page).toHaveURL('/profile')
    await expect(toast(page, 'Profile updated successfully!')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Meera Rathore' })).toBeVisible()
    const info = panel(page, 'Profile Info')
    await expect(info.getByRole('definition').nth(3)).toHaveText(
      '3, Dal Gate, Srinagar, Jammu and Kashmir',
    )
    await expect(info.getByRole('listitem')).toHaveCount(2)
  })

  test('a failure shows its toast and leaves the fields §8.17', async ({ page, console }) => {
    console.allow(/status of (400|500)|ERR_FAILED/)
    await signUpWithAddresses(page)
    await page.clock.install()
    await openPage(page, '/profile/edit')
    await page.getByLabel('Full name').fill('Meera Rathore')
    await page.getByLabel('Date of birth').fill('1990-02-03')
    const city = page.getByLabel('City').nth(1)
    await city.fill('Navi Mumbai')
    for (const [response, text] of [
      [{ status: 500, json: {} }, 'Failed to update profile'],
      [undefined, 'Something went wrong!'],
      [{ json: { success: false } }, 'Failed to update profile'],
      [{ json: { success: true, user: {}, message: '' } }, 'Failed to update profile.'],
      [{ json: { success: true, user: null } }, 'Failed to update profile.'],
    ] as const) {
      await answerNext(page, 'PUT /users/update', response)
      await saveButton(page).click()
      await expect(toast(page, text)).toBeVisible()
      await page.clock.runFor(10_000)
      await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
    }
    const invalid = { success: false, message: 'No such place.', field: 'addresses.1.city' }
    await answerNext(page, 'PUT /users/update', { status: 400, json: invalid })
    await saveButton(page).click()
    await expect(city).toBeFocused()
    await expect(city).toHaveAccessibleDescription('No such place.')
    await expect(city).toHaveValue('Navi Mumbai')
    await expect(page.getByLabel('Full name')).toHaveValue('Meera Rathore')
    await expect(page.getByLabel('Date of birth')).toHaveValue('1990-02-03')
    await saveButton(page).click()
    await expect(page).toHaveURL('/profile')
    await expect(panel(page, 'Profile Info')).toContainText('Navi Mumbai')
  })

  test('the browser asks before unsaved changes are left, and only then', async ({ page }) => {
    await signUpWithAddresses(page)
    const dialogs: string[] = []
    let stay = true
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.type())
      return stay ? dialog.dismiss() : dialog.accept()
    })
    await openPage(page, '/profile/edit')
    await backLink(page).click()
    await expect(page).toHaveURL('/profile')
    expect(dialogs).toEqual([])

    await openPage(page, '/profile/edit')
    await page.getByLabel('Full name').fill('Meera Rathore')
    await backLink(page).click()
    await expect.poll(() => dialogs).toEqual(['beforeunload'])
    await expect(page.getByLabel('Full name')).toHaveValue('Meera Rathore')
    stay = false
    await backLink(page).click()
    await expect(page).toHaveURL('/profile')

    await openPage(page, '/profile/edit')
    await page.getByRole('button', { name: 'Make Default address 2' }).click()
    await saveButton(page).click()
    await expect(page.getByText('Profile updated successfully!')).toBeVisible()
    expect(dialogs).toEqual(['beforeunload', 'beforeunload'])
  })

  test('a visitor is sent to the login with the way back', async ({ page }) => {
    await page.goto('/profile/edit')
    await expect(page).toHaveURL('/login?next=%2Fprofile%2Fedit')
  })
})
