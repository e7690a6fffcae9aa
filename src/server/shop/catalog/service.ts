import type { Catalog, ListingItem, Picture, Product } from '#src/contract/catalog.ts'
import { MIN_RELATED_PRODUCTS } from '#src/rules/constants.ts'
import { toListingItem } from '#src/rules/listing/listing-item.ts'
import { toRupees } from '#src/rules/money.ts'
import {
  type CategoryTraits,
  type FindCategoryTraits,
  readCategoryTraits,
  readSiteContent,
} from '../../core/content/read-content.ts'
import { PRODUCTS_PER_STATEMENT, readInChunks } from '../../core/db/chunks.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { toPicture } from '../../core/media/to-picture.ts'
import { getCatalogRevision } from '../../core/publish-requests/queries.ts'
import { listRenamed } from '../../core/slugs/queries.ts'
import { listPublicIds } from '../stock/queries.ts'
import { listFormerAddresses, toFormerPaths } from './former-paths.ts'
import { createReviewLookup, type ProductReviews } from './product-reviews.ts'
import * as queries from './queries.ts'
import {
  pickRelated,
  relateProducts,
  type SingleProduct,
  type VersionedProduct,
  type VersionedProducts,
} from './relate-products.ts'
import type { ProductRow, StockedProduct } from './tables.ts'
import {
  parseProductDetail,
  toProduct,
  toPublicIds,
  toRelatedProduct,
  toShownVariants,
} from './to-product.ts'

/** Runs `read` in a read-only transaction with one state of the database. No write waits for it. */
export const snapshot = <T>({ db }: Pick<Deps, 'db'>, read: (db: Db) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)

/** Dependencies for reading the catalogue. */
type CatalogDeps = Pick<Deps, 'db' | 'env'>

type PictureLookup = (productId: string) => Picture[]

/** Reads the pictures of these products, for lookups by product id. */
export async function createPictureLookup(
  deps: CatalogDeps,
  db: Db,
  productIds: string[],
): Promise<PictureLookup> {
  const byProduct = await queries.listPicturesByProduct(db, productIds)
  return (id) => (byProduct.get(id) ?? []).map((row) => toPicture(row, deps.env.MEDIA_ORIGIN))
}

/** Returns the listing in catalogue order, with the revision of the same snapshot. */
export const getListing = (
  deps: CatalogDeps,
): Promise<{ products: ListingItem[]; revision: number }> =>
  snapshot(deps, async (db) => {
    const ids = (await queries.listProductVersions(db)).map(({ id }) => id)
    const readItems = async (chunk: string[]) => {
      const items = await getListingItems(deps, db, chunk)
      return chunk.flatMap((id) => items.get(id) ?? [])
    }
    const products = await readInChunks(ids, readItems, PRODUCTS_PER_STATEMENT)
    return { products, revision: await getCatalogRevision(db) }
  })

/** Returns the products on sale with these current or former slugs, in the order of the slugs. */
export const getNamedListing = (
  deps: CatalogDeps,
  slugs: string[],
): Promise<{ products: ListingItem[]; revision: number }> =>
  snapshot(deps, async (db) => {
    const found = await queries.listIdsBySlugs(db, slugs)
    const foundSlugs = new Set(found.map(({ slug }) => slug))
    const unknown = slugs.filter((slug) => !foundSlugs.has(slug))
    const renamed = new Map(
      (await listRenamed(db, unknown)).map(({ former, slug }) => [former, slug]),
    )
    const others = await queries.listIdsBySlugs(db, [...renamed.values()])
    const ids = [...found, ...others].map(({ id }) => id)
    const items = [...(await getListingItems(deps, db, ids)).values()]
    const bySlug = new Map(items.map((item) => [item.slug, item]))
    const products = slugs.flatMap((slug) => bySlug.get(renamed.get(slug) ?? slug) ?? [])
    return { products, revision: await getCatalogRevision(db) }
  })

/** Returns all products with details, with the revision of the same snapshot. */
export async function getCatalog(deps: CatalogDeps): Promise<Catalog> {
  const { versions: _, ...catalog } = await createCatalogReader(deps).read()
  return catalog
}

/**
 * Reads all products.
 * @param known products of an earlier call, which are reused if their version is the same.
 */
async function readProducts(
  deps: CatalogDeps,
  db: Db,
  known: VersionedProducts,
): Promise<VersionedProducts> {
  const rows = await queries.listProductVersions(db)
  const findKnown = createOrderedLookup(known)
  // In catalogue order: a known product, or the id of one to read.
  const places = rows.map(({ id, revision, updated_at }) => {
    const before = findKnown(id)
    return before?.revision === revision && before.updatedAt === updated_at ? before : id
  })
  const unread = places.filter((place) => typeof place === 'string')
  const findTraits = await readCategoryTraits(db)
  const read = await readSingleProducts(deps, db, unread, findTraits)
  const singles = places.flatMap(
    (place): SingleProduct | SingleProduct[] =>
      (typeof place === 'string' ? read.get(place) : withCategoryTraits(place, findTraits)) ?? [],
  )
  return relateProducts(singles, known)
}

/**
 * Returns a function that finds known products in their order, which is faster than a lookup for thousands of ids.
 */
function createOrderedLookup(
  known: VersionedProducts,
): (id: string) => VersionedProduct | undefined {
  const inOrder = known.values()
  let next = inOrder.next().value
  return (id) => {
    if (next?.id !== id) return known.get(id)
    const found = next
    next = inOrder.next().value
    return found
  }
}

/** The catalogue at one time, with the versions of its products by slug. */
export type CatalogSnapshot = Catalog & { versions: ReadonlyMap<string, string> }

/** Returns the products of a snapshot with their versions. */
export function toProductList(
  known: VersionedProducts,
): Pick<CatalogSnapshot, 'products' | 'versions'> {
  const versions = new Map<string, string>()
  const products: Product[] = []
  for (const { slug, version, product } of known.values()) {
    versions.set(slug, version)
    products.push(product)
  }
  return { products, versions }
}

export interface CatalogReader {
  read(): Promise<CatalogSnapshot>
  /** Reads the products within a snapshot. */
  readProducts(db: Db): Promise<VersionedProducts>
  /** Returns a text that changes whenever the catalogue changes. */
  getVersion(): Promise<string>
}

/** Creates a reader for a long-running process, which reads each version of a product once. */
export function createCatalogReader(deps: CatalogDeps): CatalogReader {
  let products: VersionedProducts = new Map()
  const readKnown = async (db: Db): Promise<VersionedProducts> => {
    products = await readProducts(deps, db, products)
    return products
  }
  return {
    read: () =>
      snapshot(deps, async (db) => ({
        ...toProductList(await readKnown(db)),
        revision: await getCatalogRevision(db),
        ...toFormerPaths(await listFormerAddresses(db)),
        content: await readSiteContent(deps, db),
      })),
    readProducts: readKnown,
    getVersion: () => queries.getCatalogVersion(deps.db),
  }
}

async function readSingleProducts(
  deps: CatalogDeps,
  db: Db,
  ids: string[],
  findTraits: FindCategoryTraits,
): Promise<Map<string, SingleProduct>> {
  const read = async (ids: string[]) => {
    const rows = await queries.listProductsByIds(db, ids)
    const pictures = await createPictureLookup(deps, db, ids)
    const reviews = await createReviewLookup(db, ids, true)
    const variants = Map.groupBy(await listPublicIds(db, ids), ({ product_id }) => product_id)
    return rows.map((row) =>
      toSingleProduct(row, pictures(row.id), reviews(row.id), findTraits, variants.get(row.id)),
    )
  }
  const products = await readInChunks(ids, read, PRODUCTS_PER_STATEMENT)
  return new Map(products.map((product) => [product.id, product]))
}

export function toSingleProduct(
  row: StockedProduct,
  pictures: Picture[],
  reviews: ProductReviews,
  findTraits: FindCategoryTraits,
  variants: Parameters<typeof toPublicIds>[1] = [],
): SingleProduct {
  const detail = parseProductDetail(row)
  const { related } = detail
  const product = toProduct(row, pictures, reviews, [], findTraits(row.category), detail)
  const publicIds = toPublicIds(detail, variants)
  const single = publicIds.length > 0 ? { ...product, publicIds } : product
  const { id, slug, category, position, revision, updated_at: updatedAt } = row
  const place = { id, slug, category, position, related }
  return { ...place, revision, updatedAt, rowVersion: toRowVersion(row, single), single }
}

/** Shortens the id, and adds the traits of the category, which change without a change of the row. */
const toRowVersion = (
  { id, revision, updated_at }: Pick<ProductRow, 'id' | 'revision' | 'updated_at'>,
  { zoom, category, categoryName = '' }: CategoryTraits,
): string =>
  [
    id.slice(0, 8),
    revision,
    updated_at,
    zoom ?? '',
    category,
    encodeURIComponent(categoryName),
  ].join('.')

/** Updates the category traits of a product that was read before. */
export function withCategoryTraits<Known extends SingleProduct>(
  product: Known,
  findTraits: FindCategoryTraits,
): Known {
  const { single } = product
  const traits = findTraits(product.category)
  const isSame =
    single.category === traits.category &&
    single.zoom === traits.zoom &&
    single.categoryName === traits.categoryName
  if (isSame) return product
  const { zoom: _, categoryName: __, ...rest } = single
  const { id, revision, updatedAt } = product
  const rowVersion = toRowVersion({ id, revision, updated_at: updatedAt }, traits)
  return { ...product, single: { ...rest, ...traits }, rowVersion }
}

/** Returns the products on sale with these ids, by id, without related products. */
export const getProductsByIds = (deps: CatalogDeps, ids: string[]): Promise<Map<string, Product>> =>
  snapshot(deps, async (db) => {
    const read = await readSingleProducts(deps, db, ids, await readCategoryTraits(db))
    return new Map([...read].map(([id, { single }]) => [id, single]))
  })

/** Finds the product on sale with this current or former slug. */
export async function findProduct(deps: CatalogDeps, slug: string): Promise<Product | undefined> {
  const row = await queries.findProductBySlug(deps.db, slug)
  if (row) return toProductOfRow(deps, row)
  const [renamed] = await listRenamed(deps.db, [slug])
  const current = renamed && (await queries.findProductBySlug(deps.db, renamed.slug))
  return current && toProductOfRow(deps, current)
}

/**
 * Converts a row with its related products.
 * @param ownPictures pictures of a draft, instead of the saved ones.
 */
export async function toProductOfRow(
  deps: CatalogDeps,
  row: StockedProduct,
  ownPictures?: Picture[],
): Promise<Product> {
  const { db } = deps
  const relatedIds = parseProductDetail(row).related
  const named = await queries.listRelatedProducts(db, relatedIds)
  const byId = new Map(named.map((product) => [product.id, product]))
  const count = MIN_RELATED_PRODUCTS + relatedIds.length
  const nextInCategory = await queries.listNextInCategory(db, row, count)
  const related = pickRelated(row, relatedIds, byId, nextInCategory)
  const ids = related.map((product) => product.id)
  const pictures = await createPictureLookup(deps, db, [row.id, ...ids])
  const reviews = await createReviewLookup(db, [row.id], true)
  const findTraits = await readCategoryTraits(db)
  const traits = findTraits(row.category)
  const own = { ...row, ...parseProductDetail(row), ...traits }
  return toProduct(
    row,
    ownPictures ?? pictures(row.id),
    reviews(row.id),
    related.map((other) => {
      const price = toRupees(other.price_paise)
      const detail = parseProductDetail(other)
      const card = {
        ...other,
        ...detail,
        price,
        pictures: pictures(other.id),
        variants: toShownVariants(detail, other, []),
        ...findTraits(other.category),
      }
      return toRelatedProduct(own, card)
    }),
    traits,
  )
}

/** Returns the listing items of these products on sale, by id. */
export async function getListingItems(
  deps: CatalogDeps,
  db: Db,
  ids: string[],
): Promise<Map<string, ListingItem>> {
  const rows = await queries.listProductsByIds(db, ids)
  const pictures = await createPictureLookup(deps, db, ids)
  const reviews = await createReviewLookup(db, ids, false)
  const findTraits = await readCategoryTraits(db)
  return new Map(
    rows.map((row) => {
      const traits = findTraits(row.category)
      const product = toProduct(row, pictures(row.id), reviews(row.id), [], traits)
      return [row.id, toListingItem(product)]
    }),
  )
}
