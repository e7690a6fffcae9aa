import type { Context } from 'hono'
import type { Deps } from '../deps.ts'
import { readCookie, writeCookie } from './cookies.ts'
import { hashOf, looksLikeToken, newToken } from './token.ts'

const COOKIE = 'nonce'
const SECONDS = 10 * 60

const keyOf = (nonce: string, browser: string) => `nonce-of:${hashOf(`${nonce}.${browser}`)}`

/** A value the identity token must carry, good once, within ten minutes, in this browser. */
export async function makeNonce(deps: Deps, c: Context): Promise<string> {
  const before = readCookie(c, deps.env, COOKIE)
  // Two tabs at once: the second must not undo the first.
  const browser = before !== undefined && looksLikeToken(before) ? before : newToken()
  const nonce = newToken()
  await deps.db
    .insertInto('counter')
    .values({ key: keyOf(nonce, browser), count: 1, expires_at: deps.now() + SECONDS * 1000 })
    .execute()
  writeCookie(c, deps.env, { name: COOKIE, value: browser, seconds: SECONDS })
  return nonce
}

/** @returns whether the nonce was made for this browser and not used before; it is used now. */
export async function spendNonce(deps: Deps, c: Context, nonce: string): Promise<boolean> {
  const browser = readCookie(c, deps.env, COOKIE)
  if (browser === undefined) return false
  const { numDeletedRows } = await deps.db
    .deleteFrom('counter')
    .where('key', '=', keyOf(nonce, browser))
    .where('expires_at', '>', deps.now())
    .executeTakeFirst()
  return numDeletedRows > 0n
}
