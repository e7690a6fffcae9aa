import { randomUUID } from 'node:crypto'
import { getDefaultContent } from '#src/content/defaults.ts'
import type { ContentRecord } from '#src/contract/content-api.ts'
import { expect, test } from '#tests/helpers/browser-test.ts'
import { button, callEditor, logIn, press } from '#tests/helpers/studio.ts'
import { PHONE } from '#tests/helpers/viewports.ts'

/** Makes names unique, also when a test is repeated. */
const RUN = randomUUID().slice(0, 4)

test.beforeEach(({ page }) => logIn(page, 'editor'))

test('a word that is selected on a page is selected in its field', async ({ page }) => {
  await page.goto('/studio/content/authenticity')
  await page.getByRole('link', { name: 'Open the live page' }).waitFor()
  await page.goto('/authenticity')
  const word = { text: 'report', times: 2 }
  await page.getByText('A stone with a report').evaluate((element, { text, times }) => {
    const node = element.firstChild as Text
    const start = node.data.split(text, times).join(text).length
    getSelection()?.setBaseAndExtent(node, start, node, start + text.length)
  }, word)
  await page.getByRole('link', { name: 'Edit this page' }).click()
  await expect(page.locator('[contenteditable=true]:focus')).toBeVisible()
  const selected = () =>
    page.evaluate(() => {
      const range = getSelection()?.getRangeAt(0)
      const before = (range?.startContainer as Text | undefined)?.data.slice(0, range?.startOffset)
      return [before?.slice(-'comes with the '.length), getSelection()?.toString()]
    })
  await expect.poll(selected).toEqual(['comes with the ', word.text])
})

test('on a phone, the order of categories is there to be changed, and an empty category says so', async ({
  page,
  console,
}) => {
  // The preview of a category without a piece.
  console.allow(/status of 404/)
  await page.setViewportSize(PHONE)
  await page.goto('/studio/content/shop')
  const order = page.getByRole('region', { name: 'Categories in their order' })
  await button(page, 'Move category 2 one place earlier').click()
  await expect(order.getByRole('combobox').first()).toHaveValue('jewelry')

  const id = `category:umbrellas-${RUN}` as const
  const body = { ...getDefaultContent(id), name: `Umbrellas ${RUN}` }
  await callEditor<{ record: ContentRecord }>(page, 'POST', '/content', { id, body })
  await page.goto(`/studio/content/${id}`)
  await press(page, 'Preview')
  await expect(page.getByText('Its page comes with its first piece.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open the live page' })).toHaveCount(0)
  await callEditor(page, 'PUT', `/content/${id}/archived`, { archived: true })
})
