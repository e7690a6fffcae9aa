import type { DeviceSession } from '#src/contract/account.ts'
import { getSessionLifetime } from '../auth/session.ts'
import { deleteUserSessions } from '../auth/session-queries.ts'
import type { Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import type { Caller } from '../http/mount.ts'

/** Names all sessions but the caller's own, in `DELETE /users/sessions/:id`. */
const OTHERS = 'others'

const time = (ms: number) => new Date(ms).toISOString()

/** The user's devices that are signed in, the last seen first. */
export async function listSessions({ db, now }: Deps, caller: Caller): Promise<DeviceSession[]> {
  const rows = await db
    .selectFrom('session')
    .select(['id', 'device', 'created_at', 'last_seen_at'])
    .where('user_id', '=', caller.userId)
    .where('expires_at', '>', now())
    .where('last_seen_at', '>', now() - getSessionLifetime(caller.role).idleTimeoutMs)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    device: row.device,
    createdAt: time(row.created_at),
    lastSeenAt: time(row.last_seen_at),
    current: row.id === caller.sessionId,
  }))
}

/** @throws Refused 404 for a session that is not the caller's, whether or not it exists. */
export async function deleteSession({ db }: Deps, caller: Caller, id: string): Promise<void> {
  if (id === OTHERS) return deleteUserSessions(db, caller.userId, caller.sessionId)
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('id', '=', id)
    .where('user_id', '=', caller.userId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new HttpError(404, 'This device is not signed in.')
}
