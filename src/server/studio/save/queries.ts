import { sql } from 'kysely'
import { inChunks, readInChunks, SHORT_ROWS_PER_STATEMENT } from '../../core/db/chunks.ts'
import { compileRows } from '../../core/db/compile-once.ts'
import { isPostgres } from '../../core/db/queries.ts'
import type { Db } from '../../core/db/schema.ts'
import type { ProductPictureRow } from '../../core/media/tables.ts'
import { listSlugs } from '../../core/slugs/queries.ts'
import type { ProductRow, StockedProduct } from '../../shop/catalog/tables.ts'
import { selectCounts } from '../../shop/stock/queries.ts'
import { listCoveredIds } from './overlay-queries.ts'
import type { OpenRecordRow } from './tables.ts'

/** Without the column that PostgreSQL generates, so that `toColumns` can write a row back. */
const selectRows = (db: Db) =>
  db
    .selectFrom('product')
    .select(['id', 'slug', 'title', 'category', 'price_paise', 'list_price_paise'])
    .select(['published_at', 'updated_at', 'archived_at', 'position', 'detail', 'revision'])
    .select(selectCounts(db))

/** Includes archived products. */
export const findProductRow = (db: Db, id: string) =>
  selectRows(db).where('id', '=', id).executeTakeFirst()

/** Includes archived products. */
export const listProductRows = (db: Db, ids: string[]) =>
  ids.length === 0 ? [] : selectRows(db).where('id', 'in', ids).execute()

/** Lists which of these ids exist, including archived products. */
export const listExistingIds = (db: Db, ids: string[]) =>
  db.selectFrom('product').select('id').where('id', 'in', ids).execute()

/** Lists which of these slugs belong to a product on sale. */
export const listLiveSlugs = async (db: Db, slugs: string[]): Promise<string[]> =>
  (
    await readInChunks(slugs, (chunk) =>
      db
        .selectFrom('product')
        .select('slug')
        .where('slug', 'in', chunk)
        .where('archived_at', 'is', null)
        .execute(),
    )
  ).map(({ slug }) => slug)

/** Lists the products with these slugs, including archived ones. */
export const listIdsBySlug = async (
  db: Db,
  slugs: string[],
): Promise<{ id: string; slug: string }[]> =>
  (await listSlugs(db, 'product', slugs)).flatMap(({ slug, record_id, is_current }) =>
    is_current === 1 ? { id: record_id, slug } : [],
  )

/** Lists the products under live launches whose own slugs these may be: their former slugs. */
export const listIdsByBaseSlug = async (db: Db, slugs: string[]): Promise<{ id: string }[]> => {
  const covered = new Set(await listCoveredIds(db))
  if (covered.size === 0) return []
  return (await listSlugs(db, 'product', slugs)).flatMap(({ record_id: id }) =>
    covered.has(id) ? { id } : [],
  )
}

/** Lists products by title, including archived ones, with the data that distinguishes products of equal title. */
export async function listByTitle(db: Db, titles: string[]) {
  const rows = await readInChunks([...new Set(titles)], (chunk) =>
    db
      .selectFrom('product')
      .select(['id', 'slug', 'title', 'detail'])
      .where('title', 'in', chunk)
      .execute(),
  )
  const pictures = await readInChunks(
    rows.map(({ id }) => id),
    (ids) =>
      db
        .selectFrom('product_picture')
        .select(['product_id', 'picture_hash'])
        .where('product_id', 'in', ids)
        .execute(),
  )
  const byProduct = Map.groupBy(pictures, ({ product_id }) => product_id)
  return rows.map(({ id, slug, title, detail }) => ({
    slug,
    title,
    subtitle: (JSON.parse(detail) as { subtitle: string }).subtitle,
    hashes: (byProduct.get(id) ?? []).map(({ picture_hash }) => picture_hash),
  }))
}

export async function findLastPosition(db: Db): Promise<number> {
  const row = await db
    .selectFrom('product')
    .select((eb) => eb.fn.max('position').as('last'))
    .executeTakeFirst()
  return Number(row?.last ?? -1)
}

/** Lists the data that shows whether a product has changed. Unknown ids are left out. */
export const listRevisions = (db: Db, ids: string[]) =>
  db
    .selectFrom('product')
    .select(['id', 'revision', 'updated_at', selectCounts(db)])
    .where('id', 'in', ids)
    .execute()

const PRODUCT_COLUMNS = [
  'id',
  'slug',
  'title',
  'category',
  'price_paise',
  'list_price_paise',
  'published_at',
  'updated_at',
  'archived_at',
  'position',
  'detail',
  'revision',
] as const satisfies (keyof ProductRow)[]

/** Columns that most bulk changes keep. Most indexes contain one of them. */
export const INDEXED_COLUMNS = [
  'slug',
  'title',
  'category',
  'published_at',
  'archived_at',
] as const satisfies (keyof ProductRow)[]

/** Columns that shoppers see. */
export const SHOWN_COLUMNS = [
  ...INDEXED_COLUMNS,
  'price_paise',
  'list_price_paise',
  'detail',
] as const satisfies (keyof ProductRow)[]

/** @param step by how much the revision rises: 0 if only a launch starts or ends. */
const writeProducts = (replaced: readonly (keyof ProductRow)[], step: number) =>
  compileRows(PRODUCT_COLUMNS, (db, rows) =>
    db
      .insertInto('product')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet(({ ref }) =>
            Object.fromEntries(replaced.map((column) => [column, ref(`excluded.${column}`)])),
          )
          .where((eb) => eb('product.revision', '=', eb('excluded.revision', '-', eb.lit(step)))),
      ),
  )

const PRICE_COLUMNS = [
  'price_paise',
  'list_price_paise',
  'updated_at',
  'detail',
  'revision',
] as const satisfies (keyof ProductRow)[]

const ALL_COLUMNS = [...INDEXED_COLUMNS, ...PRICE_COLUMNS]

const WRITES = {
  save: { prices: writeProducts(PRICE_COLUMNS, 1), all: writeProducts(ALL_COLUMNS, 1) },
  projection: { prices: writeProducts(PRICE_COLUMNS, 0), all: writeProducts(ALL_COLUMNS, 0) },
}

/**
 * Inserts new products, and updates the others to their next revision, in the order of the rows. Their revision stays
 * if only a launch starts or ends (`isProjection`).
 * @param keepsIndexedColumns whether the updated products keep their `INDEXED_COLUMNS`.
 * @returns the first product that someone else has saved since; it stays unchanged.
 */
export async function writeProductRows(
  db: Db,
  rows: StockedProduct[],
  { keepsIndexedColumns, isProjection }: { keepsIndexedColumns: boolean; isProjection: boolean },
): Promise<StockedProduct | undefined> {
  if (rows.length === 0) return undefined
  const writes = WRITES[isProjection ? 'projection' : 'save']
  const { numAffectedRows } = await (keepsIndexedColumns ? writes.prices : writes.all)(db, rows)
  // Returning the ids of the written rows would make the write a third slower.
  return Number(numAffectedRows) === rows.length ? undefined : findConflictingRow(db, rows)
}

/** Returns the first row that differs from the stored one, after a write that failed for some rows. */
async function findConflictingRow(
  db: Db,
  rows: StockedProduct[],
): Promise<StockedProduct | undefined> {
  const stored = await listProductRows(
    db,
    rows.map(({ id }) => id),
  )
  const byId = new Map(stored.map((row) => [row.id, row]))
  const other = rows.find((row) => {
    const now = byId.get(row.id)
    return PRODUCT_COLUMNS.some((column) => now?.[column] !== row[column])
  })
  return other ?? rows[0]
}

export async function deleteProductPictures(db: Db, productIds: string[]): Promise<void> {
  if (productIds.length === 0) return
  await db.deleteFrom('product_picture').where('product_id', 'in', productIds).execute()
}

const insertPictures = compileRows(
  ['product_id', 'position', 'picture_hash', 'alt', 'focus_x', 'focus_y', 'zoom', 'worn'],
  (db, rows) => db.insertInto('product_picture').values(rows),
)

export async function insertProductPictures(db: Db, rows: ProductPictureRow[]): Promise<void> {
  for (const chunk of inChunks(rows, SHORT_ROWS_PER_STATEMENT)) await insertPictures(db, chunk)
}

/** Lists which of these products have a version with revision 1. */
export const listFirstVersions = (db: Db, ids: string[]) =>
  db
    .selectFrom('product_version')
    .select('product_id')
    .where('product_id', 'in', ids)
    .where('revision', '=', 1)
    .execute()

/** Inserts versions; an existing one stays unchanged. */
export const insertProductVersions = compileRows(
  [
    'product_id',
    'revision',
    'action',
    'editor_id',
    'saved_at',
    'entry',
    'archived',
    'batch_id',
    'counted',
  ],
  (db, rows) =>
    db
      .insertInto('product_version')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['product_id', 'revision']).doNothing()),
)

/** Stores why the current version changed the stock. */
export const setVersionReason = (
  db: Db,
  { id, revision }: Pick<ProductRow, 'id' | 'revision'>,
  reason: string,
) =>
  db
    .updateTable('product_version')
    .set({ reason })
    .where('product_id', '=', id)
    .where('revision', '=', revision)
    .execute()

const selectVersions = (db: Db, productId: string) =>
  db
    .selectFrom('product_version')
    .leftJoin('user', 'user.id', 'product_version.editor_id')
    .select(['product_version.revision', 'action', 'saved_at', 'archived', 'display_name'])
    .where('product_id', '=', productId)
    .orderBy('product_version.revision', 'desc')

/** Adds the editor, or extends the time of an existing visit. */
export const upsertOpenRecord = (db: Db, row: OpenRecordRow) =>
  db
    .insertInto('open_record')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['record_id', 'user_id']).doUpdateSet((eb) => ({
        expires_at: row.expires_at,
        // A new visit begins if the previous one has expired.
        since: eb
          .case()
          .when('open_record.expires_at', '<=', row.since)
          .then(row.since)
          .else(eb.ref('open_record.since'))
          .end(),
      })),
    )
    .execute()

/** Lists who has the record open, in order of arrival. */
export const listOpenRecords = (db: Db, recordId: string, now: number) =>
  db
    .selectFrom('open_record')
    .innerJoin('user', 'user.id', 'open_record.user_id')
    .select(['user_id', 'display_name', 'since', 'open_record.expires_at'])
    .where('record_id', '=', recordId)
    .where('open_record.expires_at', '>', now)
    .orderBy('since')
    .execute()

export const deleteOpenRecord = (db: Db, recordId: string, userId: string) =>
  db
    .deleteFrom('open_record')
    .where('record_id', '=', recordId)
    .where('user_id', '=', userId)
    .execute()

/** Selects all products, including archived ones, in catalogue order. */
const selectOrdered = (db: Db) => db.selectFrom('product').orderBy('position').orderBy('id')

/** Related slugs of a product, as JSON. PostgreSQL stores them in a column. */
export const selectRelated = (db: Db) =>
  isPostgres(db) ? sql<string>`related::text` : sql<string>`json_extract(detail, '$.related')`

/** Lists the related ids of these products, as JSON, in any order. */
export const listRelated = (db: Db, ids: string[]) =>
  db
    .selectFrom('product')
    .select(['id', 'slug', 'title', 'archived_at', selectRelated(db).as('related')])
    .where('id', 'in', ids)
    .execute()

export const listAllProductIds = async (db: Db): Promise<string[]> =>
  (await selectOrdered(db).select('id').execute()).map(({ id }) => id)

/** Newest first, with the names of their editors. */
export const listProductVersions = (db: Db, productId: string, limit: number) =>
  selectVersions(db, productId).select(['entry', 'counted', 'reason']).limit(limit).execute()

/** Returns a text that changes whenever a record of the table is created, saved or deleted. */
export async function readVersion(db: Db, table: 'product' | 'content_record'): Promise<string> {
  const row = await db
    .selectFrom(table)
    .select(({ fn }) => [
      fn.countAll().as('count'),
      fn.sum('revision').as('revisions'),
      fn.max('updated_at').as('changed'),
    ])
    .executeTakeFirstOrThrow()
  return JSON.stringify(Object.values(row).map(String))
}
