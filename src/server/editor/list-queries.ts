import { sql } from 'kysely'
import { isPostgres } from '../db/queries.ts'
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
] as const

/** Every product, also archived ones, in the order of the catalogue. */
const inOrder = (db: Db) => db.selectFrom('product').orderBy('position').orderBy('id')

/** The slugs that a product names, as JSON. PostgreSQL has them in a column. */
const selectRelated = (db: Db) =>
  isPostgres(db) ? sql<string>`related::text` : sql<string>`json_extract(detail, '$.related')`

/** @returns what the list shows of these products, in any order. */
export const listProductsInShort = (db: Db, ids: string[]) =>
  db
    .selectFrom('product')
    .select(LIST_COLUMNS)
    .select([
      selectRelated(db).as('related'),
      (isPostgres(db)
        ? sql<boolean | number>`detail::json -> 'variants' is not null`
        : sql<boolean | number>`json_type(detail, '$.variants') is not null`
      ).as('has_variants'),
    ])
    .where('id', 'in', ids)
    .execute()

/** @returns which slugs these products name, in any order. */
export const listRelated = (db: Db, ids: string[]) =>
  db
    .selectFrom('product')
    .select(['id', 'slug', 'title', 'archived_at', selectRelated(db).as('related')])
    .where('id', 'in', ids)
    .execute()

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
