import type { Context } from 'hono'
import type { Deps } from '../deps.ts'
import { getAuthCookie, setAuthCookie } from './cookies.ts'
import { createToken, hashToken, isWellFormedToken } from './token.ts'

const COOKIE = 'nonce'
const SECONDS = 10 * 60

const keyOf = (nonce: string, browser: string) => `nonce-of:${hashToken(`${nonce}.${browser}`)}`

/** A value the identity token must carry, good once, within ten minutes, in this browser. */
export async function createNonce(deps: Deps, c: Context): Promise<string> {
  const before = getAuthCookie(c, deps.env, COOKIE)
  // Two tabs at once: the second must not undo the first.
  const browser = before !== undefined && isWellFormedToken(before) ? before : createToken()
  const nonce = createToken()
  await deps.db
    .insertInto('counter')
    .values({ key: keyOf(nonce, browser), count: 1, expires_at: deps.now() + SECONDS * 1000 })
    .execute()
  setAuthCookie(c, deps.env, { name: COOKIE, value: browser, maxAgeSeconds: SECONDS })
  return nonce
}

/** @returns whether the nonce was made for this browser and not used before; it is used now. */
export async function consumeNonce(deps: Deps, c: Context, nonce: string): Promise<boolean> {
  const browser = getAuthCookie(c, deps.env, COOKIE)
  if (browser === undefined) return false
  const { numDeletedRows } = await deps.db
    .deleteFrom('counter')
    .where('key', '=', keyOf(nonce, browser))
    .where('expires_at', '>', deps.now())
    .executeTakeFirst()
  return numDeletedRows > 0n
}
