import { getDefaultContent } from '#src/content/defaults.ts'
import { expect, expectAccessibleInBothModes } from '#tests/helpers/browser-test.ts'
import {
  callEditor,
  createProduct,
  createProducts,
  press,
  RUN,
  resetContent,
  editorTest as test,
} from '#tests/helpers/studio.ts'

test('a link that leads nowhere is refused at its field, and a broken one stands under Today', async ({
  page,
  console,
}) => {
  console.allow(/status of 400/)
  const id = `collection:gifts-${RUN}` as const
  const path = `/collections/gifts-${RUN}`
  await resetContent(page, 'menu')
  await page.goto('/studio/content/menu')
  const side = page.getByRole('region', { name: /^Side menu/ })
  await side.getByRole('button', { name: 'Add a link' }).click()
  const address = side.getByLabel('Address').last()
  await side.getByLabel('Text').last().fill(`Gifts ${RUN}`)
  await address.fill(path)
  await press(page, 'Save and publish')
  await expect(address).toBeFocused()
  await expect(address).toHaveAccessibleDescription(/which is no page of the shop/)
  const body = { ...getDefaultContent(id), name: `Gifts ${RUN}` }
  await callEditor(page, 'POST', '/content', { id, body })
  await press(page, 'Save and publish')
  await expect(page.getByText('Menus is saved.')).toBeVisible()

  await callEditor(page, 'PUT', `/content/${id}/archived`, { archived: true })
  await page.getByRole('link', { name: 'Today', exact: true }).click()
  const broken = page.getByRole('region', { name: 'Broken links' })
  await expect(broken).toContainText(`“Gifts ${RUN}” leads to ${path}`)
  await expectAccessibleInBothModes(page)
  await broken.getByRole('link', { name: 'Menus' }).first().click()
  await expect(page).toHaveURL(/\/content\/menu$/)
  await resetContent(page, 'menu')
})

test('a category is archived with the one that its pieces go to; Shift selects a range', async ({
  page,
}) => {
  const titles = [0, 1, 2].map((index) => `${RUN} Lamp ${index}`)
  const products = await createProducts(page, ...titles)
  for (const { id, entry, revision } of products)
    await callEditor(page, 'PUT', `/products/${id}`, {
      ...entry,
      category: `Lamps & Light ${RUN}`,
      revision,
    })
  await page.goto(`/studio/content/category:lamps-light-${RUN}`)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(`Lamps & Light ${RUN}`)
  await press(page, 'Archive')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('3 pieces are in it.')
  await dialog.getByRole('button', { name: 'Archive' }).click()
  const target = dialog.getByLabel('Its pieces go to')
  await expect(target).toHaveAccessibleDescription('Choose a category.')
  await expectAccessibleInBothModes(page)
  await target.selectOption('accessories')
  await dialog.getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByText(`Lamps & Light ${RUN} is archived.`)).toBeVisible()
  const readMoved = async () =>
    new URL((await page.request.get(`/shop/lamps-light-${RUN}`)).url()).pathname
  await expect.poll(readMoved).toBe('/shop/accessories')

  await page.goto('/studio/products')
  await page.getByRole('searchbox').fill(`${RUN} Lamp`)
  const boxes = page.getByRole('checkbox', { name: new RegExp(`^Select ${RUN} Lamp`) })
  await expect(boxes).toHaveCount(3)
  await boxes.first().click()
  await boxes.last().click({ modifiers: ['Shift'] })
  const selected = page.getByRole('region', { name: 'Selected products' }).getByRole('status')
  await expect(selected).toHaveText(/^3 /)
  await boxes.nth(1).focus()
  await page.keyboard.press('Space')
  await expect(selected).toHaveText(/^2 /)
})

test('an open form follows a category that a colleague renames; list and selects show its name', async ({
  page,
  context,
  console,
}) => {
  // Its page comes with its first piece; the save meets the version of the renaming.
  console.allow(/status of (404|409)/)
  const former = `Lanterns ${RUN}`
  const address = `lanterns-${RUN}`
  const name = `Lámparas ${RUN}`
  const body = { ...getDefaultContent(`category:${address}`), name: former }
  await callEditor(page, 'POST', '/content', { id: `category:${address}`, body })
  const product = await createProduct(page, `${RUN} Lantern`)
  const path = `/products/${product.id}`
  const save = { ...product.entry, category: address, revision: product.revision }
  await callEditor(page, 'PUT', path, save)
  const other = await context.newPage()
  await other.goto(`/studio/content/category:${address}`)
  await page.goto(`/studio${path}`)
  const category = page.getByRole('combobox', { name: 'Category' })
  await expect(category).toHaveValue(address)
  await other.getByLabel('Name', { exact: true }).fill(name)
  await other.keyboard.press('Control+s')
  await expect(other.getByText(`${name} is saved.`)).toBeVisible()

  // The form was opened before; what is typed in it is saved into the category of now.
  const tagline = page.getByLabel('Tagline', { exact: true })
  await tagline.fill('Of cut brass')
  await page.keyboard.press('Control+s')
  await page.getByRole('dialog').getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText(`${RUN} Lantern is saved.`)).toBeVisible()
  await expect(category).toHaveValue(`lamparas-${RUN}`)
  await expect(category).toHaveAccessibleDescription(`Shown as “${name}”.`)
  await category.fill(former)
  await expect(category).toHaveAccessibleDescription(
    new RegExp(`This category is called “${name}” now.`),
  )
  await press(page, 'Use it')
  await expect(category).toHaveValue(`lamparas-${RUN}`)
  await expect(tagline).toHaveValue('Of cut brass')

  await page.goto(`/studio/products?search=${RUN}+Lantern`)
  const row = page.getByRole('row').filter({ hasText: `${RUN} Lantern` })
  await expect(row.getByText(name)).toBeVisible()
  await expect(
    page.getByLabel('Category').getByRole('option', { name: `${name} (1)` }),
  ).toBeAttached()
  await row.getByRole('checkbox').check()
  await press(page, 'Change category')
  const target = page.getByRole('dialog').getByLabel('Category')
  await expect(target.getByRole('option', { name })).toBeAttached()
})

test('a category that is being edited while a colleague renames it is saved into the one of now', async ({
  page,
  context,
  console,
}) => {
  console.allow(/status of (404|409)/)
  const former = `Vases ${RUN}`
  const id = `category:vases-${RUN}` as const
  const body = { ...getDefaultContent(id), name: former }
  await callEditor(page, 'POST', '/content', { id, body })
  const other = await context.newPage()
  await other.goto(`/studio/content/${id}`)
  await page.goto(`/studio/content/${id}`)
  await page.getByLabel('Introduction').fill('Thrown by hand in Khurja.')
  await other.getByLabel('Name', { exact: true }).fill(`Ewers ${RUN}`)
  await other.keyboard.press('Control+s')
  await expect(other.getByText(`Ewers ${RUN} is saved.`)).toBeVisible()
  await page.keyboard.press('Control+s')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText(`Ewers ${RUN} is saved.`)).toBeVisible()
  const { record } = await callEditor<{ record: { body: object } }>(
    page,
    'GET',
    `/content/category:ewers-${RUN}`,
  )
  expect(record.body).toMatchObject({
    name: `Ewers ${RUN}`,
    introduction: 'Thrown by hand in Khurja.',
  })
})
