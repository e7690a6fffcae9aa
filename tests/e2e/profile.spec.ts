import type { Page } from '@playwright/test'
import type { User } from '#src/contract/account.ts'
import { MAX_ADDRESSES } from '#src/contract/form-limits.ts'
import { answerNext, holdRequests, recordRequests } from '#tests/helpers/requests.ts'
import { ADDRESS, IDLE_SAFE, signIn, signUpVerified, updateUser } from '#tools/accounts.ts'
import {
  countShifts,
  expect,
  expectTwoColumns,
  getColour,
  openPage,
  test,
} from '#tools/browser-test.ts'
import { listProducts, rupees } from '#tools/catalog.ts'
import { main, toast } from '#tools/locators.ts'
import { logIn } from '#tools/studio.ts'
import { PHONE } from '#tools/viewports.ts'

const OTHER_ADDRESS = {
  address: '3, Marine Drive',
  city: 'Mumbai',
  state: 'Maharashtra',
  pincode: '400020',
  country: 'India',
  isDefault: false,
}

const panel = (page: Page, name: string) => page.getByRole('tabpanel', { name })
const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const getUser = async (page: Page): Promise<User> =>
  (await (await page.request.get('/api/users/getUserProfile', IDLE_SAFE)).json()).user

test('the first details: errors, a failure that leaves the fields, and the way home §2.complete-profile.1 §2.complete-profile.2 §5.3 §8.16 §9.7', async ({
  page,
  console,
}) => {
  console.allow(/ERR_FAILED/)
  await signUpVerified(page)
  await openPage(page, '/complete-profile')
  await expectTwoColumns(page)
  await expect(page.getByRole('link', { name: 'Skip for now' })).toHaveAttribute('href', '/')
  const sent = recordRequests(page, (request) => request.url().endsWith('/complete-profile'))
  const save = page.getByRole('button', { name: 'Save & Continue' })
  await save.click()
  await expect(page.getByLabel('Phone')).toBeFocused()
  const required = ['Phone', 'Gender', 'Date of birth', 'Address', 'City', 'State', 'Pincode']
  for (const name of required)
    await expect(page.getByLabel(name)).toHaveAccessibleDescription(/Please (enter|choose)/)
  await expect(page.getByLabel(/^Country/)).not.toHaveAttribute('aria-invalid')
  expect(sent).toEqual([])

  const genders = page.getByLabel('Gender').getByRole('option')
  await expect(genders).toHaveText(['Please choose', 'Male', 'Female', 'Other'])
  for (const [label, text] of [
    ['Phone', '+91 98290 12345'],
    ['Date of birth', '1990-04-12'],
    ['Address', ADDRESS.address],
    ['City', '<b>Jaipur</b>'],
    ['Pincode', '302 002'],
  ] as const)
    await page.getByLabel(label).fill(text)
  await page.getByLabel('Gender').selectOption('Other')
  await page.getByLabel('State').selectOption('Rajasthan')
  await answerNext(page, 'POST /users/complete-profile')
  await save.click()
  await expect(page.getByRole('alert')).toHaveText('Profile update failed')
  const { red, green, blue } = await getColour(page.getByRole('alert'), 'color')
  expect(red).toBeGreaterThan(2 * Math.max(green, blue))
  await expect(page.getByLabel('City')).toHaveValue('<b>Jaipur</b>')

  const release = await holdRequests(page, '**/api/users/complete-profile')
  await save.click()
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled()
  release()
  await expect(page).toHaveURL('/')
  await expect(toast(page, 'Profile updated successfully!')).toBeVisible()
  await openPage(page, '/profile')
  await expect(panel(page, 'Profile Info')).toContainText('<b>Jaipur</b>, Rajasthan')
})

test('the picture beside the first details keeps its size when errors lengthen the form, and stays in view', async ({
  page,
}) => {
  await signUpVerified(page)
  await openPage(page, '/complete-profile')
  const panel = page.getByRole('complementary').first()
  const picture = panel.getByRole('img')
  const before = await picture.boundingBox()
  const save = page.getByRole('button', { name: 'Save & Continue' })
  await save.click()
  await expect(page.getByLabel('City')).toHaveAttribute('aria-invalid', 'true')
  const after = await picture.boundingBox()
  expect([after?.width, after?.height]).toEqual([before?.width, before?.height])
  await save.scrollIntoViewIfNeeded()
  await expect(picture).toBeInViewport({ ratio: 0.6 })
  // In a low window its texts are still whole inside it.
  await page.setViewportSize({ width: 1024, height: 500 })
  const cut = await panel.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
  expect(cut).toBe(0)
})

test('the profile has four tabs that follow the keys and the address, and shows what is there and what is missing §2.profile.1 §2.profile.2 §2.profile.3 §6.4', async ({
  page,
  console,
}) => {
  console.allow(/404|Content Security Policy/)
  const { name, email } = await signUpVerified(page)
  const info = panel(page, 'Profile Info')
  const badges = main(page).getByRole('list', { name: 'Account' }).getByRole('listitem')

  await test.step('the tabs, without orders, wishlist and details', async () => {
    await openPage(page, '/profile?tab=orders')
    const names = ['Profile Info', 'Orders', 'Wishlist', 'Settings']
    await expect(page.getByRole('tab')).toHaveText(names)
    await tab(page, 'Orders').focus()
    await expect(page.getByText("You haven't placed any orders yet.")).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(tab(page, 'Wishlist')).toBeFocused()
    await expect(page).toHaveURL('/profile?tab=wishlist')
    await expect(page.getByText('Your wishlist is empty.')).toBeVisible()
    await page.keyboard.press('End')
    await expect(tab(page, 'Settings')).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(page).toHaveURL('/profile')
    const facts = ['Full name', 'Email', 'Phone', 'Primary address', 'Country', 'Member since']
    await expect(info.getByRole('term')).toHaveText(facts)
    const joined = /^\d{1,2} [A-Z][a-z]+ \d{4}$/
    const missing = ['Not provided', 'Not added', 'Not added']
    await expect(info.getByRole('definition')).toHaveText([name, email, ...missing, joined])
  })
  await test.step('name, badges, phone and addresses', async () => {
    await updateUser(page, { phone: '98290 12345', addresses: [ADDRESS, OTHER_ADDRESS] })
    await openPage(page, '/profile')
    await expect(main(page).getByRole('heading', { name })).toBeVisible()
    await expect(main(page).getByText(email).first()).toBeVisible()
    const joined = /^Joined \d{1,2} [A-Z][a-z]+ \d{4}$/
    await expect(badges).toHaveText(['Role: Customer', 'Active', 'Verified', joined])
    const edit = main(page).getByRole('link', { name: 'Edit Profile' })
    await expect(edit).toHaveAttribute('href', '/profile/edit')
    const address = '7, Jalebi Chowk, Jaipur, Rajasthan, 302002, India'
    await expect(info.getByRole('definition')).toContainText(['+91 98290 12345', address, 'India'])
    const others = info.getByRole('listitem').getByRole('paragraph')
    await expect(others).toHaveText(['3, Marine Drive, Mumbai, Maharashtra, 400020, India'])
  })
  await test.step('the photo, or the placeholder where it fails to load', async () => {
    const user = await getUser(page)
    for (const [photoURL, count] of [
      ['/no-such-photo.jpg', 0],
      ['/apple-touch-icon.png', 1],
    ] as const) {
      const json = { user: { ...user, photoURL, isVerified: false, role: 'editor' } }
      await page.route('**/api/users/getUserProfile', (route) => route.fulfill({ json }))
      await openPage(page, '/profile')
      await expect(page.getByRole('tablist')).toBeVisible()
      // It has no alt text: the name stands beside it.
      await expect(main(page).locator(`img[src="${photoURL}"]`)).toHaveCount(count)
    }
    await expect(badges).toHaveText(['Role: Editor', 'Active', /^Joined/])
  })
})

test('shows orders with id, date and total, and wishlist items with image, title and price §2.profile.4 §2.profile.5', async ({
  page,
}) => {
  await logIn(page, 'customer')
  const { orders, wishlist } = await getUser(page)
  const date = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' })
  await page.setViewportSize(PHONE)
  const getShift = await countShifts(page)
  const release = await holdRequests(page, /\/api\/products/)
  await openPage(page, '/profile?tab=orders')
  await expect(panel(page, 'Orders').getByRole('heading')).toHaveText(orders.map(({ id }) => id))
  release()
  await expect(page.getByRole('button', { name: /^Buy again/ }).first()).toBeVisible()
  expect(await getShift(), 'the products come later').toBeLessThan(0.01)
  for (const order of orders) {
    const heading = page.getByRole('heading', { name: order.id })
    const row = panel(page, 'Orders').getByRole('listitem').filter({ has: heading })
    for (const text of [date.format(new Date(order.date)), rupees(order.total)])
      await expect(row).toContainText(text)
    for (const { title, quantity } of order.items ?? []) {
      const item = row.getByRole('listitem').filter({ hasText: title })
      await expect(item).toContainText(`Quantity ${quantity}`)
      await expect(item.locator('img')).toBeVisible()
    }
  }
  // A piece without a choice to be made.
  const plain = (await listProducts(page, 1)).filter(({ options }) => options.length === 0)
  const titles = orders.flatMap(({ items = [] }) => items.map(({ title }) => title))
  const title = titles.find((title) => plain.some((product) => product.title === title)) ?? ''
  await page.getByRole('button', { name: new RegExp(`^Buy again ?: ${title}`) }).click()
  await expect(page.getByRole('button', { name: 'View cart' })).toBeVisible()
  await tab(page, 'Wishlist').click()
  const items = panel(page, 'Wishlist').getByRole('listitem')
  await expect(items).toHaveCount(wishlist.length)
  await expect(items.first().locator('img')).toBeVisible()
  await expect(items.first().getByRole('link')).toHaveAttribute('href', /^\/product\//)
  await expect(items.first()).toContainText(/₹[\d,]+\.\d\d/)
})

test('an ordered piece that is no longer sold has no link and is not bought again', async ({
  page,
}) => {
  await logIn(page, 'customer')
  const user = await getUser(page)
  const item = { slug: 'no-such-piece', title: 'The lost lamp', quantity: 1 }
  const json = {
    user: { ...user, orders: user.orders.map((order) => ({ ...order, items: [item] })) },
  }
  await page.route('**/api/users/getUserProfile', (route) => route.fulfill({ json }))
  await openPage(page, '/profile?tab=orders')
  const row = panel(page, 'Orders').getByRole('listitem').filter({ hasText: item.title })
  await expect(row.getByText(item.title).first()).toBeVisible()
  await expect(row.getByRole('link', { name: item.title })).toHaveCount(0)
  await expect(row.getByRole('button', { name: /^Buy again/ })).toHaveCount(0)
})

test('settings: devices, password, data, logout, and the end of the account (item 49) §2.profile.6 §2.profile.7 §2.other.1', async ({
  page,
  browser,
  baseURL,
  console,
}) => {
  console.allow(/status of 401/)
  const { email, password } = await signUpVerified(page)
  const newPassword = 'nine lamps of amer'
  const other = await browser.newContext({ ...(baseURL ? { baseURL } : {}) })
  await other.request.post('/api/auth/login', { ...IDLE_SAFE, data: { email, password } })
  await openPage(page, '/profile?tab=settings')

  await test.step('another device is listed and can be signed out', async () => {
    const devices = page.getByRole('list', { name: 'Signed-in devices' }).getByRole('listitem')
    await expect(devices).toHaveCount(2)
    await expect(devices.first()).toContainText('This device')
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await expect(devices).toHaveCount(1)
    await other.close()
  })
  await test.step('the password is changed on the page', async () => {
    const current = page.getByLabel('Current password')
    const save = page.getByRole('button', { name: 'Save password' })
    await page.getByRole('button', { name: 'Change Password' }).click()
    await current.fill('not this one')
    await page.getByLabel('New password').fill(newPassword)
    await save.click()
    await expect(current).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('New password')).toHaveValue(newPassword)
    await current.fill(password)
    await save.click()
    await expect(page.getByText(/password is changed/i)).toBeVisible()
    await expect(current).toHaveCount(0)
  })
  await test.step('the data is downloaded', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download my data' }).click()
    expect((await download).suggestedFilename()).toBe('kairavi-my-data.json')
  })
  await test.step('Logout leads to the login page', async () => {
    await panel(page, 'Settings').getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
    await signIn(page, { email, password: newPassword })
    await expect(page).toHaveURL('/complete-profile')
  })
  await test.step('the account is deleted after a confirmation', async () => {
    await openPage(page, '/profile?tab=settings')
    const open = page.getByRole('button', { name: 'Delete my account' })
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
    await open.click()
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(open).toBeFocused()
    await open.click()
    const field = dialog.getByLabel('Your password')
    const remove = dialog.getByRole('button', { name: 'Delete for good' })
    await field.fill('not this one')
    await remove.click()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await field.fill(newPassword)
    await remove.click()
    await expect(page).toHaveURL('/')
    await openPage(page, '/profile')
    await expect(page.getByRole('heading', { name: 'No user data found.' })).toBeVisible()
    const login = main(page).getByRole('link', { name: 'Log in' })
    await expect(login).toHaveAttribute('href', '/login?next=%2Fprofile')
  })
})

test('editing: fields, addresses, the default one, unsaved changes, failures, and the changes on the profile §2.profile-edit.1 §2.profile-edit.2 §2.profile-edit.3 §2.profile-edit.4 §2.profile-edit.5 §4.address-editing.1 §5.4 §5.5 §8.17', async ({
  page,
  console,
}) => {
  console.allow(/status of 400/)
  const save = page.getByRole('button', { name: 'Save Changes' })
  const name = page.getByLabel('Full name')
  const city = page.getByLabel('City').nth(1)
  const rows = page.getByRole('button', { name: /^Remove address/ })
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type())
    return dialog.dismiss()
  })
  const account = await signUpVerified(page)
  await updateUser(page, { phone: '98290 12345', addresses: [ADDRESS, OTHER_ADDRESS] })
  await openPage(page, '/profile/edit')
  await expect(name).toHaveValue(account.name)
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(account.email)
  await expect(page.getByLabel('Email', { exact: true })).not.toBeEditable()
  for (const label of ['Phone', 'Gender', 'Date of birth'])
    await expect(page.getByLabel(label)).toBeEditable()
  await page.getByRole('button', { name: 'Edit address 2' }).click()
  await expect(city).toHaveValue('Mumbai')
  await expect(page.getByLabel(/^Pincode/).nth(1)).toBeVisible()
  await expect(page.getByLabel(/^Pincode/).first()).toBeHidden()

  await test.step('Make Default marks exactly one, Remove deletes one', async () => {
    const pressed = page.getByRole('button', { name: /^Make Default/, pressed: true })
    await expect(pressed).toHaveText([/address 1/])
    await page.getByRole('button', { name: 'Make Default address 2' }).click()
    await expect(pressed).toHaveText([/address 2/])
    await page.getByRole('button', { name: 'Remove address 2' }).click()
    await expect(pressed).toHaveText([/address 1/])
    await expect(rows).toHaveCount(1)
  })
  await test.step('an address needs its first line and city', async () => {
    await expect(page.getByRole('heading', { name: 'Add New Address' })).toBeVisible()
    const form = page.getByRole('group', { name: 'New address' })
    await form.getByLabel('State').selectOption('Jammu and Kashmir')
    await form.getByLabel('Address').fill('3, Dal Gate')
    await form.getByRole('button', { name: 'Add Address' }).click()
    await expect(form.getByText('Please fill at least address and city.')).toBeVisible()
    await save.click()
    await expect(page.getByText('Add this address, or clear it, before you save.')).toBeVisible()
    await form.getByLabel('City').fill('Srinagar')
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Address added!')).toBeVisible()
    await expect(rows).toHaveCount(2)
  })
  await test.step('the browser asks before unsaved changes are left', async () => {
    await name.fill('Meera Rathore')
    expect(dialogs).toEqual([])
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await expect.poll(() => dialogs).toEqual(['beforeunload'])
    await expect(name).toHaveValue('Meera Rathore')
  })
  await test.step('a failure shows its toast, or its message at the field, and leaves the fields', async () => {
    await expect(city).toBeHidden()
    // An answer without a user, for which no store has a text.
    await answerNext(page, 'PUT /users/update', { json: { success: true, user: null } })
    await save.click()
    await expect(toast(page, 'Failed to update profile.')).toBeVisible()
    const invalid = { success: false, message: 'No such place.', field: 'addresses.1.city' }
    await answerNext(page, 'PUT /users/update', { status: 400, json: invalid })
    await save.click()
    await expect(city).toBeFocused()
    await expect(city).toHaveAccessibleDescription('No such place.')
    await expect(name).toHaveValue('Meera Rathore')
  })
  await page.getByRole('button', { name: 'Make Default address 2' }).click()
  const release = await holdRequests(page, '**/api/users/update')
  await save.click()
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled()
  release()
  await expect(page).toHaveURL('/profile')
  await expect(toast(page, 'Profile updated successfully!')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Meera Rathore' })).toBeVisible()
  const facts = panel(page, 'Profile Info').getByRole('definition')
  await expect(facts.nth(3)).toHaveText('3, Dal Gate, Srinagar, Jammu and Kashmir')
  expect(dialogs).toHaveLength(1)
})

test('a pincode fills what is empty of an address, and the errors of the filled fields go', async ({
  page,
}) => {
  await signUpVerified(page)
  for (const [path, submit, country] of [
    ['/complete-profile', 'Save & Continue', 'Country (optional)'],
    ['/profile/edit', 'Add Address', 'Country (optional)'],
  ] as const) {
    await openPage(page, path)
    await page.getByLabel('Address', { exact: true }).fill('3, Marine Drive')
    await page.getByRole('button', { name: submit }).click()
    const city = page.getByLabel(/^City/)
    await expect(city).toHaveAccessibleDescription(/^Please /)
    await page.getByLabel(/^Pincode/).fill('400020')
    await expect(city).toHaveValue('Mumbai')
    await expect(page.getByLabel(/^State/)).toHaveValue('Maharashtra')
    await expect(page.getByLabel(country)).toHaveValue('India')
    await expect(city).not.toHaveAttribute('aria-invalid')
    await expect(city).toHaveAccessibleDescription('')
  }
  await page.getByRole('button', { name: 'Add Address' }).click()
  const added = page.getByText('3, Marine Drive, Mumbai, Maharashtra, 400020, India')
  await expect(added).toBeVisible()
  for (const label of [/^City/, /^State/, /^Country/])
    await expect(page.getByRole('group', { name: 'New address' }).getByLabel(label)).toHaveValue('')
  await page.getByRole('button', { name: 'Edit address 1' }).click()
  await page.getByLabel(/^City/).first().fill('Bombay')
  await expect(page.getByText('3, Marine Drive, Bombay, Maharashtra, 400020, India')).toBeVisible()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page).toHaveURL('/profile')
  expect((await getUser(page)).addresses).toMatchObject([{ city: 'Bombay', pincode: '400020' }])
})

test('a new address is checked where it stands while it is typed, and its first wrong field has the focus', async ({
  page,
}) => {
  await signUpVerified(page)
  await openPage(page, '/profile/edit')
  const form = page.getByRole('group', { name: 'New address' })
  const pincode = form.getByLabel(/^Pincode/)
  const address = form.getByLabel('Address')
  await pincode.fill('12')
  await address.fill('3, Marine Drive')
  await expect(pincode).toHaveAccessibleDescription('Enter a valid 6-digit pincode.')
  await form.getByLabel('City').focus()
  await expect(pincode).toHaveAttribute('aria-invalid', 'true')
  await expect(address).toHaveAccessibleDescription('')
  await form.getByRole('button', { name: 'Add Address' }).click()
  await expect(form.getByLabel('City')).toHaveAttribute('aria-invalid', 'true')
  await expect(pincode).toBeFocused()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(address).toBeFocused()
  await expect(address).toHaveAccessibleDescription(/^Add this address, or clear it/)
  await pincode.fill('400020')
  await expect(pincode).toHaveAccessibleDescription('')
  await expect(form.getByLabel('City')).toHaveValue('Mumbai')
  await form.getByRole('button', { name: 'Add Address' }).click()
  await expect(toast(page, 'Address added!')).toBeVisible()
})

test('the last address that a profile has room for leaves the focus with the addresses', async ({
  page,
}) => {
  await signUpVerified(page)
  const addresses = Array.from({ length: MAX_ADDRESSES - 1 }, () => ADDRESS)
  await updateUser(page, { addresses })
  await openPage(page, '/profile/edit')
  const form = page.getByRole('group', { name: 'New address' })
  await form.getByLabel('Address').fill('3, Marine Drive')
  await form.getByLabel('City').fill('Mumbai')
  await form.getByRole('button', { name: 'Add Address' }).click()
  await expect(form).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Addresses' })).toBeFocused()
  await expect(toast(page, 'Address added!')).toBeVisible()
})

test('a state that contradicts the pincode is refused at its field, in the words of the API, and is corrected in place', async ({
  page,
  console,
}) => {
  console.allow(/status of 400/)
  const state = page.getByLabel(/^State/).first()
  const save = page.getByRole('button', { name: 'Save Changes' })
  await signUpVerified(page)
  await updateUser(page, { addresses: [ADDRESS] })
  await openPage(page, '/profile/edit')
  await page.getByRole('button', { name: 'Edit address 1' }).click()
  await page
    .getByLabel(/^Pincode/)
    .first()
    .fill('560001')
  // Its row is closed: the error opens it.
  await page.getByRole('button', { name: 'Edit address 1' }).click()
  await expect(state).toBeHidden()
  await save.click()
  await expect(state).toBeFocused()
  await expect(state).toHaveAccessibleDescription(
    'The pincode 560001 is in Karnataka. Please correct the state or the pincode.',
  )
  await state.selectOption('Karnataka')
  await expect(state).toBeVisible()
  await expect(state).not.toHaveAttribute('aria-invalid')
  await save.click()
  await expect(page).toHaveURL('/profile')
  await expect(main(page)).toContainText('Karnataka, 560001')
})
