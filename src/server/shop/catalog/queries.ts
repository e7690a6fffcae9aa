import { sql } from 'kysely'
import { SHOWN_REVIEWS } from '#src/rules/constants.ts'
import { compileByLength } from '../../core/db/compile-once.ts'
import type { Database, Db } from '../../core/db/schema.ts'
import type { ProductPicture } from '../../core/media/to-picture.ts'
import { getCatalogRevision } from '../../core/publish-requests/queries.ts'
import { selectCounts } from '../stock/queries.ts'

const selectOnSale = (db: Db) => db.selectFrom('product').where('archived_at', 'is', null)

/**
 * Selects products on sale if another condition already picks a few. Without statistics, SQLite would prefer an index
 * by `archived_at` and read every product; the expression `+archived_at` prevents that.
 */
const selectFewOnSale = (db: Db) => db.selectFrom('product').where(sql`+archived_at`, 'is', null)

/** Selects the current address of a product's category. */
export const selectCategory = () =>
  sql<string>`coalesce((select slug.slug from slug
    where slug.record_id = 'category:' || product.category and slug.is_current = 1),
    product.category)`.as('category')

/** Lists all products on sale, in catalogue order. */
export const listProducts = (db: Db) =>
  selectOnSale(db).selectAll().select(selectCounts(db)).orderBy('position').orderBy('id').execute()

/** Lists the data that shows whether a product has changed, for all products on sale in order. */
export const listProductVersions = (db: Db) =>
  selectOnSale(db)
    .select(['id', 'revision', 'updated_at'])
    .orderBy('position')
    .orderBy('id')
    .execute()

export const findProductBySlug = (db: Db, slug: string) =>
  selectFewOnSale(db)
    .selectAll()
    .select(selectCounts(db))
    .where('slug', '=', slug)
    .executeTakeFirst()

export const findProductById = (db: Db, id: string) =>
  selectFewOnSale(db).selectAll().select(selectCounts(db)).where('id', '=', id).executeTakeFirst()

/** Returns whether a product with this slug is on sale. */
export const hasSlug = async (db: Db, slug: string): Promise<boolean> =>
  (await selectFewOnSale(db).select('id').where('slug', '=', slug).executeTakeFirst()) !== undefined

/** Returns whether a product of this category id is on sale. */
export const hasCategory = async (db: Db, category: string): Promise<boolean> =>
  (await selectFewOnSale(db)
    .select('id')
    .where((eb) => eb.fn('lower', ['category']), '=', category)
    .limit(1)
    .executeTakeFirst()) !== undefined

const selectProductsByIds = compileByLength((db, ids) =>
  selectFewOnSale(db).selectAll().select(selectCounts(db)).where('id', 'in', ids),
)

/** Lists the products on sale with these ids, in any order. */
export const listProductsByIds = async (db: Db, ids: string[]) =>
  ids.length === 0 ? [] : (await selectProductsByIds(db, ids)).rows

const SEARCHED_COLUMNS = [
  'id',
  'slug',
  'title',
  'category',
  'price_paise',
  'published_at',
  'updated_at',
  'position',
  'revision',
] as const

/** Lists the data that a search needs of the next products on sale, by id after `id`. */
export const listSearchedProducts = (db: Db, id: string, count: number) =>
  selectFewOnSale(db)
    .select(SEARCHED_COLUMNS)
    .select(selectCounts(db))
    .where('id', '>', id)
    .orderBy('id')
    .limit(count)
    .execute()

const RELATED_COLUMNS = [
  'id',
  'slug',
  'title',
  'price_paise',
  'list_price_paise',
  'category',
  'position',
  'detail',
] as const

/** Lists the ids of products on sale with these slugs, in any order. */
export const listIdsBySlugs = (db: Db, slugs: string[]) =>
  slugs.length === 0
    ? []
    : selectFewOnSale(db).select(['id', 'slug']).where('slug', 'in', slugs).execute()

/** Lists the data of related products on sale with these ids, in any order. */
export const listRelatedProducts = (db: Db, ids: string[]) =>
  ids.length === 0
    ? []
    : selectFewOnSale(db)
        .select(RELATED_COLUMNS)
        .select(selectCounts(db))
        .where('id', 'in', ids)
        .execute()

/** Lists the next products of the same category. After the last one it continues with the first. */
export async function listNextInCategory(
  db: Db,
  { category, position, id }: { category: string; position: number; id: string },
  count: number,
) {
  const others = selectFewOnSale(db)
    .select(RELATED_COLUMNS)
    .select(selectCounts(db))
    .where('category', '=', category)
    .where('id', '!=', id)
    .orderBy('position')
    .orderBy('id')
    .limit(count)
  const after = await others.where('position', '>=', position).execute()
  if (after.length >= count) return after
  return [...after, ...(await others.where('position', '<', position).execute())]
}

const selectPictures = compileByLength((db, productIds) =>
  db
    .selectFrom('product_picture')
    .innerJoin('picture', 'picture.hash', 'product_picture.picture_hash')
    .select(['product_id', 'hash', 'width', 'height', 'placeholder'])
    .select(['alt', 'focus_x', 'focus_y', 'zoom', 'worn'])
    .where('product_id', 'in', productIds)
    .orderBy('product_id')
    .orderBy('product_picture.position'),
)

/** Returns the pictures of these products in display order, by product id. */
export async function listPicturesByProduct(
  db: Db,
  productIds: string[],
): Promise<Map<string, ProductPicture[]>> {
  const byProduct = new Map<string, ProductPicture[]>()
  if (productIds.length === 0) return byProduct
  const { rows } = await selectPictures(db, productIds)
  for (const row of rows) {
    const pictures = byProduct.get(row.product_id)
    if (pictures) pictures.push(row)
    else byProduct.set(row.product_id, [row])
  }
  return byProduct
}

const selectApprovedReviews = (db: Db) => db.selectFrom('review').where('state', '=', 'approved')

const selectStarCounts = compileByLength((db, productIds) =>
  selectApprovedReviews(db)
    .select((eb) => ['product_id', 'stars', eb.fn.countAll().as('count')])
    .where('product_id', 'in', productIds)
    .groupBy(['product_id', 'stars']),
)

/** Counts the approved reviews of these products by number of stars. */
export const listStarCounts = async (db: Db, productIds: string[]) =>
  productIds.length === 0 ? [] : (await selectStarCounts(db, productIds)).rows

/** Lists the approved reviews for the pages of these products, newest first. */
export const listShownReviews = (db: Db, productIds: string[]): Promise<Database['review'][]> =>
  productIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom(
          selectApprovedReviews(db)
            .selectAll()
            .select((eb) =>
              eb.fn
                .agg<number>('row_number')
                .over((over) =>
                  over
                    .partitionBy('product_id')
                    .orderBy('written_at', 'desc')
                    .orderBy('id', 'desc'),
                )
                .as('place'),
            )
            .where('product_id', 'in', productIds)
            .as('placed'),
        )
        .selectAll()
        .where('place', '<=', SHOWN_REVIEWS)
        .orderBy('product_id')
        .orderBy('place')
        .execute()

export const listArchivedProducts = (db: Db) =>
  db
    .selectFrom('product')
    .select(['id', 'slug'])
    // An index can find times, but not the absence of null.
    .where('archived_at', '>', 0)
    .execute()

/**
 * Returns a text that changes whenever the catalogue changes. It also differs for a database that
 * was restored from a backup or seeded again.
 */
export async function getCatalogVersion(db: Db): Promise<string> {
  const { fn } = db
  const row = await db
    .selectFrom('product')
    .select([
      fn.countAll().as('count'),
      fn.max('updated_at').as('updated_at'),
      fn.sum('revision').as('revisions'),
    ])
    .executeTakeFirst()
  const content = await db
    .selectFrom('content_record')
    .select([fn.max('updated_at').as('updated_at'), fn.sum('revision').as('revisions')])
    // Texts of mails are not part of the site.
    .where('id', 'not like', 'mail-%')
    .executeTakeFirst()
  const revision = await getCatalogRevision(db)
  return [
    ...[revision, row?.count, row?.updated_at, row?.revisions],
    ...[content?.updated_at, content?.revisions],
  ]
    .map(Number)
    .join('.')
}

/**
 * Marks a product as changed for readers of versions. Its revision stays, because that counts
 * versions of the entry only.
 */
export const touchProduct = (db: Db, id: string, now: number) =>
  db
    .updateTable('product')
    .set((eb) => ({
      updated_at: eb
        .case()
        .when('updated_at', '<', now)
        .then(now)
        .else(eb('updated_at', '+', 1))
        .end(),
    }))
    .where('id', '=', id)
    .returning('title')
    .executeTakeFirst()
