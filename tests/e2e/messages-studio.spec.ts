import { expect, expectAccessible, expectNoOverflow, test } from '#tests/helpers/browser-test.ts'
import { callEditor, logIn, sendMessage } from '#tests/helpers/studio.ts'
import { PHONE } from '#tests/helpers/viewports.ts'

test('a message is taken, its reply is shown as it is sent, and its sender has a list', async ({
  page,
}) => {
  const lastName = await sendMessage(page)
  await logIn(page, 'admin')
  await page.goto('/studio/messages')
  const item = page.getByRole('listitem').filter({ hasText: lastName })
  await item.getByRole('button', { name: 'Take it' }).click()
  await expect(item.getByText('Yours', { exact: true })).toBeVisible()
  await page.getByLabel('State', { exact: true }).selectOption('Mine')
  await expect(item).toBeVisible()
  await page.reload()
  await expect(item.getByRole('button', { name: 'Give it back' })).toBeVisible()

  const reply = item.getByLabel('Reply by mail')
  await reply.fill('Yes, in five days.')
  await item.getByRole('button', { name: 'Show the mail' }).click()
  const dialog = page.getByRole('dialog', { name: /^Your message KT-\w{8} to / })
  const mail = dialog.frameLocator('iframe')
  await expect(mail.getByText('Yes, in five days.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
  await expect(mail.getByText(/^Dear .*,$/)).toHaveCount(1)
  await page.setViewportSize(PHONE)
  await expectNoOverflow(page)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(reply).toHaveValue('Yes, in five days.')
  await expectAccessible(page)

  await item.getByRole('link', { name: 'All messages' }).click()
  await expect(page).toHaveURL('/studio/messages')
  const search = page.getByRole('searchbox', { name: 'Number or email address' })
  await expect(search).toHaveValue(/@/)
  await expect(item).toBeVisible()
  const { messages } = await callEditor<{ messages: { replies: object[] }[] }>(
    page,
    'GET',
    `/messages?search=${encodeURIComponent(await search.inputValue())}`,
  )
  expect(messages).toMatchObject([{ replies: [] }])
})
