import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { EditorProductsQuery } from '#src/contract/editor.ts'
import type { ProductPictureRow, ProductRow, ProductVersionRow } from '../db/schema.ts'
import type { Db } from '../deps.ts'

const LIST_COLUMNS = [
  'id',
  'slug',
  'title',
  'category',
  'price_paise',
  'stock',
  'archived_at',
  'revision',
  'updated_at',
] as const

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

function filtered(db: Db, { search, category, state }: EditorProductsQuery) {
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

export function listEditorProducts(db: Db, query: EditorProductsQuery, pageSize: number) {
  const [column, direction] = SORT_COLUMNS[query.sort]
  return filtered(db, query)
    .select(LIST_COLUMNS)
    .orderBy(column, direction)
    .orderBy('id')
    .limit(pageSize)
    .offset((query.page - 1) * pageSize)
    .execute()
}

/** Also archived products. */
export const findProductRow = (db: Db, id: string) =>
  db.selectFrom('product').selectAll().where('id', '=', id).executeTakeFirst()

/** @returns which of these slugs belong to a product, also an archived one. */
export const listExistingSlugs = (db: Db, slugs: string[]) =>
  slugs.length === 0
    ? []
    : db.selectFrom('product').select(['id', 'slug']).where('slug', 'in', slugs).execute()

export const listExistingPictures = (db: Db, hashes: string[]) =>
  hashes.length === 0
    ? []
    : db.selectFrom('picture').select('hash').where('hash', 'in', hashes).execute()

export async function findLastPosition(db: Db): Promise<number> {
  const row = await db
    .selectFrom('product')
    .select((eb) => eb.fn.max('position').as('last'))
    .executeTakeFirst()
  return Number(row?.last ?? -1)
}

export const insertProduct = (db: Db, row: ProductRow) =>
  db.insertInto('product').values(row).execute()

/** @returns false when another version has been saved since. */
export async function updateProductRow(
  db: Db,
  { id, ...change }: ProductRow,
  revision: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('product')
    .set(change)
    .where('id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

export async function replaceProductPictures(
  db: Db,
  productId: string,
  rows: ProductPictureRow[],
): Promise<void> {
  await db.deleteFrom('product_picture').where('product_id', '=', productId).execute()
  if (rows.length > 0) await db.insertInto('product_picture').values(rows).execute()
}

/** Inserts a version; one that is known stays as it is. */
export const insertProductVersion = (db: Db, row: ProductVersionRow) =>
  db
    .insertInto('product_version')
    .values(row)
    .onConflict((conflict) => conflict.columns(['product_id', 'revision']).doNothing())
    .execute()

/** @returns the products whose details may name a slug. */
export const listProductsNaming = (db: Db, slug: string) =>
  db.selectFrom('product').select(['id', 'detail']).where('detail', 'like', `%"${slug}"%`).execute()

export const updateProductDetail = (db: Db, id: string, detail: string) =>
  db.updateTable('product').set({ detail }).where('id', '=', id).execute()

/** @returns the newest version first, with the name of its editor. */
export const listProductVersions = (db: Db, productId: string) =>
  db
    .selectFrom('product_version')
    .leftJoin('user', 'user.id', 'product_version.editor_id')
    .select(['product_version.revision', 'action', 'saved_at', 'entry', 'display_name'])
    .where('product_id', '=', productId)
    .orderBy('product_version.revision', 'desc')
    .execute()

/** Makes `slug` an address that redirects to the product. */
export const insertFormerSlug = (db: Db, slug: string, productId: string) =>
  db
    .insertInto('former_slug')
    .values({ slug, product_id: productId })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet({ product_id: productId }))
    .execute()

/** A slug that a product has now redirects nowhere. */
export const deleteFormerSlug = (db: Db, slug: string) =>
  db.deleteFrom('former_slug').where('slug', '=', slug).execute()

/** Call it in the transaction that changes the catalogue. */
export const insertPublishRequest = (db: Db, now: number) =>
  db.insertInto('publish_request').values({ id: randomUUID(), created_at: now }).execute()

export const listPublishRequests = (db: Db) =>
  db.selectFrom('publish_request').select('id').execute()

/** Removes the requests that a publish has fulfilled; later ones stay. */
export async function deletePublishRequests(db: Db, ids: string[]): Promise<void> {
  // Chunks stay below the parameter limit of both databases.
  for (let start = 0; start < ids.length; start += 500)
    await db
      .deleteFrom('publish_request')
      .where('id', 'in', ids.slice(start, start + 500))
      .execute()
}

export const findPublishResult = (db: Db) =>
  db.selectFrom('publish_result').selectAll().executeTakeFirst()

export const updatePublishResult = (
  db: Db,
  change: { release: string; published_at: number; error: '' } | { error: string },
) => db.updateTable('publish_result').set(change).execute()
