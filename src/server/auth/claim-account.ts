import type { Db } from '../deps.ts'
import { deleteUserSessions } from './session-queries.ts'
import { revokeMailTokens } from './token-queries.ts'
import { deleteUserAddresses, updateUser } from './user-queries.ts'

/**
 * Gives an account with an unverified email to the user who has just proven to own the email.
 * The account may have been created by someone else in advance (pre-hijacking), so its password,
 * sessions, mailed links, addresses and profile are deleted.
 */
export async function claimAccount(db: Db, userId: string, now: number): Promise<void> {
  await deleteUserSessions(db, userId)
  await revokeMailTokens(db, { userId, purpose: 'verify-email', now })
  await revokeMailTokens(db, { userId, purpose: 'reset-password', now })
  await deleteUserAddresses(db, userId)
  await updateUser(db, userId, {
    email_verified_at: now,
    password_hash: null,
    phone: '',
    gender: '',
    dob: '',
    photo_url: '',
  })
}
