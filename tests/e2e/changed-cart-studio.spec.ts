import type { Browser, Page } from '@playwright/test'
import type { EditorProduct } from '#src/contract/editor.ts'
import { ADDRESS, callApi, signUpVerified, updateUser } from '#tests/helpers/accounts.ts'
import {
  expect,
  expectAccessible,
  expectNoOverflow,
  openPage,
  test,
} from '#tests/helpers/browser-test.ts'
import { addToCart, rupees } from '#tests/helpers/catalog.ts'
import { increaseButton, listItems, main, region } from '#tests/helpers/locators.ts'
import { callEditor, createProducts, logIn } from '#tests/helpers/studio.ts'

const SIZES = [{ name: 'Size', values: ['S', 'M'] }]
const row = (Size: string, stock: number) => ({ choice: { Size }, stock })

/** A product of an editor who changes it while a shopper has it in the cart. */
async function openShelf(browser: Browser, title: string) {
  const page = await browser.newPage()
  await logIn(page, 'editor')
  const [product] = await createProducts(page, title)
  if (!product) throw new Error('No product was created.')
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
