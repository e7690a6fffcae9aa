import type { Product } from '#src/contract/catalog.ts'
import { MIN_RELATED_PRODUCTS } from '#src/rules/constants.ts'
import { forEachInTurns } from '../../core/turns.ts'
import { toRelatedProduct } from './to-product.ts'

/** What decides which products are related to a product. */
interface ProductRelations {
  id: string
  slug: string
  category: string
  position: number
  /** Slugs that the entry names. */
  related: string[]
}

const hasSameRelations = (
  a: ProductRelations | undefined,
  b: ProductRelations | undefined,
): boolean =>
  a !== undefined &&
  a.slug === b?.slug &&
  a.category === b.category &&
  a.position === b.position &&
  a.related.join() === b.related.join()

/** A product without its related products, as its row has it. */
export interface SingleProduct extends ProductRelations {
  /** Every change of the row changes one of the two. */
  revision: number
  updatedAt: number
  rowVersion: string
  single: Product
}

/** A product as it was read at a version. */
export interface KnownProduct extends SingleProduct {
  relatedIds: string[]
  /** The version of its row, then those of the rows of its related products. */
  version: string
  product: Product
}

/** Products by id, in the order of the catalogue. */
export type KnownProducts = ReadonlyMap<string, KnownProduct>

/** The products that differ from the known ones, by id. Most are the same objects, in the same order. */
function findChanged(singles: SingleProduct[], known: KnownProducts): Map<string, SingleProduct> {
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
 * Gives products their related products, with turns for other requests.
 * @param singles all products, in the order of the catalogue.
 * @param known those of an earlier call, which stay where they are the same.
 */
export async function relateProducts(
  singles: SingleProduct[],
  known: KnownProducts,
): Promise<KnownProducts> {
  const changed = findChanged(singles, known)
  const areRelationsKept =
    singles.length === known.size &&
    changed.values().every((product) => hasSameRelations(product, known.get(product.id)))
  // In place, the products that show none of the changed ones stay as they are.
  const products = new Map(areRelationsKept ? known : undefined)
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
    const whole = { ...single, relatedProducts }
    products.set(id, { ...product, relatedIds, version, product: whole })
  }
  if (areRelationsKept) {
    const find = (id: string) => changed.get(id) ?? known.get(id)
    await forEachInTurns(known.values(), (before) => {
      const { id, relatedIds } = before
      if (!changed.has(id) && !relatedIds.some((other) => changed.has(other))) return
      relate(
        changed.get(id) ?? before,
        relatedIds.flatMap((other) => find(other) ?? []),
      )
    })
  } else {
    const relatedFor = createRelatedLookup(singles)
    await forEachInTurns(singles, (product) => relate(product, relatedFor(product)))
  }
  return products
}

/** @returns the related products that the entry names, filled up with the next of its category. */
export function pickRelated<Row extends { id: string }>(
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
function createRelatedLookup<Place extends ProductRelations>(
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
