import { randomUUID } from 'node:crypto'
import type { UserRow } from '../db/schema.ts'
import type { Db } from '../deps.ts'

type NewUser = Pick<UserRow, 'email' | 'display_name' | 'created_at'> & Partial<UserRow>

/**
 * Inserts a user; a column that is not given is empty, the role is customer.
 * @returns the row, or undefined when the email or the Google identity already has an account.
 */
export const createUser = (db: Db, user: NewUser): Promise<UserRow | undefined> =>
  db
    .insertInto('user')
    .values({
      id: randomUUID(),
      password_hash: null,
      phone: '',
      gender: '',
      dob: '',
      photo_url: '',
      role: 'customer',
      email_verified_at: null,
      google_sub: null,
      updated_at: user.created_at,
      ...user,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

export const findUserBy = (
  db: Db,
  column: 'id' | 'email' | 'google_sub',
  value: string,
): Promise<UserRow | undefined> =>
  db.selectFrom('user').selectAll().where(column, '=', value).executeTakeFirst()

/**
 * Locks the user's row until the transaction ends. Every transaction that changes a user locks it
 * first, so that two of them wait for each other in one order.
 */
export const lockUserBy = (
  db: Db,
  column: 'id' | 'email',
  value: string,
  now: number,
): Promise<UserRow | undefined> =>
  db
    .updateTable('user')
    .set({ updated_at: now })
    .where(column, '=', value)
    .returningAll()
    .executeTakeFirst()

export async function updateUser(db: Db, id: string, change: Partial<UserRow>): Promise<void> {
  await db.updateTable('user').set(change).where('id', '=', id).execute()
}

/**
 * Replaces the password hash if it is still `current`, and locks the row until the transaction
 * ends: a concurrent password change must not leave a session of the old password behind.
 * @returns false when the hash is no longer the current one.
 */
export async function replacePasswordHash(
  db: Db,
  { id, current, ...change }: { id: string; current: string } & Partial<UserRow>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('user')
    .set(change)
    .where('id', '=', id)
    .where('password_hash', '=', current)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Sets the time of verification unless the email is verified already. */
export async function verifyUserEmail(db: Db, id: string, now: number): Promise<void> {
  await db
    .updateTable('user')
    .set({ email_verified_at: now })
    .where('id', '=', id)
    .where('email_verified_at', 'is', null)
    .execute()
}

/** Sets the photo unless the user has one. */
export async function setDefaultPhoto(db: Db, id: string, photoUrl: string): Promise<void> {
  await db
    .updateTable('user')
    .set({ photo_url: photoUrl })
    .where('id', '=', id)
    .where('photo_url', '=', '')
    .execute()
}

export async function deleteUserAddresses(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('address').where('user_id', '=', userId).execute()
}
