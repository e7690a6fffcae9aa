import type { Product } from '#src/contract/catalog.ts'
import { MIN_RELATED_PRODUCTS } from '#src/rules/constants.ts'
import { toRelatedProduct } from './to-product.ts'

/** Data that determines the related products of a product. */
interface ProductRelations {
  id: string
  slug: string
  category: string
  position: number
  /** Ids of the related products in the entry. */
  related: string[]
}

const hasSameRelations = (
  a: ProductRelations | undefined,
  b: ProductRelations | undefined,
): boolean =>
  a !== undefined &&
  b !== undefined &&
  a.category === b.category &&
  a.position === b.position &&
  a.related.join() === b.related.join()

/** A product without its related products, as in its row. */
export interface SingleProduct extends ProductRelations {
  /** Each change of the row changes `revision` or `updatedAt`. */
  revision: number
  updatedAt: number
  rowVersion: string
  single: Product
}

/** A product with its related products, as read at a version. */
export interface VersionedProduct extends SingleProduct {
  relatedIds: string[]
  /** The version of its row, then those of its related products' rows. */
  version: string
  product: Product
}

/** Products by id, in catalogue order. */
export type VersionedProducts = ReadonlyMap<string, VersionedProduct>

/** Returns the products that differ from the known ones, by id. Most are the same objects, in the same order. */
function findChanged(
  singles: SingleProduct[],
  known: VersionedProducts,
): Map<string, SingleProduct> {
  const changed = new Map<string, SingleProduct>()
  const inOrder = known.values()
  for (const product of singles) {
    if (inOrder.next().value === product) continue
    const { id, rowVersion } = product
    if (known.get(id)?.rowVersion !== rowVersion) changed.set(id, product)
  }
  return changed
}

/**
 * Adds related products to products.
 * @param singles all products, in catalogue order.
 * @param known results of an earlier call, reused if equal.
 */
export function relateProducts(
  singles: SingleProduct[],
  known: VersionedProducts,
): VersionedProducts {
  const changed = findChanged(singles, known)
  const hasSameOrder =
    singles.length === known.size &&
    changed.values().every((product) => hasSameRelations(product, known.get(product.id)))
  // Reuses unchanged entries, because most products show none of the changed ones.
  const products = new Map(hasSameOrder ? known : undefined)
  const relate = (product: SingleProduct, related: SingleProduct[]) => {
    const { id, single } = product
    const version = [product, ...related].map(({ rowVersion }) => rowVersion).join(' ')
    const before = known.get(id)
    if (before?.version === version) {
      products.set(id, before)
      return
    }
    const relatedIds = related.map((other) => other.id)
    const relatedProducts = related.map((other) => toRelatedProduct(single, other.single))
    const withRelated = { ...single, relatedProducts }
    products.set(id, { ...product, relatedIds, version, product: withRelated })
  }
  if (hasSameOrder) {
    const find = (id: string) => changed.get(id) ?? known.get(id)
    for (const before of known.values()) {
      const { id, relatedIds } = before
      if (!changed.has(id) && !relatedIds.some((other) => changed.has(other))) continue
      relate(
        changed.get(id) ?? before,
        relatedIds.flatMap((other) => find(other) ?? []),
      )
    }
  } else {
    const relatedFor = createRelatedLookup(singles)
    for (const product of singles) relate(product, relatedFor(product))
  }
  return products
}

/** Returns the related products of the entry, filled up with the next products of its category. */
export function pickRelated<Row extends { id: string }>(
  product: { id: string },
  relatedIds: string[],
  byId: ReadonlyMap<string, Row>,
  nextInCategory: Row[],
): Row[] {
  const picked: Row[] = []
  const isFree = ({ id }: Row) => id !== product.id && !picked.some((other) => other.id === id)
  for (const id of relatedIds) {
    const row = byId.get(id)
    if (row && isFree(row)) picked.push(row)
  }
  for (const row of nextInCategory) {
    if (picked.length >= MIN_RELATED_PRODUCTS) break
    if (isFree(row)) picked.push(row)
  }
  return picked
}

/** Returns a function that finds the related products of any of these products without a query. */
function createRelatedLookup<Place extends ProductRelations>(
  places: Place[],
): (place: Place) => Place[] {
  const byId = new Map(places.map((place) => [place.id, place]))
  const byCategory = Map.groupBy(places, ({ category }) => category)
  const indexInCategory = new Map<Place, number>()
  for (const group of byCategory.values())
    for (const [index, place] of group.entries()) indexInCategory.set(place, index)
  return (place) => {
    const group = byCategory.get(place.category) ?? []
    const index = indexInCategory.get(place) ?? 0
    const count = MIN_RELATED_PRODUCTS + place.related.length
    const next = group.slice(index + 1, index + 1 + count)
    // After the last product, the category continues with the first.
    if (next.length < count) next.push(...group.slice(0, Math.min(index, count - next.length)))
    return pickRelated(place, place.related, byId, next)
  }
}
