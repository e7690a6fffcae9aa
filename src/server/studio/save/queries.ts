import { sql } from 'kysely'
import { inChunks, readInChunks, SHORT_ROWS_PER_STATEMENT } from '../../core/db/chunks.ts'
import { compileRows } from '../../core/db/compile-once.ts'
import { isPostgres } from '../../core/db/queries.ts'
import type { Db } from '../../core/db/schema.ts'
import type {
  FormerSlugRow,
  ProductPictureRow,
  ProductRow,
  StockedProduct,
} from '../../shop/catalog/tables.ts'
import { toColumns } from '../../shop/catalog/to-product.ts'
import { selectCounts } from '../../shop/stock/queries.ts'
import type { OpenRecordRow } from './tables.ts'

/** Without the column that PostgreSQL generates: a row that is read can be written again (`toColumns`). */
const selectRows = (db: Db) =>
  db
    .selectFrom('product')
    .select(['id', 'slug', 'title', 'category', 'price_paise', 'list_price_paise'])
    .select(['published_at', 'updated_at', 'archived_at', 'position', 'detail', 'revision'])
    .select(selectCounts(db))

/** Also archived products. */
export const findProductRow = (db: Db, id: string) =>
  selectRows(db).where('id', '=', id).executeTakeFirst()

/** Also archived products. */
export const listProductRows = (db: Db, ids: string[]) =>
  ids.length === 0 ? [] : selectRows(db).where('id', 'in', ids).execute()

/** @returns which of these ids belong to a product, also an archived one. */
export const listExistingIds = (db: Db, ids: string[]) =>
  db.selectFrom('product').select('id').where('id', 'in', ids).execute()

/** @returns which of these products are archived. */
export const listArchivedIds = async (db: Db, ids: string[]): Promise<string[]> => {
  const rows = await readInChunks(ids, (chunk) =>
    db.selectFrom('product').select(['id', 'archived_at']).where('id', 'in', chunk).execute(),
  )
  return rows.flatMap(({ id, archived_at }) => (archived_at === null ? [] : id))
}

/** @returns which of these slugs belong to a product, also an archived one. */
export const listExistingSlugs = (db: Db, slugs: string[]) =>
  slugs.length === 0
    ? []
    : db.selectFrom('product').select(['id', 'slug']).where('slug', 'in', slugs).execute()

/** @returns which of these slugs belong to a product on sale. */
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

/** @returns the products with these slugs, also archived ones. */
export const listIdsBySlug = (db: Db, slugs: string[]): Promise<{ id: string; slug: string }[]> =>
  readInChunks(slugs, (chunk) => listExistingSlugs(db, chunk))

/** The products with these titles, also archived ones, with what tells two of one title apart. */
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

/** @returns what decides whether products must be read again; ids without a product are left out. */
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

/** What most changes of many products leave as it is. Most indexes have one of them. */
export const LISTED_COLUMNS = [
  'slug',
  'title',
  'category',
  'published_at',
  'archived_at',
] as const satisfies (keyof ProductRow)[]

const writeProducts = (replaced: readonly (keyof ProductRow)[]) =>
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
          .where((eb) => eb('product.revision', '=', eb('excluded.revision', '-', eb.lit(1)))),
      ),
  )

const PRICED_COLUMNS = [
  'price_paise',
  'list_price_paise',
  'updated_at',
  'detail',
  'revision',
] as const satisfies (keyof ProductRow)[]

const writePriced = writeProducts(PRICED_COLUMNS)
const writeWhole = writeProducts([...LISTED_COLUMNS, ...PRICED_COLUMNS])

/**
 * Inserts new products, and replaces the others by their next revision, in the order of the rows.
 * @param isListedAlike whether those that are replaced keep their `LISTED_COLUMNS`.
 * @returns the first of which another version has been saved since, which stays as it is.
 */
export async function writeProductRows(
  db: Db,
  rows: StockedProduct[],
  isListedAlike: boolean,
): Promise<StockedProduct | undefined> {
  const { numAffectedRows } = await (isListedAlike ? writePriced : writeWhole)(db, rows)
  // The ids of rows that are written would take a third of the time to write them.
  return Number(numAffectedRows) === rows.length ? undefined : findOtherVersion(db, rows)
}

/** @returns the first of rows, some of which could not be written, that is stored with another content. */
async function findOtherVersion(
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

/** Replaces details without another revision, but with their time, so that a reader of versions finds the rows. */
export const updateProductDetails = (db: Db, rows: StockedProduct[]) =>
  db
    .insertInto('product')
    .values(rows.map(toColumns))
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(({ ref }) => ({
          detail: ref('excluded.detail'),
          updated_at: ref('excluded.updated_at'),
        }))
        .whereRef('product.revision', '=', 'excluded.revision'),
    )
    .execute()

export async function deleteProductPictures(db: Db, productIds: string[]): Promise<void> {
  if (productIds.length === 0) return
  await db.deleteFrom('product_picture').where('product_id', 'in', productIds).execute()
}

const insertPictures = compileRows(
  ['product_id', 'position', 'picture_hash', 'alt', 'focus_x', 'focus_y', 'zoom', 'worn'],
  (db, rows) => db.insertInto('product_picture').values(rows),
)

export async function insertProductPictures(db: Db, rows: ProductPictureRow[]): Promise<void> {
  for await (const chunk of inChunks(rows, SHORT_ROWS_PER_STATEMENT))
    await insertPictures(db, chunk)
}

/** @returns which of these products have their first version. */
export const listFirstVersions = (db: Db, ids: string[]) =>
  db
    .selectFrom('product_version')
    .select('product_id')
    .where('product_id', 'in', ids)
    .where('revision', '=', 1)
    .execute()

/** Inserts versions; one that is known stays as it is. */
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

/** Why the version that a product has now changed its stock. */
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

/** Makes slugs addresses that redirect to their products. */
export const upsertFormerSlugs = (db: Db, rows: FormerSlugRow[]) =>
  db
    .insertInto('former_slug')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('slug')
        .doUpdateSet(({ ref }) => ({ product_id: ref('excluded.product_id') })),
    )
    .execute()

/** A slug that a product has now redirects nowhere. */
export const deleteFormerSlugs = (db: Db, slugs: string[]) =>
  db.deleteFrom('former_slug').where('slug', 'in', slugs).execute()

/** Adds the editor, or extends the time of one who is there. */
export const upsertOpenRecord = (db: Db, row: OpenRecordRow) =>
  db
    .insertInto('open_record')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['record_id', 'user_id']).doUpdateSet((eb) => ({
        expires_at: row.expires_at,
        // A new visit begins where the last one has expired.
        since: eb
          .case()
          .when('open_record.expires_at', '<=', row.since)
          .then(row.since)
          .else(eb.ref('open_record.since'))
          .end(),
      })),
    )
    .execute()

/** @returns the other editors who have the record open, the first one first. */
export const listOpenRecords = (
  db: Db,
  { recordId, userId, now }: { recordId: string; userId: string; now: number },
) =>
  db
    .selectFrom('open_record')
    .innerJoin('user', 'user.id', 'open_record.user_id')
    .select(['display_name', 'since'])
    .where('record_id', '=', recordId)
    .where('user_id', '!=', userId)
    .where('open_record.expires_at', '>', now)
    .orderBy('since')
    .execute()

export const deleteOpenRecord = (db: Db, recordId: string, userId: string) =>
  db
    .deleteFrom('open_record')
    .where('record_id', '=', recordId)
    .where('user_id', '=', userId)
    .execute()

/** Every product, also archived ones, in the order of the catalogue. */
const inOrder = (db: Db) => db.selectFrom('product').orderBy('position').orderBy('id')

/** The slugs that a product names, as JSON. PostgreSQL has them in a column. */
export const selectRelated = (db: Db) =>
  isPostgres(db) ? sql<string>`related::text` : sql<string>`json_extract(detail, '$.related')`

/** @returns which slugs these products name, in any order. */
export const listRelated = (db: Db, ids: string[]) =>
  db
    .selectFrom('product')
    .select(['id', 'slug', 'title', 'archived_at', selectRelated(db).as('related')])
    .where('id', 'in', ids)
    .execute()

export const listAllProductIds = async (db: Db): Promise<string[]> =>
  (await inOrder(db).select('id').execute()).map(({ id }) => id)

/** @returns the newest versions first, with the names of their editors. */
export const listProductVersions = (db: Db, productId: string, limit: number) =>
  selectVersions(db, productId).select(['entry', 'counted', 'reason']).limit(limit).execute()
