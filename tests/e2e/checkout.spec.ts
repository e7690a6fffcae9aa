import type { Locator, Page } from '@playwright/test'
import { messages } from '#src/channels/messages.ts'
import type { ListingItem } from '#src/contract/catalog.ts'
import { recordRequests } from '#tests/helpers/requests.ts'
import {
  ADDRESS,
  createAccountData,
  IDLE_SAFE,
  signUpVerified,
  updateUser,
} from '#tools/accounts.ts'
import { clickInIsland, expect, openPage, test } from '#tools/browser-test.ts'
import { addToCart, getProduct, listProducts, rupees } from '#tools/catalog.ts'
import { buyNowButton, main, region } from '#tools/locators.ts'
import { DESKTOP, PHONE } from '#tools/viewports.ts'

/** Pieces without a choice, the cheapest, far below the sums that the law sets, first. */
async function listByPrice(page: Page): Promise<[ListingItem, ListingItem, ...ListingItem[]]> {
  const [first, second, ...others] = (await listProducts(page, 5))
    .filter(({ options }) => options.length === 0)
    .toSorted((a, b) => a.price - b.price)
  if (!first || !second) throw new Error('The catalogue is too small.')
  return [first, second, ...others]
}

test('an empty cart, the totals to the paisa, the shipping address, razorpay as default, and an alert by Proceed to Pay (items 36, 42) §2.checkout.1 §2.checkout.2 §2.checkout.3 §2.checkout.4 §2.checkout.5 §9.2 §9.6', async ({
  page,
}) => {
  const { name, email } = await signUpVerified(page)
  const [product, other] = await listByPrice(page)
  const summary = region(page, 'Order Summary')
  const shipping = region(page, 'Shipping Address')
  await openPage(page, '/checkout')
  await expect(page.getByRole('heading', { name: 'Your cart is empty', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to Shop' })).toHaveAttribute('href', '/shop')

  await addToCart(page, product, 2)
  await addToCart(page, other)
  await openPage(page, `/product/${product.slug}`)
  await clickInIsland(buyNowButton(page))
  await expect(page).toHaveURL('/checkout')
  for (const text of [name, email, 'Address not provided'])
    await expect(shipping).toContainText(text)
  await updateUser(page, { phone: '98290 12345', addresses: [ADDRESS], primary_address: ADDRESS })
  await openPage(page, '/checkout')
  const lines = ['7, Jalebi Chowk', 'Jaipur', 'Rajasthan - 302002', 'India']
  for (const line of lines) await expect(shipping.getByText(line, { exact: true })).toBeVisible()
  await expect(shipping).toContainText(/\+?91?\s?98290\s?12345/)

  const line = Math.round(product.price * 100) * 3
  const subtotal = line + Math.round(other.price * 100)
  const tax = Math.floor((subtotal * 5 + 50) / 100)
  await expect(summary.getByRole('term')).toHaveText(['Subtotal', 'Tax (5%)', 'Total'])
  await expect(summary.getByRole('definition')).toHaveText(
    [subtotal, tax, subtotal + tax].map((paise) => rupees(paise / 100)),
  )
  const item = summary.getByRole('listitem').filter({ hasText: product.title })
  await expect(item).toContainText('Quantity: 3')
  await expect(item).toContainText(rupees(line / 100))

  const methods = page.getByRole('group', { name: 'Payment Method' }).getByRole('radio')
  const values = await methods.evaluateAll((all) => all.map((input) => input.getAttribute('value')))
  expect(values).toEqual(['razorpay', 'cod'])
  await expect(page.getByRole('radio', { name: /^Pay via Razorpay/ })).toBeChecked()
  const writes = recordRequests(page, (request) => request.method() !== 'GET')
  await page.getByRole('radio', { name: /^Cash on Delivery/ }).check()
  const opened = page.waitForEvent('dialog')
  const pay = `Proceed to Pay ${rupees((subtotal + tax) / 100)}`
  const clicked = summary.getByRole('button', { name: pay, exact: true }).click()
  const dialog = await opened
  expect([dialog.type(), dialog.message()]).toEqual(['alert', 'Payment integration will go here.'])
  await dialog.accept()
  await clicked
  expect(writes).toEqual([])
  await main(page).getByRole('link', { name: 'Back to Cart' }).click()
  await expect(page).toHaveURL('/cart')
  const delivery = main(page).getByText(/^Free delivery .+ to 302002$/)
  await expect(delivery.first()).toBeVisible()
})

test('an unverified shopper gets a reminder and can send the link again', async ({ page }) => {
  const account = createAccountData()
  const { email, password } = account
  await page.request.post('/api/auth/signup', { ...IDLE_SAFE, data: account })
  await page.request.post('/api/auth/login', { ...IDLE_SAFE, data: { email, password } })
  await addToCart(page, await getProduct(page, 0))
  await openPage(page, '/checkout')
  await expect(page.getByText('Your email address is not verified yet.')).toBeVisible()
  const resent = page.waitForResponse('**/api/auth/resend-verification')
  await page.getByRole('button', { name: 'Send the link again' }).click()
  const { message } = (await (await resent).json()) as { message: string }
  await expect(main(page).getByText(message)).toBeVisible()
})

test('large sums ask for a PAN, and not for cash; a new address is the chosen one', async ({
  page,
}) => {
  await signUpVerified(page)
  const dearest = (await listByPrice(page)).at(-1) as ListingItem
  await addToCart(page, dearest, Math.ceil(200_000 / dearest.price))
  await openPage(page, '/checkout')
  const pay = page.getByRole('button', { name: /^Proceed to Pay/ })
  await expect(pay).toBeDisabled()
  await expect(main(page)).toContainText('Add an address before you pay.')
  await updateUser(page, { addresses: [ADDRESS], primary_address: ADDRESS })
  await openPage(page, '/checkout')
  await expect(page.getByRole('radio', { name: /^Cash on Delivery/ })).toBeDisabled()
  await expect(main(page)).toContainText('section 269ST')
  await pay.click()
  await expect(page.getByText('Enter a PAN such as ABCPE1234F.')).toBeVisible()
  const pan = page.getByLabel('PAN')
  await expect(pan).toBeFocused()
  await pan.fill('abcpe1234f')
  const stored = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))
  expect(stored).not.toContain('ABCPE1234F')
  const opened = page.waitForEvent('dialog')
  const pressed = pay.click()
  await (await opened).accept()
  await pressed

  // Below two columns the payment stays in view, and the footer is one line.
  await page.setViewportSize(PHONE)
  await page.evaluate(() => scrollTo(0, 0))
  await expect(pay).toBeInViewport({ ratio: 1 })
  const footer = page.getByRole('contentinfo')
  expect((await footer.boundingBox())?.height).toBeLessThan(240)
  await footer.getByText('Categories, company and contact').click()
  await expect(footer.getByRole('link', { name: 'Watches' })).toBeVisible()
  await page.setViewportSize(DESKTOP)

  await page.getByRole('button', { name: 'Add another address' }).click()
  const form = page.getByRole('form', { name: 'New address' })
  await form.getByLabel('Address').fill('12 Marine Drive')
  await form.getByLabel('Pincode').fill('400020')
  await expect(form.getByLabel('City')).toHaveValue('Mumbai')
  await form.getByRole('button', { name: 'Save this address' }).click()
  await expect(region(page, 'Order Summary')).toContainText('to 400020')
  await page.getByRole('radio', { name: /Jalebi/ }).check()
  await expect(region(page, 'Order Summary')).toContainText('to 302002')
  await expect(region(page, 'Shipping Address').getByText(/Jalebi/)).toHaveCount(1)
})

test('a reload keeps the chosen address and the chosen payment', async ({ page }) => {
  await signUpVerified(page)
  const [cheapest] = await listByPrice(page)
  await addToCart(page, cheapest)
  const second = { ...ADDRESS, address: '3, Marine Drive', isDefault: false }
  await updateUser(page, { addresses: [ADDRESS, second], primary_address: ADDRESS })
  await openPage(page, '/checkout')
  const cod = page.getByRole('radio', { name: /^Cash on Delivery/ })
  const marine = page.getByRole('radio', { name: /Marine Drive/ })
  await cod.check()
  await marine.check()
  await page.reload()
  await expect(cod).toBeChecked()
  await expect(marine).toBeChecked()
})

test('the telephone is asked for with the first address, or alone; a method that was replaced does not come back', async ({
  page,
}) => {
  await signUpVerified(page)
  const pieces = await listByPrice(page)
  const [cheapest] = pieces
  const dearest = pieces.at(-1) as ListingItem
  await addToCart(page, cheapest)
  await openPage(page, '/checkout')
  const form = page.getByRole('form', { name: 'New address' })
  await expect(form.getByRole('textbox').first()).toHaveAccessibleName('Pincode')
  await form.getByLabel('Pincode').fill('400020')
  await expect(form.getByLabel('City')).toHaveValue('Mumbai')
  await form.getByLabel('Address').fill('12 Marine Drive')
  await form.getByRole('button', { name: 'Save this address' }).click()
  const phone = form.getByLabel('Phone')
  await expect(phone).toBeFocused()
  await phone.fill('98290 12345')
  await phone.press('Enter')
  await expect(region(page, 'Shipping Address')).toContainText('98290 12345')

  const cod = page.getByRole('radio', { name: /^Cash on Delivery/ })
  const razorpay = page.getByRole('radio', { name: /^Pay via Razorpay/ })
  await cod.check()
  // Another tab changes the cart, and this one asks again.
  const other = await page.context().newPage()
  await openPage(other, `/product/${dearest.slug}`)
  const quantity = other.getByLabel('Quantity')
  await quantity.fill(String(Math.ceil(200_000 / dearest.price)))
  await clickInIsland(other.getByRole('button', { name: 'Add to Cart' }))
  await expect(razorpay).toBeChecked()
  await expect(main(page)).toContainText(
    'Cash on Delivery is not possible for this total any more.',
  )
  await openPage(other, '/cart')
  await other.getByRole('button', { name: `Remove ${dearest.title}` }).click()
  await expect(cod).toBeEnabled()
  await expect(razorpay).toBeChecked()

  await updateUser(page, { phone: '', addresses: [ADDRESS], primary_address: ADDRESS })
  await openPage(page, '/checkout')
  await page.getByRole('textbox', { name: 'Phone' }).fill('98290 54321')
  await page.getByRole('button', { name: 'Save this number' }).click()
  await expect(region(page, 'Shipping Address')).toContainText('98290 54321')
})

test('the form of another address stands apart from the chosen one, under a heading of its own, and the focus goes with it', async ({
  page,
}) => {
  await signUpVerified(page)
  await updateUser(page, { phone: '98290 12345', addresses: [ADDRESS], primary_address: ADDRESS })
  await addToCart(page, await getProduct(page, 0))
  await openPage(page, '/checkout')
  const shipping = region(page, 'Shipping Address')
  const add = shipping.getByRole('button', { name: 'Add another address' })
  const form = shipping.getByRole('form', { name: 'New address' })
  const pincode = form.getByLabel('Pincode')
  const save = form.getByRole('button', { name: 'Save this address' })
  await add.press('Enter')
  await expect(pincode).toBeFocused()

  const heading = form.getByRole('heading', { name: 'New address', level: 3 })
  const getSize = (element: Locator) => element.evaluate((node) => getComputedStyle(node).fontSize)
  expect(await getSize(heading)).toBe(
    await getSize(shipping.getByRole('heading', { name: 'Shipping Address' })),
  )
  for (const viewport of [DESKTOP, PHONE]) {
    await page.setViewportSize(viewport)
    const [chosen, own, cancel, next] = await Promise.all(
      [
        shipping.getByText('India', { exact: true }).first(),
        heading,
        form.getByRole('button', { name: 'Cancel' }),
        page.getByRole('group', { name: 'Payment Method' }),
      ].map(async (part) => (await part.boundingBox()) ?? { y: 0, height: 0 }),
    )
    if (!chosen || !own || !cancel || !next) throw new Error('A part of the form is not shown.')
    const above = own.y - chosen.y - chosen.height
    expect(above).toBeGreaterThanOrEqual(next.y - cancel.y - cancel.height - 1)
  }
  await page.setViewportSize(DESKTOP)

  await save.click()
  await expect(pincode).toBeFocused()
  // The order would go to the chosen address, not to the one that is typed.
  const pay = page.getByRole('button', { name: /^Proceed to Pay/ })
  const unsaved = page.getByText(messages.checkout.addressUnsaved)
  await expect(unsaved).toBeHidden()
  await form.getByLabel('Address').fill('12 Marine Drive')
  await expect(unsaved).toBeVisible()
  await expect(pay).toBeDisabled()
  await pincode.fill('12')
  await save.click()
  await expect(pincode).toBeFocused()
  await expect(pincode).toHaveAccessibleDescription('Enter a valid 6-digit pincode.')
  await form.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(add).toBeFocused()
  await expect(unsaved).toBeHidden()

  await add.press('Enter')
  await pincode.fill('400020')
  await expect(form.getByLabel('City')).toHaveValue('Mumbai')
  await form.getByLabel('Address').fill('12 Marine Drive')
  await save.click()
  const added = shipping.getByRole('radio', { name: /Marine Drive/ })
  await expect(added).toBeChecked()
  await expect(added).toBeFocused()
  await expect(unsaved).toBeHidden()
})
