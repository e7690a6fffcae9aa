import { atom, onMount } from 'nanostores'
import { call } from '#src/api-client/call.ts'
import { RESEND_COOLDOWN_MS } from '#src/rules/constants.ts'
import { isRecord } from '#src/rules/is-record.ts'
import { accountMessages } from '#src/rules/messages/account.ts'
import { type FormResult, toFormResult } from './outcome.ts'
import { defineKey, readItem, setItem } from './storage.ts'

const { account } = accountMessages

/** Asks for a reset link. The answer is the same whether the account exists or not. */
export const forgotPassword = async (email: string): Promise<FormResult> =>
  toFormResult(await call('POST /auth/forgot-password', { body: { email } }), account.unreachable)

export const resetPassword = async (token: string, password: string): Promise<FormResult> =>
  toFormResult(
    await call('POST /auth/reset-password', { body: { token, password } }),
    account.linkCheckFailed,
  )

const SENT_AT_KEY = defineKey('kairavi-link-sent', 'tab')
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
 * Takes the token out of the address bar immediately, so that no bookmark, history entry or screenshot
 * reveals it. It stays in the state of the history entry for a reload.
 */
function takeLinkToken(): string | null {
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
 * The token of the mailed link that led to this page; null without one, undefined in the static page. A
 * link that is followed in this tab changes only the fragment of its address.
 */
export const $linkToken = atom<string | null | undefined>()

onMount($linkToken, () => {
  if (typeof location === 'undefined') return
  $linkToken.set(takeLinkToken())
  const handleHashChange = () => {
    if (!readLinkToken(new URL(location.href))) return
    // The same link, followed again, is checked again.
    $linkToken.set(undefined)
    $linkToken.set(takeLinkToken())
  }
  const unmounted = new AbortController()
  addEventListener('hashchange', handleHashChange, { signal: unmounted.signal })
  return () => unmounted.abort()
})

/** Deletes the token from the history entry once it is used. */
export function removeLinkToken(): void {
  if (isRecord(history.state)) history.replaceState({ ...history.state, token: null }, '')
}
