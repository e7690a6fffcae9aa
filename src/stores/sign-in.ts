import { call, type Outcome } from '#src/api-client/call.ts'
import type { User } from '#src/contract/account.ts'
import type {
  GoogleLoginRequest,
  LoginRequest,
  ResendVerificationRequest,
  SignupRequest,
} from '#src/contract/auth.ts'
import { isRecord } from '#src/rules/is-record.ts'
import { accountMessages } from '#src/rules/messages/account.ts'
import { type FormFailure, type FormResult, toFailure, toFormResult } from './outcome.ts'
import {
  $sessionError,
  $sessionLoading,
  $user,
  broadcastSession,
  isUser,
  refreshUser,
  setUser,
} from './session.ts'
import { defineKey, readItem, removeItem, setItem } from './storage.ts'

export type SignInResult = { ok: true; user: User; message: string } | FormFailure
/** Without a `uid` there is no redirect (spec §2, /signup). */
export type SignUpResult = { ok: true; uid: string | undefined; message: string } | FormFailure

const { login } = accountMessages

/** Signs in, sets the returned user, then fetches the full profile (spec §4, login). */
export const signIn = (request: LoginRequest): Promise<SignInResult> =>
  completeSignIn(
    call('POST /auth/login', { body: request }),
    login.rejected,
    accountMessages.account.unreachable,
  )

export const signInWithGoogle = (request: GoogleLoginRequest): Promise<SignInResult> =>
  completeSignIn(call('POST /auth/google', { body: request }), login.googleRejected)

/**
 * Whether the browser accepted the session cookie. The profile fetched after signing in is null
 * otherwise (F17).
 */
export const cookieAccepted = (): boolean => $user.get() !== null

async function completeSignIn(
  calling: Promise<Outcome<{ user: User; message: string }>>,
  rejected: string,
  failed = rejected,
): Promise<SignInResult> {
  $sessionLoading.set(true)
  $sessionError.set(null)
  const outcome = await calling
  if (outcome.kind !== 'ok' || !isUser(outcome.body.user)) {
    // A server that fails does not know whether the password is right.
    const serverFailed = outcome.kind === 'rejected' && outcome.status >= 500
    const failure = toFailure(outcome, serverFailed ? failed : rejected, failed)
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
  if (outcome.kind !== 'ok') return toFailure(outcome, accountMessages.signup.rejected)
  const { uid, message } = outcome.body
  return { ok: true, uid, message }
}

/** Mails a new verification link: to the signed-in user if no account is given. */
export const resendVerification = async (
  account: ResendVerificationRequest = {},
): Promise<FormResult> =>
  toFormResult(
    await call('POST /auth/resend-verification', { body: account }),
    accountMessages.verification.resendFailed,
  )

/** The account that this tab has just created, so that its link can be sent again. */
export interface PendingSignup {
  uid: string
  email: string
}

const LOGIN_EMAIL_KEY = defineKey('kairavi-login-email', 'tab')

/** Keeps the address that was just verified for the login of this tab. */
export const setLoginEmail = (email: string): void => setItem(LOGIN_EMAIL_KEY, email)
/** The address, once: the next login of this tab may be another person's. */
export function takeLoginEmail(): string {
  const email = readItem(LOGIN_EMAIL_KEY, (value) => typeof value === 'string') ?? ''
  removeItem(LOGIN_EMAIL_KEY)
  return email
}

const PENDING_SIGNUP_KEY = defineKey('kairavi-pending-signup', 'tab')

const isPendingSignup = (value: unknown): value is PendingSignup =>
  isRecord(value) && typeof value['uid'] === 'string' && typeof value['email'] === 'string'

export const setPendingSignup = (signup: PendingSignup): void => setItem(PENDING_SIGNUP_KEY, signup)
export const readPendingSignup = (): PendingSignup | undefined =>
  readItem(PENDING_SIGNUP_KEY, isPendingSignup)
export const removePendingSignup = (): void => removeItem(PENDING_SIGNUP_KEY)
