import type { Db } from '../deps.ts'

const LIST_COLUMNS = [
  'id',
  'slug',
  'title',
  'category',
  'price_paise',
  'list_price_paise',
  'stock',
  'archived_at',
  'updated_at',
  'revision',
  'detail',
] as const

/** Every product, also archived ones, in the order of the catalogue. */
const inOrder = (db: Db) => db.selectFrom('product').orderBy('position').orderBy('id')

export const listAllProducts = (db: Db) => inOrder(db).select(LIST_COLUMNS).execute()

export const listAllProductIds = async (db: Db): Promise<string[]> =>
  (await inOrder(db).select('id').execute()).map(({ id }) => id)

/** @returns the ids of products that wait for a publish. */
export async function listUnpublished(db: Db): Promise<Set<string>> {
  const rows = await db
    .selectFrom('publish_request')
    .select('product_id')
    .distinct()
    .where('product_id', 'is not', null)
    .execute()
  return new Set(rows.flatMap(({ product_id }) => product_id ?? []))
}
