import type { Page } from '@playwright/test'
import { createAccountData } from '#tests/helpers/accounts.ts'
import { expect, openPage, test } from '#tests/helpers/browser-test.ts'
import { main } from '#tests/helpers/locators.ts'
import { answerNext, holdRequests } from '#tests/helpers/requests.ts'

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

/** Signs in at the provider, up to its question for consent. */
async function signInAtProvider(popup: Page, login: string): Promise<void> {
  await popup.locator('input[name="login"]').fill(login)
  await popup.locator('input[name="password"]').fill('any')
  await popup.getByRole('button').first().click()
}

/** Signs in at the provider and consents. */
async function consent(popup: Page, login: string): Promise<void> {
  await signInAtProvider(popup, login)
  const closed = popup.waitForEvent('close')
  await popup.getByRole('button', { name: 'Continue' }).click()
  await closed
}

test.describe('signing in with Google §4.login.3', () => {
  test('opens the provider’s page and signs the shopper in; the token is in no page view and no address (T17)', async ({
    page,
    context,
  }) => {
    const { email } = createAccountData()
    const sent: string[] = []
    context.on('request', (request) => {
      if (!request.url().endsWith('/auth/google'))
        sent.push(request.url(), request.postData() ?? '')
    })
    await openPage(page, '/login?next=%2Fwishlist')
    const popup = await openProvider(page)
    const urls: string[] = []
    popup.on('framenavigated', (frame) => urls.push(frame.url()))
    await expect(connecting(page)).toBeDisabled()
    await consent(popup, email)
    await expect(page).toHaveURL('/wishlist')
    expect(sent.filter((text) => /id_token=|idToken/.test(text))).toEqual([])
    expect(urls.at(-1)).toMatch(/\/oauth\/callback$/)
    await openPage(page, '/profile')
    await expect(main(page).getByText(email).first()).toBeVisible()
    await expect(main(page).getByText('Verified', { exact: true })).toBeVisible()
    await page.getByRole('tab', { name: 'Settings' }).click()
    await expect(main(page).getByText('You sign in with Google')).toBeVisible()
  })

  test('a held nonce, a closed popup, and a declined consent enable the button without an error', async ({
    page,
  }) => {
    const release = await holdRequests(page, '**/api/auth/google/nonce')
    await openPage(page, '/login')
    const opening = page.waitForEvent('popup')
    await button(page).click()
    const closed = (await opening).waitForEvent('close')
    await expect(connecting(page)).toBeDisabled()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await closed
    await expect(button(page)).toBeEnabled()
    release()
    await (await openProvider(page)).close()
    await expect(button(page)).toBeEnabled()
    const popup = await openProvider(page)
    await signInAtProvider(popup, createAccountData().email)
    const declined = popup.waitForEvent('close')
    await popup.getByRole('link', { name: 'Cancel' }).click()
    await declined
    await expect(button(page)).toBeEnabled()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('a rejection shows its message or a fallback §8.14', async ({ page, console }) => {
    console.allow(/status of (401|500)/)
    await openPage(page, '/login')
    const rejection = { success: false, message: 'This account already has a password.' }
    await answerNext(page, 'POST /auth/google', { status: 401, json: rejection })
    await consent(await openProvider(page), createAccountData().email)
    await expect(page.getByRole('alert')).toHaveText(rejection.message)
    await page.route('**/api/auth/google/nonce', (route) =>
      route.fulfill({ status: 500, json: {} }),
    )
    await button(page).click()
    await expect(page.getByRole('alert')).toHaveText('Google login failed')
  })
})
