import { atom } from 'nanostores'
import { call } from '#src/api-client/call.ts'
import { RESEND_COOLDOWN_MS } from '#src/rules/constants.ts'
import { accountMessages } from '#src/rules/messages/account.ts'
import { type Answer, answerOf } from './answer.ts'
import { keep, readKept } from './storage.ts'

const { account } = accountMessages

export type Verification =
  | { kind: 'verified'; message: string; signedIn: boolean }
  /** The link is used, too old or wrong; the server says which. */
  | { kind: 'rejected'; message: string }
  /** The link may be good: it could not be asked about. */
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

/** Asks for a reset link. The answer never tells whether the account exists. */
export const forgotPassword = async (email: string): Promise<Answer> =>
  answerOf(await call('POST /auth/forgot-password', { body: { email } }), {
    refused: account.unreachable,
  })

export const resetPassword = async (token: string, password: string): Promise<Answer> =>
  answerOf(await call('POST /auth/reset-password', { body: { token, password } }), {
    refused: account.linkCheckFailed,
  })

const SENT_AT = 'kairavi-link-sent'
const isInstant = (value: unknown): value is number => typeof value === 'number'

/** Whole seconds until another verification link may be asked for; 0 when one may. */
export const $resendWait = atom(0)

let ticking: ReturnType<typeof setInterval> | undefined

function tick(): void {
  const left = (readKept(SENT_AT, isInstant) ?? 0) + RESEND_COOLDOWN_MS - Date.now()
  $resendWait.set(Math.min(Math.max(0, Math.ceil(left / 1_000)), RESEND_COOLDOWN_MS / 1_000))
  if (left > 0) return
  clearInterval(ticking)
  ticking = undefined
}

/** Goes on with the wait that an earlier page of this tab began. */
export function followResendWait(): void {
  tick()
  if ($resendWait.get() > 0) ticking ??= setInterval(tick, 1_000)
}

/** A link was sent just now: the next one may be asked for in a while. */
export function beginResendWait(): void {
  keep(SENT_AT, Date.now())
  followResendWait()
}
