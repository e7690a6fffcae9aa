import type { MailTokenRow } from '../db/schema.ts'
import type { Db } from '../deps.ts'
import { HttpError } from '../errors.ts'
import { createToken, hashToken } from './token.ts'

type Purpose = MailTokenRow['purpose']

const HOUR = 60 * 60_000
const LIFETIME: Record<Purpose, number> = { 'verify-email': 24 * HOUR, 'reset-password': HOUR }

const REFUSALS: Record<Purpose, { wrong: string; used: string; expired: string }> = {
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

/** @returns the token to be mailed; only its hash is kept. */
export async function issueMailToken(
  db: Db,
  given: { userId: string; purpose: Purpose; now: number },
): Promise<string> {
  const token = createToken()
  await db
    .insertInto('mail_token')
    .values({
      token_hash: hashToken(token),
      user_id: given.userId,
      purpose: given.purpose,
      created_at: given.now,
      expires_at: given.now + LIFETIME[given.purpose],
      used_at: null,
    })
    .execute()
  return token
}

/**
 * Uses the token up, and with it every other of the same user and purpose.
 * @returns the user it was mailed to.
 * @throws HttpError 404 unknown, 409 used, 410 expired.
 */
export async function redeemMailToken(
  db: Db,
  given: { token: string; purpose: Purpose; now: number },
): Promise<string> {
  const { purpose, now } = given
  const redeemed = await db
    .updateTable('mail_token')
    .set({ used_at: now })
    .where('token_hash', '=', hashToken(given.token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst()
  if (!redeemed) throw await getMailTokenError(db, given)
  await revokeMailTokens(db, { userId: redeemed.user_id, purpose, now })
  return redeemed.user_id
}

/** Makes every open token of that purpose a used one. */
export async function revokeMailTokens(
  db: Db,
  given: { userId: string; purpose: Purpose; now: number },
): Promise<void> {
  await db
    .updateTable('mail_token')
    .set({ used_at: given.now })
    .where('user_id', '=', given.userId)
    .where('purpose', '=', given.purpose)
    .where('used_at', 'is', null)
    .execute()
}

/** Why a token that cannot be redeemed cannot. */
export async function getMailTokenError(
  db: Db,
  { token, purpose }: { token: string; purpose: Purpose },
): Promise<HttpError> {
  const row = await db
    .selectFrom('mail_token')
    .select('used_at')
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  const { wrong, used, expired } = REFUSALS[purpose]
  if (!row) return new HttpError(404, wrong, { field: 'token' })
  return row.used_at === null
    ? new HttpError(410, expired, { field: 'token' })
    : new HttpError(409, used, { field: 'token' })
}

/** Time a used or expired token is still known as one, in milliseconds. */
const REMEMBERED_MS = 30 * 24 * HOUR

export async function deleteExpiredMailTokens(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('mail_token')
    .where('expires_at', '<', now - REMEMBERED_MS)
    .execute()
}
