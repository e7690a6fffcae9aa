import { type SelectQueryBuilder, sql } from 'kysely'
import { LOW_STOCK_THRESHOLD } from '#src/rules/constants.ts'
import { readInChunks } from '../../core/db/chunks.ts'
import { countRows } from '../../core/db/row-counts.ts'
import type { Database, Db } from '../../core/db/schema.ts'
import { listSlugs } from '../../core/slugs/queries.ts'
import { selectAvailable } from '../../shop/stock/queries.ts'
import { listAllProductIds, listRelated } from '../save/queries.ts'

/** Products that a figure names. */
const NAMED = 10

type OnSale = SelectQueryBuilder<Database, 'product', object>

const onSale = (db: Db): OnSale => db.selectFrom('product').where('archived_at', 'is', null)

/** The number of products, and the first of them. */
export interface Figure {
  count: number
  products: { id: string; slug: string; title: string }[]
}

async function count(query: OnSale): Promise<Figure> {
  const rows = await query
    .select((eb) => ['product.id', 'slug', 'title', eb.fn.countAll().over().as('count')])
    .orderBy('product.position')
    .limit(NAMED)
    .execute()
  const products = rows.map(({ id, slug, title }) => ({ id, slug, title }))
  return { count: Number(rows[0]?.count ?? 0), products }
}

/** Products on sale by the pieces that can be bought. The stock of all is summed at once. */
const countByStock = (db: Db, least: number, most: number) =>
  count(
    onSale(db).where('product.id', 'in', (eb) =>
      eb
        .selectFrom(selectAvailable(db).as('available'))
        .select('product_id')
        .where('count', '>=', least)
        .where('count', '<=', most),
    ),
  )

export const countLowStock = (db: Db) => countByStock(db, 1, LOW_STOCK_THRESHOLD)

export const countSoldOut = (db: Db) => countByStock(db, 0, 0)

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
      .where('product.id', 'in', (eb) =>
        eb
          .selectFrom('publish_request')
          .select('publish_request.product_id')
          .where('publish_request.product_id', 'is not', null)
          .$castTo<{ product_id: string }>(),
      ),
  )

/** Products on sale that name one that is not. */
export async function countBrokenRelated(db: Db): Promise<Figure> {
  const read = await readInChunks(await listAllProductIds(db), async (ids) => {
    const rows = new Map((await listRelated(db, ids)).map((row) => [row.id, row]))
    return ids.flatMap((id) => rows.get(id) ?? [])
  })
  const rows = read.filter(({ archived_at }) => archived_at === null)
  const onSale = new Set(rows.map(({ id }) => id))
  const broken = rows.filter(({ related }) =>
    (JSON.parse(related) as string[]).some((id) => !onSale.has(id)),
  )
  const products = broken.slice(0, NAMED).map(({ id, slug, title }) => ({ id, slug, title }))
  return { count: broken.length, products }
}

export const countFailedMails = (db: Db): Promise<number> =>
  countRows(
    db.selectFrom('outbox').where('sent_at', 'is', null).where('last_error', 'is not', null),
  )

export const countMessages = (db: Db) =>
  db
    .selectFrom('contact_message')
    .select((eb) => ['state', eb.fn.countAll().as('count')])
    .where('state', 'in', ['new', 'open'])
    .groupBy('state')
    .execute()

/** Launches that have left out a record or failed, and have not ended, the latest first. @param since when they were created at the earliest. */
export const listMissedLaunches = (db: Db, since: number, limit: number) =>
  db
    .selectFrom('launch')
    .select(['id', 'name', 'message'])
    .where(sql<boolean>`message <> ''`)
    .where('undone_at', 'is', null)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()

/** Launches that start by themselves. */
export const countScheduled = (db: Db): Promise<number> =>
  countRows(
    db.selectFrom('launch').where('starts_at', 'is not', null).where('published_at', 'is', null),
  )

export const listViewsOfDay = (db: Db, day: string) =>
  db.selectFrom('page_view_count').select(['path', 'views']).where('day', '=', day).execute()

/** @returns the products whose pages have, or had, these slugs, each with the slug that was viewed. */
export async function listViewedProducts(db: Db, slugs: string[]) {
  const viewed = await listSlugs(db, 'product', slugs)
  const ids = [...new Set(viewed.map(({ record_id }) => record_id))]
  const products = await readInChunks(ids, (chunk) =>
    db
      .selectFrom('product')
      .select(['id', 'slug', 'title', 'archived_at'])
      .where('id', 'in', chunk)
      .execute(),
  )
  const byId = new Map(products.map((product) => [product.id, product]))
  return viewed.flatMap(({ slug, record_id }) => {
    const product = byId.get(record_id)
    return product ? [{ ...product, viewed: slug }] : []
  })
}
