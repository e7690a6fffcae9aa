import type { Db, Deps } from '../deps.ts'
import { HttpError, isUniqueViolation } from '../errors.ts'
import { minDuration } from '../http/min-duration.ts'
import { existingAccountMail, verificationMail } from '../mail/account-mails.ts'
import { enqueueAccountMail } from '../mail/enqueue-mail.ts'
import { issueMailToken, redeemMailToken } from './mail-token.ts'
import {
  findLatestUnverifiedUser,
  findUserBy,
  findVerifiedUser,
  lockUser,
  verifyUserEmail,
} from './user-queries.ts'

/** Longer than lookup and queueing take on an idle machine, so that both cases take the same time. */
export const MAIL_REQUEST_MIN_MS = 60

/**
 * Marks the email as verified.
 * @returns the user's id.
 * @throws HttpError 404, 409 or 410 for an unknown, used or expired token; 409 when another account
 * with the email is verified.
 */
export const verifyEmail = (deps: Deps, token: string): Promise<string> =>
  deps.db
    .transaction()
    .execute(async (db) => {
      const now = deps.now()
      const userId = await redeemMailToken(db, { token, purpose: 'verify-email', now })
      await verifyUserEmail(db, userId, now)
      return userId
    })
    .catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error
      throw new HttpError(409, 'This address belongs to another account. Please log in to that.', {
        field: 'token',
      })
    })

/** Mails a new verification link if the account exists and is unverified. Does not reveal whether. */
export const resendVerification = (
  deps: Deps,
  by: { id: string } | { email: string },
): Promise<void> =>
  minDuration(MAIL_REQUEST_MIN_MS, async () => {
    const found =
      'id' in by
        ? await findUserBy(deps.db, 'id', by.id)
        : await findLatestUnverifiedUser(deps.db, by.email)
    if (!found) return
    await deps.db.transaction().execute(async (db) => {
      const user = await lockUser(db, found.id)
      if (user?.email_verified_at === null)
        await enqueueVerificationMail(deps, db, { ...user, kind: 'verification' })
    })
  })

/**
 * Mails a verification link to the email of an unverified account. Beside a verified account it can
 * never be verified: then the mail says that the email has an account, and has no link of this one.
 */
export const enqueueVerificationMail = (
  deps: Deps,
  db: Db,
  user: { id: string; email: string; kind: 'signup' | 'verification' },
): Promise<void> =>
  enqueueAccountMail(deps, db, user, async () => {
    if (await findVerifiedUser(db, user.email)) return existingAccountMail(deps.env)
    const purpose = 'verify-email'
    const token = await issueMailToken(db, { userId: user.id, purpose, now: deps.now() })
    return verificationMail(deps.env, token)
  })
