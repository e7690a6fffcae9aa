import type { Catalog, ListingItem, Picture, Product } from '#src/contract/catalog.ts'
import { MIN_RELATED_PRODUCTS } from '#src/rules/constants.ts'
import { toListingItem } from '#src/rules/listing-item.ts'
import { toRupees } from '#src/rules/money.ts'
import { listFormerCategories } from '../content/queries.ts'
import { readSiteContent } from '../content/read-content.ts'
import type { ProductRow } from '../db/schema.ts'
import type { Db, Deps } from '../deps.ts'
import { createReviewLookup } from './product-reviews.ts'
import * as queries from './queries.ts'
import { parseProductDetail, toPicture, toProduct, toRelatedProduct } from './to-product.ts'

/** Runs `read` in a transaction that sees one state of the database. */
export const snapshot = <T>({ db, engine }: Deps, read: (db: Db) => Promise<T>): Promise<T> =>
  engine === 'postgres'
    ? db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
    : db.transaction().execute(read)

type PictureLookup = (productId: string) => Picture[]

/** Reads the pictures of these products (default: all) once, for lookups by product id. */
export async function createPictureLookup(
  deps: Deps,
  db: Db,
  productIds?: string[],
): Promise<PictureLookup> {
  const byProduct = await queries.listPicturesByProduct(db, productIds)
  return (id) => (byProduct.get(id) ?? []).map((row) => toPicture(row, deps.env.MEDIA_ORIGIN))
}

/** Reads what the listing items of these products (default: all) need beside their rows. */
async function createItemLookup(
  deps: Deps,
  db: Db,
  productIds?: string[],
): Promise<(row: ProductRow) => ListingItem> {
  const pictures = await createPictureLookup(deps, db, productIds)
  const reviews = await createReviewLookup(db, productIds, false)
  return (row) => toListingItem(toProduct(row, pictures(row.id), reviews(row.id), []))
}

/** @returns the listing in the order of the catalogue, with the revision of the same snapshot. */
export const getListing = (deps: Deps): Promise<{ products: ListingItem[]; revision: number }> =>
  snapshot(deps, async (db) => {
    const rows = await queries.listProducts(db)
    const toItem = await createItemLookup(deps, db)
    const products = rows.map(toItem)
    return { products, revision: await queries.getCatalogRevision(db) }
  })

/** @returns the products on sale with these slugs, in the order of the slugs. */
export const getNamedListing = (
  deps: Deps,
  slugs: string[],
): Promise<{ products: ListingItem[]; revision: number }> =>
  snapshot(deps, async (db) => {
    const ids = (await queries.listProductsBySlugs(db, slugs)).map(({ id }) => id)
    const items = [...(await getListingItems(deps, db, ids)).values()]
    const bySlug = new Map(items.map((item) => [item.slug, item]))
    const products = slugs.flatMap((slug) => bySlug.get(slug) ?? [])
    return { products, revision: await queries.getCatalogRevision(db) }
  })

/** @returns all products with their detail fields, with the revision of the same snapshot. */
export async function getCatalog(deps: Deps): Promise<Catalog> {
  const { versions: _, ...catalog } = await snapshot(deps, (db) => readCatalog(deps, db))
  return catalog
}

/** What decides which products are related to a product. */
interface PlacedProduct {
  id: string
  slug: string
  category: string
  position: number
  /** Slugs that the entry names. */
  related: string[]
}

const hasSamePlace = (a: PlacedProduct, b: PlacedProduct | undefined): boolean =>
  a.slug === b?.slug &&
  a.category === b.category &&
  a.position === b.position &&
  a.related.join() === b.related.join()

/** A product as it was read at a version. */
interface KnownProduct extends PlacedProduct {
  /** Of its row, of which every change changes one of the two. */
  revision: number
  updatedAt: number
  rowVersion: string
  /** Without related products. */
  single: Product
  relatedIds: string[]
  /** Of its row, then those of the rows of its related products. */
  version: string
  product: Product
}

/**
 * Reads all products in a transaction.
 * @param known products of an earlier call, by id: those whose version is the same are not read again.
 */
async function readCatalog(
  deps: Deps,
  db: Db,
  known: Map<string, KnownProduct> = new Map(),
): Promise<Catalog & { versions: Map<string, string> }> {
  const rows = await queries.listProductVersions(db)
  const unread = rows.filter(({ id, revision, updated_at }) => {
    const entry = known.get(id)
    return entry?.revision !== revision || entry.updatedAt !== updated_at
  })
  const read = await readProducts(deps, db, unread)
  const areInPlace =
    rows.length === known.size && read.every((entry) => hasSamePlace(entry, known.get(entry.id)))
  for (const entry of read)
    known.set(entry.id, { ...entry, relatedIds: known.get(entry.id)?.relatedIds ?? [] })
  const entries = rows.flatMap(({ id }) => known.get(id) ?? [])
  if (!areInPlace) {
    const relatedFor = createRelatedLookup(entries)
    for (const entry of entries) entry.relatedIds = relatedFor(entry).map(({ id }) => id)
    known.clear()
    for (const entry of entries) known.set(entry.id, entry)
  }
  const changed = new Set(read.map(({ id }) => id))
  for (const entry of entries) {
    const { id, single, relatedIds } = entry
    if (areInPlace && !changed.has(id) && !relatedIds.some((other) => changed.has(other))) continue
    const related = relatedIds.flatMap((other) => known.get(other) ?? [])
    const version = [entry, ...related].map(({ rowVersion }) => rowVersion).join(' ')
    if (entry.version === version) continue
    const relatedProducts = related.map((other) => toRelatedProduct(single, other.single))
    Object.assign(entry, { version, product: { ...single, relatedProducts } })
  }
  const versions = new Map<string, string>()
  for (const { slug, version } of entries) versions.set(slug, version)
  const products = entries.map(({ product }) => product)
  const revision = await queries.getCatalogRevision(db)
  const content = await readSiteContent(deps, db)
  return { products, revision, ...(await readFormerPaths(db)), content, versions }
}

interface CatalogReader {
  /** The catalogue of now, with the versions of its products by slug. */
  read(): ReturnType<typeof readCatalog>
  /** A text that differs when the catalogue does. */
  getVersion(): Promise<string>
}

/** Reads the catalogue for a publisher that runs for long: each version of a product once. */
export function createCatalogReader(deps: Deps): CatalogReader {
  const known = new Map<string, KnownProduct>()
  return {
    read: () => snapshot(deps, (db) => readCatalog(deps, db, known)),
    getVersion: () => queries.getCatalogVersion(deps.db),
  }
}

/** Products up to which reading them alone is faster. */
const MAX_SINGLE_READS = 1_000

async function readProducts(
  deps: Deps,
  db: Db,
  versions: queries.ProductVersion[],
): Promise<KnownProduct[]> {
  const ids = versions.length <= MAX_SINGLE_READS ? versions.map(({ id }) => id) : undefined
  const rows = await (ids ? queries.listProductsByIds(db, ids) : queries.listProducts(db))
  const pictures = await createPictureLookup(deps, db, ids)
  const reviews = await createReviewLookup(db, ids, true)
  return rows.map((row) => {
    const single = toProduct(row, pictures(row.id), reviews(row.id), [])
    const { id, slug, category, position, revision, updated_at: updatedAt } = row
    const { related } = parseProductDetail(row)
    // Ids that begin alike differ in the rest.
    const rowVersion = `${id.slice(0, 8)}.${revision}.${updatedAt}`
    const place = { id, slug, category, position, related, relatedIds: [] }
    return { ...place, revision, updatedAt, rowVersion, single, version: '', product: single }
  })
}

type FormerPaths = Pick<Catalog, 'moved' | 'movedCategories' | 'gone'>

async function readFormerPaths(db: Db): Promise<FormerPaths> {
  const former = await queries.listFormerSlugs(db)
  const moved = former.filter(({ archived_at }) => archived_at === null)
  return {
    moved: Object.fromEntries(moved.map((row) => [row.former, row.slug])),
    movedCategories: Object.fromEntries(await listFormerCategories(db)),
    gone: former.filter(({ archived_at }) => archived_at !== null).map((row) => row.former),
  }
}

/** @returns the product on sale with this slug. */
export async function findProduct(deps: Deps, slug: string): Promise<Product | undefined> {
  const row = await queries.findProductBySlug(deps.db, slug)
  return row && toProductOfRow(deps, row)
}

/** @param ownPictures those of a draft, in place of the saved ones. */
export async function toProductOfRow(
  deps: Deps,
  row: ProductRow,
  ownPictures?: Picture[],
): Promise<Product> {
  const { db } = deps
  const relatedSlugs = parseProductDetail(row).related
  const named = await queries.listProductsBySlugs(db, relatedSlugs)
  const bySlug = new Map(named.map((product) => [product.slug, product]))
  const count = MIN_RELATED_PRODUCTS + relatedSlugs.length
  const nextInCategory = await queries.listNextInCategory(db, row, count)
  const related = pickRelated(row, relatedSlugs, bySlug, nextInCategory)
  const ids = related.map((product) => product.id)
  const pictures = await createPictureLookup(deps, db, [row.id, ...ids])
  const reviews = await createReviewLookup(db, [row.id], true)
  const own = { ...row, ...parseProductDetail(row) }
  return toProduct(
    row,
    ownPictures ?? pictures(row.id),
    reviews(row.id),
    related.map((other) => {
      const price = toRupees(other.price_paise)
      const card = { ...other, ...parseProductDetail(other), price, pictures: pictures(other.id) }
      return toRelatedProduct(own, card)
    }),
  )
}

/** @returns the listing items of these products that are on sale, by id. */
export async function getListingItems(
  deps: Deps,
  db: Db,
  ids: string[],
): Promise<Map<string, ListingItem>> {
  const rows = await queries.listProductsByIds(db, ids)
  const toItem = await createItemLookup(deps, db, ids)
  return new Map(rows.map((row) => [row.id, toItem(row)]))
}

/** @returns the related products that the entry names, filled up with the next of its category. */
function pickRelated<Row extends { id: string }>(
  product: { id: string },
  relatedSlugs: string[],
  bySlug: Map<string, Row>,
  nextInCategory: Row[],
): Row[] {
  const picked: Row[] = []
  const isFree = ({ id }: Row) => id !== product.id && !picked.some((other) => other.id === id)
  for (const slug of relatedSlugs) {
    const row = bySlug.get(slug)
    if (row && isFree(row)) picked.push(row)
  }
  for (const row of nextInCategory) {
    if (picked.length >= MIN_RELATED_PRODUCTS) break
    if (isFree(row)) picked.push(row)
  }
  return picked
}

/** Finds the related products of any of these products without a query. */
function createRelatedLookup<Place extends PlacedProduct>(
  places: Place[],
): (place: Place) => Place[] {
  const bySlug = new Map(places.map((place) => [place.slug, place]))
  const byCategory = Map.groupBy(places, ({ category }) => category)
  const indexInCategory = new Map<Place, number>()
  for (const group of byCategory.values())
    for (const [index, place] of group.entries()) indexInCategory.set(place, index)
  return (place) => {
    const group = byCategory.get(place.category) ?? []
    const index = indexInCategory.get(place) ?? 0
    const count = MIN_RELATED_PRODUCTS + place.related.length
    const next = group.slice(index + 1, index + 1 + count)
    // After the last one the first ones follow.
    if (next.length < count) next.push(...group.slice(0, Math.min(index, count - next.length)))
    return pickRelated(place, place.related, bySlug, next)
  }
}
