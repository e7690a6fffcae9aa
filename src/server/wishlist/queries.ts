import type { Db } from '../deps.ts'

/** Keeps a product; keeping it again changes nothing. */
export async function addWishlistItem(
  db: Db,
  { userId, productId, now }: { userId: string; productId: string; now: number },
): Promise<void> {
  const newest = await db
    .selectFrom('wishlist_item')
    .select((eb) => eb.fn.max<number | null>('created_at').as('at'))
    .where('user_id', '=', userId)
    .executeTakeFirst()
  // Newest first, even when two come within one millisecond.
  const created_at = Math.max(now, (newest?.at ?? 0) + 1)
  await db
    .insertInto('wishlist_item')
    .values({ user_id: userId, product_id: productId, created_at })
    .onConflict((clash) => clash.columns(['user_id', 'product_id']).doNothing())
    .execute()
}

/** Ids of what is kept, newest first. */
export async function listWishlistProductIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('wishlist_item')
    .select('product_id')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('product_id')
    .execute()
  return rows.map((row) => row.product_id)
}

/** @returns whether it was there. */
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
