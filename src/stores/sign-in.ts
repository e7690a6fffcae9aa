import { call } from '#src/api-client/call.ts'
import type { Outcome } from '#src/api-client/outcome.ts'
import type { User } from '#src/contract/account.ts'
import type {
  GoogleLoginRequest,
  LoginRequest,
  ResendVerificationRequest,
  SignupRequest,
} from '#src/contract/auth.ts'
import { accountMessages } from '#src/rules/messages/account.ts'
import { $sessionError, $sessionLoading, $user, holdUser, isUser, refreshUser } from './session.ts'
import { tellTabs } from './tabs.ts'

/** What a form shows under itself; `field` names the input that was wrong, where there is one. */
export interface FormFailure {
  ok: false
  message: string
  field: string | undefined
}

export type SignInResult = { ok: true; user: User; message: string } | FormFailure
/** Without a `uid` there is nowhere to go on to (spec §2, /signup). */
export type SignUpResult = { ok: true; uid: string | undefined; message: string } | FormFailure
export type ResendResult = { ok: true; message: string } | FormFailure

/** Signs in, holds the returned user, then fetches the full profile (spec §4, login). */
export const signIn = (login: LoginRequest): Promise<SignInResult> =>
  enter(call('POST /auth/login', { body: login }), accountMessages.login.rejected)

export const signInWithGoogle = (login: GoogleLoginRequest): Promise<SignInResult> =>
  enter(call('POST /auth/google', { body: login }), accountMessages.login.googleRejected)

/**
 * Did the session last? False when the browser keeps no cookies of ours: the profile fetched after
 * signing in then knows nobody (reliability F17).
 */
export const sessionSticks = (): boolean => $user.get() !== null

async function enter(
  calling: Promise<Outcome<{ user: User; message: string }>>,
  otherwise: string,
): Promise<SignInResult> {
  $sessionLoading.set(true)
  $sessionError.set(null)
  const outcome = await calling
  if (outcome.kind !== 'ok' || !isUser(outcome.body.user)) {
    const failure = failureOf(outcome, otherwise)
    $sessionError.set(failure.message)
    $sessionLoading.set(false)
    return failure
  }
  const { user, message } = outcome.body
  holdUser(user)
  tellTabs('session')
  await refreshUser()
  return { ok: true, user: $user.get() ?? user, message }
}

export async function signUp(signup: SignupRequest): Promise<SignUpResult> {
  const outcome = await call('POST /auth/signup', { body: signup })
  if (outcome.kind !== 'ok') return failureOf(outcome, accountMessages.signup.rejected)
  const uid: unknown = outcome.body.uid
  return {
    ok: true,
    uid: typeof uid === 'string' && uid !== '' ? uid : undefined,
    message: outcome.body.message,
  }
}

/** Mails a new verification link, to the signed-in user where nobody is named. */
export async function resendVerification(
  whom: ResendVerificationRequest = {},
): Promise<ResendResult> {
  const outcome = await call('POST /auth/resend-verification', { body: whom })
  return outcome.kind === 'ok'
    ? { ok: true, message: outcome.body.message }
    : failureOf(outcome, accountMessages.verification.resendFailed)
}

export const failureOf = (outcome: Outcome<unknown>, otherwise: string): FormFailure => ({
  ok: false,
  message: (outcome.kind === 'rejected' && outcome.message) || otherwise,
  field: outcome.kind === 'rejected' ? outcome.field : undefined,
})
