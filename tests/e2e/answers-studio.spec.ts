import type { Page } from '@playwright/test'
import { holdRequests } from '#tests/helpers/requests.ts'
import { expect } from '#tools/browser-test.ts'
import {
  button,
  callEditor,
  createProduct,
  expectLive,
  field,
  press,
  editorTest as test,
} from '#tools/studio.ts'

test('the key press that opens a question does not answer it, held or not', async ({
  page,
  run,
}) => {
  const { id, entry } = await createProduct(page, `${run} Lantern`)
  await page.goto(`/studio/products?search=${run}+Lantern`)
  const price = page.getByLabel(`Price in rupees of ${run} Lantern`)
  const question = page.getByRole('dialog', { name: 'Is this price meant?' })
  const readPrice = async () => {
    const { product } = await callEditor<{ product: { entry: { price: number } } }>(
      page,
      'GET',
      `/products/${id}`,
    )
    return product.entry.price
  }
  await price.fill('7')
  await page.keyboard.down('Enter')
  await expect(question).toBeVisible()
  // The key repeats for as long as it is held.
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(question).toBeVisible()
  expect(await readPrice()).toBe(entry.price)
  // The focus is on Cancel: the next press answers.
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await expect(price).toHaveValue('7')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('alert')).toContainText('1 typed number not saved.')
  expect(await readPrice()).toBe(entry.price)

  await price.press('Enter')
  await question.getByRole('button', { name: 'Save this price' }).press(' ')
  await expect.poll(readPrice).toBe(7)
})

/** Presses a key, holds it until it repeats, and lets it go. */
async function holdKey(page: Page, key: string): Promise<void> {
  await page.keyboard.down(key)
  // Space presses a button as it is let go.
  if (key !== ' ') await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.down(key)
  await page.keyboard.up(key)
}

test('no key press answers the dialog that it opens, whatever opens it', async ({ page, run }) => {
  const title = `${run} Lamp`
  const { id } = await createProduct(page, title)
  await page.goto(`/studio/products/${id}`)
  const price = field(page, 'Price and stock', 'Price in ₹')
  const farPrice = page.getByRole('dialog', { name: 'Is this price meant?' })
  const cancel = async () => {
    await press(page, 'Cancel')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  for (const key of ['Enter', ' '])
    await test.step(`“${key}” on a button`, async () => {
      await button(page, 'Archive').focus()
      await holdKey(page, key)
      await expect(page.getByRole('dialog', { name: `Archive ${title}?` })).toBeVisible()
      await cancel()
    })
  await test.step('a shortcut, which asks once', async () => {
    await price.fill('7')
    await page.keyboard.down('Control')
    await holdKey(page, 's')
    await page.keyboard.press('s')
    await page.keyboard.up('Control')
    await expect(farPrice).toHaveCount(1)
    await farPrice.getByRole('button', { name: 'Save this price' }).click()
    await expectLive(page)
  })
  await test.step('Enter in a dialog that another one follows', async () => {
    await page.goto(`/studio/products?search=${encodeURIComponent(title)}`)
    await page.getByLabel(`Select ${title}`).check()
    await press(page, 'Change price')
    await page.getByLabel('Change in percent').fill('400')
    await page.keyboard.down('Enter')
    await expect(farPrice).toBeVisible()
    await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await expect(farPrice).toBeVisible()
    await cancel()
  })
})

test('the line of the header says that every change is live only if it is', async ({
  page,
  run,
}) => {
  const title = `${run} Lamp`
  const { id } = await createProduct(page, title)
  const isWholeTruth = page.getByText('Every change is live.')
  const isSavedPart = page.getByText('Every saved change is live.')
  await page.goto(`/studio/products?search=${encodeURIComponent(title)}`)
  await expect(isWholeTruth).toBeVisible()
  const price = page.getByLabel(`Price in rupees of ${title}`)
  await test.step('a number of the list', async () => {
    await price.fill('7')
    await expect(isSavedPart).toBeVisible()
    await page.keyboard.press('Enter')
    await press(page, 'Cancel')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('alert')).toContainText('1 typed number not saved.')
    await expect(price).toHaveAccessibleDescription(/Not saved/)
    const red = await page.getByRole('alert').evaluate((alert) => getComputedStyle(alert).color)
    await expect(price, 'the cell is marked').toHaveCSS('border-top-color', red)
  })
  await test.step('it is known on other pages, too', async () => {
    await page.goto('/studio/today')
    await expect(isSavedPart).toBeVisible()
    await page.getByRole('link', { name: 'Products', exact: true }).click()
    await press(page, 'Discard')
    await expect(isWholeTruth).toBeVisible()
  })
  await test.step('a form', async () => {
    await page.goto(`/studio/products/${id}`)
    await expect(isWholeTruth).toBeVisible()
    await field(page, 'The piece', 'Tagline').fill('Typed')
    await expect(isSavedPart).toBeVisible()
    await field(page, 'The piece', 'Tagline').fill('')
  })
})

test('a save is confirmed before the counts of the menu are read again', async ({ page, run }) => {
  const { id } = await createProduct(page, `${run} Candle`)
  await page.goto(`/studio/products/${id}`)
  await field(page, 'The piece', 'Tagline').fill('For one evening')
  const release = await holdRequests(page, '**/api/editor/waiting')
  await press(page, 'Save and publish')
  await expect(page.getByText(`${run} Candle: live after`)).toBeVisible()
  release()
})

test('an error ends with the success of the same record, and with the next answer', async ({
  page,
  console,
  run,
}) => {
  console.allow(/Failed to load resource|net::ERR_/)
  const { id } = await createProduct(page, `${run} Tray`)
  await page.goto(`/studio/products/${id}`)
  await field(page, 'The piece', 'Tagline').fill('For tea')
  const save = `**/api/editor/products/${id}`
  await page.route(save, (route) => route.abort())
  await press(page, 'Save and publish')
  const toasts = page.getByRole('listitem').filter({ has: page.getByLabel('Dismiss') })
  await expect(toasts).toHaveText([/The shop cannot be reached/])
  await page.unroute(save)
  await press(page, 'Save and publish')
  await expect(toasts).toHaveText([new RegExp(`${run} Tray is saved`)])
})

test('the list writes numbers as the shop does, also in what it says of a save', async ({
  page,
  run,
}) => {
  const title = `${run} Bowl`
  await createProduct(page, title)
  await page.goto(`/studio/products?search=${encodeURIComponent(title)}`)
  const price = page.getByLabel(`Price in rupees of ${title}`)
  const stock = page.getByLabel(`Stock of ${title}`)
  await stock.fill('1,000')
  await stock.press('Enter')
  await expect(page.getByText(new RegExp(`${title}: stock \\d+ → 1,000 saved`))).toBeVisible()
  const before = await price.inputValue()
  await price.fill(`${before}.5`)
  await price.press('Enter')
  await expect(page.getByText(`₹${before}.50`)).toBeVisible()
  await expect(price).toHaveValue(`${before}.50`)
})

test('pieces that come are a delivery, and pieces that go need a reason', async ({ page, run }) => {
  const title = `${run} Urn`
  await createProduct(page, title)
  await page.goto(`/studio/products?search=${encodeURIComponent(title)}`)
  await press(page, `Pieces of ${title} that come or go`)
  const dialog = page.getByRole('dialog')
  const reason = dialog.getByLabel('Reason')
  await expect(reason).toHaveValue('Delivery')
  await dialog.getByLabel('Pieces that come or go').fill('-3')
  await expect(reason).toHaveValue('')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Say why.')).toBeVisible()
  await reason.fill('Damaged')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${title}: −3. Damaged.`)).toBeVisible()
})
