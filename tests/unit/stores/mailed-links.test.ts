import { expect, vi } from 'vitest'
import { messages } from '#src/channels/messages.ts'
import { type Tab, WAIT } from '#tests/helpers/tab.ts'
import { createTabTest } from '#tests/helpers/tab-test.ts'
import { getMailedToken, PASSWORD } from '#tools/api-client.ts'

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

test('the link of a mail stays valid after failures, and verifies once', async ({ tab }) => {
  const token = await signUpMeera(tab)
  const history = stubHistory(`/verify-email#token=${token}`)
  const { $verification, retryVerification } = await import('#src/stores/verify-email.ts')
  $verification.listen(() => undefined)
  const waitFor = (state: object) =>
    vi.waitFor(() => expect($verification.get()).toMatchObject({ loading: false, ...state }), WAIT)
  for (const answer of ['500 {"message":"Something went wrong."}', 'no answer']) {
    tab.intercept(/verify-email/, answer)
    await retryVerification()
    await waitFor({ error: messages.account.linkCheckFailed })
    expect(history.state['token']).toBe(token)
  }
  tab.restoreNetwork()
  await retryVerification()
  await waitFor({ error: null, data: { kind: 'verified' } })
  expect(history.state['token']).toBeNull()
  const rejections: unknown[] = []
  for (const followed of [token, 'an-unknown-token']) {
    location.hash = `#token=${followed}`
    tab.dispatch(new Event('hashchange'))
    await waitFor({ data: { kind: 'rejected' } })
    rejections.push($verification.get().data?.message)
  }
  expect(new Set(rejections).size).toBe(2)
})

test('the link of an invitation says why it is not valid', async ({ tab }) => {
  stubHistory('/join#token=unknown')
  const { $invitation } = await import('#src/stores/invitation.ts')
  $invitation.listen(() => undefined)
  await vi.waitFor(() => expect($invitation.get().error).not.toBeNull(), WAIT)
  expect(tab.listCalls()).toEqual(['POST /auth/invitation'])
})

/** Stubs the address of the page and its entry in the history. */
function stubHistory(address: string) {
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
  return history
}

test.for<[address: string, token: string | null]>([
  ['#token=new', 'new'],
  ['?token=old&from=mail', 'old'],
  ['?token=old#token=new', 'new'],
  ['', null],
])(
  'the token of the address %s is %s; it stays for a reload until it is used',
  ([address, token], { tab, page }) => {
    const history = stubHistory(address)
    const tokens: unknown[] = []
    const stop = page.$linkToken.subscribe((taken) => tokens.push(taken))
    expect(location.href).not.toContain('token')
    location.hash = '#token=followed'
    tab.dispatch(new Event('hashchange'))
    tab.dispatch(new Event('hashchange'))
    expect(tokens).toEqual([token, undefined, 'followed'])
    expect(location.href).not.toContain('token')
    stop()
    expect(history.state['token']).toBe('followed')
    page.removeLinkToken()
    expect(history.state).toEqual({ kept: 1, token: null })
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
