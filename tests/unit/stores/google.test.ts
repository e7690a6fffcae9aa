import { afterAll, afterEach, test as base, beforeAll, describe, expect, vi } from 'vitest'
import { type AuthorizationResponse, oauthChannel } from '#src/rules/oidc.ts'
import type { SignInResult } from '#src/stores/sign-in.ts'
import { CLIENT_ID, type Issuer, startIssuer } from '#tests/helpers/issuer.ts'
import { openTab, respondWith, type Tab, WAIT } from '#tests/helpers/tab.ts'

vi.mock('astro:env/client', () => ({
  PUBLIC_API_URL: '/api',
  PUBLIC_GOOGLE_CLIENT_ID: 'kairavi-shop',
  PUBLIC_OIDC_AUTHORIZE_URL: 'https://id.example/authorize',
}))

const networkFetch = fetch
let issuer: Issuer
beforeAll(async () => {
  issuer = await startIssuer()
})
afterAll(() => issuer[Symbol.asyncDispose]())
afterEach(() => {
  vi.useRealTimers()
})

function createPopup() {
  const popup = {
    closed: false,
    /** '' while it is blank. */
    address: '',
    close() {
      popup.closed = true
    },
    location: {
      replace(address: string) {
        popup.address = address
      },
    },
  }
  return popup
}

/** A page with the Google button, its popups and the results of the sign-in. */
async function openPage(tab: Tab, { blocked = false } = {}) {
  const popups: ReturnType<typeof createPopup>[] = []
  const open = () => {
    if (blocked) return null
    popups.push(createPopup())
    return popup()
  }
  const screen = { screenX: 0, screenY: 0, outerWidth: 1_200, outerHeight: 800 }
  vi.stubGlobal('window', { open, ...screen })
  vi.stubGlobal('location', { ...location, origin: 'http://shop.test' })
  const hasFocus = vi.fn(() => true)
  vi.stubGlobal('document', { hasFocus, prerendering: false })
  tab.intercept(/^GET \/jwks$/, () => networkFetch(issuer.jwksUri))

  const google = await import('#src/stores/google.ts')
  const session = await import('#src/stores/session.ts')
  const results: SignInResult[] = []
  const press = () => google.continueWithGoogle((result) => results.push(result))
  const popup = () => popups.at(-1)
  const findParams = async () => {
    await vi.waitFor(() => expect(popup()?.address).not.toBe(''))
    return new URL(popup()?.address ?? '').searchParams
  }
  return { ...google, ...session, results, popups, popup, press, findParams, hasFocus }
}

/** Sends an authorization response, like the callback page in the popup. */
async function respond(state: string, response: AuthorizationResponse): Promise<void> {
  const sender = new BroadcastChannel(oauthChannel(state))
  const receiver = new BroadcastChannel(oauthChannel(state))
  const delivered = new Promise((resolve) => {
    receiver.onmessage = resolve
  })
  sender.postMessage(response)
  await delivered
  sender.close()
  receiver.close()
}

/** Sends the token of this attempt, as `state` says that it is. */
async function respondWithToken(params: URLSearchParams, state = params.get('state') ?? '') {
  const idToken = await issuer.sign({ nonce: params.get('nonce') ?? '' })
  await respond(state, { kind: 'token', idToken })
}

const openShopTab = () =>
  openTab('/login', {
    PUBLIC_GOOGLE_CLIENT_ID: CLIENT_ID,
    OIDC_ISSUER: issuer.url,
    OIDC_JWKS_URL: 'http://id.test/jwks',
  })

const test = base.extend<{ tab: Tab; page: Awaited<ReturnType<typeof openPage>> }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs
  tab: async ({}, use) => {
    await using tab = await openShopTab()
    await use(tab)
  },
  page: async ({ tab }, use) => use(await openPage(tab)),
})

describe('signing in with Google', () => {
  test('exchanges the identity token of the popup with the server', async ({ tab, page }) => {
    page.press()
    expect(page.$googleConnecting.get()).toBe(true)
    const params = await page.findParams()
    expect(params.get('redirect_uri')).toBe('http://shop.test/oauth/callback')
    expect(params.get('client_id')).toBe(CLIENT_ID)
    await respondWithToken(params)
    await vi.waitFor(() => expect(page.results).toHaveLength(1), WAIT)
    expect(page.results[0]).toMatchObject({ ok: true, user: { email: 'asha@example.com' } })
    expect(tab.listCalls(/auth\/google$/)).toEqual(['POST /auth/google'])
    expect(page.popup()?.closed).toBe(true)
    expect(page.$googleConnecting.get()).toBe(false)
  })

  test('ignores a response with another state (T17)', async ({ tab, page }) => {
    page.press()
    const params = await page.findParams()
    await respondWithToken(params, '0123456789abcdef')
    expect(page.results).toEqual([])
    expect(tab.listCalls(/auth\/google$/)).toEqual([])
    page.cancelGoogle()
  })

  test('asks to allow a blocked popup and sends nothing', async ({ tab }) => {
    const page = await openPage(tab, { blocked: true })
    page.press()
    expect(page.results).toEqual([
      { ok: false, message: 'Please allow pop-ups to continue with Google.', field: undefined },
    ])
    expect(page.$googleConnecting.get()).toBe(false)
    expect(tab.requests).toEqual([])
  })

  test.for([500, 200])(
    'falls back to "Google login failed" after status %i without a message',
    async (status, { tab, page }) => {
      tab.intercept(/google\/nonce/, respondWith(status, '{}'))
      page.press()
      await vi.waitFor(() => expect(page.results).toHaveLength(1), WAIT)
      expect(page.results[0]).toMatchObject({ ok: false, message: 'Google login failed' })
      expect(page.popup()?.closed).toBe(true)
    },
  )

  test('shows an error of the provider, none of the user who declines', async ({ page }) => {
    page.press()
    await respond((await page.findParams()).get('state') ?? '', { kind: 'denied' })
    await vi.waitFor(() => expect(page.$googleConnecting.get()).toBe(false))
    expect(page.results).toEqual([])
    page.press()
    await respond((await page.findParams()).get('state') ?? '', { kind: 'failed' })
    await vi.waitFor(() => expect(page.results).toHaveLength(1), WAIT)
    expect(page.results[0]).toMatchObject({ ok: false, message: 'Google login failed' })
  })
})

describe('a closed popup', () => {
  test('ends the attempt without an error', async ({ page }) => {
    page.press()
    await page.findParams()
    page.popup()?.close()
    await vi.waitFor(() => expect(page.$googleConnecting.get()).toBe(false), { timeout: 5_000 })
    expect(page.results).toEqual([])
  })

  test('is ignored without focus, and a late response signs in', async ({ page }) => {
    page.hasFocus.mockReturnValue(false)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
    page.press()
    const params = await page.findParams()
    // The provider's opener policy makes `closed` true while the popup is open.
    page.popup()?.close()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(page.$googleConnecting.get()).toBe(true)
    page.hasFocus.mockReturnValue(true)
    await vi.advanceTimersByTimeAsync(5_000)
    await vi.waitFor(() => expect(page.$googleConnecting.get()).toBe(false), { timeout: 5_000 })
    await respondWithToken(params)
    await vi.waitFor(() => expect(page.results).toHaveLength(1), WAIT)
    expect(page.results[0]).toMatchObject({ ok: true })
  })

  test('after Cancel, its response is ignored', async ({ tab, page }) => {
    page.press()
    const params = await page.findParams()
    page.cancelGoogle()
    expect(page.popup()?.closed).toBe(true)
    await respondWithToken(params)
    expect(page.results).toEqual([])
    expect(tab.listCalls(/auth\/google$/)).toEqual([])
  })
})
