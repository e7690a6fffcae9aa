import type { Context } from 'hono'
import { DAY_MS, KNOWN_DEVICE_DAYS } from '#src/rules/constants.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { createToken, hashToken, isWellFormedToken } from '../../core/token.ts'
import type { UserRow } from '../users/tables.ts'
import { getAuthCookie, setAuthCookie } from './cookies.ts'
import { deleteKnownDevices, findKnownDevice, upsertKnownDevice } from './token-queries.ts'

const COOKIE = 'known'
const LIFETIME_SECONDS = (KNOWN_DEVICE_DAYS * DAY_MS) / 1000

function getDeviceToken(c: Context, deps: Deps): string | undefined {
  const token = getAuthCookie(c, deps.env, COOKIE)
  return token !== undefined && isWellFormedToken(token) ? token : undefined
}

/**
 * Returns whether this browser has signed in to the account before. Its login attempts then have their own rate
 * limit, so that an attacker cannot lock the owner out (OWASP device cookies). The cookie does not authenticate.
 */
export async function isKnownDevice(deps: Deps, c: Context, email: string): Promise<boolean> {
  const token = getDeviceToken(c, deps)
  if (!token) return false
  const key = { email_hash: hashToken(email), token_hash: hashToken(token) }
  return (await findKnownDevice(deps.db, key, deps.now())) !== undefined
}

type EmailOwner = Pick<UserRow, 'email' | 'email_verified_at'>

/**
 * Remembers this browser for the owner of the email. An unverified account is skipped, because a
 * stranger may have created it and would use up the attempts of the owner's devices.
 */
export async function rememberDevice(
  deps: Deps,
  db: Db,
  c: Context,
  { email, email_verified_at }: EmailOwner,
): Promise<void> {
  if (email_verified_at === null) return
  const token = getDeviceToken(c, deps) ?? createToken()
  await upsertKnownDevice(db, {
    email_hash: hashToken(email),
    token_hash: hashToken(token),
    expires_at: deps.now() + LIFETIME_SECONDS * 1000,
  })
  setAuthCookie(c, deps.env, { name: COOKIE, value: token, maxAgeSeconds: LIFETIME_SECONDS })
}

/** Forgets all devices after a password change, because one may belong to an attacker. */
export async function forgetDevices(db: Db, user: EmailOwner): Promise<void> {
  if (user.email_verified_at !== null) await deleteKnownDevices(db, hashToken(user.email))
}
