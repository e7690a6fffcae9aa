import type { CatalogEntry } from '#src/contract/entry.ts'
import { MAX_SLUG_LENGTH } from '#src/contract/values.ts'
import { withTotalStock } from '#src/rules/product/variants.ts'
import type { Db } from '../../core/db/schema.ts'
import { HttpError } from '../../core/errors.ts'
import { listExistingPictures } from '../../core/media/queries.ts'
import { duplicateSlug } from '../../core/publish-requests/run-publishing.ts'
import { listRenamed } from '../../shop/catalog/queries.ts'
import type { StockedProduct } from '../../shop/catalog/tables.ts'
import { createCategoryResolver } from './categories.ts'
import type { Action, Change, LoadedProduct } from './change.ts'
import * as queries from './queries.ts'
import { referenceMessages } from './references.ts'
import { findShopErrors } from './shop-rules.ts'
import { prepareSaves, type WantedSave, writeSaves } from './write-saves.ts'

/**
 * @returns the entry; related products that were renamed since it was written have the slugs of now.
 * @throws HttpError naming the field that refers to something that does not exist.
 */
async function checkReferences(
  { db, now }: Change,
  entry: CatalogEntry,
  before?: LoadedProduct,
): Promise<CatalogEntry> {
  const next = { id: before?.row.id, before: before?.entry, entry }
  const [error] = (await findShopErrors(db, now, [next])).get(next) ?? []
  if (error) throw new HttpError(400, error.message, { field: error.path.join('.') })
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
  for (const { former, slug } of await listRenamed(db, unknown)) current.set(former, slug)
  const related = entry.related.map((input, index) => {
    const slug = current.get(input)
    if (slug !== undefined && slug !== entry.slug) return slug
    throw new HttpError(400, referenceMessages.related(input), { field: `related.${index}` })
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
  const stored = new Set((await listExistingPictures(db, added)).map(({ hash }) => hash))
  for (const [index, picture] of entry.pictures.entries())
    if (!kept.has(picture.file) && !stored.has(picture.file))
      throw new HttpError(400, referenceMessages.picture(picture), {
        field: `pictures.${index}.file`,
      })
}

const isSameList = (list: string[], other: string[]): boolean => list.join() === other.join()

/** The slug with the first number that no product has, e.g. `blue-vase-2`. */
export async function findFreeSlug(db: Db, slug: string): Promise<string> {
  const stem = slug.slice(0, MAX_SLUG_LENGTH - 6).replace(/-+$/, '')
  for (let number = 2; ; number++) {
    const candidate = `${stem}-${number}`
    if ((await queries.listExistingSlugs(db, [candidate])).length === 0) return candidate
  }
}

/** What was written before its category was renamed, e.g. an earlier version, names that of now. */
async function withCurrentCategory(
  db: Db,
  entry: CatalogEntry,
  before?: CatalogEntry,
): Promise<CatalogEntry> {
  if (entry.category === before?.category) return entry
  const resolve = await createCategoryResolver(db)
  return { ...entry, category: resolve(entry.category) }
}

/** Inserts a product at the end of the catalogue. */
export async function insertEntry(
  change: Change,
  input: CatalogEntry,
  archivedAt: number | null,
): Promise<StockedProduct> {
  const current = await withCurrentCategory(change.db, withTotalStock(input))
  const entry = await checkReferences(change, current)
  return save(change, { before: undefined, entry, action: 'create', archivedAt })
}

/**
 * Saves an entry over the version `before`.
 * @param archivedAt by default as before.
 * @throws ConflictError when another version has been saved since.
 */
export async function saveEntry(
  change: Change,
  before: LoadedProduct,
  input: CatalogEntry,
  {
    action = 'update',
    archivedAt = before.row.archived_at,
  }: { action?: Action; archivedAt?: number | null } = {},
): Promise<StockedProduct> {
  const current = await withCurrentCategory(change.db, withTotalStock(input), before.entry)
  const entry = await checkReferences(change, current, before)
  return save(change, { before, entry, action, archivedAt })
}

async function save(change: Change, wanted: WantedSave): Promise<StockedProduct> {
  const [row] = await writeSaves(change, await prepareSaves(change.db, change.now, [wanted]))
  if (!row) throw new Error('A save writes a row.')
  return row
}
