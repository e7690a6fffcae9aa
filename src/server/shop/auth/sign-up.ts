import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { z } from 'zod'
import type { signupRequest } from '#src/contract/auth.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError, isUniqueViolation } from '../../core/errors.ts'
import { minDuration } from '../../core/http/min-duration.ts'
import type { Caller } from '../../core/http/mount.ts'
import { existingAccountMail, verificationMail } from '../../core/mail/account-mails.ts'
import { enqueueAccountMail } from '../../core/mail/enqueue-mail.ts'
import {
  createUser,
  findLatestUnverifiedUser,
  findUnverifiedHash,
  findUserBy,
  findVerifiedUser,
  lockUser,
  verifyUserEmail,
} from '../users/queries.ts'
import { issueMailToken, redeemMailToken } from './mail-token.ts'
import { hashPassword } from './password-hash.ts'
import { assertValidPassword } from './password-rules.ts'
import { signInVerified } from './signup-browser.ts'
import { findSignupBrowser } from './token-queries.ts'

/** Longer than a sign-up takes on an idle machine, so that all sign-ups take the same time. */
const MIN_RESPONSE_MS = 120

/**
 * Creates an unverified account, even if a verified one with the email exists, whose owner then gets a mail.
 * @param browserHash identifies this browser when the mailed link is opened.
 * @throws HttpError 400 for an invalid password.
 */
export async function signUp(
  deps: Deps,
  { name, email, password }: z.output<typeof signupRequest>,
  browserHash: string,
): Promise<{ uid: string }> {
  assertValidPassword(password, {
    minLength: deps.env.PASSWORD_MIN,
    owner: { name, email },
    field: 'password',
  })
  return minDuration(MIN_RESPONSE_MS, async () => {
    const id = randomUUID()
    const similarHash = await findUnverifiedHash(deps.db, email)
    const password_hash = await hashPassword(deps.env, password, similarHash)
    await deps.db.transaction().execute(async (db) => {
      const created_at = deps.now()
      await createUser(db, { id, email, display_name: name, password_hash, created_at })
      await enqueueVerificationMail(deps, db, { id, email, kind: 'signup', browserHash })
    })
    return { uid: id }
  })
}

/** Longer than lookup and queueing take on an idle machine, so that both cases take the same time. */
export const MAIL_REQUEST_MIN_MS = 60

/**
 * Marks the email as verified, and signs in the browser that signed up.
 * @returns the email, and whether this browser is signed in to its account.
 * @throws HttpError 404, 409 or 410 for an unknown, used or expired token; 409 if another account
 *   with the email is verified.
 */
export const verifyEmail = (
  deps: Deps,
  c: Context,
  { token, caller }: { token: string; caller: Caller | null },
): Promise<{ email: string; signedIn: boolean }> =>
  deps.db
    .transaction()
    .execute(async (db) => {
      const now = deps.now()
      const redeemed = await redeemMailToken(db, { token, purpose: 'verify-email', now })
      const { userId, browserHash } = redeemed
      const isVerified = await verifyUserEmail(db, userId, now)
      const user = await findUserBy(db, 'id', userId)
      // The account may be deleted at any moment.
      if (!user || (!isVerified && user.email_verified_at === null))
        throw new HttpError(410, 'This account has ended. Please sign up again.', {
          field: 'token',
        })
      const signedIn = await signInVerified(deps, db, c, { user, browserHash, caller })
      return { email: user.email, signedIn }
    })
    .catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error
      throw new HttpError(409, 'This address belongs to another account. Please log in to that.', {
        field: 'token',
      })
    })

/** Mails a new verification link if the account exists and is unverified. The result does not reveal that. */
export const resendVerification = (
  deps: Deps,
  by: { id: string } | { email: string },
): Promise<void> =>
  minDuration(MAIL_REQUEST_MIN_MS, async () => {
    const found =
      'id' in by
        ? await findUserBy(deps.db, 'id', by.id)
        : await findLatestUnverifiedUser(deps.db, by.email, deps.now())
    if (!found) return
    await deps.db.transaction().execute(async (db) => {
      const user = await lockUser(db, found.id)
      if (user?.email_verified_at === null)
        await enqueueVerificationMail(deps, db, {
          ...user,
          kind: 'verification',
          browserHash: await findSignupBrowser(db, user.id),
        })
    })
  })

/**
 * Mails a verification link to the email of an unverified account. If a verified account has the email, this one can
 * never be verified. The mail then says that an account exists, and has no link.
 */
const enqueueVerificationMail = (
  deps: Deps,
  db: Db,
  user: {
    id: string
    email: string
    kind: 'signup' | 'verification'
    browserHash: string | null
  },
): Promise<void> =>
  enqueueAccountMail(deps, db, user, async () => {
    if (await findVerifiedUser(db, user.email)) return existingAccountMail(deps.env)
    const purpose = 'verify-email'
    const { id: userId, browserHash } = user
    const token = await issueMailToken(db, { userId, purpose, browserHash, now: deps.now() })
    return verificationMail(deps.env, token)
  })
