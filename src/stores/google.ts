import { PUBLIC_GOOGLE_CLIENT_ID, PUBLIC_OIDC_AUTHORIZE_URL } from 'astro:env/client'
import { atom } from 'nanostores'
import { call } from '#src/api-client/call.ts'
import { randomHex } from '#src/api-client/idempotency-key.ts'
import {
  type AuthorizationResponse,
  createAuthorizationUrl,
  isAuthorizationResponse,
  oauthChannel,
  popupFeatures,
} from '#src/rules/account/oidc.ts'
import { accountMessages } from '#src/rules/messages/account.ts'
import { paths } from '#src/rules/paths.ts'
import { toFailure } from './outcome.ts'
import { type SignInResult, signInWithGoogle } from './sign-in.ts'

const { login } = accountMessages

/** True while a sign-in with Google is pending. */
export const $googleConnecting = atom(false)

/** Time between two checks of the popup, in milliseconds. */
const POLL_INTERVAL_MS = 400

/** Time with this page focused and the popup closed after which the attempt ends. */
const GRACE_MS = 2_000

type OnResult = (result: SignInResult) => void

/** The pending attempt, aborted once it has ended. */
let attempt: AbortController | undefined

/**
 * Opens the provider's page in a popup and exchanges its identity token for a session. `onResult`
 * does not run when the shopper closes the popup or declines.
 */
export function continueWithGoogle(onResult: OnResult): void {
  cancelGoogle()
  // Opened within the click: browsers block a popup that is opened after the nonce has come.
  const popup = window.open('about:blank', '', popupFeatures(window))
  if (!popup) {
    onResult({ ok: false, message: login.popupBlocked })
    return
  }
  const state = randomHex()
  const channel = new BroadcastChannel(oauthChannel(state))
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isAuthorizationResponse(data)) void exchangeToken(data, onResult)
  }
  const watch = watchPopup(popup)
  attempt = new AbortController()
  const { signal } = attempt
  signal.addEventListener('abort', () => {
    clearInterval(watch)
    channel.close()
    popup.close()
  })
  $googleConnecting.set(true)
  void sendToProvider(popup, state, signal, onResult)
}

/** Ends the attempt: a later answer of the popup is ignored. */
export function cancelGoogle(): void {
  attempt?.abort()
  $googleConnecting.set(false)
}

async function sendToProvider(
  popup: Window,
  state: string,
  signal: AbortSignal,
  onResult: OnResult,
): Promise<void> {
  const outcome = await call('GET /auth/google/nonce')
  if (signal.aborted) return
  // A proxy may answer anything with 200.
  if (outcome.kind !== 'ok' || !outcome.body.nonce) {
    cancelGoogle()
    return onResult(toFailure(outcome, login.googleRejected))
  }
  popup.location.replace(
    createAuthorizationUrl({
      authorizeUrl: PUBLIC_OIDC_AUTHORIZE_URL,
      clientId: PUBLIC_GOOGLE_CLIENT_ID,
      redirectUri: location.origin + paths.oauthCallback,
      state,
      nonce: outcome.body.nonce,
    }),
  )
}

async function exchangeToken(answer: AuthorizationResponse, onResult: OnResult): Promise<void> {
  cancelGoogle()
  if (answer.kind === 'denied') return
  if (answer.kind === 'failed') return onResult({ ok: false, message: login.googleRejected })
  $googleConnecting.set(true)
  const result = await signInWithGoogle({ idToken: answer.idToken })
  $googleConnecting.set(false)
  onResult(result)
}

/**
 * Ends the pending state when the popup is closed. The opener policy of a provider makes `closed`
 * true while the popup is open: it counts only after a while in which this page has the focus. A
 * later answer is still accepted.
 */
function watchPopup(popup: Window): ReturnType<typeof setInterval> {
  let since: number | undefined
  const watch = setInterval(() => {
    if (!popup.closed || !document.hasFocus()) since = undefined
    else since ??= performance.now()
    if (since === undefined || performance.now() - since < GRACE_MS) return
    clearInterval(watch)
    $googleConnecting.set(false)
  }, POLL_INTERVAL_MS)
  return watch
}
