import type { Catalogue, ListingItem, Picture, Product } from '#src/contract/catalog.ts'
import { MIN_RELATED_PRODUCTS } from '#src/rules/constants.ts'
import { toListingItem } from '#src/rules/listing-item.ts'
import { toRupees } from '#src/rules/money.ts'
import type { ProductRow } from '../db/schema.ts'
import type { Db, Deps } from '../deps.ts'
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

/** @returns the listing in the order of the catalogue, with the revision of the same snapshot. */
export const getListing = (deps: Deps): Promise<{ products: ListingItem[]; revision: number }> =>
  snapshot(deps, async (db) => {
    const rows = await queries.listProducts(db)
    const pictures = await createPictureLookup(deps, db)
    const products = rows.map((row) => toListingItem(toProduct(row, pictures(row.id), [])))
    return { products, revision: await queries.getCatalogueRevision(db) }
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
    return { products, revision: await queries.getCatalogueRevision(db) }
  })

/** @returns all products with their detail fields, with the revision of the same snapshot. */
export async function getCatalogue(deps: Deps): Promise<Catalogue> {
  const { versions: _, ...catalogue } = await snapshot(deps, (db) => readCatalogue(deps, db))
  return catalogue
}

/** What decides which products are related to a product. */
interface PlacedProduct {
  id: string
  slug: string
  category: string
  /** Slugs that the entry names. */
  related: string[]
}

/** A product as it was read at a version. */
export interface KnownProduct {
  rowVersion: string
  /** Without related products. */
  single: Product
  related: string[]
  /** Of its row, then those of the rows of its related products. */
  version: string
  product: Product
}

/** Every change of a row changes its revision or its time. Ids that begin alike differ in the rest. */
const toRowVersion = ({ id, revision, updated_at }: queries.ProductVersion): string =>
  [id.slice(0, 8), revision.toString(36), updated_at.toString(36)].join('.')

/**
 * Reads all products in a transaction.
 * @param known products of an earlier call, by id: those whose version is the same are not read again.
 */
export async function readCatalogue(
  deps: Deps,
  db: Db,
  known: Map<string, KnownProduct> = new Map(),
): Promise<Catalogue & { versions: Map<string, string> }> {
  const rows = await queries.listProductVersions(db)
  const rowVersions = new Map(rows.map((row) => [row.id, toRowVersion(row)]))
  const unread = rows.filter(({ id }) => known.get(id)?.rowVersion !== rowVersions.get(id))
  await readProducts(
    deps,
    db,
    unread.map(({ id }) => id),
    rowVersions,
    known,
  )
  const places = rows.map((row) => ({ ...row, related: known.get(row.id)?.related ?? [] }))
  const relatedFor = createRelatedLookup(places)
  const versions = new Map<string, string>()
  const products = places.flatMap((place) => {
    const entry = known.get(place.id)
    if (!entry) return []
    const related = relatedFor(place)
    const version = [place, ...related].map(({ id }) => rowVersions.get(id)).join(' ')
    if (entry.version !== version) {
      const cards = related.flatMap(({ id }) => known.get(id)?.single ?? [])
      const relatedProducts = cards.map((card) => toRelatedProduct(entry.single, card))
      Object.assign(entry, { version, product: { ...entry.single, relatedProducts } })
    }
    versions.set(place.id, version)
    return entry.product
  })
  for (const id of known.keys()) if (!versions.has(id)) known.delete(id)
  const revision = await queries.getCatalogueRevision(db)
  return { products, revision, ...(await readFormerSlugs(db)), versions }
}

/** Products up to which reading them alone is faster. */
const MAX_SINGLE_READS = 1_000

/** Puts the products with these ids into `known`. */
async function readProducts(
  deps: Deps,
  db: Db,
  ids: string[],
  rowVersions: ReadonlyMap<string, string>,
  known: Map<string, KnownProduct>,
): Promise<void> {
  const isFew = ids.length <= MAX_SINGLE_READS
  const rows = await (isFew ? queries.listProductsByIds(db, ids) : queries.listProducts(db))
  const pictures = await createPictureLookup(deps, db, isFew ? ids : undefined)
  for (const row of rows) {
    const single = toProduct(row, pictures(row.id), [])
    const { related } = parseProductDetail(row)
    const rowVersion = rowVersions.get(row.id) ?? ''
    known.set(row.id, { rowVersion, single, related, version: '', product: single })
  }
}

async function readFormerSlugs(db: Db): Promise<Pick<Catalogue, 'moved' | 'gone'>> {
  const former = await queries.listFormerSlugs(db)
  const moved = former.filter(({ archived_at }) => archived_at === null)
  return {
    moved: Object.fromEntries(moved.map((row) => [row.former, row.slug])),
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
  const own = { ...row, ...parseProductDetail(row) }
  return toProduct(
    row,
    ownPictures ?? pictures(row.id),
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
  const pictures = await createPictureLookup(deps, db, ids)
  return new Map(rows.map((row) => [row.id, toListingItem(toProduct(row, pictures(row.id), []))]))
}

/** @returns the related products that the entry names, filled up with the next of its category. */
function pickRelated<Row extends { id: string }>(
  product: { id: string },
  relatedSlugs: string[],
  bySlug: Map<string, Row>,
  nextInCategory: Row[],
): Row[] {
  const named = relatedSlugs.flatMap((slug) => bySlug.get(slug) ?? [])
  const picked = new Map(named.map((row) => [row.id, row]))
  picked.delete(product.id)
  for (const row of nextInCategory) {
    if (picked.size >= MIN_RELATED_PRODUCTS) break
    if (row.id !== product.id) picked.set(row.id, row)
  }
  return [...picked.values()]
}

/** Finds the related products of any of these products without a query. */
function createRelatedLookup(places: PlacedProduct[]): (place: PlacedProduct) => PlacedProduct[] {
  const bySlug = new Map(places.map((place) => [place.slug, place]))
  const byCategory = Map.groupBy(places, ({ category }) => category)
  const indexInCategory = new Map<string, number>()
  for (const group of byCategory.values())
    for (const [index, { id }] of group.entries()) indexInCategory.set(id, index)
  return (place) => {
    const group = byCategory.get(place.category) ?? []
    const index = indexInCategory.get(place.id) ?? 0
    const count = MIN_RELATED_PRODUCTS + place.related.length
    const after = group.slice(index + 1, index + 1 + count)
    const before = group.slice(0, Math.min(index, count - after.length))
    return pickRelated(place, place.related, bySlug, [...after, ...before])
  }
}
