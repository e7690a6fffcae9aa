import type { Context } from 'hono'
import type { Db, Deps } from '../deps.ts'
import { enqueuePasswordChangedMail } from './change-password.ts'
import { claimAccount } from './claim-account.ts'
import { forgetDevices, rememberDevice } from './known-device.ts'
import { getMailTokenError, redeemMailToken } from './mail-token.ts'
import { hashPassword } from './password-hash.ts'
import { assertValidPassword } from './password-rules.ts'
import { deleteUserSessions } from './session.ts'
import { hashToken } from './token.ts'

const PURPOSE = 'reset-password'

/**
 * Sets a new password with a mailed token and ends every session. The token proves the address,
 * so it is verified from now on.
 * @throws HttpError 404, 409, 410 for the token, 400 for the password.
 */
export async function resetPassword(
  deps: Deps,
  c: Context,
  { token, password }: { token: string; password: string },
): Promise<void> {
  const owner = await ownerOf(deps, token)
  if (!owner) throw await getMailTokenError(deps.db, { token, purpose: PURPOSE })
  assertValidPassword(password, {
    min: deps.env.PASSWORD_MIN,
    owner: { name: owner.display_name, email: owner.email, phone: owner.phone },
    field: 'password',
  })
  const hash = await hashPassword(password)
  await deps.db.transaction().execute(async (db) => {
    const now = deps.now()
    // The user first, as everywhere: two changes at once wait for each other in one order.
    const { email_verified_at } = await lockUser(db, owner.id, now)
    const userId = await redeemMailToken(db, { token, purpose: PURPOSE, now })
    if (email_verified_at === null) await claimAccount(db, userId, now)
    await db.updateTable('user').set({ password_hash: hash }).where('id', '=', userId).execute()
    await deleteUserSessions(db, userId)
    await forgetDevices(db, owner.email)
    await rememberDevice(deps, db, c, owner.email)
    await enqueuePasswordChangedMail(deps, db, owner)
  })
}

/** Locks the row until the transaction ends. */
const lockUser = (db: Db, userId: string, now: number) =>
  db
    .updateTable('user')
    .set({ updated_at: now })
    .where('id', '=', userId)
    .returning('email_verified_at')
    .executeTakeFirstOrThrow()

const ownerOf = ({ db, now }: Deps, token: string) =>
  db
    .selectFrom('mail_token')
    .innerJoin('user', 'user.id', 'mail_token.user_id')
    .select(['user.id', 'user.email', 'user.display_name', 'user.phone'])
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', PURPOSE)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now())
    .executeTakeFirst()
