import { mention } from '../../core/audit/audit-mentions.ts'
import { insertAuditEntry } from '../../core/audit/audit-queries.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import type { UserRow } from '../users/tables.ts'
import { endInvitationsOf, lockAdmins } from './staff-queries.ts'

/** Writes in the audit log that an invitation was withdrawn. */
export const recordWithdrawal = (
  { now }: Deps,
  db: Db,
  id: string,
  actorId: string,
): Promise<void> => {
  const subject = `Withdrew the invitation of ${mention('invitation', id)}`
  return insertAuditEntry(db, { at: now(), actor_id: actorId, action: 'staff', subject })
}

/**
 * Prepares the deletion of the own account of an editor or admin, in its transaction and before any other row of the
 * user is locked. Their invitations end with them.
 * @throws HttpError 409 for the only admin.
 */
export async function leaveStaff(
  deps: Deps,
  db: Db,
  { id, role }: Pick<UserRow, 'id' | 'role'>,
): Promise<void> {
  const [first, ...others] = await lockAdmins(db)
  if (first?.id === id && others.length === 0)
    throw new HttpError(
      409,
      'You are the only admin. Invite another one in the studio, under Team, before you leave.',
    )
  // The account is not named: nothing of it stays.
  const subject = `Deleted the own account of an ${role}`
  await insertAuditEntry(db, { at: deps.now(), actor_id: id, action: 'staff', subject })
  await withdrawInvitationsOf(deps, db, id, id)
}

/** Withdraws the open invitations that a member of the staff has sent: each would be a way back in. */
export async function withdrawInvitationsOf(
  deps: Deps,
  db: Db,
  id: string,
  actorId: string,
): Promise<void> {
  for (const invitationId of await endInvitationsOf(db, id, deps.now()))
    await recordWithdrawal(deps, db, invitationId, actorId)
}
