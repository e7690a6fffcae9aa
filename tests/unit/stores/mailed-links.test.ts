import { afterEach, describe, expect, vi } from 'vitest'
import { getMailedToken, PASSWORD } from '#tests/helpers/api-client.ts'
import { failNetwork, openTab, rejectWith, type Tab } from '#tests/helpers/tab.ts'
import { createTabTest } from '#tests/helpers/tab-test.ts'

afterEach(() => {
  vi.useRealTimers()
})

const EMAIL = 'meera@visitor.example'

async function openPage() {
  const mailedLinks = await import('#src/stores/mailed-links.ts')
  const signIn = await import('#src/stores/sign-in.ts')
  // Like an island that shows it.
  mailedLinks.$resendCooldown.listen(() => undefined)
  return { ...mailedLinks, ...signIn }
}

/** Signs Meera up. @returns the token of the mailed link. */
async function signUpMeera(tab: Tab): Promise<string> {
  const { signUp } = await openPage()
  await signUp({ name: 'Meera', email: EMAIL, password: PASSWORD })
  return getMailedToken(tab.app, EMAIL)
}

const test = createTabTest('/verify-email').extend<{
  page: Awaited<ReturnType<typeof openPage>>
  /** Of the mail to Meera, who has signed up. */
  token: string
}>({
  page: async ({ tab: _ }, use) => use(await openPage()),
  token: async ({ tab }, use) => use(await signUpMeera(tab)),
})

describe('the link of a verification mail', () => {
  test('verifies once; a used and an unknown link say so', async ({ token, page }) => {
    expect(await page.verifyEmail(token)).toMatchObject({ kind: 'verified', signedIn: false })
    const used = await page.verifyEmail(token)
    const unknown = await page.verifyEmail('an-unknown-token')
    expect([used.kind, unknown.kind]).toEqual(['rejected', 'rejected'])
    expect(used.message).not.toBe(unknown.message)
  })

  test.for([
    ['500', rejectWith('Something went wrong.')],
    ['no network', failNetwork],
  ] as const)(
    'stays valid after a failed request: %s',
    async ([_, interceptor], { tab, token, page }) => {
      tab.intercept(/verify-email/, interceptor)
      expect((await page.verifyEmail(token)).kind).toBe('failed')
      tab.restoreNetwork()
      expect((await page.verifyEmail(token)).kind).toBe('verified')
    },
  )
})

describe('a forgotten password', () => {
  test('is replaced by the mailed link, by a strong one only', async ({ tab, page }) => {
    const { email } = await tab.app.signUpVerified('meera')
    await page.forgotPassword(email)
    const token = await getMailedToken(tab.app, email)
    const weak = await page.resetPassword(token, 'short')
    expect(weak).toMatchObject({ ok: false, field: 'password' })
    expect(await page.resetPassword(token, 'nine lamps of amer')).toMatchObject({ ok: true })
  })
})

describe('the resend cooldown', () => {
  test('lasts a minute, also over page changes', async () => {
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
  })

  test('does not get longer when the clock is set back', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    await using _tab = await openTab('/verify-email')
    const page = await openPage()
    page.startResendCooldown()
    vi.setSystemTime(Date.now() - 86_400_000)
    vi.advanceTimersByTime(1_000)
    expect(page.$resendCooldown.get()).toBeLessThanOrEqual(60)
  })
})
