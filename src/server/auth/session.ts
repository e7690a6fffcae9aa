import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { Role } from '#src/contract/values.ts'
import type { Db, Deps } from '../deps.ts'
import type { Caller, FindCaller } from '../http/mount.ts'
import { deleteAuthCookie, getAuthCookie, setAuthCookie } from './cookies.ts'
import { deviceName } from './device-name.ts'
import { createToken, hashToken, isWellFormedToken } from './token.ts'

const COOKIE = 'sid'
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

interface Lifetime {
  /** Without a call for this long, a session ends. */
  idleTimeoutMs: number
  /** After this long it ends in any case. */
  absoluteTimeoutMs: number
  /** How exactly `last_seen_at` is kept. */
  touchIntervalMs: number
}

const SHOPPER: Lifetime = {
  idleTimeoutMs: 7 * DAY,
  absoluteTimeoutMs: 30 * DAY,
  touchIntervalMs: 10 * MINUTE,
}
const STAFF: Lifetime = {
  idleTimeoutMs: 30 * MINUTE,
  absoluteTimeoutMs: 12 * HOUR,
  touchIntervalMs: MINUTE,
}

export const getSessionLifetime = (role: string): Lifetime =>
  role === 'customer' ? SHOPPER : STAFF

const tokenHash = (c: Context, deps: Deps): string | undefined => {
  const token = getAuthCookie(c, deps.env, COOKIE)
  return token !== undefined && isWellFormedToken(token) ? hashToken(token) : undefined
}

/** Reads the caller from the session row that the cookie names; null for a visitor. */
export const createFindCaller =
  (deps: Deps): FindCaller =>
  async (c) => {
    const hash = tokenHash(c, deps)
    if (!hash) return null
    const row = await deps.db
      .selectFrom('session')
      .innerJoin('user', 'user.id', 'session.user_id')
      .select([
        'session.id',
        'session.user_id',
        'session.created_at',
        'session.last_seen_at',
        'session.expires_at',
        'user.role',
      ])
      .where('session.token_hash', '=', hash)
      .executeTakeFirst()
    if (!row) return null
    const { idleTimeoutMs, absoluteTimeoutMs, touchIntervalMs } = getSessionLifetime(row.role)
    const now = deps.now()
    const end = Math.min(
      row.expires_at,
      row.created_at + absoluteTimeoutMs,
      row.last_seen_at + idleTimeoutMs,
    )
    if (now >= end) return null
    if (now - row.last_seen_at >= touchIntervalMs) await touchSession(deps, hash)
    return { userId: row.user_id, sessionId: row.id, role: row.role as Role }
  }

/** A shopper still reads while the database cannot be written to. */
async function touchSession(deps: Deps, hash: string): Promise<void> {
  try {
    await deps.db
      .updateTable('session')
      .set({ last_seen_at: deps.now() })
      .where('token_hash', '=', hash)
      .execute()
  } catch (error) {
    deps.log('warn', 'session not touched', { error: String(error) })
  }
}

/** Starts a session with a token of its own; whatever session the browser had before ends. */
export async function createSession(
  deps: Deps,
  db: Db,
  c: Context,
  user: { id: string; role: string },
): Promise<void> {
  await deleteCurrentSession(deps, db, c)
  const token = createToken()
  const now = deps.now()
  const { absoluteTimeoutMs } = getSessionLifetime(user.role)
  await db
    .insertInto('session')
    .values({
      token_hash: hashToken(token),
      id: randomUUID(),
      user_id: user.id,
      device: deviceName(c.req.header('user-agent')),
      created_at: now,
      last_seen_at: now,
      expires_at: now + absoluteTimeoutMs,
    })
    .execute()
  setAuthCookie(c, deps.env, {
    name: COOKIE,
    value: token,
    maxAgeSeconds: absoluteTimeoutMs / 1000,
  })
}

/** @returns whether there was one to end. */
export async function deleteCurrentSession(deps: Deps, db: Db, c: Context): Promise<boolean> {
  const hash = tokenHash(c, deps)
  if (!hash) return false
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('token_hash', '=', hash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const deleteSessionCookie = (deps: Deps, c: Context): void =>
  deleteAuthCookie(c, deps.env, COOKIE)

/** Ends every session of the user, or every one but `except`. */
export async function deleteUserSessions(db: Db, userId: string, except?: Caller): Promise<void> {
  let ending = db.deleteFrom('session').where('user_id', '=', userId)
  if (except) ending = ending.where('id', '!=', except.sessionId)
  await ending.execute()
}

/** Forgets sessions that are over. */
export async function deleteExpiredSessions({ db, now }: Deps): Promise<void> {
  const over = now()
  await db
    .deleteFrom('session')
    .where((row) =>
      row.or([
        row('expires_at', '<=', over),
        row('last_seen_at', '<=', over - SHOPPER.idleTimeoutMs),
      ]),
    )
    .execute()
}
