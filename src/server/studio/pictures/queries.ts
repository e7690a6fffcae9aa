import type { Db } from '../../core/db/schema.ts'

/** Lists the products with a picture, including archived ones, in catalogue order. */
export const listIdsWithPicture = async (db: Db, hash: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('product_picture')
    .innerJoin('product', 'product.id', 'product_picture.product_id')
    .select('product_id')
    .where('picture_hash', '=', hash)
    .orderBy('product.position')
    .orderBy('product_id')
    .execute()
  return rows.map(({ product_id }) => product_id)
}

/** Lists all pictures of these products, or only one. */
export const listProductUses = (db: Db, ids: string[], hash?: string) =>
  db
    .selectFrom('product_picture')
    .innerJoin('product', 'product.id', 'product_picture.product_id')
    .select(['picture_hash', 'alt', 'product.id', 'title', 'slug', 'revision', 'archived_at'])
    .select(['product.position as place', 'product_picture.position'])
    .where('product_picture.product_id', 'in', ids)
    .$if(hash !== undefined, (query) => query.where('picture_hash', '=', hash ?? ''))
    .execute()

/** Newest first. */
export const listStoredPictures = (db: Db) =>
  db
    .selectFrom('picture')
    .select(['hash', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('hash')
    .execute()

export const findStoredPicture = (db: Db, hash: string) =>
  db
    .selectFrom('picture')
    .select(['hash', 'width', 'height', 'format', 'created_at', 'placeholder'])
    .where('hash', '=', hash)
    .executeTakeFirst()
