import type { Page } from '@playwright/test'
import type { User } from '#src/contract/account.ts'
import type { ListingItem } from '#src/contract/catalog.ts'
import type { OrderDetail } from '#src/contract/orders.ts'
import { PROFILE_ORDERS } from '#src/rules/constants.ts'
import { formatDay, toIndianDay } from '#src/rules/dates.ts'
import { orderCart } from '#tests/helpers/placed-order.ts'
import { recordRequests } from '#tests/helpers/requests.ts'
import {
  ADDRESS,
  callApi,
  createPhone,
  getMailedLink,
  getToken,
  signUpVerified,
  updateUser,
} from '#tools/accounts.ts'
import {
  clickInIsland,
  expect,
  expectAccessibleInBothModes,
  expectNoOverflow,
  openPage,
  tabTo,
  test,
  waitForIsland,
} from '#tools/browser-test.ts'
import { addToCart, findProduct, listProducts, rupees } from '#tools/catalog.ts'
import { cartLink, main, region, toast } from '#tools/locators.ts'
import { ORDERS } from '#tools/site-settings.ts'
import { button, callEditor, logIn, press } from '#tools/studio.ts'
import { PHONE } from '#tools/viewports.ts'

// Against a shop with ORDERS=cod,razorpay and the stand-in of the provider (scripts/test/browser-tests.ts).

/** The cheapest piece without a choice that is in stock. */
async function findCheapest(page: Page): Promise<ListingItem> {
  const [product] = (await listProducts(page, 5))
    .filter(({ options }) => options.length === 0)
    .toSorted((a, b) => a.price - b.price)
  if (!product) throw new Error('The catalogue is too small.')
  return product
}

/** Text of 200 %, as a browser's setting makes it. */
const enlargeText = (page: Page) =>
  page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))

const payButton = (page: Page) => page.getByRole('button', { name: /^Proceed to Pay/ })
const placing = (page: Page) =>
  recordRequests(page, (request) =>
    /POST .*\/api\/orders$/.test(`${request.method()} ${request.url()}`),
  )

async function openCheckout(
  page: Page,
  { quantity = 2, phone = createPhone(), method = 'cod' } = {},
) {
  const account = await signUpVerified(page)
  await updateUser(page, { ...(phone && { phone }), addresses: [ADDRESS] })
  const product = await findCheapest(page)
  await addToCart(page, product, quantity)
  await openPage(page, '/checkout')
  await waitForIsland(payButton(page))
  if (method === 'cod') await page.getByRole('radio', { name: /^Cash on Delivery/ }).check()
  return { ...account, product }
}

test('an order with cash is placed in three presses from the cart, opens, and empties the cart in every tab', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  const { product, email } = await openCheckout(page)
  const other = await page.context().newPage()
  await openPage(other, '/cart')
  await expect(main(other).getByRole('heading', { name: product.title })).toBeVisible()
  await openPage(page, '/cart')
  await clickInIsland(main(page).getByRole('link', { name: 'Proceed to Buy' }))
  await clickInIsland(page.getByRole('radio', { name: /^Cash on Delivery/ }))
  const sent = placing(page)
  await waitForIsland(payButton(page))
  await payButton(page).dblclick()
  const thanks = page.getByRole('status').filter({ hasText: 'Thank you.' })
  await expect(thanks).toBeFocused()
  // The thanks are shown once.
  await expect(page).toHaveURL(/\/order\?number=KV-[2-9A-HJ-NP-Z]{8}$/)
  expect(sent).toHaveLength(1)
  const number = new URL(page.url()).searchParams.get('number') ?? ''
  await expect(page.getByRole('heading', { name: `Order ${number}` })).toBeVisible()
  const subtotal = Math.round(product.price * 100) * 2
  const tax = Math.floor((subtotal * 5 + 50) / 100)
  await expect(region(page, 'Your pieces').getByRole('definition')).toHaveText(
    [subtotal, tax, subtotal + tax].map((paise) => rupees(paise / 100)),
  )
  for (const text of ['7, Jalebi Chowk', 'Rajasthan - 302002', email])
    await expect(main(page)).toContainText(text)
  await page.reload()
  await expect(page.getByRole('heading', { name: `Order ${number}` })).toBeVisible()
  await expect(thanks).toHaveCount(0)
  await expect(other.getByRole('heading', { name: 'Your Cart is Empty' })).toBeVisible()
  await expect(main(other)).toContainText(`Your order ${number} was just placed.`)
  await expect(cartLink(page)).toHaveAccessibleName(/0 items/)
  await expectAccessibleInBothModes(page)

  await openPage(page, '/checkout')
  await expect(page.getByRole('heading', { name: 'Your cart is empty', exact: true })).toBeVisible()
  await expect(main(page)).toContainText(`Your order ${number} was just placed.`)
  await openPage(page, '/profile?tab=orders')
  await page.getByRole('link', { name: number }).click()
  await expect(page.getByRole('heading', { name: `Order ${number}` })).toBeVisible()
  // The static page has nothing of any order.
  const html = await (await page.request.get(`/order?number=${number}`)).text()
  expect(html).not.toContain(number)
  // An address that was copied in part.
  await openPage(page, '/order?number=')
  await expect(main(page).getByRole('link', { name: 'See your orders' })).toBeVisible()
})

test.describe('in Los Angeles', () => {
  test.use({ timezoneId: 'America/Los_Angeles' })

  test('the days of an order are those of the shop', async ({ page }) => {
    await openCheckout(page)
    const number = await orderCart(page)
    const { order } = await callApi<{ order: OrderDetail }>(page, 'GET', `/orders/${number}`)
    const { from = '', to = '' } = order.promised ?? {}
    await openPage(page, `/order?number=${number}`)
    await expect(main(page)).toContainText(
      `It arrives between ${formatDay(from)} and ${formatDay(to)}.`,
    )
    await openPage(page, '/profile?tab=orders')
    const row = main(page).getByRole('listitem').filter({ hasText: number })
    await expect(row).toContainText(formatDay(toIndianDay(order.date)))
  })
})

test('a press below a field whose error appears is kept', async ({ page }) => {
  await openCheckout(page, { phone: '' })
  await page.getByLabel('Telephone').fill('12')
  const button = page.getByRole('button', { name: 'Buying for a business? Add a GSTIN' })
  await button.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await button.boundingBox()) ?? new DOMRect()
  await page.mouse.move(x + width / 2, y + height - 2)
  await page.mouse.down()
  await page.mouse.up()
  await expect(page.getByLabel('GSTIN')).toBeFocused()
  await expect(page.getByLabel('Telephone')).toHaveAttribute('aria-invalid', 'true')
})

test('by keyboard, an order is cancelled with a reason, and the focus is kept', async ({
  page,
}) => {
  await openCheckout(page)
  await tabTo(page, payButton(page))
  await page.keyboard.press('Enter')
  const cancel = page.getByRole('button', { name: 'Cancel this order' })
  await waitForIsland(cancel)
  await tabTo(page, cancel)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Cancel the order' }).press('Enter')
  const reason = dialog.getByLabel('Reason')
  await expect(reason).toBeFocused()
  await expect(reason).toHaveAccessibleDescription('Please choose a reason.')
  await reason.selectOption('I ordered by mistake')
  await dialog.getByRole('button', { name: 'Cancel the order' }).press('Enter')
  await expect(toast(page, 'Your order is cancelled.')).toBeVisible()
  await expect(main(page)).toContainText('This order is cancelled: I ordered by mistake.')
  await expect(cancel).toHaveCount(0)
})

test('the address of an order is corrected, and a cancelled order is ordered again', async ({
  page,
}) => {
  await openCheckout(page)
  const number = await orderCart(page)
  await openPage(page, `/order?number=${number}`)
  await clickInIsland(page.getByRole('button', { name: 'Correct delivery details' }))
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address').fill('9, Jalebi Chowk')
  await dialog.getByLabel('Phone').fill('12')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('Phone')).toBeFocused()
  await dialog.getByLabel('Phone').fill(createPhone())
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Your order is corrected.')).toBeVisible()
  await expect(main(page)).toContainText('9, Jalebi Chowk')
  await callApi(page, 'POST', `/orders/${number}/cancel`, { reason: 'I changed my mind' })
  await page.reload()
  await clickInIsland(page.getByRole('button', { name: 'Order these pieces again' }))
  await expect(page).toHaveURL(/\/cart$/)
  await expect(toast(page, 'Your pieces are in your cart again.')).toBeVisible()
  await expect(cartLink(page)).toHaveAccessibleName(/2 items/)
})

test('the deletion of an account names an open order, whose mailed link needs no account', async ({
  page,
}) => {
  const { email, password } = await openCheckout(page)
  const number = await orderCart(page)
  await openPage(page, '/profile?tab=settings')
  await clickInIsland(page.getByRole('button', { name: 'Delete my account' }))
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`${number}: Placed`)
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await expect(page).toHaveURL(/\/$/)
  const token = getToken(await getMailedLink(page, email, /was deleted$/))
  await openPage(page, `/order?number=${number}#token=${token}`)
  await expect(page.getByRole('heading', { name: `Order ${number}` })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel this order' })).toHaveCount(0)
  await expect(main(page)).toContainText('7, Jalebi Chowk')
  await expectAccessibleInBothModes(page)
})

test('a telephone number and a GSTIN are checked where they stand; nothing is placed before', async ({
  page,
}) => {
  await openCheckout(page, { phone: '' })
  const sent = placing(page)
  await payButton(page).click()
  const phone = page.getByLabel('Telephone')
  await expect(phone).toBeFocused()
  await expect(phone).toHaveAccessibleDescription(/Please enter a telephone number/)
  await phone.fill('98290 12345')
  await page.getByRole('button', { name: /Add a GSTIN/ }).click()
  const gstin = page.getByLabel('GSTIN')
  await expect(gstin).toBeFocused()
  await gstin.fill('08aabck1234m1z9')
  await payButton(page).click()
  await expect(gstin).toBeFocused()
  await expect(gstin).toHaveAccessibleDescription(/Please enter a GSTIN such as/)
  expect(sent).toEqual([])
  await gstin.fill('08aabck1234m1zk')
  await payButton(page).click()
  await expect(region(page, 'Your pieces')).toContainText('GSTIN 08AABCK1234M1ZK')
})

test('a reload keeps GSTIN and payment, and takes no focus', async ({ page }) => {
  await openCheckout(page)
  await page.getByRole('button', { name: /Add a GSTIN/ }).click()
  const gstin = page.getByLabel('GSTIN')
  await gstin.fill('08aabck1234m1z9')
  await page.reload()
  await expect(gstin).toHaveValue('08AABCK1234M1Z9')
  await expect(page.getByRole('radio', { name: /^Cash on Delivery/ })).toBeChecked()
  await expect(gstin).not.toBeFocused()
})

test('a sum above the limit of cash is paid online with a PAN; in a shop of cash alone, it says why it cannot be placed', async ({
  page,
}) => {
  await signUpVerified(page)
  await updateUser(page, { phone: '98290 12345', addresses: [ADDRESS] })
  const dearest = (await listProducts(page, 5))
    .filter(({ options }) => options.length === 0)
    .toSorted((a, b) => b.price - a.price)[0] as ListingItem
  await addToCart(page, dearest, Math.ceil(200_000 / dearest.price))
  await openPage(page, '/checkout')
  await waitForIsland(page.getByRole('button', { name: /Add a GSTIN/ }))
  await expect(page.getByRole('radio', { name: /^Cash on Delivery/ })).toBeDisabled()
  await expect(main(page)).toContainText('section 269ST')
  await expect(page.getByRole('radio', { name: /^Pay via Razorpay/ })).toBeChecked()
  await payButton(page).click()
  await expect(page.getByLabel('PAN')).toBeFocused()
  await expect(page.getByText('Enter a PAN such as ABCPE1234F.')).toBeVisible()

  // The setting is compiled into the script.
  await page.route(/\.js$/, async (route) => {
    const response = await route.fetch()
    const script = await response.text()
    await route.fulfill({ response, body: script.replaceAll(ORDERS, 'cod') })
  })
  await openPage(page, '/checkout')
  await waitForIsland(page.getByRole('button', { name: /Add a GSTIN/ }))
  await expect(page.getByRole('radio', { name: /^Pay via Razorpay/ })).toBeDisabled()
  await expect(page.getByRole('radio', { name: /^Cash on Delivery/ })).toBeDisabled()
  await expect(main(page)).toContainText('section 269ST')
  await expect(payButton(page)).toBeDisabled()
  await expect(payButton(page)).toHaveAccessibleDescription(
    'No payment method can be chosen for this total.',
  )
})

const conflict = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Your order is not as you saw it.' })

/** Adds a piece to the first line of the cart as another device does: this tab is told nothing of it. */
async function addElsewhere(page: Page): Promise<void> {
  const { cart } = await callApi<{ cart: { id: string }[] }>(page, 'GET', '/cart')
  await callApi(page, 'PATCH', `/cart/${cart[0]?.id}`, { change: 1 })
}

test('a cart that was changed elsewhere is told with old and new, and then placed', async ({
  page,
  console,
}) => {
  console.allow(/Failed to load resource.*409/)
  const { product } = await openCheckout(page)
  await addElsewhere(page)
  await payButton(page).click()
  const told = conflict(page)
  await expect(told).toBeFocused()
  await expect(told).toContainText(product.title)
  await expect(told).toContainText('there were 2 in your cart, now 3.')
  await expect(told).toContainText('Press again to place the order like this.')
  await payButton(page).click()
  await expect(region(page, 'Your pieces')).toContainText('Quantity: 3')
})

test('while the changed cart cannot be fetched, no press is said to place what is not shown', async ({
  page,
  console,
}) => {
  console.allow(/Failed to load resource/)
  await openCheckout(page)
  await addElsewhere(page)
  await page.route('**/api/cart', (route) => route.abort())
  const told = conflict(page)
  await payButton(page).click()
  await expect(told).toContainText('there were 2 in your cart, now 3.')
  await expect(told).not.toContainText('Press again')
})

test('an answer that is lost keeps the cart on the page, and a reload finds the order', async ({
  page,
  console,
}) => {
  console.allow(/Failed to load resource/)
  await openCheckout(page)
  await page.route('**/api/orders', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await payButton(page).click()
  await expect(page.getByRole('alert')).toContainText('it is placed once')
  await expect(payButton(page)).toBeFocused()
  await page.unroute('**/api/orders')
  await page.reload()
  await expect(page).toHaveURL(/\/order\?number=KV-/)
  const { total } = await callApi<{ total: number }>(page, 'GET', '/orders')
  expect(total).toBe(1)
})

const provider = (page: Page) => page.getByRole('heading', { name: 'Stand-in of Razorpay' })
const payOrder = (page: Page) => page.getByRole('button', { name: /^Pay ₹/ })
/** The page of the only order of the account. */
async function findOrderPath(page: Page): Promise<string> {
  const { orders } = await callApi<{ orders: { number: string }[] }>(page, 'GET', '/orders')
  return `/order?number=${orders[0]?.number}`
}

test('an order is paid at the provider after a payment that failed, and an editor pays a part back', async ({
  page,
  browser,
}) => {
  await openCheckout(page, { method: 'razorpay' })
  await expect(page.getByRole('radio', { name: /^Pay via Razorpay/ })).toBeChecked()
  await payButton(page).click()
  await expect(provider(page)).toBeVisible()
  await page.getByRole('button', { name: 'Fail' }).click()
  await expect(page.getByRole('status')).toHaveText('The payment failed. You can try again.')
  await page.goto(await findOrderPath(page))
  await expect(main(page)).toContainText('Awaiting payment')
  await expect(main(page)).toContainText('A payment failed. It can be tried again.')
  await clickInIsland(payOrder(page))
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page).toHaveURL(/\/order\?number=KV-[^&]+$/)
  await expect(region(page, 'Your pieces')).toContainText(/Online payment.*paid/)
  await expect(payOrder(page)).toHaveCount(0)

  const studio = await (await browser.newContext()).newPage()
  await logIn(studio, 'admin')
  const number = new URL(page.url()).searchParams.get('number') ?? ''
  await studio.goto(`/studio/orders/${number}`)
  await press(studio, 'Refund…')
  const dialog = studio.getByRole('dialog')
  await dialog.getByLabel('Amount in rupees').fill('100')
  await dialog.getByLabel(/^Reason/).fill('A scratch on the lid')
  await dialog.getByRole('button', { name: 'Pay back ₹100.00' }).click()
  const payment = studio.getByRole('region', { name: 'Payment' })
  await expect(payment).toContainText(/₹100\.00\s*(Under way|Paid back)/)
  await page.reload()
  await expect(main(page)).toContainText('A refund of ₹100.00 was started. A scratch on the lid.')
  // The job of orders sends it to the provider.
  await expect(async () => {
    await studio.reload()
    await expect(payment).toContainText(/₹100\.00\s*Paid back/, { timeout: 5_000 })
  }).toPass({ timeout: 120_000 })
  await expect(studio.getByText('Refunded in part', { exact: true }).first()).toBeVisible()
  await press(studio, 'Refund…')
  await dialog.getByRole('button', { name: 'Pay back all of it' }).click()
  await dialog.getByLabel(/^Reason/).fill('The rest')
  await dialog.getByRole('button', { name: /^Pay back ₹/ }).click()
  await expect(dialog).toBeHidden()
  await expect(async () => {
    await studio.reload()
    await expect(payment).not.toContainText('Under way', { timeout: 5_000 })
    await expect(studio.getByText('Refunded', { exact: true }).first()).toBeVisible({
      timeout: 5_000,
    })
  }).toPass({ timeout: 120_000 })
  await expect(button(studio, 'Refund…')).toHaveCount(0)
  await studio.context().close()
  await page.reload()
  await expect(region(page, 'Your pieces')).toContainText(/Online payment.*refunded/)
})

test('an order that is cancelled while its payment page is open is refunded when it is paid late', async ({
  page,
}) => {
  await openCheckout(page, { method: 'razorpay' })
  await payButton(page).click()
  await expect(provider(page)).toBeVisible()
  const other = await page.context().newPage()
  await other.goto(await findOrderPath(page))
  await clickInIsland(other.getByRole('button', { name: 'Cancel this order' }))
  const dialog = other.getByRole('dialog')
  await dialog.getByLabel('Reason').selectOption('I changed my mind')
  await dialog.getByRole('button', { name: 'Cancel the order' }).click()
  await expect(main(other)).toContainText('This order is cancelled: I changed my mind.')
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(main(page)).toContainText(
    /A refund of ₹[\d,.]+ was started\. The order was cancelled/,
  )
  await expect(payOrder(page)).toHaveCount(0)
})

test('a return is withdrawn, asked for again, and its cash goes to the account of the shopper', async ({
  page,
  browser,
}) => {
  await openCheckout(page)
  const number = await orderCart(page)
  const studio = await (await browser.newContext()).newPage()
  await logIn(studio, 'admin')
  await callEditor(studio, 'POST', `/orders/${number}/dispatch`, { carrier: 'By hand' })
  for (const step of ['deliver', 'collect'])
    await callEditor(studio, 'POST', `/orders/${number}/${step}`)
  await openPage(page, `/order?number=${number}`)
  const pieces = region(page, 'Your pieces')
  const dialog = page.getByRole('dialog')
  const askForReturn = async () => {
    await clickInIsland(page.getByRole('button', { name: 'Return pieces' }))
    await dialog.getByRole('combobox').first().selectOption('1')
    await dialog.getByLabel('Reason').selectOption('It does not fit')
    await dialog.getByRole('button', { name: 'Request return' }).click()
    await expect(pieces).toContainText(/Return requested: 1. Our answer comes by \d+ \w+ \d{4}/)
  }
  await askForReturn()
  await page.getByRole('button', { name: 'Withdraw the return of one piece' }).click()
  await expect(main(page)).toContainText('You have withdrawn your return of one piece.')
  await askForReturn()
  await page.getByRole('button', { name: 'Enter UPI or bank account' }).click()
  await dialog.getByLabel('UPI ID').fill('asha')
  await dialog.getByRole('button', { name: 'Save it' }).click()
  await expect(dialog).toContainText('Please enter a UPI ID such as asha@okhdfc.')
  await dialog.getByLabel('UPI ID').fill('asha@okhdfc')
  await expectAccessibleInBothModes(page)
  await dialog.getByRole('button', { name: 'Save it' }).click()
  await expect(pieces).toContainText('What is paid back in cash goes to UPI as••••@okhdfc.')
  await expectAccessibleInBothModes(page)

  await studio.goto(`/studio/orders/${number}`)
  const returns = studio.getByRole('region', { name: 'Returns' })
  await expect(returns).toContainText('Withdrawn')
  await press(studio, 'Accept the return')
  await expect(returns.getByRole('button', { name: 'Change the day' })).toBeVisible()
  await page.reload()
  await expect(pieces).toContainText(/Return accepted: 1. The courier comes on \d+ \w+ \d{4}/)
  await press(studio, 'The pieces came back…')
  await press(studio, 'They have come back')
  const payment = studio.getByRole('region', { name: 'Payment' })
  await expect(payment).toContainText('To UPI asha@okhdfc.')
  await press(studio, 'It is transferred')
  await studio.getByRole('dialog').getByRole('button', { name: 'It is transferred' }).click()
  await expect(payment).toContainText('Paid back')
  await studio.context().close()
  await page.reload()
  await expect(pieces).toContainText(/was refunded on/)
  await expect(pieces).not.toContainText('okhdfc')
})

test('a piece is exchanged in three presses, and what leaves instead is an order of its own', async ({
  page,
  browser,
}) => {
  await signUpVerified(page)
  // One of the same price, so that what comes back pays it in full.
  const isUsable = (row: { stock: number; price?: number | undefined }): boolean =>
    row.stock > 5 && row.price === undefined
  const { variants = [], ...product } = await findProduct(
    page,
    ({ price, variants: rows = [] }) => price < 60_000 && rows.filter(isUsable).length > 1,
  )
  const [own, wanted] = variants.filter(isUsable)
  if (!own || !wanted) throw new Error('The catalogue has no piece in two sizes.')
  await addToCart(page, { ...product, variant: { ...product.variant, ...own.choice } })
  const number = await orderCart(page)
  const studio = await (await browser.newContext()).newPage()
  await logIn(studio, 'admin')
  await callEditor(studio, 'POST', `/orders/${number}/dispatch`, { carrier: 'By hand' })
  for (const step of ['deliver', 'collect'])
    await callEditor(studio, 'POST', `/orders/${number}/${step}`)

  await openPage(page, `/order?number=${number}`)
  await clickInIsland(page.getByRole('button', { name: 'Exchange a piece' }))
  const dialog = page.getByRole('dialog')
  const choice = dialog.getByLabel(/^Instead of/)
  const label = Object.values(wanted.choice).join(', ')
  await expect(choice).toContainText(label)
  await expectAccessibleInBothModes(page)
  const values = await choice
    .getByRole('option')
    .filter({ hasText: label })
    .first()
    .getAttribute('value')
  await choice.selectOption(values)
  await dialog.getByRole('button', { name: 'Request exchange' }).click()
  await expect(region(page, 'Your pieces')).toContainText(/Exchange requested: 1. Our answer comes/)
  await expectAccessibleInBothModes(page)
  await page.getByRole('link', { name: /^order KV-/ }).click()
  await expect(main(page)).toContainText('Awaiting the return')
  await expect(main(page)).not.toContainText('to be paid to the courier')
  await expect(main(page)).toContainText(`It replaces what you send back of the order ${number}.`)
  const other = new URL(page.url()).searchParams.get('number') ?? ''

  await studio.goto(`/studio/orders/${number}`)
  await press(studio, 'Accept the exchange')
  await press(studio, 'The pieces came back…')
  await press(studio, 'They have come back')
  const returns = studio.getByRole('region', { name: 'Returns' })
  await expect(returns).toContainText('Came back')
  await returns.getByRole('link', { name: `order ${other}` }).click()
  await expect(button(studio, 'Mark as dispatched')).toBeVisible()
  await expect(main(studio)).toContainText(`It replaces pieces of the order ${number}.`)
  await expect(main(studio)).toContainText('Paid by what came back of another order.')
  await page.reload()
  await expect(main(page)).toContainText('Paid by what you sent back')
  const reason = 'A piece is out of stock'
  await callEditor(studio, 'POST', `/orders/${other}/cancel`, { reason })
  await studio.context().close()
  await openPage(page, `/order?number=${number}`)
  await expect(main(page)).toContainText('Your return of one piece has reached us.')
  await expect(main(page)).not.toContainText('What leaves instead')
})

test('the profile has the newest orders, and the earlier ones at a press', async ({
  page,
  console,
}) => {
  console.allow(/Failed to load resource/)
  await signUpVerified(page)
  const product = await findCheapest(page)
  const numbers: string[] = []
  for (let index = 0; index < 3; index++) {
    await addToCart(page, product)
    numbers.unshift(await orderCart(page))
  }
  // As many orders as a profile has, of which the last one is the newest of the three.
  await page.route('**/api/users/getUserProfile', async (route) => {
    const response = await route.fetch()
    const { user, ...body } = await response.json()
    const [newest] = user.orders as User['orders']
    const others = Array.from({ length: PROFILE_ORDERS - 1 }, (_, index) => ({
      ...newest,
      id: `KV-${String(index).padStart(8, '2')}`,
    }))
    await route.fulfill({
      response,
      json: { ...body, user: { ...user, orders: [...others, newest] } },
    })
  })
  await openPage(page, '/profile?tab=orders')
  const links = main(page).getByRole('link', { name: /^KV-/ })
  await expect(links).toHaveCount(PROFILE_ORDERS)
  await expect(links.last()).toHaveText(numbers[0] ?? '')
  const more = page.getByRole('button', { name: 'Show more orders' })
  await page.route('**/api/orders?*', (route) => route.abort())
  await clickInIsland(more)
  await expect(main(page).getByRole('alert')).toBeVisible()
  await expect(more).toBeFocused()
  await page.unroute('**/api/orders?*')
  await more.press('Enter')
  await expect(links).toHaveCount(PROFILE_ORDERS + 2)
  await expect(links.nth(PROFILE_ORDERS)).toHaveText(numbers[1] ?? '')
  await expect(links.last()).toHaveText(numbers[2] ?? '')
  await expect(links.nth(PROFILE_ORDERS)).toBeFocused()
  await expect(more).toHaveCount(0)
  await expectAccessibleInBothModes(page)
  await page.setViewportSize(PHONE)
  await expectNoOverflow(page)
})

test('an order of another account is not shown, and a visitor logs in first', async ({
  page,
  console,
}) => {
  console.allow(/Failed to load resource.*404/)
  await signUpVerified(page)
  await openPage(page, '/order?number=KV-22222222')
  await expect(main(page)).toContainText('We know no order with this number in your account.')
  await page.context().clearCookies()
  await openPage(page, '/order?number=KV-22222222')
  await expect(page).toHaveURL(/\/login\?next=%2Forder%3Fnumber%3DKV-22222222/)
})

test('an order fits 320 px with text of 200 %, and prices of a crore stay inside', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await openCheckout(page)
  await enlargeText(page)
  await expectNoOverflow(page)
  await page.route('**/api/orders/KV-*', async (route) => {
    const response = await route.fetch()
    const { order, ...body } = await response.json()
    const crore = {
      subtotal: 3_25_00_000,
      tax: 16_25_000,
      total: 3_41_25_000,
      refunded: 1_00_00_000,
    }
    const lines = order.lines.map((line: object) => ({ ...line, price: 1_62_50_000 }))
    await route.fulfill({ response, json: { ...body, order: { ...order, ...crore, lines } } })
  })
  await payButton(page).click()
  await expect(region(page, 'Your pieces')).toContainText('₹3,41,25,000.00')
  await enlargeText(page)
  await expectNoOverflow(page)
})
