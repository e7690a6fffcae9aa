import { randomUUID } from 'node:crypto'
import { productPath } from '#src/rules/paths.ts'
import { createVerifiedAccount, signIn } from '#tools/accounts.ts'
import {
  clickInIsland,
  expect,
  expectAccessibleInBothModes,
  expectNoOverflow,
  openPage,
  test,
} from '#tools/browser-test.ts'
import { region } from '#tools/locators.ts'
import { createProducts, expectOnPage, logIn, press } from '#tools/studio.ts'
import { PHONE } from '#tools/viewports.ts'

test('a review is written after logging in, survives a reload and a failure, is approved and shown (item 13)', async ({
  page: studio,
  browser,
}) => {
  await logIn(studio, 'editor')
  const title = `${randomUUID().slice(0, 4)} Bowl`
  const [product] = await createProducts(studio, title)
  const path = productPath(product?.entry.slug ?? '')
  await expectOnPage(studio, product?.entry.slug ?? '', 'No reviews yet')

  const context = await browser.newContext({ viewport: PHONE })
  const page = await context.newPage()
  const account = await createVerifiedAccount(page)
  await openPage(page, path)
  const reviews = region(page, 'Reviews')
  await page.getByRole('link', { name: 'No reviews yet' }).click()
  await expect(reviews).toContainText('Do you own this piece?')
  await clickInIsland(reviews.getByRole('button', { name: 'Write a review' }))
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(`${path}#write-review`)}`)
  await signIn(page, account)
  await expect(page).toHaveURL(`${path}#write-review`)

  const form = page.getByRole('form', { name: 'Your review' })
  await form.getByRole('button', { name: 'Send review' }).click()
  await expect(form.getByText('Please choose one to five stars.')).toBeVisible()
  await expectAccessibleInBothModes(page)
  await expectNoOverflow(page)
  await form.getByRole('radio', { name: '4 stars' }).check()
  await form.getByLabel('Title').fill('A quiet glow')
  await form.getByLabel('Review').fill('It stands well on a shelf.')
  await page.reload()
  await expect(form.getByRole('radio', { name: '4 stars' })).toBeChecked()
  await expect(form.getByLabel('Title')).toHaveValue('A quiet glow')

  await page.route('**/api/reviews', (route) => route.abort())
  await form.getByRole('button', { name: 'Send review' }).click()
  await expect(form.getByRole('alert')).toHaveText(
    'This did not work just now. Please try again in a moment.',
  )
  await expect(form.getByLabel('Review')).toHaveValue('It stands well on a shelf.')
  await page.unroute('**/api/reviews')
  await form.getByRole('button', { name: 'Send review' }).click()
  await expect(reviews.getByRole('status')).toContainText('waits to be read')
  await expectNoOverflow(page)

  await studio.goto('/studio/reviews')
  const waiting = studio.getByRole('listitem').filter({ hasText: title })
  await expect(waiting).toContainText('It stands well on a shelf.')
  await waiting.getByRole('button', { name: 'Reject…' }).click()
  const reason = waiting.getByLabel('Reason, which the author reads')
  await reason.fill('It is of another piece.')
  await studio.reload()
  await expect(reason).toHaveValue('It is of another piece.')
  await waiting.getByRole('button', { name: 'Cancel' }).click()
  await waiting.getByRole('button', { name: 'Approve' }).click()
  await expect(waiting).toHaveCount(0)
  await expectOnPage(studio, product?.entry.slug ?? '', '"aggregateRating"')
  await openPage(page, path)
  await page.getByRole('link', { name: /^Rated 4.0 out of 5/ }).click()
  await expect(reviews.getByRole('listitem').filter({ hasText: 'A quiet glow' })).toContainText(
    'Meera',
  )

  await press(page, 'Edit your review')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await press(page, 'Delete')
  await press(page, 'Delete for good')
  await expect(reviews.getByText('Your review is deleted.')).toBeVisible()
  await expectOnPage(studio, product?.entry.slug ?? '', 'No reviews yet')
  await context.close()
})

test('the list of reviews keeps its state over a reload and the back button', async ({ page }) => {
  await logIn(page, 'editor')
  await page.goto('/studio/reviews')
  const state = page.getByRole('combobox', { name: 'State' })
  await state.selectOption('approved')
  await expect(page).toHaveURL('/studio/reviews?state=approved')
  await page.reload()
  await expect(state).toHaveValue('approved')
  await page.getByRole('link', { name: 'Launches', exact: true }).click()
  await page.goBack()
  await expect(state).toHaveValue('approved')
})
