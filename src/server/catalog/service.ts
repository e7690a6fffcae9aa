import type { Catalogue, ListingItem, Picture, Product } from '#src/contract/catalog.ts'
import { MIN_RELATED_PRODUCTS } from '#src/rules/constants.ts'
import { toListingItem } from '#src/rules/listing-item.ts'
import type { ProductRow } from '../db/schema.ts'
import type { Db, Deps } from '../deps.ts'
import * as queries from './queries.ts'
import { getCatalogueRevision } from './revision.ts'
import {
  parseProductDetail,
  type RelatedProductRow,
  toPicture,
  toProduct,
  toRelatedProduct,
} from './to-product.ts'

/** Runs reads that must tell of one moment. */
const snapshot = <T>({ db, engine }: Deps, read: (db: Db) => Promise<T>): Promise<T> =>
  engine === 'postgres'
    ? db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
    : db.transaction().execute(read)

type PictureLookup = (productId: string) => Picture[]

/** Pictures of these products, or of all, by product id. */
export async function createPictureLookup(
  deps: Deps,
  db: Db,
  productIds?: string[],
): Promise<PictureLookup> {
  const found = await queries.listPicturesByProduct(db, productIds)
  return (id) => (found.get(id) ?? []).map((one) => toPicture(one, deps.env.MEDIA_ORIGIN))
}

/** The listing in the server's order, and the revision it tells of. */
export const getListing = (deps: Deps): Promise<{ products: ListingItem[]; revision: number }> =>
  snapshot(deps, async (db) => {
    const rows = await queries.listProducts(db)
    const pictures = await createPictureLookup(deps, db)
    const products = rows.map((row) => toListingItem(toProduct(row, pictures(row.id), [])))
    return { products, revision: await getCatalogueRevision(db) }
  })

/** Every product with all that its page needs, as one snapshot. */
export const getCatalogue = (deps: Deps): Promise<Catalogue> =>
  snapshot(deps, async (db) => {
    const rows = await queries.listProducts(db)
    const pictures = await createPictureLookup(deps, db)
    const relatedOf = relatedIn(rows)
    const products = rows.map((row) => {
      const related = relatedOf(row).map((one) => toRelatedProduct(one, pictures(one.id)[0]))
      return toProduct(row, pictures(row.id), related)
    })
    return { products, revision: await getCatalogueRevision(db) }
  })

/** One product on sale by its slug. */
export async function findProduct(deps: Deps, slug: string): Promise<Product | undefined> {
  const { db } = deps
  const row = await queries.findProductBySlug(db, slug)
  if (!row) return undefined
  const wanted = parseProductDetail(row).related
  const found = new Map(
    (await queries.listProductsBySlugs(db, wanted)).map((one) => [one.slug, one]),
  )
  const neighbours = await queries.listNextInCategory(db, row, MIN_RELATED_PRODUCTS + wanted.length)
  const related = pickRelated(row, wanted, found, neighbours)
  const pictures = await createPictureLookup(deps, db, [row.id, ...related.map((one) => one.id)])
  return toProduct(
    row,
    pictures(row.id),
    related.map((one) => toRelatedProduct(one, pictures(one.id)[0])),
  )
}

/** Listing items of these ids that are on sale, by id. */
export async function getListingItems(
  deps: Deps,
  db: Db,
  ids: string[],
): Promise<Map<string, ListingItem>> {
  const rows = await queries.listProductsByIds(db, ids)
  const pictures = await createPictureLookup(deps, db, ids)
  return new Map(rows.map((row) => [row.id, toListingItem(toProduct(row, pictures(row.id), []))]))
}

/** The entry's own related products, filled up from its neighbours in the category. */
function pickRelated<Row extends RelatedProductRow>(
  product: RelatedProductRow,
  wanted: string[],
  bySlug: Map<string, Row>,
  neighbours: Row[],
): Row[] {
  const own = wanted.flatMap((slug) => bySlug.get(slug) ?? [])
  const picked = new Map(own.map((row) => [row.id, row]))
  picked.delete(product.id)
  for (const row of neighbours) {
    if (picked.size >= MIN_RELATED_PRODUCTS) break
    if (row.id !== product.id) picked.set(row.id, row)
  }
  return [...picked.values()]
}

/** How to find the related products of any of these rows without asking again. */
function relatedIn(rows: ProductRow[]): (row: ProductRow) => ProductRow[] {
  const bySlug = new Map(rows.map((row) => [row.slug, row]))
  const byCategory = Map.groupBy(rows, (row) => row.category)
  const place = new Map<string, number>()
  for (const group of byCategory.values())
    for (const [at, row] of group.entries()) place.set(row.id, at)
  return (row) => {
    const wanted = parseProductDetail(row).related
    const group = byCategory.get(row.category) ?? []
    const at = place.get(row.id) ?? 0
    const reach = MIN_RELATED_PRODUCTS + wanted.length
    const after = group.slice(at + 1, at + 1 + reach)
    const neighbours = [...after, ...group.slice(0, Math.min(at, reach - after.length))]
    return pickRelated(row, wanted, bySlug, neighbours)
  }
}
