import { ADDRESS, callApi, signUpVerified, updateUser } from '#tests/helpers/accounts.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleInBothModes,
  expectNoOverflow,
  test,
} from '#tests/helpers/browser-test.ts'
import { logIn, press } from '#tests/helpers/studio.ts'
import { PHONE } from '#tests/helpers/viewports.ts'

test('a customer is found, exported and deleted, and the audit log says so', async ({
  page,
  console,
}) => {
  const account = await signUpVerified(page)
  const path = '/users/getUserProfile'
  const { user } = await callApi<{ user: { uid: string } }>(page, 'GET', path)
  await updateUser(page, { addresses: [ADDRESS] })
  await page.context().clearCookies()
  await logIn(page, 'admin')

  await page.goto('/studio/customers')
  const search = page.getByRole('searchbox')
  await search.fill(account.email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: '1 account' })).toBeVisible()
  await expect(search).toBeFocused()
  expect(page.url()).not.toContain(account.email.split('@')[0])
  await page.getByRole('link', { name: account.name }).click()

  await expect(page.getByRole('heading', { level: 1, name: account.name })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Addresses' })).toContainText(ADDRESS.address)
  await expect(page.getByRole('region', { name: 'Wishlist' })).toContainText('empty')
  await expectAccessibleInBothModes(page)
  await page.setViewportSize(PHONE)
  await expectNoOverflow(page)

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export the data' }).click()
  expect((await download).suggestedFilename()).toBe('kairavi-account.json')

  console.allow(/status of 400/)
  await press(page, 'Delete the account…')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason, for the audit log').selectOption({ index: 1 })
  const confirmation = dialog.getByLabel('Email of the account')
  await confirmation.fill('somebody@visitor.example')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('Please type the email address of this account.')
  await expect(confirmation).toBeFocused()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await confirmation.fill(account.email)
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL('/studio/customers')
  await expect(page.getByText('The account is deleted.')).toBeVisible()
  await expect(page.getByText(`No account has “${account.email}”`)).toBeVisible()
  await page.goto('/studio/team')
  const log = page.getByRole('region', { name: 'Audit log' })
  const entries = log.getByRole('listitem').filter({ hasText: user.uid })
  await expect(entries).toHaveText([/Deleted \(Request of the customer\)/, /Exported/, /Opened/])
  await expect(entries.filter({ hasText: account.name })).toHaveCount(0)

  await test.step('an editor sees a customer, and no button of admins', async () => {
    await page.goto('about:blank')
    await logIn(page, 'editor')
    await page.goto('/studio/customers')
    await page.getByRole('searchbox').fill('asha@kairavi.example')
    await press(page, 'Search')
    await page.getByRole('link', { name: 'Asha Rathore' }).click()
    await expect(page.getByText('Admins export and delete the data of a customer.')).toBeVisible()
    await expect(page.getByText(/^Export the data|^Delete the account/)).toHaveCount(0)
  })
})
