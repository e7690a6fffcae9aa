import { Secret, TOTP } from 'otpauth'
import { createAccountData, getMailedLink, signIn } from '#tests/helpers/accounts.ts'
import {
  expect,
  expectAccessible,
  expectNoOverflow,
  openPage,
  test,
} from '#tests/helpers/browser-test.ts'
import { main } from '#tests/helpers/locators.ts'

const admin = { email: 'admin@kairavi.example', password: 'peacocks on the terrace' }

test('an invited editor joins by the mailed link, and signs in with a second factor', async ({
  page,
  console,
}) => {
  const { email, password, name } = createAccountData()
  const post = async (path: string, data: object) => {
    const response = await page.request.post(`/api${path}`, { data })
    expect(response.ok(), await response.text()).toBe(true)
    return response.json()
  }
  await post('/auth/login', admin)
  await post('/admin/invitations', { email, role: 'editor' })
  await post('/auth/logout', {})

  await openPage(page, await getMailedLink(page, email))
  await expect(page).toHaveURL('/join')
  await expect(main(page)).toContainText(email)
  await expectAccessible(page)
  await expectNoOverflow(page)
  await page.getByLabel('Full name').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill('another one')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await page.getByLabel('Confirm password').fill(password)
  await page.keyboard.press('Enter')
  await expect(main(page).getByRole('status')).toHaveText('Welcome to the team. Please log in.')

  await post('/auth/login', { email, password })
  const { secret } = await post('/users/second-factor', { password })
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const confirmed = await page.request.put('/api/users/second-factor', {
    data: { code: totp.generate() },
  })
  const { recoveryCodes } = await confirmed.json()
  await post('/auth/logout', {})

  console.allow(/status of 401/)
  await main(page).getByRole('link', { name: 'Log in' }).click()
  await signIn(page, { email, password })
  const code = page.getByLabel('Code')
  await expect(code).toBeFocused()
  await expectAccessible(page)
  await code.fill('AAAA-AAAA-AAAA-AAAA')
  await page.keyboard.press('Enter')
  await expect(main(page)).toContainText('The code is not right, or was used already.')
  await code.fill(recoveryCodes[0])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/complete-profile')
})
