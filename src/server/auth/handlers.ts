import { messages } from '#src/rules/messages.ts'
import { getUser } from '../account/get-user.ts'
import type { Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import { clientAddress, clientSubnet } from '../http/client-address.ts'
import type { Handlers, ValidatedRequest } from '../http/mount.ts'
import { consume, type RateLimit } from '../http/rate-limit.ts'
import { changePassword } from './change-password.ts'
import { forgotPassword, resendVerification, verifyEmail } from './email-verification.ts'
import { signInWithGoogle } from './google.ts'
import { createNonce } from './google-nonce.ts'
import { createIdentityVerifier } from './identity-token.ts'
import { logIn } from './log-in.ts'
import {
  GOOGLE_LOGINS,
  GOOGLE_NONCES,
  MAIL_REQUESTS,
  MAIL_TOKEN_ATTEMPTS,
  SIGNUPS,
} from './rate-limits.ts'
import { resetPassword } from './reset-password.ts'
import { deleteCurrentSession, deleteSessionCookie } from './session.ts'
import { signUp } from './sign-up.ts'

type AuthCall =
  | 'POST /auth/signup'
  | 'POST /auth/login'
  | 'POST /auth/google'
  | 'POST /auth/logout'
  | 'GET /auth/google/nonce'
  | 'POST /auth/verify-email'
  | 'POST /auth/resend-verification'
  | 'POST /auth/forgot-password'
  | 'POST /auth/reset-password'
  | 'PUT /auth/password'

/** Signing up, in and out, and everything that mailed links do. */
export function authHandlers(deps: Deps): Pick<Handlers, AuthCall> {
  const { db, env } = deps
  const spendOf = (budget: RateLimit, { c }: Pick<ValidatedRequest<AuthCall>, 'c'>) =>
    consume(deps, budget, clientSubnet(clientAddress(c, env)))
  const clientId = env.PUBLIC_GOOGLE_CLIENT_ID
  const verifyIdentity = clientId === undefined ? undefined : createIdentityVerifier(deps, clientId)
  const noGoogle = () => new HttpError(404, 'Sign-in with Google is not set up here.')

  return {
    'POST /auth/signup': async (call) => {
      await spendOf(SIGNUPS, call)
      const { uid } = await signUp(deps, call.body)
      return { message: 'Account created. Please check your inbox to verify your email.', uid }
    },
    'POST /auth/login': async ({ body, c }) => {
      const userId = await logIn(deps, c, body)
      return { user: await getUser(db, userId), message: 'Welcome back.' }
    },
    'GET /auth/google/nonce': async (call) => {
      if (!verifyIdentity) throw noGoogle()
      await spendOf(GOOGLE_NONCES, call)
      return { nonce: await createNonce(deps, call.c) }
    },
    'POST /auth/google': async (call) => {
      if (!verifyIdentity) throw noGoogle()
      await spendOf(GOOGLE_LOGINS, call)
      const identity = await verifyIdentity(call.body.idToken)
      const userId = await signInWithGoogle(deps, call.c, identity)
      return { user: await getUser(db, userId), message: 'Welcome.' }
    },
    'POST /auth/logout': async ({ c }) => {
      const ended = await deleteCurrentSession(deps, db, c)
      deleteSessionCookie(deps, c)
      if (ended) c.header('Clear-Site-Data', '"cache"')
      return { success: true, message: 'You are logged out.' }
    },
    'POST /auth/verify-email': async (call) => {
      await spendOf(MAIL_TOKEN_ATTEMPTS, call)
      const userId = await verifyEmail(deps, call.body.token)
      const signedIn = call.caller?.userId === userId
      return { success: true, message: 'Your email address is verified.', signedIn }
    },
    'POST /auth/resend-verification': async (call) => {
      await spendOf(MAIL_REQUESTS, call)
      const { uid, email } = call.body
      const id = uid ?? (email === undefined ? call.caller?.userId : undefined)
      if (id === undefined && email === undefined)
        throw new HttpError(400, 'Please enter your email address.', { field: 'email' })
      await resendVerification(deps, email === undefined ? { id: id ?? '' } : { email })
      return { success: true, message: messages.account.linkSent }
    },
    'POST /auth/forgot-password': async (call) => {
      await spendOf(MAIL_REQUESTS, call)
      await forgotPassword(deps, call.body.email)
      return { success: true, message: messages.account.linkSent }
    },
    'POST /auth/reset-password': async (call) => {
      await spendOf(MAIL_TOKEN_ATTEMPTS, call)
      await resetPassword(deps, call.c, call.body)
      return { success: true, message: 'Your password is changed. Please log in with the new one.' }
    },
    'PUT /auth/password': async ({ c, caller, body }) => {
      await changePassword(deps, c, { caller, ...body })
      return { success: true, message: 'Your password is changed. Other devices are logged out.' }
    },
  }
}
