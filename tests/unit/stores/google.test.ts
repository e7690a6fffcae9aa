import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type AuthorizationResponse, oauthChannel } from '#src/rules/oidc.ts'
import type { SignInResult } from '#src/stores/sign-in.ts'
import { CLIENT_ID, type Issuer, startIssuer } from '#tests/helpers/issuer.ts'
import { openTab, respondWith, type Tab } from '#tests/helpers/tab.ts'

vi.mock('astro:env/client', () => ({
  PUBLIC_API_URL: '/api',
  PUBLIC_GOOGLE_CLIENT_ID: 'kairavi-shop',
  PUBLIC_OIDC_AUTHORIZE_URL: 'https://id.example/authorize',
}))

const overTheNetwork = fetch
let issuer: Issuer
beforeAll(async () => {
  issuer = await startIssuer()
})
afterAll(() => issuer[Symbol.asyncDispose]())
beforeEach(() => {
  vi.resetModules()
})
afterEach(() => {
  vi.useRealTimers()
})

interface FakePopup {
  closed: boolean
  /** Where it was sent; '' while it is blank. */
  address: string
  close: () => void
  location: { replace: (address: string) => void }
}

/** A page with the button, the popup it opens, and what came of it. */
async function openPage(tab: Tab, { blocked = false } = {}) {
  const popups: FakePopup[] = []
  const open = () => {
    if (blocked) return null
    const popup: FakePopup = {
      closed: false,
      address: '',
      close: () => {
        popup.closed = true
      },
      location: {
        replace: (address) => {
          popup.address = address
        },
      },
    }
    popups.push(popup)
    return popup
  }
  const place = { screenX: 0, screenY: 0, outerWidth: 1_200, outerHeight: 800 }
  vi.stubGlobal('window', { open, ...place })
  vi.stubGlobal('location', { ...location, origin: 'http://shop.test' })
  const focus = vi.fn(() => true)
  vi.stubGlobal('document', { hasFocus: focus, prerendering: false })
  tab.intercept(/^GET \/jwks$/, () => overTheNetwork(issuer.jwksUri))

  const google = await import('#src/stores/google.ts')
  const session = await import('#src/stores/session.ts')
  const results: SignInResult[] = []
  const press = () => google.continueWithGoogle((result) => results.push(result))
  const popup = () => popups.at(-1)
  const sent = async () => {
    await vi.waitFor(() => expect(popup()?.address).not.toBe(''))
    return new URL(popup()?.address ?? '').searchParams
  }
  return { ...google, ...session, results, popups, popup, press, sent, focus }
}

/** What the callback page does in the popup. */
async function answer(state: string, given: AuthorizationResponse): Promise<void> {
  const sender = new BroadcastChannel(oauthChannel(state))
  const receiver = new BroadcastChannel(oauthChannel(state))
  const delivered = new Promise((resolve) => {
    receiver.onmessage = resolve
  })
  sender.postMessage(given)
  await delivered
  sender.close()
  receiver.close()
}

const openShopTab = () =>
  openTab('/login', {
    PUBLIC_GOOGLE_CLIENT_ID: CLIENT_ID,
    OIDC_ISSUER: issuer.url,
    OIDC_JWKS_URL: 'http://id.test/jwks',
  })

describe('signing in with Google', () => {
  test('obtains an identity token from the popup and exchanges it with the server', async () => {
    await using tab = await openShopTab()
    const page = await openPage(tab)
    page.press()
    expect(page.$googleConnecting.get()).toBe(true)
    const asked = await page.sent()
    expect(asked.get('redirect_uri')).toBe('http://shop.test/oauth/callback')
    expect(asked.get('client_id')).toBe(CLIENT_ID)
    const idToken = await issuer.sign({ nonce: asked.get('nonce') ?? '' })
    await answer(asked.get('state') ?? '', { kind: 'token', idToken })
    await vi.waitFor(() => expect(page.results).toHaveLength(1))
    expect(page.results[0]).toMatchObject({ ok: true, user: { email: 'asha@example.com' } })
    expect(tab.listCalls(/auth\/google$/)).toEqual(['POST /auth/google'])
    expect(page.popup()?.closed).toBe(true)
    expect(page.$googleConnecting.get()).toBe(false)
  })

  test('a token with the nonce of another attempt is refused in the words of the shop (T17)', async () => {
    await using tab = await openShopTab()
    const page = await openPage(tab)
    page.press()
    const asked = await page.sent()
    const idToken = await issuer.sign({ nonce: 'another' })
    await answer(asked.get('state') ?? '', { kind: 'token', idToken })
    await vi.waitFor(() => expect(page.results).toHaveLength(1))
    expect(page.results[0]).toMatchObject({ ok: false })
    expect(page.$user.get()).toBeNull()
  })

  test('an answer with another state is not heard (T17)', async () => {
    await using tab = await openShopTab()
    const page = await openPage(tab)
    page.press()
    const asked = await page.sent()
    const idToken = await issuer.sign({ nonce: asked.get('nonce') ?? '' })
    await answer('0123456789abcdef', { kind: 'token', idToken })
    expect(page.results).toEqual([])
    expect(tab.listCalls(/auth\/google$/)).toEqual([])
    page.cancelGoogle()
  })

  test('a blocked popup asks to allow it, and nothing is sent', async () => {
    await using tab = await openShopTab()
    const page = await openPage(tab, { blocked: true })
    page.press()
    expect(page.results).toEqual([
      { ok: false, message: 'Please allow pop-ups to continue with Google.', field: undefined },
    ])
    expect(page.$googleConnecting.get()).toBe(false)
    expect(tab.requests).toEqual([])
  })

  test.each([500, 200])('without words of the server: Google login failed (%i)', async (status) => {
    await using tab = await openShopTab()
    const page = await openPage(tab)
    tab.intercept(/google\/nonce/, respondWith(status, '{}'))
    page.press()
    await vi.waitFor(() => expect(page.results).toHaveLength(1))
    expect(page.results[0]).toMatchObject({ ok: false, message: 'Google login failed' })
    expect(page.popup()?.closed).toBe(true)
  })

  test('a provider that fails says so, one that is declined in says nothing', async () => {
    await using tab = await openShopTab()
    const page = await openPage(tab)
    page.press()
    await answer((await page.sent()).get('state') ?? '', { kind: 'denied' })
    await vi.waitFor(() => expect(page.$googleConnecting.get()).toBe(false))
    expect(page.results).toEqual([])
    page.press()
    await answer((await page.sent()).get('state') ?? '', { kind: 'failed' })
    await vi.waitFor(() => expect(page.results).toHaveLength(1))
    expect(page.results[0]).toMatchObject({ ok: false, message: 'Google login failed' })
  })
})

describe('a popup that is closed', () => {
  test('brings the button to rest after a while, without an error', async () => {
    await using tab = await openShopTab()
    const page = await openPage(tab)
    page.press()
    await page.sent()
    page.popup()?.close()
    await vi.waitFor(() => expect(page.$googleConnecting.get()).toBe(false), { timeout: 5_000 })
    expect(page.results).toEqual([])
  })

  test('is not believed while the shopper is elsewhere, and its late answer is heard', async () => {
    await using tab = await openShopTab()
    const page = await openPage(tab)
    page.focus.mockReturnValue(false)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
    page.press()
    const asked = await page.sent()
    // An opener policy of the provider: `closed` is true though the popup is there.
    page.popup()?.close()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(page.$googleConnecting.get()).toBe(true)
    page.focus.mockReturnValue(true)
    await vi.waitFor(() => expect(page.$googleConnecting.get()).toBe(false), { timeout: 5_000 })
    const idToken = await issuer.sign({ nonce: asked.get('nonce') ?? '' })
    await answer(asked.get('state') ?? '', { kind: 'token', idToken })
    await vi.waitFor(() => expect(page.results).toHaveLength(1))
    expect(page.results[0]).toMatchObject({ ok: true })
  })

  test('by Cancel is not heard any more', async () => {
    await using tab = await openShopTab()
    const page = await openPage(tab)
    page.press()
    const asked = await page.sent()
    page.cancelGoogle()
    expect(page.popup()?.closed).toBe(true)
    const idToken = await issuer.sign({ nonce: asked.get('nonce') ?? '' })
    await answer(asked.get('state') ?? '', { kind: 'token', idToken })
    expect(page.results).toEqual([])
    expect(tab.listCalls(/auth\/google$/)).toEqual([])
  })
})
