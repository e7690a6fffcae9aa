import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectNoOverflow,
  openPage,
  signUpVerified,
  test,
} from '#tests/helpers/browser-test.ts'

const HOME = {
  address: '7, Jalebi Chowk',
  city: 'Jaipur',
  state: 'Rajasthan',
  pincode: '302002',
  country: 'India',
}
const SEA = { address: '12B, Sagar Mahal', city: 'Mumbai', state: '', pincode: '', country: '' }

const panel = (page: Page, name: string) => page.getByRole('tabpanel', { name })
const newAddress = (page: Page) => page.getByRole('group', { name: 'New address' })

async function withAddresses(page: Page) {
  const account = await signUpVerified(page)
  const addresses = [{ ...HOME, isDefault: true }, SEA]
  const data = { displayName: account.name, phone: '98290 12345', addresses }
  const answer = await page.request.put('/api/users/update', { data })
  expect(answer.ok()).toBe(true)
  return account
}

test.describe('§2.complete-profile.1 the first details', () => {
  test('§2.complete-profile.2 §5.3 each is asked for at its place, country is free @all-projects', async ({
    page,
  }) => {
    await signUpVerified(page)
    await openPage(page, '/complete-profile')
    await expect(page.getByRole('link', { name: 'Skip for now' })).toHaveAttribute('href', '/')
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(3)
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
    await expectNoOverflow(page)
    await expectAccessible(page)
  })

  test('are saved, said, and lead home; a wrong one keeps what was typed', async ({
    page,
    console,
  }) => {
    console.allow(/status of (400|500)/)
    await signUpVerified(page)
    await openPage(page, '/complete-profile')
    const save = page.getByRole('button', { name: 'Save & Continue' })
    await page.getByLabel('Phone').fill('+91 98290 12345')
    await expect(page.getByLabel('Gender').getByRole('option')).toHaveText([
      'Please choose',
      'Male',
      'Female',
      'Other',
    ])
    await page.getByLabel('Gender').selectOption('Other')
    await page.getByLabel('Date of birth').fill('2990-01-01')
    await page.getByLabel('Address').fill(HOME.address)
    await page.getByLabel('City').fill('<b>Jaipur</b>')
    await page.getByLabel('State').fill('राजस्थान 🏜️')
    await page.getByLabel('Pincode').fill('012345')
    await save.click()
    await expect(page.getByText('A date of birth cannot be in the future.')).toBeVisible()
    await expect(page.getByText('Enter a valid 6-digit pincode.')).toBeVisible()
    await page.getByLabel('Date of birth').fill('1990-04-12')
    await page.getByLabel('Pincode').fill('302 002')
    await page.route(
      '**/api/users/complete-profile',
      (route) => route.fulfill({ status: 500, json: {} }),
      { times: 1 },
    )
    await save.click()
    await expect(page.getByRole('alert')).toHaveText('Profile update failed')
    await expect(page.getByLabel('City')).toHaveValue('<b>Jaipur</b>')
    await save.click()
    await expect(page).toHaveURL('/')
    await expect(page.getByText('Profile updated successfully!')).toBeVisible()
    await openPage(page, '/profile')
    await expect(panel(page, 'Profile Info')).toContainText('<b>Jaipur</b>, राजस्थान 🏜️')
  })

  test('a visitor is sent to log in and brought back', async ({ page }) => {
    await page.goto('/complete-profile')
    await expect(page).toHaveURL('/login?next=%2Fcomplete-profile')
  })
})

test.describe('§2.profile.1 the profile', () => {
  test('§6.4 shows photo, name, badges and dates, whole and accessible @all-projects', async ({
    page,
  }) => {
    const account = await withAddresses(page)
    await openPage(page, '/profile')
    const main = page.getByRole('main')
    await expect(main.locator('[data-placeholder-avatar]')).toBeVisible()
    await expect(main.getByRole('heading', { name: account.name })).toBeVisible()
    for (const text of ['Role: Customer', 'Active', 'Verified'])
      await expect(main.getByText(text, { exact: true })).toBeVisible()
    await expect(main.getByText(/^Joined \d{1,2} \w+ \d{4}$/)).toBeVisible()
    await expect(main.getByRole('link', { name: 'Edit Profile' })).toHaveAttribute(
      'href',
      '/profile/edit',
    )
    await expectNoOverflow(page)
    await expectAccessible(page)
    for (const tab of ['Orders', 'Wishlist', 'Settings']) {
      await page.getByRole('tab', { name: tab }).click()
      await expect(panel(page, tab)).toBeVisible()
      await expectNoOverflow(page)
      await expectAccessible(page)
    }
  })

  test('§2.profile.2 has four tabs that follow the keys and the address', async ({ page }) => {
    await signUpVerified(page)
    await openPage(page, '/profile?tab=orders')
    const tabs = page.getByRole('tab')
    await expect(tabs).toHaveText(['Profile Info', 'Orders', 'Wishlist', 'Settings'])
    await expect(page.getByRole('tab', { name: 'Orders' })).toHaveAttribute('aria-selected', 'true')
    await page.getByRole('tab', { name: 'Orders' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name: 'Wishlist' })).toBeFocused()
    await expect(page).toHaveURL('/profile?tab=wishlist')
    await page.keyboard.press('End')
    await expect(page.getByRole('tab', { name: 'Settings' })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(panel(page, 'Profile Info')).toBeVisible()
    await expect(page).toHaveURL('/profile')
    await openPage(page, '/profile?tab=nonsense')
    await expect(panel(page, 'Profile Info')).toBeVisible()
  })

  test('§2.profile.3 §2.profile.4 §2.profile.5 says so where there is nothing yet', async ({
    page,
  }) => {
    await signUpVerified(page)
    await openPage(page, '/profile')
    await expect(panel(page, 'Profile Info')).toContainText('PhoneNot provided')
    await expect(panel(page, 'Profile Info')).toContainText('Primary addressNot added')
    await page.getByRole('tab', { name: 'Orders' }).click()
    await expect(page.getByText("You haven't placed any orders yet.")).toBeVisible()
    await page.getByRole('tab', { name: 'Wishlist' }).click()
    await expect(page.getByText('Your wishlist is empty.')).toBeVisible()
  })

  test('§2.profile.3 joins the primary address and lists the others', async ({ page }) => {
    await withAddresses(page)
    await openPage(page, '/profile')
    const info = panel(page, 'Profile Info')
    await expect(info).toContainText('7, Jalebi Chowk, Jaipur, Rajasthan, 302002, India')
    await expect(info).toContainText('+91 98290 12345')
    await expect(info.getByRole('listitem')).toHaveText(['12B, Sagar Mahal, Mumbai'])
  })

  test('§2.profile.4 §2.profile.5 shows orders and wishes', async ({ page }) => {
    const demo = { email: 'asha@kairavi.example', password: 'moonlight over amer' }
    await page.request.post('/api/auth/login', { data: demo })
    await openPage(page, '/profile?tab=orders')
    const row = page.getByRole('row').nth(1)
    await expect(row.getByRole('cell')).toHaveText([/^\d{1,2} \w+ \d{4}$/, /^₹[\d,]+\.\d{2}$/])
    await page.getByRole('tab', { name: 'Wishlist' }).click()
    const wish = panel(page, 'Wishlist').getByRole('listitem').first()
    await expect(wish.getByRole('link')).toHaveAttribute('href', /^\/product\//)
    await expect(wish).toContainText('₹')
    await expect(wish.locator('img')).toHaveCount(1)
  })

  test('a photo that does not load gives way to our drawing', async ({ page, console }) => {
    console.allow(/status of 404|Content Security Policy/)
    await signUpVerified(page)
    await page.route('**/api/users/getUserProfile', async (route) => {
      const answer = await route.fetch()
      const { user } = (await answer.json()) as { user: object }
      await route.fulfill({ json: { user: { ...user, photoURL: '/nobody.jpg' } } })
    })
    await openPage(page, '/profile')
    await expect(page.locator('[data-placeholder-avatar]')).toBeVisible()
  })

  test('§2.profile.7 without a user there is a way to log in', async ({ page }) => {
    await openPage(page, '/profile')
    await expect(page.getByText('No user data found.')).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Log in' })).toHaveAttribute(
      'href',
      '/login?next=%2Fprofile',
    )
    await expectAccessible(page)
  })

  test('§8.15 says why nobody is known, and asks again', async ({ page, console }) => {
    console.allow(/status of 500/)
    await signUpVerified(page)
    await page.route('**/api/users/getUserProfile', (route) =>
      route.fulfill({ status: 500, json: {} }),
    )
    await openPage(page, '/profile')
    await expect(page.getByText('Failed to fetch user details')).toBeVisible()
    await page.unroute('**/api/users/getUserProfile')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('tablist')).toBeVisible()
  })
})

test.describe('§2.profile.6 settings', () => {
  test('the password is changed in place', async ({ page, console }) => {
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
    const answer = await page.request.post('/api/auth/login', { data: login })
    expect(answer.ok()).toBe(true)
  })

  test('another device is listed and signed out', async ({ page, browser, baseURL }) => {
    const { email, password } = await signUpVerified(page)
    const elsewhere = await browser.newContext({ ...(baseURL ? { baseURL } : {}) })
    await elsewhere.request.post('/api/auth/login', { data: { email, password } })
    await openPage(page, '/profile?tab=settings')
    const devices = page.getByRole('list', { name: 'Signed-in devices' }).getByRole('listitem')
    await expect(devices).toHaveCount(2)
    await expect(devices.first()).toContainText('This device')
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await expect(devices).toHaveCount(1)
    const answer = await elsewhere.request.get('/api/users/getUserProfile')
    expect(await answer.json()).toMatchObject({ user: null })
    await elsewhere.close()
  })

  test('§2.other.1 Logout leads to the login page', async ({ page }) => {
    await signUpVerified(page)
    await openPage(page, '/profile?tab=settings')
    await panel(page, 'Settings').getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
  })

  test('the data can be had, and the account deleted after one more question', async ({
    page,
    console,
  }) => {
    console.allow(/status of 401/)
    const account = await signUpVerified(page)
    await openPage(page, '/profile?tab=settings')
    const arriving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download my data' }).click()
    expect((await arriving).suggestedFilename()).toBe('kairavi-my-data.json')
    await page.getByRole('button', { name: 'Delete my account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Delete my account' })).toBeFocused()
    await page.getByRole('button', { name: 'Delete my account' }).click()
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

test.describe('§2.profile-edit.1 editing', () => {
  test('§2.profile-edit.2 §5.5 is whole and accessible, the email read-only @all-projects', async ({
    page,
  }) => {
    const account = await withAddresses(page)
    await openPage(page, '/profile/edit')
    await expect(page.getByRole('link', { name: 'Back', exact: true })).toHaveAttribute(
      'href',
      '/profile',
    )
    await expect(page.getByLabel('Full name')).toHaveValue(account.name)
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(account.email)
    await expect(page.getByLabel('Email', { exact: true })).not.toBeEditable()
    await expectNoOverflow(page)
    await expectAccessible(page)
  })

  test('§2.profile-edit.3 §4.address-editing.1 Make Default marks exactly one, Remove takes one away', async ({
    page,
  }) => {
    await withAddresses(page)
    await openPage(page, '/profile/edit')
    const marks = page.getByRole('button', { name: /^Make Default/, pressed: true })
    await expect(marks).toHaveText([/address 1/])
    await page.getByRole('button', { name: 'Make Default address 2' }).click()
    await expect(marks).toHaveText([/address 2/])
    await page.getByRole('button', { name: 'Remove address 2' }).click()
    await expect(marks).toHaveText([/address 1/])
    await expect(page.getByRole('button', { name: /^Remove address/ })).toHaveCount(1)
  })

  test('§2.profile-edit.4 §2.profile-edit.5 §5.4 adds an address, saves, and says so on the profile', async ({
    page,
  }) => {
    await withAddresses(page)
    await openPage(page, '/profile/edit')
    await page.getByRole('button', { name: 'Add Address' }).click()
    await expect(page.getByText('Please fill at least address and city.')).toBeVisible()
    await expect(newAddress(page).getByLabel('Address')).toBeFocused()
    await newAddress(page).getByLabel('Address').fill('3, Dal Gate')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Add this address, or clear it, before you save.')).toBeVisible()
    await newAddress(page).getByLabel('City').fill('Srinagar')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Address added!')).toBeVisible()
    await page.getByRole('button', { name: 'Make Default address 3' }).click()
    await page.getByLabel('Full name').fill('Meera Rathore')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page).toHaveURL('/profile')
    await expect(page.getByText('Profile updated successfully!')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Meera Rathore' })).toBeVisible()
    await expect(panel(page, 'Profile Info')).toContainText('3, Dal Gate, Srinagar')
  })

  test('§8.17 a failure is said and nothing typed is lost', async ({ page, console }) => {
    console.allow(/status of (400|500)|ERR_FAILED/)
    await withAddresses(page)
    await openPage(page, '/profile/edit')
    const save = page.getByRole('button', { name: 'Save Changes' })
    await page.getByLabel('Full name').fill('Meera Rathore')
    await page.getByLabel('City').nth(1).fill('Navi Mumbai')
    const where = '**/api/users/update'
    await page.route(where, (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
    await save.click()
    await expect(page.getByText('Failed to update profile', { exact: true })).toBeVisible()
    await page.route(where, (route) => route.abort(), { times: 1 })
    await save.click()
    await expect(page.getByText('Something went wrong!')).toBeVisible()
    const empty = { success: true, user: {}, message: '' }
    await page.route(where, (route) => route.fulfill({ json: empty }), { times: 1 })
    await save.click()
    await expect(page.getByText('Failed to update profile.', { exact: true })).toBeVisible()
    const wrong = { success: false, message: 'No such place.', field: 'addresses.1.city' }
    await page.route(where, (route) => route.fulfill({ status: 400, json: wrong }), { times: 1 })
    await save.click()
    await expect(page.getByLabel('City').nth(1)).toBeFocused()
    await expect(page.getByLabel('City').nth(1)).toHaveAccessibleDescription('No such place.')
    await expect(page.getByLabel('City').nth(1)).toHaveValue('Navi Mumbai')
    await expect(page.getByLabel('Full name')).toHaveValue('Meera Rathore')
    await save.click()
    await expect(page).toHaveURL('/profile')
    await expect(panel(page, 'Profile Info')).toContainText('Navi Mumbai')
  })

  test('the browser asks before changes that are not saved are left, and only then', async ({
    page,
  }) => {
    await withAddresses(page)
    const asked: string[] = []
    let stay = true
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      return stay ? dialog.dismiss() : dialog.accept()
    })
    const back = page.getByRole('link', { name: 'Back', exact: true })
    await openPage(page, '/profile/edit')
    await back.click()
    await expect(page).toHaveURL('/profile')
    expect(asked).toEqual([])

    await openPage(page, '/profile/edit')
    await page.getByLabel('Full name').fill('Meera Rathore')
    await back.click()
    await expect.poll(() => asked).toEqual(['beforeunload'])
    await expect(page.getByLabel('Full name')).toHaveValue('Meera Rathore')
    stay = false
    await back.click()
    await expect(page).toHaveURL('/profile')

    await openPage(page, '/profile/edit')
    await page.getByRole('button', { name: 'Make Default address 2' }).click()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Profile updated successfully!')).toBeVisible()
    expect(asked).toEqual(['beforeunload', 'beforeunload'])
  })

  test('a visitor is sent to log in and brought back', async ({ page }) => {
    await page.goto('/profile/edit')
    await expect(page).toHaveURL('/login?next=%2Fprofile%2Fedit')
  })
})
