import { changesRows, countRows } from '../../core/db/row-counts.ts'
import type { Db } from '../../core/db/schema.ts'
import type { SecondFactorRow } from './tables.ts'

export const findSecondFactor = (db: Db, userId: string) =>
  db.selectFrom('second_factor').selectAll().where('user_id', '=', userId).executeTakeFirst()

/** Inserts an unconfirmed secret, or replaces one. */
export const replaceSecondFactor = (db: Db, row: SecondFactorRow) =>
  db
    .insertInto('second_factor')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()

/**
 * Stores the time step of a correct code in one statement, so that a code is accepted only once.
 * @returns false if the step was used.
 */
export const consumeStep = (
  db: Db,
  userId: string,
  { step, confirmedAt }: { step: number; confirmedAt?: number },
): Promise<boolean> =>
  changesRows(
    db
      .updateTable('second_factor')
      .set({ last_step: step, ...(confirmedAt === undefined ? {} : { confirmed_at: confirmedAt }) })
      .where('user_id', '=', userId)
      .where('last_step', '<', step),
  )

export async function deleteSecondFactor(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  await db.deleteFrom('second_factor').where('user_id', '=', userId).execute()
}

export async function replaceRecoveryCodes(
  db: Db,
  userId: string,
  hashes: string[],
): Promise<void> {
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  await db
    .insertInto('recovery_code')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute()
}

/**
 * Deletes a recovery code in one statement, so that it is accepted only once.
 * @returns whether it existed.
 */
export const consumeRecoveryCode = (db: Db, userId: string, codeHash: string): Promise<boolean> =>
  changesRows(
    db.deleteFrom('recovery_code').where('user_id', '=', userId).where('code_hash', '=', codeHash),
  )

export const countRecoveryCodes = (db: Db, userId: string): Promise<number> =>
  countRows(db.selectFrom('recovery_code').where('user_id', '=', userId))
