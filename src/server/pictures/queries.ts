import type { Db } from '../deps.ts'

/** @returns every picture of every product (or: one), also of archived ones. */
export const listProductUses = (db: Db, hash?: string) =>
  db
    .selectFrom('product_picture')
    .innerJoin('product', 'product.id', 'product_picture.product_id')
    .select(['picture_hash', 'alt', 'product.id', 'title', 'slug', 'revision', 'archived_at'])
    .$if(hash !== undefined, (query) => query.where('picture_hash', '=', hash ?? ''))
    .orderBy('product.position')
    .execute()

/** @returns all pictures, the newest first. */
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
