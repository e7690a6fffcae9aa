import { randomBytes } from 'node:crypto'
import type { CatalogueEntry } from '#src/contract/catalog.ts'
import type { EditorProduct, EditorProductsQuery, PublishState } from '#src/contract/editor.ts'
import { MAX_SLUG_LENGTH } from '#src/contract/values.ts'
import { toRupees } from '#src/rules/money.ts'
import { incrementCatalogueRevision, listPicturesByProduct } from '../catalog/queries.ts'
import { parseProductDetail, toCatalogueEntry } from '../catalog/to-product.ts'
import { toProductId, toProductRow } from '../catalog/to-product-row.ts'
import type { ProductRow, ProductVersionRow } from '../db/schema.ts'
import type { Db, Deps } from '../deps.ts'
import { HttpError, isUniqueViolation } from '../errors.ts'
import * as queries from './queries.ts'

const PAGE_SIZE = 50
const NOT_FOUND = 'There is no such product.'

/** A save that is based on a version which is not the latest. */
export class VersionConflict extends Error {
  override name = 'VersionConflict'
  readonly current: EditorProduct

  constructor(current: EditorProduct) {
    super('Another version of this product was saved meanwhile.')
    this.current = current
  }
}

async function toEditorProduct(db: Db, row: ProductRow): Promise<EditorProduct> {
  const pictures = await listPicturesByProduct(db, [row.id])
  return {
    id: row.id,
    revision: row.revision,
    archived: row.archived_at !== null,
    updatedAt: new Date(row.updated_at).toISOString(),
    entry: toCatalogueEntry(row, pictures.get(row.id) ?? []),
  }
}

async function getRow(db: Db, id: string): Promise<ProductRow> {
  const row = await queries.findProductRow(db, id)
  if (!row) throw new HttpError(404, NOT_FOUND)
  return row
}

export const getEditorProduct = async ({ db }: Deps, id: string): Promise<EditorProduct> =>
  toEditorProduct(db, await getRow(db, id))

export async function listProducts({ db }: Deps, query: EditorProductsQuery) {
  const total = await queries.countEditorProducts(db, query)
  const rows = await queries.listEditorProducts(db, query, PAGE_SIZE)
  const products = rows.map(({ price_paise, archived_at, updated_at, ...row }) => ({
    ...row,
    price: toRupees(price_paise),
    archived: archived_at !== null,
    updatedAt: new Date(updated_at).toISOString(),
  }))
  return { products, total, pageCount: Math.max(1, Math.ceil(total / PAGE_SIZE)) }
}

export async function listVersions({ db }: Deps, id: string) {
  await getRow(db, id)
  const rows = await queries.listProductVersions(db, id)
  return rows.map(({ revision, action, saved_at, display_name, entry }) => ({
    revision,
    action,
    savedAt: new Date(saved_at).toISOString(),
    savedBy: display_name ?? '',
    entry: JSON.parse(entry) as CatalogueEntry,
  }))
}

/**
 * Runs a change of the catalogue in a transaction with the request to publish it. The job calls
 * `only` when nothing but this product can look different.
 */
async function change<T>(
  deps: Deps,
  job: (db: Db, only: (id: string) => void) => Promise<T>,
): Promise<T> {
  let productIds: string[] | undefined
  let revision = 0
  const run = deps.db.transaction().execute(async (db) => {
    const result = await job(db, (id) => {
      productIds = [id]
    })
    revision = await incrementCatalogueRevision(db)
    await queries.insertPublishRequest(db, deps.now())
    return result
  })
  const result = await run.catch((error: unknown) => {
    if (isUniqueViolation(error)) throw duplicateSlug()
    throw error
  })
  deps.onCatalogueChange?.({ revision, productIds })
  return result
}

const duplicateSlug = () => new HttpError(409, 'Another product has this slug.', { field: 'slug' })

/** @throws HttpError naming the field that refers to something that does not exist. */
async function assertReferences(db: Db, entry: CatalogueEntry, id?: string): Promise<void> {
  const known = await queries.listExistingSlugs(db, [entry.slug, ...entry.related])
  if (known.some(({ slug, id: other }) => slug === entry.slug && other !== id))
    throw duplicateSlug()
  const slugs = new Set(known.map(({ slug }) => slug))
  for (const [index, slug] of entry.related.entries())
    if (slug === entry.slug || !slugs.has(slug))
      throw new HttpError(400, `related.${index} must be the slug of another product.`, {
        field: `related.${index}`,
      })
  const hashes = entry.pictures.map(({ file }) => file)
  const pictures = await queries.listExistingPictures(db, hashes)
  const imported = new Set(pictures.map(({ hash }) => hash))
  const missing = hashes.findIndex((hash) => !imported.has(hash))
  if (missing >= 0)
    throw new HttpError(400, `pictures.${missing}.file must be an imported picture.`, {
      field: `pictures.${missing}.file`,
    })
}

const toPictureRows = (productId: string, { pictures }: CatalogueEntry) =>
  pictures.map(({ file, alt }, position) => ({
    product_id: productId,
    position,
    picture_hash: file,
    alt,
  }))

async function saveVersion(
  deps: Deps,
  db: Db,
  row: ProductRow,
  action: ProductVersionRow['action'],
  editorId: string | null,
): Promise<EditorProduct> {
  const product = await toEditorProduct(db, row)
  await queries.insertProductVersion(db, {
    product_id: row.id,
    revision: row.revision,
    action,
    editor_id: editorId,
    saved_at: deps.now(),
    entry: JSON.stringify(product.entry),
  })
  return product
}

async function insert(
  deps: Deps,
  db: Db,
  entry: CatalogueEntry,
  editorId: string,
  archivedAt: number | null,
): Promise<EditorProduct> {
  await assertReferences(db, entry)
  const derived = toProductId(entry.slug)
  // A renamed product keeps the id of its first slug.
  const taken = await queries.findProductRow(db, derived)
  const row = {
    ...toProductRow(entry, (await queries.findLastPosition(db)) + 1, deps.now()),
    id: taken ? randomBytes(12).toString('hex') : derived,
    archived_at: archivedAt,
  }
  await queries.insertProduct(db, row)
  await queries.replaceProductPictures(db, row.id, toPictureRows(row.id, entry))
  await queries.deleteFormerSlug(db, row.slug)
  return saveVersion(deps, db, row, 'create', editorId)
}

export const createProduct = (
  deps: Deps,
  entry: CatalogueEntry,
  editorId: string,
): Promise<EditorProduct> => change(deps, (db) => insert(deps, db, entry, editorId, null))

/** Saves a row that another save may have overtaken. */
async function update(
  deps: Deps,
  db: Db,
  before: ProductRow,
  row: ProductRow,
  action: ProductVersionRow['action'],
  editorId: string,
): Promise<EditorProduct> {
  const next = { ...row, updated_at: deps.now(), revision: before.revision + 1 }
  if (await queries.updateProductRow(db, next, before.revision))
    return saveVersion(deps, db, next, action, editorId)
  throw new VersionConflict(await toEditorProduct(db, await getRow(db, before.id)))
}

/** @throws VersionConflict when `revision` is not the latest. */
export const updateProduct = (
  deps: Deps,
  id: string,
  { revision, entry }: { revision: number; entry: CatalogueEntry },
  editorId: string,
): Promise<EditorProduct> =>
  change(deps, async (db, only) => {
    const before = await getRow(db, id)
    if (before.revision !== revision) throw new VersionConflict(await toEditorProduct(db, before))
    await assertReferences(db, entry, id)
    // An imported product has no version yet.
    await saveVersion(deps, db, before, 'create', null)
    await queries.replaceProductPictures(db, id, toPictureRows(id, entry))
    const { position, archived_at } = before
    const row = { ...toProductRow(entry, position, 0), id, archived_at }
    if (isSamePlace(before, row)) only(id)
    if (entry.slug !== before.slug) {
      await queries.deleteFormerSlug(db, entry.slug)
      await queries.insertFormerSlug(db, before.slug, id)
      await renameInRelated(db, before.slug, entry.slug)
    }
    return update(deps, db, before, row, 'update', editorId)
  })

/** Whether other products have the same related products after the change. */
const isSamePlace = (before: ProductRow, after: ProductRow): boolean =>
  before.slug === after.slug &&
  before.category === after.category &&
  parseProductDetail(before).related.join() === parseProductDetail(after).related.join()

/** Products name their related products by slug. */
async function renameInRelated(db: Db, before: string, after: string): Promise<void> {
  for (const row of await queries.listProductsNaming(db, before)) {
    const detail = parseProductDetail(row)
    const related = detail.related.map((slug) => (slug === before ? after : slug))
    await queries.updateProductDetail(db, row.id, JSON.stringify({ ...detail, related }))
  }
}

/** Takes a product off sale, or puts it on sale again. */
export const setArchived = (
  deps: Deps,
  id: string,
  archived: boolean,
  editorId: string,
): Promise<EditorProduct> =>
  change(deps, async (db) => {
    const before = await getRow(db, id)
    if ((before.archived_at !== null) === archived) return toEditorProduct(db, before)
    const row = { ...before, archived_at: archived ? deps.now() : null }
    return update(deps, db, before, row, archived ? 'archive' : 'restore', editorId)
  })

/** Creates an archived copy, so that it can be edited before it is on sale. */
export const duplicateProduct = (
  deps: Deps,
  id: string,
  editorId: string,
): Promise<EditorProduct> =>
  change(deps, async (db) => {
    const { entry } = await toEditorProduct(db, await getRow(db, id))
    const copy = { ...entry, slug: await findFreeSlug(db, entry.slug) }
    return insert(deps, db, copy, editorId, deps.now())
  })

/** The slug with the first number that no product has, e.g. `blue-vase-2`. */
async function findFreeSlug(db: Db, slug: string): Promise<string> {
  const stem = slug.slice(0, MAX_SLUG_LENGTH - 6).replace(/-+$/, '')
  for (let number = 2; ; number++) {
    const candidate = `${stem}-${number}`
    if ((await queries.listExistingSlugs(db, [candidate])).length === 0) return candidate
  }
}

/** Asks for a publish of a catalogue that another system keeps. */
export async function requestPublish(deps: Deps): Promise<void> {
  await queries.insertPublishRequest(deps.db, deps.now())
  deps.onCatalogueChange?.()
}

export async function getPublishState({ db }: Deps): Promise<PublishState> {
  const waiting = (await queries.listPublishRequests(db)).length
  const result = await queries.findPublishResult(db)
  const at = result?.published_at
  return {
    state: waiting === 0 ? 'live' : result?.error ? 'failed' : 'waiting',
    waiting,
    message: waiting === 0 ? '' : (result?.error ?? ''),
    release: result?.release ?? '',
    publishedAt: at ? new Date(at).toISOString() : null,
  }
}
