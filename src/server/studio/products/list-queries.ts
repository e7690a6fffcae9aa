import { sql } from 'kysely'
import { isPostgres } from '../../core/db/queries.ts'
import type { Db } from '../../core/db/schema.ts'
import { selectCounts } from '../../shop/stock/queries.ts'
import { selectRelated } from '../save/queries.ts'

const LIST_COLUMNS = [
  'id',
  'slug',
  'title',
  'category',
  'price_paise',
  'list_price_paise',
  'archived_at',
  'updated_at',
  'revision',
] as const

/** SKU and barcode of each variant of a product, with spaces; null without variants. */
const selectCodes = (db: Db) =>
  isPostgres(db)
    ? sql<string | null>`(select string_agg(concat_ws(' ', item ->> 'sku', item ->> 'barcode'), ' ')
        from json_array_elements(coalesce(detail::json -> 'variants', '[]'::json)) as item)`
    : sql<string | null>`(select group_concat(coalesce(value ->> '$.sku', '') || ' ' ||
        coalesce(value ->> '$.barcode', ''), ' ') from json_each(detail, '$.variants'))`

/** @returns what the list shows of these products, in any order. */
export const listProductsInShort = (db: Db, ids: string[]) =>
  db
    .selectFrom('product')
    .select(LIST_COLUMNS)
    .select([
      selectCounts(db),
      selectRelated(db).as('related'),
      (isPostgres(db)
        ? sql<boolean | number>`detail::json -> 'variants' is not null`
        : sql<boolean | number>`json_type(detail, '$.variants') is not null`
      ).as('has_variants'),
      selectCodes(db).as('codes'),
    ])
    .where('id', 'in', ids)
    .execute()
