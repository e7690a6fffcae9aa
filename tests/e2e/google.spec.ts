import type { Page } from '@playwright/test'
import { answerNext } from '#tests/helpers/requests.ts'
import { createAccountData } from '#tools/accounts.ts'
import { expect, openPage, test } from '#tools/browser-test.ts'
import { main } from '#tools/locators.ts'

const button = (page: Page) => page.getByRole('button', { name: 'Continue with Google' })
const connecting = (page: Page) => page.getByRole('button', { name: 'Connecting...' })

// The provider's pages request a font and an icon that are not served here.
test.beforeEach(({ context }) =>
  context.route(/^https:\/\/fonts\.|\/favicon\.ico$/, (route) => route.fulfill({ body: '' })),
)

/** Clicks the button and waits for the provider's page in the popup. */
async function openProvider(page: Page): Promise<Page> {
  const opening = page.waitForEvent('popup')
  await button(page).click()
  const popup = await opening
  await popup.waitForURL(/\/interaction\//)
  return popup
}

/** Presses a button or a link of the provider's page, which closes the popup. */
async function answer(popup: Page, role: 'button' | 'link', name: string): Promise<void> {
  const closed = popup.waitForEvent('close')
  await popup.getByRole(role, { name }).click()
  await closed
}

test('a rejection shows its message, a closed popup and a declined consent none; the provider’s page signs the shopper in, and the token is in no page view and no address (T17) §4.login.3 §8.14', async ({
  page,
  context,
  console,
}) => {
  console.allow(/status of 401/)
  const { email } = createAccountData()
  const sent: string[] = []
  context.on('request', (request) => {
    if (!request.url().endsWith('/auth/google')) sent.push(request.url(), request.postData() ?? '')
  })
  await openPage(page, '/login?next=%2Fwishlist')

  await test.step('a rejection', async () => {
    const rejection = { success: false, message: 'This account already has a password.' }
    await answerNext(page, 'POST /auth/google', { status: 401, json: rejection })
    const popup = await openProvider(page)
    await popup.locator('input[name="login"]').fill(email)
    await popup.locator('input[name="password"]').fill('any')
    await popup.getByRole('button').first().click()
    await answer(popup, 'button', 'Continue')
    await expect(page.getByRole('alert')).toHaveText(rejection.message)
  })
  await test.step('a closed popup, and a declined consent', async () => {
    await (await openProvider(page)).close()
    await expect(button(page)).toBeEnabled()
    await answer(await openProvider(page), 'link', 'Cancel')
    await expect(button(page)).toBeEnabled()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
  await test.step('a consent', async () => {
    const popup = await openProvider(page)
    const urls: string[] = []
    popup.on('framenavigated', (frame) => urls.push(frame.url()))
    await expect(connecting(page)).toBeDisabled()
    await answer(popup, 'button', 'Continue')
    await expect(page).toHaveURL('/wishlist')
    expect(sent.filter((text) => /id_token=|idToken/.test(text))).toEqual([])
    expect(urls.at(-1)).toMatch(/\/oauth\/callback$/)
    await openPage(page, '/profile')
    await expect(main(page).getByText(email).first()).toBeVisible()
    await expect(main(page).getByText('Verified', { exact: true })).toBeVisible()
    await page.getByRole('tab', { name: 'Settings' }).click()
    await expect(main(page).getByText('You sign in with Google')).toBeVisible()
  })
})
