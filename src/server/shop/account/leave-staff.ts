import { mention } from '../../core/audit/audit-mentions.ts'
import { insertAuditEntry } from '../../core/audit/audit-queries.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import type { UserRow } from '../users/tables.ts'
import { endInvitationsOf, lockAdmins } from './staff-queries.ts'

/** Writes an audit entry about a withdrawn invitation. */
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
 * Prepares the deletion of an editor's or admin's own account. It runs in the same transaction,
 * before other rows of the user are locked. Open invitations by this person end.
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
  // Without a name, because nothing of the account may remain.
  const subject = `Deleted the own account of an ${role}`
  await insertAuditEntry(db, { at: deps.now(), actor_id: id, action: 'staff', subject })
  await withdrawInvitationsOf(deps, db, id, id)
}

/** Withdraws the open invitations that a person has sent, because each would allow the person to return. */
export async function withdrawInvitationsOf(
  deps: Deps,
  db: Db,
  id: string,
  actorId: string,
): Promise<void> {
  for (const invitationId of await endInvitationsOf(db, id, deps.now()))
    await recordWithdrawal(deps, db, invitationId, actorId)
}
