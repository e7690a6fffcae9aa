import type { Locator, Page } from '@playwright/test'
import { getDefaultContent } from '#src/content/defaults.ts'
import { productPath } from '#src/rules/paths.ts'
import {
  expect,
  expectAccessibleInBothModes,
  expectNoOverflow,
  waitForServiceWorker,
} from '#tools/browser-test.ts'
import {
  button,
  callEditor,
  createProduct,
  expectOnPage,
  press,
  readPage,
  resetContent,
  editorTest as test,
} from '#tools/studio.ts'
import { PHONE } from '#tools/viewports.ts'

/** Presses a button, and the one of the dialog that asks about it. */
async function confirm(page: Page, name: string, label: string): Promise<void> {
  await press(page, name)
  await page.getByRole('dialog').getByRole('button', { name: label }).click()
}

const titleField = (page: Page): Locator =>
  page.getByRole('textbox', { name: 'Title', exact: true }).first()

test('two drafts of a launch are previewed without an account, go live together and end', async ({
  page,
  browser,
  run,
}) => {
  const product = await createProduct(page, `Lamp ${run}`)
  const { slug } = product.entry
  const name = `Diwali ${run}`
  const dialog = page.getByRole('dialog')
  await resetContent(page, 'care')
  await expectOnPage(page, slug, `Lamp ${run}`)

  await page.goto(`/studio/products/${product.id}`)
  await titleField(page).fill(`Festive ${run}`)
  await page.getByRole('textbox', { name: /^Price in ₹/ }).fill('4321')
  await page.getByRole('textbox', { name: /^List price/ }).fill('')
  await press(page, 'Save draft')
  await dialog.getByLabel('Name of the launch').fill(name)
  // A press beside the dialog does not lose what was typed.
  await page.mouse.click(2, 2)
  await expect(dialog.getByLabel('Name of the launch')).toHaveValue(name)
  await dialog.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Draft of Festive ${run}`)
  // The draft is saved again in its own form.
  await page.getByRole('textbox', { name: 'Subtitle' }).fill(`Of ${run}`)
  await press(page, 'Save draft')
  await expect(page.getByText(`Festive ${run} is saved.`)).toBeVisible()

  await page.goto('/studio/content/care')
  await titleField(page).fill(`House ${run}`)
  await press(page, 'Save draft')
  await dialog.getByLabel('Launch', { exact: true }).selectOption({ label: name })
  await dialog.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Draft of Care')
  await page.goto('/studio/content/care')
  await page.getByRole('link', { name: `open the draft of ${name}` }).click()
  await expect(titleField(page)).toHaveValue(`House ${run}`)

  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { name: '2 drafts' })).toBeVisible()
  await expect(page.getByText(`Festive ${run}`)).toBeVisible()
  await press(page, 'Make a link')
  const link = await page.getByLabel('Address').inputValue()
  await expectAccessibleInBothModes(page)
  await page.setViewportSize(PHONE)
  await expectNoOverflow(page)

  const context = await browser.newContext({ serviceWorkers: 'allow' })
  const visitor = await context.newPage()
  // A visitor of before, whose service worker keeps the pages of the shop.
  await visitor.goto('/about')
  await waitForServiceWorker(visitor)
  await visitor.goto(link)
  await expect(visitor.getByText(`Preview of the launch “${name}”, until`)).toBeVisible()
  await visitor.getByRole('link', { name: 'Shop', exact: true }).first().click()
  await visitor.goto(`${visitor.url()}?search=festive+${run}&scripts=off`)
  await visitor
    .getByRole('link', { name: `Festive ${run}` })
    .first()
    .click()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(`Festive ${run}`)
  await expect(visitor.getByText('In a preview nothing can be ordered or sent.')).toBeVisible()
  await expect(visitor.getByRole('button', { name: 'Add to Cart' })).toBeHidden()
  // The page grows as its pictures come, and the link moves under the pointer.
  const care = visitor.getByRole('link', { name: 'Care', exact: true }).first()
  await visitor.goto((await care.getAttribute('href')) ?? '')
  await expect(visitor.getByText(`House ${run}`).first()).toBeVisible()
  expect(visitor.url().startsWith(link)).toBe(true)
  const kept = await visitor.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => url)
  })
  expect(kept.length).toBeGreaterThan(0)
  expect(kept.filter((url) => url.includes('/preview/'))).toEqual([])
  expect(await readPage(page, productPath(slug))).not.toContain(`Festive ${run}`)

  await confirm(page, 'Publish now', 'Publish')
  await expectOnPage(page, slug, '4,321')
  expect(await readPage(page, '/care')).toContain(`House ${run}`)
  // The form has the base, and says at each field what shoppers see.
  const form = await page.context().newPage()
  await form.goto(`/studio/products/${product.id}`)
  await expect(titleField(form)).toHaveValue(`Lamp ${run}`)
  const shown = form.getByRole('region', { name: 'Launches of this record' })
  await expect(shown.getByText('shoppers see its values until it ends')).toBeVisible()
  const price = form.getByRole('list', { name: 'Price in launches' })
  await expect(price.getByRole('link', { name })).toBeVisible()
  await expect(price.getByText('₹4,321')).toBeVisible()
  await expect(form.getByRole('list', { name: 'Stock in launches' })).toHaveCount(0)
  await expectAccessibleInBothModes(form)
  // The draft of the live launch is corrected, and shoppers see it.
  await shown.getByRole('link', { name: `open the draft of ${name}` }).click()
  await expect(form.getByText('shoppers see what you save here at once')).toBeVisible()
  await expectAccessibleInBothModes(form)
  await form.getByRole('textbox', { name: /^Price in ₹/ }).fill('3210')
  await press(form, 'Save and publish')
  await expectOnPage(page, slug, '3,210')
  await form.goto('/studio/content/care')
  await expect(form.getByText('You edit the base.')).toBeVisible()
  const careTitle = form.getByRole('list', { name: 'Title in launches' })
  await expect(careTitle.getByText(`House ${run}`)).toBeVisible()
  await form.close()
  await confirm(page, 'Remove the draft of Care', 'Remove')
  await expect(page.getByRole('heading', { name: '1 draft' })).toBeVisible()
  await expect.poll(() => readPage(page, '/care')).not.toContain(`House ${run}`)
  await confirm(page, 'End now', 'End')
  await expect(page.getByText('Ended', { exact: true })).toBeVisible()
  await expectOnPage(page, slug, `Lamp ${run}`)
  expect(await readPage(page, '/care')).not.toContain(`House ${run}`)
  await press(page, 'End the link')
  await expect(page.getByText('The link has ended.')).toBeVisible()
  await context.close()
})

test('several products are changed in a live launch', async ({ page, run }) => {
  const title = `Bowl ${run}`
  const { id, revision, entry } = await createProduct(page, title)
  const name = `Onam ${run}`
  const { launch } = await callEditor<{ launch: { id: string } }>(page, 'POST', '/launches', {
    name,
    draft: { record: id, basedOn: revision, body: { ...entry, price: entry.price - 10 } },
  })
  await callEditor(page, 'POST', `/launches/${launch.id}/publish`)
  await page.goto(`/studio/products?search=${encodeURIComponent(title)}`)
  await page.getByLabel(`Select ${title}`).check()
  await press(page, 'Change price')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('1 product is in a live launch.')).toBeVisible()
  await expectAccessibleInBothModes(page)
  await dialog.getByRole('button', { name: `Change it in the launch ${name}` }).click()
  await expect(dialog.getByLabel('When')).toHaveValue(launch.id)
  await dialog.getByLabel('Change in percent').fill('-20')
  await press(page, 'Change prices')
  await expect(page.getByText('changed in the launch. Shoppers see it at once.')).toBeVisible()
  const price = Math.round((entry.price - 10) * 0.8).toLocaleString('en-IN')
  await expectOnPage(page, entry.slug, price)
  await page.goto(`/studio/launches/${launch.id}`)
  await page.getByLabel(`${title}, in the launch`).selectOption('Archived')
  await expectOnPage(page, entry.slug, 'no longer sold')
  await confirm(page, 'End now', 'End')
  await expectOnPage(page, entry.slug, entry.price.toLocaleString('en-IN'))
})

test('a collection is taken off the site by a launch, and is there again after its end', async ({
  page,
  run,
}) => {
  const name = `Lamps ${run}`
  const id = `collection:lamps-${run}` as const
  const dialog = page.getByRole('dialog')
  await callEditor(page, 'POST', '/content', { id, body: { ...getDefaultContent(id), name } })
  const readShown = async () =>
    (
      await callEditor<{ drafts: { archived: boolean | null; launch: { state: string } }[] }>(
        page,
        'GET',
        `/drafts?record=${id}`,
      )
    ).drafts.map(({ archived, launch }) => [archived, launch.state])
  await page.goto(`/studio/content/${id}`)
  await press(page, 'Save draft')
  await dialog.getByLabel('Name of the launch').fill(`End of ${name}`)
  await dialog.getByRole('button', { name: 'Save draft' }).click()
  await page.getByRole('link', { name: `End of ${name}` }).click()
  await expect(page.getByText('It changes nothing')).toBeVisible()
  await page.getByLabel(`${name}, in the launch`).selectOption('Archived')
  await expect(page.getByText('It changes nothing')).toBeHidden()
  await confirm(page, 'Publish now', 'Publish')
  await expect.poll(readShown).toEqual([[true, 'live']])
  await confirm(page, 'End now', 'End')
  await expect.poll(readShown).toEqual([])
  await callEditor(page, 'PUT', `/content/${id}/archived`, { archived: true })
})

test('a launch that cannot go live says why at its button; a live one can be kept', async ({
  page,
  run,
}) => {
  const { id, revision, entry } = await createProduct(page, `Vase ${run}`)
  const { launch } = await callEditor<{ launch: { id: string } }>(page, 'POST', '/launches', {
    name: `Holi ${run}`,
  })
  const publish = button(page, 'Publish now')
  await page.goto(`/studio/launches/${launch.id}`)
  await expect(publish).toHaveAccessibleDescription('It has no draft yet.')
  await callEditor(page, 'PUT', `/launches/${launch.id}/draft`, {
    record: id,
    revision: 0,
    basedOn: revision,
    body: { ...entry, price: 990 },
  })
  await callEditor(page, 'POST', `/products/${id}/archive`)
  await page.reload()
  const reason = `1 draft left out as saved: Vase ${run}. The others go live.`
  await expect(page.getByRole('status').filter({ hasText: reason })).toBeVisible()
  await expect(publish).toHaveAccessibleDescription('No draft can go live as saved.')
  await expect(publish).toHaveAttribute('aria-disabled', 'true')
  await publish.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectAccessibleInBothModes(page)
  await callEditor(page, 'POST', `/products/${id}/restore`)
  await page.reload()
  await expect(page.getByText('Left out')).toHaveCount(0)
  await expect(publish).not.toHaveAttribute('aria-disabled')
  await expect(page.getByText('₹990.00')).toBeVisible()
  await confirm(page, 'Publish now', 'Publish')
  await confirm(page, 'Keep the changes', 'Keep')
  await expect(page.getByText('Ended', { exact: true })).toBeVisible()
  const { product } = await callEditor<{ product: { entry: { price: number } } }>(
    page,
    'GET',
    `/products/${id}`,
  )
  expect(product.entry.price).toBe(990)
})
