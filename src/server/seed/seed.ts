import type { CatalogueEntry } from '#src/contract/catalog.ts'
import { brand } from '#src/rules/brand.ts'
import { incrementCatalogueRevision } from '../catalog/queries.ts'
import { toProductRow } from '../catalog/to-product.ts'
import type { PictureRow } from '../db/schema.ts'
import type { Db, Deps } from '../deps.ts'
import { upsertPictures } from '../media/queries.ts'
import { importPictures, type OnProgress, restorePictures } from './import-pictures.ts'
import { hasProducts, insertProductPictures, insertProducts } from './queries.ts'
import { DEFAULT_SEED_DIR, readEntries } from './read-entries.ts'

/**
 * Fills an empty database with the catalogue of `folder`. A database that has products only gets
 * missing picture files back.
 * @param onProgress is called after each imported picture.
 * @returns the number of inserted products.
 * @throws StartupError naming file, slug and field when an entry is invalid.
 */
export async function seedCatalogue(
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
  const pictures = await importPictures(deps, folder, entries, onProgress)
  return deps.db.transaction().execute(async (db) => {
    // Another process may have inserted the catalogue meanwhile.
    if (await hasProducts(db)) return 0
    await insertCatalogue(db, entries, pictures)
    return entries.length
  })
}

/**
 * Inserts entries in their order.
 * @param pictures the imported pictures by file name.
 */
export async function insertCatalogue(
  db: Db,
  entries: CatalogueEntry[],
  pictures: Map<string, PictureRow>,
): Promise<void> {
  await upsertPictures(db, [
    ...new Map([...pictures.values()].map((picture) => [picture.hash, picture])).values(),
  ])
  const products = entries.map((entry, index) => ({
    entry,
    row: toProductRow(entry, index, Date.parse(entry.publishedAt)),
  }))
  await insertProducts(
    db,
    products.map(({ row }) => row),
  )
  await insertProductPictures(
    db,
    products.flatMap(({ entry, row }) =>
      entry.pictures.flatMap(({ file, alt, focus }, position) => {
        const picture = pictures.get(file)
        if (!picture) return []
        const place = { focus_x: focus?.x ?? 50, focus_y: focus?.y ?? 50 }
        return [{ product_id: row.id, position, picture_hash: picture.hash, alt, ...place }]
      }),
    ),
  )
  await incrementCatalogueRevision(db)
}

/**
 * Orders the entries by turns, one of each category, so that the listing starts with all of them.
 * @public for the generator of large catalogues.
 */
export function interleaveCategories(entries: CatalogueEntry[]): CatalogueEntry[] {
  const byCategory = Map.groupBy(entries, (entry) => entry.category)
  const categories = new Set<string>([...brand.categories, ...byCategory.keys()])
  const groups = [...categories].map((category) => byCategory.get(category) ?? [])
  const longest = Math.max(...groups.map((group) => group.length))
  return Array.from({ length: longest }, (_, index) =>
    groups.flatMap((group) => group[index] ?? []),
  ).flat()
}
