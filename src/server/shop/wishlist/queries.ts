import { changesRows } from '../../core/db/row-counts.ts'
import type { Db } from '../../core/db/schema.ts'
import type { WishlistItemRow } from './tables.ts'

interface NewWishlistItem {
  userId: string
  productId: string
  /** Current price of the product. */
  pricePaise: number
  now: number
  /** Absent if no line was saved. */
  saved?: Pick<WishlistItemRow, 'variant_id' | 'saved_line'> | undefined
}

/** Adds a product. An existing item keeps its position and price. */
export async function addWishlistItem(
  db: Db,
  { userId, productId, pricePaise, now, saved }: NewWishlistItem,
): Promise<void> {
  const newest = await db
    .selectFrom('wishlist_item')
    .select((eb) => eb.fn.max<number | null>('created_at').as('createdAt'))
    .where('user_id', '=', userId)
    .executeTakeFirst()
  // Keeps the order of two items that are added in the same millisecond.
  const created_at = Math.max(now, (newest?.createdAt ?? 0) + 1)
  await db
    .insertInto('wishlist_item')
    .values({
      user_id: userId,
      product_id: productId,
      created_at,
      price_paise: pricePaise,
      ...(saved ?? { variant_id: null, saved_line: null }),
    })
    .onConflict((conflict) => {
      const same = conflict.columns(['user_id', 'product_id'])
      return saved === undefined ? same.doNothing() : same.doUpdateSet(saved)
    })
    .execute()
}

/** Lists the items of the wishlist whose products are on sale, newest first. */
export const listWishlistItems = (db: Db, userId: string) =>
  db
    .selectFrom('wishlist_item')
    .innerJoin('product', 'product.id', 'wishlist_item.product_id')
    .leftJoin('variant', 'variant.id', 'wishlist_item.variant_id')
    .select(['wishlist_item.product_id', 'wishlist_item.price_paise', 'choice', 'saved_line'])
    .where('user_id', '=', userId)
    .where('product.archived_at', 'is', null)
    .orderBy('wishlist_item.created_at', 'desc')
    .orderBy('wishlist_item.product_id')
    .execute()

/** Lists the details of products, in any order. */
export const listDetails = (db: Db, ids: string[]) =>
  ids.length === 0
    ? []
    : db.selectFrom('product').select(['id', 'detail']).where('id', 'in', ids).execute()

export const listWishlistProductIds = async (db: Db, userId: string): Promise<string[]> =>
  (await listWishlistItems(db, userId)).map((row) => row.product_id)

/** @returns whether the product was on the wishlist. */
export const removeWishlistItem = (db: Db, userId: string, productId: string): Promise<boolean> =>
  changesRows(
    db
      .deleteFrom('wishlist_item')
      .where('user_id', '=', userId)
      .where('product_id', '=', productId),
  )

/**
 * Shares a wishlist. If it is already shared, it keeps its token.
 * @returns the token.
 */
export async function setWishlistShare(
  db: Db,
  { userId, token, now }: { userId: string; token: string; now: number },
): Promise<string> {
  await db
    .insertInto('wishlist_share')
    .values({ user_id: userId, token, created_at: now })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
  return (await findWishlistShare(db, userId))?.token ?? token
}

export const findWishlistShare = (db: Db, userId: string) =>
  db
    .selectFrom('wishlist_share')
    .select(['token', 'created_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()

export async function deleteWishlistShare(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('wishlist_share').where('user_id', '=', userId).execute()
}

/** Finds the owner of a shared wishlist. */
export const findOwnerOfShare = (db: Db, token: string) =>
  db
    .selectFrom('wishlist_share')
    .innerJoin('user', 'user.id', 'wishlist_share.user_id')
    .select(['user.id', 'user.display_name'])
    .where('token', '=', token)
    .executeTakeFirst()
