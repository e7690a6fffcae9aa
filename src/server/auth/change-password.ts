import type { Context } from 'hono'
import type { Db, Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import type { Caller } from '../http/mount.ts'
import { passwordChangedMail } from '../mail/account-mails.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { renderMail } from '../mail/render-mail.ts'
import { forgetDevices, rememberDevice } from './known-device.ts'
import { revokeMailTokens } from './mail-token.ts'
import { hashPassword } from './password-hash.ts'
import { assertValidPassword } from './password-rules.ts'
import { reauthenticate } from './reauthenticate.ts'
import { createSession, deleteUserSessions } from './session.ts'

/**
 * Replaces the password of somebody signed in; this browser gets a new session, the others none.
 * @throws HttpError 401 for a wrong current password, 400 for a bad new one.
 */
export async function changePassword(
  deps: Deps,
  c: Context,
  given: { caller: Caller; currentPassword: string; newPassword: string },
): Promise<void> {
  const user = await reauthenticate(deps, given.caller, {
    password: given.currentPassword,
    field: 'currentPassword',
  })
  assertValidPassword(given.newPassword, {
    min: deps.env.PASSWORD_MIN,
    owner: { name: user.display_name, email: user.email, phone: user.phone },
    field: 'newPassword',
  })
  if (given.newPassword.normalize('NFC') === given.currentPassword.normalize('NFC'))
    throw new HttpError(400, 'Please choose a password that is not your current one.', {
      field: 'newPassword',
    })
  const hash = await hashPassword(given.newPassword)
  await deps.db.transaction().execute(async (db) => {
    const now = deps.now()
    const { numUpdatedRows } = await db
      .updateTable('user')
      .set({ password_hash: hash, updated_at: now })
      .where('id', '=', user.id)
      .where('password_hash', '=', user.password_hash)
      .executeTakeFirst()
    if (numUpdatedRows === 0n)
      throw new HttpError(409, 'The password was changed in another window just now.')
    await revokeMailTokens(db, { userId: user.id, purpose: 'reset-password', now })
    await deleteUserSessions(db, user.id)
    await forgetDevices(db, user.email)
    await createSession(deps, db, c, user)
    await rememberDevice(deps, db, c, user.email)
    await enqueuePasswordChangedMail(deps, db, user)
  })
}

export const enqueuePasswordChangedMail = (
  deps: Deps,
  db: Db,
  user: { email: string; display_name: string },
): Promise<void> =>
  enqueueMail(
    db,
    renderMail(user.email, passwordChangedMail(deps.env, user.display_name)),
    deps.now(),
  )
