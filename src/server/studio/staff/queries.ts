import type { ExpressionBuilder } from 'kysely'
import { STAFF_ROLES } from '#src/contract/values.ts'
import { changesRows, countRows } from '../../core/db/row-counts.ts'
import type { Database, Db } from '../../core/db/schema.ts'
import { endOpenInvitations } from '../../shop/account/staff-queries.ts'
import type { InvitationRow } from '../../shop/users/tables.ts'

/** @returns editors and admins with their devices. */
export const listStaff = (db: Db, now: number) =>
  db
    .selectFrom('user')
    .leftJoin('second_factor', (join) =>
      join.onRef('second_factor.user_id', '=', 'user.id').on('confirmed_at', 'is not', null),
    )
    .select(['user.id', 'display_name', 'email', 'role', 'confirmed_at'])
    .select((eb) => [
      eb
        .selectFrom('session')
        .select((session) => session.fn.countAll().as('count'))
        .whereRef('session.user_id', '=', 'user.id')
        .where('session.expires_at', '>', now)
        .as('sessions'),
      eb
        .selectFrom('session')
        .select((session) => session.fn.max('last_seen_at').as('last'))
        .whereRef('session.user_id', '=', 'user.id')
        .as('last_seen_at'),
    ])
    .where('role', 'in', STAFF_ROLES)
    .orderBy('display_name')
    .orderBy('user.id')
    .execute()

export const countAdmins = (db: Db): Promise<number> =>
  countRows(db.selectFrom('user').where('role', '=', 'admin'))

/** @returns the member of the staff with this id. */
export const findStaff = (db: Db, id: string) =>
  db
    .selectFrom('user')
    .select(['id', 'display_name', 'email', 'role'])
    .where('id', '=', id)
    .where('role', 'in', STAFF_ROLES)
    .executeTakeFirst()

/** Replaces an open invitation of the address. Its link answers 410 from then on. */
export async function replaceInvitation(db: Db, row: InvitationRow): Promise<void> {
  await endOpenInvitations(db, row.created_at).where('email', '=', row.email).execute()
  await db.insertInto('invitation').values(row).execute()
}

export const listInvitations = (db: Db, now: number) =>
  db
    .selectFrom('invitation')
    .leftJoin('user', 'user.id', 'invitation.invited_by')
    .select([
      'invitation.id',
      'invitation.email',
      'invitation.role',
      'invitation.created_at',
      'invitation.expires_at',
      'user.display_name',
    ])
    .where('used_at', 'is', null)
    .where('invitation.expires_at', '>', now)
    .orderBy('invitation.created_at', 'desc')
    .execute()

/**
 * Whether an invitation gives a role: its inviter is an admin, or it is that of the first one, for a shop without any.
 * An account that is deleted leaves no inviter either.
 */
const isAuthorized = ({
  exists,
  not,
  or,
  and,
  eb,
  selectFrom,
}: ExpressionBuilder<Database, 'invitation'>) => {
  const admins = selectFrom('user').select('user.id').where('user.role', '=', 'admin')
  return or([
    exists(admins.whereRef('user.id', '=', 'invitation.invited_by')),
    and([eb('invitation.invited_by', 'is', null), not(exists(admins))]),
  ])
}

export async function findInvitation(db: Db, tokenHash: string) {
  const row = await db
    .selectFrom('invitation')
    .selectAll()
    .select((eb) => isAuthorized(eb).as('is_authorized'))
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row && { ...row, isAuthorized: Boolean(row.is_authorized) }
}

/**
 * Marks an open invitation as used, in one statement: of parallel requests one gets it, and only while its inviter is
 * an admin.
 */
export const claimInvitation = (db: Db, tokenHash: string, now: number) =>
  db
    .updateTable('invitation')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where(isAuthorized)
    .returningAll()
    .executeTakeFirst()

/** Withdraws an open invitation. The row stays for a time: the audit log names its address. */
export const endInvitation = (db: Db, id: string, now: number): Promise<boolean> =>
  changesRows(endOpenInvitations(db, now).where('id', '=', id))
