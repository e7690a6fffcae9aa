import type { Db, Deps } from '../deps.ts'
import { minDuration } from '../http/min-duration.ts'
import { allows } from '../http/rate-limit.ts'
import { verificationMail } from '../mail/account-mails.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { issueMailToken, redeemMailToken } from './mail-token.ts'
import { VERIFICATION_MAILS } from './rate-limits.ts'
import { findUserBy, verifyUserEmail } from './user-queries.ts'

/** Longer than lookup and queueing take on an idle machine, so that both cases take the same time. */
export const MAIL_REQUEST_MIN_MS = 60

/**
 * Marks the email as verified.
 * @returns the user's id.
 * @throws HttpError 404, 409 or 410 for an unknown, used or expired token.
 */
export const verifyEmail = (deps: Deps, token: string): Promise<string> =>
  deps.db.transaction().execute(async (db) => {
    const now = deps.now()
    const userId = await redeemMailToken(db, { token, purpose: 'verify-email', now })
    await verifyUserEmail(db, userId, now)
    return userId
  })

/** Mails a new verification link if the account exists and is unverified. Does not reveal whether. */
export const resendVerification = (
  deps: Deps,
  by: { id: string } | { email: string },
): Promise<void> =>
  minDuration(MAIL_REQUEST_MIN_MS, async () => {
    const user =
      'id' in by
        ? await findUserBy(deps.db, 'id', by.id)
        : await findUserBy(deps.db, 'email', by.email)
    if (!user || user.email_verified_at !== null) return
    if (!(await allows(deps, VERIFICATION_MAILS, user.email))) return
    await deps.db.transaction().execute((db) => enqueueVerificationMail(deps, db, user))
  })

/** Issues a verification token and mails its link, in the caller's transaction. */
export async function enqueueVerificationMail(
  { env, now }: Deps,
  db: Db,
  { id: userId, email }: { id: string; email: string },
): Promise<void> {
  const token = await issueMailToken(db, { userId, purpose: 'verify-email', now: now() })
  await enqueueMail(db, email, verificationMail(env, token), now())
}
