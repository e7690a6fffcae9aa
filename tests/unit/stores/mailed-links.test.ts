import { expect, vi } from 'vitest'
import { getMailedToken, PASSWORD } from '#tests/helpers/api-client.ts'
import type { Tab } from '#tests/helpers/tab.ts'
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

const test = createTabTest('/verify-email', openPage)

test('the link of a mail stays valid after failures, and verifies once', async ({ tab, page }) => {
  const token = await signUpMeera(tab)
  for (const answer of ['500 {"message":"Something went wrong."}', 'no answer']) {
    tab.intercept(/verify-email/, answer)
    expect((await page.verifyEmail(token)).kind).toBe('failed')
  }
  tab.restoreNetwork()
  expect(await page.verifyEmail(token)).toMatchObject({ kind: 'verified', signedIn: false })
  const used = await page.verifyEmail(token)
  const unknown = await page.verifyEmail('an-unknown-token')
  expect([used.kind, unknown.kind]).toEqual(['rejected', 'rejected'])
  expect(used.message).not.toBe(unknown.message)
})

test.for<[address: string, token: string | null]>([
  ['#token=new', 'new'],
  ['?token=old&from=mail', 'old'],
  ['?token=old#token=new', 'new'],
  ['', null],
])(
  'the token of the address %s is %s; it stays for a reload until it is used',
  ([address, token], { tab, page }) => {
    const location = new URL(address, 'http://shop.test/verify-email')
    const history = {
      state: { kept: 1 } as Record<string, unknown>,
      replaceState(state: Record<string, unknown>, _: string, url = location.href) {
        this.state = state
        location.href = String(url)
      },
    }
    vi.stubGlobal('location', location)
    vi.stubGlobal('history', history)
    const onLink = vi.fn()
    const stop = page.listenToLinks(onLink)
    tab.dispatch(new Event('hashchange'))
    expect(onLink).toHaveBeenCalledTimes(token === null ? 0 : 1)
    stop()
    tab.dispatch(new Event('hashchange'))
    expect(onLink).toHaveBeenCalledTimes(token === null ? 0 : 1)

    expect(page.takeLinkToken()).toBe(token)
    expect(location.href).not.toContain('token')
    expect(page.takeLinkToken()).toBe(token)
    page.removeLinkToken()
    expect(page.takeLinkToken()).toBeNull()
    expect(history.state['kept']).toBe(1)
  },
)

test('the cooldown lasts a minute, also over pages and when the clock is set back', async ({
  tab,
}) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
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
