import { atom, onMount } from 'nanostores'
import { call } from '#src/api-client/call.ts'
import type { ResponseBody } from '#src/contract/endpoints.ts'
import { RESEND_COOLDOWN_MS } from '#src/rules/constants.ts'
import { accountMessages } from '#src/rules/messages/account.ts'
import { parseNextPath, withNext } from '#src/rules/paths.ts'
import { isStoredIntent, readIntent, removeIntent, storeIntent } from './intent.ts'
import { errorText, type FormResult, toFormResult } from './outcome.ts'
import { isRecord, readItem, setItem } from './storage.ts'

const { account } = accountMessages

export type Verification =
  | { kind: 'verified'; message: string; signedIn: boolean }
  /** The link is used, expired or wrong; the message says which. */
  | { kind: 'rejected'; message: string }
  /** The link could not be checked and may be valid. */
  | { kind: 'failed'; message: string }

export async function verifyEmail(token: string): Promise<Verification> {
  const outcome = await call('POST /auth/verify-email', { body: { token } })
  if (outcome.kind === 'ok') {
    const { message, signedIn = false } = outcome.body
    return { kind: 'verified', message, signedIn }
  }
  if (outcome.kind === 'rejected' && outcome.status < 500 && outcome.message)
    return { kind: 'rejected', message: outcome.message }
  return { kind: 'failed', message: account.linkCheckFailed }
}

/** Asks for a reset link. The answer is the same whether the account exists or not. */
export const forgotPassword = async (email: string): Promise<FormResult> =>
  toFormResult(await call('POST /auth/forgot-password', { body: { email } }), account.unreachable)

export const resetPassword = async (token: string, password: string): Promise<FormResult> =>
  toFormResult(
    await call('POST /auth/reset-password', { body: { token, password } }),
    account.linkCheckFailed,
  )

export type Invitation = ResponseBody<'POST /auth/invitation'>

/** What the link of an invitation is for; the text says why a link is not valid. */
export async function findInvitation(
  token: string,
): Promise<{ ok: true; invitation: Invitation } | { ok: false; message: string }> {
  const outcome = await call('POST /auth/invitation', { body: { token } })
  return outcome.kind === 'ok'
    ? { ok: true, invitation: outcome.body }
    : { ok: false, message: errorText(outcome, account.linkCheckFailed) }
}

/** Accepts an invitation; name and password are those of a new account. */
export const acceptInvitation = async (
  token: string,
  fields: { name?: string; password?: string },
): Promise<FormResult> =>
  toFormResult(
    await call('POST /auth/accept-invitation', { body: { token, ...fields } }),
    account.linkCheckFailed,
  )

const SENT_AT_KEY = 'kairavi-link-sent'
const isNumber = (value: unknown): value is number => typeof value === 'number'

/** Seconds until another verification link may be requested; 0 when one may. */
export const $resendCooldown = atom(0)

function updateCooldown(): void {
  const left = (readItem(SENT_AT_KEY, isNumber) ?? 0) + RESEND_COOLDOWN_MS - Date.now()
  $resendCooldown.set(Math.min(Math.max(0, Math.ceil(left / 1_000)), RESEND_COOLDOWN_MS / 1_000))
}

// An earlier page of this tab may have started it.
onMount($resendCooldown, () => {
  updateCooldown()
  const timer = setInterval(updateCooldown, 1_000)
  return () => clearInterval(timer)
})

/** Starts the cooldown: a link was sent now. */
export function startResendCooldown(): void {
  setItem(SENT_AT_KEY, Date.now())
  updateCooldown()
}

/** The token in the fragment of a mailed link; mails of earlier releases have it in the query. */
function readLinkToken(url: URL): string | null {
  return new URLSearchParams(url.hash.slice(1)).get('token') || url.searchParams.get('token')
}

/**
 * The token of a mailed link. It leaves the address bar immediately, so that no bookmark, history
 * entry or screenshot reveals it, and stays in the state of the history entry for a reload.
 */
export function takeLinkToken(): string | null {
  const state: Record<string, unknown> = isRecord(history.state) ? history.state : {}
  const url = new URL(location.href)
  const token = readLinkToken(url)
  if (!token) return typeof state['token'] === 'string' ? state['token'] : null
  url.searchParams.delete('token')
  url.hash = ''
  history.replaceState({ ...state, token }, '', url)
  return token
}

/**
 * Calls `onLink` when a mailed link is followed in a tab that shows its page already: only the
 * fragment changes then. @returns a function that stops it.
 */
export function listenToLinks(onLink: () => void): () => void {
  const handleHashChange = () => {
    if (readLinkToken(new URL(location.href))) onLink()
  }
  addEventListener('hashchange', handleHashChange)
  return () => removeEventListener('hashchange', handleHashChange)
}

/** Deletes the token from the history entry once it is used. */
export function removeLinkToken(): void {
  if (isRecord(history.state)) history.replaceState({ ...history.state, token: null }, '')
}

// A mailed link opens in another tab than the one that signed up, and most shoppers continue there.
// The first tab hands its intent and its `?next=` to the second.

const INTENT_CHANNEL = 'kairavi-intent'
const INTENT_REQUEST = 'request'

/**
 * While this page waits for a mailed link to be followed, hands the intent of this tab to the tab
 * that requests it.
 * @returns a function that stops it.
 */
export function offerIntent(): (() => void) | undefined {
  if (typeof BroadcastChannel === 'undefined') return undefined
  const channel = new BroadcastChannel(INTENT_CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data !== INTENT_REQUEST) return
    const next = parseNextPath(location.search)
    const intent = readIntent()
    if (next === null && intent === undefined) return
    channel.postMessage({ next, intent })
    removeIntent()
  }
  return () => channel.close()
}

/**
 * Requests the intent of another tab and takes the first answer: the intent, and the `?next=` of
 * the address. Does nothing where this page has a `?next=`.
 * @param onReceived runs when there was an answer.
 * @returns a function that stops it.
 */
export function requestIntent(onReceived: () => void): (() => void) | undefined {
  if (typeof BroadcastChannel === 'undefined' || parseNextPath(location.search) !== null)
    return undefined
  const channel = new BroadcastChannel(INTENT_CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (!isRecord(data)) return
    channel.close()
    const { next, intent } = data
    if (isStoredIntent(intent)) storeIntent(intent)
    const path =
      typeof next === 'string' ? parseNextPath(`?next=${encodeURIComponent(next)}`) : null
    history.replaceState(history.state, '', withNext(location.pathname, path))
    onReceived()
  }
  channel.postMessage(INTENT_REQUEST)
  return () => channel.close()
}
