import type { DeviceSession } from '#src/contract/account.ts'
import { getSessionLifetime } from '../auth/session.ts'
import { deleteUserSessions } from '../auth/session-queries.ts'
import type { Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import type { Caller } from '../http/mount.ts'
import * as queries from './queries.ts'

/** The `:id` of `DELETE /users/sessions/:id` for all sessions except the caller's. */
const OTHERS = 'others'

const toIsoString = (ms: number) => new Date(ms).toISOString()

/** @returns the user's active sessions, the last seen first. */
export async function listSessions({ db, now }: Deps, caller: Caller): Promise<DeviceSession[]> {
  const { idleTimeoutMs } = getSessionLifetime(caller.role)
  const rows = await queries.listSessions(db, { userId: caller.userId, now: now(), idleTimeoutMs })
  return rows.map((row) => ({
    id: row.id,
    device: row.device,
    createdAt: toIsoString(row.created_at),
    lastSeenAt: toIsoString(row.last_seen_at),
    current: row.id === caller.sessionId,
  }))
}

/** @throws HttpError 404 when the session is not the caller's, whether or not it exists. */
export async function deleteSession({ db }: Deps, caller: Caller, id: string): Promise<void> {
  if (id === OTHERS) return deleteUserSessions(db, caller.userId, caller.sessionId)
  if (!(await queries.deleteSession(db, caller.userId, id)))
    throw new HttpError(404, 'This device is not signed in.')
}
