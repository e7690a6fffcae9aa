import type { Db } from '../deps.ts'
import { revokeMailTokens } from './mail-token.ts'
import { deleteUserSessions } from './session.ts'

/**
 * Gives an account whose address nobody had proven to the one who proves it now. Whoever opened
 * it may have been a stranger who waits: their password, sessions and mailed links end, and no
 * delivery address or telephone number of theirs stays behind.
 */
export async function claimAccount(db: Db, userId: string, now: number): Promise<void> {
  await deleteUserSessions(db, userId)
  await revokeMailTokens(db, { userId, purpose: 'verify-email', now })
  await revokeMailTokens(db, { userId, purpose: 'reset-password', now })
  await db.deleteFrom('address').where('user_id', '=', userId).execute()
  await db
    .updateTable('user')
    .set({
      email_verified_at: now,
      password_hash: null,
      phone: '',
      gender: '',
      dob: '',
      photo_url: '',
    })
    .where('id', '=', userId)
    .execute()
}
