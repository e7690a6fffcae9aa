import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { Role } from '#src/contract/values.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/rules/constants.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import type { FindCaller } from '../../core/http/mount.ts'
import { createToken, hashToken, isWellFormedToken } from '../../core/token.ts'
import { deleteAuthCookie, getAuthCookie, setAuthCookie } from './cookies.ts'
import { deleteSessionByToken, findSession, insertSession, touchSession } from './token-queries.ts'

const COOKIE = 'sid'

interface Lifetime {
  /** Time without a request after which a session ends. */
  idleTimeoutMs: number
  /** Time after which a session always ends. */
  absoluteTimeoutMs: number
  /** Minimum time between two updates of `last_seen_at`. */
  touchIntervalMs: number
}

const CUSTOMER: Lifetime = {
  idleTimeoutMs: 7 * DAY_MS,
  absoluteTimeoutMs: 30 * DAY_MS,
  touchIntervalMs: 10 * MINUTE_MS,
}
const STAFF: Lifetime = {
  idleTimeoutMs: 30 * MINUTE_MS,
  absoluteTimeoutMs: 12 * HOUR_MS,
  touchIntervalMs: MINUTE_MS,
}

export const getSessionLifetime = (role: string): Lifetime =>
  role === 'customer' ? CUSTOMER : STAFF

function getTokenHash(c: Context, deps: Deps): string | undefined {
  const token = getAuthCookie(c, deps.env, COOKIE)
  return token !== undefined && isWellFormedToken(token) ? hashToken(token) : undefined
}

/** Finds the caller by the session cookie; null without a valid session. */
export const createFindCaller =
  (deps: Deps): FindCaller =>
  async (c, isBackground = false) => {
    const hash = getTokenHash(c, deps)
    if (!hash) return null
    const row = await findSession(deps.db, hash)
    if (!row) return null
    const { idleTimeoutMs, absoluteTimeoutMs, touchIntervalMs } = getSessionLifetime(row.role)
    const now = deps.now()
    const end = Math.min(
      row.expires_at,
      row.created_at + absoluteTimeoutMs,
      row.last_seen_at + idleTimeoutMs,
      row.account_expires_at ?? Number.POSITIVE_INFINITY,
    )
    if (now >= end) return null
    if (!isBackground && now - row.last_seen_at >= touchIntervalMs)
      // Reads still work while the database is read-only.
      await touchSession(deps.db, hash, now).catch((error: unknown) =>
        deps.log('warn', 'session not touched', { error: String(error) }),
      )
    return {
      userId: row.user_id,
      sessionId: row.id,
      role: row.role as Role,
      hasSecondFactor: row.confirmed_at !== null,
    }
  }

/** Creates a session with a new token. It replaces the browser's previous session. */
export async function createSession(
  deps: Deps,
  db: Db,
  c: Context,
  user: { id: string; role: string },
): Promise<void> {
  await deleteCurrentSession(deps, db, c)
  c.set('userId', user.id)
  const token = createToken()
  const now = deps.now()
  const { absoluteTimeoutMs } = getSessionLifetime(user.role)
  await insertSession(db, {
    token_hash: hashToken(token),
    id: randomUUID(),
    user_id: user.id,
    device: deviceName(c.req.header('user-agent')),
    created_at: now,
    last_seen_at: now,
    expires_at: now + absoluteTimeoutMs,
  })
  setAuthCookie(c, deps.env, {
    name: COOKIE,
    value: token,
    maxAgeSeconds: absoluteTimeoutMs / 1000,
  })
}

/** @returns whether the browser had a session. */
export async function deleteCurrentSession(deps: Deps, db: Db, c: Context): Promise<boolean> {
  const hash = getTokenHash(c, deps)
  return hash !== undefined && deleteSessionByToken(db, hash)
}

export const deleteSessionCookie = (deps: Deps, c: Context): void =>
  deleteAuthCookie(c, deps.env, COOKIE)

const BROWSERS: [RegExp, string][] = [
  [/Edg(?:A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

const MAX_USER_AGENT_LENGTH = 500

const findName = (names: [RegExp, string][], userAgent: string) =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1]

/** Formats a `User-Agent` header for the list of devices, e.g. "Chrome on Windows". */
function deviceName(header: string | undefined): string {
  const userAgent = (header ?? '').slice(0, MAX_USER_AGENT_LENGTH)
  const browser = findName(BROWSERS, userAgent)
  const system = findName(SYSTEMS, userAgent)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}
