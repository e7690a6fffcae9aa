import { expect, openPage, test, waitForHydration } from '#tests/helpers/browser-test.ts'

test('§2.contact.1 a message is checked, sent and not lost when sending fails', async ({
  page,
  console,
}) => {
  console.allow(/Failed to load resource/)
  await openPage(page, '/contact')
  await expect(page.getByRole('main').getByText('Mon – Sat 9 AM – 7 PM')).toBeVisible()
  const form = page.getByRole('form', { name: 'Send Us a Message' })
  const send = form.getByRole('button', { name: 'Send Message' })
  await send.click()
  const first = form.getByLabel('First name')
  await expect(first).toBeFocused()
  await expect(first).toHaveAccessibleDescription('Please enter your first name.')

  await first.fill('Meera')
  await form.getByLabel('Last name').fill('Nair')
  await form.getByLabel('Email').fill('meera@visitor.example')
  const message = form.getByLabel('Message')
  await message.fill('Is the Sitara to be had with a longer strap?')
  await page.route('**/api/contact', (route) => route.abort())
  await send.click()
  const failed = 'Your message could not be sent. Please try again in a moment.'
  await expect(page.getByText(failed).first()).toBeVisible()
  await expect(message).toHaveValue('Is the Sitara to be had with a longer strap?')

  await page.unroute('**/api/contact')
  await send.click()
  await expect(message).toHaveValue('')
})

test('/partner says what partnering means and takes a message', async ({ page }) => {
  await openPage(page, '/partner')
  await expect(page.getByRole('heading', { name: 'Ateliers and makers' })).toBeVisible()
  const form = page.getByRole('form', { name: 'Send Us a Message' })
  await form.scrollIntoViewIfNeeded()
  await waitForHydration(page)
  await form.getByLabel('First name').fill('Dev')
  await form.getByLabel('Last name').fill('Rao')
  await form.getByLabel('Email').fill('dev@atelier.example')
  await form.getByLabel('Company').fill('Rao and Sons')
  await form.getByLabel('Message').fill('We weave in Maheshwar.')
  const [request] = await Promise.all([
    page.waitForRequest('**/api/contact'),
    form.getByRole('button', { name: 'Send Message' }).click(),
  ])
  expect(request.postDataJSON()).toMatchObject({ topic: 'partner', company: 'Rao and Sons' })
  expect((await request.response())?.status()).toBe(201)
})
