import { getDefaultContent } from '#src/content/defaults.ts'
import type { EditorProduct } from '#src/contract/editor.ts'
import { formatRupees } from '#src/rules/money.ts'
import { productPath, searchIndexPath } from '#src/rules/paths.ts'
import { expect, expectAccessibleInBothModes, openPage } from '#tools/browser-test.ts'
import { openSearch } from '#tools/locators.ts'
import {
  callEditor,
  createProduct,
  createProducts,
  press,
  resetContent,
  editorTest as test,
} from '#tools/studio.ts'

test('a link that leads nowhere is refused at its field, and a broken one stands under Today', async ({
  page,
  console,
  run,
}) => {
  console.allow(/status of 400/)
  const id = `collection:gifts-${run}` as const
  const path = `/collections/gifts-${run}`
  await resetContent(page, 'menu')
  await page.goto('/studio/content/menu')
  const side = page.getByRole('region', { name: /^Side menu/ })
  await side.getByRole('button', { name: 'Add a link' }).click()
  const address = side.getByLabel('Address').last()
  await side.getByLabel('Text').last().fill(`Gifts ${run}`)
  await address.fill(path)
  await press(page, 'Save and publish')
  await expect(address).toBeFocused()
  await expect(address).toHaveAccessibleDescription(/which is not a page of the shop/)
  const body = { ...getDefaultContent(id), name: `Gifts ${run}` }
  await callEditor(page, 'POST', '/content', { id, body })
  await press(page, 'Save and publish')
  await expect(page.getByText('Menus is saved.')).toBeVisible()

  await callEditor(page, 'PUT', `/content/${id}/archived`, { archived: true })
  await page.getByRole('link', { name: 'Today', exact: true }).click()
  const broken = page.getByRole('region', { name: 'Broken links' })
  await expect(broken).toContainText(`“Gifts ${run}” leads to ${path}`)
  await expectAccessibleInBothModes(page)
  await broken.getByRole('link', { name: 'Menus' }).first().click()
  await expect(page).toHaveURL(/\/content\/menu$/)
  await resetContent(page, 'menu')
})

test('a category is archived with the one that its pieces go to; Shift selects a range', async ({
  page,
  run,
}) => {
  const lamps = `category:lamps-light-${run}` as const
  const body = { ...getDefaultContent(lamps), name: `Lamps & Light ${run}` }
  await callEditor(page, 'POST', '/content', { id: lamps, body })
  const titles = [0, 1, 2].map((index) => `${run} Lamp ${index}`)
  const products = await createProducts(page, ...titles)
  for (const { id, entry, revision } of products)
    await callEditor(page, 'PUT', `/products/${id}`, {
      ...entry,
      category: `Lamps & Light ${run}`,
      revision,
    })
  await page.goto(`/studio/content/category:lamps-light-${run}`)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(`Lamps & Light ${run}`)
  await press(page, 'Archive')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('3 pieces are in it.')
  await dialog.getByRole('button', { name: 'Archive' }).click()
  const target = dialog.getByLabel('Its pieces go to')
  await expect(target).toHaveAccessibleDescription('Choose a category.')
  await expectAccessibleInBothModes(page)
  await target.selectOption('accessories')
  await dialog.getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByText(`Lamps & Light ${run} is archived.`)).toBeVisible()
  const readMoved = async () =>
    new URL((await page.request.get(`/shop/lamps-light-${run}`)).url()).pathname
  await expect.poll(readMoved).toBe('/shop/accessories')

  await page.goto('/studio/products')
  await page.getByRole('searchbox').fill(`${run} Lamp`)
  const boxes = page.getByRole('checkbox', { name: new RegExp(`^Select ${run} Lamp`) })
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
  run,
}) => {
  // A category gets its page with its first piece.
  console.allow(/status of 404/)
  const former = `Lanterns ${run}`
  const address = `lanterns-${run}`
  const name = `Lámparas ${run}`
  const body = { ...getDefaultContent(`category:${address}`), name: former }
  await callEditor(page, 'POST', '/content', { id: `category:${address}`, body })
  const product = await createProduct(page, `${run} Lantern`)
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

  // The form was opened before. A rename saves no product.
  const tagline = page.getByLabel('Tagline', { exact: true })
  await tagline.fill('Of cut brass')
  await page.keyboard.press('Control+s')
  await expect(page.getByText(`${run} Lantern is saved.`)).toBeVisible()
  await expect(category).toHaveValue(`lamparas-${run}`)
  await expect(category).toHaveAccessibleDescription(`Shown as “${name}”.`)
  await category.fill(former)
  await expect(category).toHaveAccessibleDescription(
    new RegExp(`This category is called “${name}” now.`),
  )
  await press(page, 'Use it')
  await expect(category).toHaveValue(`lamparas-${run}`)
  await expect(tagline).toHaveValue('Of cut brass')

  await page.goto(`/studio/products?search=${run}+Lantern`)
  const row = page.getByRole('row').filter({ hasText: `${run} Lantern` })
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
  run,
}) => {
  console.allow(/status of (404|409)/)
  const former = `Vases ${run}`
  const id = `category:vases-${run}` as const
  const body = { ...getDefaultContent(id), name: former }
  await callEditor(page, 'POST', '/content', { id, body })
  const other = await context.newPage()
  await other.goto(`/studio/content/${id}`)
  await page.goto(`/studio/content/${id}`)
  await page.getByLabel('Introduction').fill('Thrown by hand in Khurja.')
  await other.getByLabel('Name', { exact: true }).fill(`Ewers ${run}`)
  await other.keyboard.press('Control+s')
  await expect(other.getByText(`Ewers ${run} is saved.`)).toBeVisible()
  await page.keyboard.press('Control+s')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText(`Ewers ${run} is saved.`)).toBeVisible()
  const { record } = await callEditor<{ record: { body: object } }>(page, 'GET', `/content/${id}`)
  expect(record.body).toMatchObject({
    name: `Ewers ${run}`,
    introduction: 'Thrown by hand in Khurja.',
  })
})

test('an address that is changed and taken back opens in a browser that followed its redirect', async ({
  page,
  run,
}) => {
  const { id, entry, revision } = await createProduct(page, `${run} Lota`)
  const former = productPath(entry.slug)
  const other = productPath(`${entry.slug}-brass`)
  let current = revision
  const move = async (path: string, from: string) => {
    const slug = path.slice('/product/'.length)
    const body = { ...entry, slug, revision: current }
    const saved = await callEditor<{ product: EditorProduct }>(page, 'PUT', `/products/${id}`, body)
    current = saved.product.revision
    const readPath = async () => new URL((await page.request.get(from)).url()).pathname
    await expect.poll(readPath).toBe(path)
  }
  await expect.poll(async () => (await page.request.get(former)).status()).toBe(200)
  for (const [from, to] of [
    [former, other],
    [other, former],
    [former, other],
  ] as const) {
    await move(to, from)
    await page.goto(`${from}?utm_source=mail`)
    await expect(page).toHaveURL(`${to}?utm_source=mail`)
    await expect(page.getByRole('heading', { name: `${run} Lota`, level: 1 })).toBeVisible()
  }
})

test('a tab that is open finds what is published now', async ({ page, run }) => {
  const title = `${run} Surahi`
  const { id, entry, revision } = await createProduct(page, title)
  const readIndex = async () => (await page.request.get(searchIndexPath)).text()
  await expect.poll(readIndex).toContain(title)
  await page.clock.install()
  await openPage(page, '/terms')
  const field = await openSearch(page)
  const option = page.getByRole('option', { name: title })
  await field.fill(title)
  await expect(option).toContainText(formatRupees(entry.price))
  const price = entry.price + 7_400
  await callEditor(page, 'PUT', `/products/${id}`, { ...entry, price, revision })
  // The tab asks again after some seconds. Another publish may change the index first.
  await expect(async () => {
    await page.clock.fastForward('00:10')
    await field.fill('')
    await field.fill(title.toLowerCase())
    await expect(option).toContainText(formatRupees(price), { timeout: 2_000 })
  }).toPass()
})

test('a product takes the former address of another one after a question', async ({
  page,
  console,
  run,
}) => {
  console.allow(/status of 409/)
  const [first, second] = await createProducts(page, `${run} Amber`, `${run} Bela`)
  if (!first || !second) throw new Error('Two products are created.')
  const { slug } = first.entry
  const renamed = { ...first.entry, slug: `${slug}-new`, revision: first.revision }
  await callEditor(page, 'PUT', `/products/${first.id}`, renamed)
  await page.goto(`/studio/products/${second.id}`)
  await page.getByLabel('Address').fill(slug)
  await press(page, 'Save and publish')
  const question = page.getByRole('dialog', { name: 'Take this address?' })
  await expect(question).toContainText(`leads to /product/${slug}-new, which had it before`)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Address')).toHaveAccessibleDescription(/which had it before/)
  await press(page, 'Save and publish')
  await question.getByRole('button', { name: 'Take the address' }).click()
  await expect(page.getByText(`${run} Bela is saved.`)).toBeVisible()
})
