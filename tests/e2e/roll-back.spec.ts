import { randomUUID } from 'node:crypto'
import { expect, test } from '#tools/browser-test.ts'
import { createProduct, expectOnPage, field, logIn, press } from '#tools/studio.ts'

const DAY_MS = 86_400_000

// The release before is that of another test where several publish: this one runs alone.
test('a change is scheduled, and a release is rolled back', async ({ page }) => {
  await logIn(page, 'editor')
  const title = `${randomUUID().slice(0, 4)} Later`
  const product = await createProduct(page, title)
  const slug = product.entry.slug
  await page.goto(`/studio/products/${product.id}`)
  await expectOnPage(page, slug, title)
  const dialog = page.getByRole('dialog')
  await press(page, 'Schedule')
  await page.getByLabel('New price in ₹').fill(String(product.entry.price + 100))
  const day = new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10)
  await page.getByLabel('When, in Indian time (IST)').fill(`${day}T09:30`)
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expect(dialog).toHaveCount(0)
  await field(page, 'The piece', 'Tagline').fill('Rolled back soon')
  await press(page, 'Save and publish')
  await expectOnPage(page, slug, 'Rolled back soon')
  const pages = page.getByRole('navigation', { name: 'Studio' })
  await pages.getByRole('link', { name: 'Launches' }).click()
  const launch = page.getByRole('link', { name: `Price of ${title}` })
  await launch.click()
  await expect(page.getByText('Scheduled', { exact: true })).toBeVisible()
  await press(page, 'Delete')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Launches')
  await expect(launch).toHaveCount(0)
  await pages.getByRole('link', { name: 'Releases' }).click()
  await page
    .getByRole('button', { name: /^Roll back to/ })
    .first()
    .click()
  await dialog.getByRole('button', { name: 'Roll back' }).click()
  await expect(page.getByText('Rolled back to an earlier release')).toBeVisible()
  await expectOnPage(page, slug, product.entry.tagline ?? '')
  await press(page, 'Publish again')
  await expect(dialog.getByText('also what was changed before it was rolled back')).toBeVisible()
  await dialog.getByRole('button', { name: 'Publish again' }).click()
  await expectOnPage(page, slug, 'Rolled back soon')

  // What was published again takes the place of the release that was the newest.
  const releases = page.getByRole('listitem').filter({ hasText: 'pages rendered' })
  await expect(releases.first().getByText('Live', { exact: true })).toBeVisible()
  // With the records: the product has its tagline of then, and nothing waits.
  await page
    .getByRole('button', { name: /^Roll back to/ })
    .first()
    .click()
  await expect(dialog.getByText(title)).toBeVisible()
  await dialog.getByRole('button', { name: 'Put the records back, too' }).click()
  await expectOnPage(page, slug, product.entry.tagline ?? '')
  await expect(page.getByText('Rolled back to an earlier release')).toHaveCount(0)
  await page.getByRole('button', { name: /^Undo: Put the records back to/ }).click()
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expectOnPage(page, slug, 'Rolled back soon')
})
