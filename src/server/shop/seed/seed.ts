import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import type { CatalogEntry } from '#src/contract/entry.ts'
import { brandCategories } from '#src/rules/brand.ts'
import { insertNewCategories } from '../../core/content/categories.ts'
import { toStoredBodies } from '../../core/content/record-ids.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { listPictures, upsertPictures } from '../../core/media/queries.ts'
import {
  InvalidPictureError,
  pictureHash,
  probePicture,
  storeSource,
} from '../../core/media/store-picture.ts'
import type { PictureRow } from '../../core/media/tables.ts'
import { toPlace } from '../../core/media/to-picture.ts'
import { sourceName } from '../../core/media-store.ts'
import { incrementCatalogRevision } from '../../core/publish-requests/queries.ts'
import { assertWritable, StartupError } from '../../core/startup-error.ts'
import { listCodes, replaceCodes } from '../catalog/code-queries.ts'
import { toProductId, toProductRow } from '../catalog/to-product.ts'
import { insertReviews } from '../reviews/queries.ts'
import { hasProducts, insertProductPictures, insertProducts } from './queries.ts'
import { DEFAULT_SEED_DIR, readEntries } from './read-entries.ts'
import { readReviews, type SeedReviews, toReviewRows } from './reviews.ts'

/**
 * Fills an empty database with the catalogue of `folder`. In a database with products, it only
 * restores missing picture files.
 * @param onProgress called after each imported picture.
 * @returns the number of inserted products.
 * @throws StartupError that names file, slug and field of an invalid entry.
 */
export async function seedCatalog(
  deps: Deps,
  onProgress: OnProgress = () => {},
  folder: string = DEFAULT_SEED_DIR,
): Promise<number> {
  if (await hasProducts(deps.db)) {
    const missing = await restorePictures(deps, folder)
    if (missing > 0) deps.log('warn', 'pictures without a file', { pictures: missing })
    return 0
  }
  const entries = interleaveCategories(readEntries(folder))
  const reviews = readReviews(folder)
  const pictures = await importPictures(deps, folder, entries, onProgress)
  return deps.db.transaction().execute(async (db) => {
    // Another process may have inserted the catalogue meanwhile.
    if (await hasProducts(db)) return 0
    await insertCatalog(db, entries, pictures, reviews)
    return entries.length
  })
}

/** Replaces picture files in variants by hashes, like in saved entries. */
const withPictureHashes = (
  entry: CatalogEntry,
  pictures: Map<string, PictureRow>,
): CatalogEntry => ({
  ...entry,
  ...(entry.variants && {
    variants: entry.variants.map((row) => ({
      ...row,
      ...(row.picture && { picture: pictures.get(row.picture)?.hash ?? row.picture }),
    })),
  }),
})

/**
 * Inserts entries in order.
 * @param pictures imported pictures by file name.
 */
export async function insertCatalog(
  db: Db,
  entries: CatalogEntry[],
  pictures: Map<string, PictureRow>,
  reviews: SeedReviews = {},
): Promise<void> {
  await upsertPictures(db, [
    ...new Map([...pictures.values()].map((picture) => [picture.hash, picture])).values(),
  ])
  const ids = new Map(entries.map(({ slug }) => [slug, toProductId(slug)]))
  const stored = await toStoredBodies(
    db,
    entries.map((entry) => ({ id: '', body: { ...withPictureHashes(entry, pictures) } })),
    { ids },
  )
  const products = entries.map((entry, index) => ({
    entry,
    row: toProductRow(stored[index] as CatalogEntry, index, Date.parse(entry.publishedAt)),
  }))
  await insertNewCategories(db, new Set(entries.map(({ category }) => category)))
  await insertProducts(
    db,
    products.map(({ row }) => row),
  )
  await insertProductPictures(
    db,
    products.flatMap(({ entry, row }) =>
      entry.pictures.flatMap(({ file, ...place }, position) => {
        const picture = pictures.get(file)
        if (!picture) return []
        return [{ product_id: row.id, position, picture_hash: picture.hash, ...toPlace(place) }]
      }),
    ),
  )
  await replaceCodes(
    db,
    products.map(({ entry, row }) => ({ id: row.id, codes: listCodes(entry), isNew: true })),
  )
  const slugs = entries.map(({ slug }) => slug)
  await insertReviews(db, toReviewRows(reviews, slugs))
  await incrementCatalogRevision(db)
}

const LAST_CATEGORY = 'clothing'

/**
 * Orders entries by taking one of each category in turn, so that the listing starts with all categories. Clothing
 * comes last, because its photographs are the weakest. @public for the generator of large catalogues.
 */
export function interleaveCategories(entries: CatalogEntry[]): CatalogEntry[] {
  const byCategory = Map.groupBy(entries, (entry) => entry.category)
  const categories = new Set<string>([...brandCategories, ...byCategory.keys()])
  categories.delete(LAST_CATEGORY)
  const groups = [...categories].map((category) => byCategory.get(category) ?? [])
  const longest = Math.max(...groups.map((group) => group.length))
  const byTurns = Array.from({ length: longest }, (_, index) =>
    groups.flatMap((group) => group[index] ?? []),
  ).flat()
  return [...byTurns, ...(byCategory.get(LAST_CATEGORY) ?? [])]
}

/** Pictures probed in parallel. More than the number of cores would only wait. */
const PROBE_CONCURRENCY = 4

/** Called after each imported picture. */
type OnProgress = (done: number, total: number) => void

/**
 * Probes all pictures of the entries and stores their source files.
 * @returns the picture rows by file name.
 * @throws StartupError that names an invalid picture, or a folder that is not writable.
 */
export async function importPictures(
  deps: Deps,
  folder: string,
  entries: CatalogEntry[],
  onProgress: OnProgress,
): Promise<Map<string, PictureRow>> {
  assertWritable(deps.env.DATA_DIR)
  const files = new Set(entries.flatMap((entry) => entry.pictures.map(({ file }) => file)))
  const imported = new Map<string, PictureRow>()
  await pLimit(PROBE_CONCURRENCY).map(files, async (file) => {
    imported.set(file, await importPicture(deps, join(folder, 'pictures', file), file))
    onProgress(imported.size, files.size)
  })
  return imported
}

async function importPicture(deps: Deps, path: string, file: string): Promise<PictureRow> {
  const bytes = await readFile(path)
  try {
    const picture = await probePicture(bytes, deps.now())
    await storeSource(deps, picture, bytes)
    return picture
  } catch (cause) {
    if (!(cause instanceof InvalidPictureError)) throw cause
    const message = `The catalogue cannot be used: pictures/${file}: ${cause.message}`
    throw new StartupError(message, { cause })
  }
}

/**
 * Restores missing source files from the pictures of `folder`: on a second machine with the same database, or after
 * the data folder was lost. An S3 store is shared by all machines, so nothing is missing.
 * @returns the number of files that are still missing, e.g. uploads on another machine.
 */
async function restorePictures(deps: Deps, folder: string): Promise<number> {
  if (deps.env.MEDIA_STORE) return 0
  const missing = new Map<string, Pick<PictureRow, 'hash' | 'format'>>()
  for (const picture of await listPictures(deps.db))
    if ((await deps.media.size(sourceName(picture))) === undefined)
      missing.set(picture.hash, picture)
  if (missing.size === 0) return 0
  assertWritable(deps.env.DATA_DIR)
  const pictures = join(folder, 'pictures')
  for (const file of existsSync(pictures) ? readdirSync(pictures) : []) {
    const bytes = await readFile(join(pictures, file))
    const picture = missing.get(pictureHash(bytes))
    if (!picture) continue
    await storeSource(deps, picture, bytes)
    missing.delete(picture.hash)
  }
  return missing.size
}
