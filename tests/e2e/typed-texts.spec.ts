import type { Locator, Page } from '@playwright/test'
import type { User } from '#src/contract/account.ts'
import { ADDRESS, callApi, signIn, signUpVerified, updateUser } from '#tools/accounts.ts'
import { expect, openPage, test } from '#tools/browser-test.ts'
import { addToCart, getProduct } from '#tools/catalog.ts'
import { main } from '#tools/locators.ts'

// What is typed into a form of the shop and not sent is there after a reload, an ended session and a failing save.

type Typed = [name: string, text: string][]

const field = (page: Page, name: string): Locator => main(page).locator(`[name="${name}"]`)

async function type(page: Page, typed: Typed): Promise<void> {
  for (const [name, text] of typed) {
    const control = field(page, name)
    const isChoice = await control.evaluate((element) => element.tagName === 'SELECT')
    if (isChoice) await control.selectOption(text)
    else await control.fill(text)
  }
}

async function expectTyped(page: Page, typed: Typed): Promise<void> {
  for (const [name, text] of typed) await expect(field(page, name)).toHaveValue(text)
}

const FORMS: [path: string, typed: Typed][] = [
  [
    '/contact',
    [
      ['firstName', 'Meera'],
      ['email', 'meera@example.com'],
      ['message', 'Two lines,\none of them new.'],
    ],
  ],
  [
    '/partner',
    [
      ['firstName', 'Meera'],
      ['message', 'We weave in Banaras.'],
    ],
  ],
  [
    '/contact/appointment',
    [
      ['piece', 'The long one'],
      ['lastName', 'Nair'],
      ['email', 'meera@example.com'],
    ],
  ],
  [
    '/signup',
    [
      ['displayName', 'Meera Nair'],
      ['email', 'meera@example.com'],
    ],
  ],
]

for (const [path, typed] of FORMS)
  test(`what is typed at ${path} is there after a reload`, async ({ page }) => {
    await openPage(page, path)
    await type(page, typed)
    await page.reload()
    await expectTyped(page, typed)
  })

test('what is kept of a form and is no text is not shown, and the form works', async ({ page }) => {
  await signUpVerified(page)
  const { user } = await callApi<{ user: User }>(page, 'GET', '/users/getUserProfile')
  await updateUser(page, { addresses: [ADDRESS] })
  await addToCart(page, await getProduct(page))
  const kept = {
    'signup:': { displayName: { a: 1 }, email: [] },
    [`checkout:${user.uid}`]: { phone: {}, gstin: 7 },
    [`address:${user.uid}`]: { city: {} },
    [`edit-profile:${user.uid}`]: { info: { displayName: {} }, added: {}, addresses: [null] },
  }
  await page.goto('/faqs')
  await page.evaluate((drafts) => {
    for (const [form, draft] of Object.entries(drafts))
      sessionStorage.setItem(`kairavi-form:${form}`, JSON.stringify(draft))
  }, kept)
  await openPage(page, '/checkout')
  await expect(main(page).getByRole('button', { name: 'Proceed to Pay' })).toBeVisible()
  await expect(main(page).getByRole('button', { name: 'Add another address' })).toBeVisible()
  await openPage(page, '/profile/edit')
  await expect(field(page, 'displayName')).not.toHaveValue(/object/)
  await expect(main(page).getByRole('button', { name: 'Edit address 1' })).toBeVisible()
  await page.context().clearCookies()
  await openPage(page, '/signup')
  await expectTyped(page, [
    ['displayName', ''],
    ['email', ''],
  ])
})

test('no password is kept', async ({ page }) => {
  await openPage(page, '/signup')
  await type(page, [
    ['displayName', 'Meera Nair'],
    ['password', 'a lamp on the stepwell'],
    ['confirmPassword', 'a lamp on the stepwell'],
  ])
  const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))
  expect(kept).toContain('Meera Nair')
  expect(kept).not.toContain('stepwell')
})

const NEW_ADDRESS: Typed = [
  ['country', 'France'],
  ['pincode', '75001'],
  ['address', '5, rue de Rivoli'],
  ['city', 'Paris'],
  ['state', 'Île-de-France'],
]

test('an address that is typed at the checkout survives a failing save, a reload and an ended session', async ({
  page,
  console,
}) => {
  console.allow(/Failed to load resource/)
  const account = await signUpVerified(page)
  await addToCart(page, await getProduct(page))
  await openPage(page, '/checkout')
  await type(page, NEW_ADDRESS)
  const telephone: Typed = [['phone', '98290 12345']]
  await type(page, telephone)
  await page.route('**/api/users/update', (route) => route.fulfill({ status: 503, body: '<html>' }))
  await page.getByRole('button', { name: 'Save this address' }).click()
  await expect(page.getByRole('button', { name: 'Save this address' })).toBeEnabled()
  await expectTyped(page, [...NEW_ADDRESS, ...telephone])
  await page.unroute('**/api/users/update')
  await page.reload()
  await expectTyped(page, [...NEW_ADDRESS, ...telephone])
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Save this address' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect(main(page)).toContainText('You were signed out. Sign in to finish your order.')
  await signIn(page, account)
  await expect(page).toHaveURL('/checkout')
  await expectTyped(page, [...NEW_ADDRESS, ...telephone])
  await page.getByRole('button', { name: 'Save this address' }).click()
  await expect(main(page).locator('address')).toContainText('5, rue de Rivoli')
  // What is saved is no draft any more.
  await page.reload()
  await expect(main(page).locator('address')).toContainText('5, rue de Rivoli')
  await expect(page.getByRole('form', { name: 'New address' })).toHaveCount(0)
})

test('a profile that is being edited is there after a reload and an ended session, row by row', async ({
  page,
  console,
}) => {
  console.allow(/Failed to load resource/)
  page.on('dialog', (dialog) => dialog.accept())
  const account = await signUpVerified(page)
  const second = { ...ADDRESS, address: '8, Jalebi Chowk', isDefault: false }
  await updateUser(page, { addresses: [ADDRESS, second], phone: '98290 12345' })
  await openPage(page, '/profile/edit')
  await type(page, [
    ['displayName', 'Meera N. Nair'],
    ['phone', '98290 54321'],
    ['gender', 'Female'],
  ])
  await page.getByRole('button', { name: 'Remove address 1' }).click()
  await page.getByRole('button', { name: 'Edit address 1' }).click()
  const street = main(page).locator('[name="addresses.0.address"]')
  await street.fill('9, Jalebi Chowk')
  const added = main(page).locator('[name="new.city"]')
  await added.fill('Udaipur')
  const expectAll = async () => {
    await expectTyped(page, [
      ['displayName', 'Meera N. Nair'],
      ['phone', '98290 54321'],
      ['gender', 'Female'],
    ])
    await expect(street).toHaveValue('9, Jalebi Chowk')
    await expect(added).toHaveValue('Udaipur')
    await expect(page.getByRole('button', { name: /^Remove address/ })).toHaveCount(1)
  }
  await page.reload()
  await expectAll()
  await expect(main(page).getByText('is here again, and not saved yet.')).toBeVisible()
  await added.fill('')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page).toHaveURL(/\/login/)
  await signIn(page, account)
  await expect(page).toHaveURL('/profile/edit')
  await expect(street).toHaveValue('9, Jalebi Chowk')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page).toHaveURL('/profile')
  const { user } = await callApi<{ user: { displayName: string; addresses: unknown[] } }>(
    page,
    'GET',
    '/users/getUserProfile',
  )
  expect(user).toMatchObject({
    displayName: 'Meera N. Nair',
    addresses: [{ address: '9, Jalebi Chowk' }],
  })
})

test('the words of a gift card are saved after a reload that came before they were sent', async ({
  page,
}) => {
  await signUpVerified(page)
  await addToCart(page, await getProduct(page))
  await callApi(page, 'PUT', '/cart/gift', { wrap: true, note: '' })
  await openPage(page, '/cart')
  const note = main(page).getByLabel('Words for the card')
  // The field keeps the focus: nothing is sent.
  await note.fill('For Meera, with love')
  const saved = page.waitForRequest((request) => request.url().endsWith('/api/cart/gift'))
  await page.reload()
  await expect(note).toHaveValue('For Meera, with love')
  expect((await saved).postDataJSON()).toMatchObject({ note: 'For Meera, with love' })
})

test('the words of a gift card stay until their save has succeeded (B16)', async ({
  page,
  console,
}) => {
  console.allow(/Failed to load resource/)
  await signUpVerified(page)
  await addToCart(page, await getProduct(page))
  await callApi(page, 'PUT', '/cart/gift', { wrap: true, note: '' })
  await openPage(page, '/cart')
  const note = main(page).getByLabel('Words for the card')
  const held = Promise.withResolvers<void>()
  await page.route('**/api/cart/gift', async (route) => {
    await held.promise
    await route.fulfill({ status: 409, json: { success: false, message: 'Not now.' } })
  })
  await note.fill('For Meera, with love')
  // The field saves as it loses the focus to the button, whose press finds the text as saved.
  await page.getByRole('button', { name: 'Save the card' }).click()
  held.resolve()
  await expect(page.getByText('Not now.')).toBeVisible()
  await page.reload()
  await expect(note).toHaveValue('For Meera, with love')
})

test('the piece of the address comes before that of a draft (B6)', async ({ page }) => {
  await openPage(page, '/contact/appointment?piece=First+Ring')
  await type(page, [['firstName', 'Meera']])
  await openPage(page, '/contact/appointment?piece=Second+Watch')
  await expectTyped(page, [
    ['piece', 'Second Watch'],
    ['firstName', 'Meera'],
  ])
})

test('a new address that is typed and emptied again is no draft (B4)', async ({ page }) => {
  await signUpVerified(page)
  await updateUser(page, { addresses: [ADDRESS], phone: '98290 12345' })
  await addToCart(page, await getProduct(page))
  await openPage(page, '/checkout')
  await page.getByRole('button', { name: 'Add another address' }).click()
  await type(page, [['pincode', '4']])
  await type(page, [['pincode', '']])
  await page.reload()
  await expect(page.getByRole('button', { name: 'Add another address' })).toBeVisible()
})

test('what is typed stays in the page where the storage is full', async ({ page, console }) => {
  console.allow(/Failed to load resource/)
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('Full', 'QuotaExceededError')
    }
  })
  await openPage(page, '/contact')
  const typed: Typed = [
    ['firstName', 'Meera'],
    ['lastName', 'Nair'],
    ['email', 'meera@example.com'],
    ['message', 'Do you ship to Leh?'],
  ]
  await type(page, typed)
  await page.route('**/api/contact', (route) => route.abort())
  await main(page).getByRole('button', { name: /^Send/ }).click()
  await expect(main(page).getByRole('alert')).toBeVisible()
  await expectTyped(page, typed)
})

test('two tabs keep what is typed apart', async ({ page, context }) => {
  const other = await context.newPage()
  await openPage(page, '/contact')
  await openPage(other, '/contact')
  await type(page, [['message', 'From the first tab']])
  await type(other, [['message', 'From the second tab']])
  await page.reload()
  await other.reload()
  await expectTyped(page, [['message', 'From the first tab']])
  await expectTyped(other, [['message', 'From the second tab']])
})
