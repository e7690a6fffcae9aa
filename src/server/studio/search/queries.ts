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

/** @returns which of these are former slugs, by the product that had them. */
export async function listFormerSlugs(db: Db, slugs: string[]): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('former_slug')
    .select(['product_id', 'slug'])
    .where('slug', 'in', slugs)
    .execute()
  return new Map(rows.map(({ product_id, slug }) => [product_id, [slug]]))
}
