import { expect, expectAccessible, expectNoOverflow, test } from '#tests/helpers/browser-test.ts'
import {
  createProduct,
  expectLive,
  expectOnPage,
  field,
  logIn,
  press,
  RUN,
  toSlug,
} from '#tests/helpers/studio.ts'
import { PHONE } from '#tests/helpers/viewports.ts'

test('variants are made of the options on a phone, checked, saved and shown', async ({ page }) => {
  await logIn(page, 'editor')
  await page.setViewportSize(PHONE)
  const title = `Sash ${RUN}`
  const product = await createProduct(page, title)
  await page.goto(`/studio/products/${product.id}`)
  const options = page.getByRole('region', { name: 'Options and traits' })
  await field(page, 'Options and traits', 'Name').fill('Length')
  await options.getByLabel('Choices, one a line').fill('Short\nLong\nExtra long')
  await options.getByLabel('Default').selectOption('Long')
  await press(page, 'Create variants')

  const row = (name: string) => page.getByRole('group', { name, exact: true })
  await page.getByLabel('Stock of all variants').fill('4')
  await press(page, 'Set for all 3')
  await row('Long').getByLabel('Stock').fill('0')
  await row('Extra long').getByLabel('Own price in ₹').fill('9,99,000')
  await row('Extra long').getByLabel('SKU').fill('SASH-XL')
  await row('Extra long').getByLabel('Barcode').fill('4006381333932')
  await expect(field(page, 'Price and stock', 'Stock')).toHaveValue('8')
  await expect(field(page, 'Price and stock', 'Stock')).not.toBeEditable()
  await press(page, 'Save and publish')
  await expect(row('Extra long').getByLabel('Barcode')).toHaveAccessibleDescription(/GTIN/)
  await row('Extra long').getByLabel('Barcode').fill('4006381333931')
  await expectAccessible(page)
  await expectNoOverflow(page)

  // A choice that the options lose keeps its row until the editor removes it.
  await options.getByLabel('Choices, one a line').fill('Long\nExtra long')
  await expect(page.getByText(/^Short: the options have no such choice/)).toBeVisible()
  await press(page, 'Remove 1 variant without a choice')
  await expect(row('Short')).toHaveCount(0)
  // One that is called otherwise keeps its row. Enter goes down, and cells of a sheet fill the table.
  await options.getByLabel('Choices, one a line').fill('Long\nVery long')
  await expect(row('Very long').getByLabel('SKU')).toHaveValue('SASH-XL')
  await row('Long').getByLabel('Stock').press('Enter')
  await expect(row('Very long').getByLabel('Stock')).toBeFocused()
  await row('Very long')
    .getByLabel('Stock')
    .evaluate((input) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', '6\t9,98,000\n')
      const paste = { clipboardData, bubbles: true, cancelable: true }
      input.dispatchEvent(new ClipboardEvent('paste', paste))
    })
  await expect(row('Very long').getByLabel('Stock')).toHaveValue('6')
  await expect(row('Very long').getByLabel('Own price in ₹')).toHaveValue('998000')
  await press(page, 'Save and publish')
  await expectLive(page)
  await expectOnPage(page, toSlug(title), 'Sold out')
  await expectOnPage(page, toSlug(title), 'SASH-XL')
})
