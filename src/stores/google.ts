import { PUBLIC_GOOGLE_CLIENT_ID, PUBLIC_OIDC_AUTHORIZE_URL } from 'astro:env/client'
import { atom } from 'nanostores'
import { call } from '#src/api-client/call.ts'
import { accountMessages } from '#src/rules/messages/account.ts'
import {
  type AuthorizationResponse,
  createAuthorizationUrl,
  isAuthorizationResponse,
  oauthChannel,
  popupFeatures,
} from '#src/rules/oidc.ts'
import { paths } from '#src/rules/paths.ts'
import { type FormFailure, type SignInResult, signInWithGoogle } from './sign-in.ts'

/** True while a sign-in with Google is under way. */
export const $googleConnecting = atom(false)

/** Time between two looks at the popup, in milliseconds. */
const LOOK_EVERY_MS = 400

/** Time the shopper is back here, the popup gone, before the attempt counts as given up. */
const GRACE_MS = 2_000

interface Attempt {
  popup: Window
  channel: BroadcastChannel
  watch: ReturnType<typeof setInterval>
}

type Then = (result: SignInResult) => void

let current: Attempt | undefined

/**
 * Opens the provider's page in a popup and exchanges the identity token it answers with. `then`
 * gets the result; it is not called for a popup that the shopper closes or declines in.
 */
export function continueWithGoogle(then: Then): void {
  cancelGoogle()
  // Opened at once, within the click: a popup opened after the nonce has come would be blocked.
  const popup = window.open('about:blank', '', popupFeatures(window))
  if (!popup) {
    then(failure(accountMessages.login.popupBlocked))
    return
  }
  const state = randomText()
  const channel = new BroadcastChannel(oauthChannel(state))
  const attempt: Attempt = { popup, channel, watch: watchClosing(popup) }
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isAuthorizationResponse(data)) void conclude(attempt, data, then)
  }
  current = attempt
  $googleConnecting.set(true)
  void sendToProvider(attempt, state, then)
}

/** Gives the attempt up: whatever the popup still answers is not heard. */
export function cancelGoogle(): void {
  const attempt = current
  current = undefined
  $googleConnecting.set(false)
  if (!attempt) return
  clearInterval(attempt.watch)
  attempt.channel.close()
  attempt.popup.close()
}

async function sendToProvider(attempt: Attempt, state: string, then: Then): Promise<void> {
  const outcome = await call('GET /auth/google/nonce', { retries: 1 })
  if (current !== attempt) return
  // A proxy may answer anything with 200.
  if (outcome.kind !== 'ok' || !outcome.body.nonce) {
    cancelGoogle()
    const said = outcome.kind === 'rejected' ? outcome.message : undefined
    return then(failure(said ?? accountMessages.login.googleRejected))
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

async function conclude(
  attempt: Attempt,
  answer: AuthorizationResponse,
  then: Then,
): Promise<void> {
  if (current !== attempt) return
  cancelGoogle()
  if (answer.kind === 'denied') return
  if (answer.kind === 'failed') return then(failure(accountMessages.login.googleRejected))
  $googleConnecting.set(true)
  const result = await signInWithGoogle({ idToken: answer.idToken })
  $googleConnecting.set(false)
  then(result)
}

/**
 * Brings the button back to rest when the popup is closed. A provider's opener policy cuts the tie
 * and makes `closed` true at once, so it is believed only while the shopper looks at this page, and
 * after a while; an answer that comes later still is heard.
 */
function watchClosing(popup: Window): ReturnType<typeof setInterval> {
  let since: number | undefined
  const watch = setInterval(() => {
    if (!popup.closed || !document.hasFocus()) since = undefined
    else since ??= performance.now()
    if (since === undefined || performance.now() - since < GRACE_MS) return
    clearInterval(watch)
    $googleConnecting.set(false)
  }, LOOK_EVERY_MS)
  return watch
}

const failure = (message: string): FormFailure => ({ ok: false, message, field: undefined })

const randomText = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
