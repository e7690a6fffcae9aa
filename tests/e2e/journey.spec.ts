import type { Locator, Page } from '@playwright/test'
import { signUpVerified } from '#tests/helpers/accounts.ts'
import {
  expect,
  expectNoOverflow,
  openPage,
  test,
  waitForIsland,
} from '#tests/helpers/browser-test.ts'
import { findProduct } from '#tests/helpers/catalogue.ts'
import { listItems, main, region } from '#tests/helpers/locators.ts'

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 700

/** Presses a control: by keyboard on desktop, by pointer on phones. */
async function press(page: Page, control: Locator, key = 'Enter'): Promise<void> {
  await waitForIsland(control)
  await (isPhone(page) ? control.click() : control.press(key))
}

/** Chooses a value of a radio group, or of a list of filters. */
const choose = (page: Page, control: Locator): Promise<void> =>
  isPhone(page) ? control.locator('xpath=ancestor::label').click() : control.press('Space')

test('from a wrong spelling to the checkout with a new address @desktop-and-phone', async ({
  page,
}) => {
  await signUpVerified(page)
  const pen = await findProduct(page, ({ slug }) => slug === 'kalam-lacquer-fountain-pen')
  const [{ name, values } = { name: '', values: [] }] = pen.options
  const [first = '', second = ''] = values

  await test.step('a wrong spelling and a filter find it', async () => {
    await openPage(page, '/shop?search=fountian+pen')
    await press(page, page.getByRole('button', { name: 'Filter', exact: true }))
    const filters = page.getByRole('dialog', { name: 'Filters' })
    await choose(page, filters.getByRole('checkbox', { name: /₹25,000 – ₹50,000/ }))
    await press(page, filters.getByRole('button', { name: /^Show/ }))
    await expect(page).toHaveURL(/price=25000-50000/)
    await expectNoOverflow(page)
    await press(page, main(page).getByRole('link', { name: pen.title }))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(pen.title)
  })

  await test.step('a choice, an engraving and a pincode', async () => {
    const group = page.getByRole('group', { name })
    await press(page, page.getByRole('button', { name: `Choose a ${name.toLowerCase()}` }))
    const value = group.getByRole('radio', { name: first, exact: true })
    await expect(value).toBeFocused()
    await choose(page, value)
    await page.getByLabel('Engraving').fill('For Asha')
    await page.getByLabel('Delivery pincode').fill('400020')
    await page.getByLabel('Delivery pincode').press('Enter')
    await expect(page.locator('.delivery-range')).toContainText('400020')
    await expectNoOverflow(page)
    await press(page, page.getByRole('button', { name: 'Add to Cart', exact: true }))
    await expect(page.locator('[data-sonner-toast]')).toContainText(pen.title)
  })

  await test.step('the cart changes the choice and keeps the engraving', async () => {
    await openPage(page, '/cart')
    const row = listItems(page).filter({ hasText: pen.title })
    await expect(row).toContainText(`${name} ${first}`)
    await press(page, row.getByRole('button', { name: /^Change/ }))
    const dialog = page.getByRole('dialog')
    await choose(page, dialog.getByRole('radio', { name: second, exact: true }))
    await press(page, dialog.getByRole('button', { name: 'Update' }))
    await expect(row).toContainText(`${name} ${second}`)
    await expect(row).toContainText('Engraving “For Asha”')
    await expect(main(page)).toContainText('400020')
    await expectNoOverflow(page)
    await press(page, main(page).getByRole('link', { name: 'Proceed to Buy' }))
    await expect(page).toHaveURL('/checkout')
  })

  await test.step('a new address in place', async () => {
    const form = page.getByRole('form', { name: 'New address' })
    await form.getByLabel('Address').fill('12 Marine Drive')
    await form.getByLabel('Pincode').fill('400020')
    await expect(form.getByLabel('State')).toHaveValue('Maharashtra')
    await press(page, form.getByRole('button', { name: 'Save this address' }))
    await expect(region(page, 'Shipping Address').locator('address')).toContainText('Mumbai')
    await expect(region(page, 'Order Summary')).toContainText('Engraving “For Asha”')
    await expectNoOverflow(page)
    const opened = page.waitForEvent('dialog')
    const pay = page.getByRole('button', { name: /^Proceed to Pay/ })
    const pressed = press(page, pay)
    const alert = await opened
    expect(alert.message()).toBe('Payment integration will go here.')
    await alert.accept()
    await pressed
  })
})
