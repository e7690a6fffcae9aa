import {
  ADDRESS,
  createAccountData,
  createVerifiedAccount,
  signIn,
  signUpVerified,
  updateUser,
} from '#tests/helpers/accounts.ts'
import { expect, openPage, test } from '#tests/helpers/browser-test.ts'
import { addToCart, getProduct, rupees } from '#tests/helpers/catalogue.ts'
import { main, region } from '#tests/helpers/locators.ts'
import { recordRequests } from '#tests/helpers/requests.ts'

test('a visitor logs in and comes back', async ({ page }) => {
  const account = await createVerifiedAccount(page)
  await page.goto('/checkout')
  await expect(page).toHaveURL('/login?next=%2Fcheckout')
  await signIn(page, account)
  await expect(page).toHaveURL('/checkout')
})

test('an empty cart links to the shop, a failed one shows the error §2.checkout.5', async ({
  page,
  console,
}) => {
  console.allow(/Failed to load resource/)
  await signUpVerified(page)
  await page.route('**/api/cart', (route) => route.abort())
  await page.goto('/checkout')
  const error = main(page).getByRole('alert')
  await expect(error).toHaveText('Something went wrong while fetching your cart')
  const shop = page.getByRole('link', { name: 'Continue Shopping' })
  await expect(shop).toHaveAttribute('href', '/shop')
  await page.unroute('**/api/cart')
  await openPage(page, '/checkout')
  await expect(page.getByRole('heading', { name: 'Your cart is empty', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to Shop' })).toHaveAttribute('href', '/shop')
})

test('the totals are right to the paisa, and Proceed to Pay only alerts §2.checkout.1 §2.checkout.4 §9.2', async ({
  page,
}) => {
  await signUpVerified(page)
  const [product, other] = [await getProduct(page, 0), await getProduct(page, 4)]
  await addToCart(page, product, 3)
  await addToCart(page, other)
  await openPage(page, '/checkout')
  const line = Math.round(product.price * 100) * 3
  const subtotal = line + Math.round(other.price * 100)
  const tax = Math.floor((subtotal * 5 + 50) / 100)
  const summary = region(page, 'Order Summary')
  await expect(summary.getByRole('term')).toHaveText(['Subtotal', 'Tax (5%)', 'Total'])
  await expect(summary.getByRole('definition')).toHaveText(
    [subtotal, tax, subtotal + tax].map((paise) => rupees(paise / 100)),
  )
  const item = summary.getByRole('listitem').filter({ hasText: product.title })
  await expect(item).toContainText('Quantity: 3')
  await expect(item).toContainText(rupees(line / 100))

  const writes = recordRequests(page, (request) => request.method() !== 'GET')
  for (const method of [/^Pay via Razorpay/, /^Cash on Delivery/]) {
    await page.getByRole('radio', { name: method }).check()
    const opened = page.waitForEvent('dialog')
    const pay = `Proceed to Pay ${rupees((subtotal + tax) / 100)}`
    const clicked = summary.getByRole('button', { name: pay, exact: true }).click()
    const dialog = await opened
    expect(dialog.type()).toBe('alert')
    expect(dialog.message()).toBe('Payment integration will go here.')
    await dialog.accept()
    await clicked
  }
  expect(writes).toEqual([])
  await expect(page).toHaveURL('/checkout')
  await main(page).getByRole('link', { name: 'Back to Cart' }).click()
  await expect(page).toHaveURL('/cart')
})

test('razorpay is the default of the two payment methods §2.checkout.3 §9.6', async ({ page }) => {
  await signUpVerified(page)
  await addToCart(page, await getProduct(page, 0))
  await openPage(page, '/checkout')
  const methods = page.getByRole('group', { name: 'Payment Method' }).getByRole('radio')
  const values = () =>
    methods.evaluateAll((radios) =>
      radios.map((one) =>
        one instanceof HTMLInputElement ? [one.name, one.value, one.checked] : [],
      ),
    )
  await expect.poll(values).toEqual([
    ['payment', 'razorpay', true],
    ['payment', 'cod', false],
  ])
  await expect(page.getByRole('radio', { name: /^Pay via Razorpay/ })).toBeChecked()
  await expect(page.getByRole('radio', { name: /^Cash on Delivery/ })).not.toBeChecked()
  await page.getByText('Cash on Delivery').click()
  await expect(page.locator('input[value=cod]')).toBeChecked()
})

test('the shipping address is the profile’s §2.checkout.2', async ({ page }) => {
  const { name, email } = await signUpVerified(page)
  await addToCart(page, await getProduct(page, 0))
  await openPage(page, '/checkout')
  const shipping = region(page, 'Shipping Address')
  await expect(shipping).toContainText(name)
  await expect(shipping).toContainText(email)
  await expect(shipping).toContainText('Address not provided')
  await updateUser(page, { phone: '98290 12345', addresses: [ADDRESS], primary_address: ADDRESS })
  await openPage(page, '/checkout')
  const lines = ['7, Jalebi Chowk', 'Jaipur', 'Rajasthan - 302002', 'India']
  await expect(shipping.locator('address > span')).toHaveText(lines)
  for (const line of lines) await expect(shipping.getByText(line, { exact: true })).toBeVisible()
  await expect(shipping).toContainText(/\+?91?\s?98290\s?12345/)
})

test('an unverified shopper gets a reminder and can send the link again', async ({ page }) => {
  const account = createAccountData()
  const { email, password } = account
  await page.request.post('/api/auth/signup', { data: account })
  await page.request.post('/api/auth/login', { data: { email, password } })
  await addToCart(page, await getProduct(page, 0))
  await openPage(page, '/checkout')
  await expect(page.getByText('Your email address is not verified yet.')).toBeVisible()
  const resent = page.waitForResponse('**/api/auth/resend-verification')
  await page.getByRole('button', { name: 'Send the link again' }).click()
  const { message } = (await (await resent).json()) as { message: string }
  await expect(main(page).getByText(message)).toBeVisible()
})
