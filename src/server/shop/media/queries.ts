import type { Db } from '../../core/db/schema.ts'
import { selectCounts } from '../stock/queries.ts'

/** Products on sale with what their share picture shows. */
const sharedProducts = (db: Db) =>
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
  sharedProducts(db).orderBy('product.position').execute()

export const findSharedProduct = (db: Db, slug: string) =>
  sharedProducts(db).where('product.slug', '=', slug).executeTakeFirst()

/** @returns the picture if a product of the category has it. */
export const findSharedProductOfCategory = (db: Db, hash: string, category: string) =>
  sharedProducts(db)
    .where('picture.hash', '=', hash)
    .where((eb) => eb(eb.fn('lower', ['category']), '=', category))
    .executeTakeFirst()
