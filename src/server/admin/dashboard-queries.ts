import { type SelectQueryBuilder, sql } from 'kysely'
import { LOW_STOCK_THRESHOLD } from '#src/rules/constants.ts'
import type { Engine } from '../db/open-database.ts'
import { countRows } from '../db/row-counts.ts'
import type { Database } from '../db/schema.ts'
import type { Db } from '../deps.ts'

/** Products that a figure names. */
const NAMED = 10

type OnSale = SelectQueryBuilder<Database, 'product', object>

const onSale = (db: Db): OnSale => db.selectFrom('product').where('archived_at', 'is', null)

/** @returns the number of products, and the first of them. */
async function count(query: OnSale) {
  const rows = await query
    .select((eb) => ['product.id', 'slug', 'title', eb.fn.countAll().over().as('count')])
    .orderBy('product.position')
    .limit(NAMED)
    .execute()
  const products = rows.map(({ id, slug, title }) => ({ id, slug, title }))
  return { count: Number(rows[0]?.count ?? 0), products }
}

export const countLowStock = (db: Db) =>
  count(onSale(db).where('stock', '>', 0).where('stock', '<=', LOW_STOCK_THRESHOLD))

export const countSoldOut = (db: Db) => count(onSale(db).where('stock', '<=', 0))

export const countWithoutPicture = (db: Db) =>
  count(
    onSale(db).where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('product_picture')
            .select('product_picture.position')
            .whereRef('product_picture.product_id', '=', 'product.id'),
        ),
      ),
    ),
  )

export const countMissingAlt = (db: Db) =>
  count(
    onSale(db).where(({ exists, selectFrom }) =>
      exists(
        selectFrom('product_picture')
          .select('product_picture.position')
          .whereRef('product_picture.product_id', '=', 'product.id')
          .where('product_picture.alt', '=', ''),
      ),
    ),
  )

export const countUnpublished = (db: Db) =>
  count(
    db
      .selectFrom('product')
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('publish_request')
            .select('publish_request.id')
            .whereRef('publish_request.product_id', '=', 'product.id'),
        ),
      ),
  )

/** In one pass over all slugs: a lookup for each product is slower on PostgreSQL. */
export function countBrokenRelated(db: Db, engine: Engine) {
  const related =
    engine === 'sqlite'
      ? sql`json_each(named.detail, '$.related') as related`
      : sql`json_array_elements_text(named.related) as related (value)`
  return count(
    onSale(db).where(
      sql<boolean>`product.id in (select named.id from product as named, ${related}
        where not exists (select 1 from product as other
          where other.slug = related.value and other.archived_at is null))`,
    ),
  )
}

export const countFailedMails = (db: Db): Promise<number> =>
  countRows(
    db.selectFrom('outbox').where('sent_at', 'is', null).where('last_error', 'is not', null),
  )

export const countMessages = (db: Db) =>
  db
    .selectFrom('contact_message')
    .select((eb) => ['state', eb.fn.countAll().as('count')])
    .where('state', '!=', 'done')
    .groupBy('state')
    .execute()

/** Launches that start by themselves. */
export const countScheduled = (db: Db): Promise<number> =>
  countRows(
    db.selectFrom('launch').where('starts_at', 'is not', null).where('published_at', 'is', null),
  )

export const listViewsByDay = (db: Db, since: string) =>
  db
    .selectFrom('page_view_count')
    .select((eb) => ['day', eb.fn.sum('views').as('views')])
    .where('day', '>=', since)
    .groupBy('day')
    .execute()

/** @returns the pages that were seen most, products or all others. */
export const listViewsByPage = (
  db: Db,
  { since, products, limit }: { since: string; products: boolean; limit: number },
) =>
  db
    .selectFrom('page_view_count')
    .select((eb) => ['path', eb.fn.sum('views').as('views')])
    .where('day', '>=', since)
    .where('path', products ? 'like' : 'not like', '/product/%')
    .groupBy('path')
    .orderBy('views', 'desc')
    .orderBy('path')
    .limit(limit)
    .execute()

export const listTitles = (db: Db, slugs: string[]) =>
  slugs.length === 0
    ? []
    : db.selectFrom('product').select(['slug', 'title']).where('slug', 'in', slugs).execute()
