import { describe, expect, vi } from 'vitest'
import { type AuthorizationResponse, oauthChannel } from '#src/rules/account/oidc.ts'
import type { SignInResult } from '#src/stores/sign-in.ts'
import { type Tab, WAIT } from '#tests/helpers/tab.ts'
import { createTabTest } from '#tests/helpers/tab-test.ts'

vi.mock('astro:env/client', () => ({
  PUBLIC_API_URL: '/api',
  PUBLIC_GOOGLE_CLIENT_ID: 'kairavi-shop',
  PUBLIC_OIDC_AUTHORIZE_URL: 'https://id.example/authorize',
}))

const RESULT = { success: true, user: { uid: 'asha' }, message: 'Welcome.' }

/** A page with the Google button, its popup and the results of the sign-in. */
async function openPage(tab: Tab) {
  const popup = {
    closed: false,
    /** '' while it is blank. */
    address: '',
    close: () => {
      popup.closed = true
    },
    location: {
      replace: (address: string) => {
        popup.address = address
      },
    },
  }
  const open = vi.fn((): typeof popup | null =>
    Object.assign(popup, { closed: false, address: '' }),
  )
  const hasFocus = vi.fn(() => true)
  vi.stubGlobal('window', { open, screenX: 0, screenY: 0, outerWidth: 1_200, outerHeight: 800 })
  vi.stubGlobal('location', { ...location, origin: 'http://shop.test' })
  vi.stubGlobal('document', { hasFocus, prerendering: false })
  tab.intercept(/google\/nonce/, '200 {"success":true,"nonce":"once"}')
  tab.intercept(/auth\/google$/, `200 ${JSON.stringify(RESULT)}`)
  const google = await import('#src/stores/google.ts')
  const results: SignInResult[] = []
  const press = () => google.continueWithGoogle((result) => results.push(result))
  /** Presses the button. @returns what the popup sends to the provider. */
  const openProvider = async () => {
    press()
    await vi.waitFor(() => expect(popup.address).not.toBe(''), WAIT)
    return Object.fromEntries(new URL(popup.address).searchParams)
  }
  const listSent = () => tab.requests.filter(({ endpoint }) => endpoint === 'POST /auth/google')
  return { ...google, results, popup, open, press, openProvider, hasFocus, listSent }
}

/** Sends an authorization response, like the callback page in the popup. */
async function respond(state = '', response: AuthorizationResponse = TOKEN): Promise<void> {
  const [sender, receiver] = [1, 2].map(() => new BroadcastChannel(oauthChannel(state)))
  const delivered = new Promise((resolve) => Object.assign(receiver ?? {}, { onmessage: resolve }))
  sender?.postMessage(response)
  await delivered
}
const TOKEN: AuthorizationResponse = { kind: 'token', idToken: 'a.b.c' }

const test = createTabTest('/login', openPage)

describe('signing in with Google', () => {
  test('exchanges the identity token of the popup with the server', async ({ page }) => {
    const opening = page.openProvider()
    expect(page.$googleConnecting.get()).toBe(true)
    const { state, ...params } = await opening
    expect(params).toMatchObject({
      client_id: 'kairavi-shop',
      nonce: 'once',
      redirect_uri: 'http://shop.test/oauth/callback',
    })
    await respond(state)
    await vi.waitFor(() => expect(page.results).toMatchObject([{ ok: true }]), WAIT)
    expect(page.listSent()).toMatchObject([{ body: { idToken: 'a.b.c' } }])
    expect([page.popup.closed, page.$googleConnecting.get()]).toEqual([true, false])
  })

  test('ignores a response with another state (T17)', async ({ page }) => {
    await page.openProvider()
    await respond('0123456789abcdef')
    expect([page.results, page.listSent()]).toEqual([[], []])
    page.cancelGoogle()
  })

  test('asks to allow a blocked popup and sends nothing', async ({ tab, page }) => {
    page.open.mockReturnValue(null)
    page.press()
    expect(page.results).toEqual([
      { ok: false, message: 'Please allow pop-ups to continue with Google.' },
    ])
    expect(page.$googleConnecting.get()).toBe(false)
    expect(tab.requests).toEqual([])
  })

  test('fails where the answer has no nonce', async ({ tab, page }) => {
    tab.intercept(/google\/nonce/, '200 {}')
    page.press()
    await vi.waitFor(() => expect(page.results).toHaveLength(1), WAIT)
    expect(page.results[0]).toMatchObject({ ok: false, message: 'Google login failed' })
    expect(page.popup.closed).toBe(true)
  })

  test('shows an error of the provider, none of the user who declines', async ({ page }) => {
    await respond((await page.openProvider())['state'], { kind: 'denied' })
    await vi.waitFor(() => expect(page.$googleConnecting.get()).toBe(false))
    expect(page.results).toEqual([])
    await respond((await page.openProvider())['state'], { kind: 'failed' })
    await vi.waitFor(() => expect(page.results).toHaveLength(1), WAIT)
    expect(page.results[0]).toMatchObject({ ok: false, message: 'Google login failed' })
  })
})

describe('a closed popup', () => {
  test('ends the attempt once the page has the focus; a late response signs in', async ({
    page,
  }) => {
    page.hasFocus.mockReturnValue(false)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
    const { state } = await page.openProvider()
    // The provider's opener policy makes `closed` true while the popup is open.
    page.popup.close()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(page.$googleConnecting.get()).toBe(true)
    page.hasFocus.mockReturnValue(true)
    await vi.advanceTimersByTimeAsync(2_500)
    expect(page.$googleConnecting.get()).toBe(false)
    expect(page.results).toEqual([])
    await respond(state)
    await vi.waitFor(() => expect(page.results).toMatchObject([{ ok: true }]), WAIT)
  })

  test('after Cancel, its response is ignored', async ({ page }) => {
    const { state } = await page.openProvider()
    page.cancelGoogle()
    expect(page.popup.closed).toBe(true)
    await respond(state)
    expect([page.results, page.listSent()]).toEqual([[], []])
  })
})
