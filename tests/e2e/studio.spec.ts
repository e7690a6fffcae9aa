import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import type { CatalogueEntry } from '#src/contract/catalog.ts'
import { formatRupees } from '#src/rules/money.ts'
import { productPath } from '#src/rules/paths.ts'
import { demoAccounts } from '#src/server/account/demo-accounts.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleInBothModes,
  expectNoOverflow,
  test,
} from '#tests/helpers/browser-test.ts'
import { createPicture } from '#tests/helpers/pictures.ts'

/** Makes titles unique, also when a test is repeated. */
const RUN = randomUUID().slice(0, 4)

const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

interface SavedProduct {
  id: string
  revision: number
  entry: CatalogueEntry
}

async function logIn(page: Page, role: 'editor' | 'admin'): Promise<void> {
  const { email, password } = demoAccounts.find((one) => one.role === role) ?? {}
  const login = await page.request.post('/api/auth/login', { data: { email, password } })
  expect(login.ok(), await login.text()).toBe(true)
}

test.beforeEach(({ page }) => logIn(page, 'editor'))

async function callEditor<Body>(page: Page, method: string, path: string, data?: object) {
  const answer = await page.request.fetch(`/api/editor${path}`, { method, ...(data && { data }) })
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()) as Body
}

const toSlug = (title: string): string => title.toLowerCase().replaceAll(' ', '-')

/** Creates products with the entry of the catalogue's first one. */
async function createProducts(page: Page, ...titles: string[]): Promise<SavedProduct[]> {
  const { products } = await callEditor<{ products: { id: string }[] }>(page, 'GET', '/products')
  const path = `/products/${products[0]?.id}`
  const { product } = await callEditor<{ product: SavedProduct }>(page, 'GET', path)
  const created: SavedProduct[] = []
  for (const title of titles) {
    const entry = { ...product.entry, title, slug: toSlug(title) }
    const saved = await callEditor<{ product: SavedProduct }>(page, 'POST', '/products', entry)
    created.push(saved.product)
  }
  return created
}

const expectOnPage = (page: Page, slug: string, text: string): Promise<void> =>
  expect.poll(async () => (await page.request.get(productPath(slug))).text()).toContain(text)

const expectLive = (page: Page): Promise<void> =>
  expect(page.getByRole('status').filter({ hasText: /live after \d+\.\d s/ })).toBeVisible()

const field = (page: Page, group: string, label: string): Locator =>
  page.getByRole('region', { name: group }).getByLabel(label, { exact: true })

const button = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true })

const press = (page: Page, name: string): Promise<void> => button(page, name).click()

/** Moves the focus to an element by Tab. */
async function tabTo(page: Page, element: Locator, limit = 40): Promise<void> {
  for (let presses = 0; presses < limit; presses++) {
    if (await element.evaluate((node) => node === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(element, 'reached by Tab').toBeFocused()
}

const createPictureFiles = (...widths: number[]) =>
  Promise.all(
    widths.map(async (width) => ({
      name: `${width}.webp`,
      mimeType: 'image/webp',
      buffer: Buffer.from(await createPicture(width, width + 10)),
    })),
  )

const TEXTS: [group: string, label: string, text: string][] = [
  ['The piece', 'Subtitle', 'Cut by hand'],
  ['The piece', 'Tagline', 'Light in the evening'],
  ['The piece', 'Category', 'accessories'],
  ['Price and stock', 'Price in ₹', '1,25,000'],
  ['Price and stock', 'Stock', '7'],
  ['Highlights', 'Highlight 1', 'Made by one person'],
  ['Sections', 'Text', 'A lamp of brass.'],
  ['Warranty', 'Duration', '2 years'],
  ['Warranty', 'What it covers', 'The metal'],
]

for (const [device, viewport] of [
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const)
  test(`a product with three pictures is created, and its price changed in the list: ${device}`, async ({
    page,
  }) => {
    const title = `Brass Lamp ${RUN} for a ${device}`
    const slug = toSlug(title)
    await page.setViewportSize(viewport)
    await page.goto('/studio')
    await page.getByRole('link', { name: 'New product' }).click()
    await field(page, 'The piece', 'Title').fill(title)
    await page.locator('input[type=file]').setInputFiles(await createPictureFiles(60, 70, 80))
    for (const [group, label, text] of TEXTS) await field(page, group, label).fill(text)
    const alts = page.getByLabel(/^Alt text of picture/)
    await expect(alts).toHaveCount(3)
    await press(page, 'Save and publish')
    await expect(alts.first()).toBeFocused()
    for (const [index, alt] of (await alts.all()).entries()) await alt.fill(`View ${index + 1}`)
    await press(page, 'Set the focal point of picture 1')
    await page.getByRole('slider', { name: 'Focal point' }).click({ position: { x: 3, y: 3 } })
    await press(page, 'Use this point')
    await button(page, 'Move picture 3').dragTo(button(page, 'Move picture 1'), { steps: 5 })
    await expect(alts.first()).toHaveValue('View 3')
    await press(page, 'Preview')
    await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toHaveText(title)
    await press(page, 'Save and publish')
    await expectLive(page)
    await expectOnPage(page, slug, 'View 3')
    await expectNoOverflow(page)

    await page.getByRole('link', { name: 'All products' }).click()
    await page.getByRole('searchbox').fill(title)
    const price = page.getByLabel(`Price in rupees of ${title}`)
    await price.fill('98,000')
    await price.press('Enter')
    await expectOnPage(page, slug, '98,000')
    await press(page, 'Undo')
    await expectOnPage(page, slug, '1,25,000')
    await expectNoOverflow(page)
  })

test('several products are changed at once and by a CSV file, and each change is undone', async ({
  page,
}) => {
  const [first, second] = await createProducts(page, `${RUN} Box One`, `${RUN} Box Two`)
  const slug = first?.entry.slug ?? ''
  await page.goto(`/studio?search=${RUN}+box`)
  await page.getByLabel('Select every product of the list').check()
  await press(page, 'Change price')
  await page.getByLabel('Change in percent').fill('-50')
  await page.getByRole('checkbox', { name: /^Keep the list price/ }).uncheck()
  await press(page, 'Change prices')
  const half = formatRupees((first?.entry.price ?? 0) / 2)
  await expectOnPage(page, slug, half)
  await press(page, 'Undo')
  await expect(page.getByText('2 products restored.')).toBeVisible()

  await page.getByRole('link', { name: 'Import or export' }).click()
  const chooseFile = (price: string) =>
    page.getByRole('button', { name: 'CSV file' }).setInputFiles({
      name: 'prices.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`slug,New price\n${slug},${price}\n${second?.entry.slug},777\n`),
    })
  await chooseFile('much')
  await page.getByText('Columns', { exact: true }).click()
  await page.getByLabel('Field of the column New price').selectOption('price')
  await expect(page.getByRole('cell', { name: /amount in rupees/ })).toBeVisible()
  await chooseFile('776')
  await page.getByLabel('Field of the column New price').selectOption('price')
  await press(page, 'Import 2 products')
  await expectLive(page)
  await expectOnPage(page, slug, '₹776')
  await press(page, 'Undo the import')
  await expectOnPage(page, slug, formatRupees(first?.entry.price ?? 0))
})

test('what two editors saved is merged', async ({ page, browser, console }) => {
  console.allow(/status of 409/)
  const [product] = await createProducts(page, `${RUN} Vase`)
  const { id = '', entry } = product ?? {}
  const other = await browser.newPage()
  await logIn(other, 'admin')
  await callEditor(other, 'PUT', `/products/${id}/presence`)
  await page.goto(`/studio/products/${id}`)
  await expect(page.getByText('Gayatri Chauhan has this product open, too.')).toBeVisible()
  const theirs = { ...entry, title: 'Their vase', tagline: 'Their line', revision: 1 }
  await callEditor(other, 'PUT', `/products/${id}`, theirs)
  await field(page, 'The piece', 'Title').fill('My vase')
  await field(page, 'Price and stock', 'Stock').fill('3')
  await press(page, 'Save and publish')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /^Yours My vase/ }).check()
  await press(page, 'Save both')
  await expectLive(page)
  const { product: merged } = await callEditor<{ product: SavedProduct }>(
    other,
    'GET',
    `/products/${id}`,
  )
  expect(merged.entry).toMatchObject({ title: 'My vase', tagline: 'Their line', stock: 3 })
  await other.close()
})

test('unsaved changes outlive a crash, and leaving them asks', async ({ page, context }) => {
  const [product] = await createProducts(page, `${RUN} Tray`)
  const path = `/studio/products/${product?.id}`
  await page.goto(path)
  await field(page, 'The piece', 'Tagline').fill('Typed before the crash')
  const hasDraft = (id = '') => localStorage.getItem(`kairavi-studio-draft:${id}`) !== null
  await expect.poll(() => page.evaluate(hasDraft, product?.id)).toBe(true)
  await page.close()
  const next = await context.newPage()
  await next.goto(path)
  const tagline = field(next, 'The piece', 'Tagline')
  await expect(tagline).toHaveValue('Typed before the crash')
  await next.getByRole('link', { name: 'All products' }).click()
  await press(next, 'Cancel')
  await expect(next).toHaveURL(path)
  await press(next, 'Discard it')
  await expect(tagline).toHaveValue(product?.entry.tagline ?? '')
  await next.getByRole('link', { name: 'All products' }).click()
  await expect(next).toHaveURL('/studio')
})

test('a change is scheduled, and a release is rolled back', async ({ page }) => {
  const title = `${RUN} Later`
  const [product] = await createProducts(page, title)
  const slug = product?.entry.slug ?? ''
  await page.goto(`/studio/products/${product?.id}`)
  await expectOnPage(page, slug, title)
  await press(page, 'Schedule')
  const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
  await page.getByLabel('New price in ₹').fill('4321')
  await page.getByLabel('When, in Indian time (IST)').fill(`${day}T09:30`)
  await page.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await field(page, 'The piece', 'Tagline').fill('Rolled back soon')
  await press(page, 'Save and publish')
  await expectLive(page)
  await expectOnPage(page, slug, 'Rolled back soon')
  const pages = page.getByRole('navigation', { name: 'Studio' })
  await pages.getByRole('link', { name: 'Schedule' }).click()
  const cancel = button(page, `Cancel the change of ${title}`)
  await cancel.click()
  await expect(cancel).toHaveCount(0)
  await pages.getByRole('link', { name: 'Releases' }).click()
  await page
    .getByRole('button', { name: /^Roll back to/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Roll back' }).click()
  await expect(page.getByText('Rolled back to an earlier release.')).toBeVisible()
  await expectOnPage(page, slug, product?.entry.tagline ?? '')
  await press(page, 'Publish again')
  await expectOnPage(page, slug, 'Rolled back soon')
})

test('a product is found, changed and published by the keyboard alone', async ({ page }) => {
  const title = `${RUN} Clock`
  await createProducts(page, title)
  await page.setViewportSize(PHONE)
  await page.goto('/studio')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  const type = page.keyboard
  await tabTo(page, page.getByRole('searchbox'))
  await type.type(title)
  await tabTo(page, page.getByLabel(`Price in rupees of ${title}`))
  await type.type('5,555')
  await type.press('Enter')
  await expectOnPage(page, toSlug(title), '5,555')
  await tabTo(page, page.getByRole('link', { name: title }), 80)
  await type.press('Enter')
  await tabTo(page, field(page, 'The piece', 'Title'))
  await type.press('End')
  await type.type(' of brass')
  const alt = page.getByLabel('Alt text of picture 1')
  const before = await alt.inputValue()
  await tabTo(page, button(page, 'Move picture 1'))
  await type.press('Space')
  await expect(page.getByText(/^Picture 1 of \d is being moved\.$/)).toBeAttached()
  await type.press('ArrowRight')
  await expect(page.getByText('Place 2.')).toBeAttached()
  await type.press('Space')
  await expect(alt).not.toHaveValue(before)
  await type.press('Control+s')
  await expectOnPage(page, toSlug(title), `${title} of brass`)
})

const SCREENS = [
  'Today',
  'Messages',
  'Schedule',
  'Import',
  'Releases',
  'Security',
  'Team',
  'Products',
]

for (const [device, viewport, expectScreenAccessible] of [
  ['desktop', DESKTOP, expectAccessibleInBothModes],
  // The colours are those of the desktop.
  ['phone', PHONE, expectAccessible],
] as const)
  test(`every screen is accessible and fits: ${device}`, async ({ page }) => {
    await logIn(page, 'admin')
    await page.setViewportSize(viewport)
    await page.goto('/studio/products/new')
    await press(page, 'Save and publish')
    await expect(page.getByText('Fill this in.').first()).toBeVisible()
    await expectScreenAccessible(page)
    for (const name of SCREENS)
      await test.step(name, async () => {
        await page.getByRole('navigation', { name: 'Studio' }).getByRole('link', { name }).click()
        await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
        await expect(page.getByText('Loading…')).toHaveCount(0)
        await expectNoOverflow(page)
        await expectScreenAccessible(page)
      })
    const row = page.getByRole('row').nth(1)
    await row.getByRole('checkbox').check()
    await press(page, 'Change price')
    await expectScreenAccessible(page)
    await press(page, 'Close')
    await row.getByRole('link').click()
    await press(page, 'History')
    await expectScreenAccessible(page)
    await expectNoOverflow(page)
  })
