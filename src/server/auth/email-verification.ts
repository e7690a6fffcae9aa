import type { Deps } from '../deps.ts'
import { minDuration } from '../http/min-duration.ts'
import { allows } from '../http/rate-limit.ts'
import { passwordResetMail } from '../mail/account-mails.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { renderMail } from '../mail/render-mail.ts'
import { issueMailToken, redeemMailToken } from './mail-token.ts'
import { RESET_MAILS, VERIFICATION_MAILS } from './rate-limits.ts'
import { createVerificationMail } from './sign-up.ts'

/** Above what looking up, writing and queueing take when the machine is not busy. */
const ANSWER_MS = 60

/**
 * Takes the address as proven.
 * @returns the user's id.
 * @throws HttpError 404, 409 or 410 for a token that is wrong, used or expired.
 */
export const verifyEmail = (deps: Deps, token: string): Promise<string> =>
  deps.db.transaction().execute(async (db) => {
    const now = deps.now()
    const userId = await redeemMailToken(db, { token, purpose: 'verify-email', now })
    await db
      .updateTable('user')
      .set({ email_verified_at: now })
      .where('id', '=', userId)
      .where('email_verified_at', 'is', null)
      .execute()
    return userId
  })

/** Mails a new verification link where there is an unverified account; tells nobody whether. */
export const resendVerification = (
  deps: Deps,
  by: { id: string } | { email: string },
): Promise<void> =>
  minDuration(ANSWER_MS, async () => {
    const [column, value] = 'id' in by ? (['id', by.id] as const) : (['email', by.email] as const)
    const user = await deps.db
      .selectFrom('user')
      .select(['id', 'email', 'email_verified_at'])
      .where(column, '=', value)
      .executeTakeFirst()
    if (!user || user.email_verified_at !== null) return
    if (!(await allows(deps, VERIFICATION_MAILS, user.email))) return
    await deps.db.transaction().execute(async (db) => {
      const letter = await createVerificationMail(deps, db, user.id)
      await enqueueMail(db, renderMail(user.email, letter), deps.now())
    })
  })

/** Mails a reset link where there is an account; tells nobody whether. */
export const forgotPassword = (deps: Deps, email: string): Promise<void> =>
  minDuration(ANSWER_MS, async () => {
    const user = await deps.db
      .selectFrom('user')
      .select(['id', 'email', 'display_name', 'email_verified_at'])
      .where('email', '=', email)
      .executeTakeFirst()
    if (!user || !(await allows(deps, RESET_MAILS, user.email))) return
    const now = deps.now()
    await deps.db.transaction().execute(async (db) => {
      const token = await issueMailToken(db, { userId: user.id, purpose: 'reset-password', now })
      // Nobody's words but the owner's are mailed to an address.
      const name = user.email_verified_at === null ? '' : user.display_name
      const letter = passwordResetMail(deps.env, name, token)
      await enqueueMail(db, renderMail(user.email, letter), now)
    })
  })
