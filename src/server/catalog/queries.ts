import type { Db } from '../deps.ts'

/** A picture where a product shows it. */
export interface ProductPicture {
  product_id: string
  hash: string
  width: number
  height: number
  placeholder: string
  alt: string
}

const live = (db: Db) => db.selectFrom('product').where('archived_at', 'is', null)

/** Every product on sale, in the server's own order. */
export const listProducts = (db: Db) =>
  live(db).selectAll().orderBy('position').orderBy('id').execute()

export const findProductBySlug = (db: Db, slug: string) =>
  live(db).selectAll().where('slug', '=', slug).executeTakeFirst()

export const findProductById = (db: Db, id: string) =>
  live(db).selectAll().where('id', '=', id).executeTakeFirst()

/** Products on sale with one of these ids, in no order. */
export const listProductsByIds = (db: Db, ids: string[]) =>
  ids.length === 0 ? [] : live(db).selectAll().where('id', 'in', ids).execute()

const RELATED_COLUMNS = ['id', 'slug', 'title', 'price_paise', 'category', 'position'] as const

/** Products on sale with one of these slugs, in no order. */
export const listProductsBySlugs = (db: Db, slugs: string[]) =>
  slugs.length === 0 ? [] : live(db).select(RELATED_COLUMNS).where('slug', 'in', slugs).execute()

/** The next products of the same category after `place`, then those from its start. */
export async function listNextInCategory(
  db: Db,
  { category, position, id }: { category: string; position: number; id: string },
  count: number,
) {
  const others = live(db)
    .select(RELATED_COLUMNS)
    .where('category', '=', category)
    .where('id', '!=', id)
    .orderBy('position')
    .orderBy('id')
    .limit(count)
  const after = await others.where('position', '>=', position).execute()
  if (after.length >= count) return after
  return [...after, ...(await others.where('position', '<', position).execute())]
}

/** Pictures of these products, or of all, each product's in its order. */
export async function listPicturesByProduct(
  db: Db,
  productIds?: string[],
): Promise<Map<string, ProductPicture[]>> {
  const found = new Map<string, ProductPicture[]>()
  if (productIds?.length === 0) return found
  const rows = await db
    .selectFrom('product_picture')
    .innerJoin('picture', 'picture.hash', 'product_picture.picture_hash')
    .select(['product_id', 'hash', 'width', 'height', 'placeholder', 'alt'])
    .$if(productIds !== undefined, (query) => query.where('product_id', 'in', productIds ?? []))
    .orderBy('product_id')
    .orderBy('product_picture.position')
    .execute()
  for (const row of rows) {
    const shown = found.get(row.product_id)
    if (shown) shown.push(row)
    else found.set(row.product_id, [row])
  }
  return found
}
