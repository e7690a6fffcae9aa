import type { Page } from '@playwright/test'
import type { EditorProduct } from '#src/contract/editor.ts'
import { expect, test } from '#tools/browser-test.ts'
import {
  button,
  callEditor,
  createProduct,
  field,
  logIn,
  press,
  sendMessage,
} from '#tools/studio.ts'

// What is typed into the studio outside of the form of a record is there after a reload, and after the session has ended.

test.beforeEach(({ page }) => logIn(page, 'admin'))

/** A visitor finds no studio; a save fails. */
const VISITOR = /Failed to load resource/

/** Opens the page once more as after a session that has ended elsewhere. */
async function endSession(page: Page, path: string): Promise<void> {
  await page.context().clearCookies()
  await page.goto(path)
  await logIn(page, 'admin')
  await page.goto(path)
}

test('names of launches, records and views, and times, are kept', async ({
  page,
  console,
  run,
}) => {
  console.allow(VISITOR)
  const { launch } = await callEditor<{ launch: { id: string } }>(page, 'POST', '/launches', {
    name: `${run} launch`,
  })
  const fields: [path: string, opened: string | undefined, label: string, text: string][] = [
    ['/studio/launches', 'New launch', 'Name', 'Diwali, the second week'],
    ['/studio/content', 'New page', 'Name', 'The workshop'],
    ['/studio/content', 'New page', 'Address', 'our-workshop'],
    ['/studio/content', 'New collection', 'Name', 'Brides of Jaipur'],
    ['/studio/products?search=a&stock=in', 'Save this view', 'Name', 'In stock with an a'],
    ['/studio/team', undefined, 'Email', 'new.editor@example.com'],
    [`/studio/launches/${launch.id}`, undefined, 'Name', `${run} launch, later`],
    [`/studio/launches/${launch.id}`, undefined, 'Start, in Indian time', '2031-01-02T10:00'],
  ]
  for (const [path, opener, label, text] of fields)
    await test.step(`${label} of ${opener ?? path}`, async () => {
      const open = async () => {
        await page.goto(path)
        if (opener) await page.getByRole('button', { name: opener, exact: true }).click()
      }
      const input = page
        .getByRole('main')
        .getByLabel(new RegExp(`^${label}`))
        .first()
      await open()
      await input.fill(text)
      await open()
      await expect(input).toHaveValue(text)
      await endSession(page, path)
      await open()
      await expect(input).toHaveValue(text)
    })
  await test.step('what is saved is no draft any more', async () => {
    await page.goto('/studio/launches')
    await press(page, 'New launch')
    await press(page, 'Create it')
    await expect(page.getByRole('heading', { name: 'Diwali, the second week' })).toBeVisible()
    await page.goto('/studio/launches')
    await press(page, 'New launch')
    await expect(page.getByRole('dialog').getByLabel('Name', { exact: true })).toHaveValue('')
  })
})

test('a change of a stock with its reason is kept, and a scheduled price', async ({
  page,
  console,
  run,
}) => {
  console.allow(VISITOR)
  const title = `${run} lamp`
  const product = await createProduct(page, title)
  const path = `/products/${(product as EditorProduct).id}`
  const { product: now } = await callEditor<{ product: EditorProduct }>(page, 'GET', path)
  await callEditor(page, 'PUT', path, {
    ...now.entry,
    revision: now.revision,
    options: [],
    variant: {},
    variants: undefined,
    offers: [],
    stock: 5,
  })
  await page.goto(`/studio${path}`)
  await press(page, '± Pieces come or go')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Pieces that come or go').fill('-2')
  await dialog.getByLabel('Reason').fill('One fell, one was lent')
  await page.reload()
  await press(page, '± Pieces come or go')
  await expect(dialog.getByLabel('Pieces that come or go')).toHaveValue('-2')
  await expect(dialog.getByLabel('Reason')).toHaveValue('One fell, one was lent')
  await page.route('**/api/editor/products/*/stock', (route) => route.fulfill({ status: 500 }))
  await dialog.getByRole('button', { name: 'Change the stock' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expect(dialog.getByLabel('Reason')).toHaveValue('One fell, one was lent')
  await page.unroute('**/api/editor/products/*/stock')
  await dialog.getByRole('button', { name: 'Change the stock' }).click()
  await expect(dialog).toHaveCount(0)
  // The form follows, and its next save keeps it.
  const stock = page.getByRole('region', { name: 'Price and stock' }).getByLabel('Stock')
  await expect(stock).toHaveValue('3')
  await press(page, '± Pieces come or go')
  await expect(dialog.getByLabel('Pieces that come or go')).toHaveValue('')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await stock.fill('4')
  await expect(button(page, '± Pieces come or go')).toBeDisabled()
  await page.keyboard.press('Control+s')
  await expect(page.getByText(`${title} is saved.`)).toBeVisible()
  const saved = await callEditor<{ product: EditorProduct }>(page, 'GET', path)
  expect(saved.product.entry.stock).toBe(4)

  await press(page, 'Schedule')
  await dialog.getByLabel('New price in ₹').fill('12345')
  await dialog.getByLabel(/^When/).fill('2031-02-03T04:05')
  await endSession(page, `/studio${path}`)
  await press(page, 'Schedule')
  await expect(dialog.getByLabel('New price in ₹')).toHaveValue('12345')
  await expect(dialog.getByLabel(/^When/)).toHaveValue('2031-02-03T04:05')
  await dialog.getByLabel('What happens').selectOption('It is archived')
  await endSession(page, `/studio${path}`)
  await press(page, 'Schedule')
  await expect(dialog.getByLabel('What happens')).toHaveValue('archive')
})

test('a percentage stays where its change fails, and a launch that is live says that its save does', async ({
  page,
  console,
  run,
}) => {
  console.allow(/Failed to load resource/)
  const product = await createProduct(page, `${run} tray`)
  const message = 'The shop has a fault. What you typed is kept.'
  const fail = (url: string) =>
    page.route(url, (route) => route.fulfill({ status: 500, json: { success: false, message } }))
  await page.goto(`/studio/products?search=${encodeURIComponent(product.entry.title)}`)
  await page.getByLabel(`Select ${product.entry.title}`).check()
  const percent = page.getByLabel('Change in percent')
  await press(page, 'Change price')
  await percent.fill('-15')
  await fail('**/api/editor/products/bulk')
  await press(page, 'Change prices')
  await expect(percent).toHaveCount(0)
  await press(page, 'Change price')
  await expect(percent).toHaveValue('-15')

  const { launch } = await callEditor<{ launch: { id: string } }>(page, 'POST', '/launches', {
    name: `${run} live`,
    draft: { record: product.id, basedOn: 1, body: { ...product.entry, subtitle: 'Of brass' } },
  })
  await callEditor(page, 'POST', `/launches/${launch.id}/publish`)
  await page.goto(`/studio/launches/${launch.id}`)
  const form = page.getByRole('form', { name: 'When' })
  await expect(form.getByLabel(/^End/)).toBeVisible()
  await expect(form.getByText('With a later one it ends now, and starts then.')).toBeVisible()
  await fail(`**/api/editor/launches/${launch.id}`)
  await form.getByLabel('Name').fill('Another name')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(message)).toBeVisible()
  await expect(form.getByLabel('Name')).toHaveValue('Another name')
})

test('the name of the launch of a draft is kept', async ({ page, console, run }) => {
  console.allow(VISITOR)
  const product = await createProduct(page, `${run} bowl`)
  const path = `/studio/products/${product.id}`
  const open = async () => {
    await page.goto(path)
    // The draft of the form is there, too.
    await press(page, 'Save draft')
  }
  await page.goto(path)
  await field(page, 'The piece', 'Subtitle').fill('For the feast of lamps')
  await press(page, 'Save draft')
  const name = page.getByRole('dialog').getByLabel('Name of the launch')
  await name.fill('The feast of lamps')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  page.once('dialog', (opened) => opened.accept())
  await open()
  await expect(name).toHaveValue('The feast of lamps')
  page.once('dialog', (opened) => opened.accept())
  await endSession(page, path)
  await open()
  await expect(name).toHaveValue('The feast of lamps')
})

test('a number of the list that cannot be saved stays, is told of, and is saved by Enter', async ({
  page,
  console,
  run,
}) => {
  console.allow(/Failed to load resource/)
  const title = `${run} vase`
  const product = await createProduct(page, title)
  const former = (product as EditorProduct).entry.price
  const open = async () => {
    await page.goto('/studio/products')
    await page.getByRole('searchbox').fill(title)
  }
  await open()
  const price = page.getByLabel(`Price in rupees of ${title}`)
  const unsaved = page.getByText('1 typed number not saved.')
  const near = String(former - 100)

  for (const text of ['10.567', '12.990', '1,2x']) {
    await price.fill(text)
    await page.keyboard.press('Tab')
    await expect(price).toHaveValue(text)
    await expect(unsaved).toBeVisible()
  }
  for (const failure of [500, 503, 'offline'] as const) {
    await page.route('**/api/editor/products/*', (route) =>
      failure === 'offline' ? route.abort() : route.fulfill({ status: failure, body: '{}' }),
    )
    await price.fill(near)
    await page.keyboard.press('Enter')
    // The message of the failure before may still be there.
    await expect(price).not.toHaveAttribute('aria-busy')
    await expect(page.getByText(new RegExp(`^${title}: `)).first()).toBeVisible()
    await expect(price).toHaveValue(near)
    await page.unroute('**/api/editor/products/*')
  }
  await page.getByRole('searchbox').focus()
  await expect(unsaved).toBeVisible()
  await open()
  await expect(price).toHaveValue(near)
  await endSession(page, '/studio/products')
  await page.getByRole('searchbox').fill(title)
  await expect(price).toHaveValue(near)
  await price.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/saved\.$/).filter({ hasText: title })).toBeVisible()
  await expect(unsaved).toHaveCount(0)
  await price.fill('7x')
  await page.keyboard.press('Tab')
  await press(page, 'Discard')
  await expect(price).not.toHaveValue('7x')
})

test('a reply that the browser cannot keep is asked for before it is left', async ({ page }) => {
  const lastName = await sendMessage(page)
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('Full', 'QuotaExceededError')
    }
  })
  await page.goto('/studio/messages')
  const item = page.getByRole('listitem').filter({ hasText: lastName })
  await item.getByLabel('Reply by mail').fill('Yes, in five days.')
  await page.getByRole('link', { name: 'Launches', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('What you typed is lost')
  await page.keyboard.press('Escape')
  await expect(item.getByLabel('Reply by mail')).toHaveValue('Yes, in five days.')
})

test('a number of the list that the browser cannot keep is asked for before it is left', async ({
  page,
  run,
}) => {
  const title = `${run} sieve`
  await createProduct(page, title)
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('Full', 'QuotaExceededError')
    }
  })
  await page.goto('/studio/products')
  await page.getByRole('searchbox').fill(title)
  const price = page.getByLabel(`Price in rupees of ${title}`)
  await price.fill('1,2x')
  await page.keyboard.press('Tab')
  await expect(page.getByText('1 typed number not saved.')).toBeVisible()
  const launches = page.getByRole('link', { name: 'Launches', exact: true })
  await launches.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(price).toHaveValue('1,2x')
  await press(page, 'Discard')
  await launches.click()
  await expect(page).toHaveURL('/studio/launches')
})

test('two tabs keep the notes of both', async ({ page, context, run }) => {
  const other = await context.newPage()
  await page.goto('/studio/launches')
  await other.goto('/studio/launches')
  for (const tab of [page, other]) await press(tab, 'New launch')
  const name = (tab: Page) => tab.getByRole('dialog').getByLabel('Name', { exact: true })
  await name(page).fill(`${run} of the first tab`)
  await name(other).fill(`${run} of the second tab`)
  await press(page, 'Create it')
  await expect(page).toHaveURL(/\/launches\/./)
  await other.reload()
  await press(other, 'New launch')
  await expect(name(other)).toHaveValue(`${run} of the second tab`)
})
