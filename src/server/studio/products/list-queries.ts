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
    ])
    .where('id', 'in', ids)
    .execute()
