import { type TOTP, URI } from 'otpauth'
import { callApi, createAccountData, getMailedLink, signIn } from '#tools/accounts.ts'
import { expect, expectAccessible, expectNoOverflow, openPage, test } from '#tools/browser-test.ts'
import { main } from '#tools/locators.ts'
import { logIn } from '#tools/studio.ts'

test('an invited editor joins by the mailed link, and signs in, changes the password and leaves with a second factor', async ({
  page,
  console,
}) => {
  const { email, password, name } = createAccountData()
  await logIn(page, 'admin')
  await callApi(page, 'POST', '/admin/invitations', { email, role: 'editor' })
  await callApi(page, 'POST', '/auth/logout')

  await openPage(page, await getMailedLink(page, email))
  await expect(page).toHaveURL('/join')
  await expect(main(page)).toContainText(email)
  await expectAccessible(page)
  await expectNoOverflow(page)
  await page.getByLabel('Full name').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.keyboard.press('Enter')
  await expect(main(page).getByRole('status')).toHaveText('Welcome to the team. Please log in.')

  await callApi(page, 'POST', '/auth/login', { email, password })
  const studio = await page.context().newPage()
  await studio.goto('/studio/security')
  console.allow(/status of 401/)
  await studio.getByLabel('Your password').fill(password)
  await studio.getByRole('button', { name: 'Set it up' }).click()
  await expect(studio.getByRole('img', { name: 'QR code with the key' })).toBeVisible()
  const uri = await studio.getByRole('link', { name: 'open the app' }).getAttribute('href')
  const totp = URI.parse(uri ?? '') as TOTP
  const key = totp.secret.base32.replaceAll(/(.{4})/g, '$1 ').trim()
  await expect(studio.getByText(key, { exact: true })).toBeVisible()
  await expectAccessible(studio)
  await studio.getByLabel('Code that the app shows').fill(totp.generate())
  await studio.keyboard.press('Enter')
  const codes = studio.getByRole('status').filter({ hasText: 'Your recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  const recoveryCodes = await codes.getByRole('listitem').allTextContents()
  await expectNoOverflow(studio)
  await studio.close()
  await callApi(page, 'POST', '/auth/logout')

  await main(page).getByRole('link', { name: 'Log in' }).click()
  await signIn(page, { email, password })
  const code = page.getByLabel('Code')
  await expect(code).toBeFocused()
  await expectAccessible(page)
  await code.fill(recoveryCodes[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/studio/today')

  await openPage(page, '/profile?tab=settings')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await page.getByLabel('Current password').fill(password)
  await page.getByLabel('New password').fill('nine lamps of amer')
  await page.keyboard.press('Enter')
  await expect(code).toBeFocused()
  await expectAccessible(page)
  await code.fill(recoveryCodes[1] ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/password is changed/i)).toBeVisible()

  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password').fill('nine lamps of amer')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Code')).toBeFocused()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await dialog.getByLabel('Code').fill(recoveryCodes[2] ?? '')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')
})
