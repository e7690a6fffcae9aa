import { call, type Outcome } from '#src/api-client/call.ts'
import type { User } from '#src/contract/account.ts'
import type {
  GoogleLoginRequest,
  LoginRequest,
  ResendVerificationRequest,
  SignupRequest,
} from '#src/contract/auth.ts'
import { accountMessages } from '#src/rules/messages/account.ts'
import type { Fallbacks } from './forms.ts'
import {
  $sessionError,
  $sessionLoading,
  $user,
  broadcastSession,
  isUser,
  refreshUser,
  setUser,
} from './session.ts'
import { isRecord, readItem, removeItem, setItem } from './storage.ts'

/** The text under a form; `field` is the name of the wrong input, where there is one. */
export interface FormFailure {
  ok: false
  message: string
  field: string | undefined
}

export type SignInResult = { ok: true; user: User; message: string } | FormFailure
/** Without a `uid` there is no redirect (spec §2, /signup). */
export type SignUpResult = { ok: true; uid: string | undefined; message: string } | FormFailure
export type ResendResult = { ok: true; message: string } | FormFailure

/** Signs in, sets the returned user, then fetches the full profile (spec §4, login). */
export const signIn = (login: LoginRequest): Promise<SignInResult> =>
  completeSignIn(call('POST /auth/login', { body: login }), {
    ...accountMessages.login,
    failed: accountMessages.account.unreachable,
  })

export const signInWithGoogle = (login: GoogleLoginRequest): Promise<SignInResult> =>
  completeSignIn(call('POST /auth/google', { body: login }), {
    rejected: accountMessages.login.googleRejected,
  })

/**
 * Whether the browser accepted the session cookie. The profile fetched after signing in is null
 * otherwise (F17).
 */
export const cookieAccepted = (): boolean => $user.get() !== null

async function completeSignIn(
  calling: Promise<Outcome<{ user: User; message: string }>>,
  fallbacks: Fallbacks,
): Promise<SignInResult> {
  $sessionLoading.set(true)
  $sessionError.set(null)
  const outcome = await calling
  if (outcome.kind !== 'ok' || !isUser(outcome.body.user)) {
    const failure = toFailure(outcome, fallbacks)
    $sessionError.set(failure.message)
    $sessionLoading.set(false)
    return failure
  }
  const { user, message } = outcome.body
  setUser(user)
  broadcastSession()
  await refreshUser()
  return { ok: true, user: $user.get() ?? user, message }
}

export async function signUp(signup: SignupRequest): Promise<SignUpResult> {
  const outcome = await call('POST /auth/signup', { body: signup })
  if (outcome.kind !== 'ok') return toFailure(outcome, accountMessages.signup)
  const uid: unknown = outcome.body.uid
  return {
    ok: true,
    uid: typeof uid === 'string' && uid !== '' ? uid : undefined,
    message: outcome.body.message,
  }
}

/** Mails a new verification link: to the signed-in user where no account is given. */
export async function resendVerification(
  account: ResendVerificationRequest = {},
): Promise<ResendResult> {
  const outcome = await call('POST /auth/resend-verification', { body: account })
  return outcome.kind === 'ok'
    ? { ok: true, message: outcome.body.message }
    : toFailure(outcome, { rejected: accountMessages.verification.resendFailed })
}

function toFailure(
  outcome: Outcome<unknown>,
  { rejected, failed = rejected }: Fallbacks,
): FormFailure {
  if (outcome.kind !== 'rejected') return { ok: false, message: failed, field: undefined }
  const { status, message, field } = outcome
  return { ok: false, message: message ?? (status < 500 ? rejected : failed), field }
}

/** The account that this tab has just created, so that its link can be sent again. */
export interface PendingSignup {
  uid: string
  email: string
}

const PENDING_SIGNUP_KEY = 'kairavi-pending-signup'

const isPendingSignup = (value: unknown): value is PendingSignup =>
  isRecord(value) && typeof value['uid'] === 'string' && typeof value['email'] === 'string'

export const setPendingSignup = (signup: PendingSignup): void => setItem(PENDING_SIGNUP_KEY, signup)
export const readPendingSignup = (): PendingSignup | undefined =>
  readItem(PENDING_SIGNUP_KEY, isPendingSignup)
export const removePendingSignup = (): void => removeItem(PENDING_SIGNUP_KEY)
