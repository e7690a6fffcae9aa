import { isPostgres } from '../../core/db/queries.ts'
import { countRows } from '../../core/db/row-counts.ts'
import type { Db } from '../../core/db/schema.ts'
import { deleteSlugsOf } from '../../core/slugs/queries.ts'

/** Locks a product, so that no new reference to it is created in this transaction. SQLite has only one writer. */
export async function lockProduct(db: Db, id: string): Promise<void> {
  if (isPostgres(db))
    await db.selectFrom('product').select('id').where('id', '=', id).forUpdate().execute()
}

/** Counts the rows of shoppers that refer to a product. */
export async function countUses(db: Db, id: string) {
  const countOf = (table: 'cart_item' | 'wishlist_item' | 'stock_alert' | 'review') =>
    countRows(db.selectFrom(table).where('product_id', '=', id))
  const orders = await db
    .selectFrom('order_line')
    .select('order_id')
    .distinct()
    .where('product_id', '=', id)
    .execute()
  return {
    orders: orders.length,
    carts: await countOf('cart_item'),
    wishlists: await countOf('wishlist_item'),
    alerts: await countOf('stock_alert'),
    reviews: await countOf('review'),
  }
}

/** Lists the pictures of a product and of its versions. */
export const listOwnPictures = async (db: Db, id: string): Promise<string[]> =>
  (
    await db
      .selectFrom('product_picture')
      .select('picture_hash')
      .where('product_id', '=', id)
      .union(
        db
          .selectFrom('product_version_picture')
          .select('picture_hash')
          .where('product_id', '=', id),
      )
      .execute()
  ).map(({ picture_hash }) => picture_hash)

/** Deletes a product with its versions, stock, former addresses and codes. */
export async function deleteProductRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom('open_record').where('record_id', '=', id).execute()
  await deleteSlugsOf(db, id)
  await db.deleteFrom('product').where('id', '=', id).execute()
}

/** Lists the pictures of a record's versions. */
export const listPicturesOfRecord = async (db: Db, id: string): Promise<string[]> =>
  (
    await db
      .selectFrom('content_version_picture')
      .select('picture_hash')
      .distinct()
      .where('record_id', '=', id)
      .execute()
  ).map(({ picture_hash }) => picture_hash)

/** Deletes a record with its versions and its address. The address of a category still redirects. */
export async function deleteContentRow(db: Db, id: string): Promise<void> {
  if (!id.startsWith('category:')) await deleteSlugsOf(db, id)
  await db.deleteFrom('open_record').where('record_id', '=', id).execute()
  await db.deleteFrom('content_version').where('record_id', '=', id).execute()
  await db.deleteFrom('content_record').where('id', '=', id).execute()
}

/** Lists products and records whose former versions have a picture. */
export async function listFormerUses(db: Db, hash: string): Promise<string[]> {
  const products = await db
    .selectFrom('product_version_picture')
    .innerJoin('product', 'product.id', 'product_version_picture.product_id')
    .select('title as name')
    .distinct()
    .where('picture_hash', '=', hash)
    .execute()
  const records = await db
    .selectFrom('content_version_picture')
    .select('record_id as name')
    .distinct()
    .where('picture_hash', '=', hash)
    .execute()
  return [...products, ...records].map(({ name }) => name)
}
