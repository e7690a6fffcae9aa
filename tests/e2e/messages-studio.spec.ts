import type { Page } from '@playwright/test'
import { addDays, WEEK_DAYS } from '#src/editing/appointment-days.ts'
import { formatDay, formatWeekday, toIndianDay } from '#src/rules/dates.ts'
import { expect, expectAccessible, expectNoOverflow, test } from '#tools/browser-test.ts'
import { callEditor, logIn, press, sendMessage } from '#tools/studio.ts'
import { DESKTOP, PHONE } from '#tools/viewports.ts'

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

const today = () => toIndianDay(Date.now())

/** A day of the next week of the list, with appointments. */
function findNextDay(): string {
  const day = addDays(today(), WEEK_DAYS + 1)
  return new Date(day).getUTCDay() === 0 ? addDays(day, 1) : day
}

const PIECE = 'Ekta Brilliant Solitaire Ring'

const sendAppointment = (page: Page, hour: number) =>
  sendMessage(page, {
    subject: undefined,
    appointment: { way: 'video', day: findNextDay(), hour, piece: PIECE, phone: '98290 12345' },
  })

const expectWeekFrom = (page: Page, day: string): Promise<void> =>
  expect(page.getByText(`from ${formatDay(day)} to`)).toBeVisible()

/** Opens the next week of the appointments. @returns the row of a sender. */
async function findAppointment(page: Page, lastName: string) {
  await page.goto('/studio/messages')
  await press(page, 'Appointments')
  await expectWeekFrom(page, today())
  await press(page, 'Next 7 days')
  await expectWeekFrom(page, addDays(today(), WEEK_DAYS))
  const day = page.getByRole('region', { name: formatWeekday(findNextDay()), exact: true })
  return day.getByRole('listitem').filter({ hasText: lastName })
}

test('appointments are listed by day, in the order of their hours', async ({ page }) => {
  const late = await sendAppointment(page, 15)
  const early = await sendAppointment(page, 9)
  await logIn(page, 'editor')
  const row = await findAppointment(page, late)
  for (const text of ['3 pm', `Meera ${late}`, 'By video', 'New', PIECE])
    await expect(row.getByText(text, { exact: true })).toBeVisible()
  await expect(row.getByRole('link', { name: '98290 12345' })).toHaveAttribute(
    'href',
    'tel:9829012345',
  )
  const rows = page.getByRole('listitem').filter({ hasText: new RegExp(`${late}|${early}`) })
  await expect(rows.getByText(/^(?:9 am|3 pm)$/)).toHaveText(['9 am', '3 pm'])
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport)
    await expectNoOverflow(page)
    await expectAccessible(page)
  }
  await page.reload()
  await expect(row).toBeVisible()

  // There is none on a Sunday.
  await expect(page.getByText('No appointment.', { exact: true }).first()).toBeVisible()

  await press(page, 'Previous 7 days')
  await expectWeekFrom(page, today())
  await expect(row).toHaveCount(0)
  await press(page, 'Previous 7 days')
  await expect(page.getByText(/^No appointment from /)).toBeVisible()
  await press(page, 'Today')
  await expect(page).toHaveURL('/studio/messages?view=appointments')
})

test('a text is inserted at the cursor, with what the message says', async ({ page }) => {
  const lastName = await sendAppointment(page, 11)
  await logIn(page, 'editor')
  await (await findAppointment(page, lastName)).getByRole('link', { name: /^Open the/ }).click()
  const item = page.getByRole('listitem').filter({ hasText: lastName })
  const reply = item.getByLabel('Reply by mail')
  const insert = async (title: string) => {
    await item.getByRole('button', { name: 'Insert a text' }).click()
    await page.getByRole('button', { name: title, exact: true }).click()
    await expect(reply).toBeFocused()
  }
  await insert('Appointment confirmed')
  const confirmed = await reply.inputValue()
  expect(confirmed).toContain(`\n\nBy video on ${formatDay(findNextDay())}, 11 am\n\n`)
  expect(confirmed).not.toContain('{')

  await reply.fill('First. Last.')
  await reply.press('Home')
  for (const _ of 'First. ') await reply.press('ArrowRight')
  await insert('Thank you')
  await expect(reply).toHaveValue(/^First\. Thank you for .*soon\.Last\.$/)
  await page.reload()
  await expect(reply).toHaveValue(/^First\. Thank you for .*soon\.Last\.$/)

  await reply.fill('')
  await insert('Photos of a damaged piece')
  const send = item.getByRole('button', { name: 'Send the reply' })
  await expect(send).toHaveAccessibleDescription('Write something instead of {order} first.')
  await send.press('Enter')
  await reply.focus()
  // The word is selected.
  await page.keyboard.type('KV-1044')
  await expect(reply).toHaveValue(/ of your order KV-1044 is damaged/)
  await expectAccessible(page)
  await send.click()
  await expect(item.getByText(/^Reply of /)).toHaveCount(1)
  await expect(item.getByText('{order}')).toHaveCount(0)
  await expect(item.getByText(/ of your order KV-1044 is damaged/)).toBeVisible()
})

test('a text with an unknown word is refused', async ({ page }) => {
  await logIn(page, 'editor')
  await page.goto('/studio/content/mail-reply')
  const texts = page.getByRole('region', { name: 'Texts to insert into a reply' })
  await texts.getByText('3. Thank you').click()
  await texts.getByLabel('Text', { exact: true }).last().fill('Thank you, {shopper}.')
  await press(page, 'Save')
  await expect(
    texts.getByText('{shopper} stands for nothing. Those under “Facts” can be used.'),
  ).toBeVisible()
})
