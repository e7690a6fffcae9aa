import { randomBytes } from 'node:crypto'
import type { CatalogEntry } from '#src/contract/entry.ts'
import { MAX_SLUG_LENGTH } from '#src/contract/values.ts'
import { withVariantTotals } from '#src/rules/variants.ts'
import { parseProductDetail, toProductId, toProductRow } from '../catalog/to-product.ts'
import { renameInContent } from '../content/product-slugs.ts'
import type { ProductRow } from '../db/schema.ts'
import type { Db, Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import { ConflictError } from '../retry-conflicts.ts'
import {
  type Action,
  type Change,
  duplicateSlug,
  type LoadedProduct,
  recordFirst,
  recordSaved,
} from './change.ts'
import * as queries from './queries.ts'

/**
 * @returns the entry; related products that were renamed since it was written have the slugs of now.
 * @throws HttpError naming the field that refers to something that does not exist.
 */
async function checkReferences(
  db: Db,
  entry: CatalogEntry,
  before?: LoadedProduct,
): Promise<CatalogEntry> {
  const isChanged =
    entry.slug !== before?.entry.slug || !isSameList(entry.related, before.entry.related)
  const checked = isChanged ? await resolveRelated(db, entry, before?.row.id) : entry
  await assertPictures(db, entry, before)
  return checked
}

async function resolveRelated(
  db: Db,
  entry: CatalogEntry,
  ownId: string | undefined,
): Promise<CatalogEntry> {
  const known = await queries.listExistingSlugs(db, [entry.slug, ...entry.related])
  if (known.some(({ slug, id }) => slug === entry.slug && id !== ownId)) throw duplicateSlug()
  const current = new Map(known.map(({ slug }) => [slug, slug]))
  const unknown = entry.related.filter((slug) => !current.has(slug))
  for (const { former, slug } of await queries.listRenamed(db, unknown)) current.set(former, slug)
  const related = entry.related.map((given, index) => {
    const slug = current.get(given)
    if (slug !== undefined && slug !== entry.slug) return slug
    const field = `related.${index}`
    throw new HttpError(400, `${field} must be the slug of another product.`, { field })
  })
  return { ...entry, related: [...new Set(related)] }
}

async function assertPictures(
  db: Db,
  entry: CatalogEntry,
  before: LoadedProduct | undefined,
): Promise<void> {
  const hashes = entry.pictures.map(({ file }) => file)
  const kept = new Set(before?.entry.pictures.map(({ file }) => file))
  const added = hashes.filter((hash) => !kept.has(hash))
  const stored = new Set((await queries.listExistingPictures(db, added)).map(({ hash }) => hash))
  const missing = hashes.findIndex((hash) => !kept.has(hash) && !stored.has(hash))
  if (missing >= 0)
    throw new HttpError(400, `pictures.${missing}.file must be an uploaded picture.`, {
      field: `pictures.${missing}.file`,
    })
}

const isSameList = (list: string[], other: string[]): boolean => list.join() === other.join()

const toPictureRows = (productId: string, { pictures }: CatalogEntry) =>
  pictures.map(({ file, alt, focus }, position) => ({
    product_id: productId,
    position,
    picture_hash: file,
    alt,
    focus_x: focus?.x ?? 50,
    focus_y: focus?.y ?? 50,
  }))

/** The slug with the first number that no product has, e.g. `blue-vase-2`. */
export async function findFreeSlug(db: Db, slug: string): Promise<string> {
  const stem = slug.slice(0, MAX_SLUG_LENGTH - 6).replace(/-+$/, '')
  for (let number = 2; ; number++) {
    const candidate = `${stem}-${number}`
    if ((await queries.listExistingSlugs(db, [candidate])).length === 0) return candidate
  }
}

/** Inserts a product at the end of the catalogue. */
export async function insertEntry(
  change: Change,
  given: CatalogEntry,
  archivedAt: number | null,
): Promise<ProductRow> {
  const { db } = change
  const written = withVariantTotals(given)
  const entry = change.checkedTogether ? written : await checkReferences(db, written)
  const derived = toProductId(entry.slug)
  // A renamed product keeps the id of its first slug.
  const taken = await queries.findProductRow(db, derived)
  const row = {
    ...toProductRow(entry, (await queries.findLastPosition(db)) + 1, change.now),
    id: taken ? randomBytes(12).toString('hex') : derived,
    archived_at: archivedAt,
  }
  change.checkedTogether?.add(row.id)
  await queries.insertProduct(db, row)
  await queries.replaceProductPictures(db, row.id, toPictureRows(row.id, entry))
  await queries.deleteFormerSlug(db, row.slug)
  await recordSaved(change, { row, entry }, 'create')
  return row
}

/**
 * Saves an entry over the version `before`.
 * @param archivedAt by default as before.
 * @throws ConflictError when another version has been saved since.
 */
export async function saveEntry(
  _deps: Deps,
  change: Change,
  before: LoadedProduct,
  given: CatalogEntry,
  {
    action = 'update',
    archivedAt = before.row.archived_at,
  }: { action?: Action; archivedAt?: number | null } = {},
): Promise<ProductRow> {
  const { db } = change
  const { id, position, revision } = before.row
  const written = withVariantTotals(given)
  const entry = change.checkedTogether ? written : await checkReferences(db, written, before)
  await recordFirst(change, before)
  const row: ProductRow = {
    ...toProductRow(entry, position, change.now),
    id,
    archived_at: archivedAt,
    revision: revision + 1,
  }
  if (!(await queries.updateProductRow(db, row, revision))) throw new ConflictError('This product')
  if (JSON.stringify(entry.pictures) !== JSON.stringify(before.entry.pictures))
    await queries.replaceProductPictures(db, id, toPictureRows(id, entry))
  if (entry.slug !== before.row.slug) await renameProduct(change, before.row, entry.slug)
  await recordSaved(change, { row, entry }, action)
  return row
}

async function renameProduct(
  change: Change,
  { id, slug }: ProductRow,
  next: string,
): Promise<void> {
  const { db } = change
  await queries.deleteFormerSlug(db, next)
  await queries.insertFormerSlug(db, slug, id)
  await renameInRelated(change, slug, next)
  await renameInContent(db, change.now, slug, next)
}

/** Products name their related products by slug. */
async function renameInRelated(
  { db, now, checkedTogether }: Change,
  before: string,
  after: string,
): Promise<void> {
  for (const row of await queries.listProductsNaming(db, before)) {
    if (checkedTogether?.has(row.id)) continue
    const detail = parseProductDetail(row)
    const related = detail.related.map((slug) => (slug === before ? after : slug))
    const change = { detail: JSON.stringify({ ...detail, related }), updated_at: now }
    await queries.updateProductDetail(db, row.id, change)
  }
}
