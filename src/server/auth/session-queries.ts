import { compileOnce } from '../db/compile-once.ts'
import type { SessionRow } from '../db/schema.ts'
import type { Db } from '../deps.ts'

/** @returns the session of that token with its user's role, whether or not it has expired. */
export const findSession = async (db: Db, tokenHash: string) =>
  (await selectSession(db, { tokenHash })).rows[0]

const selectSession = compileOnce((db, { tokenHash }: { tokenHash: string }) =>
  db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .leftJoin('second_factor', 'second_factor.user_id', 'session.user_id')
    .select([
      'session.id',
      'session.user_id',
      'session.created_at',
      'session.last_seen_at',
      'session.expires_at',
      'user.role',
      'second_factor.confirmed_at',
    ])
    .where('session.token_hash', '=', tokenHash),
)

export async function insertSession(db: Db, row: SessionRow): Promise<void> {
  await db.insertInto('session').values(row).execute()
}

export async function touchSession(db: Db, tokenHash: string, now: number): Promise<void> {
  await db
    .updateTable('session')
    .set({ last_seen_at: now })
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** @returns whether there was a session of that token. */
export async function deleteSessionByToken(db: Db, tokenHash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes every session of the user, except the one with the id `exceptId` where it is given. */
export async function deleteUserSessions(db: Db, userId: string, exceptId?: string): Promise<void> {
  const sessions = db.deleteFrom('session').where('user_id', '=', userId)
  await (exceptId === undefined ? sessions : sessions.where('id', '!=', exceptId)).execute()
}

/** Deletes sessions that expired before `now` or were last used before `lastSeenAt`. */
export async function deleteSessionsBefore(
  db: Db,
  { now, lastSeenAt }: { now: number; lastSeenAt: number },
): Promise<void> {
  await db
    .deleteFrom('session')
    .where((row) => row.or([row('expires_at', '<=', now), row('last_seen_at', '<=', lastSeenAt)]))
    .execute()
}
