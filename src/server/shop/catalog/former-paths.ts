import type { Catalog } from '#src/contract/catalog.ts'
import { parseSlugId, type SlugKind } from '#src/contract/content.ts'
import { CONTENT_KINDS } from '#src/contract/content-kinds.ts'
import { NO_FILTERS } from '#src/rules/listing/listing.ts'
import { paths, productPath } from '#src/rules/paths.ts'
import { listArchivedRecords } from '../../core/content/queries.ts'
import type { Db } from '../../core/db/schema.ts'
import { listFormerSlugs } from '../../core/slugs/queries.ts'
import { listArchivedProducts } from './queries.ts'

/** An address without its own page. */
export interface FormerAddress {
  kind: SlugKind
  slug: string
  recordId: string
  /** The current slug of its record; null if the record is archived. */
  current: string | null
}

/** Returns the path of the page with a slug. */
export const toSlugPath = (kind: SlugKind, slug: string): string =>
  kind === 'product' ? productPath(slug) : CONTENT_KINDS[kind].path + slug

/** Lists the former addresses of all records, and the addresses of archived ones. */
export async function listFormerAddresses(db: Db): Promise<FormerAddress[]> {
  const products = await listArchivedProducts(db)
  // A stable order, because the release contains a hash of it.
  const ordered = products.toSorted((a, b) => (a.slug < b.slug ? -1 : 1))
  const archived: FormerAddress[] = ordered.map(({ id, slug }) => ({
    kind: 'product',
    slug,
    recordId: id,
    current: null,
  }))
  for (const id of await listArchivedRecords(db)) {
    const address = parseSlugId(id)
    // An archived category has no current address.
    if (address && address.kind !== 'category')
      archived.push({ ...address, recordId: id, current: null })
  }
  const archivedIds = new Set(archived.map(({ recordId }) => recordId))
  const former = (await listFormerSlugs(db)).map(
    ({ kind, former, record_id, slug }): FormerAddress => ({
      kind,
      slug: former,
      recordId: record_id,
      current: archivedIds.has(record_id) ? null : slug,
    }),
  )
  return [...former, ...archived]
}

/** Returns redirects of former paths, and paths that are gone. An archived category redirects to the whole shop. */
export function toFormerPaths(
  addresses: FormerAddress[],
): Pick<Catalog, 'moved' | 'movedCategories' | 'gone'> {
  const moved: Catalog['moved'] = {}
  const movedCategories: Catalog['movedCategories'] = {}
  const gonePaths: string[] = []
  for (const { kind, slug, current } of addresses) {
    const path = toSlugPath(kind, slug)
    if (kind === 'category') movedCategories[slug] = current ?? NO_FILTERS.category
    if (current !== null) moved[path] = toSlugPath(kind, current)
    else if (kind === 'category') moved[path] = paths.shop
    else gonePaths.push(path)
  }
  return { moved, movedCategories, gone: gonePaths }
}
