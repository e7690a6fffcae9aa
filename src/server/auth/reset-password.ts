import type { Context } from 'hono'
import type { Deps } from '../deps.ts'
import { minDuration } from '../http/min-duration.ts'
import { allows } from '../http/rate-limit.ts'
import { passwordResetMail } from '../mail/account-mails.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { enqueuePasswordChangedMail } from './change-password.ts'
import { claimAccount } from './claim-account.ts'
import { MAIL_REQUEST_MIN_MS } from './email-verification.ts'
import { forgetDevices, rememberDevice } from './known-device.ts'
import { getMailTokenError, issueMailToken, redeemMailToken } from './mail-token.ts'
import { hashPassword } from './password-hash.ts'
import { assertValidPassword } from './password-rules.ts'
import { RESET_MAILS } from './rate-limits.ts'
import { deleteUserSessions } from './session-queries.ts'
import { hashToken } from './token.ts'
import { findMailTokenUser } from './token-queries.ts'
import { findUserBy, lockUserBy, updateUser } from './user-queries.ts'

const PURPOSE = 'reset-password'

/** Mails a reset link if the account exists. Does not reveal whether. */
export const forgotPassword = (deps: Deps, email: string): Promise<void> =>
  minDuration(MAIL_REQUEST_MIN_MS, async () => {
    const user = await findUserBy(deps.db, 'email', email)
    if (!user || !(await allows(deps, RESET_MAILS, user.email))) return
    const now = deps.now()
    await deps.db.transaction().execute(async (db) => {
      const token = await issueMailToken(db, { userId: user.id, purpose: PURPOSE, now })
      // The name of an unverified account may be an attacker's text for the owner of the email.
      const name = user.email_verified_at === null ? '' : user.display_name
      await enqueueMail(db, user.email, passwordResetMail(deps.env, name, token), now)
    })
  })

/**
 * Sets a new password by a mailed token and ends every session. The token proves that the email is
 * the user's, so it is verified from then on.
 * @throws HttpError 404, 409 or 410 for the token, 400 for the password.
 */
export async function resetPassword(
  deps: Deps,
  c: Context,
  { token, password }: { token: string; password: string },
): Promise<void> {
  const key = { token_hash: hashToken(token), purpose: PURPOSE } as const
  const owner = await findMailTokenUser(deps.db, key, deps.now())
  if (!owner) throw await getMailTokenError(deps.db, { token, purpose: PURPOSE })
  assertValidPassword(password, {
    minLength: deps.env.PASSWORD_MIN,
    owner: { name: owner.display_name, email: owner.email, phone: owner.phone },
    field: 'password',
  })
  const hash = await hashPassword(password)
  await deps.db.transaction().execute(async (db) => {
    const now = deps.now()
    const user = await lockUserBy(db, 'id', owner.id, now)
    const userId = await redeemMailToken(db, { token, purpose: PURPOSE, now })
    if (user?.email_verified_at === null) await claimAccount(db, userId, now)
    await updateUser(db, userId, { password_hash: hash })
    await deleteUserSessions(db, userId)
    await forgetDevices(db, owner.email)
    await rememberDevice(deps, db, c, owner.email)
    await enqueuePasswordChangedMail(deps, db, owner)
  })
}
