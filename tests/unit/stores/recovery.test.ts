import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getMailedToken, PASSWORD } from '#tests/helpers/api-client.ts'
import { openTab, respondWith, type Tab } from '#tests/helpers/tab.ts'

beforeEach(() => {
  vi.resetModules()
})
afterEach(() => {
  vi.useRealTimers()
})

const EMAIL = 'meera@visitor.example'

async function openPage() {
  const recovery = await import('#src/stores/recovery.ts')
  const entry = await import('#src/stores/sign-in.ts')
  return { ...recovery, ...entry }
}

/** Signs Meera up by the form's own action. @returns the token of the mailed link. */
async function signedUp(tab: Tab): Promise<string> {
  const { signUp } = await openPage()
  await signUp({ name: 'Meera', email: EMAIL, password: PASSWORD })
  return getMailedToken(tab.app, EMAIL)
}

describe('following the link of the mail', () => {
  test('verifies; the same link again, a wrong and an old one each say what they are', async () => {
    await using tab = await openTab('/verify-email')
    const token = await signedUp(tab)
    const page = await openPage()
    expect(await page.verifyEmail(token)).toMatchObject({ kind: 'verified', signedIn: false })
    const used = await page.verifyEmail(token)
    const wrong = await page.verifyEmail('nothing-that-was-mailed')
    expect([used.kind, wrong.kind]).toEqual(['rejected', 'rejected'])
    expect(used.message).not.toBe(wrong.message)
  })

  test('an old one is refused in words of its own', async () => {
    await using tab = await openTab('/verify-email')
    const token = await signedUp(tab)
    tab.app.advanceTime(40 * 24 * 60 * 60_000)
    const page = await openPage()
    const old = await page.verifyEmail(token)
    const wrong = await page.verifyEmail('nothing-that-was-mailed')
    expect(old.kind).toBe('rejected')
    expect(old.message).not.toBe(wrong.message)
  })

  test.each([
    ['502 and HTML', respondWith(502, '<h1>Bad gateway</h1>')],
    ['500', respondWith(500, '{"success":false,"message":"Something went wrong."}')],
    ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('%s says nothing about the link, which may be tried again', async (_, line) => {
    await using tab = await openTab('/verify-email')
    const token = await signedUp(tab)
    const page = await openPage()
    tab.intercept(/verify-email/, line)
    expect((await page.verifyEmail(token)).kind).toBe('failed')
    tab.restoreNetwork()
    expect((await page.verifyEmail(token)).kind).toBe('verified')
  })
})

describe('a forgotten password', () => {
  test('is answered alike for those who have an account and those who have none (T14)', async () => {
    await using tab = await openTab('/forgot-password')
    await signedUp(tab)
    const page = await openPage()
    const known = await page.forgotPassword(EMAIL)
    const unknown = await page.forgotPassword('nobody@visitor.example')
    expect(known).toMatchObject({ ok: true })
    expect(unknown).toEqual(known)
  })

  test('is replaced by way of the mail, once, and a weak one is refused at its field', async () => {
    await using tab = await openTab('/reset-password')
    await signedUp(tab)
    const page = await openPage()
    await page.forgotPassword(EMAIL)
    const token = await getMailedToken(tab.app, EMAIL)
    const weak = await page.resetPassword(token, 'short')
    expect(weak).toMatchObject({ ok: false, field: 'password' })
    expect(await page.resetPassword(token, 'nine lamps of amer')).toMatchObject({ ok: true })
    expect(await page.resetPassword(token, 'ten lamps of amer')).toMatchObject({ ok: false })
    const signIn = await page.signIn({ email: EMAIL, password: 'nine lamps of amer' })
    expect(signIn.ok).toBe(true)
  })
})

describe('asking for the link again', () => {
  test('rests for a minute, over page changes of the tab too', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    await using tab = await openTab('/verify-email')
    const before = await openPage()
    before.startResendCooldown()
    expect(before.$resendCooldown.get()).toBe(60)
    vi.advanceTimersByTime(20_000)
    expect(before.$resendCooldown.get()).toBe(40)
    tab.navigate('/verify-email')
    const after = await openPage()
    expect(after.$resendCooldown.get()).toBe(0)
    after.resumeResendCooldown()
    expect(after.$resendCooldown.get()).toBe(40)
    vi.advanceTimersByTime(40_000)
    expect(after.$resendCooldown.get()).toBe(0)
  })

  test('a clock put back does not make it longer', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    await using _tab = await openTab('/verify-email')
    const page = await openPage()
    page.startResendCooldown()
    vi.setSystemTime(Date.now() - 86_400_000)
    page.resumeResendCooldown()
    expect(page.$resendCooldown.get()).toBeLessThanOrEqual(60)
  })
})
