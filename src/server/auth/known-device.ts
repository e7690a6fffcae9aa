import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import type { Db, Deps } from '../deps.ts'
import { getAuthCookie, setAuthCookie } from './cookies.ts'
import { createToken, isWellFormedToken } from './token.ts'

const COOKIE = 'known'
const DAYS = 180
const SECONDS = DAYS * 24 * 60 * 60

const digest = (text: string) => createHash('sha256').update(text).digest('hex')
const prefixOf = (email: string) => `known:${digest(email)}:`

function tokenOf(c: Context, deps: Deps): string | undefined {
  const token = getAuthCookie(c, deps.env, COOKIE)
  return token !== undefined && isWellFormedToken(token) ? token : undefined
}

/**
 * Whether this browser has signed in to the account before. Strangers' guesses then do not
 * lock its owner out; the cookie opens nothing by itself.
 */
export async function isKnownDevice(deps: Deps, c: Context, email: string): Promise<boolean> {
  const token = tokenOf(c, deps)
  if (!token) return false
  const row = await deps.db
    .selectFrom('counter')
    .select('key')
    .where('key', '=', prefixOf(email) + digest(token))
    .where('expires_at', '>', deps.now())
    .executeTakeFirst()
  return row !== undefined
}

export async function rememberDevice(deps: Deps, db: Db, c: Context, email: string): Promise<void> {
  const token = tokenOf(c, deps) ?? createToken()
  const expires = deps.now() + SECONDS * 1000
  await db
    .insertInto('counter')
    .values({ key: prefixOf(email) + digest(token), count: 1, expires_at: expires })
    .onConflict((clash) => clash.column('key').doUpdateSet({ expires_at: expires }))
    .execute()
  setAuthCookie(c, deps.env, { name: COOKIE, value: token, maxAgeSeconds: SECONDS })
}

/** After a password was replaced, whoever knew the old one is a stranger again. */
export async function forgetDevices(db: Db, email: string): Promise<void> {
  await db
    .deleteFrom('counter')
    .where('key', 'like', `${prefixOf(email)}%`)
    .execute()
}
