import type { Db } from '../deps.ts'
import { endSessions } from './session.ts'

/**
 * Gives an account whose address nobody had proven to the one who proves it now. Whoever opened
 * it may have been a stranger who waits: their password, sessions and mailed links end, and no
 * delivery address or telephone number of theirs stays behind.
 */
export async function claimAccount(db: Db, userId: string): Promise<void> {
  await endSessions(db, userId)
  await db.deleteFrom('mail_token').where('user_id', '=', userId).execute()
  await db.deleteFrom('address').where('user_id', '=', userId).execute()
  await db
    .updateTable('user')
    .set({ password_hash: null, phone: '', gender: '', dob: '', photo_url: '' })
    .where('id', '=', userId)
    .execute()
}
