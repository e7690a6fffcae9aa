import type { Context } from 'hono'
import { DAY_MS } from '#src/rules/constants.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import type { Caller } from '../../core/http/mount.ts'
import { createToken, hashToken, isWellFormedToken } from '../../core/token.ts'
import type { UserRow } from '../users/tables.ts'
import { deleteAuthCookie, getAuthCookie, setAuthCookie } from './cookies.ts'
import { rememberDevice } from './known-device.ts'
import { createSession } from './session.ts'

const COOKIE = 'signup'

function getBrowserToken(c: Context, deps: Deps): string | undefined {
  const token = getAuthCookie(c, deps.env, COOKIE)
  return token !== undefined && isWellFormedToken(token) ? token : undefined
}

/**
 * Marks this browser as one that signs up, while the mailed link is valid. The cookie alone does not authenticate.
 * @returns the value that identifies the browser for the link.
 */
export function markSignupBrowser(deps: Deps, c: Context): string {
  const value = getBrowserToken(c, deps) ?? createToken()
  setAuthCookie(c, deps.env, { name: COOKIE, value, maxAgeSeconds: DAY_MS / 1000 })
  return hashToken(value)
}

interface Verified {
  user: UserRow
  /** The browser that signed up. */
  browserHash: string | null
}

/**
 * Signs in to an account that was just verified, in the browser that signed up. Any other browser
 * stays unchanged, e.g. that of an address's owner whom a stranger signed up (T18). So does a
 * browser that is signed in to another account. Staff have to log in with their second factor.
 * @returns whether this browser is signed in to the account.
 */
export async function signInVerified(
  deps: Deps,
  db: Db,
  c: Context,
  { user, browserHash, caller }: Verified & { caller: Caller | null },
): Promise<boolean> {
  if (caller) return caller.userId === user.id
  const token = getBrowserToken(c, deps)
  if (!token || hashToken(token) !== browserHash || user.role !== 'customer') return false
  await createSession(deps, db, c, user)
  await rememberDevice(deps, db, c, user)
  deleteAuthCookie(c, deps.env, COOKIE)
  return true
}
