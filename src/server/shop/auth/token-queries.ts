import { compileOnce } from '../../core/db/compile-once.ts'
import { changesRows } from '../../core/db/row-counts.ts'
import type { Db } from '../../core/db/schema.ts'
import type { KnownDeviceRow, MailTokenRow, OidcNonceRow, SessionRow } from './tables.ts'

export async function insertMailToken(db: Db, row: MailTokenRow): Promise<void> {
  await db.insertInto('mail_token').values(row).execute()
}

type TokenKey = Pick<MailTokenRow, 'token_hash' | 'purpose'>

/**
 * Marks an unused token as used in one statement, so that only one of several parallel requests gets the row.
 * @returns undefined for a token that is unknown, used or expired.
 */
export const consumeMailToken = (db: Db, { token_hash, purpose }: TokenKey, now: number) =>
  db
    .updateTable('mail_token')
    .set({ used_at: now })
    .where('token_hash', '=', token_hash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['user_id', 'browser_hash'])
    .executeTakeFirst()

/** Finds the hash of the browser that signed up; null if unknown. */
export const findSignupBrowser = async (db: Db, userId: string): Promise<string | null> => {
  const row = await db
    .selectFrom('mail_token')
    .select('browser_hash')
    .where('user_id', '=', userId)
    .where('browser_hash', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row?.browser_hash ?? null
}

export const findMailToken = (db: Db, { token_hash, purpose }: TokenKey) =>
  db
    .selectFrom('mail_token')
    .select('used_at')
    .where('token_hash', '=', token_hash)
    .where('purpose', '=', purpose)
    .executeTakeFirst()

/** Finds the verified user of a token that can still be redeemed. */
export const findMailTokenUser = (db: Db, { token_hash, purpose }: TokenKey, now: number) =>
  db
    .selectFrom('mail_token')
    .innerJoin('user', 'user.id', 'mail_token.user_id')
    .select(['user.id', 'user.email', 'user.display_name', 'user.phone'])
    .where('token_hash', '=', token_hash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('mail_token.expires_at', '>', now)
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst()

/** Marks all unused tokens of this user and purpose as used. */
export async function revokeMailTokens(
  db: Db,
  { userId, purpose, now }: { userId: string; purpose: MailTokenRow['purpose']; now: number },
): Promise<void> {
  await db
    .updateTable('mail_token')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute()
}

export const deleteMailTokens = (db: Db, userId: string) =>
  db.deleteFrom('mail_token').where('user_id', '=', userId).execute()

/** @returns false if the nonce exists already. */
export async function insertNonce(db: Db, row: OidcNonceRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('oidc_nonce')
    .values(row)
    .onConflict((conflict) => conflict.column('nonce_hash').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/**
 * Deletes a nonce in one statement, so that only one of several parallel requests gets true.
 * @returns whether it existed.
 */
export const deleteNonce = (db: Db, nonceHash: string, now: number): Promise<boolean> =>
  changesRows(
    db.deleteFrom('oidc_nonce').where('nonce_hash', '=', nonceHash).where('expires_at', '>', now),
  )

type DeviceKey = Pick<KnownDeviceRow, 'email_hash' | 'token_hash'>

export const findKnownDevice = (db: Db, { email_hash, token_hash }: DeviceKey, now: number) =>
  db
    .selectFrom('known_device')
    .select('expires_at')
    .where('email_hash', '=', email_hash)
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Inserts the device, or extends the time of a known one. */
export async function upsertKnownDevice(db: Db, row: KnownDeviceRow): Promise<void> {
  await db
    .insertInto('known_device')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['email_hash', 'token_hash']).doUpdateSet({ expires_at: row.expires_at }),
    )
    .execute()
}

export async function deleteKnownDevices(db: Db, emailHash: string): Promise<void> {
  await db.deleteFrom('known_device').where('email_hash', '=', emailHash).execute()
}

/** Finds the session of a token with its user's role, whether or not it has expired. */
export const findSession = async (db: Db, tokenHash: string) =>
  (await selectSession(db, { tokenHash })).rows[0]

const selectSession = compileOnce((db, { tokenHash }: { tokenHash: string }) =>
  db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .leftJoin('second_factor', 'second_factor.user_id', 'session.user_id')
    .select([
      'session.id',
      'session.user_id',
      'session.created_at',
      'session.last_seen_at',
      'session.expires_at',
      'user.role',
      'user.expires_at as account_expires_at',
      'second_factor.confirmed_at',
    ])
    .where('session.token_hash', '=', tokenHash),
)

export async function insertSession(db: Db, row: SessionRow): Promise<void> {
  await db.insertInto('session').values(row).execute()
}

export async function touchSession(db: Db, tokenHash: string, now: number): Promise<void> {
  await db
    .updateTable('session')
    .set({ last_seen_at: now })
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** @returns whether the token had a session. */
export const deleteSessionByToken = (db: Db, tokenHash: string): Promise<boolean> =>
  changesRows(db.deleteFrom('session').where('token_hash', '=', tokenHash))

/** Deletes all sessions of the user, except the one with the id `exceptId`, if given. */
export async function deleteUserSessions(db: Db, userId: string, exceptId?: string): Promise<void> {
  const sessions = db.deleteFrom('session').where('user_id', '=', userId)
  await (exceptId === undefined ? sessions : sessions.where('id', '!=', exceptId)).execute()
}
