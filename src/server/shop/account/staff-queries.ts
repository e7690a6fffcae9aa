import type { Db } from '../../core/db/schema.ts'
import type { UserRow } from '../users/tables.ts'

/**
 * Locks the rows of all admins until the transaction ends, so that two admins cannot remove each
 * other at the same time.
 */
export const lockAdmins = (db: Db): Promise<Pick<UserRow, 'id'>[]> =>
  db
    .updateTable('user')
    .set(({ ref }) => ({ updated_at: ref('updated_at') }))
    .where('role', '=', 'admin')
    .returning('id')
    .execute()

export const endOpenInvitations = (db: Db, now: number) =>
  db
    .updateTable('invitation')
    .set({ expires_at: now })
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)

export const deleteInvitations = (db: Db, email: string) =>
  db.deleteFrom('invitation').where('email', '=', email).execute()

/**
 * Withdraws the open invitations of a person.
 * @returns their ids.
 */
export async function endInvitationsOf(db: Db, userId: string, now: number): Promise<string[]> {
  const rows = await endOpenInvitations(db, now)
    .where('invited_by', '=', userId)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
