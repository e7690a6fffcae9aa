import type { Db } from '../deps.ts'

/** Adds a product; an item that exists stays as it is. */
export async function addWishlistItem(
  db: Db,
  { userId, productId, now }: { userId: string; productId: string; now: number },
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
    .values({ user_id: userId, product_id: productId, created_at })
    .onConflict((conflict) => conflict.columns(['user_id', 'product_id']).doNothing())
    .execute()
}

/** @returns the ids of the products on the wishlist that are on sale, newest item first. */
export async function listWishlistProductIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('wishlist_item')
    .innerJoin('product', 'product.id', 'wishlist_item.product_id')
    .select('product_id')
    .where('user_id', '=', userId)
    .where('product.archived_at', 'is', null)
    .orderBy('wishlist_item.created_at', 'desc')
    .orderBy('product_id')
    .execute()
  return rows.map((row) => row.product_id)
}

/** @returns whether the product was on the wishlist. */
export async function removeWishlistItem(
  db: Db,
  userId: string,
  productId: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('wishlist_item')
    .where('user_id', '=', userId)
    .where('product_id', '=', productId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
