import type { Db } from '../../core/db/schema.ts'
import { selectCounts } from '../stock/queries.ts'

/** Selects products on sale with the data of their share pictures. */
const selectSharedProducts = (db: Db) =>
  db
    .selectFrom('product')
    .innerJoin('product_picture', 'product_picture.product_id', 'product.id')
    .innerJoin('picture', 'picture.hash', 'product_picture.picture_hash')
    .select(['product.slug', 'product.title', 'product.price_paise', 'list_price_paise', 'detail'])
    .select(selectCounts(db))
    .select(['product_picture.product_id', 'alt', 'focus_x', 'focus_y', 'zoom', 'worn'])
    .select(['picture.hash', 'width', 'height', 'placeholder', 'format'])
    .where('product.archived_at', 'is', null)
    .where('product_picture.position', '=', 0)

export type SharedProduct = Awaited<ReturnType<typeof listSharedProducts>>[number]

export const listSharedProducts = (db: Db) =>
  selectSharedProducts(db).orderBy('product.position').execute()

export const findSharedProduct = (db: Db, slug: string) =>
  selectSharedProducts(db).where('product.slug', '=', slug).executeTakeFirst()

/** Finds a product of the category with this picture. */
export const findSharedProductOfCategory = (db: Db, hash: string, category: string) =>
  selectSharedProducts(db)
    .where('picture.hash', '=', hash)
    .where((eb) => eb(eb.fn('lower', ['category']), '=', category))
    .executeTakeFirst()

/** Lists the pictures of products on sale, the first picture of each product first. */
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
