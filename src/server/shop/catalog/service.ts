import type { Catalog, ListingItem, Picture, Product } from '#src/contract/catalog.ts'
import { MIN_RELATED_PRODUCTS } from '#src/rules/constants.ts'
import { toListingItem } from '#src/rules/listing/listing-item.ts'
import { toRupees } from '#src/rules/money.ts'
import { listFormerCategories } from '../../core/content/queries.ts'
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
import { createTurns, forEachInTurns } from '../../core/turns.ts'
import { createReviewLookup, type ProductReviews } from './product-reviews.ts'
import * as queries from './queries.ts'
import {
  type KnownProduct,
  type KnownProducts,
  pickRelated,
  relateProducts,
  type SingleProduct,
} from './relate-products.ts'
import type { ProductRow, StockedProduct } from './tables.ts'
import { parseProductDetail, toProduct, toRelatedProduct, toShownVariants } from './to-product.ts'

/** Runs `read` in a transaction that sees one state of the database, and that no write waits for. */
export const snapshot = <T>({ db }: Pick<Deps, 'db'>, read: (db: Db) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)

type PictureLookup = (productId: string) => Picture[]

/** Reads the pictures of these products once, for lookups by product id. */
export async function createPictureLookup(
  deps: Deps,
  db: Db,
  productIds: string[],
): Promise<PictureLookup> {
  const byProduct = await queries.listPicturesByProduct(db, productIds)
  return (id) => (byProduct.get(id) ?? []).map((row) => toPicture(row, deps.env.MEDIA_ORIGIN))
}

/** @returns the listing in the order of the catalogue, with the revision of the same snapshot. */
export const getListing = (deps: Deps): Promise<{ products: ListingItem[]; revision: number }> =>
  snapshot(deps, async (db) => {
    const ids = (await queries.listProductVersions(db)).map(({ id }) => id)
    const readItems = async (chunk: string[]) => {
      const items = await getListingItems(deps, db, chunk)
      return chunk.flatMap((id) => items.get(id) ?? [])
    }
    const products = await readInChunks(ids, readItems, PRODUCTS_PER_STATEMENT)
    return { products, revision: await getCatalogRevision(db) }
  })

/** @returns the products on sale with these slugs, or that had them, in the order of the slugs. */
export const getNamedListing = (
  deps: Deps,
  slugs: string[],
): Promise<{ products: ListingItem[]; revision: number }> =>
  snapshot(deps, async (db) => {
    const found = await queries.listProductsBySlugs(db, slugs)
    const known = new Set(found.map(({ slug }) => slug))
    const unknown = slugs.filter((slug) => !known.has(slug))
    const renamed = new Map(
      (await queries.listRenamed(db, unknown)).map(({ former, slug }) => [former, slug]),
    )
    const others = await queries.listProductsBySlugs(db, [...renamed.values()])
    const ids = [...found, ...others].map(({ id }) => id)
    const items = [...(await getListingItems(deps, db, ids)).values()]
    const bySlug = new Map(items.map((item) => [item.slug, item]))
    const products = slugs.flatMap((slug) => bySlug.get(renamed.get(slug) ?? slug) ?? [])
    return { products, revision: await getCatalogRevision(db) }
  })

/** @returns all products with their detail fields, with the revision of the same snapshot. */
export async function getCatalog(deps: Deps): Promise<Catalog> {
  const { versions: _, ...catalog } = await createCatalogReader(deps).read()
  return catalog
}

/** @param known those of an earlier call, which are not read again where their version is the same. */
async function readProducts(deps: Deps, db: Db, known: KnownProducts): Promise<KnownProducts> {
  const rows = await queries.listProductVersions(db)
  const findKnown = createInOrder(known)
  // In their order: what is known, or the id of what is read.
  const places: (KnownProduct | string)[] = []
  await forEachInTurns(rows, ({ id, revision, updated_at }) => {
    const before = findKnown(id)
    const isKnown = before?.revision === revision && before.updatedAt === updated_at
    places.push(isKnown ? before : id)
  })
  const unread = places.filter((place) => typeof place === 'string')
  const findTraits = await readCategoryTraits(db)
  const read = await readSingleProducts(deps, db, unread, findTraits)
  const singles: SingleProduct[] = []
  await forEachInTurns(places, (place) => {
    const single =
      typeof place === 'string' ? read.get(place) : withCategoryTraits(place, findTraits)
    if (single) singles.push(single)
  })
  return relateProducts(singles, known)
}

/** Finds products in the order of the known ones without a lookup, which takes longer for thousands of ids. */
function createInOrder(known: KnownProducts): (id: string) => KnownProduct | undefined {
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

/** What a snapshot has of its products. */
export function toProductList(
  known: KnownProducts,
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
  /** The catalogue of now. */
  read(): Promise<CatalogSnapshot>
  /** Its products, as a snapshot sees them. */
  readProducts(db: Db): Promise<KnownProducts>
  /** A text that differs when the catalogue does. */
  getVersion(): Promise<string>
}

/** Reads the catalogue for a process that runs for long: each version of a product once. */
export function createCatalogReader(deps: Deps): CatalogReader {
  let known: KnownProducts = new Map()
  const readKnown = async (db: Db): Promise<KnownProducts> => {
    known = await readProducts(deps, db, known)
    return known
  }
  return {
    read: () =>
      snapshot(deps, async (db) => ({
        ...toProductList(await readKnown(db)),
        revision: await getCatalogRevision(db),
        ...(await readFormerPaths(db)),
        content: await readSiteContent(deps, db),
      })),
    readProducts: readKnown,
    getVersion: () => queries.getCatalogVersion(deps.db),
  }
}

async function readSingleProducts(
  deps: Deps,
  db: Db,
  ids: string[],
  findTraits: FindCategoryTraits,
): Promise<Map<string, SingleProduct>> {
  const turn = createTurns()
  const read = async (ids: string[]) => {
    const rows = await queries.listProductsByIds(db, ids)
    await turn()
    const pictures = await createPictureLookup(deps, db, ids)
    await turn()
    const reviews = await createReviewLookup(db, ids, true)
    await turn()
    return rows.map((row) => toSingleProduct(row, pictures(row.id), reviews(row.id), findTraits))
  }
  const products = await readInChunks(ids, read, PRODUCTS_PER_STATEMENT)
  return new Map(products.map((product) => [product.id, product]))
}

export function toSingleProduct(
  row: StockedProduct,
  pictures: Picture[],
  reviews: ProductReviews,
  findTraits: FindCategoryTraits,
): SingleProduct {
  const detail = parseProductDetail(row)
  const { related } = detail
  const single = toProduct(row, pictures, reviews, [], findTraits(row.category), detail)
  const { id, slug, category, position, revision, updated_at: updatedAt } = row
  const place = { id, slug, category, position, related }
  return { ...place, revision, updatedAt, rowVersion: toRowVersion(row, single), single }
}

/** Ids that begin alike differ in the rest. No row changes with what its category says of it. */
export const toRowVersion = (
  { id, revision, updated_at }: Pick<ProductRow, 'id' | 'revision' | 'updated_at'>,
  { zoom, categoryName = '' }: CategoryTraits,
): string =>
  `${id.slice(0, 8)}.${revision}.${updated_at}.${zoom ?? ''}.${encodeURIComponent(categoryName)}`

/** A product that was read before, with what its category says of it now. */
export function withCategoryTraits<Known extends SingleProduct>(
  product: Known,
  findTraits: FindCategoryTraits,
): Known {
  const { single } = product
  const traits = findTraits(product.category)
  if (single.zoom === traits.zoom && single.categoryName === traits.categoryName) return product
  const { zoom: _, categoryName: __, ...rest } = single
  const { id, revision, updatedAt } = product
  const rowVersion = toRowVersion({ id, revision, updated_at: updatedAt }, traits)
  return { ...product, single: { ...rest, ...traits }, rowVersion }
}

/** @returns the products on sale with these ids, by id, without their related products. */
export const getProductsByIds = (deps: Deps, ids: string[]): Promise<Map<string, Product>> =>
  snapshot(deps, async (db) => {
    const read = await readSingleProducts(deps, db, ids, await readCategoryTraits(db))
    return new Map([...read].map(([id, { single }]) => [id, single]))
  })

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
  row: StockedProduct,
  ownPictures?: Picture[],
): Promise<Product> {
  const { db } = deps
  const relatedSlugs = parseProductDetail(row).related
  const listed = await queries.listProductsBySlugs(db, relatedSlugs)
  const bySlug = new Map(listed.map((product) => [product.slug, product]))
  const count = MIN_RELATED_PRODUCTS + relatedSlugs.length
  const nextInCategory = await queries.listNextInCategory(db, row, count)
  const related = pickRelated(row, relatedSlugs, bySlug, nextInCategory)
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

/** @returns the listing items of these products that are on sale, by id. */
export async function getListingItems(
  deps: Deps,
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
