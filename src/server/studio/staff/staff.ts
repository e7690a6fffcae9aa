import type { z } from 'zod'
import type { staffResponse } from '#src/contract/admin.ts'
import type { Role, StaffRole } from '#src/contract/values.ts'
import { toIso } from '#src/rules/dates.ts'
import { mention } from '../../core/audit/audit-mentions.ts'
import { insertAuditEntry } from '../../core/audit/audit-queries.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import type { Caller } from '../../core/http/mount.ts'
import { withdrawInvitationsOf } from '../../shop/account/leave-staff.ts'
import { lockAdmins } from '../../shop/account/staff-queries.ts'
import { deleteSecondFactor } from '../../shop/auth/second-factor.ts'
import { deleteUserSessions } from '../../shop/auth/token-queries.ts'
import { updateUser } from '../../shop/users/queries.ts'
import * as queries from './queries.ts'

export async function listStaff(
  { db, env, now: clock }: Deps,
  { userId }: Caller,
): Promise<z.output<typeof staffResponse>> {
  const now = clock()
  const staff = await queries.listStaff(db, now)
  const invitations = await queries.listInvitations(db, now)
  return {
    staff: staff.map((row) => ({
      id: row.id,
      name: row.display_name,
      email: row.email,
      role: row.role as StaffRole,
      hasSecondFactor: row.confirmed_at !== null,
      sessions: Number(row.sessions ?? 0),
      lastSeenAt: row.last_seen_at === null ? null : toIso(Number(row.last_seen_at)),
      isSelf: row.id === userId,
    })),
    invitations: invitations.map((row) => ({
      id: row.id,
      email: row.email,
      role: row.role,
      invitedBy: row.display_name ?? '',
      createdAt: toIso(row.created_at),
      expiresAt: toIso(row.expires_at),
    })),
    secondFactorRequired: env.STAFF_SECOND_FACTOR,
  }
}

type Member = NonNullable<Awaited<ReturnType<typeof queries.findStaff>>>

/**
 * Runs a change of a member of the staff in a transaction, with its entry of the audit log. It takes a right away, or
 * ends sessions that another person may have used, so that what the member has invited is withdrawn with it.
 */
async function changeMember(
  deps: Deps,
  caller: Caller,
  id: string,
  job: (db: Db, member: Member) => Promise<string>,
): Promise<void> {
  await deps.db.transaction().execute(async (db) => {
    const admins = await lockAdmins(db)
    // The caller may have been removed while this request waited.
    if (!admins.some((admin) => admin.id === caller.userId))
      throw new HttpError(403, 'You are no longer an admin.')
    const member = await queries.findStaff(db, id)
    if (!member) throw new HttpError(404, 'There is no such member of the team.')
    const subject = await job(db, member)
    await insertAuditEntry(db, {
      at: deps.now(),
      actor_id: caller.userId,
      action: 'staff',
      subject,
    })
    await withdrawInvitationsOf(deps, db, id, caller.userId)
  })
}

/** The own role cannot be changed, so that there is always an admin. */
export const changeRole = (deps: Deps, caller: Caller, id: string, role: Role): Promise<void> =>
  changeMember(deps, caller, id, async (db) => {
    if (id === caller.userId) throw new HttpError(409, 'You cannot change your own role.')
    await updateUser(db, id, { role, updated_at: deps.now() })
    await deleteUserSessions(db, id)
    if (role === 'customer') await deleteSecondFactor(deps, db, id)
    return role === 'customer'
      ? `Removed ${mention('user', id)} from the staff`
      : `Made ${mention('user', id)} ${role}`
  })

export const endSessions = (deps: Deps, caller: Caller, id: string): Promise<void> =>
  changeMember(deps, caller, id, async (db) => {
    await deleteUserSessions(db, id, id === caller.userId ? caller.sessionId : undefined)
    return `Ended the sessions of ${mention('user', id)}`
  })

export const resetSecondFactor = (deps: Deps, caller: Caller, id: string): Promise<void> =>
  changeMember(deps, caller, id, async (db) => {
    await deleteSecondFactor(deps, db, id)
    await deleteUserSessions(db, id, id === caller.userId ? caller.sessionId : undefined)
    return `Removed the second factor of ${mention('user', id)}`
  })
