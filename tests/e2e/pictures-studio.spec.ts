import { randomInt } from 'node:crypto'
import type { ResponseBody } from '#src/contract/endpoints.ts'
import { IDLE_SAFE } from '#tools/accounts.ts'
import { expect, expectAccessible, expectNoOverflow, test } from '#tools/browser-test.ts'
import {
  callEditor,
  createPictureFiles,
  createProducts,
  expectOnPage,
  logIn,
  press,
  toSlug,
} from '#tools/studio.ts'

test('a picture is found, cropped, replaced everywhere, and chosen from the library', async ({
  page,
  run,
}) => {
  await logIn(page, 'editor')
  const titles = ['Lantern', 'Lantern Stand'].map((title) => `${title} ${run}`)
  const products = await createProducts(page, ...titles)
  // A picture with this width is one of this run.
  const width = randomInt(600, 900)
  const [original] = await createPictureFiles(width)
  const upload = await page.request.post('/api/editor/pictures', {
    ...IDLE_SAFE,
    headers: { 'Content-Type': 'image/webp' },
    data: original?.buffer ?? '',
  })
  const { file: before } = (await upload.json()) as ResponseBody<'POST /editor/pictures'>
  for (const { id, revision, entry } of products) {
    const pictures = [{ file: before, alt: `Brass lantern ${run}` }]
    await callEditor(page, 'PUT', `/products/${id}`, { ...entry, pictures, revision })
  }
  const expectShown = async (file: string) => {
    for (const title of titles) await expectOnPage(page, toSlug(title), file)
  }
  await expectShown(before)

  await page.goto('/studio/content')
  await page.getByRole('link', { name: 'Pictures' }).click()
  await page.getByRole('searchbox').fill(`lantern ${run}`)
  await page.getByRole('button', { name: `${width} × ${width + 10} px Shown in 2 places` }).click()
  const dialog = page.getByRole('dialog')
  for (const title of titles)
    await expect(dialog.getByRole('link', { name: title, exact: true })).toBeVisible()
  await expect(dialog.getByText(/\d+ kB · added/)).toBeVisible()
  await expectAccessible(page)

  await press(page, 'Crop')
  await page.getByLabel('Ratio').selectOption('Square')
  await page.getByLabel('Width').fill('300')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Height')).toHaveValue('300')
  // A trial waits until the picture stands still.
  await dialog.getByRole('img').click({ trial: true })
  const area = (await dialog.getByRole('img').boundingBox()) ?? { x: 0, y: 0, width: 0 }
  // From a corner, which is outside of the part.
  await page.mouse.move(area.x + 2, area.y + 2)
  await page.mouse.down()
  await page.mouse.move(area.x + area.width / 2, area.y + area.width / 2, { steps: 3 })
  await page.mouse.up()
  await expect(page.getByLabel('From the left')).toHaveValue(/^\d$/)
  const side = await page.getByLabel('Width').inputValue()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await press(page, 'Save the part as a picture')
  await expect(dialog.getByText(`Then: ${side} × ${side} px`)).toBeVisible()
  await press(page, 'Replace in 2 places')
  await expect(page.getByText('The picture is replaced in 2 places.')).toBeVisible()
  const { pictures } = await callEditor<ResponseBody<'GET /editor/pictures'>>(
    page,
    'GET',
    `/pictures?search=${encodeURIComponent(`lantern ${run}`)}`,
  )
  await expectShown(pictures.find(({ uses }) => uses.length === 2)?.file ?? 'none')
  await press(page, 'Undo')
  await expect(page.getByText('2 places restored.')).toBeVisible()
  await expectShown(before)

  await page.goto(`/studio/products/${products[0]?.id}`)
  await press(page, 'From the library')
  const choices = dialog.getByRole('list').getByRole('button')
  await dialog.getByRole('searchbox').fill(`lantern ${run}`)
  await expect(choices).toHaveCount(1)
  await expect(choices).toContainText('Already here')
  await expect(choices).toBeDisabled()
  await dialog.getByRole('searchbox').fill('potli')
  await choices.filter({ hasText: 'Potli' }).first().click()
  const alts = page.getByRole('textbox', { name: /^Alt text of picture/ })
  await expect(alts).toHaveCount(2)
  await expect(alts.last()).toHaveValue(/Potli/)
})
