import { PUBLIC_GOOGLE_CLIENT_ID, PUBLIC_OIDC_AUTHORIZE_URL } from 'astro:env/client'
import { atom } from 'nanostores'
import { call } from '#src/api-client/call.ts'
import { randomHex } from '#src/api-client/idempotency-key.ts'
import { accountMessages } from '#src/rules/messages/account.ts'
import {
  type AuthorizationResponse,
  createAuthorizationUrl,
  isAuthorizationResponse,
  oauthChannel,
  popupFeatures,
} from '#src/rules/oidc.ts'
import { paths } from '#src/rules/paths.ts'
import { toFailure } from './outcome.ts'
import { type SignInResult, signInWithGoogle } from './sign-in.ts'

/** True while a sign-in with Google is pending. */
export const $googleConnecting = atom(false)

/** Time between two checks of the popup, in milliseconds. */
const POLL_INTERVAL_MS = 400

/** Time with this page focused and the popup closed after which the attempt ends. */
const GRACE_MS = 2_000

interface Attempt {
  popup: Window
  channel: BroadcastChannel
  watch: ReturnType<typeof setInterval>
}

type OnResult = (result: SignInResult) => void

let current: Attempt | undefined

/**
 * Opens the provider's page in a popup and exchanges its identity token for a session. `onResult`
 * does not run when the shopper closes the popup or declines.
 */
export function continueWithGoogle(onResult: OnResult): void {
  cancelGoogle()
  // Opened within the click: browsers block a popup that is opened after the nonce has come.
  const popup = window.open('about:blank', '', popupFeatures(window))
  if (!popup) {
    onResult({ ok: false, message: accountMessages.login.popupBlocked })
    return
  }
  const state = randomHex()
  const channel = new BroadcastChannel(oauthChannel(state))
  const attempt: Attempt = { popup, channel, watch: watchPopup(popup) }
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isAuthorizationResponse(data)) void exchangeToken(attempt, data, onResult)
  }
  current = attempt
  $googleConnecting.set(true)
  void sendToProvider(attempt, state, onResult)
}

/** Ends the attempt: a later answer of the popup is ignored. */
export function cancelGoogle(): void {
  const attempt = current
  current = undefined
  $googleConnecting.set(false)
  if (!attempt) return
  clearInterval(attempt.watch)
  attempt.channel.close()
  attempt.popup.close()
}

async function sendToProvider(attempt: Attempt, state: string, onResult: OnResult): Promise<void> {
  const outcome = await call('GET /auth/google/nonce')
  if (current !== attempt) return
  // A proxy may answer anything with 200.
  if (outcome.kind !== 'ok' || !outcome.body.nonce) {
    cancelGoogle()
    return onResult(toFailure(outcome, accountMessages.login.googleRejected))
  }
  attempt.popup.location.replace(
    createAuthorizationUrl({
      authorizeUrl: PUBLIC_OIDC_AUTHORIZE_URL,
      clientId: PUBLIC_GOOGLE_CLIENT_ID,
      redirectUri: location.origin + paths.oauthCallback,
      state,
      nonce: outcome.body.nonce,
    }),
  )
}

async function exchangeToken(
  attempt: Attempt,
  answer: AuthorizationResponse,
  onResult: OnResult,
): Promise<void> {
  if (current !== attempt) return
  cancelGoogle()
  if (answer.kind === 'denied') return
  if (answer.kind === 'failed')
    return onResult({ ok: false, message: accountMessages.login.googleRejected })
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
