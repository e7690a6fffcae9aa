import type { Context } from 'hono'
import type { Db, Deps } from '../deps.ts'
import type { Caller } from '../http/mount.ts'
import { Refused } from '../http/refused.ts'
import { enqueue } from '../mail/enqueue.ts'
import { passwordChangedLetter } from '../mail/letters.ts'
import { mailOf } from '../mail/template.ts'
import { confirmPassword } from './confirm-password.ts'
import { forgetDevices, rememberDevice } from './known-device.ts'
import { redeemMailToken, spoilMailTokens } from './mail-token.ts'
import { hashPassword } from './password-hash.ts'
import { assertGoodPassword } from './password-rules.ts'
import { endSessions, startSession } from './session.ts'
import { hashOf } from './token.ts'

/**
 * Sets a new password with a mailed token. The token proves the address, so it is verified, too;
 * what a stranger may have entered before that (T18) is not kept.
 * @throws Refused 404, 409, 410 for the token, 400 for the password.
 */
export async function resetPassword(
  deps: Deps,
  c: Context,
  given: { token: string; password: string },
): Promise<void> {
  const owner = await ownerOf(deps.db, given.token)
  if (owner)
    assertGoodPassword(given.password, {
      min: deps.env.PASSWORD_MIN,
      about: { name: owner.display_name, email: owner.email },
    })
  const hash = owner ? await hashPassword(given.password) : ''
  await deps.db.transaction().execute(async (db) => {
    const now = deps.now()
    const { token } = given
    const userId = await redeemMailToken(db, { token, purpose: 'reset-password', now })
    const user = await db
      .updateTable('user')
      .set((row) => ({
        password_hash: hash,
        updated_at: now,
        email_verified_at: row.fn.coalesce('email_verified_at', row.val(now)),
      }))
      .where('id', '=', userId)
      .returning(['id', 'email', 'display_name'])
      .executeTakeFirstOrThrow()
    await spoilMailTokens(db, { userId, purpose: 'verify-email', now })
    await endSessions(db, userId)
    await forgetDevices(db, user.email)
    await rememberDevice(deps, db, c, user.email)
    await notify(deps, db, user)
  })
}

const ownerOf = (db: Db, token: string) =>
  db
    .selectFrom('mail_token')
    .innerJoin('user', 'user.id', 'mail_token.user_id')
    .select(['user.email', 'user.display_name'])
    .where('token_hash', '=', hashOf(token))
    .where('purpose', '=', 'reset-password')
    .executeTakeFirst()

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
    about: { name: user.display_name, email: user.email },
    field: 'newPassword',
  })
  if (given.newPassword === given.currentPassword)
    throw new Refused(400, 'Please choose a password that is not your current one.', {
      field: 'newPassword',
    })
  const hash = await hashPassword(given.newPassword)
  await deps.db.transaction().execute(async (db) => {
    const now = deps.now()
    await db
      .updateTable('user')
      .set({ password_hash: hash, updated_at: now })
      .where('id', '=', user.id)
      .execute()
    await spoilMailTokens(db, { userId: user.id, purpose: 'reset-password', now })
    await endSessions(db, user.id)
    await forgetDevices(db, user.email)
    await startSession(deps, db, c, user)
    await rememberDevice(deps, db, c, user.email)
    await notify(deps, db, user)
  })
}

const notify = (deps: Deps, db: Db, user: { email: string; display_name: string }) =>
  enqueue(db, mailOf(user.email, passwordChangedLetter(deps.env, user.display_name)), deps.now())
