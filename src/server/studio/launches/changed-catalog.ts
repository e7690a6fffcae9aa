import type { Catalog, SiteRecord } from '#src/contract/catalog.ts'
import type { CatalogEntry } from '#src/contract/entry.ts'
import { listRenamedCategories } from '../../core/content/queries.ts'
import {
  createCategoryTraits,
  type FindCategoryTraits,
  isMail,
  parseStoredBody,
  readSiteContent,
  toSiteRecords,
} from '../../core/content/read-content.ts'
import { PRODUCTS_PER_STATEMENT, readInChunks } from '../../core/db/chunks.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { listPicturesByHash } from '../../core/media/queries.ts'
import { toPicture, toPlace } from '../../core/media/to-picture.ts'
import { getCatalogRevision } from '../../core/publish-requests/queries.ts'
import { createTurns } from '../../core/turns.ts'
import { createReviewLookup } from '../../shop/catalog/product-reviews.ts'
import * as queries from '../../shop/catalog/queries.ts'
import {
  type KnownProducts,
  relateProducts,
  type SingleProduct,
} from '../../shop/catalog/relate-products.ts'
import {
  type CatalogSnapshot,
  toProductList,
  toRowVersion,
  toSingleProduct,
  withCategoryTraits,
} from '../../shop/catalog/service.ts'
import { parseUncounted } from '../../shop/catalog/to-product.ts'
import { withCurrentSlugs, withRenamedSlugs } from '../save/product-slugs.ts'
import type { RecordChange } from '../save/save-records.ts'
import { type PreparedSave, type PreparedSaves, placeNew, toRenames } from '../save/write-saves.ts'

/** Changes that are not saved, as `writeRecords` would save them. */
export interface UnsavedChanges {
  now: number
  products: PreparedSaves
  contents: RecordChange[]
}

/**
 * The catalogue as it is once changes are saved. They are laid over it in memory: nothing is written, and no write
 * waits.
 * @param known the products as they are.
 */
export async function readChangedCatalog(
  deps: Deps,
  db: Db,
  known: KnownProducts,
  { now, products, contents }: UnsavedChanges,
): Promise<CatalogSnapshot> {
  const saves = await placeNew(db, products.saves)
  const content = await readContent(deps, db, { now, saves, contents })
  const findTraits = createCategoryTraits(content)
  const singles = new Map<string, SingleProduct>(known)
  for (const { row } of saves) singles.delete(row.id)
  for (const single of await readSingles(deps, db, saves, findTraits))
    singles.set(single.id, single)
  for (const row of products.naming) {
    const before = singles.get(row.id)
    if (!before) continue
    const { related } = parseUncounted(row)
    const rowVersion = toRowVersion(row, before.single)
    singles.set(row.id, { ...before, related, rowVersion, updatedAt: row.updated_at })
  }
  const ordered = [...singles.values()]
    .map((single) => withCategoryTraits(single, findTraits))
    .sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))
  const changed = await relateProducts(ordered, known)
  return {
    ...toProductList(changed),
    revision: await getCatalogRevision(db),
    ...(await readFormerPaths(db, saves)),
    movedCategories: await readMovedCategories(db, ordered),
    content,
  }
}

/** The saved products that are on sale then. */
async function readSingles(
  deps: Deps,
  db: Db,
  saves: PreparedSave[],
  findTraits: FindCategoryTraits,
): Promise<SingleProduct[]> {
  const onSale = saves.filter(({ row }) => row.archived_at === null)
  const turn = createTurns()
  const read = async (part: PreparedSave[]) => {
    const reviews = await createReviewLookup(
      db,
      part.map(({ row }) => row.id),
      true,
    )
    const entries = part.map(({ entry }) => JSON.parse(entry) as CatalogEntry)
    const files = entries.flatMap(({ pictures }) => pictures.map(({ file }) => file))
    const stored = await readInChunks([...new Set(files)], (chunk) => listPicturesByHash(db, chunk))
    const byHash = new Map(stored.map((picture) => [picture.hash, picture]))
    const singles: SingleProduct[] = []
    for (const [index, { row }] of part.entries()) {
      await turn()
      const pictures = (entries[index]?.pictures ?? []).flatMap(({ file, ...place }) => {
        const picture = byHash.get(file)
        return picture ? [toPicture({ ...picture, ...toPlace(place) }, deps.env.MEDIA_ORIGIN)] : []
      })
      singles.push(toSingleProduct(row, pictures, reviews(row.id), findTraits))
    }
    return singles
  }
  return readInChunks(onSale, read, PRODUCTS_PER_STATEMENT)
}

async function readFormerPaths(
  db: Db,
  saves: PreparedSave[],
): Promise<Pick<Catalog, 'moved' | 'gone'>> {
  const rows = await queries.listFormerSlugs(db)
  const products = new Map(rows.map(({ id, slug, archived_at }) => [id, { slug, archived_at }]))
  const former = new Map(
    rows.flatMap(({ former, slug, id }) => (former === slug ? [] : [[former, id] as const])),
  )
  for (const { before, row } of saves) {
    products.set(row.id, row)
    if (before && before.row.slug !== row.slug) former.set(before.row.slug, row.id)
  }
  for (const { before, row } of saves) if (before?.row.slug !== row.slug) former.delete(row.slug)
  const moved: Catalog['moved'] = {}
  const gone = [...products.values()].flatMap(({ slug, archived_at }) =>
    archived_at === null ? [] : slug,
  )
  for (const [slug, id] of former) {
    const product = products.get(id)
    if (product?.archived_at === null) moved[slug] = product.slug
    else gone.push(slug)
  }
  return { moved, gone }
}

/** Names that no product on sale has then. */
async function readMovedCategories(
  db: Db,
  products: SingleProduct[],
): Promise<Catalog['movedCategories']> {
  const used = new Set(products.map(({ category }) => category.toLowerCase()))
  const rows = await listRenamedCategories(db)
  return Object.fromEntries(
    rows.flatMap(({ name, category }) => (used.has(name) ? [] : [[name, category]])),
  )
}

async function readContent(
  deps: Deps,
  db: Db,
  { now, saves, contents }: { now: number; saves: PreparedSave[]; contents: RecordChange[] },
): Promise<SiteRecord[]> {
  const slugs = new Set(saves.map(({ row }) => row.slug))
  const renames = toRenames(saves)
  const byId = new Map((await readSiteContent(deps, db)).map((record) => [record.id, record]))
  for (const record of byId.values()) {
    const body = withRenamedSlugs(record.id, record.body, renames)
    if (JSON.stringify(body) === JSON.stringify(record.body)) continue
    const version = `${record.version.split('.')[0]}.${now}`
    byId.set(record.id, { ...record, body, version })
  }
  // A slug that another product has then is that one's.
  const former = new Map([...renames].filter(([slug]) => !slugs.has(slug)))
  const saved: { id: string; version: string; body: Record<string, unknown> }[] = []
  for (const { id, record, body: input, archived } of contents) {
    byId.delete(id)
    if (archived || isMail(id)) continue
    const renamed = withRenamedSlugs(id, await withCurrentSlugs(db, id, input), former)
    const body = parseStoredBody(id, JSON.stringify(renamed))
    saved.push({ id, version: `${(record?.revision ?? 0) + 1}.${now}`, body })
  }
  for (const record of await toSiteRecords(deps, db, saved)) byId.set(record.id, record)
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}
