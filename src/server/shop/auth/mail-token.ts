import { HOUR_MS, RESET_LINK_HOURS, VERIFY_LINK_HOURS } from '#src/rules/constants.ts'
import type { Db } from '../../core/db/schema.ts'
import { HttpError } from '../../core/errors.ts'
import { createToken, hashToken } from '../../core/token.ts'
import type { MailTokenRow } from './tables.ts'
import {
  consumeMailToken,
  findMailToken,
  insertMailToken,
  revokeMailTokens,
} from './token-queries.ts'

type Purpose = MailTokenRow['purpose']

const LIFETIME_MS: Record<Purpose, number> = {
  'verify-email': VERIFY_LINK_HOURS * HOUR_MS,
  'reset-password': RESET_LINK_HOURS * HOUR_MS,
}

const ERRORS: Record<Purpose, { wrong: string; used: string; expired: string }> = {
  'verify-email': {
    wrong: 'This verification link is not valid. Please check that it is complete.',
    used: 'This verification link was used already.',
    expired: 'This verification link has expired. Please ask for a new one.',
  },
  'reset-password': {
    wrong: 'This reset link is not valid. Please check that it is complete.',
    used: 'This reset link was used already. Please ask for a new one.',
    expired: 'This reset link has expired. Please ask for a new one.',
  },
}

/** Creates a token to mail. The database stores only its hash. */
export async function issueMailToken(
  db: Db,
  issued: { userId: string; purpose: Purpose; browserHash?: string | null; now: number },
): Promise<string> {
  const { userId, purpose, browserHash = null, now } = issued
  const token = createToken()
  await insertMailToken(db, {
    token_hash: hashToken(token),
    user_id: userId,
    purpose,
    browser_hash: browserHash,
    created_at: now,
    expires_at: now + LIFETIME_MS[purpose],
    used_at: null,
  })
  return token
}

/**
 * Redeems a token, and revokes all other tokens of the same user and purpose.
 * @returns the user that it was mailed to, with the hash of the browser that signed up.
 * @throws HttpError 404 for an unknown token, 409 for a used one, 410 for an expired one.
 */
export async function redeemMailToken(
  db: Db,
  { token, purpose, now }: { token: string; purpose: Purpose; now: number },
): Promise<{ userId: string; browserHash: string | null }> {
  const redeemed = await consumeMailToken(db, { token_hash: hashToken(token), purpose }, now)
  if (!redeemed) throw await getMailTokenError(db, { token, purpose })
  await revokeMailTokens(db, { userId: redeemed.user_id, purpose, now })
  return { userId: redeemed.user_id, browserHash: redeemed.browser_hash }
}

/** Returns the error for a token that cannot be redeemed. */
export async function getMailTokenError(
  db: Db,
  { token, purpose }: { token: string; purpose: Purpose },
): Promise<HttpError> {
  const row = await findMailToken(db, { token_hash: hashToken(token), purpose })
  const { wrong, used, expired } = ERRORS[purpose]
  if (!row) return new HttpError(404, wrong, { field: 'token' })
  return row.used_at === null
    ? new HttpError(410, expired, { field: 'token' })
    : new HttpError(409, used, { field: 'token' })
}
