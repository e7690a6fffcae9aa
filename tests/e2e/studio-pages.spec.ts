import { expect } from '#tools/browser-test.ts'
import {
  callEditor,
  createProduct,
  press,
  readPage,
  resetContent,
  saveLive,
  editorTest as test,
} from '#tools/studio.ts'

test('a page is written, linked in menu and footer, and goes with its links', async ({
  page,
  run,
}) => {
  await page.goto('/studio/content')
  await press(page, 'New page')
  const name = page.getByLabel('Name')
  const address = page.getByLabel('Address')
  await name.fill('About')
  await expect(page.getByText('The shop has a page /about already.')).toBeVisible()
  await name.fill(`सोना ${run}`)
  await expect(address).toHaveValue(`sona-${run}`)
  await press(page, 'Write it')

  await page.getByRole('textbox', { name: 'Text', exact: true }).click()
  await page.keyboard.type('Eleven benches stand by the window.')
  await page.getByLabel('In the side menu').selectOption('yes')
  await page.getByLabel('In the footer').selectOption('third')
  const preview = page.frameLocator('iframe').first()
  await expect(preview.getByText('Eleven benches stand')).toBeVisible()
  await saveLive(page)
  const path = `/pages/sona-${run}`
  // The status may still be that of a test before.
  await expect.poll(() => readPage(page, path)).toContain('Eleven benches stand by the window.')
  await page.goto('/faqs')
  await expect(
    page.getByRole('contentinfo').getByRole('link', { name: `सोना ${run}` }),
  ).toHaveAttribute('href', path)

  await callEditor(page, 'PUT', `/content/page:sona-${run}/archived`, { archived: true })
  await expect.poll(() => readPage(page, '/faqs')).not.toContain(path)
  await expect.poll(async () => (await page.request.get(path)).status()).toBeGreaterThanOrEqual(404)
})

test('a row of products is added to the home page, moved and hidden', async ({ page, run }) => {
  await resetContent(page, 'home')
  await page.goto('/studio/content/home')
  await press(page, 'Add a section')
  await page.getByLabel('Section', { exact: true }).last().selectOption('products')
  const row = page.locator('details').filter({ hasText: '8. Row of products' })
  await row.getByLabel('Line above the title').fill('For the wrist')
  await row.getByLabel('Title', { exact: true }).fill(`Hours ${run}`)
  await row.getByLabel('Category or collection').fill('/shop/watches')
  await press(page, 'Move section 8 one place earlier')
  await saveLive(page)
  // The status may still be that of the reset.
  await expect.poll(() => readPage(page, '/')).toContain(`Hours ${run}`)
  expect(await readPage(page, '/')).toMatch(/href="\/shop\/watches"[^>]*>\s*View All/)

  const own = page.locator('details').filter({ hasText: '7. Row of products' })
  await own.getByLabel('Hidden').check()
  await saveLive(page)
  await expect.poll(() => readPage(page, '/')).not.toContain(`Hours ${run}`)
  await resetContent(page, 'home')
})

test('a stock is changed by a number of pieces with a reason, and taken back', async ({
  page,
  run,
}) => {
  const product = await createProduct(page, `Counted ${run}`)
  const before = product.entry.stock
  await page.goto(`/studio?search=Counted ${run}`)
  const stock = page.getByRole('textbox', { name: `Stock of Counted ${run}` })
  await press(page, `Pieces of Counted ${run} that come or go`)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Pieces that come or go').fill('-100000')
  await expect(dialog.getByText(`Only ${before} are on the shelf.`)).toBeVisible()
  await dialog.getByLabel('Pieces that come or go').fill('+2')
  await dialog.getByRole('button', { name: 'One more' }).click()
  await dialog.getByLabel('Reason').fill('Delivery: bill 42')
  await dialog.getByRole('button', { name: 'Change the stock' }).click()
  await expect(stock).toHaveValue(String(before + 3))
  await press(page, 'Undo')
  await expect(stock).toHaveValue(String(before))
  await page.goto(`/studio/products/${product.id}`)
  await page
    .getByRole('button', { name: 'History' })
    .or(page.getByRole('tab', { name: 'History' }))
    .click()
  await expect(page.getByText('Taken back: Delivery: bill 42')).toBeVisible()
})
