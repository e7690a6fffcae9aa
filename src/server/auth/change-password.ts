import type { Context } from 'hono'
import type { Db, Deps } from '../deps.ts'
import type { Caller } from '../http/mount.ts'
import { Refused } from '../http/refused.ts'
import { enqueue } from '../mail/enqueue.ts'
import { passwordChangedLetter } from '../mail/letters.ts'
import { mailOf } from '../mail/template.ts'
import { confirmPassword } from './confirm-password.ts'
import { forgetDevices, rememberDevice } from './known-device.ts'
import { spoilMailTokens } from './mail-token.ts'
import { hashPassword } from './password-hash.ts'
import { assertGoodPassword } from './password-rules.ts'
import { endSessions, startSession } from './session.ts'

/**
 * Replaces the password of somebody signed in; this browser gets a new session, the others none.
 * @throws Refused 401 for a wrong current password, 400 for a bad new one.
 */
export async function changePassword(
  deps: Deps,
  c: Context,
  given: { caller: Caller; currentPassword: string; newPassword: string },
): Promise<void> {
  const user = await confirmPassword(deps, given.caller, {
    password: given.currentPassword,
    field: 'currentPassword',
  })
  assertGoodPassword(given.newPassword, {
    min: deps.env.PASSWORD_MIN,
    owner: { name: user.display_name, email: user.email, phone: user.phone },
    field: 'newPassword',
  })
  if (given.newPassword.normalize('NFC') === given.currentPassword.normalize('NFC'))
    throw new Refused(400, 'Please choose a password that is not your current one.', {
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
      throw new Refused(409, 'The password was changed in another window just now.')
    await spoilMailTokens(db, { userId: user.id, purpose: 'reset-password', now })
    await endSessions(db, user.id)
    await forgetDevices(db, user.email)
    await startSession(deps, db, c, user)
    await rememberDevice(deps, db, c, user.email)
    await tellPasswordChanged(deps, db, user)
  })
}

export const tellPasswordChanged = (
  deps: Deps,
  db: Db,
  user: { email: string; display_name: string },
): Promise<void> =>
  enqueue(db, mailOf(user.email, passwordChangedLetter(deps.env, user.display_name)), deps.now())
