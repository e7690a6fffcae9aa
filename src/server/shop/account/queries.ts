import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Address } from '#src/contract/account.ts'
import { withOneDefault } from '#src/rules/account/addresses.ts'
import { deleteSome } from '../../core/cleanup/queries.ts'
import { changesRows } from '../../core/db/row-counts.ts'
import type { Database, Db } from '../../core/db/schema.ts'
import { withVariant } from '../catalog/to-product.ts'
import type { UserRow } from '../users/tables.ts'

export const hasUsers = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('user').select('id').limit(1).executeTakeFirst()) !== undefined

/** Lists the password hashes of the verified accounts with these emails. */
export const listPasswordHashes = (
  db: Db,
  emails: readonly string[],
): Promise<Pick<UserRow, 'email' | 'password_hash'>[]> =>
  db
    .selectFrom('user')
    .select(['email', 'password_hash'])
    .where('email', 'in', emails)
    .where('email_verified_at', 'is not', null)
    .execute()

/**
 * Deletes an account that has ended. Foreign keys delete its remaining rows.
 * @returns false if it no longer exists, or was verified since.
 */
export const deleteEndedUser = (db: Db, id: string, now: number): Promise<boolean> =>
  changesRows(db.deleteFrom('user').where('id', '=', id).where('expires_at', '<=', now))

/**
 * Replaces all addresses of the user, exactly one of which is the default. The caller has to update
 * the user's row in the same transaction, so that two parallel saves do not mix their lists.
 */
export async function replaceAddresses(
  db: Db,
  userId: string,
  addresses: readonly Address[],
): Promise<void> {
  await db.deleteFrom('address').where('user_id', '=', userId).execute()
  if (addresses.length === 0) return
  await db
    .insertInto('address')
    .values(
      withOneDefault(addresses).map(({ isDefault, ...address }, position) => ({
        ...address,
        id: randomUUID(),
        user_id: userId,
        position,
        is_default: isDefault ? 1 : 0,
      })),
    )
    .execute()
}

/** Lists the user's sessions that are not expired at `now`, the most recently used first. */
export const listSessions = (
  db: Db,
  { userId, now, idleTimeoutMs }: { userId: string; now: number; idleTimeoutMs: number },
) =>
  db
    .selectFrom('session')
    .select(['id', 'device', 'created_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('last_seen_at', '>', now - idleTimeoutMs)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute()

/** @returns whether the user had this session. */
export const deleteSession = (db: Db, userId: string, id: string): Promise<boolean> =>
  changesRows(db.deleteFrom('session').where('id', '=', id).where('user_id', '=', userId))

/** Lists the user's cart for the export, including products that are not on sale. */
export const exportCart = async (db: Db, userId: string) =>
  (
    await db
      .selectFrom('cart_item')
      .innerJoin('variant', 'variant.id', 'cart_item.variant_id')
      .innerJoin('product', 'product.id', 'cart_item.product_id')
      .select(['cart_item.product_id', 'choice', 'selection', 'detail', 'quantity', 'created_at'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute()
  ).map(withVariant)

/** Lists the user's wishlist for the export, including products that are not on sale. */
export const exportWishlist = (db: Db, userId: string) =>
  db
    .selectFrom('wishlist_item')
    .select(['product_id', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()

/** Lists the mails sent to an address, oldest first. */
export const exportMails = (db: Db, email: string) =>
  db
    .selectFrom('outbox')
    .select(['subject', 'created_at', 'sent_at'])
    .where('recipient', '=', email)
    .orderBy('created_at')
    .execute()

export async function deleteMails(db: Db, email: string): Promise<void> {
  await db.deleteFrom('outbox').where('recipient', '=', email).execute()
}

/**
 * Deletes some rows with the address of an account while the account exists. Otherwise another
 * process may have deleted it, confirmed that by mail, and the address may belong to a new account.
 * @returns the number of deleted rows.
 */
export const deleteRowsOfAddress = (
  db: Db,
  table: keyof Database,
  column: string,
  value: string,
  userId: string,
): Promise<number> =>
  deleteSome(
    db,
    table,
    sql`${sql.ref(column)} = ${value}
      and exists (select 1 from ${sql.table('user')} where id = ${userId})`,
  )
