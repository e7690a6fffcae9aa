import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { hashToken } from '../auth/token.ts'
import { insertNonceOnce } from '../auth/token-queries.ts'
import type { Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import { readText } from '../http/body.ts'

/** Difference of the clocks of sender and server, and the time for which a signature is kept. */
const MAX_AGE_MS = 5 * 60_000

const refused = () => new HttpError(401, 'The signature is not valid.')

/**
 * @throws HttpError 404 without PUBLISH_SECRET; 401 when the signature is wrong, older than five
 * minutes or used before.
 */
export async function assertSigned(deps: Deps, c: Context): Promise<void> {
  const secret = deps.env.PUBLISH_SECRET
  if (!secret) throw new HttpError(404, 'There is nothing at this address.')
  const timestamp = c.req.header('x-kairavi-timestamp') ?? ''
  const signature = Buffer.from(c.req.header('x-kairavi-signature') ?? '', 'hex')
  const expected = createHmac('sha256', secret)
    .update(`${timestamp}.${await readText(c)}`)
    .digest()
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) throw refused()
  const at = Number(timestamp) * 1000
  if (!(Math.abs(deps.now() - at) <= MAX_AGE_MS)) throw refused()
  const nonce_hash = hashToken(`publish ${expected.toString('hex')}`)
  if (!(await insertNonceOnce(deps.db, { nonce_hash, expires_at: at + 2 * MAX_AGE_MS })))
    throw refused()
}
