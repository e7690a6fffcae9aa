import { calculateTotals, formatRupees } from '#src/rules/money.ts'
import {
  createAccountData,
  expect,
  expectAccessible,
  expectNoOverflow,
  openPage,
  signUpVerified,
  test,
} from '#tests/helpers/browser-test.ts'
import { addToCart, getProduct } from '#tests/helpers/catalogue.ts'

test('a visitor is sent to log in, and brought back', async ({ page }) => {
  const { email, password } = await signUpVerified(page)
  await page.context().clearCookies()
  await page.goto('/checkout')
  await expect(page).toHaveURL('/login?next=%2Fcheckout')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/checkout')
})

test('§2.checkout.5 an empty cart leads to the shop', async ({ page }) => {
  await signUpVerified(page)
  await openPage(page, '/checkout')
  await expect(page.getByText('Your cart is empty', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to Shop' })).toHaveAttribute('href', '/shop')
})

test('§2.checkout.4 the sums are right to the paisa, and nothing is paid @all-projects', async ({
  page,
}) => {
  test.slow()
  await signUpVerified(page)
  const [one, other] = [await getProduct(page, 0), await getProduct(page, 4)]
  await addToCart(page, one, 2)
  await addToCart(page, other)
  await openPage(page, '/checkout')
  const main = page.getByRole('main')
  const totals = calculateTotals([
    { price: one.price, quantity: 2 },
    { price: other.price, quantity: 1 },
  ])
  const sum = (term: string) => main.getByText(term, { exact: true }).locator('xpath=..')
  await expect(sum('Subtotal')).toContainText(formatRupees(totals.subtotal))
  await expect(sum('Tax (5%)')).toContainText(formatRupees(totals.tax))
  await expect(sum('Total')).toContainText(formatRupees(totals.total))
  const line = main.getByRole('listitem').filter({ hasText: one.title })
  await expect(line).toContainText('Quantity: 2')
  await expect(line).toContainText(formatRupees(one.price * 2))
  await expectNoOverflow(page)
  await expectAccessible(page)

  const calls: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') calls.push(request.url())
  })
  for (const method of ['Pay via Razorpay', 'Cash on Delivery']) {
    await main.getByRole('radio', { name: method }).check()
    const alerted = page.waitForEvent('dialog')
    const pressing = main
      .getByRole('button', { name: `Proceed to Pay ${formatRupees(totals.total)}` })
      .click()
    const dialog = await alerted
    expect(dialog.message()).toBe('Payment integration will go here.')
    await dialog.accept()
    await pressing
  }
  expect(calls).toEqual([])
  await expect(page).toHaveURL('/checkout')
  await main.getByRole('link', { name: 'Back to Cart' }).click()
  await expect(page).toHaveURL('/cart')
})

test('§2.checkout.3 razorpay is chosen at first, cod is the other', async ({ page }) => {
  await signUpVerified(page)
  await addToCart(page, await getProduct(page, 0))
  await openPage(page, '/checkout')
  await expect(page.getByRole('radio', { name: 'Pay via Razorpay' })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'Cash on Delivery' })).not.toBeChecked()
  await expect(page.locator('input[name=payment]')).toHaveCount(2)
  await expect(page.locator('input[value=razorpay]')).toBeChecked()
  await page.getByText('Cash on Delivery').click()
  await expect(page.locator('input[value=cod]')).toBeChecked()
})

test('§2.checkout.2 the address comes from the profile, or is said to be missing', async ({
  page,
}) => {
  const { name, email } = await signUpVerified(page)
  await addToCart(page, await getProduct(page, 0))
  await openPage(page, '/checkout')
  const shipping = page.getByRole('region', { name: 'Shipping Address' })
  await expect(shipping).toContainText(name)
  await expect(shipping).toContainText(email)
  await expect(shipping).toContainText('Address not provided')
  const address = {
    address: '7, Jalebi Chowk',
    city: 'Jaipur',
    state: 'Rajasthan',
    pincode: '302002',
    country: 'India',
    isDefault: true,
  }
  const saved = await page.request.put('/api/users/update', {
    data: {
      displayName: name,
      phone: '98290 12345',
      addresses: [address],
      primary_address: address,
    },
  })
  expect(saved.ok(), await saved.text()).toBe(true)
  await openPage(page, '/checkout')
  for (const text of ['7, Jalebi Chowk', 'Jaipur', 'Rajasthan - 302002', 'India'])
    await expect(shipping.getByText(text, { exact: true })).toBeVisible()
})

test('an unverified shopper is reminded and can have the link sent again', async ({ page }) => {
  const account = createAccountData()
  const { email, password } = account
  await page.request.post('/api/auth/signup', { data: account })
  await page.request.post('/api/auth/login', { data: { email, password } })
  await addToCart(page, await getProduct(page, 0))
  await openPage(page, '/checkout')
  await expect(page.getByText('Your email address is not verified yet.')).toBeVisible()
  const answered = page.waitForResponse('**/api/auth/resend-verification')
  await page.getByRole('button', { name: 'Send the link again' }).click()
  const { message } = (await (await answered).json()) as { message: string }
  await expect(page.getByRole('main').getByText(message)).toBeVisible()
})
