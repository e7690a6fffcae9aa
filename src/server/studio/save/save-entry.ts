import type { CatalogEntry } from '#src/contract/entry.ts'
import { MAX_SLUG_LENGTH } from '#src/contract/values.ts'
import { withTotalStock } from '#src/rules/product/variants.ts'
import type { Db } from '../../core/db/schema.ts'
import { HttpError } from '../../core/errors.ts'
import { listExistingPictures } from '../../core/media/queries.ts'
import { duplicateSlug } from '../../core/publish-requests/run-publishing.ts'
import { listRenamed, listSlugs } from '../../core/slugs/queries.ts'
import type { StockedProduct } from '../../shop/catalog/tables.ts'
import type { Action, Change, LoadedProduct } from './change.ts'
import { assertFreeSlug } from './free-slug.ts'
import { prepareSaves, type SaveInput } from './prepare-saves.ts'
import * as queries from './queries.ts'
import { referenceMessages } from './references.ts'
import { findShopErrors } from './shop-rules.ts'
import { writeSaves } from './write-saves.ts'

/**
 * Checks the references of an entry.
 * @returns the entry, with the current slugs of renamed related products.
 * @throws HttpError that names the field of an unknown reference.
 */
async function checkReferences(
  { db, now }: Change,
  entry: CatalogEntry,
  takesFormer: boolean | undefined,
  before?: LoadedProduct,
): Promise<CatalogEntry> {
  const next = { id: before?.row.id, before: before?.entry, entry }
  const [error] = (await findShopErrors(db, now, [next])).get(next) ?? []
  if (error) throw new HttpError(400, error.message, { field: error.path.join('.') })
  const claim = { kind: 'product', slug: entry.slug, ownId: before?.row.id, field: 'slug' } as const
  if (entry.slug !== before?.entry.slug) await assertFreeSlug(db, { ...claim, takesFormer })
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
  const found = await queries.listIdsBySlug(db, [entry.slug, ...entry.related])
  if (found.some(({ slug, id }) => slug === entry.slug && id !== ownId)) throw duplicateSlug()
  const current = new Map(found.map(({ slug }) => [slug, slug]))
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
  const filesBefore = new Set(before?.entry.pictures.map(({ file }) => file))
  const added = hashes.filter((hash) => !filesBefore.has(hash))
  const stored = new Set((await listExistingPictures(db, added)).map(({ hash }) => hash))
  for (const [index, picture] of entry.pictures.entries())
    if (!filesBefore.has(picture.file) && !stored.has(picture.file))
      throw new HttpError(400, referenceMessages.picture(picture), {
        field: `pictures.${index}.file`,
      })
}

const isSameList = (list: string[], other: string[]): boolean => list.join() === other.join()

/** Returns the slug with the first free number, e.g. `blue-vase-2`. */
export async function findFreeSlug(db: Db, slug: string): Promise<string> {
  const stem = slug.slice(0, MAX_SLUG_LENGTH - 6).replace(/-+$/, '')
  for (let number = 2; ; number++) {
    const candidate = `${stem}-${number}`
    if ((await listSlugs(db, 'product', [candidate])).length === 0) return candidate
  }
}

type Confirmed = boolean | undefined

/** Inserts a product at the end of the catalogue. */
export async function insertEntry(
  change: Change,
  input: CatalogEntry,
  { archivedAt = null, takesFormer }: { archivedAt?: number | null; takesFormer?: Confirmed } = {},
): Promise<StockedProduct> {
  const entry = await checkReferences(change, withTotalStock(input), takesFormer)
  return save(change, { before: undefined, entry, action: 'create', archivedAt })
}

/**
 * Saves an entry as the next version after `before`.
 * @param archivedAt unchanged by default.
 * @throws ConflictError if another version was saved since.
 */
export async function saveEntry(
  change: Change,
  before: LoadedProduct,
  input: CatalogEntry,
  {
    action = 'update',
    archivedAt = before.row.archived_at,
    takesFormer,
    overlays = before.overlays,
  }: Pick<SaveInput, 'overlays'> & {
    action?: Action
    archivedAt?: number | null
    takesFormer?: Confirmed
  } = {},
): Promise<StockedProduct> {
  const entry = await checkReferences(change, withTotalStock(input), takesFormer, before)
  return save(change, { before, entry, action, archivedAt, overlays })
}

async function save(change: Change, input: SaveInput): Promise<StockedProduct> {
  const [row] = await writeSaves(change, await prepareSaves(change.db, change.now, [input]))
  if (!row) throw new Error('A save writes a row.')
  return row
}
