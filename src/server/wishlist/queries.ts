import type { Db } from '../deps.ts'

interface NewWishlistItem {
  userId: string
  productId: string
  /** The product's price now. */
  pricePaise: number
  now: number
}

/** Adds a product; an item that exists stays as it is. */
export async function addWishlistItem(
  db: Db,
  { userId, productId, pricePaise, now }: NewWishlistItem,
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
    .values({ user_id: userId, product_id: productId, created_at, price_paise: pricePaise })
    .onConflict((conflict) => conflict.columns(['user_id', 'product_id']).doNothing())
    .execute()
}

/** @returns the items of the wishlist whose products are on sale, newest first. */
export const listWishlistItems = (db: Db, userId: string) =>
  db
    .selectFrom('wishlist_item')
    .innerJoin('product', 'product.id', 'wishlist_item.product_id')
    .select(['product_id', 'wishlist_item.price_paise'])
    .where('user_id', '=', userId)
    .where('product.archived_at', 'is', null)
    .orderBy('wishlist_item.created_at', 'desc')
    .orderBy('product_id')
    .execute()

export const listWishlistProductIds = async (db: Db, userId: string): Promise<string[]> =>
  (await listWishlistItems(db, userId)).map((row) => row.product_id)

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
