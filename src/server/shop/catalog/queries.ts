import { sql } from 'kysely'
import { SHOWN_REVIEWS } from '#src/rules/constants.ts'
import { readInChunks } from '../../core/db/chunks.ts'
import { compileByLength } from '../../core/db/compile-once.ts'
import type { Database, Db } from '../../core/db/schema.ts'
import type { ProductPicture } from '../../core/media/to-picture.ts'
import { getCatalogRevision } from '../../core/publish-requests/queries.ts'
import { selectCounts } from '../stock/queries.ts'

const onSale = (db: Db) => db.selectFrom('product').where('archived_at', 'is', null)

/**
 * Products on sale of which another column picks a few. Without statistics, SQLite prefers an index by
 * `archived_at` and reads every product; it has none for an expression such as `+archived_at`.
 */
const pickOnSale = (db: Db) => db.selectFrom('product').where(sql`+archived_at`, 'is', null)

/** @returns all products on sale in the order of the catalogue. */
export const listProducts = (db: Db) =>
  onSale(db).selectAll().select(selectCounts(db)).orderBy('position').orderBy('id').execute()

/** @returns what decides whether a product must be read, of all products on sale in their order. */
export const listProductVersions = (db: Db) =>
  onSale(db).select(['id', 'revision', 'updated_at']).orderBy('position').orderBy('id').execute()

export const findProductBySlug = (db: Db, slug: string) =>
  pickOnSale(db).selectAll().select(selectCounts(db)).where('slug', '=', slug).executeTakeFirst()

export const findProductById = (db: Db, id: string) =>
  pickOnSale(db).selectAll().select(selectCounts(db)).where('id', '=', id).executeTakeFirst()

/** Whether a product with the slug is on sale. */
export const hasSlug = async (db: Db, slug: string): Promise<boolean> =>
  (await pickOnSale(db).select('id').where('slug', '=', slug).executeTakeFirst()) !== undefined

/** Whether a product of the category is on sale. The category is in lower case. */
export const hasCategory = async (db: Db, category: string): Promise<boolean> =>
  (await pickOnSale(db)
    .select('id')
    .where((eb) => eb.fn('lower', ['category']), '=', category)
    .limit(1)
    .executeTakeFirst()) !== undefined

const selectProductsByIds = compileByLength((db, ids) =>
  pickOnSale(db).selectAll().select(selectCounts(db)).where('id', 'in', ids),
)

/** @returns the products on sale with one of these ids, in any order. */
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

/** @returns what a search needs of the next products on sale, by their ids after `id`. */
export const listSearchedProducts = (db: Db, id: string, count: number) =>
  pickOnSale(db)
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

/** @returns the ids of the products on sale with one of these slugs, in any order. */
export const listIdsBySlugs = (db: Db, slugs: string[]) =>
  slugs.length === 0 ? [] : onSale(db).select(['id', 'slug']).where('slug', 'in', slugs).execute()

/** @returns the products on sale with one of these slugs, in any order. */
export const listProductsBySlugs = (db: Db, slugs: string[]) =>
  slugs.length === 0
    ? []
    : pickOnSale(db)
        .select(RELATED_COLUMNS)
        .select(selectCounts(db))
        .where('slug', 'in', slugs)
        .execute()

/** @returns the next products of the same category; after the last one the first ones follow. */
export async function listNextInCategory(
  db: Db,
  { category, position, id }: { category: string; position: number; id: string },
  count: number,
) {
  const others = pickOnSale(db)
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

/** @returns the pictures of these products in display order, by product id. */
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

const approvedReviews = (db: Db) => db.selectFrom('review').where('state', '=', 'approved')

const selectStarCounts = compileByLength((db, productIds) =>
  approvedReviews(db)
    .select((eb) => ['product_id', 'stars', eb.fn.countAll().as('count')])
    .where('product_id', 'in', productIds)
    .groupBy(['product_id', 'stars']),
)

/** @returns how many approved reviews of these products have each number of stars. */
export const listStarCounts = async (db: Db, productIds: string[]) =>
  productIds.length === 0 ? [] : (await selectStarCounts(db, productIds)).rows

/** @returns the approved reviews that the pages of these products show, newest first. */
export const listShownReviews = (db: Db, productIds: string[]): Promise<Database['review'][]> =>
  productIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom(
          approvedReviews(db)
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

/** The products that had these slugs before, with the slugs that they have. */
export const listRenamed = (db: Db, slugs: string[]): Promise<{ former: string; slug: string }[]> =>
  readInChunks(slugs, (chunk) =>
    db
      .selectFrom('former_slug')
      .innerJoin('product', 'product.id', 'former_slug.product_id')
      .select(['former_slug.slug as former', 'product.slug'])
      .where('former_slug.slug', 'in', chunk)
      .execute(),
  )

/** A slug that has no page, with the product that has or had it. */
export interface FormerSlug {
  former: string
  id: string
  slug: string
  archived_at: number | null
}

/** @returns slugs that have no page: former ones with the slug of today, and archived ones. */
export async function listFormerSlugs(db: Db): Promise<FormerSlug[]> {
  const moved = await db
    .selectFrom('former_slug')
    .innerJoin('product', 'product.id', 'former_slug.product_id')
    .select(['former_slug.slug as former', 'product.id', 'product.slug', 'archived_at'])
    .execute()
  const archived = await db
    .selectFrom('product')
    .select(['slug as former', 'id', 'slug', 'archived_at'])
    // An index finds the times, not the absence of null.
    .where('archived_at', '>', 0)
    .execute()
  return [...moved, ...archived]
}

/**
 * @returns a text that differs when the catalogue does, also from that of a database that was
 * restored from a backup or seeded again.
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
    // Texts of mails are no part of the site.
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
