import { sql } from 'kysely'
import { compileByLength } from '../../core/db/compile-once.ts'
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

const selectInShort = compileByLength((db, ids) =>
  db
    .selectFrom('product')
    .select(LIST_COLUMNS)
    .select([selectCounts(db), selectRelated(db).as('related'), selectCodes(db).as('codes')])
    .where('id', 'in', ids),
)

/** @returns what the list shows of these products, in any order. */
export const listProductsInShort = async (db: Db, ids: string[]) =>
  (await selectInShort(db, ids)).rows
