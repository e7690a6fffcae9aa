import { expect, expectAccessible, expectNoOverflow, test } from '#tools/browser-test.ts'
import {
  createProduct,
  expectLive,
  expectOnPage,
  field,
  logIn,
  press,
  toSlug,
} from '#tools/studio.ts'
import { PHONE } from '#tools/viewports.ts'

test('variants are made of the options on a phone, checked, saved and shown', async ({
  page,
  run,
}) => {
  await logIn(page, 'editor')
  await page.setViewportSize(PHONE)
  const title = `Sash ${run}`
  const product = await createProduct(page, title)
  await page.goto(`/studio/products/${product.id}`)
  const options = page.getByRole('region', { name: 'Options and traits' })
  await field(page, 'Options and traits', 'Name').fill('Length')
  await options.getByLabel('Choices, one a line').fill('Short\nLong\nExtra long')
  await options.getByLabel('Default').selectOption('Long')
  await press(page, 'Create variants')

  const rename = async (from: string, to: string) => {
    await options.getByLabel('Choice to rename').selectOption(from)
    await options.getByLabel('New name of the choice').fill(to)
    await press(page, 'Rename')
  }
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
  // One that is renamed keeps its row. Enter goes down, and cells of a sheet fill the table.
  await rename('Extra long', 'Very long')
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

  // A saved choice is renamed with its row. A line that is typed anew is another one.
  await rename('Very long', 'Longest')
  await options.getByLabel('Choices, one a line').fill('Medium\nLongest')
  await expect(page.getByText(/^Long: the options have no such choice/)).toBeVisible()
  await press(page, 'Remove 1 variant without a choice')
  await press(page, 'Add 1 missing variant')
  await options.getByLabel('Default').selectOption('Medium')
  await row('Medium').getByLabel('Stock').fill('3')
  await press(page, 'Save and publish')
  const readOptions = async () => {
    const answer = await page.request.get(`/api/editor/products/${product.id}`)
    return (await answer.json()).product.entry.options
  }
  await expect
    .poll(readOptions)
    .toMatchObject([{ values: ['Medium', 'Longest'], ids: { Longest: 'Very long' } }])
})

test('first variants share the count, and a removed choice comes back or is new', async ({
  page,
  run,
}) => {
  await logIn(page, 'editor')
  const product = await createProduct(page, `Belt ${run}`)
  await page.goto(`/studio/products/${product.id}`)
  const options = page.getByRole('region', { name: 'Options and traits' })
  const choices = options.getByLabel('Choices, one a line')
  const stockOf = (name: string) =>
    page.getByRole('group', { name, exact: true }).getByLabel('Stock')
  const save = async () => {
    const saved = page.waitForResponse(
      (response) => response.request().method() === 'PUT' && response.ok(),
    )
    await press(page, 'Save and publish')
    await saved
    await expect(page.getByText(/^(Saving…|Not saved)$/)).toHaveCount(0)
  }
  await test.step('the count is distributed', async () => {
    await field(page, 'Price and stock', 'Stock').fill('5')
    await field(page, 'Options and traits', 'Name').fill('Length')
    await choices.fill('Short\nLong')
    await options.getByLabel('Default').selectOption('Short')
    await press(page, 'Create variants')
    await expect(page.getByText('5 pieces distributed to 2 variants.')).toBeVisible()
    await expect(stockOf('Short')).toHaveValue('3')
    await expect(stockOf('Long')).toHaveValue('2')
    await save()
  })
  await test.step('a removed choice is listed with its pieces', async () => {
    await choices.fill('Long')
    await press(page, 'Remove 1 variant without a choice')
    await options.getByLabel('Default').selectOption('Long')
    await save()
    await page.reload()
    await expect(page.getByText('Short: removed, 3 pieces on the shelf')).toBeVisible()
  })
  await test.step('it comes back with its pieces', async () => {
    await choices.fill('Short\nLong')
    await expect(options.getByText('“Short” was removed before.')).toBeVisible()
    await expect(options.getByText(/with 3 pieces on the shelf/)).toBeVisible()
    await press(page, 'Add 1 missing variant')
    await expect(stockOf('Short')).toHaveValue('3')
    await expectAccessible(page)
    for (const colorScheme of ['light', 'dark'] as const)
      for (const viewport of [PHONE, { width: 1280, height: 900 }]) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize(viewport)
        await expectNoOverflow(page)
      }
  })
  await test.step('or is another one of the same name', async () => {
    await options.getByLabel('What “Short” is').selectOption('new')
    await expect(options.getByText(/It starts anew/)).toBeVisible()
    await stockOf('Short').fill('1')
    await save()
    const answer = await page.request.get(`/api/editor/products/${product.id}`)
    const { entry, removed } = (await answer.json()).product
    expect(entry.options).toMatchObject([{ ids: { Short: 'Short#2' } }])
    const former = { choice: { Length: 'Short' }, onHand: 3, held: 0 }
    expect(removed).toContainEqual(expect.objectContaining(former))
  })
})

test('a row of six variants has at most 44 px from a screen of 1,280 px on', async ({
  page,
  run,
}) => {
  await logIn(page, 'editor')
  const product = await createProduct(page, `Stole ${run}`)
  await page.goto(`/studio/products/${product.id}`)
  const options = page.getByRole('region', { name: 'Options and traits' })
  await field(page, 'Options and traits', 'Name').fill('Length and colour')
  const choices = [
    'Short, ivory',
    'Short, indigo',
    'Long, ivory',
    'Long, indigo',
    'XL, ivory',
    'XL',
  ]
  await options.getByLabel('Choices, one a line').fill(choices.join('\n'))
  await options.getByLabel('Default').selectOption('XL')
  await press(page, 'Create variants')
  const row = page.getByRole('group', { name: 'Short, ivory', exact: true })
  await row.getByLabel('SKU').fill('STOLE-SHORT-IVORY')
  await row.getByLabel('Barcode').fill('4006381333931')
  await row.getByLabel('Own price in ₹').fill('1,25,000.50')
  await test.step('a picture is chosen by what it shows', async () => {
    await row.getByRole('button', { name: 'Picture: As the product' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Picture of Short, ivory' })
    await dialog.getByRole('button', { name: /^1\. / }).click()
    await expect(row.getByRole('button', { name: /^Picture: 1\. / })).toBeFocused()
    await expect(row.getByText('0 held by orders')).toBeAttached()
  })
  const table = page.getByRole('listitem').filter({ has: page.getByLabel('Barcode') })
  await expect(table).toHaveCount(6)
  for (const width of [1280, 1440, 1920])
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 })
      const heights = await table.evaluateAll((rows) =>
        rows.map((element) => element.getBoundingClientRect().height),
      )
      expect(Math.max(...heights), String(heights)).toBeLessThanOrEqual(44)
      for (const label of ['SKU', 'Barcode', 'Own price in ₹']) {
        const hidden = await row
          .getByLabel(label)
          .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
        expect(hidden, `hidden part of ${label}`).toBe(0)
      }
      await expectNoOverflow(page)
      await expectAccessible(page)
    })
})
