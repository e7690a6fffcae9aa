import type { EditorProduct } from '#src/contract/editor.ts'
import { callApi } from '#tools/accounts.ts'
import { expect, expectAccessibleInBothModes, expectNoOverflow, test } from '#tools/browser-test.ts'
import {
  callEditor,
  createProduct,
  createProducts,
  logIn,
  press,
  saveLive,
  sendMessage,
} from '#tools/studio.ts'
import { DESKTOP, PHONE } from '#tools/viewports.ts'

test.beforeEach(({ page }) => logIn(page, 'admin'))

test('the studio opens with today, and an old address of the list keeps its filters', async ({
  page,
}) => {
  await page.goto('/studio')
  await expect(page).toHaveURL('/studio/today')
  const menu = page.getByRole('navigation', { name: 'Studio' })
  await expect(menu.getByRole('link', { name: 'Customers' })).toBeVisible()
  await expect(page.getByText('Loading…')).toHaveCount(0)
  await expect(menu.getByRole('link', { name: 'Orders' })).toHaveCount(0)
  await page.goto('/studio?search=ring')
  await expect(page).toHaveURL('/studio/products?search=ring')
  await expect(page.getByRole('searchbox')).toHaveValue('ring')
})

test('one field finds a product by its SKU, a text, a customer, and archived ones', async ({
  page,
}) => {
  const title = `Searched ${Date.now()}`
  const product = await createProduct(page, title)
  const { id, revision, entry } = product as EditorProduct
  const sku = `SKU-${Date.now()}`
  await callEditor(page, 'PUT', `/products/${id}`, {
    ...entry,
    revision,
    options: [],
    variant: {},
    variants: [{ choice: {}, stock: 3, sku }],
  })
  await page.goto('/studio/today')
  await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
  await page.keyboard.press('/')
  const field = page.getByRole('searchbox', { name: 'Search everything' })
  await expect(field).toBeFocused()
  await field.fill(sku.toLowerCase())
  await page.keyboard.press('Enter')
  const products = page.getByRole('region', { name: 'Products' })
  await expect(products.getByRole('link', { name: title })).toBeVisible()
  await callEditor(page, 'POST', `/products/${id}/archive`)
  await field.fill(title)
  await page.keyboard.press('Enter')
  await expect(products.getByText('Archived')).toBeVisible()
  await field.fill('goldsmiths')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Texts' }).getByRole('link')).not.toHaveCount(0)
  await field.fill('asha@')
  await page.keyboard.press('Enter')
  const customers = page.getByRole('region', { name: 'Customers' })
  await expect(customers.getByRole('link').first()).toBeVisible()
  await expectAccessibleInBothModes(page)
  await page.setViewportSize(PHONE)
  await expectNoOverflow(page)
  await page.setViewportSize(DESKTOP)
  await expect(page).toHaveURL('/studio/search')
  await field.fill('zzqxv')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Nothing has “zzqxv”')).toBeVisible()

  await page.goto('/studio/content')
  await page.getByRole('searchbox').fill('goldsmiths')
  await page.getByRole('link', { name: 'Search everything for “goldsmiths”' }).click()
  await expect(page.getByRole('region', { name: 'Texts' }).getByRole('link')).not.toHaveCount(0)

  await page.goto('/studio/products')
  await page.getByRole('searchbox').fill(title)
  await page.getByRole('button', { name: '1 archived product has it' }).click()
  await expect(page.getByRole('link', { name: title, exact: true }).first()).toBeVisible()
})

test('messages, launches, reviews and screens are found, and open', async ({ page }) => {
  const name = `Found${Date.now()}`
  await callApi(page, 'POST', '/contact', {
    topic: 'contact',
    firstName: 'Meera',
    lastName: name,
    email: 'meera@example.com',
    subject: 'Something else',
    message: 'The clasp is loose.',
  })
  const { launch } = await callEditor<{ launch: { id: string } }>(page, 'POST', '/launches', {
    name: `${name} sale`,
  })
  await page.goto('/studio/search')
  const field = page.getByRole('searchbox', { name: 'Search everything' })
  const find = async (text: string, group: string) => {
    await field.fill(text)
    await page.keyboard.press('Enter')
    return page.getByRole('region', { name: group }).getByRole('link')
  }
  await (await find(`clasp ${name}`, 'Messages')).click()
  await expect(page.getByRole('listitem').filter({ hasText: name })).toHaveCount(1)
  await page.goBack()
  await (await find(`${name} sale`, 'Launches')).click()
  await expect(page).toHaveURL(`/studio/launches/${launch.id}`)
  await page.goBack()
  await (await find('the rose of my childhood', 'Reviews')).click()
  await expect(page.getByRole('article', { name: 'The rose of my childhood' })).toBeVisible()
  await page.getByRole('link', { name: 'All reviews' }).click()
  await expect(page.getByLabel('State', { exact: true })).toBeVisible()
  await page.goto('/studio/search')
  await (await find('audit log', 'Screens of the studio')).click()
  await expect(page).toHaveURL('/studio/team')
  await callEditor(page, 'DELETE', `/launches/${launch.id}`)
})

test('the menu says how many messages wait', async ({ page }) => {
  await page.goto('/studio/messages')
  const link = page.getByRole('navigation', { name: 'Studio' }).getByRole('link', {
    name: /^Messages/,
  })
  const read = async () => Number(/\d+/.exec((await link.textContent()) ?? '')?.[0] ?? 0)
  const timeout = 5_000
  // Other tests send messages, too: one that comes in between repeats the steps.
  await expect(async () => {
    const { messages: before } = await (await page.request.get('/api/editor/waiting')).json()
    const lastName = await sendMessage(page)
    await page.reload()
    await expect.poll(read, { timeout }).toBe(before + 1)
    await page.getByLabel(`State of the message of Meera ${lastName}`).selectOption('done')
    await expect.poll(read, { timeout }).toBe(before)
  }).toPass()
})

test('the line about a publish stays in view, and the history marks the changed words', async ({
  page,
}) => {
  const product = await createProduct(page, `Marked ${Date.now()}`)
  const { id, entry } = product
  await page.goto(`/studio/products/${id}`)
  const tagline = page.getByLabel('Tagline', { exact: true })
  await tagline.fill(`${entry.tagline} anew`)
  await tagline.scrollIntoViewIfNeeded()
  await saveLive(page)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(page.getByRole('link', { name: 'Open the page' })).toBeInViewport()
  await press(page, 'History')
  await expect(page.locator('ins mark').first()).toHaveText(/^\s?anew$/)
})

test('a change of several products is undone from Releases, after its message is gone', async ({
  page,
}) => {
  const products = await createProducts(page, `Batch a ${Date.now()}`, `Batch b ${Date.now()}`)
  await callEditor(page, 'POST', '/products/bulk', {
    ids: products.map(({ id }) => id),
    change: { kind: 'price', percent: 7 },
  })
  await page.goto('/studio/releases')
  const changes = page.getByRole('region', { name: 'Changes of several records' })
  // Other tests change several records meanwhile.
  const own = changes.getByRole('listitem').filter({ hasText: 'by 7 %' }).first()
  await own.getByRole('button', { name: /^Undo/ }).click()
  await press(page, 'Undo')
  await expect(page.getByText('2 products restored.')).toBeVisible()
  await expect(own.getByText('Undone')).toBeVisible()
  await expectAccessibleInBothModes(page)
  await page.setViewportSize(PHONE)
  await expectNoOverflow(page)
})
