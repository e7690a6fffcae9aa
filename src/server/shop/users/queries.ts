import { randomUUID } from 'node:crypto'
import { type Address, PERSON_FIELDS, type PersonField } from '#src/contract/account.ts'
import { DAY_MS, UNVERIFIED_DAYS } from '#src/rules/constants.ts'
import { changesRows } from '../../core/db/row-counts.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import type { UserRow } from './tables.ts'

type NewUser = Pick<UserRow, 'email' | 'display_name' | 'created_at'> & Partial<UserRow>

const NO_PERSON = Object.fromEntries(PERSON_FIELDS.map((field) => [field, '']))

/** Time after which an account ends whose email is not verified. */
const UNVERIFIED_LIFETIME_MS = UNVERIFIED_DAYS * DAY_MS

/** The row of a new user; a column that is not given is empty, the role is customer. */
export const toUserRow = (user: NewUser): UserRow => ({
  id: randomUUID(),
  password_hash: null,
  ...(NO_PERSON as Record<PersonField, string>),
  photo_url: '',
  role: 'customer',
  email_verified_at: null,
  google_sub: null,
  deleted_at: null,
  updated_at: user.created_at,
  expires_at: user.email_verified_at ? null : user.created_at + UNVERIFIED_LIFETIME_MS,
  ...user,
})

/**
 * Inserts a user; a column that is not given is as `toUserRow` has it.
 * @returns the row, or undefined when the Google identity has an account, or the user is verified
 * and another account with the email is too.
 */
export const createUser = (db: Db, user: NewUser): Promise<UserRow | undefined> =>
  db
    .insertInto('user')
    .values(toUserRow(user))
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

export const findUserBy = (
  db: Db,
  column: 'id' | 'google_sub',
  value: string,
): Promise<UserRow | undefined> =>
  db.selectFrom('user').selectAll().where(column, '=', value).executeTakeFirst()

/** Finds the account that owns the email: of all accounts with one email, one at most is verified. */
export const findVerifiedUser = (db: Db, email: string): Promise<UserRow | undefined> =>
  db
    .selectFrom('user')
    .selectAll()
    .where('email', '=', email)
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst()

const selectLatestUnverifiedUser = (db: Db, email: string, now: number) =>
  db
    .selectFrom('user')
    .selectAll()
    .where('email', '=', email)
    .where('email_verified_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(1)

export const findLatestUnverifiedUser = (
  db: Db,
  email: string,
  now: number,
): Promise<UserRow | undefined> => selectLatestUnverifiedUser(db, email, now).executeTakeFirst()

/** The hash of the earliest unverified account with the email; all have its salt and costs. */
export async function findUnverifiedHash(db: Db, email: string): Promise<string | null> {
  const row = await db
    .selectFrom('user')
    .select('password_hash')
    .where('email', '=', email)
    .where('email_verified_at', 'is', null)
    .where('password_hash', 'is not', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.password_hash ?? null
}

/** Finds the unverified account with the email that the password of this hash opens. */
export const findUnverifiedUserByHash = (
  db: Db,
  email: string,
  passwordHash: string,
  now: number,
): Promise<UserRow | undefined> =>
  selectLatestUnverifiedUser(db, email, now)
    .where('password_hash', '=', passwordHash)
    .executeTakeFirst()

/**
 * Locks the user's row until the transaction ends. Every transaction that changes a user locks it
 * first, so that two of them wait for each other in one order.
 */
export const lockUser = (db: Db, id: string): Promise<UserRow | undefined> =>
  db
    .updateTable('user')
    .set(({ ref }) => ({ updated_at: ref('updated_at') }))
    .where('id', '=', id)
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
export const replacePasswordHash = (
  db: Db,
  { id, current, ...change }: { id: string; current: string } & Partial<UserRow>,
): Promise<boolean> =>
  changesRows(
    db.updateTable('user').set(change).where('id', '=', id).where('password_hash', '=', current),
  )

/**
 * Sets the time of verification unless the email is verified already.
 * @returns false when it is, or the account has ended.
 * @throws a unique violation when another account with the email is verified.
 */
export const verifyUserEmail = (db: Db, id: string, now: number): Promise<boolean> =>
  changesRows(
    db
      .updateTable('user')
      .set({ email_verified_at: now, expires_at: null })
      .where('id', '=', id)
      .where('email_verified_at', 'is', null)
      .where('expires_at', '>', now),
  )

/** Sets the photo unless the user has one. */
export async function setDefaultPhoto(db: Db, id: string, photoUrl: string): Promise<void> {
  await db
    .updateTable('user')
    .set({ photo_url: photoUrl })
    .where('id', '=', id)
    .where('photo_url', '=', '')
    .execute()
}

/** Whether an account is over: its email was not verified in time, or it was deleted and its rows follow. */
export const hasEnded = ({ now }: Pick<Deps, 'now'>, user: Pick<UserRow, 'expires_at'>): boolean =>
  user.expires_at !== null && user.expires_at <= now()

/** @returns accounts that have ended, the first one first. */
export const listEndedUserIds = async (db: Db, now: number, limit: number): Promise<string[]> =>
  (
    await db
      .selectFrom('user')
      .select('id')
      .where('expires_at', '<=', now)
      .orderBy('expires_at')
      .limit(limit)
      .execute()
  ).map(({ id }) => id)

/** @throws when the user does not exist. */
export const getUserRow = (db: Db, userId: string): Promise<UserRow> =>
  db.selectFrom('user').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()

/** @returns the user's addresses in their order. */
export async function listAddresses(db: Db, userId: string): Promise<Address[]> {
  const rows = await db
    .selectFrom('address')
    .select(['address', 'city', 'state', 'pincode', 'country', 'is_default'])
    .where('user_id', '=', userId)
    .orderBy('position')
    .execute()
  return rows.map(({ is_default, ...row }) => ({ ...row, isDefault: is_default === 1 }))
}
