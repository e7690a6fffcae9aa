import type { Page } from '@playwright/test'
import { createAccountData, expect, openPage, test } from '#tests/helpers/browser-test.ts'

const button = (page: Page) => page.getByRole('button', { name: 'Continue with Google' })
const connecting = (page: Page) => page.getByRole('button', { name: 'Connecting...' })

// The provider's own pages ask for a font and an icon that this machine cannot have.
test.beforeEach(({ context }) =>
  context.route(/^https:\/\/fonts\.|\/favicon\.ico$/, (route) => route.fulfill({ body: '' })),
)

/** Presses the button and waits until the provider's own page stands in the popup. */
async function openProvider(page: Page): Promise<Page> {
  const opening = page.waitForEvent('popup')
  await button(page).click()
  const popup = await opening
  await popup.waitForURL(/\/interaction\//)
  return popup
}

/** Signs in at the provider and lets it tell the shop. */
async function consent(popup: Page, login: string): Promise<void> {
  await popup.locator('input[name="login"]').fill(login)
  await popup.locator('input[name="password"]').fill('any')
  await popup.getByRole('button').first().click()
  const gone = popup.waitForEvent('close')
  await popup.getByRole('button', { name: 'Continue' }).click()
  await gone
}

test.describe('§2.login.1 §4.login.3 signing in with Google', () => {
  test.slow()

  test('goes by way of the provider’s own page, and knows the shopper again', async ({ page }) => {
    const { email } = createAccountData()
    await openPage(page, '/login')
    const popup = await openProvider(page)
    await expect(connecting(page)).toBeDisabled()
    await consent(popup, email)
    await expect(page).toHaveURL('/complete-profile')
    await openPage(page, '/profile')
    const main = page.getByRole('main')
    await expect(main.getByText(email).first()).toBeVisible()
    await expect(main.getByText('Verified', { exact: true })).toBeVisible()
    await page.getByRole('tab', { name: 'Settings' }).click()
    await expect(main.getByText('You sign in with Google')).toBeVisible()
  })

  test('leads back to where the sign-in was asked for', async ({ page }) => {
    await openPage(page, '/login?next=%2Fwishlist')
    await consent(await openProvider(page), createAccountData().email)
    await expect(page).toHaveURL('/wishlist')
  })

  test('closed by the shopper: the button comes to rest, without an error', async ({ page }) => {
    await openPage(page, '/login')
    const popup = await openProvider(page)
    await popup.close()
    await expect(button(page)).toBeEnabled()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await consent(await openProvider(page), createAccountData().email)
    await expect(page).toHaveURL('/complete-profile')
  })

  test('Cancel closes the popup', async ({ page }) => {
    await openPage(page, '/login')
    const popup = await openProvider(page)
    const gone = popup.waitForEvent('close')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await gone
    await expect(button(page)).toBeEnabled()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('declined at the provider: at rest, without an error', async ({ page }) => {
    await openPage(page, '/login')
    const popup = await openProvider(page)
    await popup.locator('input[name="login"]').fill(createAccountData().email)
    await popup.locator('input[name="password"]').fill('any')
    await popup.getByRole('button').first().click()
    const gone = popup.waitForEvent('close')
    await popup.getByRole('link', { name: 'Cancel' }).click()
    await gone
    await expect(button(page)).toBeEnabled()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('blocked: asks to allow pop-ups', async ({ page }) => {
    await page.addInitScript(() => {
      window.open = () => null
    })
    await openPage(page, '/login')
    await button(page).click()
    await expect(page.getByRole('alert')).toHaveText(
      'Please allow pop-ups to continue with Google.',
    )
    await expect(button(page)).toBeEnabled()
  })

  test('§8.14 refused: the words of the server, else "Google login failed"', async ({
    page,
    console,
  }) => {
    console.allow(/status of (401|500)/)
    await openPage(page, '/login')
    const no = { success: false, message: 'This account already has a password.' }
    await page.route('**/api/auth/google', (route) => route.fulfill({ status: 401, json: no }), {
      times: 1,
    })
    await consent(await openProvider(page), createAccountData().email)
    await expect(page.getByRole('alert')).toHaveText(no.message)
    await page.route('**/api/auth/google/nonce', (route) =>
      route.fulfill({ status: 500, json: {} }),
    )
    await button(page).click()
    await expect(page.getByRole('alert')).toHaveText('Google login failed')
  })

  test('T17 the token leaves no trace: not in page views, not in the address', async ({
    page,
    context,
  }) => {
    const told: string[] = []
    context.on('request', (request) => {
      if (!request.url().endsWith('/auth/google'))
        told.push(request.url(), request.postData() ?? '')
    })
    const addresses: string[] = []
    await context.addInitScript(() => {
      addEventListener('pagehide', () => sessionStorage.setItem('left-at', location.href))
    })
    await openPage(page, '/login')
    const popup = await openProvider(page)
    popup.on('framenavigated', (frame) => addresses.push(frame.url()))
    await consent(popup, createAccountData().email)
    await expect(page).toHaveURL('/complete-profile')
    expect(told.filter((text) => text.includes('id_token=') || text.includes('idToken'))).toEqual(
      [],
    )
    expect(addresses.at(-1)).toMatch(/\/oauth\/callback$/)
  })
})
