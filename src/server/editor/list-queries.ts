import { sql } from 'kysely'
import type { EditorProductsQuery } from '#src/contract/editor.ts'
import { LOW_STOCK_THRESHOLD } from '#src/rules/constants.ts'
import type { ProductRow } from '../db/schema.ts'
import type { Db } from '../deps.ts'

/** Columns of the index `product_studio_list`, so that filters read it in place of the rows. */
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
] as const

/** The columns that an item of a list is made from. */
export type ListRow = Pick<ProductRow, (typeof LIST_COLUMNS)[number] | 'revision'>

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

function filtered(db: Db, { search, category, state, stock, reduced }: EditorProductsQuery) {
  const pattern = search && `%${escapeLike(search.toLowerCase())}%`
  return db
    .selectFrom('product')
    .$if(Boolean(pattern), (query) =>
      query.where(
        sql<boolean>`(lower(title) like ${pattern} escape '\\' or slug like ${pattern} escape '\\')`,
      ),
    )
    .$if(Boolean(category), (query) => query.where('category', '=', category ?? ''))
    .$if(state === 'on-sale', (query) => query.where('archived_at', 'is', null))
    .$if(state === 'archived', (query) => query.where('archived_at', 'is not', null))
    .$if(state === 'unpublished', (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('publish_request')
            .select('publish_request.id')
            .whereRef('publish_request.product_id', '=', 'product.id'),
        ),
      ),
    )
    .$if(stock === 'in', (query) => query.where('stock', '>', LOW_STOCK_THRESHOLD))
    .$if(stock === 'low', (query) =>
      query.where('stock', '>', 0).where('stock', '<=', LOW_STOCK_THRESHOLD),
    )
    .$if(stock === 'out', (query) => query.where('stock', '<=', 0))
    .$if(reduced !== undefined, (query) =>
      query.whereRef('list_price_paise', reduced ? '>' : '<=', 'price_paise'),
    )
}

export async function countEditorProducts(db: Db, query: EditorProductsQuery): Promise<number> {
  const row = await filtered(db, query)
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

const SORT_COLUMNS = {
  position: ['position', 'asc'],
  title: ['title', 'asc'],
  price: ['price_paise', 'asc'],
  stock: ['stock', 'asc'],
  updated: ['updated_at', 'desc'],
} as const

export function listEditorProducts(db: Db, query: EditorProductsQuery) {
  const [column, byDefault] = SORT_COLUMNS[query.sort]
  const direction = query.direction ?? byDefault
  return filtered(db, query)
    .select(LIST_COLUMNS)
    .select('revision')
    .orderBy(column, direction)
    .orderBy('id', direction)
    .limit(query.pageSize)
    .offset((query.page - 1) * query.pageSize)
    .execute()
}

/** @returns the ids of all pages, in the order of the list. */
export async function listEditorProductIds(db: Db, query: EditorProductsQuery): Promise<string[]> {
  const [column, byDefault] = SORT_COLUMNS[query.sort]
  const direction = query.direction ?? byDefault
  const rows = await filtered(db, query)
    .select('id')
    .orderBy(column, direction)
    .orderBy('id', direction)
    .execute()
  return rows.map(({ id }) => id)
}

export const countByCategory = (db: Db) =>
  db
    .selectFrom('product')
    .select((eb) => ['category', eb.fn.countAll().as('count')])
    .groupBy('category')
    .orderBy('category')
    .execute()

/** Every product, also archived ones, in the order of the catalogue. */
export const listAllProducts = (db: Db) =>
  db
    .selectFrom('product')
    .select(LIST_COLUMNS)
    .select(['revision', 'detail'])
    .orderBy('position')
    .orderBy('id')
    .execute()

/** @returns which of these products (default: all) wait for a publish. */
export async function listUnpublished(db: Db, ids?: string[]): Promise<Set<string>> {
  if (ids?.length === 0) return new Set()
  const rows = await db
    .selectFrom('publish_request')
    .select('product_id')
    .distinct()
    .where('product_id', 'is not', null)
    .$if(ids !== undefined, (query) => query.where('product_id', 'in', ids ?? []))
    .execute()
  return new Set(rows.flatMap(({ product_id }) => product_id ?? []))
}
