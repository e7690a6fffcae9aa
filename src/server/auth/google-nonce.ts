import type { Context } from 'hono'
import type { Deps } from '../deps.ts'
import { getAuthCookie, setAuthCookie } from './cookies.ts'
import { createToken, hashToken, isWellFormedToken } from './token.ts'
import { deleteNonce, insertNonce } from './token-queries.ts'

const COOKIE = 'nonce'
const LIFETIME_SECONDS = 10 * 60

const toNonceHash = (nonce: string, browserToken: string) => hashToken(`${nonce}.${browserToken}`)

/** Creates the nonce of one Google sign-in: bound to this browser by a cookie, valid once. */
export async function createNonce(deps: Deps, c: Context): Promise<string> {
  const cookie = getAuthCookie(c, deps.env, COOKIE)
  // The token is reused, so that a second tab does not invalidate the nonce of the first.
  const browserToken = cookie !== undefined && isWellFormedToken(cookie) ? cookie : createToken()
  const nonce = createToken()
  await insertNonce(deps.db, {
    nonce_hash: toNonceHash(nonce, browserToken),
    expires_at: deps.now() + LIFETIME_SECONDS * 1000,
  })
  setAuthCookie(c, deps.env, {
    name: COOKIE,
    value: browserToken,
    maxAgeSeconds: LIFETIME_SECONDS,
  })
  return nonce
}

/** @returns whether the nonce was created for this browser and is unused; marks it as used. */
export async function consumeNonce(deps: Deps, c: Context, nonce: string): Promise<boolean> {
  const browserToken = getAuthCookie(c, deps.env, COOKIE)
  if (browserToken === undefined) return false
  return deleteNonce(deps.db, toNonceHash(nonce, browserToken), deps.now())
}
