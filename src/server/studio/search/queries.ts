import type { Db } from '../../core/db/schema.ts'

/** @returns the texts of these products, in the order of the shop. */
export const listProductTexts = (db: Db, ids: string[]) =>
  db
    .selectFrom('product')
    .select(['id', 'slug', 'title', 'category', 'price_paise', 'detail', 'archived_at'])
    .where('id', 'in', ids)
    .orderBy('position')
    .orderBy('id')
    .execute()
