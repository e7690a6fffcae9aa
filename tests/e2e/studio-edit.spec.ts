import { randomUUID } from 'node:crypto'
import { getDefaultContent } from '#src/content/defaults.ts'
import { holdRequests } from '#tests/helpers/requests.ts'
import { IDLE_SAFE } from '#tools/accounts.ts'
import { expect, test } from '#tools/browser-test.ts'
import { createProduct, field, logIn, press } from '#tools/studio.ts'
import { PHONE } from '#tools/viewports.ts'

const editLink = { name: 'Edit this page' }

test('a word that is selected on a live page is selected in its field, and only editors have the link', async ({
  page,
}) => {
  await logIn(page, 'editor')
  // The first visit to the studio says that this browser is an editor's.
  await page.goto('/studio')
  await page.goto('/authenticity')
  const word = { text: 'report', times: 2 }
  await page.getByText('A stone with a report').evaluate((element, { text, times }) => {
    const node = element.firstChild as Text
    const start = node.data.split(text, times).join(text).length
    getSelection()?.setBaseAndExtent(node, start, node, start + text.length)
  }, word)
  await page.getByRole('link', editLink).click()
  await expect(page.locator('[contenteditable=true]:focus')).toBeVisible()
  const selected = () =>
    page.evaluate(() => {
      const range = getSelection()?.getRangeAt(0)
      const before = (range?.startContainer as Text | undefined)?.data.slice(0, range?.startOffset)
      return [before?.slice(-'comes with the '.length), getSelection()?.toString()]
    })
  await expect.poll(selected).toEqual(['comes with the ', word.text])

  // A text of the footer is found in its record.
  await page.goto('/authenticity')
  const { tagline } = getDefaultContent('footer')
  const footer = page.getByRole('contentinfo').getByText(tagline)
  await footer.dblclick({ position: { x: 12, y: 8 } })
  await page.getByRole('link', editLink).click()
  await page.getByRole('link', { name: 'Footer', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Line below the logo' })).toBeFocused()

  // After the end of the session the link is gone. The form, whose calls would have none, is left before.
  await page.goto('about:blank')
  await page.request.post('/api/auth/logout', IDLE_SAFE)
  expect(await (await page.request.get('/studio/edit-link.js', IDLE_SAFE)).text()).toBe('')
  expect(await (await page.request.get('/authenticity', IDLE_SAFE)).text()).not.toContain(
    'edit-link',
  )
})

test('a press on the preview leads to the field that it shows', async ({ page }) => {
  await logIn(page, 'editor')
  const title = `Lantern ${randomUUID().slice(0, 6)}`
  const product = await createProduct(page, title)
  const { id, entry } = product
  const preview = page.getByTitle('Preview of the page').contentFrame()
  await page.goto(`/studio/products/${id}`)
  await preview.getByRole('heading', { name: title }).click()
  await expect(field(page, 'The piece', 'Title')).toBeFocused()
  await preview
    .getByRole('img', { name: entry.pictures[0]?.alt ?? '' })
    .first()
    .click()
  await expect(page.getByLabel(/^Alt text/).first()).toBeFocused()
  await preview.getByRole('contentinfo').getByRole('link', { name: 'Care', exact: true }).click()
  const elsewhere = page.getByRole('status').filter({ hasText: '“Care” is not part of this form.' })
  await expect(elsewhere.getByRole('link', { name: 'Footer', exact: true })).toBeVisible()

  // A phone shows the form or the preview.
  await page.setViewportSize(PHONE)
  await page.goto(`/studio/products/${id}`)
  // The pictures of the page come late: it stays where it is scrolled.
  const showPictures = await holdRequests(page, '**/api/media/**')
  await press(page, 'Preview')
  const heading = preview.getByRole('heading', { name: title })
  await heading.evaluate(() => scrollTo(0, 120))
  showPictures()
  const scrolled = await heading.evaluate(async () => {
    while (document.readyState !== 'complete') await new Promise(requestAnimationFrame)
    return scrollY
  })
  expect(scrolled).toBe(120)
  await heading.click()
  await expect(field(page, 'The piece', 'Title')).toBeFocused()
  // So does a save with an error that the preview hides.
  await field(page, 'The piece', 'Title').fill('')
  await press(page, 'Preview')
  await press(page, 'Save and publish')
  await expect(field(page, 'The piece', 'Title')).toBeFocused()
})
