import { randomUUID } from 'node:crypto'
import type { ContentRecord } from '#src/contract/content-api.ts'
import { holdRequests } from '#tests/helpers/requests.ts'
import { callApi } from '#tools/accounts.ts'
import { expect, test } from '#tools/browser-test.ts'
import {
  button,
  callEditor,
  createProduct,
  createProducts,
  field,
  logIn,
  press,
  sendMessage,
} from '#tools/studio.ts'

test('a page whose script does not come says so; another page, and a reload, work', async ({
  page,
  console,
}) => {
  console.allow(/Failed to load resource|net::ERR_FAILED|dynamically imported module/)
  await logIn(page, 'editor')
  await page.goto('/studio')
  await page.route(/ReviewsPage-[\w-]+\.js/, (route) => route.abort())
  await page.getByRole('link', { name: /^Reviews/ }).click()
  await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('What you were writing is kept')
  await page.getByRole('link', { name: 'Launches', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Launches', exact: true })).toBeVisible()
  await page.getByRole('link', { name: /^Reviews/ }).click()
  await page.unroute(/ReviewsPage-[\w-]+\.js/)
  await button(page, 'Reload').click()
  await expect(page.getByRole('heading', { name: 'Reviews', exact: true })).toBeVisible()
})

test('a reply and a note that are being typed are there after another page and a reload', async ({
  page,
}) => {
  const lastName = await sendMessage(page)
  await logIn(page, 'admin')
  await page.goto('/studio/messages')
  const item = page.getByRole('listitem').filter({ hasText: lastName })
  const reply = item.getByLabel('Reply by mail')
  const note = item.getByLabel('Note for the team')
  const state = page.getByLabel('State', { exact: true })
  // What has come just now waits no longer than it may.
  await state.selectOption('Overdue')
  await expect(item).toHaveCount(0)
  await page.reload()
  await expect(state).toHaveValue('overdue')
  await state.selectOption('Every message')
  await reply.fill('Yes, in five days.')
  await item.getByRole('link', { name: 'Find the account' }).click()
  await expect(page).toHaveURL('/studio/customers')
  await page.goBack()
  await expect(reply).toHaveValue('Yes, in five days.')
  // What is typed while the note before it is being saved stays.
  const finishSave = await holdRequests(page, '**/api/editor/messages/*')
  await note.fill('First')
  await reply.focus()
  await note.fill('First, then more')
  const listed = page.waitForResponse((response) => /editor\/messages\?/.test(response.url()))
  finishSave()
  await listed
  await expect(note).toHaveValue('First, then more')
  await expect(item.getByText('First, then more')).toBeVisible()
  await page.reload()
  await expect(note).toHaveValue('First, then more')
  await expect(reply).toHaveValue('Yes, in five days.')
  await note.focus()
  await reply.focus()
  await item.getByRole('button', { name: 'Send the reply' }).click()
  await expect(item.getByText('Reply of')).toBeVisible()
  await expect(reply).toHaveValue('')
  await page.reload()
  await expect(reply).toHaveValue('')
  await expect(note).toHaveValue('First, then more')
})

for (const [state, script] of [
  [
    'refuses its storage',
    () =>
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError')
        },
      }),
  ],
  [
    'has no storage',
    () => Object.defineProperty(window, 'localStorage', { configurable: true, get: () => null }),
  ],
] as const)
  test(`forms work in a browser that ${state}`, async ({ page }) => {
    await logIn(page, 'editor')
    const title = `Unkept ${randomUUID().slice(0, 8)}`
    const [product] = await createProducts(page, title)
    await page.addInitScript(script)
    await page.goto(`/studio/products/${product?.id}`)
    await field(page, 'The piece', 'Subtitle').fill('Without a draft')
    await page.keyboard.press('Control+s')
    await expect(page.getByText(`${title} is saved.`)).toBeVisible()
    await page.goto('/studio/content/about')
    await expect(page.getByRole('region', { name: 'Story' })).toBeVisible()
    await page.goto('/studio/products')
    await expect(page.getByRole('searchbox')).toBeVisible()
  })

test('what the device keeps and is no draft or view is not shown, and one of more than a month is removed', async ({
  page,
}) => {
  await logIn(page, 'editor')
  const product = await createProduct(page, `Broken ${randomUUID().slice(0, 8)}`)
  const { user } = await callApi<{ user: { uid: string } }>(page, 'GET', '/users/getUserProfile')
  const { record } = await callEditor<{ record: ContentRecord }>(page, 'GET', '/content/care')
  const draft = { revision: 1, keptAt: new Date().toISOString() }
  const values = { ...product.entry, title: 'Lost', options: 'text', variants: 'text' }
  const text = [{ type: 'video', src: 'x' }]
  const kept = {
    [product.id]: { ...draft, values, base: 'text' },
    'new-1': { ...draft, values: { ...values, title: {} } },
    'content/care': { ...draft, values: { body: { ...record.body, text }, pictures: 7 } },
    'reply/old': { ...draft, keptAt: '2026-01-01T00:00:00.000Z', values: 'Yes.' },
  }
  await page.goto('/faqs')
  await page.evaluate(
    ([drafts, uid]) => {
      for (const [name, value] of Object.entries(drafts))
        localStorage.setItem(`kairavi-studio-draft:${uid}:${name}`, JSON.stringify(value))
      const views = [null, 7, { name: 7, search: '' }, { name: 'Mine', search: '?stock=out&q=a' }]
      localStorage.setItem('kairavi-studio-views', JSON.stringify(views))
    },
    [kept, user.uid] as const,
  )
  const discard = button(page, 'Discard')
  await page.goto(`/studio/products/${product.id}`)
  await expect(field(page, 'The piece', 'Title')).toHaveValue(product.entry.title)
  await expect(discard).toHaveCount(0)
  await page.goto('/studio/products/new')
  await expect(page.getByRole('link', { name: 'Without a title' })).toBeVisible()
  await page.goto('/studio/content/care')
  await expect(page.getByRole('form')).toBeVisible()
  await expect(discard).toHaveCount(0)
  await page.goto('/studio/products')
  await expect(
    page.getByRole('navigation', { name: 'Saved views' }).getByRole('button'),
  ).toHaveText([...['On sale', 'Low stock', 'Sold out', 'Reduced', 'Archived'], 'Mine', '×'])
  const names = await page.evaluate(() => Object.keys(localStorage).join())
  expect(names).not.toContain('reply/old')
})

test('what is typed into a text, a category, a new collection and a draft of a launch is asked for and kept', async ({
  page,
}) => {
  await logIn(page, 'admin')
  const name = `Kept ${randomUUID().slice(0, 8)}`
  const record = 'care'
  const path = `/content/${record}`
  const { record: care } = await callEditor<{ record: ContentRecord }>(page, 'GET', path)
  const draft = { record, basedOn: care.revision, body: care.body }
  const { launch } = await callEditor<{ launch: { id: string } }>(page, 'POST', '/launches', {
    name,
    draft,
  })
  const input = page.getByRole('main').getByRole('form').getByRole('textbox').first()
  const launches = page.getByRole('link', { name: 'Launches', exact: true })
  const expectKept = async (address: string, text: string) => {
    await launches.click()
    await expect(page.getByRole('dialog')).toContainText('What you typed is kept on this device')
    await press(page, 'Cancel')
    // What is typed just before a reload is kept, too.
    await input.fill(text)
    const asked = page.waitForEvent('dialog')
    const reloaded = page.reload()
    await (await asked).accept()
    await reloaded
    await expect(input).toHaveValue(text)
    await launches.click()
    await press(page, 'Leave')
    await expect(page).toHaveURL('/studio/launches')
    await page.goto(address)
    await expect(input).toHaveValue(text)
    // By its key: what loads above it may move it under the pointer.
    await button(page, 'Discard it').press('Enter')
    await expect(input).not.toHaveValue(text)
    await launches.click()
    await expect(page).toHaveURL('/studio/launches')
  }
  for (const id of [record, 'category:bags', `${record}?launch=${launch.id}`])
    await test.step(id, async () => {
      const address = `/studio/content/${id}`
      await page.goto(address)
      await input.fill('Something')
      await expectKept(address, name)
    })
  await test.step('a new collection', async () => {
    await page.goto('/studio/content')
    await press(page, 'New collection')
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill(name)
    await press(page, 'Write it')
    await expect(input).toHaveValue(name)
    await expectKept(
      `/studio/content/collection:${name.toLowerCase().replace(' ', '-')}`,
      `${name} of today`,
    )
  })
})

test('the address of a link that is being made is asked for, and is no draft', async ({ page }) => {
  await logIn(page, 'editor')
  await page.goto('/studio/launches')
  await page.getByRole('link', { name: 'Content', exact: true }).click()
  await page.getByRole('link', { name: 'About', exact: true }).click()
  await field(page, 'Story', 'Text').getByText('They still do').click()
  await button(page, 'Link').filter({ visible: true }).click()
  await page.getByLabel('Address').fill('/a-page-of-a-long-name')
  await page.goBack()
  await expect(page.getByRole('dialog').last()).toContainText('What you typed is lost')
  await press(page, 'Leave')
  await expect(page).toHaveURL('/studio/content')
})
