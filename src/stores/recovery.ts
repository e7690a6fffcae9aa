import { atom } from 'nanostores'
import { call } from '#src/api-client/call.ts'
import { RESEND_COOLDOWN_MS } from '#src/rules/constants.ts'
import { accountMessages } from '#src/rules/messages/account.ts'
import { type FormResult, toFormResult } from './form-result.ts'
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
  if (outcome.kind === 'ok')
    return {
      kind: 'verified',
      message: outcome.body.message,
      signedIn: outcome.body.signedIn === true,
    }
  if (outcome.kind === 'rejected' && outcome.status < 500 && outcome.message)
    return { kind: 'rejected', message: outcome.message }
  return { kind: 'failed', message: account.linkCheckFailed }
}

/** Asks for a reset link. The answer is the same whether the account exists or not. */
export const forgotPassword = async (email: string): Promise<FormResult> =>
  toFormResult(await call('POST /auth/forgot-password', { body: { email } }), {
    rejected: account.unreachable,
  })

export const resetPassword = async (token: string, password: string): Promise<FormResult> =>
  toFormResult(await call('POST /auth/reset-password', { body: { token, password } }), {
    rejected: account.linkCheckFailed,
  })

const SENT_AT_KEY = 'kairavi-link-sent'
const isNumber = (value: unknown): value is number => typeof value === 'number'

/** Seconds until another verification link may be requested; 0 when one may. */
export const $resendCooldown = atom(0)

let timer: ReturnType<typeof setInterval> | undefined

function updateCooldown(): void {
  const left = (readItem(SENT_AT_KEY, isNumber) ?? 0) + RESEND_COOLDOWN_MS - Date.now()
  $resendCooldown.set(Math.min(Math.max(0, Math.ceil(left / 1_000)), RESEND_COOLDOWN_MS / 1_000))
  if (left > 0) return
  clearInterval(timer)
  timer = undefined
}

/** Continues the cooldown that an earlier page of this tab started. */
export function resumeResendCooldown(): void {
  updateCooldown()
  if ($resendCooldown.get() > 0) timer ??= setInterval(updateCooldown, 1_000)
}

/** Starts the cooldown: a link was sent now. */
export function startResendCooldown(): void {
  setItem(SENT_AT_KEY, Date.now())
  resumeResendCooldown()
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** The token in the fragment of a mailed link; mails of earlier releases have it in the query. */
function readLinkToken(url: URL): string | null {
  return new URLSearchParams(url.hash.slice(1)).get('token') || url.searchParams.get('token')
}

/**
 * The token of a mailed link. It leaves the address bar immediately, so that no bookmark, history
 * entry or screenshot reveals it, and stays in the state of the history entry for a reload.
 */
export function takeLinkToken(): string | null {
  const state: unknown = history.state
  const stored = isRecord(state) && isText(state['token']) ? state['token'] : null
  const url = new URL(location.href)
  const token = readLinkToken(url)
  if (!token) return stored
  url.searchParams.delete('token')
  url.hash = ''
  history.replaceState({ ...(isRecord(state) ? state : {}), token }, '', url)
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
  const state: unknown = history.state
  if (!isRecord(state)) return
  const { token: _, ...rest } = state
  history.replaceState(rest, '')
}
