import type { Locator, Page } from '@playwright/test'
import { writeXlsx } from 'hucre/xlsx'
import Papa from 'papaparse'
import { getDemoLogin } from '#lab/measure/demo-account.ts'
import type { EditorProduct } from '#src/contract/editor.ts'
import type { PublishState } from '#src/contract/editor-publish.ts'
import type { CatalogEntry } from '#src/contract/entry.ts'
import { XLSX_TYPE } from '#src/contract/values.ts'
import { formatRupees } from '#src/rules/money.ts'
import { productPath } from '#src/rules/paths.ts'
import { holdRequests } from '#tests/helpers/requests.ts'
import { IDLE_SAFE, signIn } from '#tools/accounts.ts'
import { expect, expectNoOverflow, tabTo } from '#tools/browser-test.ts'
import {
  button,
  callEditor,
  chooseFile,
  createPictureFiles,
  createProduct,
  createProducts,
  expectLive,
  expectOnPage,
  field,
  giveFile,
  logIn,
  press,
  editorTest as test,
  toSlug,
} from '#tools/studio.ts'

const TEXTS: [group: string, label: string, text: string][] = [
  ['The piece', 'Subtitle', 'Cut by hand'],
  ['The piece', 'Tagline', 'Light'],
  ['The piece', 'Category', 'accessories'],
  ['Price and stock', 'Price in ₹', '1,25,000'],
  ['Price and stock', 'Stock', '7'],
  ['Highlights', 'Highlight 1', 'Brass'],
  ['Sections', 'Text', 'A lamp.'],
  ['Warranty', 'Duration', '2 years'],
  ['Warranty', 'What it covers', 'Metal'],
]

/** Whether a draft of this device has the text. */
const isKept = (text: string): boolean =>
  Object.values(localStorage).some((kept) => kept.includes(text))

const readEntry = async (page: Page, id = ''): Promise<CatalogEntry> =>
  (await callEditor<{ product: EditorProduct }>(page, 'GET', `/products/${id}`)).product.entry

const readStatus = async (page: Page, slug: string): Promise<number> =>
  (await page.request.get(productPath(slug), IDLE_SAFE)).status()

test('a product with three pictures is created, changed and archived (item 53)', async ({
  page,
  console,
  run,
}) => {
  console.allow(/status of 400/)
  const title = `Brass Lamp ${run}`
  const slug = toSlug(title)
  await page.goto('/studio/products')
  await page.getByRole('link', { name: 'New product' }).click()
  await field(page, 'The piece', 'Title').fill(title)
  const [chosen, dropped, pasted] = await createPictureFiles(260, 270, 280)
  const alts = page.getByLabel(/^Alt text of picture/)
  await chooseFile(page, button(page, 'Choose pictures'), chosen)
  await giveFile(button(page, 'Choose pictures'), 'drop', dropped)
  await giveFile(field(page, 'The piece', 'Title'), 'paste', pasted)
  // A text of a document, which comes with a picture of it, is no upload.
  await giveFile(field(page, 'The piece', 'Tagline'), 'paste', chosen, 'A text of a document')
  await field(page, 'The piece', 'Category').fill('Jewellery')
  await press(page, 'Use it')
  await expect(field(page, 'The piece', 'Category')).toHaveValue('jewelry')
  for (const [group, label, text] of TEXTS) await field(page, group, label).fill(text)
  const seoTitle = `Lamp of ${run}`
  await field(page, 'Search results', 'Title in search results').fill(seoTitle)
  await expect(alts).toHaveCount(3)
  await press(page, 'Save and publish')
  await expect(alts.first()).toBeFocused()
  await expect(page.getByRole('heading', { name: '3 fields need attention' })).toBeVisible()
  await press(page, 'Pictures, 2')
  await expect(alts.nth(1)).toBeFocused()
  for (const [index, alt] of (await alts.all()).entries()) await alt.fill(`View ${index + 1}`)
  await press(page, 'Set the focal point and the size of picture 1')
  await page.getByRole('slider', { name: 'Focal point' }).click({ position: { x: 3, y: 3 } })
  await page.getByLabel('Size on cards').selectOption('130 %')
  await expect(page.getByAltText('On a card')).toBeVisible()
  await press(page, 'Use this point')
  await page.getByLabel('On a body or in a hand: picture 1').check()
  await press(page, 'Move picture 3 one place earlier')
  await expect(alts.nth(1)).toHaveValue('View 3')
  await press(page, 'Move picture 1 one place later')
  await expect(alts.nth(0)).toHaveValue('View 3')
  await press(page, 'Move picture 2 one place earlier')
  await expect(alts.nth(1)).toHaveValue('View 3')
  await button(page, 'Move picture 3').dragTo(button(page, 'Move picture 1'), { steps: 5 })
  await expect(alts.first()).toHaveValue('View 2')
  const preview = page.getByTitle('Preview of the page').contentFrame()
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText(title)
  const finishSave = await holdRequests(page, '**/api/editor/products')
  // For a moment after a drag, a click counts as its end.
  await page.keyboard.press('Control+s')
  await field(page, 'The piece', 'Tagline').fill('Typed during the first save')
  finishSave()
  await expectLive(page)
  await expect(field(page, 'The piece', 'Tagline')).toHaveValue('Typed during the first save')
  await press(page, 'Save and publish')
  await expectOnPage(page, slug, 'Typed during the first save')
  await expectOnPage(page, slug, 'View 3')
  await expectOnPage(page, slug, 'As worn')
  await expectOnPage(page, slug, `<title>${seoTitle}`)

  // A save that is pressed while the product is being archived follows it.
  const finishArchive = await holdRequests(page, '**/api/editor/products/*/archive')
  await press(page, 'Archive')
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
  await field(page, 'The piece', 'Tagline').fill('Written after archiving')
  await press(page, 'Save and publish')
  await expect(page.getByText('Saving…')).toBeVisible()
  finishArchive()
  const read = () => readEntry(page, page.url().split('/').at(-1))
  await expect.poll(async () => (await read()).tagline).toBe('Written after archiving')
  const { pictures } = await read()
  const shown = { zoom: 130, worn: true, focus: { x: expect.any(Number), y: expect.any(Number) } }
  expect(pictures.find(({ alt }) => alt === 'View 1')).toMatchObject(shown)
  await expect.poll(() => readStatus(page, slug)).toBe(410)
  // The page asks for the piece again, which may end after the test.
  console.allow(/status of 4(04|10)/)
  await page.goto(productPath(slug))
  await expect(page).toHaveTitle(/^No longer sold/)
  await expect(page.getByRole('heading', { name: 'Product not found.' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('This piece is no longer sold.')
})

test('a product with three pictures is created, found and changed by the keyboard alone', async ({
  page,
  run,
}) => {
  const title = `${run} Clock`
  const slug = toSlug(title)
  const keys = page.keyboard
  const hand = {
    async press(target: Locator) {
      await tabTo(page, target)
      await keys.press('Enter')
    },
    async fill(target: Locator, text: string) {
      await tabTo(page, target)
      await keys.press('Control+a')
      await keys.type(text)
    },
  }
  await page.goto('/studio/products')
  await hand.press(page.getByRole('link', { name: 'New product' }))
  await hand.fill(field(page, 'The piece', 'Title'), title)
  const chooser = page.waitForEvent('filechooser')
  await hand.press(button(page, 'Choose pictures'))
  await (await chooser).setFiles(await createPictureFiles(260, 270, 280))
  const alts = page.getByLabel(/^Alt text of picture/)
  await expect(alts).toHaveCount(3)
  for (const [index, alt] of (await alts.all()).entries()) await hand.fill(alt, `View ${index + 1}`)
  await hand.press(button(page, 'Set the focal point and the size of picture 1'))
  await keys.press('ArrowUp')
  await hand.press(button(page, 'Use this point'))
  await tabTo(page, button(page, 'Move picture 1'))
  await keys.press('Space')
  await expect(page.getByText('Picture 1 of 3 is being moved.')).toBeAttached()
  // A key that comes before the places are measured does nothing.
  await expect(async () => {
    await keys.press('ArrowRight')
    await expect(page.getByText(/^Place \d\.$/)).toBeAttached({ timeout: 1_000 })
  }).toPass()
  await keys.press('Space')
  await expect(alts.first()).not.toHaveValue('View 1')
  for (const [group, label, text] of TEXTS) await hand.fill(field(page, group, label), text)
  await keys.press('Control+s')
  await expectLive(page)
  await expectOnPage(page, slug, 'View 3')

  await hand.press(page.getByRole('link', { name: 'All products' }))
  await hand.fill(page.getByRole('searchbox'), title)
  const price = page.getByLabel(`Price in rupees of ${title}`)
  await hand.fill(price, '0')
  await keys.press('Enter')
  const readMessage = (input: HTMLInputElement) => input.validationMessage
  expect(await price.evaluate(readMessage)).toBe(
    'Enter an amount from ₹0.01 to ₹99,99,99,999, with at most two decimals.',
  )
  await hand.fill(price, '98,000')
  await keys.press('Enter')
  await expectOnPage(page, slug, '98,000')
  await keys.press('Escape')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await button(page, 'Undo').waitFor()
  await keys.press('Alt+t')
  await hand.press(button(page, 'Undo'))
  await expectOnPage(page, slug, '1,25,000')
})

test('a price that is scrolled out of view before its field is left is saved', async ({
  page,
  run,
}) => {
  const titles = Array.from({ length: 30 }, (_, index) => `${run} Crate ${index}`)
  const products = await createProducts(page, ...titles)
  await page.goto('/studio/products')
  await page.getByRole('searchbox').fill(`${run} Crate`)
  await expect(page.getByText(/^30 of /)).toBeVisible()
  const price = page.getByLabel(/^Price in rupees of/).first()
  const label = await price.getAttribute('aria-label')
  const product = products.find(({ entry }) => label?.endsWith(` of ${entry.title}`))
  // A price far from the former one would be asked for once more.
  const near = (product?.entry.price ?? 0) - 100
  await price.fill(String(near))
  await page.getByRole('table', { name: 'Products' }).hover()
  await page.mouse.wheel(0, 5_000)
  await expect(price).not.toBeInViewport()
  await page.getByRole('searchbox').click()
  const readPrice = async () => {
    const path = `/products/${product?.id}`
    const read = await callEditor<{ product: EditorProduct }>(page, 'GET', path)
    return read.product.entry.price
  }
  await expect.poll(readPrice).toBe(near)
})

test('fifty products are changed at once, a sheet is imported, and each change is undone', async ({
  page,
  run,
}) => {
  // Products of this test alone: other tests have the others open.
  const titles = Array.from({ length: 50 }, (_, index) => `${run} Box ${index}`)
  const [product] = await createProducts(page, ...titles)
  const { slug = '', price = 0 } = product?.entry ?? {}
  await page.goto('/studio/products')
  await page.getByRole('searchbox').fill(`${run} Box`)
  const selected = page.getByRole('region', { name: 'Selected products' }).getByRole('status')
  await page.getByLabel('Select every product of the list').click()
  await expect(selected).toHaveText(/^50 /)
  await press(page, 'Change price')
  await page.getByLabel('Change in percent').fill('-50')
  await page.getByRole('checkbox', { name: /^Keep the list price/ }).click()
  await press(page, 'Change prices')
  // A half is asked for once more.
  await expect(page.getByRole('dialog', { name: 'Are these 50 prices meant?' })).toBeVisible()
  await press(page, 'Save these prices')
  // A toast under the pointer stays.
  await button(page, 'Undo').hover()
  await expectOnPage(page, slug, formatRupees(price / 2))
  await press(page, 'Undo')
  await expect(page.getByText('50 products restored.')).toBeVisible()
  await expectOnPage(page, slug, formatRupees(price))

  await page.getByLabel('Select every product of the list').click()
  await press(page, 'Size on cards')
  const dialog = page.getByRole('dialog', { name: 'Size on cards of 50 products' })
  await dialog.getByLabel('Size on cards').selectOption('135 %')
  await expect(dialog.getByRole('img')).toHaveCount(4)
  await expect(dialog.getByRole('img').first()).toHaveCSS('scale', '1.35')
  await press(page, 'Change sizes')
  const readZoom = async () => {
    const read = await callEditor<{ product: EditorProduct }>(
      page,
      'GET',
      `/products/${product?.id}`,
    )
    return read.product.entry.pictures[0]?.zoom
  }
  await expect.poll(readZoom).toBe(135)
  await press(page, 'Undo')
  await expect(page.getByText('50 products restored.').last()).toBeVisible()
  await expect.poll(readZoom).toBe(product?.entry.pictures[0]?.zoom)

  // A sheet with the columns of the export and another name for the price.
  const exported = await page.request.get(`/api/editor/export?search=${slug}`, IDLE_SAFE)
  const [row] = Papa.parse<Record<string, string>>(await exported.text(), { header: true }).data
  const { price: _price, slug: _slug, title: _title, ...others } = row ?? {}
  // With one title they would be the known piece with another address.
  const rows = [0, 1].map((index) => [
    ...[`${slug}-${index}`, '776', `${run} Sheet ${index}`],
    ...Object.values(others),
  ])
  const sheets = [
    { name: 'Notes', rows: [['To do'], ['Prices']] },
    { name: 'Prices', rows: [['slug', 'New price', 'title', ...Object.keys(others)], ...rows] },
  ]
  const buffer = Buffer.from(await writeXlsx({ sheets }))
  const fieldOfPrice = page.getByLabel('Field of the column New price')
  const pages = page.getByRole('navigation', { name: 'Studio' })
  await pages.getByRole('link', { name: 'Import' }).click()
  const file = { name: 'prices.xlsx', mimeType: XLSX_TYPE, buffer }
  await chooseFile(page, button(page, 'CSV or .xlsx file'), file)
  await page.getByRole('combobox', { name: 'Sheet', exact: true }).selectOption('Prices')
  await expect(fieldOfPrice).toHaveValue('?')
  await fieldOfPrice.selectOption('price')
  await press(page, 'Import 2 products')
  await expectOnPage(page, `${slug}-1`, '₹776')
  await press(page, 'Undo the import')
  await expect.poll(() => readStatus(page, `${slug}-1`)).toBe(410)
  const input = page.getByLabel('CSV or .xlsx file')
  await expect(input).toBeFocused()
  expect(await input.inputValue(), 'no file is shown').toBe('')
})

test('what two editors saved is merged', async ({ page, browser, console, run }) => {
  console.allow(/status of 409/)
  const { id, entry } = await createProduct(page, `${run} Vase`)
  const path = `/products/${id}`
  const other = await browser.newPage()
  await logIn(other, 'admin')
  await callEditor(other, 'PUT', `${path}/presence`)
  await page.goto(`/studio${path}`)
  await expect(page.getByText('Gayatri Chauhan has this product open, too.')).toBeVisible()
  const theirs = { ...entry, title: 'Their vase', tagline: 'Their line', revision: 1 }
  await callEditor(other, 'PUT', path, theirs)
  await field(page, 'The piece', 'Title').fill('My vase')
  await field(page, 'Price and stock', 'Stock').fill('3')
  await press(page, 'Save and publish')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /^Yours .*My vase/ }).click()
  await expectNoOverflow(page)
  await press(page, 'Save both')
  const merged = { title: 'My vase', tagline: 'Their line', stock: 3 }
  await expect.poll(() => readEntry(other, id)).toMatchObject(merged)
  await other.close()
})

test('unsaved changes outlive a crash, the back button and the end of the session, and a new product is found again', async ({
  page,
  context,
  console,
  run,
}) => {
  const { id, entry } = await createProduct(page, `${run} Tray`)
  const path = `/studio/products/${id}`
  await page.goto(path)
  await field(page, 'The piece', 'Tagline').fill('Typed before the crash')
  await expect.poll(() => page.evaluate(isKept, 'Typed before the crash')).toBe(true)
  await page.close()
  const next = await context.newPage()
  const tagline = field(next, 'The piece', 'Tagline')
  await next.goto('/studio/products')
  await next.getByRole('searchbox').fill(`${run} Tray`)
  await next.getByRole('link', { name: `${run} Tray`, exact: true }).click()
  await expect(tagline).toHaveValue('Typed before the crash')
  await next.goBack()
  await press(next, 'Cancel')
  await expect(next).toHaveURL(path)
  await press(next, 'Discard it')
  await expect(tagline).toHaveValue(entry.tagline ?? '')
  console.allow(/status of 401/)
  await tagline.fill('Typed before the end of the session')
  const isTyped = () => next.evaluate(isKept, 'Typed before the end of the session')
  await expect.poll(isTyped).toBe(true)
  await next.request.post('/api/auth/logout', IDLE_SAFE)
  await expect(next.getByRole('heading', { level: 1 })).toHaveText('Your session has ended')
  await logIn(next, 'editor')
  await next.goto(path)
  await expect(tagline).toHaveValue('Typed before the end of the session')
  await press(next, 'Discard it')

  // What is typed while a save takes its time is kept, and so is the focus.
  const finishSave = await holdRequests(next, `**/api/editor${path.replace('/studio', '')}`)
  await tagline.fill('Typed before the save')
  const save = next.getByRole('button', { name: 'Save and publish' })
  await save.press('Enter')
  await expect(save).toBeDisabled()
  await expect(save).toBeFocused()
  await tagline.fill('Typed during the save')
  finishSave()
  await expect(next.getByText(`${run} Tray is saved.`)).toBeVisible()
  await expect(tagline).toHaveValue('Typed during the save')
  await expect(next.getByRole('status').filter({ hasText: 'Not saved' })).toBeVisible()
  const highlight = next.getByRole('region', { name: 'Highlights' }).getByRole('textbox').first()
  await highlight.fill('Typed in a row')
  await highlight.press('Control+s')
  await expectOnPage(next, entry.slug, 'Typed in a row')
  await expect(next.getByRole('status').filter({ hasText: 'Not saved' })).toBeHidden()
  await expect(highlight).toBeFocused()

  await next.goto('/studio/products?search=ring')
  await next.getByRole('link', { name: 'New product' }).click()
  const title = field(next, 'The piece', 'Title')
  await title.fill(`${run} Jug`)
  await next.getByRole('link', { name: 'All products' }).click()
  await press(next, 'Leave')
  await expect(next.getByRole('searchbox')).toHaveValue('ring')
  await next.goto('/studio/products/new')
  await expect(title).toHaveValue('')
  const drafts = next.getByRole('region', { name: 'Unfinished products' })
  await drafts.getByRole('link', { name: `${run} Jug` }).click()
  await expect(title).toHaveValue(`${run} Jug`)

  // A logout deletes what is not saved. It asks first.
  await press(next, 'Log out')
  await next.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
  await next.getByRole('link', { name: 'Log in' }).click()
  await signIn(next, getDemoLogin('editor'))
  await expect(next).toHaveURL(/\/studio/)
  await next.goto('/studio/products/new')
  await expect(title).toHaveValue('')
  await expect(drafts).toHaveCount(0)
})

test('a publish that failed is repeated, one with fewer products asks first, and a lost connection is shown until it is back', async ({
  page,
  console,
}) => {
  console.allow(/Failed to load resource/)
  const alert = page.getByRole('alert')
  // Another test may be publishing.
  const live: PublishState = {
    ...(await callEditor<PublishState>(page, 'GET', '/publish')),
    state: 'live',
    waiting: 0,
    progress: null,
    message: '',
    lostProducts: null,
  }
  let state: PublishState = { ...live, state: 'failed', message: 'The disk is full.' }
  await page.route('**/api/editor/publish/events', (route) =>
    route.fulfill({
      contentType: 'text/event-stream',
      body: `retry: 60000\nevent: state\ndata: ${JSON.stringify(state)}\n\n`,
    }),
  )
  const queries: string[] = []
  await page.route('**/api/editor/publish/resume**', (route) => {
    queries.push(new URL(route.request().url()).search)
    return route.fulfill({ status: 202, json: live })
  })
  await page.goto('/studio/products')
  await expect(alert).toHaveText('Not published: The disk is full.')
  await press(page, 'Retry')
  await expect(page.getByText('Every change is live.')).toBeVisible()
  state = { ...state, message: 'Too few.', lostProducts: { live: 52, now: 40 } }
  await page.reload()
  await expect(alert).toHaveText('Not published: Too few.')
  await press(page, 'Publish anyway')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('The site has 52 products and will have 40.')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Every change is live.')).toBeVisible()
  expect(queries).toEqual(['', '?acceptedProducts=40'])

  await page.unrouteAll()
  const calls = '**/api/editor/publish**'
  await page.route(calls, (route) => route.abort())
  await page.reload()
  await expect(alert).toHaveText(
    'The shop cannot be reached. What you type is kept on this device.',
  )
  await page.unroute(calls)
  await expect(page.getByText('Every change is live.')).toBeVisible()
  await expect(alert).toHaveCount(0)

  await page.route(calls, (route) => route.fulfill({ status: 503, json: { success: false } }))
  await page.reload()
  await expect(alert).toHaveText('The studio is restarting. What you type is kept on this device.')
  await page.unroute(calls)
  await expect(page.getByText('Every change is live.')).toBeVisible()
  await expect(alert).toHaveCount(0)
})

test('the first price of the list is five presses of Tab away, and a menu is one', async ({
  page,
}) => {
  await page.goto('/studio/products')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  const keys = page.keyboard
  let tabs = 0
  const tab = async (focused: Locator) => {
    await keys.press('Tab')
    tabs++
    await expect(focused).toBeFocused()
  }
  const follow = async (name: string) => {
    await tab(page.getByRole('link', { name }))
    await keys.press('Enter')
  }
  await follow('Skip to content')
  await follow('Skip to the list')
  const row = page.getByRole('row').nth(1)
  await tab(row.getByRole('checkbox'))
  await tab(row.getByRole('link').first())
  await tab(row.getByLabel(/^Price in rupees/))
  expect(tabs).toBeLessThanOrEqual(5)

  for (const [name, group, first] of [
    ['the menu', page.getByRole('navigation', { name: 'Studio' }), 'Products'],
    ['the views', page.getByRole('navigation', { name: 'Saved views' }), 'On sale'],
    ['the columns', page.getByRole('row').first(), 'Title'],
  ] as const)
    await test.step(`${name}: one stop, and arrow keys`, async () => {
      const items = group.locator('a:visible, button:visible')
      await expect(items.and(page.locator('[tabindex="0"]'))).toHaveText(first)
      const count = await items.count()
      const index = (await items.allTextContents()).findIndex((text) => text.startsWith(first))
      await items.nth(index).focus()
      await keys.press('ArrowRight')
      await expect(items.nth((index + 1) % count)).toBeFocused()
      await keys.press('Home')
      await expect(items.first()).toBeFocused()
      await keys.press('ArrowLeft')
      await expect(items.last()).toBeFocused()
      await expect(items.and(page.locator('[tabindex="0"]'))).toHaveCount(1)
    })
})

test('each cell of the list of products has a header, on a phone and on a desktop', async ({
  page,
}) => {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/studio/products')
    const row = page.getByRole('row').nth(1)
    await expect(row).toBeVisible()
    const headers = page.getByRole('columnheader')
    await expect(headers).toHaveCount(await row.getByRole('cell').count())
  }
  await page.goto('/studio/products?search=ring')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('columnheader').last()).toHaveText('Stock')
})
