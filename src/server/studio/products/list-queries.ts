import { sql } from 'kysely'
import { compileByLength } from '../../core/db/compile-once.ts'
import { isPostgres } from '../../core/db/queries.ts'
import type { Db } from '../../core/db/schema.ts'
import type { ProductRow } from '../../shop/catalog/tables.ts'
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

/** Selects SKUs and barcodes of all variants, separated by spaces; null without variants. */
const selectCodes = (db: Db) =>
  isPostgres(db)
    ? sql<string | null>`(select string_agg(concat_ws(' ', item ->> 'sku', item ->> 'barcode'), ' ')
        from json_array_elements(coalesce(detail::json -> 'variants', '[]'::json)) as item)`
    : sql<string | null>`(select group_concat(coalesce(value ->> '$.sku', '') || ' ' ||
        coalesce(value ->> '$.barcode', ''), ' ') from json_each(detail, '$.variants'))`

const selectSummaries = compileByLength((db, ids) =>
  db
    .selectFrom('product')
    .select(LIST_COLUMNS)
    .select([selectRelated(db).as('related'), selectCodes(db).as('codes')])
    .where('id', 'in', ids),
)

export type ProductVersion = Pick<ProductRow, 'id' | 'revision' | 'updated_at'>

/** Lists all products, in shop order. */
export const listProductVersions = (db: Db): Promise<ProductVersion[]> =>
  db
    .selectFrom('product')
    .select(['id', 'revision', 'updated_at'])
    .orderBy('position')
    .orderBy('id')
    .execute()

/** Lists the data of these products for the list, in any order. */
export const listProductSummaries = async (db: Db, ids: string[]) =>
  (await selectSummaries(db, ids)).rows
