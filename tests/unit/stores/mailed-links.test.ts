import { expect, vi } from 'vitest'
import { getMailedToken, PASSWORD } from '#tests/helpers/api-client.ts'
import { failNetwork, openTab, rejectWith, type Tab } from '#tests/helpers/tab.ts'
import { createTabTest } from '#tests/helpers/tab-test.ts'

const EMAIL = 'meera@visitor.example'

async function openPage() {
  const mailedLinks = await import('#src/stores/mailed-links.ts')
  // Like an island that shows it.
  mailedLinks.$resendCooldown.listen(() => undefined)
  return mailedLinks
}

/** Signs Meera up. @returns the token of the mailed link. */
async function signUpMeera(tab: Tab): Promise<string> {
  const { signUp } = await import('#src/stores/sign-in.ts')
  await signUp({ name: 'Meera', email: EMAIL, password: PASSWORD })
  return getMailedToken(tab.app, EMAIL)
}

const test = createTabTest('/verify-email').extend<{ page: Awaited<ReturnType<typeof openPage>> }>({
  page: async ({ tab: _ }, use) => use(await openPage()),
})

test('the link of a mail stays valid after failures, and verifies once', async ({ tab, page }) => {
  const token = await signUpMeera(tab)
  for (const interceptor of [rejectWith('Something went wrong.'), failNetwork]) {
    tab.intercept(/verify-email/, interceptor)
    expect((await page.verifyEmail(token)).kind).toBe('failed')
  }
  tab.restoreNetwork()
  expect(await page.verifyEmail(token)).toMatchObject({ kind: 'verified', signedIn: false })
  const used = await page.verifyEmail(token)
  const unknown = await page.verifyEmail('an-unknown-token')
  expect([used.kind, unknown.kind]).toEqual(['rejected', 'rejected'])
  expect(used.message).not.toBe(unknown.message)
})

test('the cooldown lasts a minute, also over pages and when the clock is set back', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  await using tab = await openTab('/verify-email')
  const before = await openPage()
  before.startResendCooldown()
  expect(before.$resendCooldown.get()).toBe(60)
  vi.advanceTimersByTime(20_000)
  expect(before.$resendCooldown.get()).toBe(40)
  tab.navigate('/verify-email')
  const after = await openPage()
  expect(after.$resendCooldown.get()).toBe(40)
  vi.advanceTimersByTime(40_000)
  expect(after.$resendCooldown.get()).toBe(0)
  vi.setSystemTime(Date.now() - 86_400_000)
  vi.advanceTimersByTime(1_000)
  expect(after.$resendCooldown.get()).toBe(60)
})
