import type { Db } from '../deps.ts'

/** Every product, also archived ones, in the order of the catalogue. */
export const listAllProducts = (db: Db) =>
  db
    .selectFrom('product')
    .select([
      'id',
      'slug',
      'title',
      'category',
      'price_paise',
      'list_price_paise',
      'stock',
      'archived_at',
      'revision',
      'updated_at',
      'detail',
    ])
    .orderBy('position')
    .orderBy('id')
    .execute()

/** @returns the ids of the products that wait for a publish. */
export async function listWaitingProductIds(db: Db): Promise<Set<string>> {
  const rows = await db
    .selectFrom('publish_request')
    .select('product_id')
    .distinct()
    .where('product_id', 'is not', null)
    .execute()
  return new Set(rows.flatMap(({ product_id }) => product_id ?? []))
}

export const listPicturesByHash = (db: Db, hashes: string[]) =>
  hashes.length === 0
    ? []
    : db
        .selectFrom('picture')
        .select(['hash', 'width', 'height', 'placeholder'])
        .where('hash', 'in', hashes)
        .execute()
