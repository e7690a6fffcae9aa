import { sql } from 'kysely'
import type { PictureRow } from '../db/schema.ts'
import type { Db } from '../deps.ts'

export const findPicture = (db: Db, hash: string) =>
  db
    .selectFrom('picture')
    .select(['hash', 'width', 'height', 'format'])
    .where('hash', '=', hash)
    .executeTakeFirst()

export const listPictures = (db: Db) =>
  db.selectFrom('picture').select(['hash', 'format']).execute()

/** @returns the pictures of products on sale, the first picture of each product first. */
export const listPicturesOnSale = (db: Db) =>
  db
    .selectFrom('picture')
    .innerJoin('product_picture', 'product_picture.picture_hash', 'picture.hash')
    .innerJoin('product', 'product.id', 'product_picture.product_id')
    .select(['picture.hash', 'picture.width', 'picture.format'])
    .where('product.archived_at', 'is', null)
    .groupBy(['picture.hash', 'picture.width', 'picture.format'])
    .orderBy((eb) => eb.fn.min('product_picture.position'))
    .orderBy((eb) => eb.fn.min('product.position'))
    .execute()

/** Products on sale with what their share picture shows. */
const sharedProducts = (db: Db) =>
  db
    .selectFrom('product')
    .innerJoin('product_picture', 'product_picture.product_id', 'product.id')
    .innerJoin('picture', 'picture.hash', 'product_picture.picture_hash')
    .select(['product.slug', 'product.title', 'product.price_paise'])
    .select(['product_picture.product_id', 'alt', 'focus_x', 'focus_y'])
    .select(['picture.hash', 'width', 'height', 'placeholder', 'format'])
    .where('product.archived_at', 'is', null)
    .where('product_picture.position', '=', 0)

export type SharedProduct = Awaited<ReturnType<typeof listSharedProducts>>[number]

export const listSharedProducts = (db: Db) =>
  sharedProducts(db).orderBy('product.position').execute()

export const findSharedProduct = (db: Db, slug: string) =>
  sharedProducts(db).where('product.slug', '=', slug).executeTakeFirst()

/** @returns the picture if a product of the category has it. */
export const findSharedProductOfCategory = (db: Db, hash: string, category: string) =>
  sharedProducts(db)
    .where('picture.hash', '=', hash)
    .where((eb) => eb(eb.fn('lower', ['category']), '=', category))
    .executeTakeFirst()

/** Inserts pictures; an existing row stays as it is. */
export async function upsertPictures(db: Db, pictures: PictureRow[]): Promise<void> {
  if (pictures.length === 0) return
  await db
    .insertInto('picture')
    .values(pictures)
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute()
}

/** @returns pictures from before `time` that no product, record or draft has, nor any version of one. */
export const listUnusedPictures = (db: Db, time: number, limit: number) =>
  db
    .selectFrom('picture')
    .select(['hash', 'format'])
    .where('created_at', '<', time)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('product_picture')
            .select('product_picture.position')
            .whereRef('product_picture.picture_hash', '=', 'picture.hash'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('product_version')
            .select('product_version.revision')
            .where('product_version.entry', 'like', sql<string>`'%' || picture.hash || '%'`),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('launch_item')
            .select('launch_item.revision')
            .where('launch_item.body', 'like', sql<string>`'%' || picture.hash || '%'`),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('content_version')
            .select('content_version.revision')
            .where('content_version.body', 'like', sql<string>`'%' || picture.hash || '%'`),
        ),
      ),
    )
    .limit(limit)
    .execute()

export const deletePictureRow = (db: Db, hash: string) =>
  db.deleteFrom('picture').where('hash', '=', hash).execute()

/** A picture that is uploaded again is kept as long as a new one. */
export const updatePictureTime = (db: Db, hash: string, now: number) =>
  db.updateTable('picture').set({ created_at: now }).where('hash', '=', hash).execute()
