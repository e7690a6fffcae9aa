import type { Browser, Page } from '@playwright/test'
import type { EditorProduct } from '#src/contract/editor.ts'
import { ADDRESS, callApi, signIn, signUpVerified, updateUser } from '#tools/accounts.ts'
import {
  clickInIsland,
  expect,
  expectAccessible,
  expectNoOverflow,
  openPage,
  test,
  waitForHydration,
} from '#tools/browser-test.ts'
import { addToCart, rupees } from '#tools/catalog.ts'
import {
  addToCartButton,
  cartLink,
  increaseButton,
  listItems,
  main,
  region,
} from '#tools/locators.ts'
import { callEditor, createProduct, logIn } from '#tools/studio.ts'

const SIZES = [{ name: 'Size', values: ['S', 'M'] }]
const row = (Size: string, stock: number) => ({ choice: { Size }, stock })

/** A product of an editor who changes it while a shopper has it in the cart. */
async function openShelf(browser: Browser, title: string) {
  const page = await browser.newPage()
  await logIn(page, 'editor')
  const product = await createProduct(page, title)
  const path = `/products/${product.id}`
  const save = async (change: object) => {
    const { product: now } = await callEditor<{ product: EditorProduct }>(page, 'GET', path)
    await callEditor(page, 'PUT', path, { ...now.entry, ...change, revision: now.revision })
  }
  const post = async (action: 'archive' | 'restore') =>
    callEditor(page, 'POST', `${path}/${action}`, {})
  await save({
    price: 1_000,
    listPrice: undefined,
    stock: 5,
    options: [],
    variant: {},
    variants: undefined,
    offers: [],
  })
  return {
    id: product.id,
    save,
    post,
    [Symbol.asyncDispose]: async () => {
      await post('archive').catch(() => undefined)
      await page.close()
    },
  }
}

const notice = (page: Page) =>
  main(page).getByRole('status').filter({ hasText: 'Something has changed' })
const subtotal = (page: Page) => region(page, 'Summary').getByRole('definition').first()

test('what is sold out, gone or fewer is in no total and is told; Proceed leads to its line', async ({
  page,
  browser,
}) => {
  const title = `Changed piece ${Date.now()}`
  await using shelf = await openShelf(browser, title)
  await signUpVerified(page)
  await addToCart(page, { id: shelf.id, variant: {} }, 4)
  await openPage(page, '/cart')
  await expect(subtotal(page)).toHaveText(rupees(4_000))
  await expect(notice(page)).toHaveCount(0)

  await shelf.save({ price: 1_500, stock: 3 })
  await page.reload()
  await expect(notice(page)).toContainText(
    'you wanted 4, only 3 left. was ₹1,000.00, is ₹1,500.00.',
  )
  await expect(subtotal(page)).toHaveText(rupees(4_500))
  await main(page).getByRole('button', { name: 'Proceed to Buy' }).first().click()
  await expect(main(page).getByRole('link', { name: title })).toBeFocused()
  await expect(page).toHaveURL('/cart')
  // What is shown counts as seen once the change is saved.
  const taken = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await main(page)
    .getByRole('button', { name: /^Take 3/ })
    .click()
  await taken
  await expect(main(page).locator('[data-item][aria-busy=true]')).toHaveCount(0)
  await expect(main(page).getByRole('link', { name: 'Proceed to Buy' }).first()).toBeVisible()

  await shelf.save({ stock: 0 })
  await page.reload()
  await expect(notice(page)).toContainText(`${title}: was available, is sold out.`)
  await expect(subtotal(page)).toHaveText(rupees(0))
  await expectAccessible(page)
  await expectNoOverflow(page)
  await openPage(page, '/checkout')
  await expect(region(page, 'Order Summary')).toContainText('Sold out')
  await expect(main(page).getByRole('button', { name: /Proceed to Pay ₹0.00/ })).toBeDisabled()
  await expectAccessible(page)

  await shelf.post('archive')
  await openPage(page, '/cart')
  await expect(notice(page)).toContainText('is no longer sold. It has left your cart.')
  await shelf.post('restore')
  await shelf.save({ stock: 5 })
  await page.reload()
  await expect(notice(page)).toContainText('is available again.')
})

test('a choice that is no longer offered is chosen again; the checkout asks for the price once more before it pays', async ({
  page,
  browser,
}) => {
  const title = `Chosen piece ${Date.now()}`
  await using shelf = await openShelf(browser, title)
  await shelf.save({ options: SIZES, variant: { Size: 'S' }, variants: [row('S', 4), row('M', 5)] })
  await signUpVerified(page)
  await updateUser(page, { addresses: [ADDRESS], primary_address: ADDRESS })
  await addToCart(page, { id: shelf.id, variant: { Size: 'M' } })
  await openPage(page, '/cart')
  await expect(increaseButton(page)).toBeVisible()

  // A new size in the place of a former one would be the same size with another name.
  const [small, large] = [{ ...row('S', 4), price: 900 }, row('L', 2)]
  await shelf.save({
    options: [{ name: 'Size', values: ['S', 'M', 'L'] }],
    variants: [small, row('M', 5), large],
  })
  await shelf.save({ options: [{ name: 'Size', values: ['S', 'L'] }], variants: [small, large] })
  await page.reload()
  const line = listItems(page).filter({ hasText: title })
  await expect(line).toContainText('No longer available. Choose again.')
  await expect(line).not.toContainText('₹')
  await expect(increaseButton(page)).toHaveCount(0)
  await expect(subtotal(page)).toHaveText(rupees(0))
  await line.getByRole('button', { name: /^Choose again/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'L', exact: true }).check({ force: true })
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expect(subtotal(page)).toHaveText(rupees(1_000))

  await main(page).getByRole('link', { name: 'Proceed to Buy' }).first().click()
  const pay = page.getByRole('button', { name: 'Proceed to Pay ₹1,050.00' })
  await expect(pay).toBeEnabled()
  await shelf.save({ price: 2_000 })
  let alerts = 0
  page.on('dialog', (opened) => {
    alerts += 1
    return opened.accept()
  })
  await pay.click()
  await expect(notice(page)).toContainText('was ₹1,000.00, is ₹2,000.00.')
  expect(alerts).toBe(0)
  await page.getByRole('button', { name: 'Proceed to Pay ₹2,100.00' }).click()
  await expect.poll(() => alerts).toBe(1)
  await callApi(page, 'GET', '/cart')
})

test('a tab that comes back into view tells what has changed; what another device has changed is told before it is paid', async ({
  page,
  browser,
  console,
}) => {
  console.allow(/status of 401/)
  const title = `Left piece ${Date.now()}`
  await using shelf = await openShelf(browser, title)
  const { email, password } = await signUpVerified(page)
  await updateUser(page, { addresses: [ADDRESS], primary_address: ADDRESS })
  await addToCart(page, { id: shelf.id, variant: {} })
  const comeBack = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  let alerts = 0
  page.on('dialog', (opened) => {
    alerts += 1
    return opened.accept()
  })
  for (const [path, price, text] of [
    ['/cart', 1_200, 'was ₹1,000.00, is ₹1,200.00.'],
    ['/checkout', 1_300, 'was ₹1,200.00, is ₹1,300.00.'],
  ] as const) {
    await openPage(page, path)
    await expect(main(page)).toContainText(title)
    await shelf.save({ price })
    await comeBack()
    await expect(notice(page)).toContainText(text)
  }
  const pay = (total: string) =>
    page.getByRole('button', { name: `Proceed to Pay ${total}` }).click()
  await test.step('one more piece on another device', async () => {
    await addToCart(page, { id: shelf.id, variant: {} })
    await pay('₹1,365.00')
    await expect(notice(page)).toContainText('Your total: was ₹1,365.00, is ₹2,730.00.')
    await expect(notice(page)).toBeInViewport()
    expect(alerts).toBe(0)
    await pay('₹2,730.00')
    await expect.poll(() => alerts).toBe(1)
  })
  await test.step('a gift on another device', async () => {
    await callApi(page, 'PUT', '/cart/gift', { wrap: true, note: 'For Meera' })
    await pay('₹2,730.00')
    await expect(notice(page)).toContainText('Your order: was changed in another place.')
    await expect(region(page, 'Order Summary')).toContainText('For Meera')
    expect(alerts).toBe(1)
  })
  await test.step('a session that has ended, and a cart that another device has emptied', async () => {
    await callApi(page, 'POST', '/auth/logout')
    await pay('₹2,730.00')
    await expect(page).toHaveURL(/\/login\?next=/)
    await waitForHydration(page)
    await signIn(page, { email, password })
    await expect(page).toHaveURL(/\/checkout$/)
    await waitForHydration(page)
    const { cart } = await callApi<{ cart: { id: string }[] }>(page, 'GET', '/cart')
    for (const { id } of cart) await callApi(page, 'DELETE', `/cart/${id}`)
    await pay('₹2,730.00')
    await expect(main(page).getByRole('link', { name: 'Go to Shop' })).toBeVisible()
    expect(alerts).toBe(1)
  })
})

test('a price that changed while a page was open is told in the cart', async ({
  page,
  browser,
}) => {
  const title = `Open piece ${Date.now()}`
  await using shelf = await openShelf(browser, title)
  await signUpVerified(page)
  const path = `/product/${title.toLowerCase().replaceAll(' ', '-')}`
  await expect.poll(async () => (await page.request.get(path)).text()).toContain('1,000.00')
  await openPage(page, path)
  await shelf.save({ price: 1_400 })
  await clickInIsland(addToCartButton(page))
  await expect(cartLink(page)).toContainText('1 item in cart')
  await openPage(page, '/cart')
  await expect(notice(page)).toContainText('was ₹1,000.00, is ₹1,400.00.')
})
