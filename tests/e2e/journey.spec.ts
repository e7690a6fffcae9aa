import type { Locator } from '@playwright/test'
import { createAccountData, fillSignUp, getMailedLink } from '#tools/accounts.ts'
import {
  clickInIsland,
  expect,
  openPage,
  test,
  waitForHydration,
  waitForIsland,
} from '#tools/browser-test.ts'
import { findProduct } from '#tools/catalog.ts'
import {
  cartLink,
  decreaseButton,
  increaseButton,
  listItems,
  main,
  quantity,
  region,
  removeButton,
  toast,
  toasts,
} from '#tools/locators.ts'

/** Chooses a value of a radio group, or of a list of filters. */
const choose = (control: Locator): Promise<void> => control.locator('xpath=ancestor::label').click()

// Without motion: a view transition between pages can stop the frames of a headless Chromium, for which
// a click waits (https://github.com/microsoft/playwright/issues/41562).
test.use({ serviceWorkers: 'allow' })

test('a first visit: sign-up, a wrong spelling, a choice, the cart, a new address, logout @phone', async ({
  page,
}) => {
  const account = createAccountData()
  const pen = await findProduct(page, ({ slug }) => slug === 'kalam-lacquer-fountain-pen')
  const [{ name, values } = { name: '', values: [] }] = pen.options
  const [first = '', second = ''] = values

  await test.step('home and shop', async () => {
    await openPage(page, '/')
    await page.getByRole('link', { name: 'Shop Now' }).first().click()
    await expect(page).toHaveURL(/\/shop$/)
  })

  await test.step('signs up, verifies and is signed in', async () => {
    await openPage(page, '/signup')
    await fillSignUp(page, account)
    await page.getByRole('button', { name: 'Create Account' }).click()
    await expect(page).toHaveURL(/\/verify-email/)
    await openPage(page, await getMailedLink(page, account.email))
    await main(page).getByRole('link', { name: 'Continue', exact: true }).click()
    await expect(page).toHaveURL('/complete-profile')
  })

  await test.step('a wrong spelling and a filter find it', async () => {
    await openPage(page, '/shop?search=fountian+pen')
    await clickInIsland(page.getByRole('button', { name: 'Filter', exact: true }))
    const filters = page.getByRole('dialog', { name: 'Filters' })
    await choose(filters.getByRole('checkbox', { name: /₹25,000 – ₹50,000/ }))
    await clickInIsland(filters.getByRole('button', { name: /^Show/ }))
    await expect(page).toHaveURL(/price=25000-50000/)
    await clickInIsland(main(page).getByRole('link', { name: pen.title }))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(pen.title)
  })

  await test.step('a choice, an engraving and a pincode', async () => {
    const group = page.getByRole('group', { name })
    await clickInIsland(page.getByRole('button', { name: `Choose a ${name.toLowerCase()}` }))
    const value = group.getByRole('radio', { name: first, exact: true })
    await expect(value).toBeFocused()
    await choose(value)
    await page.getByLabel('Engraving').fill('For Asha')
    await page.getByLabel('Delivery pincode').fill('400020')
    await page.getByLabel('Delivery pincode').press('Enter')
    await expect(page.getByText(/^Free delivery .+ to 400020$/)).toHaveCount(2)
    await clickInIsland(page.getByRole('button', { name: 'Add to Cart', exact: true }))
    await expect(toasts(page)).toContainText(pen.title)
    await expect(cartLink(page)).toContainText('1 item in cart')
  })

  await test.step('the cart changes choice and quantity, and keeps the engraving', async () => {
    await openPage(page, '/cart')
    const row = listItems(page).filter({ hasText: pen.title })
    await expect(row).toContainText(`${name} ${first}`)
    await clickInIsland(row.getByRole('button', { name: /^Change/ }))
    const dialog = page.getByRole('dialog')
    await choose(dialog.getByRole('radio', { name: second, exact: true }))
    await clickInIsland(dialog.getByRole('button', { name: 'Update' }))
    await expect(row).toContainText(`${name} ${second}`)
    await expect(row).toContainText('Engraving “For Asha”')
    await expect(main(page)).toContainText('400020')
    for (const [button, count] of [
      [increaseButton(page), 2],
      [decreaseButton(page), 1],
    ] as const) {
      // The row is disabled while the change is sent.
      const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
      await clickInIsland(button)
      await saved
      await expect(quantity(page)).toHaveText(`${count}`)
      await expect(cartLink(page)).toContainText(`${count} item`)
    }
    await clickInIsland(main(page).getByRole('link', { name: 'Proceed to Buy' }))
    await expect(page).toHaveURL('/checkout')
  })

  await test.step('a new address in place', async () => {
    const form = page.getByRole('form', { name: 'New address' })
    await form.getByLabel('Address').fill('12 Marine Drive')
    await form.getByLabel('Pincode').fill('400020')
    await expect(form.getByLabel('State')).toHaveValue('Maharashtra')
    await form.getByLabel('Phone').fill('98290 12345')
    await clickInIsland(form.getByRole('button', { name: 'Save this address' }))
    await expect(region(page, 'Shipping Address')).toContainText('12 Marine Drive')
    await expect(region(page, 'Order Summary')).toContainText('Engraving “For Asha”')
    const opened = page.waitForEvent('dialog')
    const pressed = clickInIsland(page.getByRole('button', { name: /^Proceed to Pay/ }))
    const alert = await opened
    expect(alert.message()).toBe('Payment integration will go here.')
    await alert.accept()
    await pressed
  })

  await test.step('empties the cart and logs out', async () => {
    await openPage(page, '/cart')
    await removeButton(page).click()
    await expect(page.getByText('Your Cart is Empty')).toBeVisible()
    await expect(cartLink(page)).toContainText('0 items in cart')
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await page.getByRole('dialog').getByText('Logout', { exact: true }).click()
    await expect(page).toHaveURL('/login')
  })
})

const MAX_PRESSES = 18

for (const way of ['the home page', 'the shop'])
  test(`a new shopper comes from home by a piece of ${way} to Proceed to Pay with few presses, each field and the mail counted @phone`, async ({
    page,
  }) => {
    const { name, email, password } = createAccountData()
    let presses = 0
    const press = async (control: Locator) => {
      await (await waitForIsland(control)).tap()
      presses += 1
    }
    const type = async (field: Locator, text: string) => {
      // Taps in fields as fast as a test types are a double tap to the browser, which sets no caret.
      await (await waitForIsland(field)).click()
      presses += 1
      await page.keyboard.type(text)
      await expect(field).toHaveValue(text)
    }
    const button = (title: string | RegExp) => page.getByRole('button', { name: title }).first()

    await openPage(page, '/')
    if (way === 'the shop') {
      await press(main(page).getByRole('link', { name: 'Shop Now' }).first())
      await expect(page).toHaveURL(/\/shop$/)
      await waitForHydration(page)
    }
    const titles = await main(page).getByRole('article').getByRole('heading').allTextContents()
    const { title } = await findProduct(
      page,
      ({ title, options, stock }) => stock > 0 && options.length === 0 && titles.includes(title),
    )
    await press(main(page).getByRole('link', { name: title }).first())
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await waitForHydration(page)
    await press(button('Buy Now'))
    await press(toasts(page).getByRole('button', { name: 'Log in' }))
    await expect(page).toHaveURL(/\/login/)
    await waitForHydration(page)
    await press(main(page).getByRole('link', { name: /sign up|create/i }))
    await expect(page).toHaveURL(/\/signup/)
    await waitForHydration(page)
    await type(page.getByLabel('Full name'), name)
    await type(page.getByLabel('Email', { exact: true }), email)
    await type(page.getByLabel('Password', { exact: true }), password)
    await type(page.getByLabel('Confirm password'), password)
    await press(page.getByLabel(/accept the/).locator('xpath=ancestor::label'))
    await press(button('Create Account'))
    await expect(page).toHaveURL(/\/verify-email/)
    // The mail is opened, and its link is pressed.
    presses += 2
    await page.goto(await getMailedLink(page, email), { waitUntil: 'commit' })
    await expect(page).toHaveURL('/checkout')
    await expect(toast(page, 'Your email address is verified.')).toBeVisible()
    await waitForHydration(page)
    const form = page.getByRole('form', { name: 'New address' })
    await type(form.getByLabel('Pincode'), '400020')
    await type(form.getByLabel('Address'), '12 Marine Drive')
    await type(form.getByLabel('Phone'), '98290 12345')
    await press(form.getByRole('button', { name: 'Save this address' }))
    await expect(button(/^Proceed to Pay/)).toBeEnabled()
    presses += 1
    expect(presses).toBeLessThanOrEqual(MAX_PRESSES)
    await page.goBack()
    await expect(page).toHaveURL(/\/product\//)
    await expect(cartLink(page)).toContainText('1 item in cart')
  })
