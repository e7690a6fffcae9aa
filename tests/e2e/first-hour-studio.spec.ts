import { readFile } from 'node:fs/promises'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { productPath } from '#src/rules/paths.ts'
import { callApi, signUpVerified } from '#tools/accounts.ts'
import { expect } from '#tools/browser-test.ts'
import {
  createProduct,
  expectOnPage,
  press,
  readPage,
  sendMessage,
  editorTest as test,
} from '#tools/studio.ts'

// The steps of docs/studio.md, "The first hour", that no other test takes as they are written.

test('step 8: a cell of the exported file is changed, seen before anything changes, imported and undone', async ({
  page,
  run,
}) => {
  const title = `Exported ${run}`
  const { entry } = await createProduct(page, title)
  await page.goto('/studio')
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export as .xlsx' }).click()
  const { sheets } = await readXlsx(await readFile(await (await download).path()))
  const [header = [], ...rows] = sheets[0]?.rows ?? []
  const [slugAt, titleAt] = [header.indexOf('slug'), header.indexOf('title')]
  // Rows of other products would take back what other tests change meanwhile.
  const own = rows.filter((row) => row[slugAt] === entry.slug)
  const changed = own.map((row) => row.with(titleAt, row[titleAt] ? `${title}, changed` : null))
  const buffer = Buffer.from(
    await writeXlsx({ sheets: [{ name: 'Products', rows: [header, ...changed] }] }),
  )
  await page
    .getByLabel('CSV or .xlsx file')
    .setInputFiles({ name: 'products.xlsx', mimeType: 'application/octet-stream', buffer })
  await expect(page.getByRole('status').filter({ hasText: /^Checked/ })).toContainText(
    '0 new products, 1 changed, 0 unchanged, 0 errors.',
  )
  await expect(page.getByRole('row', { name: entry.slug })).toContainText(
    `title${title}${title}, changed`,
  )
  expect(await readPage(page, productPath(entry.slug))).not.toContain(`${title}, changed`)
  await press(page, 'Import 1 product')
  await expectOnPage(page, entry.slug, `${title}, changed`)
  await press(page, 'Undo the import')
  await expect
    .poll(() => readPage(page, productPath(entry.slug)))
    .not.toContain(`${title}, changed`)
})

test('step 9: Today, Messages and Reviews, and the menu, say what waits', async ({
  page,
  browser,
  run,
}) => {
  const lastName = await sendMessage(page)
  const product = await createProduct(page, `Waiting ${run}`)
  const shopper = await (await browser.newContext()).newPage()
  await signUpVerified(shopper)
  await callApi(shopper, 'POST', '/reviews', {
    productId: product.id,
    stars: 4,
    title: `A glow ${lastName}`,
    text: 'It stands well on a shelf.',
  })
  await page.goto('/studio')
  await expect(page).toHaveURL('/studio/today')
  const menu = page.getByRole('navigation', { name: 'Studio' })
  const main = page.getByRole('main')
  for (const name of ['Messages', 'Reviews'])
    await expect(
      menu.getByRole('link', { name: new RegExp(`^${name}.*, \\d+ waiting$`) }),
    ).toBeVisible()
  await main.getByRole('link', { name: /^[1-9]\d* New messages$/ }).click()
  await expect(main.getByRole('listitem').filter({ hasText: lastName })).toContainText(
    'take it up within 48 hours',
  )
  await menu.getByRole('link', { name: /^Today/ }).click()
  await main.getByRole('link', { name: /^[1-9]\d* Reviews to read$/ }).click()
  await expect(main.getByRole('article', { name: `A glow ${lastName}` })).toBeVisible()
})
