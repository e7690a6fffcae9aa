import type { Context } from 'hono'
import { messages } from '#src/channels/messages.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { clientAddress, clientSubnet } from '../../core/http/client-address.ts'
import type { Handlers } from '../../core/http/mount.ts'
import { consume, type RateLimit } from '../../core/http/rate-limit.ts'
import { getUser } from '../users/get-user.ts'
import { createIdentityVerifier, createNonce, signInWithGoogle } from './google.ts'
import { logIn } from './log-in.ts'
import { changePassword, forgotPassword, resetPassword } from './passwords.ts'
import {
  GOOGLE_LOGINS,
  GOOGLE_NONCES,
  MAIL_REQUESTS,
  MAIL_TOKEN_ATTEMPTS,
  SIGNUPS,
} from './rate-limits.ts'
import * as secondFactor from './second-factor.ts'
import { deleteCurrentSession, deleteSessionCookie } from './session.ts'
import { resendVerification, signUp, verifyEmail } from './sign-up.ts'
import { markSignupBrowser } from './signup-browser.ts'

/** An unverified account gets no link. The text is the same for every email. */
const RESET_LINK_SENT =
  'If this address has a verified account, a link is on its way. An account that was never verified cannot be reset: please sign up again.'

export function authHandlers(deps: Deps) {
  const { db, env } = deps
  const consumePerSubnet = (c: Context, rateLimit: RateLimit) =>
    consume(deps, rateLimit, clientSubnet(clientAddress(c, env)))
  const clientId = env.PUBLIC_GOOGLE_CLIENT_ID
  const verifyIdentity = clientId === undefined ? undefined : createIdentityVerifier(deps, clientId)
  const googleDisabled = () => new HttpError(404, 'Sign-in with Google is not set up here.')

  return {
    'POST /auth/signup': async ({ c, body }) => {
      await consumePerSubnet(c, SIGNUPS)
      const { uid } = await signUp(deps, body, markSignupBrowser(deps, c))
      return { message: 'Account created. Please check your inbox to verify your email.', uid }
    },
    'POST /auth/login': async ({ c, body }) => {
      const userId = await logIn(deps, c, body)
      return { user: await getUser(db, userId), message: 'Welcome back.' }
    },
    'GET /auth/google/nonce': async ({ c }) => {
      if (!verifyIdentity) throw googleDisabled()
      await consumePerSubnet(c, GOOGLE_NONCES)
      return { nonce: await createNonce(deps, c) }
    },
    'POST /auth/google': async ({ c, body }) => {
      if (!verifyIdentity) throw googleDisabled()
      await consumePerSubnet(c, GOOGLE_LOGINS)
      const identity = await verifyIdentity(body.idToken)
      const userId = await signInWithGoogle(deps, c, identity)
      return { user: await getUser(db, userId), message: 'Welcome.' }
    },
    'POST /auth/logout': async ({ c }) => {
      const hadSession = await deleteCurrentSession(deps, db, c)
      deleteSessionCookie(deps, c)
      if (hadSession) c.header('Clear-Site-Data', '"cache"')
      return { success: true, message: 'You are logged out.' }
    },
    'POST /auth/verify-email': async ({ c, caller, body }) => {
      await consumePerSubnet(c, MAIL_TOKEN_ATTEMPTS)
      const verified = await verifyEmail(deps, c, { token: body.token, caller })
      return { success: true, message: 'Your email address is verified.', ...verified }
    },
    'POST /auth/resend-verification': async ({ c, caller, body }) => {
      await consumePerSubnet(c, MAIL_REQUESTS)
      const { uid, email } = body
      const id = uid ?? (email === undefined ? caller?.userId : undefined)
      if (id === undefined && email === undefined)
        throw new HttpError(400, 'Please enter your email address.', { field: 'email' })
      await resendVerification(deps, email === undefined ? { id: id ?? '' } : { email })
      return { success: true, message: messages.account.linkSent }
    },
    'POST /auth/forgot-password': async ({ c, body }) => {
      await consumePerSubnet(c, MAIL_REQUESTS)
      await forgotPassword(deps, body.email)
      return { success: true, message: RESET_LINK_SENT }
    },
    'POST /auth/reset-password': async ({ c, body }) => {
      await consumePerSubnet(c, MAIL_TOKEN_ATTEMPTS)
      await resetPassword(deps, c, body)
      return { success: true, message: 'Your password is changed. Please log in with the new one.' }
    },
    'PUT /auth/password': async ({ c, caller, body }) => {
      await changePassword(deps, c, { caller, ...body })
      return { success: true, message: 'Your password is changed. Other devices are logged out.' }
    },
  } satisfies Partial<Handlers>
}

export const secondFactorHandlers = (deps: Deps) =>
  ({
    'GET /users/second-factor': ({ caller }) => secondFactor.getSecondFactor(deps, caller),
    'POST /users/second-factor': ({ caller, body }) =>
      secondFactor.setUpSecondFactor(deps, caller, body.password),
    'PUT /users/second-factor': async ({ caller, body }) => ({
      recoveryCodes: await secondFactor.confirmSecondFactor(deps, caller, body.code),
    }),
    'POST /users/second-factor/recovery-codes': async ({ caller, body }) => ({
      recoveryCodes: await secondFactor.renewRecoveryCodes(deps, caller, body),
    }),
    'DELETE /users/second-factor': async ({ caller, body }) => {
      await secondFactor.removeSecondFactor(deps, caller, body)
      return { success: true, message: 'The second factor is off.' }
    },
  }) satisfies Partial<Handlers>
