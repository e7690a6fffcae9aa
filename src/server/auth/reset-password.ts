import type { Context } from 'hono'
import type { Deps } from '../deps.ts'
import { minDuration } from '../http/min-duration.ts'
import { passwordResetMail } from '../mail/account-mails.ts'
import { enqueueAccountMail } from '../mail/enqueue-mail.ts'
import { enqueuePasswordChangedMail } from './change-password.ts'
import { MAIL_REQUEST_MIN_MS } from './email-verification.ts'
import { forgetDevices, rememberDevice } from './known-device.ts'
import { getMailTokenError, issueMailToken, redeemMailToken } from './mail-token.ts'
import { hashPassword } from './password-hash.ts'
import { assertValidPassword } from './password-rules.ts'
import { deleteUserSessions } from './session-queries.ts'
import { hashToken } from './token.ts'
import { findMailTokenUser } from './token-queries.ts'
import { findVerifiedUser, lockUser, updateUser } from './user-queries.ts'

const PURPOSE = 'reset-password'

/** Mails a reset link if a verified account has the email. Does not reveal whether. */
export const forgotPassword = (deps: Deps, email: string): Promise<void> =>
  minDuration(MAIL_REQUEST_MIN_MS, async () => {
    const owner = await findVerifiedUser(deps.db, email)
    if (!owner) return
    await deps.db.transaction().execute(async (db) => {
      const now = deps.now()
      const user = await lockUser(db, owner.id)
      if (!user) return
      await enqueueAccountMail(deps, db, { id: user.id, email, kind: 'reset' }, async () => {
        const token = await issueMailToken(db, { userId: user.id, purpose: PURPOSE, now })
        return passwordResetMail(deps.env, user.display_name, token)
      })
    })
  })

/**
 * Sets a new password by a mailed token and ends every session.
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
  const hash = await hashPassword(deps.env, password)
  await deps.db.transaction().execute(async (db) => {
    const now = deps.now()
    const user = await lockUser(db, owner.id)
    const userId = await redeemMailToken(db, { token, purpose: PURPOSE, now })
    if (!user) return
    await updateUser(db, userId, { password_hash: hash, updated_at: now })
    await deleteUserSessions(db, userId)
    await forgetDevices(db, user)
    await rememberDevice(deps, db, c, user)
    await enqueuePasswordChangedMail(deps, db, user)
  })
}
