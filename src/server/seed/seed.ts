import type { CatalogueEntry } from '#src/contract/catalog.ts'
import { brand } from '#src/rules/brand.ts'
import type { Db, Deps } from '../deps.ts'
import { importPictures } from './import-pictures.ts'
import { insertCatalogue } from './insert-catalogue.ts'
import { DEFAULT_SEED_DIR, readEntries } from './read-entries.ts'
import { restorePictures } from './restore-pictures.ts'

export type OnProgress = (done: number, all: number) => void

/**
 * Fills an empty shop with the house's catalogue; one that has products only gets back the house's
 * pictures that this machine lacks.
 * @param onProgress told of each picture taken in.
 * @returns how many products were written.
 * @throws StartupError when an entry breaks the contract, naming file, slug and field.
 */
export async function seedCatalogue(
  deps: Deps,
  onProgress: OnProgress = () => {},
  folder: string = DEFAULT_SEED_DIR,
): Promise<number> {
  if (await hasProducts(deps.db)) {
    const lacking = await restorePictures(deps, folder)
    if (lacking > 0) deps.log('warn', 'pictures without a file', { pictures: lacking })
    return 0
  }
  const entries = interleaveCategories(readEntries(folder))
  const pictures = await importPictures(deps, folder, entries, onProgress)
  return deps.db.transaction().execute(async (db) => {
    // Another process may have filled it meanwhile.
    if (await hasProducts(db)) return 0
    await insertCatalogue(db, entries, pictures)
    return entries.length
  })
}

/** @public for the generator of large catalogues. */
export async function hasProducts(db: Db): Promise<boolean> {
  return (await db.selectFrom('product').select('id').limit(1).executeTakeFirst()) !== undefined
}

/**
 * One of each category in turn, so that the listing's own order shows the whole house.
 * @public for the generator of large catalogues.
 */
export function interleaveCategories(entries: CatalogueEntry[]): CatalogueEntry[] {
  const byCategory = Map.groupBy(entries, (entry) => entry.category)
  const categories = new Set<string>([...brand.categories, ...byCategory.keys()])
  const groups = [...categories].map((category) => byCategory.get(category) ?? [])
  const longest = Math.max(...groups.map((group) => group.length))
  return Array.from({ length: longest }, (_, at) =>
    groups.flatMap((group) => group[at] ?? []),
  ).flat()
}
